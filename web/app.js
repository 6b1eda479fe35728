// The page: entering and leaving games, what the server tells, and what people do.
import * as i18n from './i18n.js';
import * as games from './games.js';
import { $, freshPosition, freshUi, gameHere, message, net, order, page, positionAt, say, setText, sounds, tell } from './page.js';
import * as lobby from './lobby.js';
import { keep, recall } from './memory.js';
import { download, isLocal, stayOffline } from './local.js';
import * as advice from './advice.js';
import { openLesson, renderLessons } from './lesson.js';
import { openPuzzle, renderPuzzles, resumePuzzle } from './puzzles.js';
import { asker, closeTask, renderTask, resumeTask, wireExercise } from './exercise.js';
import { Film, isStill } from './film.js';
import { aimAt, aims, wireAim } from './aim.js';
import { wireReview } from './review.js';
import { notify, openClub, openContest, renderClub, resumeClub, sitDown, wireClub } from './club.js';
import { asked, isDrawing, isMyTurn, render, renderBoard, renderChat, renderClocks, renderPeople, renderTitle, resultText, shownPly, shownPosition, keptOf, toggleValue, toggleValues } from './table.js';
import { isModified, placeOf, wirePlaces } from './places.js';
import { applyStyles } from './games/drawing.js';

const { t } = i18n;

// Language.

function translatePage() {
  for (const node of document.querySelectorAll('[data-t]')) node.textContent = t((isLocal && node.dataset.local) || node.dataset.t);
  for (const node of document.querySelectorAll('[data-label]')) node.setAttribute('aria-label', t(node.dataset.label));
  for (const node of document.querySelectorAll('button[data-label]')) node.title = t(node.dataset.label);
  for (const node of document.querySelectorAll('[data-title]')) node.title = t(node.dataset.title);
  $('language').value = i18n.language();
  renderLost();
  if (page.catalogue.length > 0) lobby.fillForm();
  renderLessons();
  renderPuzzles();
  render();
  renderTask();
  renderClub();
}

// Why there is no connection: the server's own reason if it gave one.
function renderLost() {
  const { farewell } = page;
  setText('lost', farewell ? t('sentAway', { why: i18n.told(`bye-${farewell}`, farewell) }) : t('lost'));
}

// A game may have a language of its own, unless somebody chose one by hand.
async function fitLanguage() {
  const { state } = page;
  const wish = i18n.chosenByHand() || (state && gameHere().language?.(state)) || i18n.preferred();
  if (wish !== i18n.language()) {
    await i18n.use(wish);
    translatePage();
  }
}

// Entering and leaving a game.

function turnAway(reply) {
  if (reply.code === 'page.lost') return; // we come again
  location.hash = '';
  $('formError').textContent = i18n.refusal(reply);
}

// Addresses that ask for something else than a game: `#lesson/qttt/3`. Each opens what its other
// words name.
const screens = { club: openClub, lesson: openLesson, puzzle: openPuzzle };

function screenWanted() {
  const [name] = location.hash.slice(1).split('/');
  return Object.hasOwn(screens, name) ? name : null;
}

// The words of the address: a game, perhaps with tokens of seats in it.
const addressWords = () => location.hash.slice(1).split('/');

// The game that the address asks for; none in the lobby, or in place of it.
function wanted() {
  return screenWanted() ? '' : addressWords()[0];
}

// Seats that come along from another device. No token stays where others may read it.
async function takeSeats(room) {
  const [, ...tokens] = addressWords();
  if (tokens.length === 0) return;
  history.replaceState(null, '', `#${room}`);
  for (const token of tokens) {
    const reply = await net.order(`rejoin ${room} ${token}`);
    if (reply.good) lobby.keepTokens(reply);
  }
}

function openScreen() {
  page.screen = screenWanted();
  closeTask();
  render();
  if (page.screen) screens[page.screen](location.hash.split('/').slice(1));
}

// Somebody who has gone elsewhere meanwhile takes no seat, and is told of no refusal.
async function enter(room) {
  const named = await lobby.sayName();
  await takeSeats(room);
  let seated = await sitDown(room);
  for (const [side, token] of Object.entries(lobby.tokensOf(room))) {
    if (wanted() !== room) return;
    const reply = await net.order(`rejoin ${room} ${token}`);
    if (reply.good) seated = true;
    else if (reply.code === 'room.token') lobby.forgetToken(room, side);
  }
  if (seated || !net.open || wanted() !== room) return;
  if (!named.good) {
    turnAway(named);
    return;
  }
  const joined = await net.order(`join ${room}`);
  if (joined.good) {
    lobby.keepTokens(joined);
    return;
  }
  if (wanted() !== room) return;
  const watched = await net.order(`watch ${room}`);
  if (watched.code === 'room.unknown') lobby.forgetSeats(room);
  if (!watched.good && wanted() === room) turnAway(watched);
}

// A game can be left without a connection; it is entered as soon as there is one.
async function follow() {
  const room = wanted();
  if (room === '') {
    if (page.state) await net.order('leave');
    Object.assign(page, { state: null, replay: null, ui: freshUi() });
    await fitLanguage();
    openScreen();
    lobby.drawCards();
    renderLessons();
    lobby.showHow();
    lobby.refreshLobby();
  } else if (net.open && (page.state?.room !== room || addressWords().length > 1)) {
    await enter(room);
  }
}

// What the position needs beyond its text.

// What the last ply touched. Some games need the position before it to tell.
function lastOf(ply, now, before) {
  const game = gameHere();
  if (ply === 0) return null;
  if (game.lastOf) return before ? game.lastOf(before, now) : null;
  return game.placesOf(page.state.plies[ply - 1][1]);
}

function positionBefore(ply) {
  return gameHere().lastOf && ply > 0 ? positionAt(ply - 1) : null;
}

async function learn() {
  const seen = page.version;
  const { state, ui } = page;
  const game = gameHere();
  const ply = state.plies.length;
  const last = lastOf(ply, state.position, await positionBefore(ply));
  const found = await game.learn?.(state, (text) => net.order(text));
  if (page.version !== seen) return;
  Object.assign(ui, { last }, found);
  renderResult();
  renderBoard();
}

function changed() {
  const { state, ui } = page;
  const game = gameHere();
  const ply = state.plies.length;
  page.version += 1;
  for (const id of ui.brief) ui.on[id] = false;
  Object.assign(ui, freshPosition());
  if (!game.lastOf) ui.last = lastOf(ply, state.position);
  $('advice').hidden = true;
  render();
  if (game.lastOf || game.learn) learn();
}

// The rows that won are known only now.
function renderResult() {
  if (page.state.phase !== 'over' || $('turn').textContent === resultText()) return;
  if ($('message').textContent === $('turn').textContent) setText('message', resultText());
  setText('turn', resultText());
}

const STEP = 900; // milliseconds between two events

// What the newest ply set off is shown event by event before the position that it has led to.
let film = null;

// Whether there was something to end.
function endFilm() {
  const had = page.frame !== null;
  film?.hurry();
  film = null;
  page.frame = null;
  return had;
}

async function showStory(before, move) {
  const { game, rules } = page.state;
  const telling = isStill() || document.hidden ? null : gameHere().story?.({ position: before }, move, asker({ game, rules, position: before }));
  if (!telling) return; // an engine that collapses moves on at once: that can wait
  endFilm();
  const hold = { position: before, view: {} };
  page.frame = hold;
  renderBoard();
  const frames = await telling;
  if (page.frame !== hold) return;
  const mine = new Film(frames, STEP, (frame) => {
    if (film !== mine) return;
    page.frame = frame;
    renderBoard();
  });
  film = mine;
  await mine.run();
  if (film === mine && endFilm()) renderBoard();
}

// What the server tells.

// Who is elsewhere meanwhile hears and reads that it is their turn.
function callToMove() {
  const mine = isMyTurn();
  sounds.play(mine && document.hidden ? 'turn' : 'ply');
  if (mine) notify(t('yourTurnShort'));
}

function ended() {
  message(resultText());
  sounds.play('end');
}

// Whether only what people ask of one another is new, or marks of what is dead: what somebody has
// chosen or looks at is still there.
function isSameMoment(before, next) {
  const moment = ({ room, round, phase, position, plies, you }) => JSON.stringify([room, round, phase, position, plies, you]);
  return before !== null && moment(before) === moment(next);
}

net.on('state', async (next) => {
  const before = page.state;
  const other = !before || before.room !== next.room;
  if (other && wanted() !== next.room && !lobby.isCreating()) { // it comes too late: we have gone elsewhere
    if (wanted() === '') net.order('leave');
    else if (before && before.room === wanted()) enter(wanted()); // the server has moved us: back to what is shown
    return;
  }
  page.state = next;
  page.state.received = performance.now();
  page.state.chat ??= before?.chat ?? []; // to all the server tells the rest only
  if (isSameMoment(before, next)) {
    render();
    if (gameHere().learn) learn(); // it may have been lost with the connection
    return;
  }
  endFilm();
  page.positions.clear();
  page.replay = null;
  if (other) {
    location.hash = next.room;
    page.screen = null;
    closeTask();
    page.ui = freshUi();
    message('');
    $('formError').textContent = '';
    lobby.drawCards();
    lobby.showHow();
    await fitLanguage();
  }
  if (next.phase !== 'over') page.ui.refused = false;
  changed();
  if (next.phase === 'over' && before && !other && before.phase !== 'over') ended();
  else if (!other && before.position !== next.position) message('');
  if (other) {
    window.scrollTo(0, 0); // the lobby may have been scrolled down to its button
    $('main').focus({ preventScroll: true });
  }
});

// How things stand after whatever was no ply: somebody asks, answers or marks, plies were taken
// back, the game has ended.
net.on('now', (now) => {
  const { state } = page;
  if (!state) return;
  const before = { ...state };
  const back = now.n < state.plies.length;
  Object.assign(state, now, { plies: state.plies.slice(0, now.n), received: performance.now() });
  if (isSameMoment(before, state)) {
    render();
    return;
  }
  endFilm();
  if (back) page.positions.clear();
  page.replay = null;
  if (state.phase !== 'over') page.ui.refused = false;
  changed();
  if (state.phase === 'over' && before.phase !== 'over') ended();
  else if (before.position !== state.position) message('');
});

// People came or went: what anybody has chosen or is looking at stays.
net.on('people', (people) => {
  if (!page.state) return;
  Object.assign(page.state, people);
  renderPeople();
});

net.on('ply', (ply) => {
  const { state } = page;
  if (!state) return;
  const before = state.position;
  page.positions.set(state.plies.length, before);
  state.plies.push([ply.side, ply.move]);
  Object.assign(state, ply, { received: performance.now() });
  message(tell(gameHere().news?.(state.plies, state.position)));
  changed();
  showStory(before, ply.move);
  if (state.phase === 'over') ended();
  else callToMove();
});

net.on('chat', (line) => {
  if (!page.state) return;
  page.state.chat.push(line);
  renderChat();
});

net.on('closed', () => {
  location.hash = '';
  $('formError').textContent = t('putAway');
});
net.on('hello', ({ chat }) => { $('say').hidden = chat === false; });
net.on('bye', ({ why }) => { page.farewell = why; });
net.on('down', () => {
  renderLost();
  $('lost').hidden = false;
});
net.on('up', async () => {
  page.farewell = null;
  $('lost').hidden = true;
  const reply = await net.order('games');
  if (!reply.good) return;
  const fresh = JSON.parse(reply.text).filter(({ name }) => games[name]); // what the page can draw
  const known = JSON.stringify(fresh) === JSON.stringify(page.catalogue);
  page.catalogue = fresh;
  if (!known) lobby.fillForm();
  const room = wanted();
  renderLessons();
  renderPuzzles();
  resumeTask();
  resumePuzzle();
  resumeClub();
  if (room !== '') await enter(room);
  else lobby.refreshLobby();
});

// Looking back.

let wishes = 0; // to look back: only the newest is granted

// `hint` are places that are marked there.
async function lookBack(ply, hint) {
  const { state } = page;
  const seen = page.version;
  endFilm();
  const goal = Math.max(0, Math.min(state.plies.length, ply));
  let replay = null;
  wishes += 1;
  const wish = wishes;
  if (goal < state.plies.length) {
    const position = await positionAt(goal);
    const before = await positionBefore(goal);
    if (position === null || page.version !== seen || wish !== wishes) return;
    replay = { ply: goal, position, last: lastOf(goal, position, before), hint };
  }
  page.replay = replay;
  page.ui.preview = null;
  page.ui.aim = null;
  render();
}

// The board.

async function click(vertex, byTouch) {
  const { state, ui } = page;
  ui.cursor = vertex;
  if (endFilm()) {
    renderBoard();
    return;
  }
  const looked = ui.preview ? null : gameHere().peek?.(shownPosition(), ui, vertex);
  if (looked) {
    message(tell(looked));
    render();
    return;
  }
  if (!page.replay && lobby.sitsElsewhere()) {
    await enter(state.room);
    return;
  }
  if (page.replay || state.you.length === 0) return;
  if (state.paused) {
    message(t('clubPaused'), true);
    return;
  }
  if (byTouch && ui.previews[vertex] && ui.preview !== vertex) {
    showPreview(vertex);
    message(t('tapAgain'));
    return;
  }
  if (byTouch && aims(vertex)) {
    aimAt(vertex);
    renderBoard();
    return;
  }
  ui.preview = null;
  ui.aim = null;
  const answer = gameHere().click(state, ui, vertex);
  if (state.phase === 'over' && !answer.message) {
    message(resultText(), true);
    return;
  }
  const text = answer.message || answer.note;
  message(text ? tell({ text, vertex, side: state.toPlay, ...answer.values }) : '', Boolean(answer.message));
  if (answer.message) sounds.play('refused');
  render();
  if (answer.ply) await order(`ply ${answer.ply}`);
  if (answer.order) await order(answer.order);
}

// What comes of a choice can be seen before it is made, if the game tells.
function showPreview(vertex) {
  const { state, ui, replay } = page;
  const wanted = state && !replay && vertex && ui.previews[vertex] ? vertex : null;
  if (ui.preview === wanted) return;
  ui.preview = wanted;
  message(wanted ? say('preview', { cell: wanted }) : '');
  renderBoard();
}

function wireBoard() {
  const board = $('board');
  wireAim(board, renderBoard);
  wirePlaces(board, { choose: click, ui: () => page.ui, turned: () => toggleValues().flip });
  // A pointer that rests where something new was drawn has not asked to see it.
  board.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'touch' && (event.movementX !== 0 || event.movementY !== 0)) showPreview(placeOf(event));
  });
  board.addEventListener('pointerleave', (event) => { if (event.pointerType !== 'touch') showPreview(null); });
  board.addEventListener('focusin', (event) => { if (!isDrawing()) showPreview(placeOf(event)); });
  board.addEventListener('focusout', () => {
    if (!isDrawing()) setTimeout(() => { if (!board.contains(document.activeElement) && !board.matches(':hover')) showPreview(null); });
  });
}

// Buttons and keys.

function wire(id, action) {
  $(id).addEventListener('click', action);
}

function answerQuestion(yes) {
  const { ask } = asked();
  const own = page.ui.question;
  page.ui.question = null;
  if (own && yes) order(own);
  else if (ask === 'rematch' && yes) order('rematch');
  else if (ask === 'rematch') page.ui.refused = true;
  else if (!own && ask) order(`${ask} ${yes ? 'accept' : 'decline'}`);
  render();
}

function askOneself(what) {
  page.ui.question = what;
  render();
  $('yes').focus();
}

async function press(toggle) {
  const { id, ask } = toggle;
  const kept = keptOf(toggle);
  const pressed = Boolean(toggleValue(toggle));
  if (kept) keep(kept.key, pressed ? kept.off : kept.on);
  else if (!ask) {
    page.ui.on[id] = !pressed;
    page.ui.brief = [];
  } else if (!pressed) await advice.answer(toggle);
  else {
    delete page.ui.answers[id];
    $('advice').hidden = true;
  }
  render();
}

// Two people at two places have to agree on a new start; alone the board is simply set up.
function setUp(position) {
  const { state } = page;
  const apart = state.you.length === 1 && Object.values(state.seats).every((seat) => seat.kind === 'human');
  Object.assign(page.ui, { selected: null, path: [] }); // the board may be set up already
  render();
  order(apart && position === 'default' ? 'reset' : `setup ${position}`);
}

// Browsers lend the clipboard only to pages from this machine or over https; the old way works
// elsewhere.
async function copyLink() {
  $('link').select();
  const lent = await navigator.clipboard?.writeText($('link').value).then(() => true, () => false);
  const copied = lent || document.execCommand('copy');
  message(t(copied ? 'copied' : 'copyByHand'), !copied);
}

// A server has an address for it.
async function saveRecord(event) {
  if (!isLocal) return;
  event.preventDefault();
  const reply = await order('record');
  if (reply.good) download(`${page.state.room}.${gameHere().record}`, reply.text.replace(/^\n/, ''));
}

function wireGame() {
  wire('first', () => lookBack(0));
  wire('back', () => lookBack(shownPly() - 1));
  wire('forward', () => lookBack(shownPly() + 1));
  wire('end', () => lookBack(page.state.plies.length));
  for (const name of ['pass', 'undo', 'reset', 'rematch', 'reopen', 'resume']) wire(name, () => order(name));
  wire('accept', () => order(`accept ${page.state.marks?.number ?? ''}`)); // what is seen, not what may come meanwhile
  wire('draw', () => order('draw offer'));
  wire('resign', () => askOneself('resign'));
  wire('setups', ({ target }) => { if (target.dataset.setup) setUp(target.dataset.setup); });
  wire('toggles', ({ target }) => {
    const toggle = gameHere().toggles.find(({ id }) => id === target.id);
    if (toggle) press(toggle);
  });
  wireReview(lookBack, render);
  wire('hint', async () => { if (await advice.hint()) render(); });
  wire('evaluate', advice.evaluate);
  wire('move', () => {
    page.ui.moving = !page.ui.moving;
    render();
    if (page.ui.moving) $('share').scrollIntoView({ block: 'nearest' });
  });
  wire('moreGames', () => lobby.showMore());
  wire('record', saveRecord);
  wire('leave', () => { location.hash = ''; });
  wire('yes', () => answerQuestion(true));
  wire('no', () => answerQuestion(false));
  wire('aimPlay', () => click(page.ui.aim, true));
  wire('aimCancel', () => { aimAt(null); renderBoard(); });
  wire('gotIt', () => {
    keep(`known-${page.state.game}`, 'yes');
    render();
  });
  wire('copy', copyLink);
  $('moves').addEventListener('click', (event) => {
    const button = event.target.closest('[data-ply]');
    if (button) lookBack(Number(button.dataset.ply));
  });
  $('say').addEventListener('submit', async (event) => {
    event.preventDefault();
    const words = $('words').value.trim();
    if (words === '') return;
    const reply = await order(`chat ${words}`);
    if (reply.good) $('words').value = '';
  });
  document.addEventListener('keydown', (event) => {
    if (!page.state || isModified(event)) return;
    if (['INPUT', 'SELECT', 'TEXTAREA'].includes(document.activeElement.tagName)) return;
    const targets = { ArrowLeft: shownPly() - 1, ArrowRight: shownPly() + 1, Home: 0, End: page.state.plies.length };
    if (targets[event.key] === undefined) return;
    event.preventDefault();
    lookBack(targets[event.key]);
  });
}

function wirePage() {
  $('create').addEventListener('submit', (event) => {
    event.preventDefault();
    if ($('opponent').value === 'club') openContest();
    else lobby.create();
  });
  $('game').addEventListener('change', () => lobby.fillGame(false));
  $('size').addEventListener('change', () => lobby.fillSettings('size'));
  $('rules').addEventListener('change', () => {
    lobby.fillSettings('rules');
    lobby.showHow();
  });
  $('opponent').addEventListener('change', lobby.fillOpponent);
  $('format').addEventListener('change', () => lobby.fillOpponent());
  wire('home', (event) => { event.preventDefault(); location.hash = ''; });
  wire('skip', (event) => { event.preventDefault(); $('main').focus(); });
  wire('theme', () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
    keep('theme', root.dataset.theme);
  });
  wire('sound', () => {
    sounds.on = !sounds.on;
    keep('sound', sounds.on ? 'on' : 'off');
    $('sound').setAttribute('aria-pressed', String(sounds.on));
  });
  $('language').addEventListener('change', async () => {
    keep('language', $('language').value);
    await i18n.use($('language').value);
    message('');
    translatePage();
  });
  for (const event of ['click', 'keydown']) document.addEventListener(event, () => sounds.wake(), true);
  window.addEventListener('hashchange', follow);
  document.addEventListener('visibilitychange', renderTitle);
}

// For projectors; some phones cannot.
function wireFull() {
  for (const id of ['full', 'exFull']) {
    $(id).hidden = !document.fullscreenEnabled;
    wire(id, () => {
      if (document.fullscreenElement) document.exitFullscreen();
      else document.documentElement.requestFullscreen();
    });
    document.addEventListener('fullscreenchange', () => $(id).setAttribute('aria-pressed', String(document.fullscreenElement !== null)));
  }
}

// The rules in short are open where there is room for them, until somebody decides otherwise.
function wireRules() {
  const rules = $('rulesInShort');
  const wish = recall('rules');
  rules.open = wish ? wish === 'open' : matchMedia('(min-width: 821px)').matches;
  rules.querySelector('summary').addEventListener('click', () => keep('rules', rules.open ? 'closed' : 'open'));
}

// What wants other people, or another device. A hidden option could still be chosen.
function leaveOut() {
  for (const node of document.querySelectorAll('[data-served]')) node.hidden = true;
  for (const node of document.querySelectorAll('option[data-served]')) node.remove();
}

async function start() {
  if (isLocal) leaveOut();
  applyStyles(games);
  const theme = recall('theme');
  if (theme) document.documentElement.dataset.theme = theme;
  sounds.on = recall('sound') !== 'off';
  $('sound').setAttribute('aria-pressed', String(sounds.on));
  $('name').value = recall('name') || '';
  await i18n.use(i18n.chosenByHand() || i18n.preferred());
  wirePage();
  wireGame();
  wireBoard();
  wireRules();
  wireFull();
  wireExercise();
  wireClub(renderTitle);
  translatePage();
  if (screenWanted()) openScreen();
  net.connect();
  setInterval(renderClocks, 250);
  setInterval(lobby.refreshLobby, 3000);
  if (!isLocal) setInterval(() => net.beat(), 5000); // a worker may think for longer
  stayOffline();
}

start();
