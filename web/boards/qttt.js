// Quantum tic-tac-toe: spooky marks small in their cells, classical marks fill them.
import { vertexName, vertexAt, columnLetter, drawing, placeParts, frame, edgeLabel, tag, say, has, escapeText } from './common.js';

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

// Names of the marks on the cycle that waits to be collapsed, if one does. What is spooky besides the
// mark that closed it is a forest: there is one way between its cells.
export function cycleOf(text) {
  const { marks } = readPosition(text);
  const closing = marks.find((mark) => mark.waiting);
  if (!closing) return [];
  const [from, to] = closing.cells;
  const tied = marks.filter((mark) => !mark.settled && mark !== closing);
  const way = (cell, names) => {
    if (cell === to) return names;
    const next = tied.filter((mark) => mark.cells.includes(cell) && !names.includes(mark.name));
    return next.reduce((found, mark) => found || way(mark.cells.find((other) => other !== cell), [...names, mark.name]), null);
  };
  return [...way(from, []), closing.name];
}

function cellMarks(position, name) {
  return position.marks.filter((mark) => mark.cells.includes(name));
}

export function classicalIn(position, name) {
  return position.marks.find((mark) => mark.settled === name);
}

function spookyClass(mark, name, view) {
  const classes = ['spooky', mark.side];
  if (mark.coming) classes.push('coming');
  if (view.cycle && view.cycle.length > 0) classes.push(view.cycle.includes(mark.name) ? 'glow' : 'faded');
  if (mark.settled && mark.settled !== name) classes.push('vanished');
  if (mark.settled === name) classes.push('settled');
  if (view.last && view.last.mark === mark.name) classes.push('last');
  return classes.join(' ');
}

// Where the marks of a cell stand: few of them large, many small, and what has no room is left out.
function spotsOf(marks, x, y, view) {
  const perRow = marks.length > 9 ? 4 : marks.length <= 4 && !view.ensemble ? 2 : 3;
  const step = (CELL - 12) / perRow;
  const room = perRow * perRow;
  const shown = marks.length > room ? marks.slice(0, room - 1) : marks;
  const spots = shown.map((mark, index) => ({
    mark, step, cx: x + 6 + (index % perRow + 0.5) * step, cy: y + 6 + (Math.floor(index / perRow) + 0.5) * step,
  }));
  return { spots, step, more: marks.length - shown.length };
}

function drawSpooky(marks, name, x, y, view) {
  const { spots, step, more } = spotsOf(marks, x, y, view);
  const parts = spots.map(({ mark, cx, cy }) => {
    const kind = spookyClass(mark, name, view);
    return tag('g', { class: kind },
      kind.endsWith('last') ? tag('rect', { class: 'ring', x: cx - step * 0.44, y: cy - step * 0.4, width: step * 0.88, height: step * 0.8, rx: 4 }) : '',
      tag('text', { x: cx, y: cy + step * 0.18, 'font-size': step * 0.56, 'text-anchor': 'middle' }, mark.side + subscript(mark.number)));
  });
  if (more > 0) {
    parts.push(tag('text', {
      class: 'more', x: x + CELL - 6 - step / 2, y: y + CELL - 6 - step * 0.32, 'font-size': step * 0.5, 'text-anchor': 'middle',
    }, `+${more}`));
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

function marksShown(position, name, view) {
  return cellMarks(position, name).filter((mark) => view.history || !mark.settled);
}

// The mark that is to be placed next, as it will be seen in a cell that is chosen for it.
function comingMark({ marks, first }) {
  const side = marks.length % 2 === 0 ? first : first === 'x' ? 'o' : 'x';
  return { name: '', side, number: marks.length + 1, cells: [], coming: true };
}

function cornerOf(position, edge, name) {
  const { column, row } = vertexAt(name);
  return { x: edge + column * CELL, y: (position.size - 1 - row) * CELL };
}

function spotOf(position, edge, name, mark, view) {
  const { x, y } = cornerOf(position, edge, name);
  return spotsOf(marksShown(position, name, view), x, y, view).spots.find((spot) => spot.mark === mark);
}

// A line between the two places of a spooky mark, bent towards the middle of the board so that it does
// not run along a row of marks; it leaves both ends readable.
function drawTie(position, edge, mark, kind, view) {
  const [from, to] = mark.cells.map((name) => spotOf(position, edge, name, mark, view));
  if (mark.settled || !from || !to) return '';
  const [dx, dy] = [to.cx - from.cx, to.cy - from.cy];
  const long = Math.hypot(dx, dy);
  const [mx, my] = [(from.cx + to.cx) / 2, (from.cy + to.cy) / 2];
  const centre = (position.size * CELL) / 2;
  const bend = (edge + centre - mx) * -dy + (centre - my) * dx < 0 ? -0.12 : 0.12;
  const [bx, by] = [mx - dy * bend, my + dx * bend];
  const end = (one) => {
    const cut = (one.step * 0.5) / long;
    return `${(one.cx + (bx - one.cx) * 2 * cut).toFixed(1)} ${(one.cy + (by - one.cy) * 2 * cut).toFixed(1)}`;
  };
  return tag('path', { class: `tie ${kind}`, d: `M${end(from)}Q${bx.toFixed(1)} ${by.toFixed(1)} ${end(to)}`, 'aria-hidden': 'true' });
}

// What is tied to what: the waiting cycle, or else the pair placed last.
function drawTies(position, edge, view) {
  const cycle = view.cycle && view.cycle.length > 0;
  const tied = position.marks.filter((mark) => (cycle ? view.cycle.includes(mark.name) : view.last && view.last.mark === mark.name));
  return tied.map((mark) => drawTie(position, edge, mark, cycle ? 'cycle' : 'newest', view));
}

function drawCell(position, edge, column, row, view) {
  const name = vertexName(column, row);
  const { x, y } = cornerOf(position, edge, name);
  const classical = classicalIn(position, name);
  const marks = marksShown(position, name, view);
  const classes = ['cell'];
  if (view.selected === name) classes.push('selected');
  if (view.selected === name) marks.push(comingMark(position));
  if (has(view.choices, name)) classes.push('choice');
  if (has(view.rows, name)) classes.push('row');
  if (view.last && view.last.cells.includes(name)) classes.push('last');
  if (has(view.hint, name)) classes.push('hint');
  if (classical) classes.push('taken');
  const inside = classical && !view.history ? drawClassical(classical, x, y, view, name) : drawSpooky(marks, name, x, y, view);
  const chance = view.ensemble ? view.ensemble[name] : null;
  return placeParts(name, view, { class: classes.join(' ') }, cellLabel(position, name, view),
    [tag('rect', { class: 'square', x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 6 }), frame(x + 2, y + 2, CELL - 4, 3)],
    [view.legal && view.legal.has(name) && !classical ? tag('circle', { class: 'dot', cx: x + CELL - 9, cy: y + 9, r: 3 }) : '',
    ...inside, classical ? '' : drawEnsemble(chance, x, y)]);
}

// view.cycle: names of the marks on the waiting cycle; view.rows: cells of winning rows;
// view.history: show vanished marks too; view.selected: first cell of a pair; view.choices: cells of
// the closing mark; view.ensemble: cell -> {x, o}; view.last as lastOf answers; view.legal a set;
// view.bare leaves letters and numbers out.
export function draw(text, view = {}) {
  const position = readPosition(text);
  const side = position.size * CELL;
  const edge = view.bare ? 0 : side * 0.05;
  const parts = [];
  for (let i = 0; i < position.size && !view.bare; i += 1) {
    const middle = i * CELL + CELL / 2;
    parts.push(edgeLabel(edge / 2, side - middle, side, i + 1));
    parts.push(edgeLabel(edge + middle, side + edge / 2, side, columnLetter(i)));
  }
  // Top row first: so reads a screen reader.
  const cells = [];
  for (let row = position.size - 1; row >= 0; row -= 1) {
    for (let column = 0; column < position.size; column += 1) cells.push(drawCell(position, edge, column, row, view));
  }
  parts.push(...cells.map(([cell]) => cell), ...drawTies(position, edge, view), ...cells.map(([, ink]) => ink));
  return drawing('qttt', edge + side, side + edge, escapeText(say(view, 'boardQttt')), ...parts);
}
