// Modules of the page that need no browser, in node: the tables of the games, and the lessons. It
// takes .js files for modules only in a folder that says so, hence a copy.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { pathToFileURL } = require('url');

// What the modules of web/ with these names export; they may import from the folders.
async function load(root, names, folders) {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'ternion-games-'));
  try {
    for (const folder of folders) fs.cpSync(path.join(root, 'web', folder), path.join(copy, folder), { recursive: true });
    for (const name of names) fs.copyFileSync(path.join(root, 'web', name), path.join(copy, name));
    fs.writeFileSync(path.join(copy, 'package.json'), '{ "type": "module" }');
    return await Promise.all(names.map((name) => import(pathToFileURL(path.join(copy, name)))));
  } finally {
    fs.rmSync(copy, { recursive: true, force: true });
  }
}

// { name: table } as web/games.js lists them.
module.exports = async function loadGames(root) {
  const [games] = await load(root, ['games.js'], ['games']);
  return { ...games };
};

// { lessons, judge }: the lessons as web/lessons.js lists them, and what judges a move in them.
module.exports.loadLessons = async function loadLessons(root) {
  const [lessons, { judge }] = await load(root, ['lessons.js', 'goals.js'], ['lessons']);
  return { lessons: Object.values(lessons), judge };
};
