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
    await a.says('turn', 'Your turn (black)');
    for (const person of [a, b]) await person.says('due', 'if both pass now, the count that was proposed scores the game');
    const free = (await a.page.$$eval('.ink .dot', (nodes) => nodes.map((node) => node.closest('[data-ink]').dataset.ink)))[0];
    await a.click(free);
    await b.says('turn', 'Your turn (white)');
    await b.says('due', 'Place a stone, or pass.');
    await b.press('pass');
    await a.says('turn', 'Your turn (black)');
    await a.press('pass');
    await a.shown('#accept:not([disabled])');
    await a.press('accept');
    await b.shown('#accept:not([disabled])');
    await b.press('accept');
    await a.says('turn', 'points');
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
    const shade = (point) => a.page.$eval(`[data-v=${point}] .touch`, (node) => getComputedStyle(node).fill);
    await a.page.hover('[data-v=E5]');
    assert.notStrictEqual(await shade('E5'), await shade('E6'), 'the point under the mouse is shown');
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
    await a.says('score', 'black is ahead by 80.5 (B+80.5)');
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

  async 'go: on a phone a finger aims before it plays; lens, drag, button'(browser, server) {
    const a = await Person.come(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await a.create({ game: 'go', size: '19', opponent: 'both' });
    const tap = (point) => a.page.tap(`[data-v=${point}]`);
    await tap('K10');
    await a.says('message', 'K10: tap it again');
    await a.shown('.lens');
    assert.strictEqual(await a.count('#moves li'), 0, 'the first touch only aims');
    assert.strictEqual(await a.count('#board > .board:not(.lens) .ghost.b'), 1);
    assert.ok((await a.page.locator('.lens [data-near=K10]').boundingBox()).width >= 30, 'the points of the lens are wide enough');
    assert.strictEqual(await a.count('[data-v]'), 361, 'the lens has no places of its own');
    await a.page.tap('.lens [data-near=L11]');
    await a.says('aimPlay', 'Play at L11');
    assert.deepStrictEqual(await a.axe(), [], 'aiming');

    // Three points to the right and two down, begun far from the stone; the click that may follow
    // plays nothing.
    const { width } = await a.page.locator('[data-v=C3]').boundingBox();
    const { x, y } = await a.page.locator('[data-v=C6]').boundingBox();
    const touch = await a.context.newCDPSession(a.page);
    const at = (type, right, down) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x + right * width, y: y + down * width }] });
    const scrolled = () => a.page.evaluate(() => window.scrollY);
    const before = await scrolled();
    await at('touchStart', 0, 0);
    for (const part of [0.25, 0.5, 0.75, 1]) await at('touchMove', 3 * part, 2 * part);
    await at('touchEnd');
    await a.says('aimPlay', 'Play at O9');
    assert.strictEqual(await scrolled(), before, 'a drag of the stone does not move the page');
    const fingers = (type, ...points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([right, down], id) => ({ id, x: x + right * width, y: y + down * width })) });
    await fingers('touchStart', [0, 0]);
    await fingers('touchStart', [0, 0], [4, 0]);
    await fingers('touchMove', [0, 3], [4, 0]);
    await fingers('touchEnd');
    await a.says('aimPlay', 'Play at O9'); // the finger that came first does not drag what the second took up
    await a.press('aimPlay');
    await a.plies(1);
    assert.match(await label(a, 'O9'), /black stone/);
    assert.strictEqual(await a.count('.lens'), 0);

    await a.page.setViewportSize({ width: 844, height: 390 }); // lying: the top of the board is scrolled away
    await a.page.evaluate(() => window.scrollBy(0, document.getElementById('board').getBoundingClientRect().top + 100));
    await a.page.locator('[data-v=D4]').dispatchEvent('pointerdown', { pointerType: 'touch', bubbles: true });
    await a.page.locator('[data-v=D4]').dispatchEvent('click');
    await a.shown('.lens.right.bottom');
    await a.press('aimCancel');
    await a.page.setViewportSize({ width: 390, height: 844 });

    await tap('D4');
    await a.press('aimCancel');
    assert.strictEqual(await a.count('.ghost'), 0);
    await tap('D4');
    await tap('C10'); // another touch aims elsewhere
    await a.says('aimPlay', 'Play at C10');
    await tap('C10');
    await a.plies(2);
    assert.match(await label(a, 'C10'), /white stone/);
    await tap('C10');
    await tap('C10');
    await a.says('message', 'C10 is occupied');
    await a.press('leave');
    await a.shown('#lobby');
    await a.create({ size: '9' }); // points wide enough: a touch plays
    await tap('E5');
    await a.plies(1);
    await a.leave();
  },
};
