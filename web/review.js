// After a game: the course of what the engine gives the first side for it, and the mistakes, each a
// click away on the board.
import { t, word } from './i18n.js';
import { $, gameHere, message, moveText, order, page, sideName } from './page.js';
import { escapeText, tag } from './games/drawing.js';

const MISTAKE = 0.1; // of a whole win: less is told apart only by much longer thought
const MOST = 6; // mistakes in the list
const [WIDTH, HEIGHT] = [600, 150]; // of the drawing

let found = null; // { game, plies } of the game that was reviewed last
let asking = false;

// What makes one game, with all that was played in it.
function gameKey({ room, round, plies }) {
  return JSON.stringify([room, round, plies]);
}

function readValue(winrate, score, exact) {
  return { chance: Number(winrate), score, exact: Boolean(exact) };
}

// "4 o C2-A3 winrate 0.0000 score -1 exact loss 0.5000 best B1-B3 winrate 0.5000 ... line B1-B3"
function readPly(text) {
  const value = 'winrate (\\S+)(?: score (\\S+))?( exact)?';
  const words = new RegExp(`^(\\d+) (\\S+) (\\S+) ${value} loss (\\S+) best (\\S+) ${value} line (.*)$`).exec(text);
  return words && {
    number: Number(words[1]), side: words[2], move: words[3], after: readValue(...words.slice(4, 7)), loss: Number(words[7]),
    best: words[8], before: readValue(...words.slice(9, 12)), line: words[12].split(' '),
  };
}

// The plies of the game at hand, if it was reviewed.
function reviewed() {
  return page.state?.phase === 'over' && found !== null && found.game === gameKey(page.state) ? found.plies : null;
}

function mistakesOf(plies) {
  const worst = plies.filter(({ loss }) => loss >= MISTAKE).sort((a, b) => b.loss - a.loss || a.number - b.number).slice(0, MOST);
  return worst.sort((a, b) => a.number - b.number);
}

export function isMistake(number) {
  return (reviewed()?.[number - 1]?.loss ?? 0) >= MISTAKE;
}

// Words.

// A game may have narrow wins.
function provedWord({ chance, score }) {
  const narrow = score !== undefined && gameHere().won?.(String(Math.abs(score)), page.ui) === 'won-narrowly' ? 'narrow' : '';
  if (chance === 0.5) return 'draw';
  return narrow + (chance > 0.5 ? 'win' : 'loss');
}

function percent(chance) {
  return `${Math.round(chance * 100)}\u00a0%`;
}

// "Here a draw became a loss", or how much of the chances is gone.
function fallText({ before, after }) {
  if (before.exact && after.exact) return t('reviewBecame', { before: t(`was-${provedWord(before)}`), after: t(`is-${provedWord(after)}`) });
  return t('reviewFell', { before: percent(before.chance), after: percent(after.chance) });
}

// What the engine expects of both.
function lineText(line) {
  return line.slice(0, 6).map(moveText).join(' ');
}

function mistakeText(ply) {
  return `${fallText(ply)} ${t('reviewBetter', { move: moveText(ply.best) })}`;
}

// Why the other move was better: what would have followed there, and what follows here.
function reasonText(ply, next) {
  const side = sideName(page.state.game, ply.side);
  const here = next && next.line.length > 0 ? t('reviewNow', { move: moveText(ply.move), line: lineText(next.line) }) : '';
  return [t('reviewWhy', { number: ply.number, side, move: moveText(ply.move), best: moveText(ply.best), line: lineText(ply.line.slice(1)) || '–' }), here].join(' ');
}

// The drawing: one step to the right is a ply; the first side's share stands at the bottom.

function firstSide() {
  return Object.keys(page.state.seats)[0];
}

function chanceOfFirst({ side, after, before }, which) {
  const { chance } = which === 'before' ? before : after;
  return side === firstSide() ? chance : 1 - chance;
}

function across(number, plies) {
  return (number / plies.length) * WIDTH;
}

function down(chance) {
  return (1 - chance) * HEIGHT;
}

function drawGraph(plies) {
  const points = [[0, down(chanceOfFirst(plies[0], 'before'))], ...plies.map((ply) => [across(ply.number, plies), down(chanceOfFirst(ply))])];
  const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
  const [first, second] = Object.keys(page.state.seats);
  const dots = mistakesOf(plies).map((ply) => tag('circle', { class: `mistake of-${ply.side === first ? 0 : 1}`, cx: across(ply.number, plies).toFixed(1), cy: down(chanceOfFirst(ply)).toFixed(1), r: 7 }));
  const name = (side, y, at) => tag('text', { x: 8, y, 'dominant-baseline': at }, escapeText(sideName(page.state.game, side)));
  return tag('svg', { viewBox: `-10 -10 ${WIDTH + 20} ${HEIGHT + 20}`, role: 'img', 'aria-label': t('reviewGraph', { side: sideName(page.state.game, first) }) },
    tag('rect', { class: 'area', x: 0, y: 0, width: WIDTH, height: HEIGHT }),
    tag('path', { class: 'under', d: `M0 ${HEIGHT}L${line}L${WIDTH} ${HEIGHT}Z` }),
    tag('path', { class: 'middle', d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    tag('path', { class: 'course', d: `M${line}` }),
    name(second, 6, 'hanging'), name(first, HEIGHT - 6, 'auto'), ...dots,
    tag('path', { class: 'here', d: '' }));
}

function mistakeButton(ply) {
  const side = tag('b', { class: `side${ply.side === firstSide() ? 0 : 1}` }, escapeText(word(ply.side)));
  return `<li><button type="button" data-mistake="${ply.number}"><strong>${ply.number}. ${side} ${escapeText(moveText(ply.move))}</strong> `
    + `<span>${escapeText(mistakeText(ply))}</span></button></li>`;
}

function fill(plies) {
  const list = mistakesOf(plies).map(mistakeButton).join('');
  const html = `${drawGraph(plies)}<p>${escapeText(t(list === '' ? 'reviewClean' : 'reviewMistakes'))}</p><ol>${list}</ol>`;
  if ($('reviewed').dataset.shown === html) return; // the focus stays on its mistake
  $('reviewCourse').innerHTML = html;
  $('reviewed').dataset.shown = html;
}

export function renderReview(shown) {
  const plies = reviewed();
  const { phase, plies: played } = page.state;
  $('review').hidden = phase !== 'over' || played.length === 0 || plies !== null;
  $('reviewed').hidden = plies === null;
  if (plies === null) return;
  fill(plies);
  const x = across(shown, plies).toFixed(1);
  $('reviewed').querySelector('.here').setAttribute('d', `M${x} 0V${HEIGHT}`);
}

// Asking and looking.

async function review(render) {
  if (asking) return;
  const { state } = page;
  asking = true;
  message(t('reviewing'));
  const reply = await order('review');
  asking = false;
  if (page.state !== state) return;
  const plies = reply.good ? reply.text.split('\n').map(readPly).filter(Boolean) : [];
  if (reply.good) message('');
  if (plies.length === 0) return;
  found = { game: gameKey(state), plies };
  render();
  $('reviewed').scrollIntoView({ block: 'nearest' });
}

// The position before the mistake, with the better move marked.
async function showMistake(number, lookBack) {
  const plies = reviewed();
  const ply = plies[number - 1];
  await lookBack(number - 1, gameHere().placesOf(ply.best));
  message(reasonText(ply, plies[number]));
  $('turn').scrollIntoView({ block: 'nearest' });
}

// `lookBack(ply, hint)` shows a position of the game; `render` draws the page again.
export function wireReview(lookBack, render) {
  $('review').addEventListener('click', () => review(render));
  $('reviewed').addEventListener('click', ({ target, clientX }) => {
    const button = target.closest('[data-mistake]');
    const graph = target.closest('svg');
    if (button) showMistake(Number(button.dataset.mistake), lookBack);
    else if (graph) {
      const { left, width } = graph.querySelector('.area').getBoundingClientRect();
      lookBack(Math.round(((clientX - left) / width) * reviewed().length));
    }
  });
}
