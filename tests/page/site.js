// The page without a server, with the network off: the single file from a disk, and the folder once
// a browser has kept it. Prints TAP.
'use strict';
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const path = require('path');
const { Person, builddir, launch, srcdir } = require('./harness.js');
const { loadLessons } = require('./load_games.js');
const study = require('./study.js');
const { ok, done, bailOut, comment } = require('./tap.js');

const site = path.join(builddir, 'site');
const file = { url: `file://${site}/ternion.html` };
const OFFLINE = { offline: true };

// Without a network even from the first moment; whatever asks for one is a fault.
async function come(browser, options = {}) {
  const person = await Person.come(browser, file, { ...OFFLINE, ...options });
  person.page.on('request', (request) => { if (/^(http|ws)/.test(request.url())) person.errors.push(`it asks for ${request.url()}`); });
  return person;
}

// Ids of texts that a language lacks look like no sentence of it.
async function speaks(person, language, words) {
  await person.page.selectOption('#language', language);
  await person.says('create', words);
}

// Ways to choose a place of the board.
const ways = {
  mouse: (person, place) => person.page.click(`#exBoard [data-v=${place}]`),
  touch: (person, place) => person.page.tap(`#exBoard [data-v=${place}]`),
  async keys(person, place) {
    const at = await person.page.locator('#exBoard [tabindex="0"]').getAttribute('data-v');
    await person.page.focus(`#exBoard [data-v=${at}]`);
    const walk = async (steps, back, forth) => { for (let n = Math.abs(steps); n > 0; n -= 1) await person.page.keyboard.press(steps < 0 ? back : forth); };
    await walk(place.charCodeAt(0) - at.charCodeAt(0), 'ArrowLeft', 'ArrowRight');
    await walk(Number(place[1]) - Number(at[1]), 'ArrowDown', 'ArrowUp');
    await person.page.keyboard.press('Enter');
  },
};

// Makes a move and waits for the answer below the board.
async function answered(person, way, move, kind, words) {
  for (const place of move.replace(/.*@/, '').match(/[A-Z]\d/g)) await way(person, place);
  await person.shown(`#exAnswer${kind}`);
  await person.says('exAnswer', words);
}

// A lesson from its beginning to a game after it: each step as wrong as it can be, then right.
async function learn(person, lesson, way) {
  const { page } = person;
  await page.click(`#lessons [href="#lesson/${lesson.game}"]`);
  for (const [index, { id, wrong, right, all }] of lesson.steps.entries()) {
    await page.waitForFunction((n) => document.querySelector('#exSteps [aria-current]')?.textContent === n && document.querySelector('#exBoard svg'), String(index + 1));
    await person.says('exTask', lesson.texts[`${id}-do`]);
    for (const { try: move, say = 'wrong' } of wrong) {
      await answered(person, way, move, '.wrong', lesson.texts[`${id}-${say}`]);
      if (await page.isVisible('#exAgain')) await page.click('#exAgain');
      await page.waitForSelector('#exHint');
    }
    for (const move of all ? right.slice(1) : []) {
      await answered(person, way, move, '', lesson.texts[`${id}-more`]);
      await page.click('#exAgain');
      await page.waitForSelector('#exHint');
    }
    await answered(person, way, right[0], '.right', lesson.texts[`${id}-right`]);
    if (index === 0) assert.deepStrictEqual(await person.axe(), []);
    assert.strictEqual(await page.evaluate(() => document.activeElement.className), 'main', `${lesson.game} ${id}: ${await page.evaluate(() => document.activeElement.outerHTML.slice(0, 80))}`);
    await page.keyboard.press('Enter');
  }
  await person.shown('#room svg');
  assert.match(await person.text('seats'), /easy/);
  await person.press('leave');
  await person.shown(`#lessons [href="#lesson/${lesson.game}"] .soft`);
}

const tests = {
  async 'lessons: every step wrong and right, by keys, mouse and touch'(browser) {
    const { lessons } = await loadLessons(srcdir);
    const of = (game) => lessons.find((lesson) => lesson.game === game);
    const a = await come(browser);
    await learn(a, of('qttt'), ways.keys);
    await learn(a, of('draughts'), ways.mouse);
    await a.page.reload();
    await a.page.waitForFunction(() => document.querySelectorAll('#lessons .soft').length === 2);
    await a.leave();
    const b = await come(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await learn(b, of('go'), ways.touch);
    assert.ok(await b.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await b.leave();
  },

  async 'a collapse is told mark by mark, and a click hurries it'(browser) {
    const a = await come(browser, { reducedMotion: 'no-preference' });
    await a.page.evaluate(() => { location.hash = '#lesson/qttt/4'; });
    await a.shown('#exBoard .choice');
    await a.page.evaluate(() => {
      window.seen = [];
      new MutationObserver(() => window.seen.push(document.querySelectorAll('#exBoard .classical').length)).observe(document.getElementById('exStory'), { childList: true });
    });
    await a.click('B2');
    await a.shown('#exStory li');
    await a.click('B2');
    await a.shown('#exAgain');
    const [first, ...others] = await a.page.evaluate(() => window.seen);
    assert.ok(first === 1 && others.at(-1) === 4, [first, ...others].join(' '));
    assert.strictEqual(await a.count('#exBoard .classical'), 4);
    assert.match(await a.text('exStory'), /O4 settles in B2.*O2 must go to A1.*X1 must go to C3.*X3 must go to C2/);
    await a.leave();
  },

  async 'and in a game, before it goes on'(browser) {
    const a = await come(browser, { reducedMotion: 'no-preference' });
    await a.create({ game: 'qttt', opponent: 'both' });
    for (const [index, pair] of [['A1', 'B2'], ['B2', 'C3'], ['A1', 'C3']].entries()) {
      await a.click(...pair);
      await a.plies(index + 1);
    }
    await a.page.evaluate(() => {
      window.seen = [];
      new MutationObserver(() => window.seen.push(document.querySelectorAll('#board .classical').length)).observe(document.getElementById('board'), { childList: true });
    });
    await a.click('A1');
    await a.plies(4);
    await a.page.waitForFunction(() => window.seen.includes(1));
    await a.page.waitForFunction(() => window.seen.at(-1) === 3 && !document.querySelector('#board .fresh'));
    const seen = await a.page.evaluate(() => window.seen);
    assert.match(seen.join(''), /0+1+2+3+$/); // whatever the preview showed, the cycle, then mark by mark
    await a.click('A2', 'B3');
    await a.plies(5);
    await a.leave();
  },

  async 'quantum tic-tac-toe to its end, by every level'(browser) {
    const a = await come(browser);
    for (const level of ['random', 'easy', 'optimal']) {
      await a.create({ game: 'qttt', opponent: 'bot', level: `ternion/${level}` });
      await a.playOn();
      await a.shown('#rematch');
      assert.match(await a.text('turn'), /wins|draw/i);
      await a.press('leave');
      await a.shown('#games a');
    }
    assert.strictEqual(await a.count('#games li'), 3);
    await a.leave();
  },

  async 'draughts, and the game goes on after a reload'(browser) {
    const a = await come(browser);
    await a.page.selectOption('#language', 'en');
    await a.create({ game: 'draughts', opponent: 'bot', level: 'ternion/random', side: 'w' });
    await a.click('C3', 'D4');
    await a.plies(2);
    await a.page.reload();
    await a.plies(2);
    await a.says('turn', 'white');
    await a.playOn();
    await a.shown('#rematch');
    await a.press('rematch');
    await a.shown('#resign');
    assert.ok(await a.count('#moves li') < 3);
    await a.leave();
  },

  async 'Go is stopped, judged and counted'(browser) {
    const a = await come(browser);
    await a.create({ game: 'go', opponent: 'both', size: '9' });
    for (const [index, place] of ['E5', 'A1', 'D4'].entries()) {
      await a.click(place);
      await a.plies(index + 1);
    }
    await a.press('pass');
    await a.plies(4);
    await a.press('pass');
    await a.page.waitForFunction(() => !document.getElementById('accept').disabled);
    assert.strictEqual(await a.count('.stone.dead'), 1);
    await a.press('accept');
    await a.says('turn', 'black wins');
    await a.leave();
  },

  async 'hint, evaluation, probabilities, undo, replay, record'(browser) {
    const a = await come(browser);
    await a.create({ game: 'qttt', opponent: 'bot', level: 'ternion/medium' });
    await a.click('A1', 'B2');
    await a.plies(2);
    await a.press('hint');
    await a.says('message', 'Hint: ');
    await a.press('evaluate');
    await a.shown('#advice table');
    assert.ok(await a.count('#advice tbody tr') > 1);
    await a.press('ensemble');
    await a.page.waitForFunction(() => document.getElementById('ensemble').getAttribute('aria-pressed') === 'true');
    await a.press('back');
    await a.says('ply', '1 / 2');
    await a.press('end');
    const downloads = a.page.waitForEvent('download');
    await a.press('record');
    const download = await downloads;
    assert.match(download.suggestedFilename(), /^\w+\.txt$/);
    assert.match(fs.readFileSync(await download.path(), 'utf8'), /A1-B2/);
    await a.press('undo');
    await a.plies(0);
    await a.leave();
  },

  // The thought of a minute's clock would outlast the test.
  async 'undo stops a thought'(browser) {
    const a = await come(browser);
    await a.create({ game: 'go', opponent: 'bot', level: 'ternion/optimal', size: '19', clock: '600' });
    await a.click('D4');
    await a.plies(1);
    await a.says('due', 'thinks');
    const began = Date.now();
    await a.press('undo');
    await a.plies(0);
    comment(`undone after ${Date.now() - began} ms`);
    await a.click('Q16');
    await a.plies(1);
    await a.press('resign');
    await a.press('yes');
    await a.says('turn', 'white wins');
    await a.leave();
  },

  async 'three languages, no barriers, a phone'(browser) {
    const a = await come(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await speaks(a, 'pl', 'Nowa gra');
    await speaks(a, 'ru', 'Новая игра');
    await speaks(a, 'en', 'New game');
    assert.deepStrictEqual(await a.axe(), []);
    await a.create({ game: 'qttt', opponent: 'both' });
    assert.deepStrictEqual(await a.axe(), []);
    assert.ok(await a.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await a.leave();
  },

  async 'the folder on a web server, and then without it'(browser) {
    const types = { html: 'text/html', js: 'text/javascript', css: 'text/css', json: 'application/json', svg: 'image/svg+xml', wasm: 'application/wasm', webmanifest: 'application/manifest+json' };
    const server = http.createServer((request, answer) => {
      const name = path.join(site, decodeURIComponent(request.url.split('?')[0]).replace(/\/$/, '/index.html'));
      if (!fs.existsSync(name)) { answer.writeHead(404).end(); return; }
      answer.writeHead(200, { 'Content-Type': types[name.split('.').pop()] }).end(fs.readFileSync(name));
    });
    await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
    const a = await Person.come(browser, { url: `http://127.0.0.1:${server.address().port}/` });
    await a.page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await a.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    server.closeAllConnections();
    await new Promise((resolve) => { server.close(resolve); });
    await a.page.reload();
    await a.create({ game: 'qttt', opponent: 'bot', level: 'ternion/easy' });
    await a.click('A1', 'B2');
    await a.plies(2);
    await a.leave();
  },
};

// What is the same with a server.
for (const [name, test] of Object.entries(study)) tests[name] = (browser) => test(browser, file, OFFLINE);

async function main() {
  const browser = await launch();
  for (const [name, test] of Object.entries(tests)) {
    if (process.argv.length > 2 && !process.argv.slice(2).some((word) => name.includes(word))) continue;
    const began = Date.now();
    ok(await test(browser).then(() => [], (error) => [error]), name);
    comment(`${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  await browser.close().catch(() => {});
  done();
}

main().catch(bailOut);
