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
// `sure` is what is done once somebody has said yes; `told` is called with each of its states.
const club = { code: null, wall: false, state: null, boards: new Map(), room: null, sure: null, told: () => {} };

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

// Asks before something that cannot be undone.
function ask(text, act) {
  club.sure = act;
  $('clubAsk').hidden = act === null;
  setText('clubQuestion', text);
  if (act) $('clubYes').focus();
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
  $('clubLink').hidden = true;
  ask('', null);
  say('');
}

// The screen, by the words of its address.
export async function openClub([name, word]) {
  const code = (name || '').toLowerCase();
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
  if (!$('rounded').hidden && $('roundCount').value !== '0') own.push(`rounds=${$('roundCount').value}`);
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
  sounds.play('turn');
  notify(t('clubCall'));
  if (page.screen === 'club' && !club.wall) location.hash = room;
}

// Whether a game of ours waits that is not shown.
export function isCalled() {
  const room = gameOf(me())?.room || null;
  return room !== null && page.state?.room !== room;
}

export function titleOf() {
  return club.state?.title || t('clubTournament');
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
  club.told();
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

// Half points as people write them.
const points = (n) => (n % 1 === 0 ? String(n) : `${n > 1 ? Math.floor(n) : ''}½`);

function phaseText() {
  const { phase, round, rounds, format } = club.state;
  const where = round > 0 ? t('clubRound', { n: rounds > 0 ? `${round} / ${rounds}` : round }) : '';
  return [t(`format-${format}`), where, t(`phase-${phase}`)].filter(Boolean).join(' · ');
}

function statusOf(player) {
  if (player.left) return t('clubLeft');
  if (!player.here) return t('away');
  return player.game === null ? '' : t('clubPlaying');
}

// A rating that says little is left out.
function ratingOf({ rating }) {
  const TELLING = 250;
  return rating && rating[1] <= TELLING ? `${rating[0] > 0 ? '+' : ''}${rating[0]} ± ${rating[1]}` : '';
}

// The columns of the table: a head, perhaps what it means, and a cell. Phones show those that are
// not wide.
function columns() {
  const { format, leads } = club.state;
  const ties = [
    { head: 'Bh', tip: t('clubBuchholz'), wide: true, cell: ({ buchholz }) => points(buchholz) },
    { head: 'SB', tip: t('clubSonneborn'), wide: true, cell: ({ sonneborn }) => String(sonneborn) },
  ];
  const button = (what, { n, name }, text, tip) => `<button type="button" data-${what}="${n}" title="${escapeText(tip)}">${escapeText(text)}<span class="hidden"> ${nameHtml(name)}</span></button>`;
  const lead = (player) => (player.left ? '' : `${player.engine ? '' : button('seat', player, t('clubSeat'), t('tip-clubSeat'))} ${button('remove', player, t('clubRemove'), t('tip-clubRemove'))}`);
  return [
    { head: '#', cell: (player) => String(club.state.players.indexOf(player) + 1) },
    { head: t('clubPlayer'), row: true, html: ({ name }) => nameHtml(name) },
    { head: t('clubPoints'), html: (player) => `<strong>${points(player.points)}</strong>` },
    ...(['swiss', 'robin'].includes(format) ? ties : []),
    { head: '+ = −', tip: t('clubScore'), wide: leads, cell: ({ wins, draws, losses }) => `${wins} ${draws} ${losses}` },
    { head: t('clubRating'), tip: t('clubRatingHow'), wide: true, cell: ratingOf },
    { head: t('clubStatus'), cell: statusOf },
    ...(leads ? [{ head: '', html: lead }] : []),
  ];
}

function standings() {
  const all = columns();
  const wide = (column) => (column.wide ? ' class="wide"' : '');
  const cell = (column, player) => {
    const inside = column.html ? column.html(player) : escapeText(column.cell(player));
    return column.row ? `<th scope="row">${inside}</th>` : `<td${wide(column)}>${inside}</td>`;
  };
  const head = (column) => (column.head ? `<th scope="col"${wide(column)}${column.tip ? ` title="${escapeText(column.tip)}"` : ''}>${escapeText(column.head)}</th>` : '<td></td>');
  const look = (player) => [player.n === club.state.you ? 'me' : '', player.here || player.left ? '' : 'gone'].filter(Boolean).join(' ');
  const rows = club.state.players.map((player) => `<tr class="${look(player)}">${all.map((column) => cell(column, player)).join('')}</tr>`);
  return `<thead><tr>${all.map(head).join('')}</tr></thead><tbody>${rows.join('')}</tbody>`;
}

function resultWords({ result, players, was, by, reason }) {
  if (players[1] === null) return result === 'void' ? t('clubVoid') : t('clubBye');
  const text = result === null ? t('phase-playing') : { '1-0': '1 : 0', '0-1': '0 : 1', draw: '½ : ½', void: t('clubVoid') }[result];
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

// What somebody who is in no game is to do.
function waitText() {
  const { format, games: list, round, you } = club.state;
  const bye = list.some(({ players, round: of }) => of === round && players[0] === you && players[1] === null);
  if (bye) return t('clubFree');
  return t(format === 'knockout' && round > 0 ? 'clubWaitKnockout' : 'clubWait');
}

// A leader may play, too, but need not.
function renderMe() {
  const { phase, leads } = club.state;
  const player = me();
  const game = gameOf(player);
  $('clubJoin').hidden = player !== null || phase === 'over';
  if (leads && $('clubJoin').parentNode !== $('clubMore')) $('clubMore').append($('clubJoin'));
  $('clubMine').hidden = player === null;
  if (!player) return;
  fill('clubYou', t('clubYou', { name: '\u0001' }).split('\u0001').map(escapeText).join(nameHtml(player.name)));
  setText('clubDo', game ? t('clubYourGame') : player.left ? t('clubYouLeft') : phase === 'over' ? t('clubOver') : waitText());
  $('clubGo').hidden = !game?.room;
  $('clubGo').href = `#${game?.room || ''}`;
  $('clubLeave').hidden = player.left || phase === 'over';
  $('clubReturn').hidden = !player.left || phase === 'over';
  $('clubNotify').hidden = !window.Notification || Notification.permission !== 'default';
}

function engineOptions() {
  const setup = Object.fromEntries(club.state.setup.split(' ').map((word) => word.split('=')));
  const game = page.catalogue.find(({ name }) => name === (setup.game || page.catalogue[0].name));
  const bots = game?.bots || [];
  const named = (name) => (bots.length > 1 ? `${name} ` : '');
  const options = bots.flatMap(({ name, levels }) => (levels === '' ? [[name, name]] : levels.split(' ').map((level) => [`${name} ${level}`, named(name) + levelName(level)])));
  return options.map(([value, text]) => `<option value="${escapeText(value)}"${/ easy$/.test(value) ? ' selected' : ''}>${escapeText(text)}</option>`).join('');
}

function renderLeader() {
  const { leads, phase, round, rounds, format, chat, hints, games: list, players } = club.state;
  const going = list.filter(({ result }) => result === null).length;
  const away = players.filter(({ here, left }) => !here && !left).length;
  const mayPair = format === 'free' ? phase === 'open' : (going === 0 || format === 'knockout') && (rounds === 0 || round < rounds);
  $('clubLead').hidden = !leads;
  if (!leads) return;
  setText('clubPair', format === 'free' ? t('clubBegin') : t('clubPairRound', { n: round + 1 }));
  setText('clubGoing', [t('clubPlayers', { n: players.filter(({ left }) => !left).length }), going > 0 ? t('clubGoing', { n: going }) : '', away > 0 ? t('clubAway', { n: away }) : ''].filter(Boolean).join(' · '));
  $('clubPair').hidden = phase === 'over' || !mayPair;
  $('clubExport').href = `contest/${club.code}`;
  $('clubExport').hidden = list.length === 0;
  $('clubClose').hidden = going === 0;
  setText('clubClose', t(format === 'free' ? 'clubStop' : 'clubClose'));
  $('clubPause').hidden = phase !== 'playing' || (format !== 'free' && going === 0);
  $('clubResume').hidden = phase !== 'paused';
  $('clubEnd').hidden = phase === 'over' || list.length === 0;
  $('clubEngines').hidden = phase === 'over' || (format === 'knockout' && round > 0);
  $('clubChat').checked = chat;
  $('clubHints').checked = hints;
  fill('clubEngine', engineOptions());
  const idle = players.filter((player) => !player.left && player.game === null).map(({ n, name }) => `<option value="${n}">${escapeText(name)}</option>`);
  $('clubByHand').hidden = phase === 'over' || format === 'knockout' || idle.length < 2;
  fill('clubOne', idle.join(''));
  fill('clubOther', [...idle].reverse().join('')); // two different ones to begin with
}

// The way in as a QR code and in words; no key is in it. Where people go.
async function showWay(id) {
  const { link, lonely, drawn } = await shareCode(id, addressOf(club.code));
  if (lonely) return `${t('linkLocal')} ${t('clubEnter')}`;
  return t(drawn ? 'clubHow' : 'clubHowOpen', { address: link.split('#')[0].replace(/^https?:\/\//, '').replace(/\/$/, '') });
}

function renderWay() {
  const { leads, phase } = club.state;
  const open = leads && phase !== 'over';
  $('clubQr').hidden = !open;
  if (open) showWay('clubQr').then((how) => setText('clubHow', how));
  else setText('clubHow', t('clubEnter'));
}

// The newest round first; within it as it was paired.
const byRound = (a, b) => b.round - a.round || (a.round > 0 ? a.n - b.n : b.n - a.n);

export function renderClub() {
  const shown = page.screen === 'club' && club.state !== null && !page.state;
  $('clubPage').hidden = !shown || club.wall;
  $('wall').hidden = !shown || !club.wall;
  document.body.classList.toggle('walled', shown && club.wall);
  renderCall();
  if (!shown) return;
  const { games: list, players } = club.state;
  setText('clubName', titleOf());
  setText('clubCode', club.code);
  setText('clubPhase', phaseText());
  $('clubWall').href = `${addressOf(club.code)}/wall`;
  renderWay();
  renderMe();
  renderLeader();
  $('clubRanks').hidden = players.length === 0;
  $('clubPlayed').hidden = list.length === 0;
  fill('clubTable', standings());
  fill('clubGames', [...list].sort(byRound).map(gameLine).join(''));
  if (club.wall) renderWall();
}

// In a game of the tournament: the way back, or to the next one, and what the opponent's absence
// allows. Elsewhere: that a game waits.
export function renderCall() {
  const player = me();
  const here = page.state?.contest === club.code && club.code !== null;
  const next = isCalled();
  const quiet = here && club.state ? `${titleOf()}${club.state.round > 0 ? ` · ${t('clubRound', { n: club.state.round })}` : ''}` : '';
  $('clubCall').hidden = !(here || (next && page.screen !== 'club'));
  $('clubCall').classList.toggle('calls', next);
  $('clubNext').hidden = !next;
  $('clubNext').href = `#${gameOf(player)?.room || ''}`;
  $('clubBack').hidden = !here;
  $('clubBack').href = addressOf(club.code || '');
  $('clubClaim').hidden = !here || !player?.claim;
  setText('clubCallText', next ? t('clubCall') : here && player?.claim ? t('clubGone') : quiet);
}

// The wall: all boards of the round, as large as they can be.

// Of so many boards, the number of columns with which each is largest, and how wide it is then;
// two lines of names stand above each.
function columnsFor(count, width, height) {
  const GAP = 12;
  const side = (columns) => Math.min(width / columns - GAP, (height / Math.ceil(count / columns) - GAP) / 1.2);
  let best = 1;
  for (let columns = 2; columns <= count; columns += 1) if (side(columns) > side(best)) best = columns;
  return { columns: best, side: Math.max(80, Math.floor(side(best))) };
}

// What the last move touched; some games need the position before it to tell.
function lastOf(module, { last, before, position }) {
  if (!last) return null;
  if (module.lastOf) return before ? module.lastOf(before, position) : null;
  return module.placesOf(last);
}

function clockOf({ clock, time, received }, side) {
  const since = club.state.phase === 'paused' ? 0 : (performance.now() - received) / 1000;
  const gone = clock.running === side ? clock.elapsed + since : 0;
  return clockText(clockAfter(time, clock[side], gone));
}

function wallBoard(game) {
  const board = club.boards.get(game.room);
  if (!board || !games[board.game]) return '';
  const module = games[board.game];
  const say = (key, values) => i18n.textOf(board.game, key, values);
  const svg = module.draw(board.position, { say, bare: true, last: lastOf(module, board) }).replace(/ (data-\w+|role|tabindex|aria-label)="[^"]*"/g, '');
  const scores = { '1-0': ['1', '0'], '0-1': ['0', '1'], draw: ['½', '½'], void: ['–', '–'] }[game.result];
  const seats = Object.keys(board.seats).map((side, index) => {
    const looks = ['wallSeat', board.toPlay === side && !scores ? 'turn' : '', scores?.[index] === '1' ? 'won' : ''].filter(Boolean).join(' ');
    const right = scores ? `<strong>${scores[index]}</strong>` : board.clock ? `<span class="clock">${clockOf(board, side)}</span>` : '';
    return `<span class="${looks}"><span class="side side${index}">${escapeText(sideName(board.game, side))}</span> <span class="who">${nameHtml(nameOf(game.players[index]))}</span> ${right}</span>`;
  }).join('');
  return `<figure class="${module.discs ? 'discs' : 'colours'}${scores ? ' over' : ''}"><figcaption>${seats}</figcaption><div class="wallBoard" aria-hidden="true">${svg}</div></figure>`;
}

function renderBoards() {
  const { games: list, round } = club.state;
  const shown = list.filter((game) => game.room && (round > 0 ? game.round === round : game.result === null)).slice(-36);
  fill('wallBoards', shown.map(wallBoard).join(''));
  const { clientWidth, clientHeight } = $('wallBoards');
  const { columns: count, side } = columnsFor(Math.max(1, shown.length), clientWidth, clientHeight);
  $('wallBoards').style.setProperty('--columns', count);
  $('wallBoards').style.setProperty('--side', `${side}px`);
}

// More players than there is room for take turns.
function renderRanks() {
  const SECONDS = 10;
  const { players } = club.state;
  const height = $('wallTable').rows[0]?.offsetHeight || 40;
  const room = $('wallSide').getBoundingClientRect().bottom - $('wallTable').getBoundingClientRect().top;
  const rows = Math.max(4, Math.floor(room / height));
  const pages = Math.max(1, Math.ceil(players.length / rows));
  const from = (Math.floor(performance.now() / 1000 / SECONDS) % pages) * rows;
  fill('wallTable', players.slice(from, from + rows).map((player, index) => `<tr><td>${from + index + 1}</td><th scope="row">${nameHtml(player.name)}</th><td>${points(player.points)}</td></tr>`).join(''));
}

// Before the first game all of it is the way in, and who has come.
export function renderWall() {
  if (!club.wall || !club.state || page.screen !== 'club') return;
  const { games: list, phase, players } = club.state;
  const joining = list.length === 0 && phase === 'open';
  $('wall').classList.toggle('joining', joining);
  $('wall').classList.toggle('ended', phase === 'over');
  $('wall').classList.toggle('crowd', players.length > 15);
  setText('wallCode', club.code);
  setText('wallName', titleOf());
  setText('wallPhase', phaseText());
  $('wallPaused').hidden = phase !== 'paused';
  showWay('wallQr').then((how) => setText('wallHow', how));
  fill('wallNames', joining ? players.filter(({ left }) => !left).map(({ name }) => `<li>${nameHtml(name)}</li>`).join('') : '');
  if (joining) fill('wallTable', '');
  else renderRanks();
  renderBoards();
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

// A seat, or the lead, for another device: whoever opens the link has it there.
async function showLink(key) {
  $('clubLink').hidden = true;
  const { link } = await shareCode('clubLinkQr', `${addressOf(club.code)}/${key}`);
  $('clubLinkText').value = link;
  $('clubLink').hidden = false;
  $('clubLinkText').select();
}

const moveSeat = (name) => showLink(keysOf(club.code)[name]);

// For who has lost the way to their own.
async function giveSeat(player) {
  const reply = await order('seat', player);
  if (reply.good) showLink(JSON.parse(reply.text).token);
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
  on('clubClose', () => ask(t('clubSure-close'), () => order('close')));
  on('clubPause', () => order('pause'));
  on('clubResume', () => order('resume'));
  on('clubEnd', () => ask(t('clubSure-end'), () => order('end')));
  on('clubChat', () => order('chat', club.state.chat ? 'off' : 'on'));
  on('clubHints', () => order('hints', club.state.hints ? 'off' : 'on'));
  on('clubAdd', () => order('engine', $('clubEngine').value));
  on('clubPairTwo', () => order('pair', `${$('clubOne').value} ${$('clubOther').value}`));
  on('clubKey', () => moveSeat('key'));
  $('clubTable').addEventListener('click', ({ target }) => {
    const { remove, seat } = target.dataset;
    if (seat) ask(t('clubSure-seat', { name: nameOf(Number(seat)) }), () => giveSeat(seat));
    if (remove) ask(t('clubSure-remove', { name: nameOf(Number(remove)) }), () => order('remove', remove));
  });
  $('clubGames').addEventListener('click', ({ target }) => { if (target.dataset.fix) correct(Number(target.dataset.fix)); });
  on('clubFixNot', () => { $('clubFix').hidden = true; });
  $('clubFix').addEventListener('submit', async (event) => {
    event.preventDefault();
    await sayName(); // whose correction it is
    const reply = await order('result', `${$('clubFix').dataset.game} ${$('clubFixResult').value} ${$('clubReason').value.replace(/#/g, ' ')}`);
    if (reply.good) $('clubFix').hidden = true;
  });
}

export function wireClub(told) {
  club.told = told;
  const on = (id, act) => $(id).addEventListener('click', act);
  $('clubJoin').addEventListener('submit', join);
  $('clubMyName').value = $('name').value;
  $('enterCode').addEventListener('submit', (event) => {
    event.preventDefault();
    const code = $('code').value.trim().toLowerCase();
    $('codeError').textContent = isCode(code) ? '' : t('clubBadCode');
    if (isCode(code)) location.hash = addressOf(code);
  });
  on('clubLeave', () => ask(t(gameOf(me()) ? 'clubSure-leaveGame' : 'clubSure-leave'), () => order('leave')));
  on('clubYes', () => { const { sure } = club; ask('', null); sure?.(); });
  on('clubNo', () => ask('', null));
  on('clubReturn', () => order('return'));
  on('clubMove', () => moveSeat('token'));
  on('clubForget', () => ask(t('clubSure-forget'), forgetMe));
  on('clubClaim', () => order('claim'));
  on('clubNotify', async () => { await Notification.requestPermission(); renderClub(); });
  window.addEventListener('resize', renderWall);
  setInterval(renderWall, 1000); // clocks run
  wireLeader();
}
