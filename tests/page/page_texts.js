// Three languages say the same things: the same keys with the same placeholders, every key that the
// page uses, and every refusal whose code is in a source that answers players.
'use strict';
const fs = require('fs');
const path = require('path');

const root = process.env.srcdir || path.resolve(__dirname, '../..');
const read = (...names) => fs.readFileSync(path.join(root, ...names), 'utf8');
const files = (folder, ending) => fs.readdirSync(path.join(root, folder)).filter((name) => name.endsWith(ending)).map((name) => path.join(folder, name));
const languages = Object.fromEntries(['en', 'pl', 'ru'].map((name) => [name, JSON.parse(read('web', 'i18n', `${name}.json`))]));

let number = 0;
let failed = false;
function check(problems, text) {
  number += 1;
  failed = failed || problems.length > 0;
  console.log(`${problems.length > 0 ? 'not ok' : 'ok'} ${number} - ${text}`);
  for (const problem of problems) console.log(`# ${problem}`);
}

function placeholders(text) {
  return [...new Set(text.match(/\{\w+\}/g) || [])].sort().join(' ');
}

function compare(section, name) {
  const [mine, english] = [languages[name][section], languages.en[section]];
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(english)])];
  return keys.filter((key) => mine[key] === undefined || english[key] === undefined || placeholders(mine[key]) !== placeholders(english[key]))
    .map((key) => `${section} ${key}: "${mine[key]}" and "${english[key]}"`);
}

// Keys that the page puts together from a word of the protocol.
const MADE = /^((game|card|rules|level|due|won|ending|asks|waits|sheet|value|word|draughts|go|how|bye)-|(white|black)(Man|King)$)/;

function usedKeys() {
  const used = new Set();
  const patterns = [/\bt\('([^']+)'/g, /say\(view, '([^']+)'/g, /data-(?:t|label|title)="([^"]+)"/g, /(?:message|note): '([^']+)'/g];
  for (const file of ['web/index.html', ...files('web', '.js'), ...files('web/boards', '.js')]) {
    for (const pattern of patterns) for (const [, key] of read(file).matchAll(pattern)) used.add(key);
  }
  return used;
}

// Sources whose refusals players get to read. Left out are positions and records, which the page never
// sends, files, configurations, and the start of the server.
const SOURCES = [
  ...files('server', '.c').filter((name) => /\/(orders|room|client|advice|store)/.test(name)),
  ...files('src/core', '.c').filter((name) => /\/(session|command|vertex|game)/.test(name)),
  ...['qttt', 'draughts', 'go'].flatMap((game) => files(`src/${game}`, '.c'))
    .filter((name) => /\/(notation|rules|game|commands|qttt)[a-z_]*\.c$/.test(name)),
];
const NOT_FOR_PLAYERS = /^(egtb\.|go\.(kgs-rules|no-liberty)$|record\.|file\.|store\.(damaged|foreign|version|locked)|.*\.h$)/;

function codes() {
  const found = new Set();
  for (const file of SOURCES) {
    for (const [, code] of read(file).matchAll(/(?:"|code )([a-z]+\.[a-z][a-z-]*)(?:"| \[)/g)) if (!NOT_FOR_PLAYERS.test(code)) found.add(code);
  }
  return found;
}

for (const name of ['pl', 'ru']) check([...compare('texts', name), ...compare('errors', name)], `${name} has the keys and placeholders of en`);
const used = usedKeys();
check([...used].filter((key) => languages.en.texts[key] === undefined), 'every key that the page uses has a text');
check(Object.keys(languages.en.texts).filter((key) => !used.has(key) && !MADE.test(key)
  && !new RegExp(`'${key}'`).test([...files('web', '.js'), ...files('web/boards', '.js')].map((file) => read(file)).join(''))), 'no text is left over');
const sources = files('server', '.c').map((file) => read(file)).join('');
const reasons = [...sources.matchAll(/(?:client_dismiss\([^";{]*|\*why = )"([^"]+)"/g)].map(([, why]) => why).filter((why) => why !== 'bye'); // which answers quit
check(reasons.length >= 6 ? [] : [`only ${reasons.length} reasons found`], 'the sources name why the server sends people away');
const told = Object.keys(languages.en.texts).filter((key) => key.startsWith('bye-')).map((key) => key.slice(4));
check([...reasons.filter((why) => !told.includes(why)), ...told.filter((why) => !reasons.includes(why))], 'and every such reason is translated, and no other');
const [solved, searched] = ['src/qttt/player.c', 'src/draughts/player.c'].map((file) => [...read(file).matchAll(/"((?:narrow )?(?:win|draw|loss)|(?:won|lost)[^"%]*)"/g)].map(([, value]) => value));
check(solved.length >= 5 && searched.length >= 4 ? [...solved, ...searched].filter((value) => languages.en.texts[`value-${value}`] === undefined)
  : [`only ${[...solved, ...searched]} found`], 'every value that an engine says in words is translated');
const all = codes();
check(all.size > 90 ? [] : [`only ${all.size} codes found`], 'the sources name their codes');
check([...all].filter((code) => languages.en.errors[code] === undefined), 'every refusal is translated');
check(Object.keys(languages.en.errors).filter((code) => !all.has(code) && code !== 'page.lost'), 'no translation is for a code that is gone');
console.log(`1..${number}`);
process.exit(failed ? 1 : 0);
