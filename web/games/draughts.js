// Draughts from a FEN: drawn pieces, or letters in the classic look.
import { vertexName, vertexAt, columnLetter, drawing, place, frame, edgeLabel, tag, say, has, escapeText, notYours, legalMoves } from './drawing.js';

const CELL = 60;
const EDGE = 28;

// Square number 1 is B8, 32 is G1.
function squareName(number) {
  const row = 7 - Math.floor((number - 1) / 4);
  const column = ((number - 1) % 4) * 2 + (row % 2 === 0 ? 0 : 1);
  return vertexName(column, row);
}

// "W:WK3,21:B1,2:H0" -> side to move and a map from square to {side, king}.
function readPosition(text) {
  const [turn, ...parts] = text.trim().split(':');
  const pieces = new Map();
  for (const part of parts) {
    const side = part[0];
    if (side !== 'W' && side !== 'B') continue;
    for (const word of part.slice(1).split(',').filter((w) => w.length > 0)) {
      const king = word[0] === 'K';
      pieces.set(squareName(Number(king ? word.slice(1) : word)), { side: side.toLowerCase(), king });
    }
  }
  return { turn: turn.toLowerCase(), pieces };
}

function isDark(column, row) {
  return (column + row) % 2 === 0;
}

function letters(piece) {
  return (piece.side === 'w' ? 'B' : 'C') + (piece.king ? 'd' : '');
}

function drawClassic(piece, x, y, selected) {
  const text = selected ? `[${letters(piece)}]` : letters(piece);
  return tag('text', {
    class: `letters ${piece.side}`, x: x + CELL / 2, y: y + CELL / 2 + 8, 'font-size': 24, 'text-anchor': 'middle',
  }, text);
}

function drawPiece(piece, x, y) {
  const cx = x + CELL / 2;
  const cy = y + CELL / 2;
  return tag('g', { class: `piece ${piece.side}` },
    tag('circle', { class: 'rim', cx, cy: cy + 2, r: CELL * 0.4 }),
    tag('circle', { class: 'disc', cx, cy, r: CELL * 0.4 }),
    tag('circle', { class: 'ring', cx, cy, r: CELL * 0.28 }),
    piece.king ? tag('path', {
      class: 'crown',
      d: `M${cx - 13} ${cy + 9}L${cx - 15} ${cy - 8}L${cx - 6} ${cy}L${cx} ${cy - 12}L${cx + 6} ${cy}L${cx + 15} ${cy - 8}L${cx + 13} ${cy + 9}Z`,
    }) : '');
}

function squareLabel(name, piece, view) {
  const words = [piece ? say(view, (piece.side === 'w' ? 'white' : 'black') + (piece.king ? 'King' : 'Man')) : say(view, 'squareEmpty')];
  if (view.path?.at(-1) === name) words.push(say(view, 'selected'));
  if (view.targets && view.targets.has(name)) words.push(say(view, 'squareTarget'));
  return `${name}: ${words.join(', ')}`;
}

function drawSquare(position, column, row, x, y, view) {
  const name = vertexName(column, row);
  const dark = isDark(column, row);
  const piece = position.pieces.get(name);
  const selected = view.path?.at(-1) === name;
  const target = Boolean(view.targets) && view.targets.has(name);
  const classes = ['square-box', dark ? 'dark' : 'light'];
  if (selected) classes.push('selected');
  if (has(view.last, name)) classes.push('last');
  if (has(view.hint, name)) classes.push('hint');
  let inside = '';
  if (piece) inside = view.letters ? drawClassic(piece, x, y, selected) : drawPiece(piece, x, y);
  const movable = piece && view.movable && view.movable.has(name)
    ? tag('circle', { class: 'movable', cx: x + CELL - 9, cy: y + 9, r: 5 }) : '';
  return place(name, view, { class: classes.join(' ') },
    dark ? squareLabel(name, piece, view) : `${name}: ${say(view, 'squareInactive')}`,
    [tag('rect', { class: 'square', x, y, width: CELL, height: CELL }), frame(x, y, CELL, 3)],
    [inside, movable, target ? tag('circle', { class: 'dot', cx: x + CELL / 2, cy: y + CELL / 2, r: 10 }) : '']);
}

// The pieces in the middle of a capture: the one that jumps stands on the square that it has
// reached, and those it has jumped over are gone.
function jumped(pieces, path) {
  const now = new Map(pieces);
  const piece = now.get(path[0]);
  now.delete(path[0]);
  path.slice(1).forEach((square, index) => {
    const [from, to] = [vertexAt(path[index]), vertexAt(square)];
    now.delete(vertexName((from.column + to.column) / 2, (from.row + to.row) / 2));
  });
  return now.set(path.at(-1), piece);
}

// view.letters: the classic look; view.path the squares chosen so far; view.targets a set of
// squares to go on to; view.last the squares of the last move; view.movable a set of squares that
// may move; view.flipped black below; view.bare leaves letters and numbers out.
function draw(text, view = {}) {
  const position = readPosition(text);
  if (view.path?.length > 1) position.pieces = jumped(position.pieces, view.path);
  const parts = [];
  const edge = view.bare ? 0 : EDGE;
  const side = edge + 8 * CELL;
  const at = (column, row) => ({
    x: edge + (view.flipped ? 7 - column : column) * CELL,
    y: edge + (view.flipped ? row : 7 - row) * CELL,
  });
  for (let i = 0; i < 8 && !view.bare; i += 1) {
    parts.push(edgeLabel(at(i, 0).x + CELL / 2, EDGE / 2, side, columnLetter(i)));
    parts.push(edgeLabel(EDGE / 2, at(0, i).y + CELL / 2, side, i + 1));
  }
  for (let row = 7; row >= 0; row -= 1) {
    for (let column = 0; column < 8; column += 1) {
      const { x, y } = at(column, row);
      parts.push(drawSquare(position, column, row, x, y, view));
    }
  }
  return drawing('draughts', side, side, escapeText(say(view, 'board')), ...parts);
}

// The squares that a move touches: "C3xE5xG7" -> C3 E5 G7; numbers become squares.
function squaresOf(move) {
  return move.split(/[-x:]/).map((word) => (/^\d+$/.test(word) ? squareName(Number(word)) : word.toUpperCase()));
}

// The table.

function paths(state) {
  return state.legal.map((move) => ({ move, squares: squaresOf(move) }));
}

// The legal moves that begin with these squares.
function begun(state, path) {
  return paths(state).filter(({ squares }) => path.every((square, index) => squares[index] === square));
}

function view(state, ui, on) {
  const { path } = ui;
  const next = path.length === 0 ? [] : begun(state, path).filter(({ squares }) => squares.length > path.length);
  return {
    path, targets: on.dots ? new Set(next.map(({ squares }) => squares[path.length])) : null,
    movable: on.dots && path.length === 0 ? new Set(paths(state).map(({ squares }) => squares[0])) : null,
  };
}

// The first square of a move: a piece of the side to play.
function choose(state, ui, vertex, piece) {
  const again = ui.path[0] === vertex;
  ui.path = [];
  if (!piece) return { message: 'squareEmptyMessage' };
  if (piece.side !== state.toPlay) return { message: 'wrongPieceMessage' };
  if (again) return { note: 'unselected' };
  ui.path = [vertex];
  return { note: 'pieceChosen' };
}

function click(state, ui, vertex) {
  const { column, row } = vertexAt(vertex);
  if (!isDark(column, row)) return { message: 'squareInactiveMessage' };
  if (state.phase === 'over') return {};
  if (notYours(state)) return { message: 'notYourTurn' };
  const { path } = ui;
  const piece = readPosition(state.position).pieces.get(vertex);
  if (path.length === 0 || (piece && path.length === 1 && state.toPlay === piece.side)) return choose(state, ui, vertex, piece);
  const longer = [...path, vertex];
  const matching = begun(state, longer);
  const whole = matching.find(({ squares }) => squares.length === longer.length);
  if (matching.length === 0 && path.length > 1) return { message: 'captureMustGoOn', values: { vertex: path.at(-1) } };
  if (whole || matching.length === 0) {
    ui.path = [];
    return { ply: whole ? whole.move : longer.join(' ') };
  }
  ui.path = longer;
  return { note: 'captureGoesOn' };
}

const toggles = [
  legalMoves('draughts', true),
  { id: 'look', kept: ({ rules }) => ({ key: `look-${rules}`, on: 'drawn', off: 'classic', usual: rules === 'warcaby' ? 'classic' : 'drawn' }) },
  { id: 'flip', usual: ({ you }) => you.length === 1 && you[0] === 'b' },
];

const texts = {
  title: 'Draughts',
  'tableTitle-warcaby': 'Warcaby',
  card: 'Warcaby and English rules',
  how: 'Capture or block all pieces of the other side. A man steps one square diagonally forward. On the far row it becomes a king, which steps forward and backward.\n'
    + 'A piece captures by jumping over an enemy piece next to it onto the free square behind; men capture forward only. You must capture if you can, and go on with the same piece while it can.\n'
    + 'Who cannot move has lost. A position that comes up for the third time, or 80 moves without a capture or a man\'s move, is a draw.\n'
    + '{rules}',
  'how-warcaby': 'White begins. A man that becomes a king while it captures goes on as a king if it can. Letters on the board: B white man, C black man, Bd and Cd kings.',
  'how-english': 'Black begins. A man that becomes a king while it captures stops there.',
  first: 'Choose a piece with a dot, then the square where it goes. If you can capture, you must.',
  due: 'Choose a piece, then its square.',
  'rules-warcaby': 'Warcaby',
  'rules-english': 'English',
  'side-b': 'black',
  'side-w': 'white',
  won: 'no moves left',
  'puzzle-win': 'Find the win',
  'puzzleDo-win': '{side} is to play and wins, whatever the other side does. Play the right move.',
  'puzzle-draw': 'Save the draw',
  'puzzleDo-draw': '{side} is to play and may lose. Play the move that saves the draw.',
  resetBoard: 'Reset board',
  tests: 'TESTS',
  look: 'Drawn pieces',
  flip: 'Turn the board',
  squareInactiveMessage: '{vertex} is an inactive square: the game is played on the green ones.',
  squareEmptyMessage: 'There is no piece on {vertex}.',
  wrongPieceMessage: 'The piece on {vertex} is the other player\'s; it is the turn of {side}.',
  pieceChosen: '{vertex} is chosen; choose where it goes.',
  captureGoesOn: 'The capture goes on from {vertex}.',
  captureMustGoOn: 'The capture has begun: go on with the piece on {vertex}.',
  board: 'Draughts board',
  squareEmpty: 'empty',
  squareInactive: 'inactive',
  squareTarget: 'can be moved to',
  whiteMan: 'white man',
  whiteKing: 'white king',
  blackMan: 'black man',
  blackKing: 'black king',
};

const style = `
/* The ring has one colour in both themes, with a contrast of at least 3 to the squares. */
.board-draughts { --ring: #ffffff; --hint: #fae8ff; }
.board-draughts .dark .square { fill: var(--dark-square); }
.board-draughts .light .square { fill: var(--light-square); }
.board-draughts .last .square { fill: color-mix(in srgb, var(--mark) 40%, var(--dark-square)); }
.board-draughts .selected .frame { stroke: var(--ring); }
.board-draughts .dot, .board-draughts .movable { fill: #ffd54a; stroke: #3a2c00; stroke-width: 1.5; pointer-events: none; }
.board-draughts .letters { font-weight: 700; }
.board-draughts .letters.w { fill: #ffffff; }
.board-draughts .letters.b { fill: #101010; }
.board-draughts .piece.w .disc { fill: #f5f0e6; }
.board-draughts .piece.b .disc { fill: #2b2b2b; }
.board-draughts .piece .rim { fill: rgb(0 0 0 / 45%); }
.board-draughts .piece .ring { fill: none; stroke: rgb(128 128 128 / 60%); stroke-width: 2; }
.board-draughts .piece .crown { fill: #e0a82e; stroke: #7a5a10; }
`;

export const draughts = {
  texts,
  style,
  draw,
  placesOf: squaresOf,
  discs: true,
  sample: ['W:W18,22,23,24,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,11,12', { bare: true }],
  toggles,
  puzzles: ['win', 'draw'],
  puzzlesServed: true, // from endgame tables
  record: 'PDN',
  language: ({ rules }) => (rules === 'warcaby' ? 'pl' : null), // Warcaby is a Polish page
  setups: [{ id: 'resetBoard', position: 'default' }, { id: 'tests', position: 'test' }],
  looks: (on) => ({ letters: !on.look, flipped: on.flip }),
  view,
  click,
};
