// Go from "SIZE ROWS SIDE KO BLACK WHITE PASSES KOMI HANDICAP".
import { vertexName, vertexAt, columnLetter, drawing, place, edgeLabel, tag, say, has, escapeText, vertices, legalMoves } from './drawing.js';

const CELL = 30;

function readPosition(text) {
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

// What the marking of a stopped game says of each point.
function readMarks(marks) {
  const owner = new Map();
  for (const colour of ['b', 'w']) {
    for (const name of (marks && marks[colour]) || []) owner.set(name, colour);
  }
  return { owner, dead: marks ? marks.dead : [], seki: marks ? marks.seki : [] };
}

function pointLabel(name, stone, marks, view) {
  const words = [say(view, !stone ? 'pointEmpty' : stone === 'b' ? 'blackStone' : 'whiteStone')];
  const owner = marks.owner.get(name);
  if (marks.dead.includes(name)) words.push(say(view, 'dead'));
  if (marks.seki.includes(name)) words.push(say(view, 'seki'));
  if (owner && (!stone || marks.dead.includes(name))) words.push(say(view, owner === 'b' ? 'blackPoint' : 'whitePoint'));
  if (has(view.last, name)) words.push(say(view, 'lastMove'));
  return `${name}: ${words.join(', ')}`;
}

// Gradients that light the stones from above. Each drawing has its own: those of a hidden drawing
// do not work.
let drawings = 0;

function drawLamps(id) {
  const lamp = (side, ...colours) => tag('radialGradient', { id: `${id}${side}`, cx: 0.36, cy: 0.3, r: 0.75 },
    colours.map((colour, index) => tag('stop', { offset: index / (colours.length - 1), 'stop-color': colour })));
  return tag('defs', {}, lamp('b', '#5a5a5a', '#1c1c1c', '#0c0c0c'), lamp('w', '#ffffff', '#f6f4ef', '#d8d4ca'));
}

function drawStone(side, kind, x, y, view) {
  return tag('circle', { class: `stone ${side} ${kind}`.trim(), fill: `url(#${view.lamps}${side})`, cx: x, cy: y, r: CELL * 0.47 });
}

function drawPoint(position, name, x, y, marks, view) {
  const stone = position.stones.get(name);
  const dead = marks.dead.includes(name);
  const touch = tag('rect', { class: 'touch', x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL });
  const inside = [];
  if (stone) {
    if (!dead) inside.push(tag('circle', { class: 'shade', cx: x + 0.8, cy: y + 1.4, r: CELL * 0.47 }));
    inside.push(drawStone(stone, dead ? 'dead' : '', x, y, view));
    if (marks.seki.includes(name)) inside.push(tag('circle', { class: 'seki', cx: x, cy: y, r: 6 }));
  } else if (view.legal && view.legal.has(name)) {
    inside.push(tag('circle', { class: 'dot', cx: x, cy: y, r: 4.5 }));
  }
  if (has(view.last, name)) inside.push(tag('circle', { class: 'last', cx: x, cy: y, r: CELL * 0.22 }));
  if (has(view.hint, name)) inside.push(tag('circle', { class: 'hint', cx: x, cy: y, r: CELL * 0.36 }));
  const owner = marks.owner.get(name);
  if (owner && (!stone || dead)) inside.push(tag('rect', { class: `territory ${owner}`, x: x - 5, y: y - 5, width: 10, height: 10 }));
  return place(name, view, { class: 'point' }, pointLabel(name, stone, marks, view), [touch], inside);
}

// The stone that would be played at view.aim, and lines that lead to it past the finger.
function drawAim(position, x, y, column, row, side, view) {
  const { size, stones } = position;
  const lines = `M${x(0)} ${y(row)}H${x(size - 1)}M${x(column)} ${y(0)}V${y(size - 1)}`;
  const ghost = drawStone(position.side, 'ghost', x(column), y(row), view);
  return tag('g', { class: 'aim', 'aria-hidden': 'true' }, tag('path', { d: lines, 'stroke-width': side / 320 }),
    stones.has(vertexName(column, row)) ? '' : ghost,
    tag('circle', { class: 'ring', cx: x(column), cy: y(row), r: CELL * 0.62, 'stroke-width': side / 320 }));
}

// view.last a list of vertices; view.legal a set; view.marks {dead, seki, b, w} with lists of
// vertices; view.aim a vertex; view.bare leaves letters and numbers out.
function draw(text, wanted = {}) {
  drawings += 1;
  const view = { ...wanted, lamps: `lamp${drawings}` };
  const position = readPosition(text);
  const { size } = position;
  const inner = (size - 1) * CELL;
  const edge = view.bare ? CELL * 0.7 : CELL * 0.5 + inner * 0.05 + 6;
  const side = edge * 2 + inner;
  const x = (column) => edge + column * CELL;
  const y = (row) => edge + (size - 1 - row) * CELL;
  const marks = readMarks(view.marks);
  const parts = [drawLamps(view.lamps), tag('rect', { class: 'wood', x: 0, y: 0, width: side, height: side, rx: side * 0.01 })];
  const label = (edge - CELL * 0.47) / 2;
  for (let i = 0; i < size; i += 1) {
    parts.push(tag('path', { class: 'line', d: `M${x(0)} ${y(i)}H${x(size - 1)}M${x(i)} ${y(0)}V${y(size - 1)}`, 'stroke-width': side / 640 }));
    if (!view.bare) parts.push(edgeLabel(x(i), label, side, columnLetter(i)), edgeLabel(x(i), side - label, side, columnLetter(i)));
    if (!view.bare) parts.push(edgeLabel(label, y(i), side, i + 1), edgeLabel(side - label, y(i), side, i + 1));
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    for (let column = 0; column < size; column += 1) {
      if (isStar(size, column, row)) parts.push(tag('circle', { class: 'star', cx: x(column), cy: y(row), r: CELL * 0.13 }));
    }
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    for (let column = 0; column < size; column += 1) {
      parts.push(drawPoint(position, vertexName(column, row), x(column), y(row), marks, view));
    }
  }
  if (view.aim) parts.push(drawAim(position, x, y, vertexAt(view.aim).column, vertexAt(view.aim).row, side, view));
  return drawing('go', side, side, escapeText(say(view, 'board')), ...parts);
}

// The table.

// In a stopped game clicks change what is dead: alive, dead, seki, alive ...
function click(state, ui, vertex) {
  if (state.phase !== 'stopped') return { ply: vertex };
  const dead = state.marks && state.marks.dead.includes(vertex);
  const seki = state.marks && state.marks.seki.includes(vertex);
  return { order: `mark ${vertex} ${dead ? 'seki' : seki ? 'alive' : 'dead'}` };
}

const settings = [
  { id: 'komi', order: 'komi', usual: ({ rules }) => (rules === 'japanese' ? '6.5' : '7.5') },
  { id: 'handicap', order: 'handicap', values: () => [0, 2, 3, 4, 5, 6, 7, 8, 9], unless: '0' },
];

const texts = {
  title: 'Go',
  card: 'Surround more than your opponent',
  how: 'Surround more of the board than the other side. Put a stone on a free point; stones never move. Stones of one colour joined along the lines are a chain; a chain with no free point beside it is captured.\n'
    + 'No stone may be put where it would be captured at once unless it captures itself, and none may bring back the position before (ko).\n'
    + 'Surround free points: they are your territory. Pass when nothing is left to gain: two passes end the game. {rules} White gets extra points (komi), because black begins.',
  'how-japanese': 'Both then agree which stones are dead; territory and prisoners are counted.',
  'how-chinese': 'Both then agree which stones are dead; territory and the stones on the board are counted.',
  'how-tromp-taylor': 'Every stone on the board is then alive; territory and the stones on the board are counted.',
  first: 'Put a stone where two lines meet. Surround free points, and capture stones by taking their last free neighbour.',
  due: 'Place a stone, or pass.',
  'rules-japanese': 'Japanese',
  'rules-chinese': 'Chinese',
  'rules-tromp-taylor': 'Tromp-Taylor',
  'side-b': 'black',
  'side-w': 'white',
  captured: 'captured {n}',
  komi: 'Komi',
  handicap: 'Handicap',
  aimed: '{vertex}: tap it again to play, or drag to move the stone.',
  board: 'Go board',
  pointEmpty: 'empty',
  blackStone: 'black stone',
  whiteStone: 'white stone',
  lastMove: 'last move',
  dead: 'dead',
  seki: 'seki',
  blackPoint: 'black\'s point',
  whitePoint: 'white\'s point',
};

const style = `
/* The ring has one colour, with a contrast of at least 3 to the wood of either theme. */
.board-go { --ring: #12307a; --hint: #6b0f75; }
.board-go .wood { fill: var(--wood); }
.board-go .line { stroke: #3b2d14; fill: none; }
.board-go .edge { fill: #3b2d14; }
.board-go .star { fill: #3b2d14; }
.board-go .touch { fill: transparent; stroke-width: 2.5; }
@media (hover: hover) { .board-go [role='button']:hover .touch { fill: rgb(60 40 10 / 35%); rx: 15px; } }
.board-go .stone.w { stroke: #8d8778; stroke-width: 0.6; }
.board-go .shade { fill: rgb(40 25 5 / 35%); }
.board-go .stone.dead { opacity: 0.4; }
.board-go .seki { fill: none; stroke: var(--mark); stroke-width: 3; }
.board-go .dot { fill: rgb(20 60 20 / 70%); pointer-events: none; }
.board-go .last { fill: none; stroke: var(--mark); stroke-width: 3; }
.board-go .hint { fill: none; stroke: var(--hint); stroke-width: 2.5; stroke-dasharray: 5 3; }
.board-go .ghost { opacity: 0.85; }
.board-go .aim { pointer-events: none; }
.board-go .aim path, .board-go .aim .ring { fill: none; stroke: var(--aim); }
.board-go.lens { background: var(--wood); }
.board-go .territory.b { fill: #141414; }
.board-go .territory.w { fill: #fafafa; stroke: #777; }
`;

export const go = {
  texts,
  style,
  draw,
  placesOf: vertices,
  discs: true,
  sample: ['9 ........./........./..X..OO../.....XXO./..X.XO.O./...XO..../..OO..O../........./......... b - 0 0 0 6.5 0', { bare: true }],
  sizes: [9, 13, 19, 5, 7, 11, 15, 17, 21, 25],
  settings,
  toggles: [legalMoves('go', false)],
  record: 'SGF',
  hasPass: true,
  aims: true,
  view: (state, ui, on) => ({ legal: on.dots ? new Set(state.legal) : null, marks: state.marks }),
  click,
  seatNote: (position, side) => ({ text: 'captured', n: readPosition(position).captured[side] }),
};
