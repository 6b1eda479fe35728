// Makes the pictures of README: node tests/page/pictures.js [FOLDER], from a build tree.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { execFileSync } = require('child_process');
const { Server, Person, launch, srcdir, builddir } = require('./harness.js');

const folder = process.argv[2] || path.join(srcdir, 'docs');

async function play(person, moves) {
  for (const [index, move] of moves.entries()) {
    await person.click(...move.split('-'));
    await person.plies(index + 1);
  }
  await person.page.mouse.move(0, 0);
}

const pictures = {
  async qttt(person) {
    await person.create({ game: 'qttt', opponent: 'both', name: '' });
    await play(person, ['A1-C3', 'B2-A3', 'A1-B2', 'C1-B1', 'C3-A3']);
    await person.shown('.glow');
  },
  async lesson(person) {
    await person.page.goto(`file://${path.resolve(builddir, 'site/ternion.html')}#lesson/qttt/4`);
    await person.shown('#exBoard .choice');
    await person.page.click('#exBoard [data-v=B2]');
    await person.shown('#exAgain');
    await person.page.mouse.move(0, 0);
  },
  async warcaby(person) {
    await person.create({ game: 'draughts', opponent: 'both' });
    await play(person, ['C3-D4', 'B6-A5', 'G3-H4', 'F6-G5']);
    await person.click('H4');
    await person.page.mouse.move(0, 0);
  },
  async go(person) {
    await person.create({ game: 'go', size: '9', opponent: 'both', rules: 'japanese' });
    await play(person, ['E5', 'E3', 'D3', 'D4', 'C4', 'D5', 'E4', 'F4', 'C5', 'F5', 'D6', 'E6', 'D2', 'F6', 'E2', 'F2', 'F3', 'G3', 'D7', 'E7', 'D8', 'E8', 'D9', 'E9', 'F1', 'G2', 'E1', 'G1']);
    await person.press('pass');
    await person.plies(29);
    await person.press('pass');
    await person.shown('#sheet');
    await person.page.mouse.move(0, 0);
  },
  async review(person) {
    await person.create({ game: 'qttt', opponent: 'both' });
    await play(person, ['A2-B2', 'C1-A3', 'C1-B3', 'C2-A3', 'A2-B3', 'A1-C3', 'A2-B2', 'B2', 'A1-B1', 'A1-B1', 'A1']);
    await person.press('review');
    await person.page.click('[data-mistake="5"]');
    await person.says('ply', '4 / 11');
    await person.page.mouse.move(0, 0);
  },
};
const SIZES = { review: { width: 880, height: 960 } }; // others are less high

// The report of a run of the arena, its journal in a folder of its own.
function report(name, words) {
  const journal = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'ternion-picture-')), `${name}.db`);
  const arena = path.join(builddir, 'ternion-arena');
  execFileSync(arena, [...words, '--journal', journal, '--display', 'none'], { env: { ...process.env, PATH: `${path.resolve(builddir)}:${process.env.PATH}` } });
  execFileSync(arena, ['report', journal]);
  return `file://${journal.replace(/db$/, 'html')}`;
}

// The tournament that `make run` plays, with ten games a pair: the top of its report. Of a match
// at Go: a game, with what both engines thought of it.
async function reports(browser) {
  const context = await browser.newContext({ viewport: { width: 1180, height: 960 }, deviceScaleFactor: 0.7 });
  const page = await context.newPage();
  await page.goto(report('levels', ['run', path.join(path.resolve(srcdir), 'arena/examples/levels.conf')]));
  await page.screenshot({ path: path.join(folder, 'report.png') });
  await page.goto(`${report('match', ['--game', 'go', '--size', '9', '--seed', '3', '--games', '4',
    '--engine', 'cmd=ternion --game go --nodes 2000,name=strong', '--engine', 'cmd=ternion --game go --nodes 250,name=quick'])}#game-2-44`);
  await page.addStyleTag({ content: '#replay { padding: 16px; }' });
  await page.locator('#replay').screenshot({ path: path.join(folder, 'report-game.png') });
  await context.close();
}

async function main() {
  const server = new Server();
  await server.start();
  const browser = await launch();
  try {
    for (const [name, prepare] of Object.entries(pictures)) {
      const person = await Person.come(browser, server, { viewport: SIZES[name] || { width: 880, height: 620 }, deviceScaleFactor: 0.68 });
      await prepare(person);
      if (await person.page.isVisible('#gotIt')) await person.press('gotIt');
      await person.page.evaluate(() => window.scrollTo(0, 0));
      await person.page.screenshot({ path: path.join(folder, `${name}.png`) });
      await person.leave();
    }
    await reports(browser);
  } finally {
    await browser.close();
    await server.end();
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
