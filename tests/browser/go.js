// Go on the page: boards, captures, handicap, and the end of a game.
'use strict';
const assert = require('assert');
const { Person, two } = require('./harness.js');

const label = (person, point) => person.page.getAttribute(`[data-v=${point}]`, 'aria-label');

async function stones(person, ...points) {
  for (const point of points) {
    const plies = await person.count('#moves li');
    if (point === 'pass') await person.press('pass');
    else await person.click(point);
    await person.plies(plies + 1);
  }
}

module.exports = {
  async 'go: marking, resuming and agreeing between two browsers'(browser, server) {
    const [a, b] = await two(browser, server, { game: 'go', size: '5', rules: 'japanese', side: 'b' });
    await a.press('dots');
    await b.press('dots');
    await a.playOn(4);
    await b.playOn(4);
    await a.shown('#sheet');
    await b.shown('#sheet');
    const stone = await a.page.$eval('[data-ink] .stone', (node) => node.closest('[data-ink]').dataset.ink);
    const dead = /dead/.test(await label(a, stone));
    await a.click(stone);
    await b.page.waitForFunction(([point, word]) => document.querySelector(`[data-v=${point}]`).getAttribute('aria-label').includes(word), [stone, dead ? 'seki' : 'dead']);
    await a.press('accept');
    await b.says('sheet', 'accepted');
    await b.press('resume'); // nobody can refuse, and the opponent of who asked moves first
    await a.says('turn', 'black is to play');
    const free = (await a.page.$$eval('.ink .dot', (nodes) => nodes.map((node) => node.closest('[data-ink]').dataset.ink)))[0];
    await a.click(free);
    await b.says('turn', 'white is to play');
    await b.press('pass');
    await a.says('turn', 'black is to play');
    await a.press('pass');
    await a.shown('#accept:not([disabled])');
    await a.press('accept');
    await b.shown('#accept:not([disabled])');
    await b.press('accept');
    await a.says('turn', 'score');
    await b.shown('#rematch');
    assert.match(await b.text('sheet'), /Total/);
    await a.leave();
    await b.leave();
  },

  async 'go: a whole game against the engine'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'go', size: '5', opponent: 'bot', level: 'ternion/optimal', side: 'b' });
    await a.press('dots');
    await a.playOn(1);
    await a.shown('#accept:not([disabled])');
    await a.press('accept');
    await a.says('turn', 'wins');
    await a.shown('#sheet');
    await a.leave();
  },

  async 'go: captures, refusals, score sheet by area'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'go', size: '9', rules: 'chinese', komi: '0.5', opponent: 'both' });
    assert.strictEqual(await a.count('.point'), 81);
    await stones(a, 'B1', 'A1', 'A2');
    await a.says('seats', 'black guest – you · captured 1');
    assert.strictEqual(await a.count('.ink .last'), 1);
    assert.match(await label(a, 'A1'), /empty/);
    await a.click('A1');
    await a.says('message', 'would have no liberty');
    await a.click('B1');
    await a.says('message', 'B1 is occupied');
    await stones(a, 'pass', 'pass');
    await a.shown('#sheet');
    await a.says('score', 'B+80.5');
    const cells = await a.page.$$eval('#sheet tr', (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent).join(' ')));
    assert.deepStrictEqual(cells, [' black white', 'Stones 2 0', 'Territory 79 0', 'Komi 0 0.5', 'Total 81 0.5']);
    assert.strictEqual(await a.count('.territory.b'), 79);
    await a.leave();
  },

  async 'go: handicap, 13 and 19'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'go', size: '19', handicap: '4', opponent: 'both' });
    assert.strictEqual(await a.count('.point'), 361);
    assert.strictEqual(await a.count('.stone.b'), 4);
    await a.says('turn', 'white is to play');
    await a.press('leave');
    await a.shown('#lobby');
    await a.create({ size: '13', handicap: '0' });
    assert.strictEqual(await a.count('.point'), 169);
    await a.leave();
  },
};
