// Go from "SIZE ROWS SIDE KO BLACK WHITE PASSES KOMI HANDICAP".
import { vertexName, vertexAt, columnLetter, drawing, place, tag, say, escapeText } from './common.js';

const CELL = 30;
const EDGE = 34;

export function readPosition(text) {
  const [size, rows, side, ko, black, white, passes, komi, handicap] = text.split(' ');
  const stones = new Map();
  rows.split('/').forEach((line, index) => {
    [...line].forEach((c, column) => {
      if (c !== '.') stones.set(vertexName(column, Number(size) - 1 - index), c === 'X' ? 'b' : 'w');
    });
  });
  return {
    size: Number(size), stones, side, ko, captured: { b: Number(black), w: Number(white) },
    passes: Number(passes), komi: Number(komi), handicap: Number(handicap),
  };
}

function starLines(size) {
  if (size < 7) return size % 2 === 1 && size > 2 ? [(size - 1) / 2] : [];
  const near = size < 13 ? 2 : 3;
  const lines = [near, size - 1 - near];
  if (size % 2 === 1 && size >= 9) lines.push((size - 1) / 2);
  return lines;
}

function isStar(size, column, row) {
  const lines = starLines(size);
  if (!lines.includes(column) || !lines.includes(row)) return false;
  const middle = (size - 1) / 2;
  return size >= 13 || (column === middle) === (row === middle) || size < 9;
}

function pointLabel(position, name, view) {
  const stone = position.stones.get(name);
  if (!stone) return `${name}: ${say(view, 'pointEmpty')}`;
  return `${name}: ${say(view, stone === 'b' ? 'blackStone' : 'whiteStone')}`;
}

// view.last a vertex; view.legal a set; view.marks {dead, seki, b, w} with lists of vertices;
// view.ownership vertex -> -1..1.
export function draw(text, view = {}) {
  const position = readPosition(text);
  const { size } = position;
  const side = EDGE * 2 + (size - 1) * CELL;
  const x = (column) => EDGE + column * CELL;
  const y = (row) => EDGE + (size - 1 - row) * CELL;
  const dead = new Set(view.marks ? view.marks.dead : []);
  const seki = new Set(view.marks ? view.marks.seki : []);
  const owner = new Map();
  for (const colour of ['b', 'w']) {
    for (const name of (view.marks && view.marks[colour]) || []) owner.set(name, colour);
  }
  const parts = [tag('rect', { class: 'wood', x: 0, y: 0, width: side, height: side, rx: 6 })];
  for (let i = 0; i < size; i += 1) {
    parts.push(tag('path', { class: 'line', d: `M${x(0)} ${y(i)}H${x(size - 1)}M${x(i)} ${y(0)}V${y(size - 1)}` }));
    for (const [ex, ey, word] of [[x(i), 16, columnLetter(i)], [x(i), side - 7, columnLetter(i)], [12, y(i) + 5, i + 1], [side - 12, y(i) + 5, i + 1]]) {
      parts.push(tag('text', { class: 'edge', x: ex, y: ey, 'text-anchor': 'middle' }, word));
    }
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    for (let column = 0; column < size; column += 1) {
      const name = vertexName(column, row);
      const stone = position.stones.get(name);
      const inside = [tag('rect', { class: 'touch', x: x(column) - CELL / 2, y: y(row) - CELL / 2, width: CELL, height: CELL })];
      if (isStar(size, column, row)) inside.push(tag('circle', { class: 'star', cx: x(column), cy: y(row), r: 3 }));
      if (stone) {
        inside.push(tag('circle', { class: `stone ${stone}${dead.has(name) ? ' dead' : ''}`, cx: x(column), cy: y(row), r: CELL * 0.47 }));
        if (seki.has(name)) inside.push(tag('circle', { class: 'seki', cx: x(column), cy: y(row), r: 6 }));
      } else if (view.legal && view.legal.has(name)) {
        inside.push(tag('circle', { class: 'dot', cx: x(column), cy: y(row), r: 3 }));
      }
      if (view.last === name) inside.push(tag('circle', { class: `last ${stone || ''}`, cx: x(column), cy: y(row), r: CELL * 0.22 }));
      const points = owner.get(name);
      if (points && (!stone || dead.has(name))) inside.push(tag('rect', { class: `territory ${points}`, x: x(column) - 5, y: y(row) - 5, width: 10, height: 10 }));
      parts.push(place(name, view, { class: 'point' }, pointLabel(position, name, view), ...inside));
    }
  }
  return drawing('go', side, side, escapeText(say(view, 'boardGo')), ...parts);
}

export { vertexAt };
