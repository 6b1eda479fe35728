// What one learns from on the page: the review of a game. Served and, by site.js, without a server.
'use strict';
const assert = require('assert');
const { Person } = require('./harness.js');

async function play(person, ...moves) {
  for (const [index, move] of moves.entries()) {
    await person.click(...move.split('-'));
    await person.plies(index + 1);
  }
}

// Ply 4 made a draw a loss, ply 5 a win a draw again.
const QUANTUM = ['A2-B2', 'C1-A3', 'C1-B3', 'C2-A3', 'A2-B3', 'A1-C3', 'A2-B2', 'B2', 'A1-B1', 'A1-B1', 'A1'];

const mistakes = (person) => person.page.$$eval('#reviewed li', (nodes) => nodes.map((node) => node.textContent.replace(/\s+/g, ' ').trim()));

module.exports = {
  async 'review: the course, the mistakes, each a click away on the board'(browser, server, options = {}) {
    const a = await Person.come(browser, server, options);
    await a.create({ game: 'qttt', opponent: 'both' });
    assert.ok(!await a.page.isVisible('#review'), 'a game goes on');
    await play(a, ...QUANTUM);
    await a.shown('#rematch');
    await a.press('review');
    await a.shown('#reviewed');
    const found = await mistakes(a);
    assert.match(found.find((text) => text.startsWith('4. O C2-A3')), /Here a draw became a loss\. \S+ was better\./);
    assert.ok(found.includes('5. X A2-B3 Here a win became a draw. A3-C3 was better.'), found.join('\n'));
    assert.strictEqual(await a.count('#reviewed .mistake'), found.length);
    assert.strictEqual(await a.count('#moves .bad'), found.length);
    assert.ok(!await a.page.isVisible('#review'), 'once is enough');
    await a.page.click('[data-mistake="5"]');
    await a.says('ply', '4 / 11');
    await a.says('message', '5. X played A2-B3. A3-C3 was better; then: ');
    assert.deepStrictEqual(await a.page.$$eval('#board .cell.hint', (nodes) => nodes.map((node) => node.dataset.v).sort()), ['A3', 'C3']);
    const area = a.page.locator('#reviewed .area');
    const { width, height } = await area.boundingBox();
    await area.click({ force: true, position: { x: width * (7 / 11), y: height / 2 } });
    await a.says('ply', '7 / 11');
    for (const [language, words] of [['pl', 'Tu zamiast wygranej jest remis. Lepsze było A3-C3.'], ['ru', 'Здесь вместо победы — ничья. Лучше было A3-C3.']]) {
      await a.page.selectOption('#language', language);
      await a.says('reviewed', words);
    }
    assert.strictEqual((await a.axe()).join('; '), '');
    await a.press('undo'); // the game goes on: nothing is left of it
    await a.page.waitForSelector('#reviewed', { state: 'hidden' });
    assert.strictEqual(await a.count('#moves .bad'), 0);
    await a.leave();
  },

  async 'review: draughts and Go, on a phone'(browser, server, options = {}) {
    const a = await Person.come(browser, server, { ...options, viewport: { width: 390, height: 844 } });
    await a.page.selectOption('#language', 'en');
    await a.create({ game: 'draughts', opponent: 'both' });
    await play(a, 'C3-D4', 'F6-G5', 'A3-B4'); // gives a man away
    await a.press('resign');
    await a.press('yes');
    await a.press('review');
    await a.shown('#reviewed');
    assert.ok((await mistakes(a)).some((text) => text.startsWith('3. white A3-B4 Here the chances fell')), (await mistakes(a)).join('\n'));
    await a.press('leave');
    await a.create({ game: 'go', opponent: 'both', size: '9' });
    await a.click('E5');
    await a.plies(1);
    await a.press('resign');
    await a.press('yes');
    await a.press('review');
    await a.shown('#reviewed');
    assert.strictEqual(await a.count('#reviewed svg .course'), 1);
    assert.ok(await a.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    assert.strictEqual((await a.axe()).join('; '), '');
    await a.leave();
  },
};
