// Quantum tic-tac-toe: spooky marks small in their cells, classical marks fill them.
import { vertexName, columnLetter, drawing, place, frame, edgeLabel, tag, say, has, escapeText } from './common.js';

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
const CELL = 100;

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

// What the last ply did: the pair it placed, or the cells that became classical.
export function lastOf(before, now) {
  const old = readPosition(before).marks;
  const { marks } = readPosition(now);
  if (marks.length > old.length) {
    const mark = marks[marks.length - 1];
    return { mark: mark.name, cells: mark.cells };
  }
  const settled = marks.filter((mark, index) => mark.settled && !old[index].settled);
  return { mark: null, cells: settled.map((mark) => mark.settled) };
}

function cellMarks(position, name) {
  return position.marks.filter((mark) => mark.cells.includes(name));
}

export function classicalIn(position, name) {
  return position.marks.find((mark) => mark.settled === name);
}

function spookyClass(mark, name, view) {
  const classes = ['spooky', mark.side];
  if (view.cycle && view.cycle.length > 0) classes.push(view.cycle.includes(mark.name) ? 'glow' : 'faded');
  if (mark.settled && mark.settled !== name) classes.push('vanished');
  if (mark.settled === name) classes.push('settled');
  if (view.last && view.last.mark === mark.name) classes.push('last');
  return classes.join(' ');
}

// On a large board, where cells are small, few marks are drawn larger.
function drawSpooky(marks, name, x, y, view, size) {
  const perRow = marks.length > 9 ? 4 : size > 5 && marks.length <= 4 ? 2 : 3;
  const step = (CELL - 12) / perRow;
  const room = perRow * perRow;
  const shown = marks.length > room ? marks.slice(0, room - 1) : marks;
  const parts = shown.map((mark, index) => {
    const cx = x + 6 + (index % perRow + 0.5) * step;
    const cy = y + 6 + (Math.floor(index / perRow) + 0.5) * step;
    const kind = spookyClass(mark, name, view);
    return tag('g', { class: kind },
      kind.endsWith('last') ? tag('rect', { class: 'ring', x: cx - step * 0.44, y: cy - step * 0.4, width: step * 0.88, height: step * 0.8, rx: 4 }) : '',
      tag('text', { x: cx, y: cy + step * 0.18, 'font-size': step * 0.56, 'text-anchor': 'middle' }, mark.side + subscript(mark.number)));
  });
  if (marks.length > room) {
    parts.push(tag('text', {
      class: 'more', x: x + CELL - 6 - step / 2, y: y + CELL - 6 - step * 0.32, 'font-size': step * 0.5, 'text-anchor': 'middle',
    }, `+${marks.length - shown.length}`));
  }
  return parts;
}

function drawClassical(mark, x, y, view, name) {
  const classes = ['classical', mark.side];
  if (has(view.rows, name)) classes.push('won');
  if (view.cycle && view.cycle.length > 0) classes.push('faded');
  const shape = mark.side === 'x'
    ? tag('path', { d: `M${x + 24} ${y + 22}L${x + 76} ${y + 74}M${x + 76} ${y + 22}L${x + 24} ${y + 74}` })
    : tag('circle', { cx: x + 50, cy: y + 48, r: 28 });
  return [tag('g', { class: classes.join(' ') }, shape,
    tag('text', { x: x + 90, y: y + 92, 'font-size': 17, 'text-anchor': 'end' }, mark.number))];
}

function percent(share) {
  return `${Math.round(share * 100)}%`;
}

function drawEnsemble(chance, x, y) {
  if (!chance || chance.x + chance.o === 0) return '';
  const wide = CELL - 12;
  const bar = (side, from, share) => tag('rect', { class: `chance ${side}`, x: x + 6 + from * wide, y: y + CELL - 9, width: share * wide, height: 5 });
  const word = (side, at, anchor, share) => (share > 0
    ? tag('text', { class: `chance ${side}`, x: at, y: y + CELL - 12, 'font-size': 11, 'text-anchor': anchor }, percent(share)) : '');
  return bar('x', 0, chance.x) + bar('o', 1 - chance.o, chance.o)
    + word('x', x + 6, 'start', chance.x) + word('o', x + CELL - 6, 'end', chance.o);
}

function cellLabel(position, name, view) {
  const classical = classicalIn(position, name);
  const words = [];
  if (classical) words.push(say(view, 'cellClassical', { mark: classical.name }));
  if (!classical || view.history) {
    const names = cellMarks(position, name).filter((mark) => view.history || !mark.settled).map((mark) => mark.name);
    words.push(names.length > 0 ? names.join(' ') : say(view, 'cellEmpty'));
  }
  if (has(view.choices, name)) words.push(say(view, 'cellChoice'));
  if (has(view.rows, name)) words.push(say(view, 'cellRow'));
  if (view.selected === name) words.push(say(view, 'selected'));
  const chance = view.ensemble ? view.ensemble[name] : null;
  if (chance) words.push(`X ${percent(chance.x)}, O ${percent(chance.o)}`);
  return `${name}: ${words.join(', ')}`;
}

function drawCell(position, edge, column, row, view) {
  const name = vertexName(column, row);
  const x = edge + column * CELL;
  const y = (position.size - 1 - row) * CELL;
  const classical = classicalIn(position, name);
  const marks = cellMarks(position, name).filter((mark) => view.history || !mark.settled);
  const classes = ['cell'];
  if (view.selected === name) classes.push('selected');
  if (has(view.choices, name)) classes.push('choice');
  if (has(view.rows, name)) classes.push('row');
  if (view.last && view.last.cells.includes(name)) classes.push('last');
  if (has(view.hint, name)) classes.push('hint');
  if (classical) classes.push('taken');
  const inside = classical && !view.history ? drawClassical(classical, x, y, view, name) : drawSpooky(marks, name, x, y, view, position.size);
  const chance = view.ensemble ? view.ensemble[name] : null;
  return place(name, view, { class: classes.join(' ') }, cellLabel(position, name, view),
    [tag('rect', { class: 'square', x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 6 }), frame(x + 2, y + 2, CELL - 4, 3)],
    [view.legal && view.legal.has(name) && !classical ? tag('circle', { class: 'dot', cx: x + CELL - 9, cy: y + 9, r: 3 }) : '',
    ...inside, classical ? '' : drawEnsemble(chance, x, y)]);
}

// view.cycle: names of the marks on the waiting cycle; view.rows: cells of winning rows;
// view.history: show vanished marks too; view.selected: first cell of a pair; view.choices: cells of
// the closing mark; view.ensemble: cell -> {x, o}; view.last as lastOf answers; view.legal a set.
export function draw(text, view = {}) {
  const position = readPosition(text);
  const side = position.size * CELL;
  const edge = side * 0.05;
  const parts = [];
  for (let i = 0; i < position.size; i += 1) {
    const middle = i * CELL + CELL / 2;
    parts.push(edgeLabel(edge / 2, side - middle, side, i + 1));
    parts.push(edgeLabel(edge + middle, side + edge / 2, side, columnLetter(i)));
  }
  // Top row first: so reads a screen reader.
  for (let row = position.size - 1; row >= 0; row -= 1) {
    for (let column = 0; column < position.size; column += 1) parts.push(drawCell(position, edge, column, row, view));
  }
  return drawing('qttt', edge + side, side + edge, escapeText(say(view, 'boardQttt')), ...parts);
}
