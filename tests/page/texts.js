// Three languages say the same things: the same keys with the same placeholders, every key that the
// page uses, and every refusal whose code is in a source that answers players.
'use strict';
const fs = require('fs');
const path = require('path');
const loadGames = require('./load_games.js');
const { ok, done, bailOut } = require('./tap.js');

const root = process.env.srcdir || path.resolve(__dirname, '../..');
const read = (...names) => fs.readFileSync(path.join(root, ...names), 'utf8');
const files = (folder, ending) => fs.readdirSync(path.join(root, folder)).filter((name) => name.endsWith(ending)).map((name) => path.join(folder, name));
const languages = Object.fromEntries(['en', 'pl', 'ru'].map((name) => [name, JSON.parse(read('web', 'i18n', `${name}.json`))]));

function placeholders(text) {
  return [...new Set(text.match(/\{\w+\}/g) || [])].sort().join(' ');
}

// Keys that differ from the English ones, or whose texts have other placeholders.
function compare(section, mine, english) {
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(english)])];
  return keys.filter((key) => mine[key] === undefined || english[key] === undefined || placeholders(mine[key]) !== placeholders(english[key]))
    .map((key) => `${section} ${key}: "${mine[key]}" and "${english[key]}"`);
}

function compareAll(name, games) {
  const [mine, { en }] = [languages[name], languages];
  const unknown = Object.keys(mine.games).filter((game) => !games[game]).map((game) => `there is no game ${game}`);
  const ofGames = Object.entries(games).flatMap(([game, { texts }]) => compare(game, mine.games[game] || {}, texts));
  return [...compare('texts', mine.texts, en.texts), ...compare('errors', mine.errors, en.errors), ...ofGames, ...unknown];
}

// Keys that the page puts together from a word of the protocol.
const MADE = /^(level|format|phase|due|won|ending|asks|waits|sheet|value|was|is|word|bye)-/;
// And those that it asks every game for.
const MADE_OF_GAME = /^(title|card|how|due|won|board|preview|aimed|first|(rules|side|tip|tableTitle|how|puzzle|puzzleDo)-.*)$/;

function usedKeys(list) {
  const used = new Set();
  const patterns = [/\b(?:t|say)\('([^']+)'/g, /say\(view, '([^']+)'/g, /data-(?:t|local|label|title)="([^"]+)"/g, /(?:text|message|note|id): '([^']+)'/g];
  for (const file of list) for (const pattern of patterns) for (const [, key] of read(file).matchAll(pattern)) used.add(key);
  return used;
}

function checkKeys(games) {
  const pageFiles = ['web/index.html', ...files('web', '.js'), 'web/games/drawing.js'];
  const words = (list) => list.map((file) => read(file)).join('');
  const moduleOf = (game) => `web/games/${game}.js`;
  const { texts } = languages.en;
  const used = [...usedKeys(pageFiles)].filter((key) => !MADE_OF_GAME.test(key));
  const ofGames = Object.keys(games).map((game) => [game, [...usedKeys([moduleOf(game)])]]);
  ok([...used.filter((key) => texts[key] === undefined),
    ...ofGames.flatMap(([game, keys]) => keys.filter((key) => (games[game].texts[key] || texts[key]) === undefined))], 'every key that the page uses has a text');
  const everywhere = new Set([...used, ...ofGames.flatMap(([, keys]) => keys)]);
  const isQuoted = (key, text) => text.includes(`'${key}'`);
  const left = Object.keys(texts).filter((key) => !everywhere.has(key) && !MADE.test(key) && !isQuoted(key, words(pageFiles)) && !MADE_OF_GAME.test(key));
  const leftOfGames = ofGames.flatMap(([game, keys]) => Object.keys(games[game].texts)
    .filter((key) => !keys.includes(key) && !MADE_OF_GAME.test(key) && !isQuoted(key, words([moduleOf(game)])) && !/^(white|black)(Man|King)$/.test(key)));
  ok([...left, ...leftOfGames], 'no text is left over');
}

// Sources whose refusals players get to read. Left out are positions and records, which the page
// never sends, files, configurations, the start of the server, and events of its log.
const sources = (games) => [
  ...files('src/room', '.c'), ...files('src/contest', '.c'), ...files('server', '.c').filter((name) => /\/(orders|client|contests|lobby|advice|store)/.test(name)),
  ...files('src/core', '.c').filter((name) => /\/(session|command|vertex|game)/.test(name)),
  ...Object.keys(games).flatMap((game) => files(`src/${game}`, '.c'))
    .filter((name) => /\/(notation|rules|game|commands|qttt)[a-z_]*\.c$/.test(name)),
];
const NOT_FOR_PLAYERS = /^((?:client|game|password)\.[a-z]+$|contest\.opened$|egtb\.|draughts\.no-tables$|go\.(kata-rules?|kgs-rules|no-liberty)$|(?:qttt|draughts)\.puzzle-|record\.|file\.|store\.(copy|damaged|foreign|locked|log|mode|version)|.*\.h$)/;

function codes(games) {
  const found = new Set();
  for (const file of sources(games)) {
    for (const [, code] of read(file).matchAll(/(?:"|code )([a-z]+\.[a-z][a-z-]*)(?:"| \[)/g)) if (!NOT_FOR_PLAYERS.test(code)) found.add(code);
  }
  return found;
}

function checkReasons() {
  const server = files('server', '.c').map((file) => read(file)).join('');
  const reasons = [...server.matchAll(/(?:client_dismiss\([^";{]*|\*why = )"([^"]+)"/g)].map(([, why]) => why).filter((why) => why !== 'bye'); // which answers quit
  ok(reasons.length >= 6 ? [] : [`only ${reasons.length} reasons found`], 'the sources name why the server sends people away');
  const told = Object.keys(languages.en.texts).filter((key) => key.startsWith('bye-')).map((key) => key.slice(4));
  ok([...reasons.filter((why) => !told.includes(why)), ...told.filter((why) => !reasons.includes(why))], 'and every such reason is translated, and no other');
}

function checkValues() {
  const [solved, searched] = ['src/qttt/player.c', 'src/draughts/player.c'].map((file) => [...read(file).matchAll(/"((?:narrow )?(?:win|draw|loss)|(?:won|lost)[^"%]*)"/g)].map(([, value]) => value));
  ok(solved.length >= 5 && searched.length >= 4 ? [...solved, ...searched].filter((value) => languages.en.texts[`value-${value}`] === undefined)
    : [`only ${[...solved, ...searched]} found`], 'every value that an engine says in words is translated');
}

function checkRefusals(games) {
  const all = codes(games);
  ok(all.size > 90 ? [] : [`only ${all.size} codes found`], 'the sources name their codes');
  ok([...all].filter((code) => languages.en.errors[code] === undefined), 'every refusal is translated');
  ok(Object.keys(languages.en.errors).filter((code) => !all.has(code) && code !== 'page.lost'), 'no translation is for a code that is gone');
}

async function main() {
  const games = await loadGames(root);
  for (const name of ['pl', 'ru']) ok(compareAll(name, games), `${name} has the keys and placeholders of English`);
  checkKeys(games);
  checkReasons();
  checkValues();
  checkRefusals(games);
  done();
}

main().catch(bailOut);
