// A lesson at work: `#lesson/qttt/3` is its third step. What is done stays in localStorage.
import * as i18n from './i18n.js';
import * as lessons from './lessons.js';
import { keep, recall } from './memory.js';
import { $, page } from './page.js';
import { createGame } from './lobby.js';
import { judge } from './goals.js';
import { answer, hint, isShown, offer, play, restart, showTask, stopBoard, study } from './exercise.js';
import { escapeText } from './games/drawing.js';

const { t } = i18n;

function lessonOf(game) {
  return Object.values(lessons).find((lesson) => lesson.game === game);
}

function addressOf({ game }, number) {
  return `#lesson/${game}/${number}`;
}

// A text of a lesson; null if there is none.
function textOf({ game, texts }, key) {
  return i18n.ofLesson(game, key) || texts[key] || null;
}

// What is done: numbers of steps.

function doneOf({ game }) {
  return new Set(JSON.parse(recall(`lesson-${game}`) || '[]'));
}

function markDone(lesson, number) {
  keep(`lesson-${lesson.game}`, JSON.stringify([...doneOf(lesson).add(number)].sort((a, b) => a - b)));
}

function isDone(lesson) {
  return doneOf(lesson).size === lesson.steps.length;
}

// The step that is shown.
class Step {
  constructor(lesson, number) {
    this.lesson = lesson;
    this.number = number;
    this.step = lesson.steps[number - 1];
    this.tried = new Set(); // of a step in which everything is to be tried
    const { game, rules } = lesson;
    const { position, moves, flipped } = this.step;
    this.task = {
      game, rules, position, moves, flipped,
      words: () => this.words(), steps: () => this.steps(), chosen: (outcome) => this.chosen(outcome),
    };
  }

  text(part) {
    return textOf(this.lesson, part === '' ? this.step.id : `${this.step.id}-${part}`);
  }

  words() {
    const title = t('lessonOf', { title: textOf(this.lesson, 'title'), n: this.number, all: this.lesson.steps.length });
    return { title, text: this.text(''), task: this.text('do') };
  }

  steps() {
    const done = doneOf(this.lesson);
    return this.lesson.steps.map((_, index) => {
      const n = index + 1;
      return {
        href: addressOf(this.lesson, n), text: String(n), done: done.has(n), here: n === this.number,
        label: t(done.has(n) ? 'stepDone' : 'step', { n }),
      };
    });
  }

  visit(number) {
    location.hash = addressOf(this.lesson, number);
  }

  // The buttons: `main` is the one to press now, if any.
  buttons(main) {
    const last = this.number === this.lesson.steps.length;
    const all = [
      { key: 'exBack', text: () => t('stepBack'), off: this.number === 1, press: () => this.visit(this.number - 1) },
      { key: 'exHint', text: () => t('stepHint'), press: () => hint(this.rightMove()) },
      { key: 'exAgain', text: () => t(this.step.all && this.tried.size > 0 ? 'stepOther' : 'stepAgain'), press: () => this.again() },
      { key: 'exNext', text: () => t('stepNext'), press: () => this.visit(this.number + 1) },
      { key: 'exPlay', text: () => t('lessonPlay'), press: () => this.playOn() },
      { key: 'exLeave', text: () => t('leave'), press: () => { location.hash = ''; } },
    ];
    const kept = all.filter(({ key }) => (key !== 'exNext' || !last) && (key !== 'exPlay' || main === key || (last && isDone(this.lesson)))
      && (key !== 'exHint' || main === undefined) && (key !== 'exAgain' || main !== undefined));
    offer(kept.map((button) => ({ ...button, main: button.key === main })));
  }

  // A game that has a language of its own goes on in that of its lesson.
  playOn() {
    keep('language', i18n.language());
    createGame(this.lesson.play, this.lesson.game);
  }

  rightMove() {
    const { right } = this.step;
    return right.find((move) => !this.tried.has(move)) || right[0];
  }

  async show() {
    await showTask(this.task);
    if (isShown(this.task)) this.buttons();
  }

  async again() {
    await restart();
    if (!isShown(this.task)) return;
    this.buttons();
    $('exBoard').querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
  }

  async chosen(outcome) {
    const { then = [], all } = this.step;
    const { right, say } = await judge(this.step, outcome, (moves, question) => study(this.task, moves, question));
    if (!isShown(this.task)) return;
    if (!right) {
      this.refuse(() => [outcome.text, say && this.text(say)].filter(Boolean).join(' '), outcome.code ? undefined : 'exAgain');
      return;
    }
    this.tried.add(outcome.move);
    if (all && this.step.right.some((move) => !this.tried.has(move))) this.refuse(() => this.text('more'), 'exAgain', '');
    else await this.succeed(then);
  }

  // What is wrong stays on the board until somebody tries again; a refused move is not there.
  refuse(say, main, kind = 'wrong') {
    answer(say, kind);
    if (main) stopBoard(() => this.again());
    this.buttons(main);
  }

  async succeed(then) {
    stopBoard();
    for (const move of then) if (!await play(move)) return;
    markDone(this.lesson, this.number);
    answer(() => this.text('right'), 'right');
    this.buttons(this.number === this.lesson.steps.length ? 'exPlay' : 'exNext');
  }
}

// Shows what the words of an address name: the game of a lesson, and a step; without one the first
// that is not done.
export function openLesson([game, word]) {
  const lesson = lessonOf(game);
  if (!lesson) {
    location.hash = '';
    return;
  }
  const done = doneOf(lesson);
  const next = lesson.steps.findIndex((_, index) => !done.has(index + 1)) + 1;
  const number = Number(word);
  new Step(lesson, lesson.steps[number - 1] ? number : next || 1).show();
}

// The way in, in the lobby: prominent until somebody has been through a lesson.
export function renderLessons() {
  const all = page.catalogue.map(({ name }) => lessonOf(name)).filter(Boolean);
  const fresh = !all.some(isDone);
  const link = (lesson) => {
    const done = doneOf(lesson).size;
    const state = isDone(lesson) ? t('lessonDone') : done > 0 ? t('lessonBegun', { n: done, all: lesson.steps.length }) : '';
    return `<a class="button${fresh && lesson === all[0] ? ' main' : ''}" href="#lesson/${lesson.game}">${escapeText(textOf(lesson, 'title'))}`
      + `${state ? ` <span class="soft">${escapeText(state)}</span>` : ''}</a>`;
  };
  $('learn').hidden = all.length === 0;
  $('learn').classList.toggle('fresh', fresh);
  $('lessons').innerHTML = all.map(link).join(' ');
}
