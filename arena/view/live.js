// A run while it goes on: every second the arena sends what there is to show. tools/page.awk joins
// this module and those it imports.
import * as games from '../../web/games.js';
import { applyStyles, escapeText } from '../../web/games/drawing.js';

const $ = (id) => document.getElementById(id);
const BOARDS = 24; // drawn; of further games the players and clocks are shown

const say = (drawn) => (key, values) => (drawn.texts[key] || key).replace(/\{(\w+)\}/g, (_, name) => values[name]);

function boardOf(drawn, game) {
  if (!drawn) return `<code>${escapeText(game.position)}</code>`;
  let last = null;
  if (game.last) last = drawn.lastOf ? drawn.lastOf(game.before, game.position) : drawn.placesOf(game.last);
  return drawn.draw(game.position, { say: say(drawn), last });
}

function clockText(seconds) {
  if (seconds === null) return '';
  const whole = Math.max(0, Math.floor(seconds));
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function seatHtml(game, side, sides) {
  const value = game.value[side] === null ? '' : `${Math.round(100 * game.value[side])} %`;
  return `<div class="seat${game.turn === side ? ' turn' : ''}"><bdi>${escapeText(sides[side])}: ${escapeText(game.names[side])}</bdi>`
    + `<span>${value} ${clockText(game.clock[side])}</span></div>`;
}

function gameHtml(game, index, sides, drawn) {
  const last = game.last ? `, ${escapeText(game.last)}` : '';
  return `<article data-game="${game.game}"><h3>Game ${game.game}, ply ${game.plies}${last}</h3>${seatHtml(game, 0, sides)}${seatHtml(game, 1, sides)}`
    + `${index < BOARDS ? boardOf(drawn, game) : ''}</article>`;
}

function tableHtml(rows) {
  const ranked = [...rows].sort((a, b) => b.share - a.share);
  return '<thead><tr><th scope="col">#</th><th scope="col" class="name">Engine</th><th scope="col">Elo</th><th scope="col">Games</th>'
    + '<th scope="col">Score</th><th scope="col">Won</th><th scope="col">Drawn</th><th scope="col">Lost</th><th scope="col">Faults</th></tr></thead><tbody>'
    + ranked.map((row, index) => `<tr><td>${index + 1}</td><th scope="row" class="name"><bdi>${escapeText(row.name)}</bdi></th><td>${escapeText(row.elo)}</td>`
      + `<td>${row.games}</td><td>${row.games > 0 ? `${(100 * row.share).toFixed(1)} %` : ''}</td><td>${row.won}</td><td>${row.drawn}</td><td>${row.lost}</td>`
      + `<td>${row.faults}</td></tr>`).join('') + '</tbody>';
}

function showTest(test) {
  $('test').hidden = !test;
  if (!test) return;
  const share = Math.min(1, Math.max(0, (test.ratio - test.lower) / (test.upper - test.lower)));
  $('bar').innerHTML = `<i></i><span>${escapeText(test.text)}</span>`;
  $('bar').firstChild.style.width = `${100 * share}%`;
}

function show(state) {
  const drawn = games[state.game];
  $('title').textContent = state.title;
  $('progress').textContent = `${state.done} of ${state.due} games`;
  $('state').textContent = state.over ? 'The run has ended.' : '';
  $('table').innerHTML = tableHtml(state.table);
  showTest(state.test);
  $('games').innerHTML = state.games.map((game, index) => gameHtml(game, index, state.sides, drawn)).join('');
  document.body.dataset.shown = Number(document.body.dataset.shown || 0) + 1;
}

function start() {
  applyStyles(games);
  const events = new EventSource('events');
  let over = false;
  events.onmessage = (event) => {
    const state = JSON.parse(event.data);
    $('state').classList.remove('lost');
    show(state);
    over = state.over;
    if (over) events.close();
  };
  events.onerror = () => {
    if (over) return;
    $('state').textContent = 'The arena cannot be reached. What is below is as it was last.';
    $('state').classList.add('lost');
  };
}

start();
