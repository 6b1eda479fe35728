// Quantum tic-tac-toe: spooky marks small in their cells, classical marks fill them.
import { vertexName, vertexAt, columnLetter, drawing, placeParts, frame, edgeLabel, tag, say, has, escapeText, vertices, notYours, legalMoves } from './drawing.js';

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
const CELL = 100;

function subscript(number) {
  return String(number).split('').map((digit) => SUBSCRIPTS[Number(digit)]).join('');
}

// "3 3 x X1:A1-C3@A1 O2:A1-B2?" -> size, marks with cells, where settled, whether waiting.
function readPosition(text) {
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
function lastOf(before, now) {
  const old = readPosition(before).marks;
  const { marks } = readPosition(now);
  if (marks.length > old.length) {
    const mark = marks[marks.length - 1];
    return { mark: mark.name, cells: mark.cells };
  }
  const settled = marks.filter((mark, index) => mark.settled && !old[index].settled);
  return { mark: null, cells: settled.map((mark) => mark.settled) };
}

// Names of the marks on the cycle that waits to be collapsed, if one does. What is spooky besides
// the mark that closed it is a forest: there is one way between its cells.
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

function classicalIn(position, name) {
  return position.marks.find((mark) => mark.settled === name);
}

function spookyClass(mark, name, view) {
  const classes = ['spooky', mark.side];
  if (mark.coming) classes.push('coming');
  if (view.cycle.length > 0) classes.push(view.cycle.includes(mark.name) ? 'glow' : 'faded');
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
  if (view.cycle.length > 0) classes.push('faded');
  if (view.fresh === name) classes.push('fresh');
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
  if (has(view.rows, name)) words.push(say(view, classical.side === view.winner ? 'cellRow' : 'cellRowBeaten'));
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

// A line between the two places of a spooky mark, bent towards the middle of the board so that it
// does not run along a row of marks; it leaves both ends readable.
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
  const cycle = view.cycle.length > 0;
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
  if (has(view.rows, name)) classes.push('row', `of-${classical.side}`, classical.side === view.winner ? 'deciding' : 'beaten');
  if (view.last && view.last.cells.includes(name)) classes.push('last');
  if (has(view.hint, name)) classes.push('hint');
  if (classical) classes.push('taken');
  const inside = classical && !view.history ? drawClassical(classical, x, y, view, name) : drawSpooky(marks, name, x, y, view);
  const chance = view.ensemble ? view.ensemble[name] : null;
  return placeParts(name, view, { class: classes.join(' ') }, cellLabel(position, name, view),
    [tag('rect', { class: 'square', x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 6 }), frame(x + 2, y + 2, CELL - 4, 3)],
    [view.legal && view.legal.has(name) && !classical ? tag('circle', { class: 'dot', cx: x + CELL - 11, cy: y + 11, r: 3.8 }) : '',
    ...inside, classical ? '' : drawEnsemble(chance, x, y)]);
}

// view.rows: cells of complete rows, and view.winner the side whose rows decided; view.history:
// show vanished marks too; view.selected: first cell of a pair; view.choices: cells of the closing
// mark; view.ensemble: cell -> {x, o}; view.last as lastOf answers; view.legal a set; view.bare
// leaves letters and numbers out. The marks on a cycle that waits to be collapsed glow.
function draw(text, wanted = {}) {
  const view = { ...wanted, cycle: cycleOf(text) };
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
  return drawing('qttt', edge + side, side + edge, escapeText(say(view, 'board')), ...parts);
}

// The table.

function view(state, ui, on) {
  const pairs = state.legal.filter((move) => !move.includes('@')).map((move) => move.split('-'));
  const fitting = pairs.filter((pair) => !ui.selected || pair.includes(ui.selected));
  const choices = state.legal.filter((move) => move.includes('@')).map((move) => move.split('@')[1]);
  return {
    legal: on.dots ? new Set(fitting.flat().filter((cell) => cell !== ui.selected)) : null, choices,
    selected: ui.selected, rows: ui.rows.flat(), winner: state.winner, ensemble: on.ensemble,
  };
}

function click(state, ui, vertex) {
  if (notYours(state) || state.legal.length === 0) return { ply: vertex };
  const collapse = state.legal.find((move) => move.endsWith(`@${vertex}`));
  if (collapse) return { ply: collapse };
  if (state.legal.includes(vertex) || state.legal[0].includes('@')) return { ply: vertex };
  if (!ui.selected) {
    if (!state.legal.some((move) => move.split('-').includes(vertex))) return { ply: vertex }; // the session says why not
    ui.selected = vertex;
    return { note: 'secondCell' };
  }
  const first = ui.selected;
  ui.selected = null;
  return first === vertex ? { note: 'unselected' } : { ply: `${first} ${vertex}` };
}

// A click on a classical mark shows all marks that were ever there, until another one hides them or
// the position changes.
function peek(position, ui, vertex) {
  if (!classicalIn(readPosition(position), vertex)) return null;
  ui.on.history = !ui.on.history;
  ui.brief = ui.on.history ? ['history'] : [];
  return { text: ui.on.history ? 'historyShown' : 'historyHidden' };
}

// Both outcomes of a collapse before one is chosen, and the rows that won.
async function learn(state, order) {
  const found = { previews: {}, rows: [] };
  if (state.position.includes('?')) {
    for (const move of state.legal) {
      const outcome = await order(`preview ${move}`);
      if (outcome.good) found.previews[move.split('@')[1]] = outcome.text;
    }
  } else if (state.phase === 'over') {
    const reply = await order('ask rows');
    if (reply.good && reply.text !== 'none') found.rows = reply.text.trim().split('\n').map((row) => row.trim().split(' '));
  }
  return found;
}

// A collapse mark by mark, as the session tells it: the position after each, and words for it.
function story({ position }, move, order) {
  const [, cell] = move.split('@');
  return cell ? cascade(position, cell, order) : null;
}

async function cascade(position, cell, order) {
  const reply = await order(`ask cascade ${cell}`);
  if (!reply.good) return [];
  const words = position.split(' ');
  return reply.text.split('\n').map((line) => {
    const [mark, at, by] = line.split(' ');
    const index = words.findIndex((word) => word.startsWith(`${mark}:`));
    words[index] = `${words[index].replace('?', '')}@${at}`;
    return { position: words.join(' '), line: by ? { text: 'follows', mark, cell: at, by } : { text: 'settles', mark, cell: at }, view: { last: { mark, cells: [at] }, fresh: at } };
  });
}

function due(position) {
  const { size, marks } = readPosition(position);
  const closing = marks.find((mark) => mark.waiting);
  if (closing) return { text: 'due-collapse', mark: closing.name, one: closing.cells[0], other: closing.cells[1] };
  return { text: marks.filter((mark) => mark.settled).length === size * size - 1 ? 'due-lone' : 'due' };
}

// The side that collapses a cycle moves on, and an engine does so at once: the collapse is told
// until the other side has moved, or there is another cycle to speak of.
function news(plies, position) {
  if (position.includes('?')) return null;
  const [last] = plies.slice(-1);
  const found = plies.slice(-2).find(([side, move]) => side === last[0] && move.includes('@'));
  if (!found) return null;
  const [mark, cell] = found[1].split('@');
  return { text: 'collapsed', side: found[0], mark, cell };
}

function share(word) {
  const [above, below = '1'] = word.split('/');
  return Number(above) / Number(below);
}

// Classical boards as positions: each line has a share of the whole and says where every mark is.
function readBoards(reply, position) {
  return reply.split('\n').map((line) => {
    const [part, ...marks] = line.split(' ');
    const cellOf = Object.fromEntries(marks.map((mark) => mark.split('@')));
    const words = position.split(' ').map((word) => {
      const [name, rest] = word.split(':');
      return rest && cellOf[name] ? `${name}:${rest.replace(/[@?].*/, '')}@${cellOf[name]}` : word;
    });
    return { share: part, position: words.join(' ') };
  });
}

// How likely each cell ends as x, o or empty: for the board and as a table.
function readEnsemble(reply, say) {
  const cells = {};
  for (const line of reply.split('\n')) {
    const found = /^([A-Z]\d+) x (\S+) o (\S+) empty (\S+)/.exec(line);
    if (found) cells[found[1]] = { x: share(found[2]), o: share(found[3]), words: found.slice(2, 5) };
  }
  const boards = /^boards (\S+)/.exec(reply);
  return {
    value: cells, caption: say('ensembleOf', { n: boards ? boards[1] : '?' }), heads: [say('cell'), 'X', 'O', say('cellEmpty')],
    boards: { count: Number(boards[1]), ask: (from, count) => `ensemble ${from} ${count}`, read: readBoards },
    rows: Object.entries(cells).filter(([, { x, o }]) => x + o > 0).map(([cell, { words }]) => [cell, ...words]),
  };
}

// By one row of its own, by several, or by a better one than the other side's.
function won(margin, { rows }) {
  if (margin === '0.5') return 'won-narrowly';
  return rows.length > 1 ? 'won-doubly' : 'won-row';
}

const settings = [
  {
    id: 'winLength', order: 'win_length', follows: 'size', usual: ({ size }) => Math.min(size, 4),
    values: ({ size }) => Array.from({ length: Math.max(size - 2, 1) }, (_, index) => index + 3),
  },
  { id: 'begins', order: 'begin', values: ({ sides }) => sides, textKey: (side) => `side-${side}` },
];

const toggles = [
  { id: 'ensemble', ask: 'ensemble', read: readEnsemble, shown: (state) => state.phase !== 'over' },
  { id: 'history' },
  legalMoves('qttt', true),
];

const texts = {
  title: 'Quantum tic-tac-toe',
  card: 'Every mark is in two cells at once',
  how: 'Get three of your marks in a row, or as many as the settings say. Choose two cells: your mark is in both of them at once, until it is decided where it really is. A cell can hold many such marks.\n'
    + 'When pairs close a cycle, the other player collapses it and decides in which of its two cells the newest mark settles. All marks tied to the cycle settle with it, one to a cell, and stay.\n'
    + 'A row of settled marks wins. If one collapse gives both players a row, the win is narrow. {rules}\n'
    + 'After the collapse the player who decided it makes the next move.',
  'how-goff': 'The row whose newest mark is older then wins. With one cell left, the player to move takes it with a mark that is settled at once.',
  'how-earliest': 'The row with the oldest mark then wins. With one cell left, the player to move takes it with a mark that is settled at once.',
  'how-sum': 'The row whose numbers have the larger sum then wins. You may not repeat a pair of your own while its mark is not settled. With one cell left, nobody can play a pair, and the game is a draw.',
  first: 'Choose two cells: your mark is in both at once. When marks are tied in a ring, one of the players decides, and they all settle. Three settled marks in a row win.',
  due: 'Choose two cells for your next mark.',
  'due-collapse': '{mark} has closed a cycle of tied marks. Decide where it really is: choose {one} or {other}.',
  'due-lone': 'Take the last cell.',
  'rules-goff': 'Goff',
  'rules-earliest': 'earliest mark',
  'rules-sum': 'sum of marks',
  'side-x': 'X',
  'side-o': 'O',
  'won-row': 'a row of settled marks',
  'won-doubly': 'a double win: more than one row',
  'won-narrowly': 'narrowly, both have a row',
  'puzzle-win': 'Find the win',
  'puzzleDo-win': '{side} is to play and wins, whatever the other side does. Choose the right pair of cells.',
  'puzzle-draw': 'Save the draw',
  'puzzleDo-draw': '{side} is to play and may lose. Choose a pair of cells that saves the draw.',
  'puzzle-collapse': 'Which collapse?',
  'puzzleDo-collapse': 'A cycle waits, and {side} decides. One outcome is better than the other: which?',
  winLength: 'In a row',
  begins: 'Begins',
  ensemble: 'Probabilities',
  'tip-ensemble': 'How likely each cell ends as X or O',
  ensembleOf: 'Probabilities (classical boards: {n})',
  cell: 'Cell',
  history: 'All marks',
  'tip-history': 'Also the marks that have vanished',
  historyShown: 'Now all marks are shown, also those that have vanished. Choose a settled cell again to hide them.',
  historyHidden: 'Now only the marks that count are shown.',
  secondCell: '{vertex} is chosen; choose the second cell.',
  settles: '{mark} settles in {cell}.',
  follows: '{by} took a cell of {mark}, so {mark} must go to {cell}.',
  collapsed: '{side} has collapsed the cycle: {mark} is in {cell}.',
  preview: 'Preview: the closing mark settles in {cell}.',
  board: 'Board of quantum tic-tac-toe',
  cellEmpty: 'empty',
  cellClassical: 'classical {mark}',
  cellChoice: 'choose to settle the cycle here',
  cellRow: 'in a winning row',
  cellRowBeaten: 'in the row that came second',
};

const style = `
.board-qttt .square { fill: var(--panel); stroke: var(--line); stroke-width: 1.5; }
.board-qttt .last .square { fill: color-mix(in srgb, var(--mark) 12%, var(--panel)); }
.board-qttt .selected .frame { stroke: var(--mark); }
.board-qttt .choice .frame { stroke: var(--glow); }
.board-qttt .row { --side: var(--o); }
.board-qttt .row.of-x { --side: var(--x); }
.board-qttt .row .square { fill: color-mix(in srgb, var(--side) 22%, var(--panel)); }
.board-qttt .row.beaten .square { fill: color-mix(in srgb, var(--side) 7%, var(--panel)); }
.board-qttt .row .frame { stroke: var(--side); }
.board-qttt .row.beaten .frame { stroke-dasharray: 4 6; }
.board-qttt .dot { fill: var(--soft); opacity: 0.8; }
.board-qttt [role='button']:hover .square { stroke: var(--accent); }
.board-qttt text { font-weight: 600; }
.board-qttt .spooky text { paint-order: stroke; stroke: var(--panel); stroke-width: 3px; }
.board-qttt .x text, .board-qttt text.x, .board-qttt rect.x { fill: var(--x); }
.board-qttt .o text, .board-qttt text.o, .board-qttt rect.o { fill: var(--o); }
.board-qttt .spooky .ring { fill: none; stroke: var(--mark); stroke-width: 1.2; }
.board-qttt .tie { fill: none; stroke-linecap: round; pointer-events: none; }
.board-qttt .tie { stroke: var(--mark); stroke-width: 2.5; opacity: 0.8; }
.board-qttt .tie.newest { stroke-width: 1.8; stroke-dasharray: 0.1 4; }
.board-qttt .classical path, .board-qttt .classical circle { fill: none; stroke-width: 11; stroke-linecap: round; }
.board-qttt .classical.x path { stroke: var(--x); }
.board-qttt .classical.o circle { stroke: var(--o); }
.board-qttt .classical text { font-weight: 400; }
.board-qttt .faded { opacity: 0.25; }
.board-qttt .glow text { stroke: var(--glow); } /* where there is no filter for parts of a drawing: WebKit */
.board-qttt .glow { filter: drop-shadow(0 0 2px var(--glow)) drop-shadow(0 0 4px var(--glow)); animation: pulse 1.4s ease-in-out infinite; }
.board-qttt .coming { opacity: 0.4; }
.board-qttt .vanished { opacity: 0.45; }
.board-qttt .vanished text { text-decoration: line-through; stroke: none; }
.board-qttt .settled text { text-decoration: underline; stroke: none; }
.board-qttt .more { fill: var(--soft); }
.preview .board-qttt .choice .square { fill: color-mix(in srgb, var(--glow) 18%, var(--panel)); }
.preview .board-qttt .classical { opacity: 0.7; }
.board-qttt .fresh { animation: settle 0.5s ease-out; transform-box: fill-box; transform-origin: center; }
@keyframes settle { from { transform: scale(0.3); opacity: 0; } }
@keyframes pulse { 50% { opacity: 0.6; } }
@media (prefers-reduced-motion: reduce) { .board-qttt :is(.glow, .fresh) { animation: none; } }
`;

export const qttt = {
  texts,
  style,
  draw,
  placesOf: (move) => vertices(move.split('@').pop()),
  lastOf,
  sample: ['3 3 x X1:A1-C3@C3 O2:A1-B2@A1 X3:B2-C3@B2 O4:A3-C1 X5:A2-A3', { bare: true, last: { mark: 'X5', cells: ['A2', 'A3'] } }],
  settings,
  toggles,
  puzzles: ['win', 'draw', 'collapse'],
  record: 'txt',
  looks: (on) => ({ history: on.history }),
  view,
  click,
  peek,
  learn,
  story,
  due,
  news,
  won,
};
