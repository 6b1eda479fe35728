// The game of examples/ttt on the page and in a report, for tests/build/fourth_game.sh:
// node fourth_game.js REPORT. Only its module and a line of web/games.js are there for it.
'use strict';
const assert = require('assert');
const path = require('path');
const { Server, Person, launch } = require('./harness.js');
const { ok, done, bailOut } = require('./tap.js');

async function onPage(browser, server) {
  const a = await Person.come(browser, server);
  assert.strictEqual(await a.count('#game .card:has([value=ttt]) svg.board-ttt'), 1, 'its card');
  await a.create({ game: 'ttt', opponent: 'both' });
  await a.says('title', 'Tic-tac-toe');
  await a.says('due', 'Take a cell.');
  for (const [index, cell] of ['A1', 'B2', 'A2', 'C3', 'A3'].entries()) {
    await a.click(cell);
    await a.plies(index + 1);
  }
  await a.says('turn', 'X wins – three in a row');
  assert.strictEqual(await a.count('#board .board-ttt path.x'), 3);
  assert.strictEqual(await a.count('#board .board-ttt .last'), 1);
  const ink = await a.page.$eval('#board .x', (node) => getComputedStyle(node).strokeWidth);
  assert.strictEqual(ink, '10px', 'its style is applied');
  assert.deepStrictEqual(await a.axe(), []);
  await a.leave();
}

async function inReport(browser, report) {
  const page = await browser.newPage();
  await page.goto(`file://${path.resolve(report)}#game-1-3`);
  await page.waitForFunction(() => document.querySelectorAll('#board svg.board-ttt :is(path.x, circle.o)').length === 3);
  await page.close();
}

async function main() {
  const server = new Server();
  await server.start();
  const browser = await launch();
  const problems = (promise) => promise.then(() => [], (error) => [error]);
  ok(await problems(onPage(browser, server)), 'the page plays the game from its module');
  ok(await problems(inReport(browser, process.argv[2])), 'the report draws it, too');
  await browser.close();
  await server.end();
  done();
}

main().catch(bailOut);
