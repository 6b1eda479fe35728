// Drawing of the game we are in: board, seats, moves, buttons, everything around them.
import { t, textOf, toldOf, word } from './i18n.js';
import { clockAfter, clockText } from './clock.js';
import { isLocal } from './local.js';
import { recall } from './memory.js';
import { $, gameHere, moveText, page, personName, say, seatName, setText, sideName, tell } from './page.js';
import { renderAim, renderCloseUp } from './aim.js';
import { isMistake, renderReview } from './review.js';
import { renderShare } from './share.js';
import { sitsElsewhere, tokensOf } from './lobby.js';
import { isCalled, renderCall, renderClub, titleOf } from './club.js';
import { redraw } from './places.js';
import { escapeText, nameHtml } from './games/drawing.js';

export function shownPosition() {
  return page.replay ? page.replay.position : page.state.position;
}

export function shownPly() {
  return page.replay ? page.replay.ply : page.state.plies.length;
}

// Toggles.

// What the browser remembers, what was pressed at this table, or what the server answered: true,
// false or that.
export function toggleValue(toggle) {
  const { id, ask, usual } = toggle;
  const kept = keptOf(toggle);
  if (ask) return page.ui.answers[id] || null;
  if (kept) return (recall(kept.key) || kept.usual) === kept.on;
  return page.ui.on[id] ?? usual?.(page.state) ?? false;
}

// How the browser remembers a toggle, if it does: it may depend on the rules.
export function keptOf({ kept }) {
  return typeof kept === 'function' ? kept(page.state) : kept;
}

export function toggleValues() {
  return Object.fromEntries(gameHere().toggles.map((toggle) => [toggle.id, toggleValue(toggle)]));
}

// Seats and clocks.

// The class of what belongs to a side; watchers have none.
function sideClass(side) {
  const number = Object.keys(page.state.seats).indexOf(side);
  return number < 0 ? '' : `side${number}`;
}

function seatLine(side) {
  const { state } = page;
  const seat = state.seats[side];
  const words = [];
  if (state.you.includes(side)) words.push(`– ${t('you')}`);
  if (seat.kind === 'human' && !seat.present) words.push(`(${t('away')})`);
  const note = gameHere().seatNote?.(shownPosition(), side);
  if (note) words.push(`· ${tell(note)}`);
  const turn = state.toPlay === side ? ' turn' : '';
  return `<p class="seat${turn}"><strong class="${sideClass(side)}">${escapeText(sideName(state.game, side))}</strong> `
    + `<span>${nameHtml(seatName(seat))} ${escapeText(words.join(' '))}</span> <span class="clock" role="timer" data-side="${side}"></span></p>`;
}

export function renderClocks() {
  const { state } = page;
  if (!state || !state.clock) return;
  for (const node of document.querySelectorAll('.clock')) {
    const { side } = node.dataset;
    const runs = state.clock.running === side;
    const since = state.paused ? 0 : (performance.now() - state.received) / 1000;
    const gone = runs ? state.clock.elapsed + since : 0;
    const now = clockAfter(state.time, state.clock[side], gone);
    node.textContent = clockText(now);
    node.classList.toggle('low', runs && now.left < 10);
  }
}

// What somebody who plays a game for the first time has to know, until they say that they do.
function renderIntro() {
  const { state } = page;
  const text = toldOf(state.game, 'first', '');
  $('intro').hidden = text === '' || state.you.length === 0 || !['open', 'playing'].includes(state.phase) || recall(`known-${state.game}`) !== null;
  setText('introText', text);
}

// Whose turn it is, or how it ended.

// Why a side has won, in words.
function wonBy() {
  const { state } = page;
  const margin = state.result.split('+')[1];
  if (state.ending === 'scored') return t('won-scored', { n: margin });
  const loser = Object.keys(state.seats).find((side) => side !== state.winner);
  if (state.ending !== 'rules' && state.ending !== null) return t(`ending-${state.ending}`, { side: sideName(state.game, loser) });
  return say(gameHere().won?.(margin, page.ui) || 'won');
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
  if (state.paused) return t('clubPaused');
  if (state.you.length === 1 && state.you[0] === state.toPlay) return t('yourTurn', { side: sideName(state.game, state.toPlay) });
  return t('turn', { side: sideName(state.game, state.toPlay) });
}

function afterText() {
  const { contest, winner, you } = page.state;
  if (contest) return you.length > 0 ? t('due-club') : '';
  if (you.length !== 1 || winner === null) return t('due-over');
  return t(you.includes(winner) ? 'due-won' : 'due-lost');
}

// Whether a resumed game, if it stopped again now, would be scored as it was proposed.
function isProposalDue({ you, plies, resumedAt = null }) {
  return you.length > 0 && resumedAt !== null && plies.slice(resumedAt).every(([, move]) => move === 'pass');
}

// What there is to do now, for the person who looks.
function dueText() {
  const { state, replay } = page;
  if (replay) return t('due-replay');
  if (state.phase === 'over') return afterText();
  if (sitsElsewhere()) return t('due-elsewhere');
  if (state.paused) return t('due-paused');
  if (state.phase !== 'playing') return state.you.length > 0 ? t(`due-${state.phase}`) : '';
  if (isProposalDue(state)) return t('due-resumed');
  if (state.seats[state.toPlay].kind === 'bot') return t('thinking');
  if (state.you.length === 0) return '';
  if (!state.you.includes(state.toPlay)) return t('due-wait');
  return tell(gameHere().due?.(state.position) || { text: 'due' });
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
  const game = gameHere();
  const on = toggleValues();
  const shared = {
    ...game.looks?.(on), aim: ui.aim, say, last: replay ? replay.last : ui.last, cursor: ui.cursor,
    active: Boolean(game.peek) || (!replay && (state.you.length > 0 || sitsElsewhere())),
  };
  if (page.frame) return { ...shared, ...page.frame.view };
  if (replay) return { ...shared, hint: replay.hint };
  if (ui.preview) return { ...game.view(state, ui, {}), ...shared, hint: ui.hint, last: null };
  return { ...game.view(state, ui, on), ...shared, hint: ui.hint };
}

let drawing = false;
export const isDrawing = () => drawing;

export function renderBoard() {
  const { ui, replay } = page;
  const { frame } = page;
  const shown = frame ? frame.position : !replay && ui.preview ? ui.previews[ui.preview] : shownPosition();
  drawing = true;
  $('board').classList.toggle('preview', !replay && ui.preview !== null);
  redraw($('board'), ui, () => { $('board').innerHTML = gameHere().draw(shown, boardView()); });
  drawing = false;
  renderAim();
  renderCloseUp();
  renderVerdict();
}

// What the board itself does not show: an end that somebody declared. Everybody hears it above.
function renderVerdict() {
  const { state, replay } = page;
  if (replay || state.phase !== 'over' || !['resign', 'agreed', 'time'].includes(state.ending)) return;
  $('board').insertAdjacentHTML('beforeend', `<p class="verdict" aria-hidden="true">${escapeText(resultText())}</p>`);
}

// Moves and chat.

// A list that has not changed stays as it was scrolled, and the focus stays on its move in one that
// has.
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
      + `<span class="number">${index + 1}.</span>&nbsp;<span class="${sideClass(side)}">${escapeText(word(side))}</span>&nbsp;${escapeText(moveText(move))}${isMistake(index + 1) ? '<strong class="bad">?</strong>' : ''}</button></li>`;
  }).join(''));
  $('ply').textContent = `${shown} / ${state.plies.length}`;
  $('first').disabled = shown === 0;
  $('back').disabled = shown === 0;
  $('forward').disabled = shown === state.plies.length;
  $('end').disabled = shown === state.plies.length;
}

let shownLines = []; // of the chat, as HTML

// Lines that stand there already are not said again. The first ones go when the server tells only
// the last hundred; a wholly different chat is one of which all lines go.
export function renderChat() {
  const chat = $('chat');
  const lines = page.state.chat.map((line) => `<p><strong class="${sideClass(line.side)}">${nameHtml(personName(line.from))}:</strong> ${nameHtml(line.text)}</p>`);
  let gone = 0;
  while (shownLines.slice(gone).some((line, index) => line !== lines[index])) gone += 1;
  const stay = shownLines.length - gone;
  const atEnd = stay === 0 || chat.scrollTop + chat.clientHeight > chat.scrollHeight - 8; // else somebody reads further up
  for (let i = 0; i < gone; i += 1) chat.firstElementChild.remove();
  chat.insertAdjacentHTML('beforeend', lines.slice(stay).join(''));
  shownLines = lines;
  if (atEnd && lines.length > stay) chat.scrollTop = chat.scrollHeight;
}

// A hidden list loses its scroll position, so it starts empty.
function clearLists() {
  $('moves').replaceChildren();
  $('moves').dataset.shown = '';
  $('chat').replaceChildren();
  shownLines = [];
}

// Questions.

// What is to be answered: { ask } by the other side or by the page itself, or { wait } for an
// answer.
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

// The end of a game that stops to be counted.

// "W+1.5" in words.
function scoreText(score) {
  const [side, margin] = score.split('+');
  return margin ? t('ahead', { side: sideName(page.state.game, side.toLowerCase()), n: margin, score }) : t('drawn');
}

function renderSheet() {
  const { marks, phase, game, seats } = page.state;
  const sides = Object.keys(seats);
  $('marking').hidden = phase !== 'stopped' && !marks;
  $('markingHelp').hidden = phase !== 'stopped';
  $('markingButtons').hidden = phase !== 'stopped' || page.state.you.length === 0;
  $('accept').disabled = !marks;
  $('score').hidden = phase !== 'stopped';
  $('score').textContent = marks ? scoreText(marks.score) : t('judging');
  $('sheet').hidden = !marks;
  if (!marks) return;
  const line = (key) => `<tr><th scope="row">${escapeText(t(`sheet-${key}`))}</th>${sides.map((side) => `<td>${marks.sheet[side][key]}</td>`).join('')}</tr>`;
  const rows = ['stones', 'territory', 'prisoners', 'komi', 'total'].filter((key) => key === 'total' || sides.some((side) => marks.sheet[side][key] !== 0));
  const accepted = [marks.accepted0, marks.accepted1].map((yes) => (yes && phase === 'stopped' ? ` (${t('accepted')})` : ''));
  $('sheet').innerHTML = `<caption>${escapeText(t('sheet'))}</caption><thead><tr><td></td>`
    + sides.map((side, index) => `<th scope="col">${escapeText(sideName(game, side) + accepted[index])}</th>`).join('')
    + `</tr></thead><tbody>${rows.map(line).join('')}</tbody>`;
}

// Buttons.

// Buttons that come from the game's table are made once for each game and language: they keep the
// focus.
function fillButtons(id, html) {
  if ($(id).dataset.shown === html) return;
  $(id).innerHTML = html;
  $(id).dataset.shown = html;
}

function renderSetups(mine) {
  const { setups = [] } = page.state.contest ? {} : gameHere();
  fillButtons('setups', setups.map(({ id, position }) => `<button type="button" id="${id}" data-setup="${position}">${escapeText(say(id))}</button>`).join(' '));
  $('setups').hidden = !mine || setups.length === 0;
}

function toggleButton(game, { id }) {
  const tip = toldOf(game, `tip-${id}`, '');
  return `<button type="button" id="${id}"${tip ? ` title="${escapeText(tip)}"` : ''}>${escapeText(textOf(game, id))}</button>`;
}

function renderToggles() {
  const { state } = page;
  const { toggles } = gameHere();
  fillButtons('toggles', toggles.map((toggle) => toggleButton(state.game, toggle)).join(' '));
  for (const toggle of toggles) {
    $(toggle.id).hidden = toggle.shown !== undefined && !toggle.shown(state);
    $(toggle.id).setAttribute('aria-pressed', String(Boolean(toggleValue(toggle))));
  }
}

// Whoever made the game may wait for somebody else, if who joined has gone without a ply.
function mayReopen({ maker, you, seats, phase, round, plies }) {
  const [other] = Object.keys(seats).filter((side) => side !== maker);
  return you.includes(maker) && phase === 'playing' && round === 0 && seats[other].kind === 'human'
    && !seats[other].present && !plies.some(([side]) => side === other);
}

// The rounds before the present one, the last of them if there are many.
function renderRounds({ room, round }) {
  const rounds = Array.from({ length: round }, (_, n) => n).slice(-9);
  $('rounds').innerHTML = rounds.map((n) => `<a class="button" href="record/${room}/${n}" download>${t('recordRound', { n: n + 1 })}</a>`).join(' ');
}

// An open game is for others; a seat of ours for another device, by its token.
function shareGame(mine) {
  const { room, phase } = page.state;
  const tokens = Object.values(tokensOf(room));
  if (mine && phase === 'open') renderShare(`#${room}`, t('share'));
  else if (mine && page.ui.moving) renderShare(`#${[room, ...tokens].join('/')}`, t('clubLinkHow'));
  else renderShare(null);
}

function renderButtons() {
  const { state } = page;
  const game = gameHere();
  const mine = state.you.length > 0;
  const playing = state.phase === 'playing';
  const humans = Object.values(state.seats).every((seat) => seat.kind === 'human');
  const show = (id, visible) => { $(id).hidden = !visible; };
  show('pass', mine && playing && game.hasPass === true);
  show('undo', mine && state.plies.length > 0 && !state.contest); // nothing is taken back there
  show('reset', mine && state.plies.length > 0 && !game.setups && !state.contest);
  show('hint', mine && state.advice && playing);
  show('evaluate', state.advice && playing);
  show('draw', mine && playing && humans);
  show('resign', mine && (playing || state.phase === 'stopped'));
  show('leave', !state.contest); // the tournament's own button is above
  show('rematch', mine && state.phase === 'over' && !state.contest);
  show('talk', !isLocal && state.chatOff !== true);
  show('reopen', mayReopen(state));
  show('move', mine && !isLocal && !state.contest && state.phase !== 'open');
  $('move').setAttribute('aria-pressed', String(page.ui.moving));
  shareGame(mine);
  renderSetups(mine);
  renderToggles();
  $('record').href = isLocal ? '#' : `record/${state.room}`;
  $('record').textContent = `${t('record')} (${game.record})`;
  renderRounds(state);
}

// Who is here, and what follows from that. Nothing else is drawn again: lists stay as they were
// scrolled.
export function renderPeople() {
  const { state } = page;
  $('seats').innerHTML = Object.keys(state.seats).map(seatLine).join('');
  $('watchers').textContent = state.watchers > 0 ? t('watchers', { n: state.watchers }) : '';
  renderButtons();
  renderCall();
  renderClocks();
}

export function isMyTurn() {
  const { state } = page;
  return state !== null && state.phase === 'playing' && !state.paused && state.you.length === 1 && state.you[0] === state.toPlay;
}

// A game may have another name at the table than in the lobby; then it is the whole title.
export function renderTitle() {
  const { state } = page;
  const name = state && toldOf(state.game, `tableTitle-${state.rules}`, '');
  if (page.screen && page.screen !== 'club' && !state) return; // it has its own
  const title = state ? name || say('title') : page.screen ? titleOf() : '';
  const call = !document.hidden ? '' : isMyTurn() ? `● ${t('yourTurnShort')}` : isCalled() ? `● ${t('clubCall')}` : '';
  document.title = [call, title, name ? '' : 'Ternion'].filter(Boolean).join(' – ');
  $('title').textContent = state ? title : '';
}

export function render() {
  const { state } = page;
  $('lobby').hidden = state !== null || page.screen !== null;
  $('room').hidden = state === null;
  $('exercise').hidden = state !== null || page.screen === null || page.screen === 'club';
  renderTitle();
  renderClub();
  if (!state) {
    clearLists();
    return;
  }
  $('room').className = gameHere().discs ? 'discs' : 'colours';
  setText('turn', turnText());
  setText('due', dueText());
  setText('last', lastText());
  renderIntro();
  renderBoard();
  renderMoves();
  renderChat();
  renderReview(shownPly());
  renderSheet();
  renderQuestion();
  renderPeople();
}
