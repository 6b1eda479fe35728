// The page without a server, with the network off: the single file from a disk, and the folder once
// a browser has kept it. Prints TAP.
'use strict';
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const path = require('path');
const { Person, builddir, launch } = require('./harness.js');
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

const tests = {
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
