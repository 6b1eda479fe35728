// Quantum tic-tac-toe on the page.
'use strict';
const assert = require('assert');
const { Person, two } = require('./harness.js');

async function settled(person, ...pairs) {
  let plies = await person.count('#moves li');
  for (const pair of pairs) {
    await person.click(...pair.split('-'));
    plies += 1;
    await person.plies(plies);
  }
}

module.exports = {
  async 'qttt: what a small cell holds is seen large when it is chosen'(browser, server) {
    const a = await Person.come(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await a.create({ game: 'qttt', opponent: 'both', size: '9' });
    await settled(a, 'A1-B2', 'A1-C3', 'A1-D4', 'A1-E5', 'A1-F6');
    assert.strictEqual(await a.count('.closeUp'), 0);
    await a.page.tap('[data-v=A1]');
    const height = await a.page.$eval('.closeUp', (lens) => Math.max(...[...lens.querySelectorAll('.spooky text')].map((text) => text.getBoundingClientRect().height)));
    assert.ok(height > 16, `${height} pixels`);
    const { x, y, width } = await a.page.locator('.closeUp').boundingBox();
    await a.page.touchscreen.tap(x + width / 2, y + width / 2); // a cell below it
    await a.plies(6);
    assert.strictEqual(await a.count('.closeUp'), 0);
    await a.leave();
  },

  async 'qttt: a whole game between two browsers'(browser, server) {
    const [a, b] = await two(browser, server, { game: 'qttt', name: 'Ada', side: 'x' });
    await a.says('turn', 'Your turn (X)');
    await b.says('turn', 'X is to play');
    await b.click('A1');
    await b.says('message', 'Not your turn: X is to play.');
    await a.playOn();
    await b.playOn(0, 11);
    await a.shown('#rematch');
    await b.shown('#rematch');
    assert.strictEqual(await a.text('turn'), await b.text('turn'));
    assert.match(await a.text('turn'), /wins|draw/i);
    await a.press('rematch');
    await b.says('question', 'rematch');
    await b.press('yes');
    await b.says('turn', 'Your turn (X)');
    await b.says('seats', 'X guest – you'); // the seats are swapped
    await a.leave();
    await b.leave();
  },

  async 'qttt: a whole game against the engine'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'qttt', opponent: 'bot', level: 'ternion/random', side: 'o', begins: 'x' });
    await a.says('seats', 'random moves');
    await a.plies(1);
    await a.playOn();
    await a.shown('#rematch');
    assert.match(await a.text('turn'), /wins|draw/i);
    const won = { X: 'You have lost', O: 'You have won' }[(await a.text('turn')).split(' wins')[0]];
    await a.says('due', won || 'Play again');
    await a.press('back');
    await a.says('due', 'earlier move');
    await a.leave();
  },

  async 'qttt: what the other collapsed is told, though it has moved on'(browser, server) {
    const [a, b] = await two(browser, server, { game: 'qttt', side: 'x' });
    for (const [index, person] of [a, b].entries()) {
      await person.click('A1', 'B1');
      await Promise.all([a.plies(index + 1), b.plies(index + 1)]);
    }
    await b.says('due', 'Wait');
    await a.says('due', 'O2 has closed a cycle of tied marks. Decide where it really is: choose A1 or B1.');
    await a.click('B1');
    await b.says('message', 'X has collapsed the cycle: O2 is in B1.');
    await a.says('due', 'Choose two cells');
    await a.click('A2', 'B2');
    await b.plies(4);
    await b.says('message', 'X has collapsed the cycle: O2 is in B1.');
    await b.click('A3', 'C3');
    await a.plies(5);
    assert.strictEqual(await a.text('message'), '');
    await a.leave();
    await b.leave();
  },

  async 'qttt: the board stays where it is, whatever is to be said above it'(browser, server) {
    for (const locale of ['en-GB', 'pl-PL', 'ru-RU']) {
      const a = await Person.come(browser, server, { locale, viewport: { width: 375, height: 720 } });
      const top = async () => (await a.page.locator('#board').boundingBox()).y;
      await a.page.evaluate(() => window.scrollTo(0, 1000));
      await a.create({ game: 'qttt', opponent: 'both' });
      assert.strictEqual(await a.page.evaluate(() => window.scrollY), 0, 'a game begins at its top');
      await a.press('gotIt');
      const before = await top();
      await settled(a, 'A1-B1', 'A1-B1');
      await a.shown('.glow');
      assert.strictEqual(await top(), before, locale);
      await a.press('back');
      await a.says('ply', '1 / 2');
      assert.strictEqual(await top(), before, locale);
      await a.page.evaluate(() => window.scrollTo(0, 1000));
      await a.press('leave');
      await a.shown('#lobby');
      assert.strictEqual(await a.page.evaluate(() => window.scrollY), 0, 'and so does the lobby');
      await a.leave();
    }
  },

  async 'qttt: cycle, preview of both outcomes, history, probabilities'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'qttt', opponent: 'both', begins: 'o' });
    await a.says('turn', 'O is to play');
    await a.press('history');
    await a.press('history');
    await a.click('A1');
    await a.shown('[data-ink=A1] .coming.o'); // the mark to come, until its second cell is chosen
    await a.click('B2');
    await a.plies(1);
    await settled(a, 'B2-C3', 'C1-C2');
    assert.strictEqual(await a.count('.coming'), 0);
    assert.strictEqual(await a.count('.spooky.last'), 2);
    assert.strictEqual(await a.count('.tie'), 1);
    await a.shown('.tie.newest');
    await settled(a, 'A1-C3');
    await a.page.mouse.move(0, 0);
    await a.shown('.spooky.glow');
    assert.strictEqual(await a.count('.tie.cycle'), 3); // the cycle is drawn, and nothing else
    assert.strictEqual(await a.count('.tie'), 3);
    assert.strictEqual(await a.count('.spooky.glow'), 6);
    assert.strictEqual(await a.count('.spooky.faded'), 2);
    assert.strictEqual(await a.count('.choice'), 2);
    await a.click('C1');
    await a.says('message', 'C1 is not a cell of the cycle: choose one of the two framed cells.');
    await a.click('B2');
    await a.says('message', 'B2 is on the cycle, but the newest mark is not in it');
    assert.match(await a.page.getAttribute('#message', 'class'), /bad/);
    for (const [cell, other] of [['A1', 'C3'], ['C3', 'A1']]) {
      await a.page.hover(`[data-v=${cell}]`);
      await a.shown(`#board.preview [data-ink=${cell}] .classical.x`);
      assert.strictEqual(await a.count(`[data-ink=${other}] .classical`), 1);
      assert.strictEqual(await a.count('.tie'), 0);
      await a.says('message', `settles in ${cell}`);
    }
    await a.page.mouse.move(0, 0);
    await a.shown('.spooky.glow');
    assert.strictEqual(await a.count('#moves li'), 4);
    await a.press('ensemble');
    await a.shown('#advice table');
    assert.match(await a.page.getAttribute('[data-v=C1]', 'aria-label'), /O 50%/);
    await a.press('ensemble');
    await a.page.hover('[data-v=A1]');
    await a.click('A1');
    await a.plies(5);
    await a.page.mouse.move(0, 0);
    assert.strictEqual(await a.count('#board .classical'), 3);
    assert.strictEqual(await a.count('.cell.last'), 3);
    await a.press('back'); // the cycle is seen again when one looks back
    await a.says('ply', '4 / 5');
    assert.strictEqual(await a.count('.tie.cycle'), 3);
    assert.strictEqual(await a.count('.spooky.faded'), 2);
    await a.press('end');
    await a.says('ply', '5 / 5');
    await a.click('A1');
    await a.shown('.spooky.vanished');
    await a.says('message', 'Now all marks are shown');
    assert.strictEqual(await a.count('.spooky'), 8);
    await a.click('A1');
    await a.page.waitForSelector('.vanished', { state: 'detached' });
    await a.says('message', 'only the marks that count');
    await a.click('A1');
    await a.shown('.spooky.vanished');
    await settled(a, 'A2-A3'); // which ends it
    assert.strictEqual(await a.count('.vanished'), 0);
    await a.press('history'); // what was pressed by hand stays
    await settled(a, 'A2-B3');
    assert.ok(await a.count('.vanished') > 0);
    await a.leave();
  },

  async 'qttt: a collapse is not told under the next cycle; the last cell'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'qttt', opponent: 'both' });
    await settled(a, 'A1-B1', 'A1-B1', 'A1');
    await a.says('message', 'X has collapsed the cycle');
    await settled(a, 'A2-B2', 'A2-B2');
    await a.says('due', 'has closed a cycle');
    assert.strictEqual(await a.text('message'), '');
    await settled(a, 'B2');
    await a.says('message', 'X has collapsed the cycle');
    await settled(a, 'C1-A3', 'C1-A3');
    await a.shown('.choice');
    assert.strictEqual(await a.text('message'), '');
    await settled(a, 'A3', 'C2-B3', 'C2-B3', 'C2');
    await a.says('due', 'Take the last cell.');
    await a.leave();
  },

  async 'qttt: rows in the colour of their side; a narrow and a double win'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'qttt', opponent: 'both' });
    await settled(a, 'A1-A2', 'A1-A2', 'A2', 'B1-B2', 'B1-B2', 'B2', 'C1-C2', 'C1-C2', 'C2');
    await a.says('turn', 'X wins – narrowly, both have a row');
    await a.shown('.cell.row');
    assert.strictEqual(await a.count('.row.of-x.deciding'), 3);
    assert.strictEqual(await a.count('.row.of-o.beaten'), 3);
    const fill = (cell) => a.page.$eval(`[data-v=${cell}] .square`, (node) => getComputedStyle(node).fill);
    assert.strictEqual(new Set([await fill('A1'), await fill('A2'), await fill('A3')]).size, 3);
    await a.press('rematch');
    await a.plies(0);
    await settled(a, 'A1-A2', 'A1-A2', 'A2', 'B1-B2', 'B1-B2', 'B2', 'C2-A3', 'C2-A3', 'A3', 'C3-B3', 'C3-B3', 'B3', 'C1');
    await a.says('turn', 'X wins – a double win: more than one row');
    assert.strictEqual(await a.count('.row.of-x.deciding'), 5);
    assert.ok(!await a.page.isVisible('#message'), 'the result is not written twice');
    await a.leave();
  },

  async 'qttt: rows that won are shown; hint and evaluation'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'qttt', opponent: 'both' });
    await settled(a, 'A1-B1', 'A2-B2', 'A1-B1');
    await a.click('A1');
    await a.plies(4);
    await settled(a, 'A2-B2');
    await a.press('hint');
    await a.says('message', 'Hint');
    assert.ok(await a.count('.hint') > 0);
    await a.press('evaluate');
    await a.shown('#advice tbody tr');
    await a.click('A2');
    await a.plies(6);
    await a.playOn();
    await a.shown('#rematch');
    if (/wins/.test(await a.text('turn'))) await a.shown('.cell.row');
    await a.leave();
  },

  // The bot's ply and the answer about the position before it come late, in this order, as they
  // may.
  async 'qttt: a hint asked for while the bot moves is about the position after it'(browser, server) {
    const a = await Person.come(browser, server);
    let asked = 0;
    let ply = null;
    let answer = null;
    await a.page.routeWebSocket(/\/ws$/, (socket) => {
      const house = socket.connectToServer();
      socket.onMessage((line) => {
        asked += / evaluate /.test(line);
        house.send(line);
      });
      house.onMessage((line) => {
        if (!ply && /^! ply .*"side":"o"/.test(line)) ply = line;
        else if (!answer && / winrate /.test(line)) answer = line;
        else {
          socket.send(line);
          return;
        }
        if (ply && answer) for (const late of [ply, answer]) socket.send(late);
      });
    });
    await a.page.reload();
    await a.page.waitForFunction(() => document.querySelectorAll('#game input').length > 0);
    await a.create({ game: 'qttt', opponent: 'bot', side: 'x' });
    await a.click('A1', 'C3');
    await a.plies(1);
    await a.press('hint');
    await a.plies(2);
    await a.says('message', 'Hint');
    assert.ok(await a.count('.hint') > 0);
    assert.strictEqual(asked, 2);
    await a.leave();
  },

  async 'qttt: on a phone the first touch previews, the second chooses; a board of 9'(browser, server) {
    const a = await Person.come(browser, server, { viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true });
    const tap = (cell) => a.page.tap(`[data-v=${cell}]`);
    await a.create({ game: 'qttt', size: '9', opponent: 'both' });
    assert.strictEqual(await a.count('.cell'), 81);
    for (const cell of ['A1', 'J9', 'A1', 'J9']) await tap(cell);
    await a.shown('.choice');
    await a.page.waitForFunction(() => document.querySelectorAll('.glow').length === 4);
    const letters = await a.page.$eval('.glow text', (node) => Number(node.getAttribute('font-size')) * node.getScreenCTM().a);
    assert.ok(letters > 8, `marks of ${letters} pixels cannot be read`);
    await tap('J9');
    await a.says('message', 'tap again');
    await a.shown('#board.preview [data-ink=J9] .classical.o');
    assert.strictEqual(await a.count('#moves li'), 2);
    await tap('J9');
    await a.plies(3);
    assert.ok(await a.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'the page is wider than the phone');
    await a.leave();
  },
};
