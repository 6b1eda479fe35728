// The games' modules of the page, in node: they need no browser. It takes .js files for modules
// only in a folder that says so, hence a copy.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { pathToFileURL } = require('url');

// { name: table } as web/games.js lists them.
module.exports = async function loadGames(root) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ternion-games-'));
  try {
    fs.cpSync(path.join(root, 'web', 'games'), path.join(folder, 'games'), { recursive: true });
    fs.copyFileSync(path.join(root, 'web', 'games.js'), path.join(folder, 'games.js'));
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    return { ...await import(pathToFileURL(path.join(folder, 'games.js'))) };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
};
