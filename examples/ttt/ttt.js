// Tic-tac-toe from nine of x, o and . from A1 on: the smallest module of a game. It goes to
// web/games/.
import { vertexName, drawing, place, frame, tag, say, has, escapeText, vertices, legalMoves } from './drawing.js';

const CELL = 100;

function drawMark(side, x, y) {
  return side === 'x' ? tag('path', { class: 'x', d: `M${x + 25} ${y + 25}l50 50m0 -50l-50 50` }) : tag('circle', { class: 'o', cx: x + 50, cy: y + 50, r: 27 });
}

// view.last and view.hint lists of cells; view.legal a set.
function draw(position, view = {}) {
  const cells = [2, 1, 0].flatMap((row) => [0, 1, 2].map((column) => {
    const name = vertexName(column, row);
    const [x, y] = [column * CELL, (2 - row) * CELL];
    const side = position[3 * row + column];
    const kind = `cell${has(view.last, name) ? ' last' : ''}${has(view.hint, name) ? ' hint' : ''}`;
    const dot = view.legal?.has(name) ? tag('circle', { class: 'dot', cx: x + 50, cy: y + 50, r: 5 }) : '';
    return place(name, view, { class: kind }, `${name}: ${side === '.' ? say(view, 'empty') : side}`,
      [tag('rect', { class: 'square', x, y, width: CELL, height: CELL }), frame(x, y, CELL, 4)], [side === '.' ? dot : drawMark(side, x, y)]);
  }));
  return drawing('ttt', 3 * CELL, 3 * CELL, escapeText(say(view, 'board')), ...cells);
}

const texts = {
  title: 'Tic-tac-toe',
  card: 'Three in a row',
  how: 'Take a cell in turn. Three of your marks in a row win.',
  due: 'Take a cell.',
  won: 'three in a row',
  'rules-classical': 'classical',
  'side-x': 'X',
  'side-o': 'O',
  board: 'Board of tic-tac-toe',
  empty: 'empty',
};

const style = `
.board-ttt .square { fill: var(--panel); stroke: var(--line); stroke-width: 2; }
.board-ttt .last .square { fill: color-mix(in srgb, var(--mark) 12%, var(--panel)); }
.board-ttt .x, .board-ttt .o { fill: none; stroke: var(--x); stroke-width: 10; stroke-linecap: round; }
.board-ttt .o { stroke: var(--o); }
.board-ttt .dot { fill: var(--soft); opacity: 0.4; }
`;

export const ttt = {
  texts,
  style,
  draw,
  view: (state, ui, on) => ({ legal: on.dots ? new Set(state.legal) : null }),
  click: (state, ui, vertex) => ({ ply: vertex }),
  placesOf: vertices,
  sample: ['x...o...x', {}],
  toggles: [legalMoves('ttt', true)],
  record: 'txt',
};
