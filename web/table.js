// Drawing of the game we are in: board, seats, moves, buttons, everything around them.
import { t, word } from './i18n.js';
import { clockAfter, clockText } from './clock.js';
import { recall } from './memory.js';
import { $, moveText, page, personName, seatName, setText, sideName } from './page.js';
import { players } from './players.js';
import { renderAim } from './aim.js';
import { sitsElsewhere } from './lobby.js';
import * as go from './boards/go.js';
import { cycleOf, readPosition } from './boards/qttt.js';
import { escapeText, nameHtml } from './boards/common.js';

const SUFFIXES = { qttt: 'txt', draughts: 'PDN', go: 'SGF' };

export function shownPosition() {
  return page.replay ? page.replay.position : page.state.position;
}

export function shownPly() {
  return page.replay ? page.replay.ply : page.state.plies.length;
}

// Legal moves are shown unless somebody prefers a bare board; Go's board stays bare unless asked.
export function dotsShown(game) {
  return (recall(`dots-${game}`) || (game === 'go' ? 'off' : 'on')) === 'on';
}

export function look() {
  return recall('look') || 'classic';
}

// Seats and clocks.

function captured(side) {
  return t('captured', { n: go.readPosition(shownPosition()).captured[side] });
}

function seatLine(side) {
  const { state } = page;
  const seat = state.seats[side];
  const words = [];
  if (state.you.includes(side)) words.push(`– ${t('you')}`);
  if (seat.kind === 'human' && !seat.present) words.push(`(${t('away')})`);
  if (state.game === 'go') words.push(`· ${captured(side)}`);
  const turn = state.toPlay === side ? ' turn' : '';
  return `<p class="seat${turn}"><strong class="${side}">${escapeText(sideName(state.game, side))}</strong> `
    + `<span>${nameHtml(seatName(seat))} ${escapeText(words.join(' '))}</span> <span class="clock" role="timer" data-side="${side}"></span></p>`;
}

export function renderClocks() {
  const { state } = page;
  if (!state || !state.clock) return;
  for (const node of document.querySelectorAll('.clock')) {
    const { side } = node.dataset;
    const runs = state.clock.running === side;
    const gone = runs ? state.clock.elapsed + (performance.now() - state.received) / 1000 : 0;
    const now = clockAfter(state.time, state.clock[side], gone);
    node.textContent = clockText(now);
    node.classList.toggle('low', runs && now.left < 10);
  }
}

// Whose turn it is, or how it ended.

// Why a side has won, in words.
function wonBy() {
  const { state } = page;
  const margin = state.result.split('+')[1];
  if (state.ending === 'scored') return t('won-scored', { n: margin });
  if (state.ending !== 'rules' && state.ending !== null) return t(`ending-${state.ending}`);
  if (state.game === 'qttt') return t(margin === '0.5' ? 'won-narrowly' : 'won-row');
  return t(`won-${state.game}`);
}

export function resultText() {
  const { state } = page;
  if (state.winner !== null) return t('wins', { side: sideName(state.game, state.winner), how: wonBy() });
  const agreed = state.ending === 'agreed' ? ` – ${t('ending-agreed')}` : '';
  return t('drawn') + agreed;
}

function turnText() {
  const { state } = page;
  if (state.phase === 'over') return resultText();
  if (state.phase === 'stopped') return t('stopped');
  if (state.phase === 'open') return t('waitingFor');
  return t('turn', { side: sideName(state.game, state.toPlay) });
}

function afterText() {
  const { winner, you } = page.state;
  if (you.length !== 1 || winner === null) return t('due-over');
  return t(you.includes(winner) ? 'due-won' : 'due-lost');
}

// What there is to do now, for whoever looks.
function dueText() {
  const { state, replay } = page;
  if (replay) return t('due-replay');
  if (state.phase === 'over') return afterText();
  if (sitsElsewhere()) return t('due-elsewhere');
  if (state.phase !== 'playing') return state.you.length > 0 ? t(`due-${state.phase}`) : '';
  if (state.seats[state.toPlay].kind === 'bot') return t('thinking');
  if (state.you.length === 0) return '';
  if (!state.you.includes(state.toPlay)) return t('due-wait');
  const closing = state.game === 'qttt' && readPosition(state.position).marks.find((mark) => mark.waiting);
  return closing ? t('due-collapse', { mark: closing.name, one: closing.cells[0], other: closing.cells[1] }) : t(`due-${state.game}`);
}

// What was played last, for those who hear the page.
function lastText() {
  const { state } = page;
  const ply = shownPly();
  if (ply === 0) return '';
  const [side, move] = state.plies[ply - 1];
  return t('lastWas', { side: sideName(state.game, side), move: moveText(move) });
}

// The board.

function boardView() {
  const { state, ui, replay } = page;
  const shared = {
    history: ui.history, aim: ui.aim, look: look(), flipped: ui.flipped, say: t, last: replay ? replay.last : ui.last, cursor: ui.cursor,
    active: state.game === 'qttt' || (!replay && (state.you.length > 0 || sitsElsewhere())),
  };
  if (replay) return state.game === 'qttt' ? { ...shared, cycle: cycleOf(replay.position) } : shared;
  const view = { ...players[state.game].view(state, ui, dotsShown(state.game)), ...shared, hint: ui.hint };
  return ui.preview ? { ...view, cycle: [], ensemble: null, legal: null, last: null } : view;
}

let drawing = false;
export const isDrawing = () => drawing;

export function renderBoard() {
  const { state, ui, replay } = page;
  const focused = document.activeElement && $('board').contains(document.activeElement) ? document.activeElement.dataset.v : null;
  const shown = !replay && ui.preview ? ui.previews[ui.preview] : shownPosition();
  drawing = true;
  const draw = () => { $('board').innerHTML = players[state.game].draw(shown, boardView()); };
  draw();
  if (!$('board').querySelector(`[data-v="${ui.cursor}"]`)) {
    ui.cursor = $('board').querySelector('[data-v]').dataset.v;
    draw();
  }
  $('board').classList.toggle('preview', !replay && ui.preview !== null);
  const again = focused && $('board').querySelector(`[data-v="${focused}"][tabindex]`);
  if (again) again.focus();
  drawing = false;
  renderAim();
}

// Moves and chat.

// A list that has not changed stays as it was scrolled, and the focus stays on its move in one that has.
function fillMoves(html) {
  const list = $('moves');
  if (list.dataset.shown === html) return;
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.ply : null;
  list.innerHTML = html;
  list.dataset.shown = html;
  if (focused) list.querySelector(`[data-ply="${focused}"]`)?.focus({ preventScroll: true });
  const current = list.querySelector('.current');
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - 2 * current.parentNode.offsetHeight - 8; // two whole rows above it
}

function renderMoves() {
  const { state } = page;
  const shown = shownPly();
  fillMoves(state.plies.map(([side, move], index) => {
    const current = shown === index + 1;
    return `<li><button type="button" data-ply="${index + 1}"${current ? ' class="current" aria-current="step"' : ''}>`
      + `<span class="number">${index + 1}.</span>&nbsp;<span class="${side}">${escapeText(word(side))}</span>&nbsp;${escapeText(moveText(move))}</button></li>`;
  }).join(''));
  $('ply').textContent = `${shown} / ${state.plies.length}`;
  $('first').disabled = shown === 0;
  $('back').disabled = shown === 0;
  $('forward').disabled = shown === state.plies.length;
  $('end').disabled = shown === state.plies.length;
}

let shownLines = []; // of the chat, as HTML

// Lines that stand there already are not said again. The first ones go when the server tells only the last hundred;
// a wholly different chat is one of which all lines go.
export function renderChat() {
  const chat = $('chat');
  const lines = page.state.chat.map((line) => `<p><strong class="${line.side || ''}">${nameHtml(personName(line.from))}:</strong> ${nameHtml(line.text)}</p>`);
  let gone = 0;
  while (shownLines.slice(gone).some((line, index) => line !== lines[index])) gone += 1;
  const stay = shownLines.length - gone;
  const atEnd = stay === 0 || chat.scrollTop + chat.clientHeight > chat.scrollHeight - 8; // else somebody reads further up
  for (let i = 0; i < gone; i += 1) chat.firstElementChild.remove();
  chat.insertAdjacentHTML('beforeend', lines.slice(stay).join(''));
  shownLines = lines;
  if (atEnd && lines.length > stay) chat.scrollTop = chat.scrollHeight;
}

// What was hidden has lost where it was scrolled to: it begins anew.
function clearLists() {
  $('moves').replaceChildren();
  $('moves').dataset.shown = '';
  $('chat').replaceChildren();
  shownLines = [];
}

// Questions.

// What is to be answered: { ask } by the other side or by the page itself, or { wait } for an answer.
export function asked() {
  const { state, ui } = page;
  const requests = { draw: state.drawOffered, undo: state.undoAsked, reset: state.resetAsked, rematch: state.phase === 'over' ? state.rematchAsked : null };
  if (state.you.length === 0) return {};
  if (ui.question) return { ask: ui.question };
  for (const [name, side] of Object.entries(requests)) {
    if (side !== null && !state.you.includes(side) && !(name === 'rematch' && ui.refused)) return { ask: name };
  }
  for (const [name, side] of Object.entries(requests)) if (side !== null && state.you.length === 1) return { wait: name };
  return {};
}

function renderQuestion() {
  const { ask, wait } = asked();
  $('asked').hidden = !ask && !wait;
  $('yes').hidden = !ask;
  $('no').hidden = !ask;
  const text = ask ? t(`asks-${ask}`) : wait ? t(`waits-${wait}`) : '';
  setText('question', text);
}

// The end of a game of Go.

// "W+1.5" in words.
function scoreText(score) {
  const [side, margin] = score.split('+');
  return margin ? t('ahead', { side: sideName('go', side.toLowerCase()), n: margin, score }) : t('drawn');
}

function renderSheet() {
  const { marks, phase } = page.state;
  $('marking').hidden = phase !== 'stopped' && !marks;
  $('markingHelp').hidden = phase !== 'stopped';
  $('markingButtons').hidden = phase !== 'stopped' || page.state.you.length === 0;
  $('accept').disabled = !marks;
  $('score').hidden = phase !== 'stopped';
  $('score').textContent = marks ? scoreText(marks.score) : t('judging');
  $('sheet').hidden = !marks;
  if (!marks) return;
  const line = (key) => `<tr><th scope="row">${escapeText(t(`sheet-${key}`))}</th>${['b', 'w'].map((side) => `<td>${marks.sheet[side][key]}</td>`).join('')}</tr>`;
  const rows = ['stones', 'territory', 'prisoners', 'komi', 'total'].filter((key) => key === 'total' || marks.sheet.b[key] + marks.sheet.w[key] !== 0);
  const accepted = [marks.accepted0, marks.accepted1].map((yes) => (yes && phase === 'stopped' ? ` (${t('accepted')})` : ''));
  $('sheet').innerHTML = `<caption>${escapeText(t('sheet'))}</caption><thead><tr><td></td>`
    + ['b', 'w'].map((side, index) => `<th scope="col">${escapeText(sideName('go', side) + accepted[index])}</th>`).join('')
    + `</tr></thead><tbody>${rows.map(line).join('')}</tbody>`;
}

// Buttons.

function renderButtons() {
  const { state, ui } = page;
  const mine = state.you.length > 0;
  const playing = state.phase === 'playing';
  const humans = Object.values(state.seats).every((seat) => seat.kind === 'human');
  const show = (id, visible) => { $(id).hidden = !visible; };
  const press = (id, pressed) => $(id).setAttribute('aria-pressed', String(pressed));
  show('pass', mine && playing && state.game === 'go');
  show('undo', mine && state.plies.length > 0);
  show('reset', mine && state.plies.length > 0 && state.game !== 'draughts');
  show('hint', mine && state.advice && playing);
  show('evaluate', state.advice && playing);
  show('ensemble', state.game === 'qttt' && state.phase !== 'over');
  show('history', state.game === 'qttt');
  show('dots', mine);
  show('flip', state.game === 'draughts');
  show('draw', mine && playing && humans);
  show('resign', mine && (playing || state.phase === 'stopped'));
  show('rematch', mine && state.phase === 'over');
  show('warcaby', state.game === 'draughts' && mine);
  show('look', state.game === 'draughts');
  show('share', state.phase === 'open' && mine);
  show('linkLocal', /^(localhost$|127\.|\[::1\])/.test(location.hostname));
  press('history', ui.history);
  press('ensemble', ui.ensemble !== null);
  press('dots', dotsShown(state.game));
  press('flip', ui.flipped);
  press('look', look() === 'drawn');
  $('link').value = location.href;
  $('record').href = `record/${state.room}`;
  $('record').textContent = `${t('record')} (${SUFFIXES[state.game]})`;
}

// Who is here, and what follows from that. Nothing else is drawn anew: lists stay as they were scrolled.
export function renderPeople() {
  const { state } = page;
  $('seats').innerHTML = Object.keys(state.seats).map(seatLine).join('');
  $('watchers').textContent = state.watchers > 0 ? t('watchers', { n: state.watchers }) : '';
  renderButtons();
  renderClocks();
}

export function render() {
  const { state } = page;
  const title = !state ? '' : state.game === 'draughts' ? t('warcabyTitle') : t(`game-${state.game}`);
  $('lobby').hidden = state !== null;
  $('room').hidden = state === null;
  document.title = !state ? 'Ternion' : state.game === 'draughts' ? title : `${title} – Ternion`;
  $('title').textContent = title;
  if (!state) {
    clearLists();
    return;
  }
  $('room').className = `game-${state.game}`;
  setText('turn', turnText());
  setText('due', dueText());
  setText('last', lastText());
  renderBoard();
  renderMoves();
  renderChat();
  renderSheet();
  renderQuestion();
  renderPeople();
}
