// Quantum tic-tac-toe: spooky marks small in their cells, classical marks fill them.
import { vertexName, vertexAt, columnLetter, drawing, place, tag, say, escapeText } from './common.js';

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
const CELL = 100;
const EDGE = 30;

export function subscript(number) {
  return String(number).split('').map((digit) => SUBSCRIPTS[Number(digit)]).join('');
}

// "3 3 x X1:A1-C3@A1 O2:A1-B2?" -> size, marks with cells, where settled, whether waiting.
export function readPosition(text) {
  const [size, win, first, ...words] = text.split(' ');
  const marks = words.map((word) => {
    const [name, rest] = word.split(':');
    const waiting = rest.endsWith('?');
    const [pair, settled] = rest.replace('?', '').split('@');
    const cells = pair.split('-');
    const lone = cells.length === 1;
    return {
      name, side: name[0].toLowerCase(), number: Number(name.slice(1)), cells, waiting,
      settled: settled || (lone ? cells[0] : null),
    };
  });
  return { size: Number(size), win: Number(win), first, marks };
}

function cellMarks(position, name) {
  return position.marks.filter((mark) => mark.cells.includes(name));
}

function classicalIn(position, name) {
  return position.marks.find((mark) => mark.settled === name);
}

// view.cycle: names of the marks on the waiting cycle; view.rows: cells of winning rows;
// view.history: show vanished marks too; view.selected: first cell of a pair; view.choices: cells of
// the closing mark; view.ensemble: cell -> {x, o}.
function spookyClass(mark, name, view) {
  const classes = ['spooky', mark.side];
  if (view.cycle && view.cycle.length > 0) classes.push(view.cycle.includes(mark.name) ? 'glow' : 'faded');
  if (mark.settled && mark.settled !== name) classes.push('vanished');
  if (mark.settled === name) classes.push('settled');
  if (view.lastMark === mark.name) classes.push('last');
  return classes.join(' ');
}

function drawSpooky(marks, name, x, y, view) {
  const perRow = marks.length > 9 ? 4 : 3;
  const step = CELL / perRow;
  const room = perRow * perRow;
  const shown = marks.length > room ? marks.slice(0, room - 1) : marks;
  const parts = shown.map((mark, index) => tag('text', {
    class: spookyClass(mark, name, view),
    x: x + (index % perRow + 0.5) * step, y: y + (Math.floor(index / perRow) + 0.62) * step,
    'font-size': step * 0.6, 'text-anchor': 'middle',
  }, mark.side + subscript(mark.number)));
  if (marks.length > room) {
    parts.push(tag('text', {
      class: 'spooky more', x: x + (perRow - 0.5) * step, y: y + (perRow - 0.38) * step,
      'font-size': step * 0.5, 'text-anchor': 'middle',
    }, `+${marks.length - shown.length}`));
  }
  return parts;
}

function drawClassical(mark, x, y, view, name) {
  const won = view.rows && view.rows.includes(name);
  return [
    tag('text', {
      class: `classical ${mark.side}${won ? ' won' : ''}`, x: x + CELL / 2, y: y + CELL * 0.79,
      'font-size': CELL * 0.9, 'text-anchor': 'middle',
    }, mark.side.toUpperCase()),
    tag('text', {
      class: `classical-number ${mark.side}`, x: x + CELL * 0.9, y: y + CELL * 0.93,
      'font-size': CELL * 0.18, 'text-anchor': 'end',
    }, mark.number),
  ];
}

function drawEnsemble(chance, x, y) {
  if (!chance) return '';
  const bar = (side, from, share) => tag('rect', {
    class: `chance ${side}`, x: x + 4 + from * (CELL - 8), y: y + CELL - 9,
    width: share * (CELL - 8), height: 5,
  });
  return bar('x', 0, chance.x) + bar('o', 1 - chance.o, chance.o);
}

function cellLabel(position, name, view) {
  const classical = classicalIn(position, name);
  if (classical) return `${name}: ${say(view, 'cellClassical', { mark: classical.name })}`;
  const names = cellMarks(position, name).filter((mark) => !mark.settled).map((mark) => mark.name);
  return `${name}: ${names.length > 0 ? names.join(' ') : say(view, 'cellEmpty')}`;
}

function drawCell(position, column, row, view) {
  const name = vertexName(column, row);
  const x = EDGE + column * CELL;
  const y = (position.size - 1 - row) * CELL;
  const classical = classicalIn(position, name);
  const marks = cellMarks(position, name).filter((mark) => view.history || !mark.settled);
  const classes = ['cell'];
  if (view.selected === name) classes.push('selected');
  if (view.choices && view.choices.includes(name)) classes.push('choice');
  if (view.legal && view.legal.has(name)) classes.push('legal');
  if (view.rows && view.rows.includes(name)) classes.push('row');
  if (classical) classes.push('taken');
  const inside = classical && !view.history
    ? drawClassical(classical, x, y, view, name)
    : drawSpooky(marks, name, x, y, view);
  const chance = view.ensemble ? view.ensemble[name] : null;
  return place(name, view, { class: classes.join(' ') }, cellLabel(position, name, view),
    tag('rect', { class: 'square', x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 6 }),
    view.legal && view.legal.has(name) && !classical
      ? tag('circle', { class: 'dot', cx: x + CELL - 9, cy: y + 9, r: 3.5 }) : '',
    ...inside, drawEnsemble(chance, x, y));
}

export function draw(text, view = {}) {
  const position = readPosition(text);
  const side = position.size * CELL;
  const parts = [];
  for (let i = 0; i < position.size; i += 1) {
    const middle = i * CELL + CELL / 2;
    parts.push(tag('text', { class: 'edge', x: EDGE / 2, y: (position.size - 1 - i) * CELL + CELL / 2 + 6, 'text-anchor': 'middle' }, i + 1));
    parts.push(tag('text', { class: 'edge', x: EDGE + middle, y: side + 21, 'text-anchor': 'middle' }, columnLetter(i)));
  }
  // Top row first: so reads a screen reader, and so moves the tab key.
  for (let row = position.size - 1; row >= 0; row -= 1) {
    for (let column = 0; column < position.size; column += 1) parts.push(drawCell(position, column, row, view));
  }
  return drawing('qttt', EDGE + side, side + EDGE, escapeText(say(view, 'boardQttt')), ...parts);
}

// The mark that the last ply placed, for marking it.
export function lastMarkOf(move) {
  return move && move.includes('@') ? move.split('@')[0] : null;
}

export { vertexAt };
