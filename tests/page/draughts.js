// The Warcaby page as section 6 of its specification describes it: Polish unless chosen otherwise.
'use strict';
const assert = require('assert');
const path = require('path');
const { spawnSync } = require('child_process');
const { Person, Server, two, builddir } = require('./harness.js');

const written = (person, square) => person.page.textContent(`[data-ink=${square}]`);

async function warcaby(browser, server, options) {
  const person = await Person.come(browser, server, options);
  await person.create({ game: 'draughts', opponent: 'both' });
  return person;
}

// A move by clicks, made once the list has one more.
async function move(person, ...squares) {
  const plies = await person.count('#moves li');
  await person.click(...squares);
  await person.plies(plies + 1);
}

async function refused(person, words) {
  await person.says('message', words);
  assert.match(await person.page.getAttribute('#message', 'class'), /bad/, words);
}

module.exports = {
  async 'warcaby: title, turn, letters, colours, pieces and menu'(browser, server) {
    const a = await warcaby(browser, server);
    assert.strictEqual(await a.page.title(), 'Warcaby');
    assert.strictEqual(await a.page.getAttribute('html', 'lang'), 'pl');
    await a.says('turn', 'Ruch: gracz biały');
    assert.deepStrictEqual(await a.page.$$eval('.edge', (nodes) => nodes.map((node) => node.textContent).filter((text) => /[A-H]/.test(text))), [...'ABCDEFGH']);
    const box = async (selector) => (await a.page.locator(selector).first().boundingBox());
    const [letter, top, left, board, menu, turn] = [await box('.edge >> text=A'), await box('[data-v=A8]'), await box('.edge >> text=8'), await box('#board'), await box('#resetBoard'), await box('#turn')];
    assert.ok(turn.y < letter.y && letter.y < top.y && left.x < top.x && menu.x > board.x + board.width);
    const colour = (square) => a.page.$eval(`[data-v=${square}] .square`, (node) => getComputedStyle(node).fill.match(/\d+/g).map(Number));
    const [green, blue] = [await colour('A1'), await colour('B1')];
    assert.ok(green[1] > green[0] && green[1] > green[2] && blue[2] > blue[0] && blue[2] > blue[1]);
    assert.strictEqual(await a.count('.letters.w'), 12);
    assert.strictEqual(await a.count('.letters.b'), 12);
    assert.strictEqual(await written(a, 'C3'), 'B');
    assert.strictEqual(await written(a, 'B8'), 'C');
    assert.strictEqual(await written(a, 'D4'), '');
    assert.strictEqual(await a.text('resetBoard'), 'Reset planszy');
    assert.strictEqual(await a.text('tests'), 'TESTY');
    await a.press('look');
    assert.strictEqual(await a.count('.piece'), 24);
    await a.press('look');
    await a.press('leave');
    await a.shown('#lobby');
    assert.strictEqual(await a.page.getAttribute('html', 'lang'), 'en');
    await a.leave();
  },

  async 'warcaby: every message, both start positions, a king'(browser, server) {
    const a = await warcaby(browser, server);
    await a.click('B1');
    await refused(a, 'Pole B1 jest nieaktywne');
    await a.click('D4');
    await refused(a, 'Na polu D4 nie ma pionka');
    await a.click('B6');
    await refused(a, 'Pionek na polu B6 należy do przeciwnika. Teraz rusza się gracz biały');
    await a.click('C3');
    await a.says('message', 'Zaznaczono pionek C3');
    assert.strictEqual(await written(a, 'C3'), '[B]');
    await a.click('C5');
    await refused(a, 'Ruch niedozwolony: pionek z pola C3 nie dojdzie na C5');
    assert.strictEqual(await written(a, 'C3'), 'B');
    await a.click('C3', 'E5');
    await refused(a, 'Na polu D4 nie ma czego zbić');
    await move(a, 'C3', 'D4');
    assert.strictEqual(await a.count('.last'), 2);
    await a.says('turn', 'gracz czarny');
    await move(a, 'F6', 'E5');
    await a.click('A3', 'B4');
    await refused(a, 'Przymus bicia');
    await a.click('D4', 'E5');
    await refused(a, 'Pole E5 jest zajęte');
    await a.click('D4', 'C3');
    await refused(a, 'tylko do przodu');
    await move(a, 'D4', 'F6');
    assert.strictEqual(await a.count('.letters.b'), 11);
    await a.press('tests');
    await a.plies(0);
    assert.strictEqual(await a.count('.letters'), 8);
    assert.strictEqual(await written(a, 'B2'), 'B');
    assert.strictEqual(await written(a, 'A7'), 'C');
    for (const squares of ['F2-G3', 'G7-F6', 'G3-H4', 'F6-G5']) await move(a, ...squares.split('-'));
    await a.click('H4', 'F6');
    await a.says('message', 'Bicie trwa dalej z pola F6');
    for (const [square, text] of [['H4', ''], ['G5', ''], ['F6', '[B]']]) assert.strictEqual(await written(a, square), text, square);
    for (const other of ['B2', 'H4', 'C5']) { // neither another piece nor another square ends it
      await a.click(other);
      await refused(a, 'Bicie już trwa: bij dalej pionkiem z pola F6');
    }
    assert.strictEqual(await written(a, 'F6'), '[B]');
    await move(a, 'D8', 'B6');
    assert.strictEqual(await written(a, 'B6'), 'Bd');
    assert.strictEqual(await a.count('.letters.b'), 1);
    await a.press('resetBoard');
    await a.plies(0);
    assert.strictEqual(await a.count('.letters'), 24);
    await a.leave();
  },

  async 'draughts: English rules open in the page\'s language with drawn pieces, black below for black'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'draughts', rules: 'english', opponent: 'bot', side: 'b' });
    assert.strictEqual(await a.page.getAttribute('html', 'lang'), 'en');
    assert.match(await a.page.title(), /Draughts/);
    assert.strictEqual(await a.count('.piece'), 24);
    const top = async (square) => (await a.page.locator(`[data-v=${square}]`).boundingBox()).y;
    assert.ok(await top('B8') > await top('A1'), 'black is below');
    await a.page.focus('[data-v][tabindex="0"]');
    const focused = () => a.page.evaluate(() => document.activeElement.dataset.v);
    const before = await focused();
    await a.page.keyboard.press('ArrowUp');
    assert.ok(await top(await focused()) < await top(before), 'and up is up');
    await a.press('flip');
    assert.ok(await top('B8') < await top('A1'));
    await a.press('flip');
    const dot = await a.page.locator('.movable').first().boundingBox();
    assert.ok(dot.width >= 10, `a dot of ${dot.width} pixels is overlooked`);
    await a.leave();
  },

  async 'warcaby: another language if chosen by hand'(browser, server) {
    const a = await Person.come(browser, server, { locale: 'ru-RU' });
    assert.strictEqual(await a.page.getAttribute('html', 'lang'), 'ru');
    await a.page.selectOption('#language', 'en');
    await a.create({ game: 'draughts', opponent: 'both' });
    assert.strictEqual(await a.page.title(), 'Warcaby');
    await a.says('turn', 'white is to play');
    await move(a, 'C3', 'D4');
    await move(a, 'F6', 'E5');
    await a.click('A3', 'B4');
    await refused(a, 'Capturing is compulsory: D4xF6');
    await a.leave();
  },

  async 'warcaby: the menu while nobody has come'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'draughts', opponent: 'link', side: 'w' });
    await a.shown('#share');
    const pieces = (count) => a.page.waitForFunction((wanted) => document.querySelectorAll('.letters').length === wanted, count);
    await pieces(24);
    await a.press('tests');
    await pieces(8);
    await a.press('resetBoard');
    await pieces(24);
    const b = await Person.come(browser, server);
    await b.open(await a.link());
    await b.shown('#room svg');
    await a.page.waitForSelector('#share', { state: 'hidden' });
    assert.ok(await b.page.isHidden('#question'), 'nobody is asked to begin anew');
    await a.leave();
    await b.leave();
  },

  async 'warcaby: a whole game between two browsers'(browser, server) {
    const [a, b] = await two(browser, server, { game: 'draughts', side: 'w' });
    await b.click('B6');
    await refused(b, 'To nie Twój ruch: teraz gracz biały');
    await b.press('resetBoard');
    await a.says('question', 'nową partię');
    await a.press('no');
    await b.press('tests');
    await refused(b, 'Trzeba by zapytać drugiego gracza');
    await a.playOn();
    await b.playOn(0, 11);
    await a.shown('#rematch');
    await b.shown('#rematch');
    assert.strictEqual(await a.text('turn'), await b.text('turn'));
    await a.leave();
    await b.leave();
  },

  async 'warcaby: a whole game against the engine, and its result'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'draughts', opponent: 'bot', level: 'ternion/random', side: 'w' });
    await a.press('tests');
    await a.page.waitForFunction(() => document.querySelectorAll('.letters').length === 8);
    await a.playOn();
    await a.shown('#rematch');
    assert.match(await a.text('turn'), /Wygrywa: gracz (biały|czarny)|Remis/);
    assert.strictEqual(await a.text('message'), await a.text('turn'));
    assert.ok(!await a.page.isVisible('#message'), 'the result is not written twice');
    await a.click('A1');
    await refused(a, await a.text('turn'));
    await a.click('B1');
    await refused(a, 'Pole B1 jest nieaktywne');
    await a.leave();
  },

  async 'draughts: puzzles from endgame tables, or a word that there are none'(browser) {
    const server = new Server();
    server.env = { ...process.env, XDG_CACHE_HOME: server.folder };
    await server.start();
    const a = await Person.come(browser, server);
    await a.page.click('[data-puzzles=draughts] a:has-text("Save the draw")');
    await a.says('exText', 'ternion-egtb build');
    assert.strictEqual(spawnSync(path.join(builddir, 'ternion-egtb'), ['--rules', 'warcaby', 'build'], { env: server.env }).status, 0);
    await a.page.reload();
    await a.says('exTitle', 'Puzzle 1: Save the draw');
    await a.shown('#exBoard svg');
    await a.press('exHint');
    const [from, to] = await a.page.$$eval('#exBoard .hint', (nodes) => nodes.map((node) => node.dataset.v));
    assert.deepStrictEqual([from, to].sort(), ['E3', 'F4']); // as the command says
    const play = async (places) => { for (const place of places) await a.page.click(`#exBoard [data-v=${place}]`); };
    await play(['F4', 'G5']);
    await a.shown('#exAnswer.wrong');
    assert.match(await a.text('exAnswer'), /is not enough: loss\. black answers D4-E5/);
    await a.press('exAgain');
    await play(['F4', 'E3']);
    await a.shown('#exAnswer.right');
    await a.leave();
    await server.end();
  },
};
