// A board outside of a game with one task, in place of the lobby: what lessons and puzzles share.
// The session behind it is the order `study`, so nothing here or there knows a rule.
import * as i18n from './i18n.js';
import * as games from './games.js';
import { Film } from './film.js';
import { $, freshUi, freshPosition, net, page, setText, sideName, sounds } from './page.js';
import { redraw, wirePlaces } from './places.js';
import { escapeText } from './games/drawing.js';

const STEP = 1300; // milliseconds between two steps of a story

// What is shown: { task, moves, state, ui, busy, then, film, lines, frame, answer, buttons }.
let shown = null;

// The order `study` about the board of a task after some moves: its state, or the answer to a
// question.
export function study({ game, rules, position }, moves = [], question = '') {
  const words = ['study', game, rules, position];
  if (moves.length > 0) words.push('play', ...moves);
  if (question !== '') words.push('ask', question);
  return net.order(words.join(' '));
}

// Games ask about their positions by orders of a game; only questions are answered here.
export function asker(task, moves = []) {
  return (order) => (order.startsWith('ask ') ? study(task, moves, order.slice(4)) : Promise.resolve({ good: false }));
}

function table() {
  return games[shown.task.game];
}

function say(key, values) {
  return i18n.textOf(shown.task.game, key, values);
}

// The answer of a game's module, { text, ...values }, in words.
function tellOf({ text, side, ...values }) {
  return say(text, side ? { ...values, side: sideName(shown.task.game, side) } : values);
}

// Drawing.

function boardView() {
  const { task, state, ui, frame, busy, then } = shown;
  const game = table();
  const dots = then === null && game.toggles.some(({ id, kept }) => id === 'dots' && kept.usual === kept.on);
  const on = { dots, look: true, flip: task.flipped, ...task.on };
  const common = { ...game.looks?.(on), say, cursor: ui.cursor, active: !busy };
  if (frame) return { ...common, ...frame.view };
  return { ...game.view(state, ui, on), ...common, last: ui.last, hint: ui.hint };
}

function renderBoard() {
  const { state, ui, frame } = shown;
  redraw($('exBoard'), ui, () => { $('exBoard').innerHTML = table().draw(frame ? frame.position : state.position, boardView()); });
}

function fill(id, html) {
  const node = $(id);
  if (node.dataset.shown === html) return; // no needless loss of focus
  node.innerHTML = html;
  node.dataset.shown = html;
}

// What happened so far, one line each; those that stand there already are not said again.
function tell(lines) {
  const list = $('exStory');
  const texts = lines.map(tellOf);
  const told = [...list.children].map((node) => node.textContent);
  if (!told.every((text, index) => text === texts[index])) list.replaceChildren();
  for (const text of texts.slice(list.children.length)) list.insertAdjacentHTML('beforeend', `<li>${escapeText(text)}</li>`);
}

function stepHtml({ href, text, label, done, here }) {
  return `<li><a href="${escapeText(href)}" aria-label="${escapeText(label)}" class="${done ? 'done' : ''}"${here ? ' aria-current="step"' : ''}>${escapeText(text)}</a></li>`;
}

function buttonHtml({ key, text, main, off }) {
  return `<button type="button" id="${key}"${main ? ' class="main"' : ''}${off ? ' disabled' : ''}>${escapeText(text())}</button>`;
}

export function renderTask() {
  if (!shown || page.state) return;
  const { task, state, answer, lines, buttons } = shown;
  const { title, text, task: todo } = task.words();
  setText('exTitle', title);
  setText('exText', text);
  setText('exTask', todo);
  document.title = `${title} – Ternion`;
  fill('exSteps', (task.steps?.() || []).map(stepHtml).join(''));
  tell(lines);
  setText('exAnswer', answer.say());
  $('exAnswer').className = answer.kind;
  fill('exButtons', buttons.map(buttonHtml).join(' '));
  if (state) renderBoard();
}

// What those who show a task do with it. By then it may have been left.

// Says something below the board: `say` is a function, since the language may change. kind:
// right, wrong or ''.
export function answer(say, kind = '') {
  if (!shown) return;
  shown.answer = { say, kind };
  if (kind === 'wrong') sounds.play('refused');
  renderTask();
  if (kind !== '') $('exAnswer').scrollIntoView({ block: 'nearest' });
}

// Buttons below the board: [{ key, text: function, main, off, press }]. The focus goes to the main
// one if it was in the task, or nowhere.
export function offer(buttons) {
  if (!shown) return;
  shown.buttons = buttons;
  renderTask();
  const at = document.activeElement;
  const main = buttons.find((button) => button.main);
  if (main) $(main.key).scrollIntoView({ block: 'nearest' });
  if (main && (at === document.body || !at?.isConnected || $('exercise').contains(at))) $(main.key).focus({ preventScroll: true });
}

// The board takes no more moves: a click on it does `then`.
export function stopBoard(then = () => {}) {
  if (!shown) return;
  shown.then = then;
}

// Marks the places that a move names, until there is another position.
export function hint(move) {
  if (!shown) return;
  shown.ui.hint = table().placesOf(move);
  renderTask();
}

// A move that sets off a chain of events is told one by one, if the game's module can. A click on
// the board hurries it.
async function tellStory(move) {
  const now = shown;
  const frames = await table().story?.(now.state, move, asker(now.task, now.moves)) || [];
  now.film = new Film(frames, STEP, (frame) => {
    if (now !== shown) return;
    now.frame = frame;
    now.lines.push(frame.line);
    renderTask();
  });
  await now.film.run();
  now.frame = null;
}

// The position after these moves, which the session has told.
async function arrive(state, moves) {
  const now = shown;
  const game = table();
  const before = now.state;
  Object.assign(now, { state, moves });
  Object.assign(now.ui, freshPosition(), await game.learn?.(state, asker(now.task, moves)));
  if (moves.length > 0) now.ui.last = game.lastOf ? before && game.lastOf(before.position, state.position) : game.placesOf(moves.at(-1));
}

// Plays a move on the board, a person's or an answer to it. Answers { move, state } or { move,
// code, text } if it was refused; null if there is another task by then.
export async function play(move) {
  const now = shown;
  if (!now) return null;
  now.busy = true;
  const moves = [...now.moves, move.replaceAll(' ', '-')];
  const reply = await study(now.task, moves);
  let outcome = { move: moves.at(-1), code: reply.code, text: reply.good ? '' : i18n.refusal(reply) };
  if (reply.good) {
    const state = JSON.parse(reply.text);
    outcome = { move: state.plies.at(-1)[1], state };
    if (now === shown) await tellStory(outcome.move);
    if (now === shown) await arrive(state, moves);
    sounds.play('ply');
  }
  now.busy = false;
  if (now !== shown) return null;
  renderTask();
  return outcome;
}

async function click(place) {
  const now = shown;
  if (!now?.state) return;
  now.ui.cursor = place;
  if (now.busy) {
    now.film?.hurry();
    return;
  }
  if (now.then) {
    now.then();
    return;
  }
  const { ply, order, note, message, values } = table().click(now.state, now.ui, place);
  const text = message || note;
  answer(() => (text ? tellOf({ text, vertex: place, side: now.state.toPlay, ...values }) : ''), message ? 'wrong' : '');
  if (!ply || order) return;
  const outcome = await play(ply);
  if (outcome) now.task.chosen(outcome);
}

// The board as at the beginning of the task.
export async function restart() {
  const now = shown;
  if (!now) return;
  const { moves = [] } = now.task;
  Object.assign(now, { then: null, lines: [], frame: null, state: null });
  const reply = await study(now.task, moves);
  if (now !== shown || now.state) return;
  if (reply.good) await arrive(JSON.parse(reply.text), moves);
  if (now !== shown) return;
  const refused = !reply.good && reply.code !== 'page.lost'; // we come again
  answer(() => (refused ? i18n.refusal(reply) : ''), refused ? 'wrong' : '');
}

// Shows a task: `game`, `rules`, `position`, the `moves` made since, `words()` with `title`, `text`
// and `task`, `steps()` for the way through many tasks, `chosen(outcome)`, which gets what `play`
// answers, `flipped` (the first side above) and `on` (the toggles of the game's module).
export async function showTask(task) {
  shown?.film?.hurry();
  shown = { task, moves: [], state: null, ui: freshUi(), busy: false, then: null, lines: [], frame: null, answer: { say: () => '', kind: '' }, buttons: [] };
  $('exBoard').replaceChildren();
  await restart();
  window.scrollTo(0, 0);
  $('exWords').focus({ preventScroll: true });
}

// Whether a task is still there: whatever waits for an answer of the session has to ask.
export function isShown(task) {
  return shown?.task === task;
}

export function closeTask() {
  shown?.film?.hurry();
  shown = null;
  $('exBoard').replaceChildren();
}

// What could not be asked without a connection is asked again.
export function resumeTask() {
  if (shown && !shown.state) restart();
}

export function wireExercise() {
  wirePlaces($('exBoard'), { choose: click, ui: () => shown.ui, turned: () => shown.task.flipped === true });
  $('exButtons').addEventListener('click', ({ target }) => shown.buttons.find(({ key }) => key === target.id)?.press());
}
