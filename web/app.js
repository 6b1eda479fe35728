// The page: lobby, one game at a time, and everything around the board.
import { Connection } from './net.js';
import * as i18n from './i18n.js';
import { players } from './players.js';
import * as qttt from './boards/qttt.js';
import * as go from './boards/go.js';
import { escapeText } from './boards/common.js';
import { Sounds } from './sounds.js';

const { t } = i18n;
const $ = (id) => document.getElementById(id);
const net = new Connection(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
const sounds = new Sounds();
let catalogue = []; // the games as the server lists them
let state = null; // of the game we are in
let ui = freshUi();
let replay = null; // { ply, position } while looking back

function freshUi() {
  return {
    selected: null, path: [], history: false, cycle: [], rows: [], ensemble: null, dots: true,
    look: localStorage.getItem('look') || 'classic', last: null, flipped: false,
  };
}

// Seats are kept by their tokens, so that a reload or a lost connection finds them again.
function tokensOf(room) {
  return JSON.parse(localStorage.getItem(`seat-${room}`) || '{}');
}

function keepTokens(reply) {
  const { room, tokens } = JSON.parse(reply.text);
  const all = { ...tokensOf(room), ...tokens };
  if (Object.keys(all).length > 0) localStorage.setItem(`seat-${room}`, JSON.stringify(all));
  return room;
}

function message(text, bad) {
  $('message').textContent = text;
  $('message').classList.toggle('bad', bad === true);
}

async function order(text) {
  const reply = await net.order(text);
  if (!reply.good) {
    message(i18n.refusal(reply), true);
    sounds.play('refused');
  }
  return reply;
}

// Language.

function translatePage() {
  for (const node of document.querySelectorAll('[data-t]')) node.textContent = t(node.dataset.t);
  for (const node of document.querySelectorAll('[data-label]')) node.setAttribute('aria-label', t(node.dataset.label));
  $('language').value = i18n.language;
  if (catalogue.length > 0) fillForm();
  render();
}

// The Warcaby board opens in Polish unless somebody chose a language by hand.
async function fitLanguage() {
  const wish = i18n.chosenByHand() || (state && state.game === 'draughts' ? 'pl' : i18n.preferred());
  if (wish !== i18n.language) {
    await i18n.use(wish);
    translatePage();
  }
}

// Lobby.

function option(value, text, selected) {
  return `<option value="${escapeText(value)}"${selected ? ' selected' : ''}>${escapeText(text)}</option>`;
}

function currentGame() {
  return catalogue.find((game) => game.name === $('game').value) || catalogue[0];
}

function sideName(game, side) {
  if (game === 'qttt') return side.toUpperCase();
  return t(side === 'b' ? 'black' : 'white');
}

function fillForm() {
  const before = $('game').value;
  $('game').innerHTML = catalogue.map((game) => option(game.name, t(`game-${game.name}`), game.name === before)).join('');
  fillGame();
}

function keepSelect(id, html) {
  const before = $(id).value;
  $(id).innerHTML = html;
  if ([...$(id).options].some((one) => one.value === before)) $(id).value = before;
}

function fillGame() {
  const game = currentGame();
  const [least, most, usual] = game.sizes;
  const sizes = game.name === 'go' ? [9, 13, 19, 7, 5, 11, 15, 17, 21, 25] : Array.from({ length: most - least + 1 }, (_, i) => least + i);
  keepSelect('rules', game.rules.map((rule, i) => option(rule, t(`rules-${rule}`), i === 0)).join(''));
  keepSelect('size', sizes.map((size) => option(size, `${size} × ${size}`, size === usual)).join(''));
  fillWinLength();
  $('komi').value = '';
  $('komi').placeholder = $('rules').value === 'japanese' ? '6.5' : '7.5';
  $('handicap').innerHTML = [0, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => option(n, String(n))).join('');
  keepSelect('side', [...game.sides.map((side) => option(side, sideName(game.name, side))), option('random', t('random'))].join(''));
  keepSelect('begins', game.sides.map((side) => option(side, sideName(game.name, side))).join(''));
  const levels = (game.bots[0] ? game.bots[0].levels : '').split(' ').filter((level) => level !== '');
  keepSelect('level', game.bots.map((bot) => (bot.levels === ''
    ? option(`${bot.name}/`, bot.name)
    : bot.levels.split(' ').map((level) => option(`${bot.name}/${level}`, `${game.bots.length > 1 ? `${bot.name} ` : ''}${t(`level-${level}`)}`, level === 'medium')).join(''))).join(''));
  for (const node of document.querySelectorAll('[data-games]')) node.hidden = !node.dataset.games.split(' ').includes(game.name);
  if (levels.length === 0 && $('opponent').value === 'bot' && game.bots.length === 0) $('opponent').value = 'link';
  fillOpponent();
}

function fillWinLength() {
  const size = Number($('size').value);
  const usual = Math.min(size, 4);
  $('winLength').innerHTML = Array.from({ length: Math.max(size - 2, 1) }, (_, i) => option(i + 3, String(i + 3), i + 3 === usual)).join('');
}

function fillOpponent() {
  for (const node of document.querySelectorAll('[data-opponent]')) node.hidden = !node.dataset.opponent.split(' ').includes($('opponent').value);
}

function createOrder() {
  const game = currentGame();
  const words = [`game=${game.name}`, `rules=${$('rules').value}`];
  if (game.name !== 'draughts') words.push(`size=${$('size').value}`);
  if (game.name === 'qttt') words.push(`win_length=${$('winLength').value}`, `begin=${$('begins').value}`);
  if (game.name === 'go' && $('komi').value !== '') words.push(`komi=${$('komi').value}`);
  if (game.name === 'go' && $('handicap').value !== '0') words.push(`handicap=${$('handicap').value}`);
  if ($('clock').value !== 'none') words.push(`time=${$('clock').value}`);
  const opponent = $('opponent').value;
  if (opponent === 'both') words.push('side=both', 'listed=no');
  else words.push(`side=${$('side').value}`);
  if (opponent === 'bot') {
    const [bot, level] = $('level').value.split('/');
    words.push(`bot=${bot}`, 'listed=no');
    if (level) words.push(`level=${level}`);
  }
  if (opponent === 'link') words.push('listed=no');
  return `create ${words.join(' ')}`;
}

async function sayName() {
  const name = $('name').value.trim();
  localStorage.setItem('name', name);
  if (name !== '') await net.order(`name ${name}`);
}

async function create(event) {
  event.preventDefault();
  await sayName();
  const reply = await order(createOrder());
  if (reply.good) location.hash = keepTokens(reply);
}

async function refreshLobby() {
  if (state || !net.open) return;
  const reply = await net.order('list');
  if (!reply.good) return;
  const list = JSON.parse(reply.text);
  $('nogames').hidden = list.length > 0;
  $('games').innerHTML = list.map((room) => {
    const names = Object.entries(room.seats).map(([side, seat]) => `${sideName(room.game, side)}: ${seat.kind === 'empty' ? '…' : seat.name || '?'}`).join(', ');
    const word = t(room.phase === 'open' ? 'join' : 'watch');
    return `<li><span>${escapeText(t(`game-${room.game}`))} ${room.size} × ${room.size}, ${escapeText(t(`rules-${room.rules}`))}, ${escapeText(names)}</span> <a class="button" href="#${escapeText(room.room)}">${escapeText(word)}</a></li>`;
  }).join('');
}

// Entering and leaving a game.

async function enter(room) {
  await sayName();
  const tokens = tokensOf(room);
  for (const [side, token] of Object.entries(tokens)) {
    const reply = await net.order(`rejoin ${room} ${token}`);
    if (!reply.good) {
      delete tokens[side];
      localStorage.setItem(`seat-${room}`, JSON.stringify(tokens));
    }
  }
  if (Object.keys(tokens).length > 0) return;
  const joined = await net.order(`join ${room}`);
  if (joined.good) {
    keepTokens(joined);
    return;
  }
  const watched = await net.order(`watch ${room}`);
  if (!watched.good) {
    location.hash = '';
    message(i18n.refusal(watched), true);
  }
}

async function follow() {
  const room = location.hash.slice(1);
  if (!net.open) return;
  if (room === '') {
    if (state) await net.order('leave');
    state = null;
    replay = null;
    ui = freshUi();
    await fitLanguage();
    render();
    refreshLobby();
  } else if (!state || state.room !== room) {
    ui = freshUi();
    replay = null;
    await enter(room);
  }
}

// What the position needs beyond its text.

async function lookCloser() {
  ui.cycle = [];
  ui.rows = [];
  if (!state || state.game !== 'qttt') return;
  if (state.position.includes('?')) {
    const reply = await net.order('ask cycle');
    const line = /marks: (.*)/.exec(reply.text);
    if (reply.good && line) ui.cycle = line[1].split(' ');
  } else if (state.phase === 'over') {
    const reply = await net.order('ask rows');
    if (reply.good && reply.text !== 'none') ui.rows = reply.text.split(/\s+/);
  }
  render();
}

function changed(fresh) {
  ui.selected = null;
  ui.path = [];
  ui.ensemble = null;
  const last = state.plies[state.plies.length - 1];
  ui.last = last && last[1] !== 'pass' ? last[1] : null;
  ui.flipped = state.game === 'draughts' && state.you.length === 1 && state.you[0] === 'b';
  if (fresh) replay = null;
  $('advice').hidden = true;
  render();
  lookCloser();
}

net.on('state', async (next) => {
  const other = !state || state.room !== next.room;
  const wasOver = state && state.phase === 'over';
  state = next;
  state.received = performance.now();
  if (other) {
    location.hash = state.room;
    message('');
    await fitLanguage();
  }
  if (state.phase === 'over' && !wasOver) sounds.play('end');
  changed(true);
});

net.on('ply', (ply) => {
  if (!state) return;
  state.plies.push([ply.side, ply.move]);
  Object.assign(state, ply, { received: performance.now() });
  message('');
  sounds.play(ply.phase === 'over' ? 'end' : 'ply');
  changed(true);
});

net.on('chat', (line) => {
  if (!state) return;
  state.chat.push(line);
  renderChat();
});

net.on('end', (event) => message(event.why));
net.on('closed', () => { location.hash = ''; });
net.on('down', () => { $('lost').hidden = false; });
net.on('up', async () => {
  $('lost').hidden = true;
  const reply = await net.order('games');
  catalogue = JSON.parse(reply.text);
  fillForm();
  const room = location.hash.slice(1);
  if (room !== '') await enter(room);
  else refreshLobby();
});

// Drawing.

function seatLine(side) {
  const seat = state.seats[side];
  const who = seat.kind === 'empty' ? t('waitingFor') : seat.name || t('guest');
  const here = seat.kind === 'human' && !seat.present ? ` (${t('away')})` : '';
  const mine = state.you.includes(side) ? ` – ${t('you')}` : '';
  const turn = state.toPlay === side ? ' turn' : '';
  const extra = state.game === 'go' ? ` · ${t('captured', { n: go.readPosition(shownPosition()).captured[side] })}` : '';
  return `<p class="seat ${side}${turn}"><strong>${escapeText(sideName(state.game, side))}</strong> ${escapeText(who + here + mine + extra)} <span class="clock" data-side="${side}"></span></p>`;
}

function clockText(side) {
  const { clock } = state;
  if (!clock) return '';
  let { left } = clock[side];
  if (clock.running === side) left -= clock.elapsed + (performance.now() - state.received) / 1000;
  left = Math.max(left, 0);
  const minutes = Math.floor(left / 60);
  const seconds = Math.floor(left % 60);
  const more = clock[side].count > 0 ? ` (${clock[side].count})` : '';
  return `${minutes}:${String(seconds).padStart(2, '0')}${more}`;
}

function renderClocks() {
  if (!state) return;
  for (const node of document.querySelectorAll('.clock')) node.textContent = clockText(node.dataset.side);
}

function resultText() {
  if (state.winner === null) return t('drawn', { result: state.result });
  const how = state.ending === 'rules' || state.ending === null ? '' : ` (${t(`ending-${state.ending}`)})`;
  return t('wins', { side: sideName(state.game, state.winner), result: state.result }) + how;
}

function dueText() {
  if (state.game === 'qttt' && state.position.includes('?')) return t('dueCollapse');
  return t(`due-${state.game}`);
}

function turnText() {
  if (state.phase === 'over') return resultText();
  if (state.phase === 'stopped') return t('stopped');
  if (state.phase === 'open') return t('waitingFor');
  return t('turn', { side: sideName(state.game, state.toPlay), due: dueText() });
}

function shownPosition() {
  return replay ? replay.position : state.position;
}

function renderBoard() {
  const player = players[state.game];
  const focus = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.v : null;
  const view = replay ? { history: ui.history, look: ui.look, flipped: ui.flipped } : player.view(state, ui);
  if (replay && state.game !== 'qttt' && replay.ply > 0) {
    const [, move] = state.plies[replay.ply - 1];
    view.last = state.game === 'draughts' ? players.draughts.view({ ...state, legal: [] }, { last: move }).last : move;
  }
  view.active = !replay && state.you.length > 0 && state.phase !== 'over';
  view.say = (key, values) => t(key, values);
  $('board').innerHTML = player.draw(shownPosition(), view);
  if (focus) {
    const again = $('board').querySelector(`[data-v="${focus}"]`);
    if (again) again.focus();
  }
}

function renderMoves() {
  $('moves').innerHTML = state.plies.map(([side, move], index) => {
    const current = replay ? replay.ply === index + 1 : index === state.plies.length - 1;
    return `<li><button type="button" data-ply="${index + 1}"${current ? ' class="current" aria-current="step"' : ''}><span class="${side}">${escapeText(sideName(state.game, side))}</span> ${escapeText(move)}</button></li>`;
  }).join('');
  const current = $('moves').querySelector('.current');
  if (current && current.scrollIntoView) current.scrollIntoView({ block: 'nearest' });
  $('ply').textContent = `${replay ? replay.ply : state.plies.length} / ${state.plies.length}`;
}

function renderChat() {
  $('chat').innerHTML = state.chat.map((line) => `<p><strong class="${line.side || ''}">${escapeText(line.from)}</strong> ${escapeText(line.text)}</p>`).join('');
  $('chat').scrollTop = $('chat').scrollHeight;
}

function asked() {
  const others = (side) => side !== null && !state.you.includes(side);
  if (state.you.length === 0) return null;
  if (others(state.drawOffered)) return 'draw';
  if (others(state.undoAsked)) return 'undo';
  if (others(state.resetAsked)) return 'reset';
  return null;
}

function renderButtons() {
  const mine = state.you.length > 0;
  const playing = state.phase === 'playing';
  const over = state.phase === 'over';
  const show = (id, visible) => { $(id).hidden = !visible; };
  show('pass', mine && playing && state.game === 'go');
  show('undo', mine && state.plies.length > 0);
  show('reset', mine && state.plies.length > 0 && state.game !== 'draughts');
  show('hint', state.advice && playing);
  show('evaluate', state.advice && playing);
  show('ensemble', state.game === 'qttt' && playing);
  show('history', state.game === 'qttt');
  show('dots', state.game === 'go' && mine);
  show('draw', mine && playing && Object.values(state.seats).every((seat) => seat.kind === 'human') && state.you.length === 1);
  show('resign', mine && (playing || state.phase === 'stopped'));
  show('rematch', mine && over);
  show('warcaby', state.game === 'draughts');
  show('marking', state.phase === 'stopped');
  show('share', state.phase === 'open' && mine);
  $('link').value = location.href;
  $('record').href = `record/${state.room}`;
  $('history').setAttribute('aria-pressed', String(ui.history));
  $('ensemble').setAttribute('aria-pressed', String(ui.ensemble !== null));
  $('dots').setAttribute('aria-pressed', String(ui.dots));
  $('look').setAttribute('aria-pressed', String(ui.look === 'drawn'));
  $('accept').disabled = !mine || !state.marks;
  $('resume').disabled = !mine;
  $('score').textContent = state.marks ? t('score', { score: state.marks.score, b: state.marks.b.length, w: state.marks.w.length, dead: state.marks.dead.length }) : t('judging');
  const question = asked();
  show('asked', question !== null);
  $('question').textContent = question ? t(`asks-${question}`) : '';
  if (over && state.rematchAsked !== null && !state.you.includes(state.rematchAsked)) message(t('asks-rematch'));
}

function render() {
  $('lobby').hidden = state !== null;
  $('room').hidden = state === null;
  document.title = state ? (state.game === 'draughts' ? t('warcabyTitle') : `${t(`game-${state.game}`)} – Ternion`) : 'Ternion';
  $('title').textContent = state ? (state.game === 'draughts' ? t('warcabyTitle') : t(`game-${state.game}`)) : '';
  if (!state) return;
  $('room').className = `game-${state.game}`;
  $('turn').textContent = turnText();
  $('seats').innerHTML = Object.keys(state.seats).map(seatLine).join('');
  renderBoard();
  renderMoves();
  renderChat();
  renderButtons();
  renderClocks();
}

// Acting.

async function click(vertex) {
  if (!state || replay || state.you.length === 0) return;
  const answer = players[state.game].click(state, ui, vertex);
  if (answer && answer.clear) ui.path = [];
  if (answer && answer.message) {
    message(t(answer.message, { vertex }), true);
    sounds.play('refused');
  } else {
    message('');
  }
  render();
  if (answer && answer.ply) await order(`ply ${answer.ply}`);
  if (answer && answer.order) await order(answer.order);
}

function vertexOf(event) {
  const node = event.target.closest ? event.target.closest('[data-v]') : null;
  return node ? node.dataset.v : null;
}

// Both outcomes of a collapse can be seen before choosing.
async function preview(vertex) {
  if (!state || replay || state.game !== 'qttt') return;
  const collapse = vertex && state.legal.find((move) => move.endsWith(`@${vertex}`));
  if (!collapse) return;
  const reply = await net.order(`preview ${collapse}`);
  const hovered = $('board').querySelector(':hover[data-v], :focus[data-v]') || $('board').querySelector('[data-v]:hover');
  if (!reply.good || !hovered || hovered.dataset.v !== vertex) return;
  const view = { ...players.qttt.view(state, { ...ui, cycle: [] }), active: true, say: (key, values) => t(key, values) };
  $('board').innerHTML = qttt.draw(reply.text, view);
  $('board').classList.add('preview');
  $('board').dataset.preview = vertex;
}

function endPreview() {
  if (!$('board').classList.contains('preview')) return;
  $('board').classList.remove('preview');
  delete $('board').dataset.preview;
  renderBoard();
}

async function lookBack(ply) {
  const count = state.plies.length;
  const wanted = Math.max(0, Math.min(count, ply));
  if (wanted === count) {
    replay = null;
  } else {
    const reply = await net.order(`position ${wanted}`);
    if (!reply.good) return;
    replay = { ply: wanted, position: reply.text };
  }
  render();
}

function shownPly() {
  return replay ? replay.ply : state.plies.length;
}

async function advise(what) {
  message(t('thinking'));
  const reply = await order(what);
  if (!reply.good) return;
  message('');
  $('advice').hidden = false;
  $('advice').textContent = reply.text;
}

async function toggleEnsemble() {
  if (ui.ensemble) {
    ui.ensemble = null;
  } else {
    const reply = await order('ask ensemble');
    if (!reply.good) return;
    ui.ensemble = {};
    for (const line of reply.text.split('\n')) {
      const found = /^([A-Z]\d+)\b.*?x (\S+).*?o (\S+)/.exec(line);
      if (found) ui.ensemble[found[1]] = { x: chance(found[2]), o: chance(found[3]) };
    }
    $('advice').hidden = false;
    $('advice').textContent = reply.text;
  }
  render();
}

function chance(word) {
  if (word.endsWith('%')) return Number(word.slice(0, -1)) / 100;
  if (word.includes('/')) {
    const [above, below] = word.split('/').map(Number);
    return above / below;
  }
  return Number(word);
}

function wire(id, action) {
  $(id).addEventListener('click', action);
}

function wireAll() {
  $('create').addEventListener('submit', create);
  $('game').addEventListener('change', fillGame);
  $('size').addEventListener('change', fillWinLength);
  $('rules').addEventListener('change', () => { $('komi').placeholder = $('rules').value === 'japanese' ? '6.5' : '7.5'; });
  $('opponent').addEventListener('change', fillOpponent);
  $('board').addEventListener('click', (event) => {
    const vertex = vertexOf(event);
    endPreview();
    if (vertex) click(vertex);
  });
  $('board').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    const vertex = vertexOf(event);
    endPreview();
    if (vertex) click(vertex);
  });
  $('board').addEventListener('pointerover', (event) => preview(vertexOf(event)));
  $('board').addEventListener('focusin', (event) => preview(vertexOf(event)));
  $('board').addEventListener('pointerleave', endPreview);
  $('moves').addEventListener('click', (event) => {
    const button = event.target.closest('[data-ply]');
    if (button) lookBack(Number(button.dataset.ply));
  });
  wire('first', () => lookBack(0));
  wire('back', () => lookBack(shownPly() - 1));
  wire('forward', () => lookBack(shownPly() + 1));
  wire('end', () => lookBack(state.plies.length));
  wire('pass', () => order('pass'));
  wire('undo', () => order('undo'));
  wire('reset', () => order('reset'));
  wire('resetBoard', () => order('setup default'));
  wire('tests', () => order('setup test'));
  wire('look', () => {
    ui.look = ui.look === 'drawn' ? 'classic' : 'drawn';
    localStorage.setItem('look', ui.look);
    render();
  });
  wire('hint', () => advise('hint'));
  wire('evaluate', () => advise('evaluate 5'));
  wire('ensemble', toggleEnsemble);
  wire('history', () => { ui.history = !ui.history; render(); });
  wire('dots', () => { ui.dots = !ui.dots; render(); });
  wire('draw', () => order('draw offer'));
  wire('resign', () => order('resign'));
  wire('rematch', () => order('rematch'));
  wire('accept', () => order('accept'));
  wire('resume', () => order('resume'));
  wire('leave', () => { location.hash = ''; });
  wire('home', (event) => { event.preventDefault(); location.hash = ''; });
  wire('yes', () => order(`${asked()} accept`));
  wire('no', () => order(`${asked()} decline`));
  wire('copy', () => { $('link').select(); navigator.clipboard?.writeText($('link').value); });
  wire('theme', () => {
    const dark = document.documentElement.dataset.theme === 'dark'
      || (!document.documentElement.dataset.theme && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.theme = dark ? 'light' : 'dark';
    localStorage.setItem('theme', document.documentElement.dataset.theme);
  });
  wire('sound', () => {
    sounds.on = !sounds.on;
    localStorage.setItem('sound', sounds.on ? 'on' : 'off');
    $('sound').setAttribute('aria-pressed', String(sounds.on));
  });
  $('language').addEventListener('change', async () => {
    localStorage.setItem('language', $('language').value);
    await i18n.use($('language').value);
    translatePage();
  });
  $('say').addEventListener('submit', async (event) => {
    event.preventDefault();
    const words = $('words').value.trim();
    if (words === '') return;
    const reply = await order(`chat ${words}`);
    if (reply.good) $('words').value = '';
  });
  document.addEventListener('keydown', (event) => {
    if (!state || ['INPUT', 'SELECT', 'TEXTAREA'].includes(document.activeElement.tagName)) return;
    const steps = { ArrowLeft: -1, ArrowRight: 1 };
    if (steps[event.key]) lookBack(shownPly() + steps[event.key]);
    else if (event.key === 'Home') lookBack(0);
    else if (event.key === 'End') lookBack(state.plies.length);
    else return;
    event.preventDefault();
  });
  window.addEventListener('hashchange', follow);
}

async function start() {
  const theme = localStorage.getItem('theme');
  if (theme) document.documentElement.dataset.theme = theme;
  sounds.on = localStorage.getItem('sound') !== 'off';
  $('sound').setAttribute('aria-pressed', String(sounds.on));
  $('name').value = localStorage.getItem('name') || '';
  await i18n.use(i18n.chosenByHand() || i18n.preferred());
  wireAll();
  translatePage();
  net.connect();
  setInterval(renderClocks, 250);
  setInterval(refreshLobby, 3000);
}

start();
