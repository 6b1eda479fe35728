// Draughts from a FEN: squares with letters in the classic look, or drawn pieces.
import { vertexName, columnLetter, drawing, place, tag, say, escapeText } from './common.js';

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
  if (!piece) return `${name}: ${say(view, 'squareEmpty')}`;
  return `${name}: ${say(view, (piece.side === 'w' ? 'white' : 'black') + (piece.king ? 'King' : 'Man'))}`;
}

// view.look 'classic' or 'drawn'; view.selected a square; view.targets a set of squares; view.last
// the squares of the last move; view.movable squares that may move; view.flipped black below.
export function draw(text, view = {}) {
  const position = readPosition(text);
  const parts = [];
  const at = (column, row) => ({
    x: EDGE + (view.flipped ? 7 - column : column) * CELL,
    y: EDGE + (view.flipped ? row : 7 - row) * CELL,
  });
  for (let i = 0; i < 8; i += 1) {
    parts.push(tag('text', { class: 'edge', x: at(i, 0).x + CELL / 2, y: 19, 'text-anchor': 'middle' }, columnLetter(i)));
    parts.push(tag('text', { class: 'edge', x: EDGE / 2, y: at(0, i).y + CELL / 2 + 6, 'text-anchor': 'middle' }, i + 1));
  }
  for (let row = 7; row >= 0; row -= 1) {
    for (let column = 0; column < 8; column += 1) {
      const name = vertexName(column, row);
      const { x, y } = at(column, row);
      const dark = isDark(column, row);
      const piece = position.pieces.get(name);
      const selected = view.selected === name || (view.path && view.path.includes(name));
      const classes = ['square-box', dark ? 'dark' : 'light'];
      if (selected) classes.push('selected');
      if (view.last && view.last.includes(name)) classes.push('last');
      if (view.targets && view.targets.has(name)) classes.push('target');
      if (view.movable && view.movable.has(name)) classes.push('movable');
      let inside = '';
      if (piece) inside = view.look === 'drawn' ? drawPiece(piece, x, y) : drawClassic(piece, x, y, selected);
      parts.push(place(name, view, { class: classes.join(' ') },
        dark ? squareLabel(name, piece, view) : `${name}: ${say(view, 'squareInactive')}`,
        tag('rect', { class: 'square', x, y, width: CELL, height: CELL }), inside,
        view.targets && view.targets.has(name)
          ? tag('circle', { class: 'dot', cx: x + CELL / 2, cy: y + CELL / 2, r: 8 }) : ''));
    }
  }
  return drawing('draughts', EDGE + 8 * CELL, EDGE + 8 * CELL, escapeText(say(view, 'boardDraughts')), ...parts);
}

// The squares that a move touches: "C3xE5xG7" -> C3 E5 G7; numbers become squares.
export function squaresOf(move) {
  return move.split(/[-x:]/).map((word) => (/^\d+$/.test(word) ? squareName(Number(word)) : word.toUpperCase()));
}
