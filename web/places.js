// The places of a board under mouse, finger and keyboard.
import { vertexAt, vertexName } from './games/drawing.js';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// Together with these, keys are the browser's own.
export function isModified(event) {
  return event.altKey || event.ctrlKey || event.metaKey;
}

export function placeOf(event) {
  const node = event.target.closest ? event.target.closest('[data-v], [data-near]') : null;
  return node ? node.dataset.v || node.dataset.near : null;
}

// Draws a board (anew) by `draw`, which reads ui.cursor: where the keys stand, or else the first
// place. The focus stays at the place where it is.
export function redraw(board, ui, draw) {
  const focused = board.contains(document.activeElement) ? document.activeElement.dataset.v : null;
  draw();
  if (!board.querySelector(`[data-v="${ui.cursor}"]`)) {
    ui.cursor = board.querySelector('[data-v]').dataset.v;
    draw();
  }
  if (focused) board.querySelector(`[data-v="${focused}"][tabindex]`)?.focus();
}

// `choose(place, byTouch)` is called for a place that somebody chooses; `ui()` has the cursor of
// the keys; the arrow keys go from place to place, the other way round where the board is `turned`.
export function wirePlaces(board, { choose, ui, turned = () => false }) {
  let touch = false;
  const walk = (place, key) => {
    const { column, row } = vertexAt(place);
    const [right, up] = STEPS[key].map((step) => (turned() ? -step : step));
    const next = vertexName(column + right, row + up);
    const node = board.querySelector(`[data-v="${next}"]`);
    if (!node) return;
    board.querySelector(`[data-v="${ui().cursor}"]`)?.setAttribute('tabindex', '-1');
    ui().cursor = next;
    node.setAttribute('tabindex', '0');
    node.focus();
  };
  board.addEventListener('pointerdown', (event) => {
    touch = event.pointerType === 'touch';
    event.preventDefault(); // the mouse leaves the focus, and with it the arrow keys, where they are
    if (board.contains(document.activeElement)) document.activeElement.blur();
  });
  board.addEventListener('click', (event) => {
    const place = placeOf(event);
    if (place) choose(place, touch);
  });
  board.addEventListener('keydown', (event) => {
    const place = placeOf(event);
    if (!place || isModified(event)) return;
    if (event.key === 'Enter' || event.key === ' ') choose(place, false);
    else if (STEPS[event.key]) walk(place, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
