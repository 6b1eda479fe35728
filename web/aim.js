// Fingers on small points. Where the places of a board are too close together to be hit, the first
// touch only aims: the drawing shows what would be played at view.aim, and a lens its surroundings
// larger. The aim is dragged, or moved by another touch on the board or in the lens; a second touch
// on it, or the button, plays. A drawing that can be aimed at has a square .touch in each place.
import { t } from './i18n.js';
import { $, gameHere, message, page, say } from './page.js';
import { vertexAt, vertexName } from './games/drawing.js';

const WIDE_ENOUGH = 30; // CSS pixels between points that a finger hits without help
const STARTS = 6; // CSS pixels after which a touch is a drag
const READABLE = 56; // CSS pixels of a place whose marks can be read, however many
const LENS_POINTS = 5; // across the lens

// How wide a place of the board is for the finger, also when the page is pinched larger.
function placeWidth() {
  const node = $('board').querySelector('[data-v]');
  return node.getBoundingClientRect().width * (window.visualViewport ? window.visualViewport.scale : 1);
}

// Whether a touch there is to aim rather than to play.
export function aims(vertex) {
  const { state, ui, replay } = page;
  return gameHere().aims && !replay && state.legal.length > 0 && ui.aim !== vertex && placeWidth() < WIDE_ENOUGH;
}

export function aimAt(vertex) {
  page.ui.aim = vertex;
  message(vertex ? say('aimed', { vertex }) : '');
}

// A larger view of the drawn board with a place, which has a square of that class, in its middle.
// Its places have data-near instead of data-v: there is one place of each name.
function drawLens(board, vertex, square, points) {
  const lens = board.cloneNode(true);
  const middle = board.querySelector(`[data-v="${vertex}"] .${square}`);
  const cell = Number(middle.getAttribute('width'));
  const corner = (name) => Number(middle.getAttribute(name)) - ((points - 1) / 2) * cell;
  lens.setAttribute('viewBox', `${corner('x')} ${corner('y')} ${points * cell} ${points * cell}`);
  lens.setAttribute('aria-hidden', 'true');
  lens.removeAttribute('role');
  lens.classList.add('lens');
  for (const node of lens.querySelectorAll('[data-v]')) {
    node.dataset.near = node.dataset.v;
    for (const name of ['data-v', 'class', 'role', 'tabindex', 'aria-label']) node.removeAttribute(name);
  }
  for (const node of lens.querySelectorAll('[data-ink]')) node.removeAttribute('data-ink');
  return lens;
}

// Where the lens lies: across the board from the aim, and above or below it, whichever is opposite
// and, of a board that is partly scrolled away, can be seen.
function lensCorner({ column, row }) {
  const { size } = page.state;
  const { top, bottom, height } = $('board').getBoundingClientRect();
  const seen = { top: top > -height / 10, bottom: bottom < window.innerHeight + height / 10 };
  const wish = row < size / 2 ? 'top' : 'bottom';
  const other = wish === 'top' ? 'bottom' : 'top';
  return [column < size / 2 ? 'right' : 'left', seen[wish] || !seen[other] ? wish : other];
}

export function renderAim() {
  const { ui } = page;
  $('board').classList.toggle('aiming', ui.aim !== null);
  $('aim').hidden = ui.aim === null;
  if (ui.aim === null) return;
  const lens = drawLens($('board').firstElementChild, ui.aim, 'touch', LENS_POINTS);
  lens.classList.add(...lensCorner(vertexAt(ui.aim)));
  $('board').append(lens);
  $('aimPlay').textContent = t('playAt', { vertex: ui.aim });
}

// What a chosen place holds, where that is too small to be read: large, in the far corner, and a
// touch there goes to the board below it.
export function renderCloseUp() {
  const { selected } = page.ui;
  const board = $('board').firstElementChild;
  if (!selected || page.replay || !board.querySelector(`[data-v="${selected}"] .square`) || placeWidth() >= READABLE) return;
  const lens = drawLens(board, selected, 'square', 1);
  lens.classList.add('closeUp', ...lensCorner(vertexAt(selected)));
  $('board').append(lens);
}

// A drag moves the aim as far as the finger goes, wherever it began: so the finger need not cover
// it.
export function wireAim(board, redraw) {
  let drag = null;
  board.addEventListener('pointerdown', (event) => {
    drag = page.ui.aim && event.pointerType === 'touch' ? { ...vertexAt(page.ui.aim), finger: event.pointerId, x: event.clientX, y: event.clientY, moved: false } : null;
  });
  board.addEventListener('pointermove', (event) => {
    if (!drag || drag.finger !== event.pointerId || !page.ui.aim) return;
    const across = event.clientX - drag.x;
    const down = event.clientY - drag.y;
    if (!drag.moved && Math.hypot(across, down) < STARTS) return;
    if (!drag.moved) board.setPointerCapture(event.pointerId); // the touched node is about to be replaced
    drag.moved = true;
    const width = board.querySelector('[data-v]').getBoundingClientRect().width;
    const { size } = page.state;
    const within = (value) => Math.max(0, Math.min(size - 1, Math.round(value)));
    const vertex = vertexName(within(drag.column + across / width), within(drag.row - down / width));
    if (vertex === page.ui.aim) return;
    aimAt(vertex);
    redraw();
  });
  // The click that ends a drag, if there is one, is no touch of its own.
  board.addEventListener('click', (event) => {
    if (drag && drag.moved) event.stopImmediatePropagation();
    drag = null;
  });
}
