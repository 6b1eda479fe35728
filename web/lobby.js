// Before a game: the form that makes one, and the list of those on the server.
import * as i18n from './i18n.js';
import { isLocal } from './local.js';
import { forget, keep, recall } from './memory.js';
import { $, levelName, net, order, page, seatName, setText, sideName } from './page.js';
import * as games from './games.js';
import { escapeText, nameHtml, unreachable } from './games/drawing.js';

const { t, textOf } = i18n;

// Seats are kept by their tokens, so that a reload or a lost connection finds them again.
export function tokensOf(room) {
  return JSON.parse(recall(`seat-${room}`) || '{}');
}

export function keepTokens(reply) {
  const { room, tokens } = JSON.parse(reply.text);
  const all = { ...tokensOf(room), ...tokens };
  if (Object.keys(all).length > 0) keep(`seat-${room}`, JSON.stringify(all));
  return room;
}

export function forgetToken(room, side) {
  const tokens = tokensOf(room);
  delete tokens[side];
  if (Object.keys(tokens).length > 0) keep(`seat-${room}`, JSON.stringify(tokens));
  else forget(`seat-${room}`);
}

// Whether a seat of the game we watch is ours, taken from another window of this browser.
export function sitsElsewhere() {
  const { state } = page;
  return state.you.length === 0 && Object.keys(tokensOf(state.room)).length > 0;
}

export function forgetSeats(room) {
  forget(`seat-${room}`);
}

function option(value, text, selected) {
  return `<option value="${escapeText(value)}"${selected ? ' selected' : ''}>${escapeText(text)}</option>`;
}

// New options, with the choice kept if it is still there.
function keepSelect(id, html, sameGame = true) {
  const before = $(id).value;
  $(id).innerHTML = html;
  if (sameGame && [...$(id).options].some((one) => one.value === before)) $(id).value = before;
}

function currentGame() {
  const chosen = $('game').querySelector(':checked');
  return page.catalogue.find((game) => chosen && game.name === chosen.value) || page.catalogue[0];
}

function card(game, chosen) {
  return `<label class="card"><input type="radio" name="game" value="${escapeText(game.name)}"${chosen ? ' checked' : ''}>`
    + `<span class="face"><span class="sample" aria-hidden="true"></span> <strong>${escapeText(textOf(game.name, 'title'))}</strong> `
    + `<span class="soft">${escapeText(textOf(game.name, 'card'))}</span></span></label>`;
}

export function fillForm() {
  const now = currentGame();
  for (const node of $('game').querySelectorAll('.card')) node.remove();
  $('game').insertAdjacentHTML('beforeend', page.catalogue.map((game) => card(game, game === now)).join(''));
  drawCards();
  fillGame(true);
}

// The small boards of the cards, which are there only while they can be seen. Nothing in them can
// be chosen.
export function drawCards() {
  for (const node of $('game').querySelectorAll('.card')) {
    const game = games[node.querySelector('input').value];
    node.querySelector('.sample').innerHTML = page.state || page.screen ? '' : unreachable(game.draw(...game.sample));
  }
}

function levelOptions(game) {
  const named = (bot) => (game.bots.length > 1 ? `${bot.name} ` : '');
  return game.bots.flatMap((bot) => (bot.levels === ''
    ? [option(`${bot.name}/`, bot.name)]
    : bot.levels.split(' ').map((level) => option(`${bot.name}/${level}`, named(bot) + levelName(level), level === 'easy'))));
}

function rulesName(game, rules) {
  return i18n.toldOf(game, `rules-${rules}`, rules);
}

export function fillGame(sameGame) {
  const game = currentGame();
  const [least, most, usual] = game.sizes;
  const sizes = games[game.name].sizes || Array.from({ length: most - least + 1 }, (_, i) => least + i);
  const sides = game.sides.map((side) => option(side, sideName(game.name, side)));
  keepSelect('rules', game.rules.map((rules) => option(rules, rulesName(game.name, rules))).join(''), sameGame);
  keepSelect('size', sizes.map((size) => option(size, `${size} × ${size}`, size === usual)).join(''), sameGame);
  keepSelect('side', [...sides, option('random', t('random'))].join(''), sameGame);
  keepSelect('level', levelOptions(game).join(''));
  $('sizes').hidden = least === most;
  makeSettings(game.name);
  fillSettings(sameGame ? null : 'game');
  if (game.bots.length === 0 && $('opponent').value === 'bot') $('opponent').value = 'link';
  fillOpponent(!sameGame);
  showHow();
}

// What a newcomer has to know of a game, in both places where it is told.
export function showHow() {
  const { game, rules } = page.state || { game: currentGame()?.name, rules: $('rules').value };
  if (!game) return; // the server has not told its games yet
  const html = textOf(game, 'how', { rules: textOf(game, `how-${rules}`) }).split('\n').map((line) => `<p>${escapeText(line)}</p>`).join('');
  for (const node of document.querySelectorAll('.how')) node.innerHTML = html;
}

// A game's own settings.

function settingsOf(game) {
  return games[game].settings || [];
}

function settingField(game, { id, values }) {
  const field = values ? `<select id="${id}"></select>` : `<input id="${id}" inputmode="decimal" autocomplete="off">`;
  return `<label data-game="${escapeText(game)}"><span></span>${field}</label>`;
}

// The fields of a game are made when it is first chosen and hidden while another one is: what was
// typed stays.
function makeSettings(game) {
  const settings = settingsOf(game);
  if (settings.length > 0 && !$(settings[0].id)) $('rules').parentNode.insertAdjacentHTML('afterend', settings.map((each) => settingField(game, each)).join(''));
  for (const node of $('more').querySelectorAll('[data-game]')) node.hidden = node.dataset.game !== game;
  for (const { id } of settings) $(id).previousSibling.textContent = textOf(game, id);
}

// What the settings offer depends on the other fields. A setting that follows the changed field
// goes back to its usual value.
export function fillSettings(changed) {
  const { name, sides } = currentGame();
  const form = { size: Number($('size').value), rules: $('rules').value, sides };
  for (const { id, values, usual, follows, textKey } of settingsOf(name)) {
    const wish = usual?.(form);
    const text = (value) => (textKey ? textOf(name, textKey(value)) : String(value));
    const kept = changed !== 'game' && changed !== follows;
    if (values) keepSelect(id, values(form).map((value) => option(value, text(value), value === wish)).join(''), changed === null || kept);
    else $(id).placeholder = wish;
  }
}

// A number may be typed with spaces or a comma; whatever else it is, the server says so.
function settingWords(game) {
  const typed = (id) => $(id).value.replace(/\s/g, '').replace(',', '.');
  return settingsOf(game).filter(({ id, unless = '' }) => typed(id) !== unless).map(({ id, order: name }) => `${name}=${typed(id)}`);
}

// Whoever plays anybody takes either side, unless they choose one: else nobody would match.
export function fillOpponent(changed) {
  if (changed) $('side').value = $('opponent').value === 'anybody' ? 'random' : currentGame().sides[0];
  for (const node of document.querySelectorAll('[data-opponent]')) node.hidden = !node.dataset.opponent.split(' ').includes($('opponent').value);
  if (!['swiss', 'robin'].includes($('format').value)) $('rounded').hidden = true;
  if (changed && $('opponent').value === 'club') $('more').open = true; // a class wants a clock
  $('play').textContent = t($('opponent').value === 'club' ? 'clubOpen' : 'create');
}

// Which game is meant, whoever is to play it.
export function gameWords() {
  const game = currentGame();
  const words = [`game=${game.name}`, `rules=${$('rules').value}`];
  if (!$('sizes').hidden) words.push(`size=${$('size').value}`);
  words.push(...settingWords(game.name));
  if ($('clock').value !== 'none') words.push(`time=${$('clock').value}`);
  return words;
}

function createOrder() {
  const opponent = $('opponent').value;
  const words = [...gameWords(), `side=${opponent === 'both' ? 'both' : $('side').value}`];
  words.push(opponent === 'anybody' ? 'match=yes' : 'listed=no');
  if (opponent === 'bot') {
    const [bot, level] = $('level').value.split('/');
    words.push(`bot=${bot}`);
    if (level) words.push(`level=${level}`);
  }
  return `create ${words.join(' ')}`;
}

// Answers as an order does. Without a name one is a guest, whatever was said before on this
// connection. A name that is refused is not kept: somebody who comes by a link next time could do
// nothing about it.
export async function sayName() {
  const name = $('name').value.trim();
  const reply = await net.order(`name ${name || 'guest'}`);
  if (reply.good) keep('name', name);
  return reply;
}

let creating = false;
export const isCreating = () => creating;

// Once at a time. The button is not disabled meanwhile: it would lose the focus.
export function create() {
  return make(createOrder());
}

// The same by the words of somebody else's, against the engine at its easy level.
export function createGame(words, name) {
  const [bot] = page.catalogue.find((game) => game.name === name).bots;
  const level = bot.levels.split(' ').includes('easy') ? ' level=easy' : '';
  return make(`create game=${name} ${words} listed=no bot=${bot.name}${level}`);
}

async function make(wish) {
  if (creating) return;
  creating = true;
  const named = await sayName();
  const reply = named.good ? await order(wish) : named;
  creating = false;
  if (!reply.good) $('formError').textContent = i18n.refusal(reply);
  else location.hash = keepTokens(reply);
}

function listEntry(room) {
  const names = Object.entries(room.seats).map(([side, seat]) => `${escapeText(sideName(room.game, side))}: ${seat.kind === 'empty' ? '…' : nameHtml(seatName(seat))}`);
  const what = [escapeText(`${i18n.toldOf(room.game, 'title', room.game)} ${room.size} × ${room.size}`), escapeText(rulesName(room.game, room.rules)), ...names].join(', ');
  const word = t(isLocal ? (room.phase === 'over' ? 'look' : 'goOn') : room.phase === 'open' ? 'join' : 'watch');
  return `<li><span>${what}</span> <a class="button" href="#${escapeText(room.room)}">${escapeText(word)}<span class="hidden"> ${what}</span></a></li>`;
}

// How many wait for an opponent in which game: "2 × Go 9 × 9".
function waitingText(list) {
  const kinds = new Map();
  for (const { phase, game, size } of list) {
    const kind = `${i18n.toldOf(game, 'title', game)} ${size} × ${size}`;
    if (phase === 'open') kinds.set(kind, (kinds.get(kind) || 0) + 1);
  }
  return kinds.size === 0 ? '' : t('waiting', { list: [...kinds].map(([kind, n]) => `${kind}: ${n}`).join(', ') });
}

let pages = 1; // of the list that are shown
const PAGE = 100; // games on one

// More and more of the list are shown, until somebody has been in a game.
export function showMore() {
  pages += 1;
  return refreshLobby();
}

export async function refreshLobby() {
  if (page.state) pages = 1;
  if (page.state || page.screen || !net.open || document.hidden) return;
  const list = [];
  for (let number = 1; number <= pages && list.length === (number - 1) * PAGE; number += 1) {
    const reply = await net.order(`list ${number}`);
    if (!reply.good) return;
    list.push(...JSON.parse(reply.text));
  }
  const html = list.map(listEntry).join('');
  setText('waiting', isLocal ? '' : waitingText(list));
  $('nogames').hidden = list.length > 0;
  $('moreGames').hidden = list.length < pages * PAGE;
  if ($('games').dataset.shown !== html) $('games').innerHTML = html; // no needless loss of focus
  $('games').dataset.shown = html;
}
