// Puzzles: `#puzzle/qttt/win/7` is the seventh of its kind, `#puzzle/qttt` that of the day. The
// engine makes them, with what refutes each wrong move. What was solved stays in localStorage.
import * as i18n from './i18n.js';
import * as games from './games.js';
import { isLocal } from './local.js';
import { keep, recall } from './memory.js';
import { $, moveText, net, page, setText, sideName } from './page.js';
import { answer, hint, offer, play, restart, showTask, stopBoard } from './exercise.js';
import { escapeText } from './games/drawing.js';

const { t } = i18n;
const GRADES = 5;

// The day here, as a number that the next one follows.
function today() {
  const now = new Date();
  return Math.round(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86400000);
}

function kindsOf(game) {
  const { puzzles = [], puzzlesServed } = games[game] || {};
  return isLocal && puzzlesServed ? [] : puzzles;
}

// What is solved: numbers by kind, and the last day.

function solvedOf(game) {
  return JSON.parse(recall(`puzzles-${game}`) || '{}');
}

function numbersOf(game, kind) {
  return solvedOf(game)[kind] || [];
}

function markSolved({ game, kind, number, day }) {
  const solved = solvedOf(game);
  if (day) solved.day = day;
  else solved[kind] = [...new Set([...solved[kind] || [], number])];
  keep(`puzzles-${game}`, JSON.stringify(solved));
}

// The first one that is not solved, after number `from`.
function nextNumber(game, kind, from = 0) {
  const solved = numbersOf(game, kind);
  let number = from + 1;
  while (solved.includes(number)) number += 1;
  return number;
}

function addressOf({ game, kind, number, day }) {
  return day ? `#puzzle/${game}` : `#puzzle/${game}/${kind}/${number}`;
}

// What the engine tells (protocol.md).
function readPuzzle(text) {
  const puzzle = { refutations: new Map() };
  for (const line of text.split('\n')) {
    const [, name, rest] = /^(\w+) (.*)$/.exec(line);
    const wrong = name === 'wrong' && /^(\S+): (.+?)(?: after (.*))?$/.exec(rest);
    if (wrong) puzzle.refutations.set(wrong[1], { value: wrong[2], line: wrong[3] ? wrong[3].split(' ') : [] });
    else puzzle[name] = rest;
  }
  return { ...puzzle, solutions: puzzle.solutions.split(' ') };
}

// The puzzle that is shown: which = { game, kind, number, day }.
class Puzzle {
  constructor(which, rules, puzzle) {
    Object.assign(this, { which, puzzle });
    this.task = {
      game: which.game, rules, position: puzzle.position,
      words: () => this.words(), steps: () => this.steps(), chosen: (outcome) => this.chosen(outcome),
    };
  }

  kindName(kind = this.which.kind) {
    return i18n.textOf(this.which.game, `puzzle-${kind}`);
  }

  words() {
    const { which: { game, kind, number, day }, puzzle } = this;
    const date = new Date().toLocaleDateString(i18n.language(), { day: 'numeric', month: 'long' });
    return {
      title: day ? t('puzzleOfDay', { date }) : t('puzzleTitle', { kind: this.kindName(), n: number }),
      text: i18n.textOf(game, `puzzleDo-${kind}`, { side: sideName(game, puzzle.to_play) }),
      task: t('puzzleGrade', { n: puzzle.grade, all: GRADES }),
    };
  }

  steps() {
    const { game, kind, day } = this.which;
    const of = (one) => ({ game, kind: one, number: nextNumber(game, one) });
    const link = (which, text, here) => ({ href: addressOf(which), text, label: text, here });
    return [link({ game, day: today() }, t('puzzleDay'), Boolean(day)), ...kindsOf(game).map((one) => link(of(one), this.kindName(one), !day && one === kind))];
  }

  visitNext() {
    const { game, kind, number = 0 } = this.which;
    location.hash = addressOf({ game, kind, number: nextNumber(game, kind, number) });
  }

  // The buttons: `main` is the one to press now, if any, `rest` what is left of a refutation.
  buttons(main, rest = []) {
    const all = [
      { key: 'exHint', text: () => t('stepHint'), shown: main === undefined, press: () => hint(this.puzzle.solutions[0]) },
      { key: 'exOn', text: () => t('puzzleOn'), shown: rest.length > 0, press: () => this.refute(rest) },
      { key: 'exAgain', text: () => t('stepAgain'), shown: main === 'exAgain', press: () => this.again() },
      { key: 'exNext', text: () => t('puzzleNext'), shown: true, press: () => this.visitNext() },
      { key: 'exLeave', text: () => t('leave'), shown: true, press: () => { location.hash = ''; } },
    ];
    offer(all.filter(({ shown }) => shown).map((button) => ({ ...button, main: button.key === main })));
  }

  async show() {
    await showTask(this.task);
    this.buttons();
  }

  async again() {
    await restart();
    this.buttons();
    $('exBoard').querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
  }

  chosen({ move, code, text }) {
    const { solutions, refutations, goal } = this.puzzle;
    if (code) answer(() => text, 'wrong');
    else if (solutions.includes(move)) this.succeed(move, goal);
    else this.fail(move, refutations.get(move));
  }

  succeed(move, goal) {
    stopBoard();
    markSolved(this.which);
    answer(() => t('puzzleRight', { move: moveText(move), value: i18n.told(`value-${goal}`, goal) }), 'right');
    this.buttons('exNext');
  }

  // The best answer comes at once, what follows move by move.
  async fail(move, { value, line }) {
    this.wrong = () => t('puzzleWrong', { move: moveText(move), value: i18n.told(`value-${value}`, value) });
    stopBoard(() => this.again());
    await this.refute(line, 'puzzleReply');
  }

  async refute([move, ...rest], text = 'puzzleThen') {
    const outcome = move ? await play(move) : {};
    if (outcome === null) return; // another task is shown
    const side = move && outcome.state.plies.at(-1)[0];
    const reply = () => (move ? t(text, { side: sideName(this.which.game, side), move: moveText(move) }) : '');
    answer(() => [this.wrong(), reply()].filter(Boolean).join(' '), 'wrong');
    this.buttons('exAgain', rest);
  }
}

// What the words of an address name. `wanted` is asked again when the connection is back.

let wanted = null;

function whichOf([game, kind, word]) {
  const kinds = kindsOf(game);
  const day = today();
  if (kinds.includes(kind)) return { game, kind, number: /^[1-9]\d{0,6}$/.test(word) ? Number(word) : nextNumber(game, kind) };
  return kinds.length > 0 ? { game, kind: kinds[day % kinds.length], day } : null;
}

async function load() {
  const which = wanted;
  const rules = page.catalogue.find(({ name }) => name === which.game)?.rules[0];
  if (!rules) return; // the games are not known yet
  const reply = await net.order(`puzzle ${which.game} ${rules} ${which.day || which.number} ${which.kind}`);
  if (which !== wanted || page.screen !== 'puzzle' || reply.code === 'page.lost') return;
  wanted = null;
  if (reply.good) new Puzzle(which, rules, readPuzzle(reply.text)).show();
  else setText('exText', i18n.refusal(reply));
}

export function openPuzzle(words) {
  wanted = whichOf(words);
  if (wanted === null) {
    location.hash = '';
    return;
  }
  for (const id of ['exSteps', 'exStory', 'exBoard', 'exButtons']) {
    $(id).replaceChildren();
    $(id).dataset.shown = '';
  }
  for (const id of ['exTask', 'exAnswer']) setText(id, '');
  setText('exTitle', t('puzzles'));
  setText('exText', t('thinking'));
  load();
}

export function resumePuzzle() {
  if (wanted) load();
}

// The way in, in the lobby.
export function renderPuzzles() {
  const playable = page.catalogue.map(({ name }) => name).filter((game) => kindsOf(game).length > 0);
  const link = (which, text, state) => `<a class="button" href="${addressOf(which)}">${escapeText(text)}${state ? ` <span class="soft">${escapeText(state)}</span>` : ''}</a>`;
  const linksOf = (game) => [
    link({ game, day: today() }, t('puzzleDay'), solvedOf(game).day === today() ? t('lessonDone') : ''),
    ...kindsOf(game).map((kind) => {
      const solved = numbersOf(game, kind).length;
      return link({ game, kind, number: nextNumber(game, kind) }, i18n.textOf(game, `puzzle-${kind}`), solved > 0 ? t('puzzleSolved', { n: solved }) : '');
    }),
  ];
  $('puzzled').hidden = playable.length === 0;
  const named = (game) => (playable.length > 1 ? `<strong>${escapeText(i18n.textOf(game, 'title'))}</strong> ` : '');
  $('puzzles').innerHTML = playable.map((game) => `<p class="buttons" data-puzzles="${game}">${named(game)}${linksOf(game).join(' ')}</p>`).join('');
}
