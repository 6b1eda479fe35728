// A tournament of people: `#club/CODE`. Joining and leading it, its table, and the wall for a
// projector, `#club/CODE/wall`. Who comes by `#club/CODE/KEY` takes a seat or the lead along.
import * as i18n from './i18n.js';
import * as games from './games.js';
import { forget, keep, recall } from './memory.js';
import { $, levelName, net, page, setText, sideName, sounds } from './page.js';
import { gameWords, sayName } from './lobby.js';
import { shareCode } from './share.js';
import { clockAfter, clockText } from './clock.js';
import { escapeText, nameHtml } from './games/drawing.js';

const { t } = i18n;

// The one that we are in, or look at.
const club = { code: null, wall: false, state: null, boards: new Map(), room: null };

// Keys, by code: { token, key }.

function keysOf(code) {
  return JSON.parse(recall(`club-${code}`) || '{}');
}

function keepKey(code, name, value) {
  keep(`club-${code}`, JSON.stringify({ ...keysOf(code), [name]: value }));
}

// Of which tournament a game is.
const codeOf = (room) => recall(`club-of-${room}`);

function isCode(word) {
  return /^[a-z0-9]{5}$/.test(word || '');
}

export function addressOf(code) {
  return `#club/${code}`;
}

function say(text, bad) {
  setText('clubMessage', text);
  $('clubMessage').classList.toggle('bad', bad === true);
}

async function order(verb, rest = '') {
  const reply = await net.order(`contest ${verb} ${club.code} ${rest}`.trim());
  say(reply.good ? '' : i18n.refusal(reply), !reply.good);
  if (!reply.good) sounds.play('refused');
  return reply;
}

// Coming in.

// With all keys that this browser has; without any, one looks on.
async function come(code) {
  let came = false;
  for (const [name, value] of Object.entries(keysOf(code))) {
    const reply = await net.order(`contest rejoin ${code} ${value}`);
    came = came || reply.good;
    if (reply.code === 'contest.key') {
      const { [name]: gone, ...others } = keysOf(code);
      keep(`club-${code}`, JSON.stringify(others));
    }
  }
  if (came && !club.wall) return null;
  const reply = await net.order(`contest watch ${code}`);
  return reply.good ? null : reply;
}

// Somebody else's key is tried at once: who opens such a link means to be that player here.
async function take(code, key) {
  const reply = await net.order(`contest rejoin ${code} ${key}`);
  if (reply.good) keepKey(code, JSON.parse(reply.text).leads ? 'key' : 'token', key);
}

function change(code, wall) {
  if (club.code !== code) Object.assign(club, { state: null, room: null, boards: new Map() });
  Object.assign(club, { code, wall });
  $('clubPage').hidden = true;
  say('');
}

// The screen, by the words of its address.
export async function openClub([code, word]) {
  if (!isCode(code)) {
    location.hash = '';
    return;
  }
  change(code, word === 'wall');
  if (!net.open) return;
  if (word && word !== 'wall') {
    await take(code, word);
    history.replaceState(null, '', addressOf(code)); // no key stays where others may read it
  }
  const refused = await come(code);
  if (refused && refused.code !== 'page.lost') {
    location.hash = '';
    $('codeError').textContent = i18n.refusal(refused);
  }
}

// A connection is there again.
export function resumeClub() {
  if (page.screen === 'club') openClub(location.hash.split('/').slice(1));
}

// Whether a game is one of a tournament in which this browser has a seat; then that is taken.
export async function sitDown(room) {
  const code = codeOf(room);
  if (!code || !keysOf(code).token) return false;
  change(code, false);
  await come(code);
  const reply = await net.order(`contest sit ${code} ${room}`);
  return reply.good;
}

// Making one, from the form.
export async function openContest() {
  const own = [`format=${$('format').value}`, `gone=${$('gone').value}`];
  if ($('format').value === 'swiss' && $('roundCount').value !== '0') own.push(`rounds=${$('roundCount').value}`);
  const reply = await net.order(`contest open ${[...own, ...gameWords(), $('clubTitle').value.replace(/[=#]/g, ' ').trim()].join(' ')}`);
  $('formError').textContent = reply.good ? '' : i18n.refusal(reply);
  if (!reply.good) return;
  const { contest, key } = JSON.parse(reply.text);
  keepKey(contest, 'key', key);
  location.hash = addressOf(contest);
}

// What the server tells.

function me() {
  return club.state?.players.find(({ n }) => n === club.state.you) || null;
}

function gameOf(player) {
  return (player && club.state.games.find(({ n }) => n === player.game)) || null;
}

const nameOf = (n) => club.state.players.find((player) => player.n === n)?.name ?? '–';

// A new game calls: from the tournament's page one goes there at once, else by a button.
function call() {
  const room = gameOf(me())?.room || null;
  if (room === club.room) return;
  club.room = room;
  if (!room) return;
  keep(`club-of-${room}`, club.code);
  sounds.play('end');
  notify(t('clubCall'));
  if (page.screen === 'club' && !club.wall) location.hash = room;
}

export function notify(text) {
  if (!document.hidden || !window.Notification || Notification.permission !== 'granted') return;
  new Notification(text).onclick = () => window.focus();
}

net.on('contest', (state) => {
  if (state.contest !== club.code) return;
  club.state = state;
  call();
  renderClub();
});

net.on('boards', ({ contest, boards }) => {
  if (contest !== club.code) return;
  for (const board of boards) {
    const old = club.boards.get(board.room);
    const before = old && board.plies === old.plies + 1 ? old.position : null;
    club.boards.set(board.room, { ...board, before, received: performance.now() });
  }
  renderWall();
});

// Showing.

function phaseText() {
  const { phase, round, rounds, format } = club.state;
  const where = round > 0 ? t('clubRound', { n: rounds > 0 ? `${round} / ${rounds}` : round }) : '';
  return [t(`format-${format}`), where, t(`phase-${phase}`)].filter(Boolean).join(' · ');
}

function statusOf(player) {
  if (player.left) return t('clubLeft');
  if (player.game !== null) return t('clubPlaying');
  return player.here ? '' : t('away');
}

function standings() {
  const { players, leads, format } = club.state;
  const cell = (text) => `<td>${escapeText(text)}</td>`;
  const ties = format === 'free' ? [] : [['buchholz', 'Bh'], ['sonneborn', 'SB']];
  const rows = players.map((player, index) => `<tr${player.n === club.state.you ? ' class="me"' : ''}><td>${index + 1}</td><th scope="row">${nameHtml(player.name)}</th>`
    + `<td><strong>${player.points}</strong></td>${ties.map(([key]) => cell(player[key])).join('')}`
    + cell(`${player.wins}–${player.draws}–${player.losses}`) + cell(player.rating ? `${player.rating[0] > 0 ? '+' : ''}${player.rating[0]} ± ${player.rating[1]}` : '')
    + `<td>${escapeText(statusOf(player))}</td>${leads ? `<td>${player.left ? '' : `<button type="button" data-remove="${player.n}">${escapeText(t('clubRemove'))}</button>`}</td>` : ''}</tr>`);
  const heads = ['#', t('clubPlayer'), t('clubPoints'), ...ties.map(([, text]) => text), t('clubScore'), t('clubRating'), t('clubStatus'), ...(leads ? [''] : [])];
  return `<thead><tr>${heads.map((text) => (text ? `<th scope="col">${escapeText(text)}</th>` : '<td></td>')).join('')}</tr></thead><tbody>${rows.join('')}</tbody>`;
}

function resultWords({ result, players, was, by, reason }) {
  if (players[1] === null) return result === 'void' ? t('clubVoid') : t('clubBye');
  const text = result === null ? t('clubPlaying') : { '1-0': '1 : 0', '0-1': '0 : 1', draw: '½ : ½', void: t('clubVoid') }[result];
  const fixed = was ? t('clubCorrected', { was: { '1-0': '1 : 0', '0-1': '0 : 1', draw: '½ : ½', void: t('clubVoid') }[was], by: by || '–', reason: reason || '' }) : '';
  return [text, fixed].filter(Boolean).join(' ');
}

function gameLine(game) {
  const { n, round, players, room, result } = game;
  const names = players[1] === null ? nameHtml(nameOf(players[0])) : `${nameHtml(nameOf(players[0]))} – ${nameHtml(nameOf(players[1]))}`;
  const look = room ? `<a class="button" href="#${escapeText(room)}">${escapeText(t(result === null ? 'watch' : 'look'))}<span class="hidden"> ${names}</span></a>` : '';
  const fix = club.state.leads && result !== null ? `<button type="button" data-fix="${n}">${escapeText(t('clubCorrect'))}</button>` : '';
  return `<li><span>${round > 0 ? `<span class="soft">${round}.</span> ` : ''}${names} <strong>${escapeText(resultWords(game))}</strong></span> <span class="buttons">${look}${fix}</span></li>`;
}

// No needless loss of focus.
function fill(id, html) {
  if ($(id).dataset.shown === html) return;
  $(id).innerHTML = html;
  $(id).dataset.shown = html;
}

function renderMe() {
  const { phase } = club.state;
  const player = me();
  const game = gameOf(player);
  $('clubJoin').hidden = player !== null || phase === 'over';
  $('clubMine').hidden = player === null;
  if (!player) return;
  fill('clubYou', t('clubYou', { name: '\u0001' }).split('\u0001').map(escapeText).join(nameHtml(player.name)));
  setText('clubDo', game ? t('clubYourGame') : player.left ? t('clubLeft') : phase === 'over' ? t('phase-over') : t('clubWait'));
  $('clubGo').hidden = !game?.room;
  $('clubGo').href = `#${game?.room || ''}`;
  $('clubLeave').hidden = player.left || phase === 'over';
  $('clubReturn').hidden = !player.left || phase === 'over';
  $('clubNotify').hidden = !window.Notification || Notification.permission !== 'default';
}

function engineOptions() {
  const setup = Object.fromEntries(club.state.setup.split(' ').map((word) => word.split('=')));
  const game = page.catalogue.find(({ name }) => name === (setup.game || page.catalogue[0].name));
  const options = (game?.bots || []).flatMap(({ name, levels }) => (levels === '' ? [[name, name]] : levels.split(' ').map((level) => [`${name} ${level}`, `${name} ${levelName(level)}`])));
  return options.map(([value, text]) => `<option value="${escapeText(value)}">${escapeText(text)}</option>`).join('');
}

function renderLeader() {
  const { leads, phase, round, format, chat, hints, games: list, players } = club.state;
  const going = list.filter(({ result }) => result === null).length;
  $('clubLead').hidden = !leads;
  if (!leads) return;
  const rounds = format !== 'free';
  if (phase !== 'over') showCode('clubQr');
  setText('clubPair', rounds ? t('clubPairRound', { n: round + 1 }) : t('clubBegin'));
  $('clubPair').hidden = phase === 'over' || (rounds ? going > 0 && format !== 'knockout' : phase !== 'open');
  $('clubExport').href = `contest/${club.code}`;
  $('clubExport').hidden = list.length === 0;
  $('clubClose').hidden = going === 0;
  $('clubPause').hidden = phase !== 'playing' || rounds;
  $('clubResume').hidden = phase !== 'paused';
  $('clubEnd').hidden = phase === 'over' || going > 0 || list.length === 0;
  $('clubEngines').hidden = phase === 'over' || (format === 'knockout' && round > 0);
  $('clubChat').setAttribute('aria-pressed', String(chat));
  $('clubHints').setAttribute('aria-pressed', String(hints));
  fill('clubEngine', engineOptions());
  const idle = players.filter((player) => !player.left && player.game === null).map(({ n, name }) => `<option value="${n}">${escapeText(name)}</option>`);
  $('clubByHand').hidden = phase === 'over' || format === 'knockout' || idle.length < 2;
  fill('clubOne', idle.join(''));
  fill('clubOther', [...idle].reverse().join('')); // two different ones to begin with
}

// The way in as a QR code; no key is in it.
function showCode(id) {
  return shareCode(id, addressOf(club.code));
}

function shareLink(word) {
  return `${location.href.split('#')[0]}${addressOf(club.code)}${word ? `/${word}` : ''}`;
}

export function renderClub() {
  const shown = page.screen === 'club' && club.state !== null && !page.state;
  $('clubPage').hidden = !shown || club.wall;
  $('wall').hidden = !shown || !club.wall;
  document.body.classList.toggle('walled', shown && club.wall);
  renderCall();
  if (!shown) return;
  const { title, code = club.code, games: list } = { ...club.state, code: club.code };
  setText('clubName', title || t('clubTournament'));
  setText('clubCode', code);
  setText('clubPhase', phaseText());
  $('clubWall').href = `${addressOf(code)}/wall`;
  renderMe();
  renderLeader();
  fill('clubTable', standings());
  fill('clubGames', [...list].reverse().map(gameLine).join(''));
  $('clubNoGames').hidden = list.length > 0;
  if (club.wall) renderWall();
}

// In a game of the tournament: the way back, or to the next one, and what the opponent's absence
// allows. Elsewhere: that a game waits.
export function renderCall() {
  const player = me();
  const room = gameOf(player)?.room || null;
  const here = page.state?.contest === club.code && club.code !== null;
  const next = room !== null && page.state?.room !== room;
  $('clubCall').hidden = !(here || (next && page.screen !== 'club'));
  $('clubNext').hidden = !next;
  $('clubNext').href = `#${room || ''}`;
  $('clubBack').hidden = !here;
  $('clubBack').href = addressOf(club.code || '');
  $('clubClaim').hidden = !here || !player?.claim;
  setText('clubCallText', next ? t('clubCall') : here && player?.claim ? t('clubGone') : '');
}

// The wall: all boards of the round, as large as they can be.

// Of so many boards, the number of columns with which each is largest.
function columnsFor(count, width, height) {
  const side = (columns) => Math.min(width / columns, height / Math.ceil(count / columns) - 46);
  let best = 1;
  for (let columns = 2; columns <= count; columns += 1) if (side(columns) > side(best)) best = columns;
  return best;
}

// What the last move touched; some games need the position before it to tell.
function lastOf(module, { last, before, position }) {
  if (!last) return null;
  if (module.lastOf) return before ? module.lastOf(before, position) : null;
  return module.placesOf(last);
}

function clockOf({ clock, time, received }, side) {
  const gone = clock.running === side ? clock.elapsed + (performance.now() - received) / 1000 : 0;
  return clockText(clockAfter(time, clock[side], gone));
}

function wallBoard(game) {
  const board = club.boards.get(game.room);
  if (!board || !games[board.game]) return '';
  const module = games[board.game];
  const say = (key, values) => i18n.textOf(board.game, key, values);
  const svg = module.draw(board.position, { say, bare: true, last: lastOf(module, board) }).replace(/ (data-\w+|role|tabindex|aria-label)="[^"]*"/g, '');
  const seats = Object.keys(board.seats).map((side, index) => {
    const turn = board.toPlay === side ? ' turn' : '';
    const clock = board.clock ? ` <span class="clock">${clockOf(board, side)}</span>` : '';
    return `<span class="wallSeat${turn}"><span class="soft">${escapeText(sideName(board.game, side))}</span> ${nameHtml(nameOf(game.players[index]))}${clock}</span>`;
  }).join('');
  const score = game.result === null ? '' : `<strong class="verdict">${escapeText(resultWords(game))}</strong>`;
  return `<figure class="${module.discs ? 'discs' : 'colours'}"><figcaption>${seats}</figcaption><div class="wallBoard" aria-hidden="true">${svg}${score}</div></figure>`;
}

export function renderWall() {
  if (!club.wall || !club.state || page.screen !== 'club') return;
  const { games: list, round } = club.state;
  const shown = list.filter((game) => game.room && (round > 0 ? game.round === round : game.result === null)).slice(-36);
  const html = shown.map(wallBoard);
  fill('wallBoards', html.join(''));
  const { clientWidth, clientHeight } = $('wallBoards');
  const columns = columnsFor(Math.max(1, shown.length), clientWidth, clientHeight);
  $('wallBoards').style.setProperty('--columns', columns);
  $('wallBoards').style.setProperty('--rows', Math.max(1, Math.ceil(shown.length / columns)));
  setText('wallCode', club.code);
  showCode('wallQr').then((link) => setText('wallAddress', link.split('#')[0].replace(/^https?:\/\//, '').replace(/\/$/, '')));
  setText('wallPhase', phaseText());
  setText('wallName', club.state.title || t('clubTournament'));
  fill('wallTable', club.state.players.slice(0, 16).map((player, index) => `<tr><td>${index + 1}</td><th scope="row">${nameHtml(player.name)}</th><td>${player.points}</td></tr>`).join(''));
}

// Doing.

async function join(event) {
  event.preventDefault();
  $('name').value = $('clubMyName').value;
  const named = await sayName();
  if (!named.good) {
    say(i18n.refusal(named), true);
    return;
  }
  const reply = await order('join');
  if (reply.good) keepKey(club.code, 'token', JSON.parse(reply.text).token);
}

// Shared tablets: nothing of this person's stays.
function forgetMe() {
  for (const { room } of club.state.games) if (room) forget(`club-of-${room}`);
  forget(`club-${club.code}`);
  forget('name');
  $('name').value = '';
  net.order(`contest quit ${club.code}`);
  Object.assign(club, { code: null, state: null, room: null });
  location.hash = '';
}

function moveSeat(name) {
  $('clubLink').hidden = false;
  $('clubLinkText').value = shareLink(keysOf(club.code)[name]);
  $('clubLinkText').select();
}

async function correct(number) {
  const game = club.state.games.find(({ n }) => n === number);
  $('clubFix').hidden = false;
  $('clubFix').dataset.game = number;
  fill('clubFixGame', `${nameHtml(nameOf(game.players[0]))} – ${nameHtml(nameOf(game.players[1]))}`);
  $('clubFixResult').focus();
}

function wireLeader() {
  const on = (id, act) => $(id).addEventListener('click', act);
  on('clubPair', () => order('pair'));
  on('clubClose', () => order('close'));
  on('clubPause', () => order('pause'));
  on('clubResume', () => order('resume'));
  on('clubEnd', () => order('end'));
  on('clubChat', () => order('chat', club.state.chat ? 'off' : 'on'));
  on('clubHints', () => order('hints', club.state.hints ? 'off' : 'on'));
  on('clubAdd', () => order('engine', $('clubEngine').value));
  on('clubPairTwo', () => order('pair', `${$('clubOne').value} ${$('clubOther').value}`));
  on('clubKey', () => moveSeat('key'));
  $('clubTable').addEventListener('click', ({ target }) => { if (target.dataset.remove) order('remove', target.dataset.remove); });
  $('clubGames').addEventListener('click', ({ target }) => { if (target.dataset.fix) correct(Number(target.dataset.fix)); });
  $('clubFix').addEventListener('submit', async (event) => {
    event.preventDefault();
    await sayName(); // whose correction it is
    const reply = await order('result', `${$('clubFix').dataset.game} ${$('clubFixResult').value} ${$('clubReason').value.replace(/#/g, ' ')}`);
    if (reply.good) $('clubFix').hidden = true;
  });
}

export function wireClub() {
  const on = (id, act) => $(id).addEventListener('click', act);
  $('clubJoin').addEventListener('submit', join);
  $('clubMyName').value = $('name').value;
  $('enterCode').addEventListener('submit', (event) => {
    event.preventDefault();
    const code = $('code').value.trim().toLowerCase();
    $('codeError').textContent = isCode(code) ? '' : t('clubBadCode');
    if (isCode(code)) location.hash = addressOf(code);
  });
  on('clubLeave', () => order('leave'));
  on('clubReturn', () => order('return'));
  on('clubMove', () => moveSeat('token'));
  on('clubForget', forgetMe);
  on('clubClaim', () => order('claim'));
  on('clubNotify', async () => { await Notification.requestPermission(); renderClub(); });
  window.addEventListener('resize', renderWall);
  setInterval(renderWall, 1000); // clocks run
  wireLeader();
}
