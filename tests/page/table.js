// At the table beside the moves: a second window, questions, looking back, what is said aloud,
// words and colours.
'use strict';
const assert = require('assert');
const { Person, two } = require('./harness.js');

const hidden = (person, selector) => person.page.waitForSelector(selector, { state: 'hidden' });

// How well one colour is seen on another, as WCAG counts it: [r, g, b] each.
function contrast(one, other) {
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
  return bright / dark;
}

// A colour of an element as it is drawn, also one that is mixed.
function colourOf(person, selector, property) {
  return person.page.$eval(selector, (node, name) => {
    const canvas = document.createElement('canvas').getContext('2d');
    canvas.fillStyle = getComputedStyle(node)[name];
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }, property);
}

async function assertSeen(person, [mark, property], [ground, groundProperty], least, what) {
  const found = contrast(await colourOf(person, mark, property), await colourOf(person, ground, groundProperty));
  assert.ok(found >= least, `${what}: ${found.toFixed(2)}:1`);
}

module.exports = {
  async 'table: a second window takes the seat, the first one says so and takes it back'(browser, server) {
    const [a, b] = await two(browser, server, { game: 'go', size: '9', side: 'b' });
    const again = await a.context.newPage();
    await again.goto(server.url + await a.link());
    await again.waitForSelector('#resign', { state: 'visible' });
    await a.says('due', 'in another window');
    await hidden(a, '#resign');
    await again.click('[data-v=C3]');
    await a.plies(1);
    await b.click('G7');
    await a.plies(2);
    await a.says('due', 'in another window');
    await again.close();
    await a.click('E5'); // takes the seat, and plays nothing yet
    await a.shown('#resign');
    await a.says('due', 'Place a stone');
    await a.plies(2);
    await a.click('E5');
    await b.plies(3);
    const c = await Person.come(browser, server);
    await c.open(await a.link());
    await c.plies(3);
    assert.strictEqual(await c.text('due'), '', 'who only watches has no seat to take');
    for (const person of [a, b, c]) await person.leave();
  },

  async 'table: a question to oneself ends with the game it is about'(browser, server) {
    const [a, b] = await two(browser, server, { game: 'qttt', side: 'x' });
    await a.press('resign');
    await a.says('question', 'Resign');
    await b.press('resign');
    await b.press('yes');
    await a.says('turn', 'X wins – O resigned');
    await hidden(a, '#asked');
    await b.press('rematch');
    await a.says('question', 'rematch');
    await a.press('yes');
    await a.says('turn', 'X is to play');
    await hidden(a, '#asked');
    await a.leave();
    await b.leave();
  },

  async 'table: what the other asks leaves alone what one looks at and has chosen'(browser, server) {
    const [a, b] = await two(browser, server, { game: 'qttt', side: 'x' });
    await a.click('A1', 'B2');
    await b.plies(1);
    await b.click('A2', 'B3');
    await a.plies(2);
    await a.page.keyboard.press('ArrowLeft');
    await a.says('ply', '1 / 2');
    await b.press('draw');
    await a.says('question', 'draw');
    assert.strictEqual(await a.text('ply'), '1 / 2');
    await a.page.keyboard.press('End');
    await a.says('ply', '2 / 2');
    await a.click('C1');
    await a.says('message', 'C1 is chosen');
    await a.press('no');
    await hidden(a, '#asked');
    await b.press('undo');
    await a.says('question', 'take a move back');
    assert.strictEqual(await a.count('.selected[data-v=C1]'), 1);
    await a.press('yes');
    await a.plies(1);
    assert.strictEqual(await a.count('.selected'), 0, 'what was chosen in another position is forgotten');
    await a.leave();
    await b.leave();
  },

  async 'table: setting up a board forgets the chosen piece, though it stands as it did'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'draughts', opponent: 'both' });
    await a.click('C3');
    assert.strictEqual(await a.count('.selected'), 1);
    await a.press('resetBoard');
    await a.page.waitForFunction(() => document.querySelectorAll('#board .selected').length === 0);
    await a.leave();
  },

  async 'table: the focus stays on its move, and keys of the browser are left to it'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'qttt', opponent: 'both' });
    await a.click('A1', 'B2');
    await a.plies(1);
    await a.click('A2', 'B3');
    await a.plies(2);
    await a.page.focus('#moves button');
    await a.page.keyboard.press('Enter');
    await a.says('ply', '1 / 2');
    assert.strictEqual(await a.page.evaluate(() => document.activeElement.dataset.ply), '1');
    await a.page.keyboard.press('End');
    await a.says('ply', '2 / 2');
    assert.strictEqual(await a.page.evaluate(() => document.activeElement.dataset.ply), '1');
    const left = await a.page.evaluate(() => {
      const press = (modifiers) => {
        document.querySelector('[data-v=B2]').focus();
        const free = document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true, cancelable: true, ...modifiers }));
        return [free, document.activeElement.dataset.v];
      };
      return [press({}), press({ altKey: true }), press({ ctrlKey: true }), press({ metaKey: true })];
    });
    assert.deepStrictEqual(left, [[false, 'A2'], [true, 'B2'], [true, 'B2'], [true, 'B2']]);
    await a.leave();
  },

  async 'table: what stands there is not said again, and nobody is scrolled away from what they read'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'qttt', opponent: 'both' });
    await a.click('A1', 'B2');
    await a.plies(1);
    const seen = await a.page.evaluate(async () => {
      const { net, page } = await import(window.module('page'));
      const chat = document.getElementById('chat');
      const say = (number) => net.emit('chat', { from: 'Ada', side: 'x', text: `line ${number}` });
      for (let i = 0; i < 40; i += 1) say(i);
      net.emit('down');
      let changes = [];
      const watcher = new MutationObserver((list) => { changes.push(...list); });
      for (const id of ['chat', 'turn', 'due', 'last', 'lost']) watcher.observe(document.getElementById(id), { childList: true, characterData: true, subtree: true });
      const during = async (action) => {
        action();
        await new Promise((resolve) => { setTimeout(resolve, 50); });
        const added = changes.flatMap((change) => [...change.addedNodes].map((node) => node.textContent));
        changes = [];
        return added;
      };
      const atEnd = () => chat.scrollTop + chat.clientHeight > chat.scrollHeight - 8;
      const found = { end: atEnd() };
      found.button = await during(() => document.getElementById('dots').click());
      found.retry = await during(() => net.emit('down'));
      found.line = await during(() => say(40));
      found.followed = atEnd();
      chat.scrollTop = 0;
      found.more = await during(() => say(41));
      found.above = chat.scrollTop;
      found.state = await during(() => net.emit('state', { ...page.state, chat: page.state.chat.slice(10) }));
      found.first = chat.firstElementChild.textContent;
      document.getElementById('lost').hidden = true;
      return found;
    });
    assert.deepStrictEqual(seen, {
      end: true, button: [], retry: [], line: ['Ada: line 40'], followed: true, more: ['Ada: line 41'], above: 0, state: [], first: 'Ada: line 10',
    });
    const link = await a.link();
    await a.press('leave');
    await a.shown('#lobby');
    await a.page.evaluate((hash) => { location.hash = hash; }, link);
    await a.plies(1);
    assert.strictEqual(await a.text('chat'), '', 'another visit begins with what the server tells');
    await a.leave();
  },

  async 'table: only the newest wish to look back is granted, and a ply asked for once'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'go', size: '9', opponent: 'both' });
    for (const [index, point] of ['C3', 'G7', 'E5', 'D4'].entries()) {
      await a.click(point);
      await a.plies(index + 1);
    }
    await a.page.reload();
    await a.plies(4);
    const seen = await a.page.evaluate(async () => {
      const { net } = await import(window.module('page'));
      const wait = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
      const ply = () => document.getElementById('ply').textContent;
      const asked = [];
      const order = net.order.bind(net);
      net.order = async (text) => {
        if (!text.startsWith('position ')) return order(text);
        asked.push(text);
        await wait(text === 'position 0' ? 300 : 100);
        return order(text);
      };
      const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      press('Home');
      press('End');
      await wait(600);
      const late = ply();
      for (let i = 0; i < 20; i += 1) {
        press('ArrowLeft');
        await wait(10);
      }
      await wait(300);
      return [late, ply(), asked];
    });
    const [late, held, asked] = seen;
    assert.strictEqual(late, '4 / 4');
    assert.match(held, /^[0-3] \/ 4$/);
    assert.deepStrictEqual(asked, [...new Set(asked)]);
    await a.leave();
  },

  async 'table: who leaves while entering stays away, and Play makes one game'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'qttt', opponent: 'link' });
    const b = await Person.come(browser, server);
    const seen = await b.page.evaluate(async (hash) => {
      const { net, page } = await import(window.module('page'));
      const wait = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
      const until = async (is) => { for (let i = 0; i < 300 && !is(); i += 1) await wait(100); };
      const order = net.order.bind(net);
      const sent = [];
      net.order = (text) => {
        const reply = order(text);
        sent.push(text.split(' ')[0]);
        if (text.startsWith('join ')) location.hash = ''; // the order is on its way
        return reply;
      };
      location.hash = hash;
      await until(() => sent.includes('leave'));
      const found = { hash: location.hash, lobby: !document.getElementById('lobby').hidden, state: page.state, room: (await order('state')).code };
      sent.length = 0;
      document.querySelector('#create button').click();
      document.querySelector('#create button').click();
      await until(() => location.hash !== '');
      return { ...found, created: sent.filter((text) => text === 'create').length, in: location.hash !== '' };
    }, await a.link());
    assert.deepStrictEqual(seen, { hash: '', lobby: true, state: null, room: 'order.no-room', created: 1, in: true });
    await a.leave();
    await b.leave();
  },

  async 'table: who turns back while entering is in the game that is shown'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'qttt', opponent: 'link' });
    const b = await Person.come(browser, server);
    await b.create({ game: 'qttt', opponent: 'both' });
    const seen = await b.page.evaluate(async (hash) => {
      const { net, page } = await import(window.module('page'));
      const wait = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
      const order = net.order.bind(net);
      const own = location.hash;
      let turned = false;
      net.order = (text) => {
        const reply = order(text);
        if (text.startsWith('join ') && !turned) {
          turned = true;
          location.hash = own; // the order is on its way
        }
        return reply;
      };
      location.hash = hash;
      const there = async () => (await order('state')).text.includes(`"room":"${own.slice(1)}"`);
      for (let i = 0; i < 100 && !(turned && await there()); i += 1) await wait(100);
      return { turned, there: await there(), shown: page.state.room === own.slice(1) };
    }, await a.link());
    assert.deepStrictEqual(seen, { turned: true, there: true, shown: true });
    await a.leave();
    await b.leave();
  },

  async 'lobby: any komi is the server\'s to judge, an erased name is gone, "In a row" is kept'(browser, server) {
    const a = await Person.come(browser, server);
    const komi = () => a.page.evaluate(async () => (await import(window.module('page'))).page.state.position.split(' ')[7]);
    await a.create({ name: 'Bob', game: 'go', size: '9', opponent: 'both', komi: '3,75' });
    assert.strictEqual(await komi(), '3.75');
    await a.says('seats', 'Bob');
    await a.press('leave');
    await a.shown('#lobby');
    await a.page.fill('#komi', 'six and a half');
    await a.page.click('#create button');
    await a.says('formError', 'sixandahalf is no komi');
    await a.create({ name: '', game: 'qttt' });
    assert.doesNotMatch(await a.text('seats'), /Bob/);
    await a.says('seats', 'guest');
    await a.press('leave');
    await a.shown('#lobby');
    await a.page.selectOption('#size', '5');
    await a.page.selectOption('#winLength', '3');
    await a.page.selectOption('#language', 'pl');
    await a.says('opponent', 'program');
    assert.strictEqual(await a.page.inputValue('#winLength'), '3');
    await a.page.selectOption('#size', '6');
    assert.strictEqual(await a.page.inputValue('#winLength'), '4');
    await a.leave();
  },

  async 'table: words of engine, bots and guests in the language of the page'(browser, server) {
    const a = await Person.come(browser, server, { locale: 'pl-PL' });
    await a.create({ game: 'go', size: '9', opponent: 'both' });
    await a.page.fill('#words', 'witam');
    await a.page.keyboard.press('Enter');
    await a.says('chat', 'gość: witam');
    const seen = await a.page.evaluate(async () => {
      const { net, page, seatName } = await import(window.module('page'));
      const advice = await import(window.module('advice'));
      const lobby = await import(window.module('lobby'));
      const i18n = await import(window.module('i18n'));
      const order = net.order.bind(net);
      net.order = async () => ({ good: true, text: 'pass winrate 0.5 score 1 visits 9 line pass C3 pass', code: null, args: [] });
      await advice.evaluate();
      net.order = order;
      const row = [...document.querySelectorAll('#advice td')].map((node) => node.textContent);
      page.catalogue.find((game) => game.name === 'go').bots = [{ name: 'helper', levels: 'weak easy' }];
      lobby.fillForm();
      const levels = [...document.getElementById('level').options].map((node) => node.text);
      const seat = seatName({ kind: 'bot', name: 'helper weak', level: 'weak' });
      const values = {};
      for (const language of ['en', 'pl', 'ru']) {
        await i18n.use(language);
        values[language] = ['won in 3', 'lost by the endgame tables', '+1.00 men', '-0.5 men', 'narrow win'].map((value) => advice.valueText({ value }));
      }
      return { row, levels, seat, values };
    });
    assert.deepStrictEqual(seen, {
      row: ['Pas', '50\u00a0%', '1,0 pkt', 'C3 Pas'],
      levels: ['weak', 'łatwy'],
      seat: 'helper weak',
      values: {
        en: ['won in 3', 'lost by the endgame tables', '1.00 men', '-0.50 men', 'narrow win'],
        pl: ['wygrana, półruchów: 3', 'przegrana według tablic końcówek', '1,00 pionka', '-0,50 pionka', 'wąska wygrana'],
        ru: ['выигрыш, полуходов: 3', 'проигрыш по таблицам окончаний', '1,00 шашки', '-0,50 шашки', 'победа с малым перевесом'],
      },
    });
    await a.leave();
  },

  async 'table: focus, choice, hint and the lost connection can be seen in both themes'(browser, server) {
    for (const colorScheme of ['light', 'dark']) {
      const a = await Person.come(browser, server, { colorScheme });
      await a.create({ game: 'draughts', opponent: 'both' });
      await a.click('C3', 'D4');
      await a.plies(1);
      await a.click('B6');
      await assertSeen(a, ['[data-v=B6] .frame', 'stroke'], ['[data-v=B6] .square', 'fill'], 3, `${colorScheme}: a chosen piece`);
      await a.page.keyboard.press('Tab');
      for (const place of ['D4', 'C4', 'A1']) { // moved to, light, dark
        await a.page.focus(`[data-v=${place}]`);
        await assertSeen(a, ['#board :focus-visible .frame', 'stroke'], [`[data-v=${place}] .square`, 'fill'], 3, `${colorScheme}: the focus on ${place}`);
      }
      await a.press('hint');
      await a.page.waitForSelector('#board .hint');
      await assertSeen(a, ['#board .hint .frame', 'stroke'], ['#board .hint .square', 'fill'], 3, `${colorScheme}: the hint on a square`);
      await a.press('leave');
      await a.shown('#lobby');
      await a.create({ game: 'go', size: '9', opponent: 'both' });
      await a.page.keyboard.press('Tab');
      await a.page.focus('[data-v=E5]');
      await assertSeen(a, ['#board :focus-visible .touch', 'stroke'], ['.wood', 'fill'], 3, `${colorScheme}: the focus on wood`);
      await a.press('hint');
      await a.page.waitForSelector('#board circle.hint');
      await assertSeen(a, ['#board circle.hint', 'stroke'], ['.wood', 'fill'], 3, `${colorScheme}: the hint on wood`);
      await assertSeen(a, ['#lost', 'color'], ['#lost', 'backgroundColor'], 4.5, `${colorScheme}: the lost connection`);
      await a.leave();
    }
  },

  async 'table: the board grows with the window, and more on a full screen'(browser, server) {
    const a = await Person.come(browser, server, { viewport: { width: 1920, height: 1080 } });
    await a.create({ game: 'qttt', opponent: 'both' });
    const board = () => a.page.locator('#board').boundingBox();
    const { width } = await board();
    assert.ok(width > 780, `the board is ${width} pixels wide`);
    await a.press('full');
    await a.shown('#full[aria-pressed=true]');
    assert.ok((await a.page.locator('header').boundingBox()).height < 2);
    const full = await board();
    assert.ok(full.width > 880 && full.y + full.height < 1080, `${JSON.stringify(full)} does not fill the screen`);
    assert.deepStrictEqual(await a.axe(), []);
    await a.press('full');
    await a.shown('#full[aria-pressed=false]');
    assert.ok((await a.page.locator('header').boundingBox()).height > 30);
    await a.page.goto(`${server.url}#lesson/qttt/2`);
    await a.shown('#exBoard svg');
    const { height } = await a.page.locator('#exBoard').boundingBox();
    await a.press('exFull');
    await a.shown('#exFull[aria-pressed=true]');
    const lesson = await a.page.locator('#exBoard').boundingBox();
    assert.ok(lesson.height > height && lesson.y + lesson.height <= 1080, `${JSON.stringify(lesson)} does not fill the screen`);
    await a.leave();
  },

  async 'table: on a phone open games come first, and the count is accepted without scrolling'(browser, server) {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const [a, b] = [await Person.come(browser, server, phone), await Person.come(browser, server, phone)];
    await a.create({ game: 'go', size: '9', opponent: 'anybody' });
    await b.shown('#games li');
    const top = async (selector) => (await b.page.locator(selector).boundingBox()).y;
    assert.ok(await top('#games') < await top('#create'));
    await b.create({ game: 'go', size: '9', opponent: 'both' });
    await b.press('pass');
    await b.plies(1);
    await b.press('pass');
    await b.shown('#accept');
    await b.says('markingHelp', 'Tap a chain');
    await b.page.evaluate(() => window.scrollTo(0, 0));
    const { y, height } = await b.page.locator('#accept').boundingBox();
    assert.ok(y + height < 844, `Accept is ${y} pixels down`);
    await a.leave();
    await b.leave();
  },

  // The server listens here only; by another name the page is as if it came from elsewhere.
  async 'table: a link that others can follow, and its QR code'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'qttt', opponent: 'link' });
    await a.shown('#linkLocal');
    assert.strictEqual(await a.count('#qr svg'), 0);
    await a.leave();
    const b = await Person.come(browser, { url: server.url.replace('127.0.0.1', 'play.localhost') });
    await b.create({ game: 'qttt', opponent: 'link' });
    await b.shown('#share');
    const link = await b.page.inputValue('#link');
    assert.strictEqual(link, b.page.url());
    assert.ok(!await b.page.isVisible('#linkLocal'));
    const drawn = await b.page.evaluate(async (text) => (await (await import(window.module('page'))).net.order(`qr ${text}`)).good, link);
    await b.page.waitForFunction((count) => document.querySelectorAll('#qr svg').length === count, drawn ? 1 : 0);
    await b.leave();
  },

  async 'table: a seat goes to another device by a link'(browser, server) {
    const a = await Person.come(browser, server);
    await a.create({ game: 'qttt', opponent: 'bot', side: 'x' });
    await a.click('A1', 'B1');
    await a.plies(2);
    await a.press('move');
    await a.shown('#share');
    const link = await a.page.inputValue('#link');
    const b = await Person.come(browser, server, { viewport: { width: 390, height: 844 } });
    await b.page.goto(link);
    await b.shown('#room svg');
    assert.strictEqual(await b.link(), link.replace(/.*(#\w+)\/\w+$/, '$1')); // without its token
    await b.says('seats', 'you');
    await a.says('due', 'another window');
    await b.page.reload();
    await b.says('seats', 'you');
    await a.leave();
    await b.leave();
  },
};
