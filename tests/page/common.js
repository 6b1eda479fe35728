// What all games share: lobby, people, languages, keyboard, connections, barriers.
'use strict';
const assert = require('assert');
const fs = require('fs');
const { Person, Server, two } = require('./harness.js');

// The keyboard alone: Tab until `wanted` has the focus, with a limit.
async function tabTo(person, wanted) {
  for (let i = 0; i < 60; i += 1) {
    await person.page.keyboard.press('Tab');
    if (await person.page.evaluate((selector) => document.activeElement.matches(selector), wanted)) return;
  }
  throw new Error(`Tab does not reach ${wanted}`);
}

const focused = (person) => person.page.evaluate(() => document.activeElement.dataset.v);

// With the focus on the board, the arrow keys to a place, and Enter.
async function keyPlace(person, place) {
  for (let i = 0; i < 40; i += 1) {
    const at = await focused(person);
    if (at === place) break;
    const horizontal = place.charCodeAt(0) - at.charCodeAt(0);
    await person.page.keyboard.press(horizontal > 0 ? 'ArrowRight' : horizontal < 0 ? 'ArrowLeft' : Number(place[1]) > Number(at[1]) ? 'ArrowUp' : 'ArrowDown');
  }
  assert.strictEqual(await focused(person), place);
  await person.page.keyboard.press('Enter');
}

async function keyPlies(person, ...moves) {
  for (const move of moves) {
    const plies = await person.count('#moves li');
    for (const place of move.split('-')) await keyPlace(person, place);
    await person.plies(plies + 1);
  }
}

async function assertNoBarriers(person, where) {
  assert.deepStrictEqual(await person.axe(), [], where);
}

module.exports = {
  async 'lobby: who plays anybody meets who waits for that, and others see what is waited for'(browser, server) {
    const [a, b, c] = [await Person.come(browser, server), await Person.come(browser, server), await Person.come(browser, server)];
    await a.create({ name: 'Ada', game: 'draughts', opponent: 'anybody' });
    await c.says('waiting', 'Draughts 8 × 8: 1');
    await c.create({ game: 'qttt', opponent: 'anybody' }); // another game: c waits too
    await b.create({ name: 'Bo', game: 'draughts', opponent: 'anybody' });
    assert.strictEqual(await b.link(), await a.link());
    await a.says('seats', 'Bo');
    await c.shown('#share');
    for (const person of [a, b, c]) await person.leave();
  },

  async 'lobby: an open game is found, joined and watched; chat, undo, draw, record'(browser, server) {
    const a = await Person.come(browser, server);
    const b = await Person.come(browser, server);
    await a.create({ name: 'Ada <b>', game: 'qttt', opponent: 'anybody', side: 'x', clock: '180+2' });
    await b.page.click('#games a:has-text("Ada <b>")');
    await b.shown('#room svg');
    await b.says('seats', 'Ada <b>');
    assert.deepStrictEqual(await b.page.$$eval('#seats bdi', (nodes) => nodes.map((node) => node.textContent)), ['Ada <b>', 'guest']);
    const c = await Person.come(browser, server);
    await c.page.click('#games a:has-text("Watch")');
    await c.shown('#room svg');
    await a.says('watchers', '1');
    assert.ok(!await c.page.isVisible('#resign'));
    await a.click('A1', 'B2');
    await b.plies(1);
    await c.plies(1);
    await a.page.focus('#moves button');
    const d = await Person.come(browser, server);
    await d.open(await c.link());
    await a.says('watchers', '2');
    assert.strictEqual(await a.page.evaluate(() => document.activeElement.dataset.ply), '1', 'who comes takes no focus away');
    await d.leave();
    const clocks = () => b.page.$$eval('.clock', (nodes) => nodes.map((node) => node.textContent));
    const [standing] = await clocks();
    for (let change = 0; change < 2; change += 1) { // for more than a second, so that another that runs changes too
      const [, running] = await clocks();
      await b.page.waitForFunction((old) => document.querySelectorAll('.clock')[1].textContent !== old, running);
    }
    assert.match(standing, /^[23]:\d\d$/);
    assert.strictEqual((await clocks())[0], standing, 'the clock of who is not to play stands still');
    await b.page.fill('#words', 'good <i>luck</i>');
    await b.page.keyboard.press('Enter');
    await a.says('chat', 'good <i>luck</i>');
    await a.press('undo');
    await b.says('question', 'take a move back');
    await b.press('no');
    await a.page.waitForSelector('#asked', { state: 'hidden' });
    await a.press('undo');
    await b.press('yes');
    await b.plies(0);
    await b.press('draw');
    await a.says('question', 'offers a draw');
    await a.press('yes');
    await b.says('turn', 'A draw – both players agreed on it');
    await b.shown('#board .verdict');
    const [download] = await Promise.all([b.page.waitForEvent('download'), b.press('record')]);
    assert.match(fs.readFileSync(await download.path(), 'utf8'), /qttt/);
    for (const person of [a, b, c]) await person.leave();
  },

  async 'resigning asks once more; replay by arrow keys; look, sound and theme'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'go', size: '9', opponent: 'both', clock: '30/move' });
    for (const [index, point] of ['C3', 'G7', 'E5'].entries()) {
      await a.click(point);
      await a.plies(index + 1);
    }
    await a.says('seats', '0:2'); // the clock runs down from 0:30
    await a.page.keyboard.press('ArrowLeft');
    await a.says('ply', '2 / 3');
    assert.strictEqual(await a.count('.stone'), 2);
    assert.match(await a.page.getAttribute('[data-v=G7]', 'aria-label'), /last move/);
    await a.page.keyboard.press('Home');
    await a.says('ply', '0 / 3');
    assert.strictEqual(await a.count('.stone'), 0);
    await a.page.keyboard.press('ArrowRight');
    await a.says('ply', '1 / 3');
    await a.page.click('#moves li:nth-child(3) button');
    await a.says('ply', '3 / 3');
    await a.press('sound');
    assert.strictEqual(await a.page.getAttribute('#sound', 'aria-pressed'), 'false');
    const paper = () => a.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await a.press('theme');
    assert.notStrictEqual(await paper(), light);
    await a.press('undo');
    await a.plies(2);
    await a.press('resign');
    await a.press('no');
    await a.says('turn', 'black is to play');
    await a.press('resign');
    await a.press('yes');
    await a.says('turn', 'white wins – black resigned');
    assert.strictEqual(await a.page.textContent('#board .verdict'), await a.text('turn'));
    await a.press('reset');
    await a.page.waitForSelector('.verdict', { state: 'detached' });
    await a.says('turn', 'black is to play');
    await a.leave();
  },

  async 'clocks of every kind, some seconds on'(browser, server) {
    const a = await Person.come(browser, server);
    const told = await a.page.evaluate(async () => {
      const { clockAfter, clockText } = await import(window.module('clock'));
      const after = (time, left, count, gone) => clockText(clockAfter(time, { left, count }, gone));
      return [
        after('30/move', 30, 0, 0), after('30/move', 30, 0, 12.5), after('600', 61, 0, 0.5), after('60+1', 5, 0, 9),
        after('600+3x30 byoyomi', 10, 0, 5), after('600+3x30 byoyomi', 10, 0, 20), after('600+3x30 byoyomi', 10, 0, 45),
        after('600+3x30 byoyomi', 30, 2, 40), after('600+3x30 byoyomi', 30, 1, 40),
        after('600+25/300 canadian', 10, 0, 70), after('600+25/300 canadian', 100, 7, 30),
      ];
    });
    assert.deepStrictEqual(told, ['0:30', '0:18', '1:01', '0:00', '0:05', '0:20 (3)', '0:25 (2)', '0:20 (1)', '0:00', '4:00 (25)', '1:10 (7)']);
    await a.open('#nosuchgame');
    await a.says('formError', 'There is no game nosuchgame');
    await a.page.fill('#name', '量子井字棋量子井字棋量子井字棋');
    await a.page.click('#create button[type=submit]');
    await a.says('formError', 'A name has at most 40 bytes.');
    assert.ok(await a.page.isVisible('#lobby'), 'nobody sits down as a guest who has a name');
    await a.page.fill('#name', 'Ada');
    await a.create({ game: 'qttt', opponent: 'link' });
    const b = await Person.come(browser, server);
    await b.page.fill('#name', '量子井字棋量子井字棋量子井字棋');
    await b.page.evaluate((hash) => { location.hash = hash; }, await a.link());
    await b.says('formError', 'A name has at most 40 bytes.');
    assert.ok(await b.page.isVisible('#lobby'), 'nor joins as one');
    await b.open('');
    assert.strictEqual(await b.page.inputValue('#name'), '');
    await b.page.fill('#name', 'Bob');
    await b.page.evaluate((hash) => { location.hash = hash; }, await a.link());
    await a.says('seats', 'Bob');
    await b.leave();
    await a.leave();
  },

  async 'every language: chosen by the browser, and by hand for good'(browser, server) {
    for (const [locale, play, turn, refusal] of [
      ['en-GB', 'Play', 'X is to play', 'no mark can settle there'], ['pl-PL', 'Graj', 'Ruch: X', 'żaden znak tam nie trafi'], ['ru-RU', 'Играть', 'Ход: X', 'знак там не встанет'],
    ]) {
      const a = await Person.come(browser, server, { locale });
      assert.strictEqual(await a.page.textContent('#create button[type=submit]'), play);
      await a.create({ game: 'qttt', opponent: 'both' });
      await a.says('turn', turn);
      const left = await a.page.evaluate(() => document.body.innerText.match(/\b[a-z]+[A-Z]\w*\b|\{\w+\}/));
      assert.strictEqual(left, null, `a key instead of a text: ${left}`);
      await a.click('A1', 'B1');
      await a.plies(1);
      await a.click('A1', 'B1');
      await a.plies(2);
      await a.click('C3');
      await a.says('message', refusal);
      await a.leave();
    }
    const d = await Person.come(browser, server);
    await d.page.selectOption('#language', 'ru');
    await d.page.reload();
    await d.page.waitForFunction(() => document.documentElement.lang === 'ru');
    await d.leave();
  },

  async 'a lesson by its address, in another language, and from a game and back'(browser, server) {
    const a = await Person.come(browser, server);
    await a.open('#lesson/draughts/2');
    await a.shown('#exBoard .movable');
    await a.page.click('#exBoard [data-v=C3]');
    await a.page.click('#exBoard [data-v=E5]');
    await a.says('exAnswer', 'Captured!');
    await a.page.selectOption('#language', 'pl');
    await a.says('exAnswer', 'Zbity!');
    await a.says('exTask', 'Zbij czarny');
    await a.page.selectOption('#language', 'en');
    await a.page.click('#exLeave');
    await a.says('lessons', '1 of 6');
    await a.create({ game: 'qttt', opponent: 'both' });
    const game = await a.link();
    await a.page.evaluate(() => { location.hash = '#lesson/go'; });
    await a.shown('#exBoard .board-go');
    assert.ok(!await a.page.isVisible('#room'));
    await a.page.evaluate((hash) => { location.hash = hash; }, game);
    await a.shown('#room .board-qttt');
    assert.ok(!await a.page.isVisible('#exercise'));
    await a.page.evaluate(() => { location.hash = '#lesson/chess/1'; });
    await a.shown('#lobby');
    await a.leave();
  },

  async 'the keyboard alone: from the lobby to the end of a game'(browser, server) {
    const a = await Person.come(browser, server);
    await tabTo(a, '#opponent');
    await a.page.keyboard.type('two');
    await tabTo(a, '#create button[type=submit]');
    await a.page.keyboard.press('Enter');
    await a.shown('#room svg');
    await tabTo(a, '#board [data-v]');
    const ring = await a.page.$eval('#board :focus .frame', (node) => getComputedStyle(node).stroke);
    assert.ok(!/rgba\(.*, 0\)|none|transparent/.test(ring), `the focus cannot be seen: ${ring}`);
    await keyPlies(a, 'A1-B1', 'A2-B2', 'A1-B1');
    await keyPlace(a, 'A1'); // the first Enter collapses: the focus has shown the outcome before
    await a.plies(4);
    await keyPlies(a, 'A2-C3', 'A3-C1', 'A3-C1');
    await keyPlace(a, 'A3');
    await a.plies(8);
    for (let i = 0; i < 12 && !await a.page.isVisible('#rematch'); i += 1) {
      const choices = await a.page.$$eval('.choice', (nodes) => nodes.map((node) => node.dataset.v));
      const dots = await a.page.$$eval('.ink .dot', (nodes) => nodes.map((node) => node.closest('[data-ink]').dataset.ink));
      const plies = await a.count('#moves li');
      for (const place of choices.length > 0 ? choices.slice(0, 1) : dots.slice(0, 2)) await keyPlace(a, place);
      await a.plies(plies + 1);
    }
    await a.shown('#rematch');
    await tabTo(a, '#back');
    await a.page.keyboard.press('ArrowLeft');
    await a.page.waitForFunction(() => !document.getElementById('end').disabled);
    await a.leave();
  },

  async 'a server that is killed and comes back'(browser) {
    const server = new Server();
    await server.start();
    const [a, b] = await two(browser, server, { game: 'qttt', side: 'x' });
    await a.click('A1', 'B2');
    await b.plies(1);
    await server.kill();
    await a.shown('#lost');
    await b.shown('#lost');
    await a.press('undo');
    await a.says('message', 'connection is lost');
    await server.start();
    await a.page.waitForSelector('#lost', { state: 'hidden' });
    await b.page.waitForSelector('#lost', { state: 'hidden' });
    await b.says('seats', 'O guest – you');
    await b.page.waitForFunction(() => !document.getElementById('seats').textContent.includes('away'));
    await b.click('C1', 'C2');
    await a.plies(2);
    await a.page.reload();
    await a.plies(2);
    await a.says('seats', 'X guest – you');
    await a.leave();
    await b.leave();
    await server.end();
  },

  // No word comes, and none that the connection is gone: a stopped process does as a network that
  // went away.
  async 'a connection that dies without a word'(browser) {
    const server = new Server();
    await server.start();
    const a = await Person.come(browser, server);
    await a.page.clock.install();
    await a.open('');
    await a.create({ game: 'qttt', opponent: 'both' });
    await a.click('A1', 'B2');
    await a.plies(1);
    await a.page.evaluate(async () => { const { net } = await import(window.module('page')); window.had = net.socket; });
    await a.page.clock.pauseAt(await a.page.evaluate(() => Date.now() + 1000)); // a busy machine adds no seconds
    for (let i = 0; i < 4; i += 1) { // nothing happens, but the server answers: 40 s
      await a.page.clock.runFor(10000);
      await a.page.waitForFunction(async () => (await import(window.module('page'))).net.silent === 0);
    }
    assert(await a.page.evaluate(async () => (await import(window.module('page'))).net.socket === window.had), 'a quiet connection is kept');
    server.process.kill('SIGSTOP');
    await a.page.clock.runFor(15000);
    await a.click('C1', 'C2');
    assert(await a.page.isHidden('#lost'), 'a slow server is waited for');
    await a.page.clock.runFor(15000);
    await a.shown('#lost');
    await a.press('undo');
    await a.says('message', 'connection is lost');
    const delay = () => a.page.evaluate(async () => (await import(window.module('page'))).net.delay); // it grows with every loss
    const before = await delay();
    await a.page.clock.runFor(60000);
    assert(await delay() >= 4 * before, 'connections that nobody answers are given up too');
    server.process.kill('SIGCONT');
    for (let i = 0; i < 60 && await a.page.isVisible('#lost'); i += 1) {
      await a.page.clock.runFor(1000);
      await new Promise((resolve) => { setTimeout(resolve, 100); });
    }
    await a.page.waitForSelector('#lost', { state: 'hidden' });
    await a.press('undo');
    await a.says('turn', 'to play');
    await a.click('A1', 'C3');
    await a.leave();
    await server.end();
  },

  async 'a game is left while the server is away'(browser) {
    const server = new Server();
    await server.start();
    const a = await Person.come(browser, server);
    await a.create({ game: 'draughts', opponent: 'both' });
    await server.kill();
    await a.shown('#lost');
    await a.press('leave');
    await a.shown('#lobby');
    await server.start();
    await a.page.waitForSelector('#lost', { state: 'hidden' });
    await a.create({ game: 'qttt', opponent: 'both' });
    await a.click('A1', 'B2');
    await a.plies(1);
    await a.leave();
    await server.end();
  },

  async 'whoever orders too fast is answered all the same'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'qttt', opponent: 'both' });
    const codes = await a.page.evaluate(async () => {
      const { net } = await import(window.module('page'));
      const orders = [...Array(110).fill('ping'), 'hint', 'evaluate 1'];
      const replies = await Promise.all(orders.map((order) => net.order(order)));
      return replies.map((reply) => reply.code);
    });
    assert.strictEqual(codes[0], null);
    assert.deepStrictEqual(codes.slice(-2), ['server.fast', 'server.fast']);
    await a.leave();
  },

  async 'a browser that keeps nothing, and one that lends no clipboard'(browser, server) {
    const a = await Person.come(browser, server);
    await a.page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', { get() { if (window.kept) return window.kept; throw new DOMException('denied', 'SecurityError'); } });
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await a.page.reload();
    await a.create({ name: 'Ada', game: 'qttt', opponent: 'link', side: 'x' });
    await a.says('seats', 'X Ada – you');
    await a.says('linkLocal', 'this computer only');
    for (const works of [true, false]) {
      const copied = await a.page.evaluate(async (can) => {
        let text = null;
        document.execCommand = (what) => { text = can && what === 'copy' ? String(document.activeElement.value) : null; return can; };
        document.getElementById('copy').click();
        await new Promise((resolve) => { setTimeout(resolve, 50); });
        return text;
      }, works);
      assert.strictEqual(copied, works ? await a.page.evaluate(() => location.href) : null);
      await a.says('message', works ? 'The link is copied.' : 'copy it by hand');
    }
    await a.press('theme');
    await a.page.selectOption('#language', 'pl');
    await a.says('leave', 'Wyjdź');
    const now = await a.page.evaluate(async () => {
      const { keep, recall } = await import(window.module('memory'));
      const box = new Map();
      keep('word', 'while it was refused');
      window.kept = { getItem: (key) => box.get(key) ?? null, setItem: (key, value) => box.set(key, value) };
      keep('word', 'later');
      return recall('word');
    });
    assert.strictEqual(now, 'later');
    await a.leave();
  },

  async 'why the connection is gone, and a game that was put away'(browser, server) {
    const own = new Server();
    await own.start();
    const a = await Person.come(browser, own, { locale: 'pl-PL' });
    const gone = own.kill('SIGTERM');
    await a.says('lost', 'Serwer zamknął połączenie: jest wyłączany.');
    await a.page.selectOption('#language', 'en');
    await a.says('lost', 'closed the connection: it is going down');
    await gone;
    await own.start();
    await a.page.waitForSelector('#lost', { state: 'hidden' });
    await a.leave();
    await own.end();

    // A full server: it takes each connection and sends it away, and is not asked again and again
    // at once.
    const b = await Person.come(browser, server);
    let full = true;
    let asked = 0;
    let tell = () => {};
    await b.page.routeWebSocket(/\/ws$/, (socket) => {
      asked += 1;
      if (full) {
        socket.send('! bye {"why":"the server is full"}');
        socket.close();
      } else {
        socket.connectToServer();
        tell = (text) => socket.send(text);
      }
    });
    await b.page.reload();
    await b.says('lost', 'it is full');
    await b.page.waitForTimeout(2000);
    assert.ok(await b.page.isVisible('#lost'), 'the reason stays');
    assert.ok(asked < 6, `${asked} connections in 2 s`);
    full = false;
    await b.page.waitForSelector('#lost', { state: 'hidden' });
    await b.create({ game: 'qttt', opponent: 'both' });
    tell('! closed {}');
    await b.shown('#lobby');
    await b.says('formError', 'put away');
    await b.leave();
  },

  async 'how each game is played is told in the lobby and in the game, in every language'(browser, server) {
    for (const [locale, words] of [['en-GB', ['cycle', 'captur', 'komi']], ['pl-PL', ['cykl', 'damk', 'komi']], ['ru-RU', ['цикл', 'дамк', 'коми']]]) {
      const a = await Person.come(browser, server, { locale });
      for (const [index, game] of ['qttt', 'draughts', 'go'].entries()) {
        await a.page.check(`#game [value=${game}]`);
        assert.match(await a.page.textContent('#lobby .how'), new RegExp(words[index]));
      }
      await a.create({ game: 'go', size: '9', opponent: 'both' });
      assert.match(await a.page.innerText('#room .how'), /komi|коми/);
      await a.page.click('#room summary'); // who knows the game does not see it again
      await a.page.reload();
      await a.shown('#room svg');
      assert.ok(!await a.page.isVisible('#room .how'));
      await a.leave();
    }
  },

  async 'rules told are those of the chosen rule set; a newcomer reads above the board what to do'(browser, server) {
    const a = await Person.come(browser, server);
    await a.page.check('#game [value=qttt]');
    const how = (where) => a.page.textContent(`#${where} .how`);
    assert.match(await how('lobby'), /newest mark is older(?!.*larger sum)/s);
    await a.create({ rules: 'sum', opponent: 'both' });
    assert.match(await how('room'), /larger sum then wins. You may not repeat a pair/);
    assert.doesNotMatch(await how('room'), /newest mark is older|\{/);
    const top = async (selector) => (await a.page.locator(selector).boundingBox()).y;
    await a.says('introText', 'your mark is in both at once');
    assert.ok(await top('#intro') < await top('#board'));
    await a.press('gotIt');
    await a.page.reload();
    await a.shown('#room svg');
    assert.ok(!await a.page.isVisible('#intro'), 'once is enough');
    await a.press('leave');
    await a.create({ game: 'go', opponent: 'both' });
    await a.shown('#intro');
    await a.leave();
  },

  async 'lobby: cards choose the game with mouse and keyboard; their boards cannot be played on'(browser, server) {
    const a = await Person.come(browser, server);
    assert.strictEqual(await a.count('#game .sample svg'), 3);
    assert.strictEqual(await a.count('#lobby [data-v], #lobby svg [role]'), 0);
    await a.page.click('.card:has([value=go])');
    await a.page.click('#more summary');
    await a.shown('#komi');
    assert.ok(!await a.page.isVisible('#winLength'));
    await a.page.focus('#game :checked');
    await a.page.keyboard.press('ArrowLeft');
    assert.strictEqual(await a.page.inputValue('#game :checked'), 'draughts');
    assert.ok(!await a.page.isVisible('#size'));
    await a.page.selectOption('#language', 'pl'); // the choice outlives a change of language
    assert.strictEqual(await a.page.inputValue('#game :checked'), 'draughts');
    assert.match(await a.page.textContent('.card:has(:checked)'), /Warcaby/);
    await a.create({ opponent: 'both' });
    assert.strictEqual(await a.count('#game .sample svg'), 0);
    await a.press('leave');
    await a.shown('#game .sample svg');
    await a.leave();
  },

  async 'no barriers: axe-core on every screen, light and dark, and on a phone'(browser, server) {
    const phone = { viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true };
    for (const [options, games] of [[{ colorScheme: 'light' }, ['qttt', 'draughts', 'go']], [{ colorScheme: 'dark', ...phone }, ['qttt', 'go']]]) {
      const a = await Person.come(browser, server, options);
      await assertNoBarriers(a, 'lobby');
      for (const game of games) {
        await a.create({ game, opponent: 'both', ...(game === 'go' ? { size: '9' } : {}) });
        if (game === 'go') {
          await a.press('pass');
          await a.plies(1);
          await a.press('pass');
          await a.shown('#sheet');
        }
        await a.page.fill('#words', 'hello');
        await a.page.press('#words', 'Enter');
        await a.says('chat', 'hello');
        await assertNoBarriers(a, game);
        assert.ok(await a.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${game} is wider than the screen`);
        await a.press('leave');
        await a.shown('#lobby');
      }
      await a.leave();
    }
  },
};
