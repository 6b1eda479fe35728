// Draughts from a FEN: squares with letters in the classic look, or drawn pieces.
import { vertexName, columnLetter, drawing, place, frame, edgeLabel, tag, say, has, escapeText } from './common.js';

const CELL = 60;
const EDGE = 28;

// Square number 1 is B8, 32 is G1.
export function squareName(number) {
  const row = 7 - Math.floor((number - 1) / 4);
  const column = ((number - 1) % 4) * 2 + (row % 2 === 0 ? 0 : 1);
  return vertexName(column, row);
}

// "W:WK3,21:B1,2:H0" -> side to move and a map from square to {side, king}.
export function readPosition(text) {
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

export function isDark(column, row) {
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
  if (has(view.path, name)) words.push(say(view, 'selected'));
  if (view.targets && view.targets.has(name)) words.push(say(view, 'squareTarget'));
  return `${name}: ${words.join(', ')}`;
}

function drawSquare(position, column, row, x, y, view) {
  const name = vertexName(column, row);
  const dark = isDark(column, row);
  const piece = position.pieces.get(name);
  const selected = has(view.path, name);
  const target = Boolean(view.targets) && view.targets.has(name);
  const classes = ['square-box', dark ? 'dark' : 'light'];
  if (selected) classes.push('selected');
  if (has(view.last, name)) classes.push('last');
  if (has(view.hint, name)) classes.push('hint');
  let inside = '';
  if (piece) inside = view.look === 'drawn' ? drawPiece(piece, x, y) : drawClassic(piece, x, y, selected);
  const movable = piece && view.movable && view.movable.has(name)
    ? tag('circle', { class: 'movable', cx: x + CELL - 7, cy: y + 7, r: 2.5 }) : '';
  return place(name, view, { class: classes.join(' ') },
    dark ? squareLabel(name, piece, view) : `${name}: ${say(view, 'squareInactive')}`,
    [tag('rect', { class: 'square', x, y, width: CELL, height: CELL }), frame(x, y, CELL, 3)],
    [inside, movable, target ? tag('circle', { class: 'dot', cx: x + CELL / 2, cy: y + CELL / 2, r: 7 }) : '']);
}

// view.look 'classic' or 'drawn'; view.path the squares chosen so far; view.targets a set of squares
// to go on to; view.last the squares of the last move; view.movable a set of squares that may move;
// view.flipped black below; view.bare leaves letters and numbers out.
export function draw(text, view = {}) {
  const position = readPosition(text);
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
  return drawing('draughts', side, side, escapeText(say(view, 'boardDraughts')), ...parts);
}

// The squares that a move touches: "C3xE5xG7" -> C3 E5 G7; numbers become squares.
export function squaresOf(move) {
  return move.split(/[-x:]/).map((word) => (/^\d+$/.test(word) ? squareName(Number(word)) : word.toUpperCase()));
}
