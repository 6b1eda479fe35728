// The lessons without a browser: every position loads, every right move reaches its goal, every
// wrong one gets the answer that is meant for it, and three languages have every text.
'use strict';
const net = require('net');
const path = require('path');
const fs = require('fs');
const { Server } = require('./harness.js');
const { loadLessons } = require('./load_games.js');
const { ok, done, bailOut } = require('./tap.js');

const root = process.env.srcdir || path.resolve(__dirname, '../..');

// Orders over the server's plain lines, one after the other.
function dial(port) {
  const socket = net.connect(port, '127.0.0.1');
  const waiting = [];
  let heard = '';
  socket.on('data', (data) => {
    heard += data;
    for (let end = heard.indexOf('\n\n'); end >= 0; end = heard.indexOf('\n\n')) {
      const reply = heard.slice(0, end).split('\n').filter((line) => !line.startsWith('! '));
      heard = heard.slice(end + 2);
      const code = reply.map((line) => /^code (\S+)/.exec(line)).find(Boolean);
      waiting.shift()({ good: reply[0][0] === '=', text: reply.join('\n').slice(2), code: code && code[1] });
    }
  });
  return {
    order: (line) => new Promise((resolve) => { waiting.push(resolve); socket.write(`${line}\n`); }),
    close: () => socket.destroy(),
  };
}

function studyOf(lesson, step, { order }) {
  return (moves, question = '') => order(['study', lesson.game, lesson.rules, step.position,
    ...moves.length > 0 ? ['play', ...moves] : [], ...question ? ['ask', question] : []].join(' '));
}

async function outcomeOf(study, step, move) {
  const reply = await study([...step.moves || [], move]);
  const state = reply.good ? JSON.parse(reply.text) : undefined;
  return reply.good ? { move: state.plies.at(-1)[1], state } : { move, code: reply.code };
}

// What is wrong with a step.
async function checkStep(lesson, step, line, judge) {
  const study = studyOf(lesson, step, line);
  const begin = await study(step.moves || []);
  if (!begin.good) return [begin.text];
  const faults = [];
  const { phase, legal } = JSON.parse(begin.text);
  if (phase !== 'playing') faults.push(`the position is ${phase}`);
  for (const move of step.right) {
    const outcome = await outcomeOf(study, step, move);
    if (!step.goal.code && !legal.includes(move)) faults.push(`${move} is not legal as it stands there`);
    if (!(await judge(step, outcome, study)).right) faults.push(`${move} is not right`);
    if (step.then && !(await study([...step.moves || [], move, ...step.then])).good) faults.push(`nothing can follow ${move}`);
  }
  for (const kind of step.wrong) {
    const { right, say } = await judge(step, await outcomeOf(study, step, kind.try), study);
    if (right || say !== (kind.say || 'wrong')) faults.push(`${kind.try} is told ${right ? 'right' : say}`);
  }
  return faults;
}

function keysOf({ id, wrong, all }) {
  const said = wrong.map(({ say = 'wrong' }) => say);
  return [id, ...['do', 'wrong', 'right', ...said, ...all ? ['more'] : []].map((part) => `${id}-${part}`)];
}

// Texts that are missing or left over in a list of them.
function compare(where, texts, wanted) {
  return [...wanted.filter((key) => !texts[key]).map((key) => `${where} lacks ${key}`),
    ...Object.keys(texts).filter((key) => !wanted.includes(key)).map((key) => `${where}: nobody says ${key}`)];
}

function checkTexts(lesson) {
  const wanted = [...new Set(['title', ...lesson.steps.flatMap(keysOf)])];
  const other = (name) => JSON.parse(fs.readFileSync(path.join(root, 'web/i18n', `${name}.json`))).lessons?.[lesson.game] || {};
  return [...compare('English', lesson.texts, wanted), ...['pl', 'ru'].flatMap((name) => compare(name, other(name), wanted))];
}

async function main() {
  const { lessons, judge } = await loadLessons(root);
  const server = new Server('-1');
  await server.start();
  const line = dial(server.linePort);
  for (const lesson of lessons) {
    const faults = [];
    for (const step of lesson.steps) faults.push(...(await checkStep(lesson, step, line, judge)).map((fault) => `${step.id}: ${fault}`));
    ok(faults, `${lesson.game}: every step of the lesson can be done right and wrong`);
    ok(checkTexts(lesson), `${lesson.game}: the lesson has its texts in three languages, and no others`);
  }
  line.close();
  await server.end();
  done();
}

main().catch(bailOut);
