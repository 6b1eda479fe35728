// What one learns from on the page: the review of a game, classical boards, puzzles. Served and, by
// site.js, without a server.
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

  async 'boards behind a position are paged through'(browser, server, options = {}) {
    const a = await Person.come(browser, server, options);
    await a.create({ game: 'qttt', opponent: 'both' });
    await play(a, 'A1-B2', 'B2-C3', 'A3-C1', 'A2-B3');
    await a.press('ensemble');
    await a.shown('#boards');
    await a.says('boards', 'Boards 1 to 6 of 12, each with the share 1/12');
    assert.strictEqual(await a.count('#boards svg'), 6);
    assert.strictEqual(await a.count('#boards .classical'), 24, 'four marks on each');
    assert.strictEqual(await a.count('#boards [data-v]'), 0);
    assert.ok(await a.page.isDisabled('#boardsBack'));
    const first = await a.page.innerHTML('#boards ol');
    await a.press('boardsOn');
    await a.says('boards', 'Boards 7 to 12 of 12');
    assert.notStrictEqual(await a.page.innerHTML('#boards ol'), first);
    assert.ok(await a.page.isDisabled('#boardsOn'));
    assert.strictEqual((await a.axe()).join('; '), '');
    await a.press('boardsBack');
    await a.says('boards', 'Boards 1 to 6');
    assert.strictEqual(await a.page.innerHTML('#boards ol'), first);
    await a.leave();
  },

  // The solutions are asked of the engine by the page's own connection.
  async 'puzzles: a wrong move is refuted, the right one is kept, one each day'(browser, server, options = {}) {
    const a = await Person.come(browser, server, { ...options, viewport: { width: 390, height: 844 }, hasTouch: true });
    assert.strictEqual(await a.count('[data-puzzles=draughts]'), server.url.startsWith('file') ? 0 : 1); // they need tables
    await a.page.click('#puzzles a:has-text("Find the win")');
    await a.says('exTitle', 'Puzzle 1: Find the win');
    await a.shown('#exBoard svg');
    assert.strictEqual((await a.axe()).join('; '), '');
    await a.press('exHint');
    const cells = (selector) => a.page.$$eval(`#exBoard ${selector}`, (nodes) => nodes.map((node) => node.dataset.v));
    const right = await cells('.cell.hint');
    assert.strictEqual(right.length, 2);
    const tap = async (places) => { for (const place of places) await a.page.tap(`#exBoard [data-v=${place}]`); };
    await tap([right[0], (await cells('.cell:not(.taken)')).find((cell) => !right.includes(cell))]);
    await a.shown('#exAnswer.wrong');
    assert.match(await a.text('exAnswer'), /is not enough: (draw|loss|narrow loss)\. O answers /);
    while (await a.page.isVisible('#exOn')) {
      const before = await a.text('exAnswer');
      await a.press('exOn');
      await a.page.waitForFunction((text) => document.getElementById('exAnswer').textContent !== text, before);
    }
    await a.press('exAgain');
    await a.page.waitForSelector('#exAnswer.wrong', { state: 'detached' });
    await tap(right);
    await a.shown('#exAnswer.right');
    assert.match(await a.text('exAnswer'), /^Right! \S+: win\.$/);
    await a.press('exNext');
    await a.says('exTitle', 'Puzzle 2: Find the win');
    await a.page.click('#exSteps a:has-text("Save the draw")');
    await a.says('exTitle', 'Puzzle 1: Save the draw');
    await a.page.click('#exSteps a:has-text("Puzzle of the day")');
    await a.says('exTitle', 'Puzzle of the day, ');
    for (const [language, words] of [['pl', 'Zagadka dnia'], ['ru', 'Задача дня'], ['en', 'Puzzle of the day']]) {
      await a.page.selectOption('#language', language);
      await a.says('exTitle', words);
    }
    await a.page.reload();
    await a.says('exTitle', 'Puzzle of the day, ');
    await a.shown('#exBoard svg');
    await a.press('exLeave');
    await a.says('puzzles', '1 solved');
    await a.leave();
  },

  async 'puzzles: the keyboard alone decides a collapse'(browser, server, options = {}) {
    const a = await Person.come(browser, server, options);
    await a.page.click('#puzzles a:has-text("Which collapse?")');
    await a.shown('#exBoard .choice');
    await a.press('exHint');
    const right = await a.page.getAttribute('#exBoard .cell.hint', 'data-v');
    await a.page.focus(`#exBoard [data-v=${right}]`);
    await a.page.keyboard.press('Enter');
    await a.shown('#exAnswer.right');
    assert.strictEqual(await a.page.evaluate(() => document.activeElement.id), 'exNext');
    await a.page.keyboard.press('Enter');
    await a.says('exTitle', 'Puzzle 2: Which collapse?');
    await a.leave();
  },
};
