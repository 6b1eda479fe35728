// The tables of the games without a browser: nobody else knows a game by name, each table has what
// web/README.md says of it, and each game draws its board, labelled in words.
'use strict';
const fs = require('fs');
const path = require('path');
const loadGames = require('./load_games.js');
const { ok, done, bailOut } = require('./tap.js');

const root = process.env.srcdir || path.resolve(__dirname, '../..');
const read = (name) => fs.readFileSync(path.join(root, name), 'utf8');

// Files that must not name a game; comments may ("go on" is English).
function sharedCode() {
  const page = fs.readdirSync(path.join(root, 'web')).filter((name) => /\.(js|css|html)$/.test(name) && !['games.js', 'lessons.js'].includes(name));
  const files = [...page.map((name) => `web/${name}`), 'web/games/drawing.js', 'web/games/board.css', 'arena/view/report.js', 'arena/view/report.css'];
  return files.map((file) => [file, read(file).replace(/\/\*[^]*?\*\/|(^|\s)\/\/.*/gm, '')]);
}

function namesUsed(games) {
  const titles = Object.values(games).flatMap(({ texts }) => [texts.title, texts['tableTitle-warcaby']]).filter(Boolean);
  const name = new RegExp(`\\b(${[...Object.keys(games), ...titles].join('|')})\\b`, 'i');
  return sharedCode().flatMap(([file, code]) => code.split('\n').filter((line) => name.test(line)).map((line) => `${file}: ${line.trim()}`));
}

// Entries of the table in README.md: { name, must }.
function entries() {
  const [, table] = /\n## A game\n([^]*?)\n## /.exec(read('web/README.md'));
  const rows = table.split('\n').filter((line) => line.startsWith('| `')).map((line) => line.split('|')[1]);
  return rows.flatMap((row) => [...row.matchAll(/`(\w+)[^`]*`/g)].map(([, name]) => ({ name, must: row.includes('*') })));
}

function checkTable(game) {
  const known = entries();
  return [
    ...known.filter(({ name, must }) => must && game[name] === undefined).map(({ name }) => `it has no ${name}`),
    ...Object.keys(game).filter((name) => !known.some((entry) => entry.name === name)).map((name) => `README.md does not know ${name}`),
  ];
}

function checkTexts({ texts, toggles, settings = [], setups = [] }) {
  const { texts: page } = JSON.parse(read('web/i18n/en.json'));
  const keys = ['title', 'card', 'how', 'due', 'board', ...[...toggles, ...settings, ...setups].map(({ id }) => id)];
  return keys.filter((key) => (texts[key] || page[key]) === undefined).map((key) => `there is no text ${key}`);
}

function checkStyle(name, { style }) {
  const rules = style.replace(/\/\*[^]*?\*\//g, '').split('\n').filter(Boolean);
  return rules.filter((rule) => !rule.includes(`.board-${name}`) && !rule.startsWith('@keyframes'));
}

// The sample of the lobby, drawn for somebody who plays and hears the page.
function checkDrawing(name, { draw, sample: [position, view], texts }) {
  const problems = [];
  const say = (key) => {
    if (!texts[key]) problems.push(`the drawing says ${key}`);
    return texts[key];
  };
  const svg = draw(position, { ...view, say, active: true, cursor: 'A1' });
  const places = svg.match(/ data-v="[A-Z]\d+"/g) || [];
  if (!svg.startsWith('<svg') || !svg.includes(`board-${name}`)) problems.push('it is no drawing of the game');
  if (places.length === 0 || new Set(places).size !== places.length) problems.push(`${places.length} places, not each once`);
  if ((svg.match(/ tabindex="0"/g) || []).length !== 1) problems.push('Tab does not stop at one place');
  if (/undefined|NaN|null/.test(svg)) problems.push('it has values that are none');
  return problems;
}

async function main() {
  const games = await loadGames(root);
  ok(namesUsed(games), 'no game is known by name but in games.js and its module');
  const unused = entries().filter(({ name }) => !Object.values(games).some((game) => game[name] !== undefined));
  ok(unused.map(({ name }) => `no game has ${name}`), 'web/README.md lists what games have');
  for (const [name, game] of Object.entries(games)) {
    ok([...checkTable(game), ...checkTexts(game)], `${name} has its entries and texts, and no others`);
    ok(checkStyle(name, game), `${name} styles its own board only`);
    ok(checkDrawing(name, game), `${name} is drawn`);
  }
  done();
}

main().catch(bailOut);
