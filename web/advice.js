// What the engine thinks, in the words of the page.
import { language, t, told } from './i18n.js';
import { $, gameHere, message, moveText, order, page, say } from './page.js';
import { escapeText, unreachable } from './games/drawing.js';

// "C5 winrate 0.5040 score -0.52 value "draw" exact visits 599 line C5 B5"
function readLine(line) {
  const found = /^(\S+) winrate (\S+)(?: score (\S+))?(?: value "([^"]*)")?.*? line (.*)$/.exec(line);
  return found && { move: found[1], chance: Number(found[2]), score: found[3], value: found[4], line: found[5].split(' ') };
}

// Always with a fraction: after one the noun has the same form whatever the number, in all three
// languages.
function number(value, digits) {
  return Number(value).toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function valueText({ value, score }) {
  if (!value) return score === undefined ? '' : t('points', { n: number(score, 1) });
  const men = /^([+-][\d.]+) men$/.exec(value);
  if (men) return t('men', { n: number(men[1], 2) });
  const seen = /^(won|lost) in (\d+)$/.exec(value);
  return seen ? t(`value-${seen[1]}`, { n: seen[2] }) : told(`value-${value}`, value);
}

// Whether somebody else, and nobody here, has moved since there were `plies` plies.
function othersMoved({ room, you }, plies) {
  const { state } = page;
  return state && state.room === room && state.phase === 'playing' && state.plies.length > plies
    && state.plies.slice(plies).every(([side]) => !you.includes(side));
}

// A question asked while the other side moves is about the position after it. A watcher would ask
// for ever.
async function ask(count) {
  const seen = page.version;
  const { state } = page;
  const plies = state.plies.length;
  message(t('thinking'));
  const reply = await order(`evaluate ${count}`);
  if (!reply.good) return null;
  if (page.version === seen) {
    message('');
    return reply.text.split('\n').map(readLine).filter(Boolean);
  }
  if (!othersMoved(state, plies)) return null;
  if (state.you.length > 0) return ask(count);
  message(t('adviceLate'));
  return null;
}

function chanceText(entry) {
  return t('chance', { n: Math.round(entry.chance * 100) });
}

export async function hint() {
  const lines = await ask(1);
  if (!lines || lines.length === 0) return false;
  const [best] = lines;
  page.ui.hint = gameHere().placesOf(best.move);
  message(t('hintSays', { move: moveText(best.move), why: [chanceText(best), valueText(best)].filter(Boolean).join(', ') }));
  return true;
}

function showTable(caption, heads, rows) {
  const cell = (tag, text) => `<${tag}>${escapeText(text)}</${tag}>`;
  $('advice').hidden = false;
  $('advice').innerHTML = `<table><caption>${escapeText(caption)}</caption><thead><tr>${heads.map((head) => cell('th', head)).join('')}</tr></thead>`
    + `<tbody>${rows.map((row) => `<tr>${row.map((text) => cell('td', text)).join('')}</tr>`).join('')}</tbody></table>`;
}

export async function evaluate() {
  const lines = await ask(5);
  if (!lines || lines.length === 0) return;
  showTable(t('evaluation'), [t('move'), t('chanceHead'), t('value'), t('line')],
    lines.map((entry) => [moveText(entry.move), `${Math.round(entry.chance * 100)}\u00a0%`, valueText(entry), entry.line.slice(1, 6).map(moveText).join(' ')]));
}

// What a toggle of the game asks of the server: on the board and as a table.
export async function answer({ id, ask: question, read }) {
  const reply = await order(`ask ${question}`);
  if (!reply.good) return;
  const { value, caption, heads, rows, boards } = read(reply.text, say);
  page.ui.answers[id] = value;
  showTable(caption, heads, rows);
  if (boards?.count > 1) showBoards(boards, 1);
}

// Little boards that one can page through: { count, ask(from, count), read(text, position) }, which
// answers { position, share } for each.

const PAGE = 6;

async function showBoards(boards, from) {
  const seen = page.version;
  const game = gameHere();
  const reply = await order(`ask ${boards.ask(from, PAGE)}`);
  if (!reply.good || page.version !== seen) return;
  const list = boards.read(reply.text, page.state.position);
  const drawn = list.map(({ position }, index) => `<li aria-label="${from + index}">${game.draw(position, { say, bare: true })}</li>`).join('');
  const label = t('boards', { from, to: from + list.length - 1, n: boards.count, share: list[0].share });
  let place = document.getElementById('boards');
  if (!place) {
    $('advice').insertAdjacentHTML('afterbegin', '<div id="boards"><p class="pager"><button type="button" id="boardsBack">‹</button><span role="status"></span>'
      + '<button type="button" id="boardsOn">›</button></p><ol></ol></div>');
    place = $('boards');
  }
  place.querySelector('ol').innerHTML = unreachable(drawn);
  place.querySelector('span').textContent = label;
  const turn = (id, to) => {
    $(id).setAttribute('aria-label', t(id));
    $(id).disabled = to < 1 || to > boards.count;
    $(id).onclick = () => showBoards(boards, to);
  };
  turn('boardsBack', from - PAGE);
  turn('boardsOn', from + PAGE);
}
