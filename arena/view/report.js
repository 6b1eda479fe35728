// The replay of games in a report. Positions come from the program that wrote the page, as edits
// from one to the next; here they are only drawn. tools/page.awk joins this module and those it
// imports.
import * as games from '../../web/games.js';
import { applyStyles, escapeText } from '../../web/games/drawing.js';

const $ = (id) => document.getElementById(id);
const data = $('data') ? JSON.parse($('data').textContent) : { games: [] };
const drawn = games[data.game]; // a new game may have no drawing yet
const shown = { game: null, ply: 0, positions: [], moves: [] };

function say(key, values) {
  return (drawn.texts[key] || key).replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// [keep, drop, insert, keep, drop, insert, ...]; the rest is kept.
function edited(text, edits) {
  let result = '';
  let at = 0;
  for (let i = 0; i < edits.length; i += 3) {
    result += text.slice(at, at + edits[i]) + edits[i + 2];
    at += edits[i] + edits[i + 1];
  }
  return result + text.slice(at);
}

export function positionsOf(game) {
  const list = [game.start];
  for (const edits of game.steps) list.push(edited(list[list.length - 1], edits));
  return list;
}

// Three figures that count, and never an exponent.
function figuresText(value) {
  return value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

function secondsText(microseconds) {
  if (microseconds < 1000) return `${microseconds} µs`;
  if (microseconds < 999500) return `${figuresText(microseconds / 1e3)} ms`;
  return `${figuresText(microseconds / 1e6)} s`;
}

const sideOf = (ply) => Number(shown.game.by[ply - 1]);
const sideName = (side) => data.sides[side][0].toUpperCase() + data.sides[side].slice(1);

// Drawing.

function lastOf(ply) {
  const { positions, moves } = shown;
  if (ply === 0) return null;
  return drawn.lastOf ? drawn.lastOf(positions[ply - 1], positions[ply]) : drawn.placesOf(moves[ply - 1]);
}

function drawBoard() {
  const position = shown.positions[shown.ply];
  $('board').innerHTML = drawn ? drawn.draw(position, { say, last: lastOf(shown.ply) }) : `<code>${escapeText(position)}</code>`;
}

// What the engine that played a ply said of it: its own chances, and those of the first side.
const saidOf = (ply) => (shown.game.said && shown.game.said[ply - 1]) || null;
const percentText = (share) => `${Math.round(100 * share)}\u00a0%`;

function chanceOf(ply) {
  const said = saidOf(ply);
  if (!said) return null;
  return sideOf(ply) === 0 ? said[0] : 1 - said[0];
}

function saidText(ply) {
  const said = saidOf(ply);
  if (!said) return '';
  const [winrate, depth, nodes, line] = said;
  const effort = [depth > 0 ? `depth ${depth}` : '', nodes > 0 ? `${nodes} ${nodes === 1 ? 'node' : 'nodes'}` : ''].filter(Boolean).join(', ');
  return `; it expects ${percentText(winrate)}${effort ? ` (${effort})` : ''}${line ? `: ${line}` : ''}`;
}

function drawNow() {
  const { game, moves, ply } = shown;
  $('now').textContent = ply === 0
    ? (game.opening ? 'After the opening' : 'The beginning')
    : `Ply ${ply} of ${moves.length}: ${sideName(sideOf(ply))} plays ${moves[ply - 1]} in ${secondsText(game.us[ply - 1])}${saidText(ply)}`;
  $('ply').value = ply;
  $('ply').setAttribute('aria-valuetext', $('now').textContent);
  $('first').disabled = $('back').disabled = ply === 0;
  $('next').disabled = $('last').disabled = ply === moves.length;
  for (const mark of document.querySelectorAll('#replay .current')) {
    mark.classList.remove('current');
    mark.removeAttribute('aria-current');
  }
  for (const mark of document.querySelectorAll(`#replay [data-ply="${ply}"]`)) mark.classList.add('current');
  const button = document.querySelector(`#moves [data-ply="${ply}"]`);
  if (!button) return;
  button.setAttribute('aria-current', 'step');
  const list = $('moves');
  const top = button.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
}

// The time of each ply as a bar; the square root keeps short ones visible.
function clockDrawing() {
  const { us } = shown.game;
  const most = Math.max(1, ...us);
  const bars = us.map((time, index) => {
    const high = Math.max(1, 40 * Math.sqrt(time / most));
    return `<rect class="side${sideOf(index + 1)}" data-ply="${index + 1}" x="${(100 * index) / us.length}%" y="${40 - high}" width="${80 / us.length}%" height="${high}"/>`;
  });
  return us.length > 0 ? `<svg>${bars.join('')}</svg>` : '';
}

// Where the engines parted (one ply after the other they expect different ends), the first ply of
// each such stretch, and where one of them changed its mind between two of its plies.
const FAR = 0.3;

function marksOf() {
  const marks = [];
  const last = [null, null];
  let apart = false;
  for (let ply = 1; ply <= shown.moves.length; ply += 1) {
    const chance = chanceOf(ply);
    if (chance === null) continue;
    const side = sideOf(ply);
    const own = last[side];
    const other = last[1 - side];
    if (own !== null && Math.abs(chance - own) >= FAR) marks.push({ ply, kind: 'swung', far: Math.abs(chance - own), side, from: own, to: chance });
    const parts = other !== null && Math.abs(chance - other) >= FAR;
    if (parts && !apart) marks.push({ ply, kind: 'parted', far: Math.abs(chance - other), side, from: other, to: chance });
    apart = parts;
    last[side] = chance;
  }
  return marks;
}

function markText({ kind, side, from, to }) {
  const name = data.engines[shown.game.e[side]];
  return kind === 'swung' ? `${name} swung from ${percentText(from)} to ${percentText(to)}`
    : `they parted: ${percentText(from)} and, by ${name}, ${percentText(to)}`;
}

// Both engines' values over the game, as the chances of the first side.
function valuesDrawing() {
  const plies = shown.moves.length;
  const x = (ply) => (100 * (ply - 0.6)) / plies;
  const points = [[], []];
  for (let ply = 1; ply <= plies; ply += 1) {
    const chance = chanceOf(ply);
    if (chance !== null) points[sideOf(ply)].push(`${x(ply).toFixed(2)},${(60 * (1 - chance)).toFixed(2)}`);
  }
  if (points[0].length + points[1].length === 0) return '';
  const marks = marksOf();
  const lines = points.map((list, side) => `<polyline class="side${side}" points="${list.join(' ')}"/>`);
  const signs = marks.map(({ ply, kind }) => `<line class="${kind}" data-ply="${ply}" x1="${x(ply)}" x2="${x(ply)}" y1="0" y2="60"/>`);
  const most = [...marks].sort((a, b) => b.far - a.far).slice(0, 6).sort((a, b) => a.ply - b.ply);
  const list = most.map((mark) => `<li class="${mark.kind}"><button type="button" data-ply="${mark.ply}">Ply ${mark.ply}</button> <bdi>${escapeText(markText(mark))}</bdi></li>`);
  return `<p class="keys">Chances of ${escapeText(data.sides[0])} as each engine saw them, from 0 % to 100 %</p>`
    + `<svg viewBox="0 0 100 60" preserveAspectRatio="none" aria-hidden="true"><line class="even" x1="0" x2="100" y1="30" y2="30"/>${signs.join('')}${lines.join('')}</svg>`
    + (list.length > 0 ? `<ul>${list.join('')}</ul>` : '');
}

function seatsText(game) {
  return game.e.map((engine, side) => {
    const won = game.w === side ? ' class="winner"' : '';
    return `<div${won}><dt><span class="side${side}"></span>${escapeText(data.sides[side])}</dt><dd><bdi>${escapeText(data.engines[engine])}</bdi></dd></div>`;
  }).join('');
}

function resultText(game) {
  const fault = $(`fault-${game.n}`) ? ` <a href="#fault-${game.n}">Its dialogue</a>` : '';
  const opening = game.opening ? `<br>Opening: <code>${escapeText(game.opening)}</code>` : '';
  return `<strong>${escapeText(game.result)}</strong>, ${escapeText(game.ending)}${game.remark ? `<br>${escapeText(game.remark)}` : ''}${fault}${opening}`;
}

function movesText() {
  return shown.moves.map((move, index) => `<li><button type="button" data-ply="${index + 1}" class="side${sideOf(index + 1)}" `
    + `title="${secondsText(shown.game.us[index])}"><small>${index + 1}</small> ${escapeText(move)}</button></li>`).join('');
}

// Going to games and plies.

function rows() {
  return [...document.querySelectorAll('#list tbody tr')];
}

function showPly(ply) {
  shown.ply = Math.min(Math.max(ply, 0), shown.moves.length);
  drawBoard();
  drawNow();
}

function showGame(number, ply) {
  const game = data.games.find((each) => each.n === number);
  if (!game) return false;
  Object.assign(shown, { game, positions: positionsOf(game), moves: game.moves.split(' ').filter(Boolean) });
  $('replay').hidden = false;
  $('title').textContent = `Game ${number}`;
  $('seats').innerHTML = seatsText(game);
  $('result').innerHTML = resultText(game);
  $('values').innerHTML = valuesDrawing();
  $('clock').innerHTML = clockDrawing();
  $('moves').innerHTML = movesText();
  $('moves').scrollTop = 0;
  $('ply').max = shown.moves.length;
  for (const row of rows()) row.classList.toggle('current', Number(row.dataset.game) === number);
  showPly(ply);
  return true;
}

function neighbour(step) {
  const list = rows().filter((row) => !row.hidden);
  const at = list.findIndex((row) => Number(row.dataset.game) === shown.game.n);
  const row = list[at < 0 ? 0 : at + step];
  if (row) showGame(Number(row.dataset.game), 0);
}

function follow() {
  const game = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
  if (game && showGame(Number(game[1]), Number(game[2] || 0))) {
    $('replay').scrollIntoView({ block: 'start' });
    $('title').focus({ preventScroll: true });
  }
  const fault = /^#fault-\d+$/.exec(location.hash) && document.querySelector(location.hash);
  if (!fault) return;
  for (const folded of [fault.closest('details'), fault.querySelector('details')]) if (folded) folded.open = true;
  fault.scrollIntoView({ block: 'start' });
}

const KEYS = {
  ArrowLeft: () => showPly(shown.ply - 1), ArrowRight: () => showPly(shown.ply + 1),
  ArrowUp: () => neighbour(-1), ArrowDown: () => neighbour(1),
  Home: () => showPly(0), End: () => showPly(shown.moves.length),
};

// Everywhere inside the replay; elsewhere the keys scroll the page, as they should.
function key(event) {
  const inside = $('replay').contains(document.activeElement);
  const act = KEYS[event.key];
  if (!inside || !act || event.altKey || event.ctrlKey || event.metaKey || event.target.matches('input, select')) return;
  event.preventDefault();
  act();
}

// The list.

function passes(game, engine, result) {
  if (engine !== '' && !game.e.includes(Number(engine))) return false;
  if (result === '') return true;
  if (result === 'remark') return Boolean(game.remark);
  if (result === 'drawn') return game.w === -1;
  if (game.w < 0) return false;
  return engine === '' || (game.e[game.w] === Number(engine)) === (result === 'won');
}

function choose() {
  const games = new Map(data.games.map((game) => [game.n, game]));
  let found = 0;
  for (const row of rows()) {
    row.hidden = !passes(games.get(Number(row.dataset.game)), $('whose').value, $('which').value);
    found += row.hidden ? 0 : 1;
  }
  $('found').textContent = `${found} of ${data.games.length} games`;
}

function start() {
  if (data.games.length === 0) return;
  data.engines.forEach((name, index) => $('whose').add(new Option(name, index)));
  applyStyles(games);
  if (drawn?.discs) $('replay').classList.add('discs');
  $('choose').hidden = false;
  $('choose').addEventListener('submit', (event) => event.preventDefault());
  $('whose').addEventListener('change', choose);
  $('which').addEventListener('change', choose);
  choose();
  $('first').addEventListener('click', () => showPly(0));
  $('back').addEventListener('click', () => showPly(shown.ply - 1));
  $('next').addEventListener('click', () => showPly(shown.ply + 1));
  $('last').addEventListener('click', () => showPly(shown.moves.length));
  $('earlier').addEventListener('click', () => neighbour(-1));
  $('later').addEventListener('click', () => neighbour(1));
  $('ply').addEventListener('input', () => showPly(Number($('ply').value)));
  $('replay').addEventListener('click', (event) => {
    const mark = event.target.closest('[data-ply]');
    if (mark) showPly(Number(mark.dataset.ply));
  });
  document.addEventListener('keydown', key);
  showGame(data.games[0].n, data.games[0].steps.length);
}

start();
window.addEventListener('hashchange', follow);
follow();
