// The page that an arena serves while it plays, with an engine that crashes in every game.
'use strict';
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawn } = require('child_process');
const { Person, builddir } = require('./harness.js');

const stub = path.join(builddir, 'tests/support/stub_engine');

// A run that goes on until it is ended; resolves with its address.
function play(folder) {
  const engines = [['<b>calm</b>', '--evaluates own:0.25'], ['slow', '--fault late --sleep 700 --at 4'], ['crasher', '--fault crash --at 3']];
  const child = spawn(path.join(builddir, 'ternion-arena'), [
    ...engines.flatMap(([name, more]) => ['--engine', `cmd=${stub} ${more},name=${name}`]), '--game', 'qttt', '--size', '5', '--games', '10000',
    '--time', '60', '--concurrency', '2', '--journal', path.join(folder, 'live.db'), '--display', 'none', '--live=0']);
  const address = new Promise((resolve, reject) => {
    let told = '';
    child.stdout.on('data', (bytes) => {
      told += bytes;
      const found = /live at (\S+)/.exec(told);
      if (found) resolve(found[1]);
    });
    child.on('exit', () => reject(new Error(`the arena has ended: ${told}`)));
  });
  return { child, address };
}

module.exports = {
  async 'live: a run is shown while engines crash, and its end'(browser) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ternion-live-'));
    const { child, address } = play(folder);
    const gone = new Promise((resolve) => { child.on('exit', resolve); });
    try {
      const a = new Person();
      a.context = await browser.newContext({ viewport: { width: 1200, height: 860 } });
      a.page = await a.context.newPage();
      a.errors = [];
      a.page.on('pageerror', (error) => a.errors.push(error.message));
      await a.page.goto(await address);
      await a.page.waitForFunction(() => Number(document.body.dataset.shown) > 2);
      await a.page.waitForFunction(() => [...document.querySelectorAll('#table tbody tr')].some((row) => row.textContent.includes('crasher') && Number(row.lastChild.textContent) > 0));
      await a.page.waitForSelector('#games article svg.board-qttt');
      await a.page.waitForFunction(() => /25 % [01]:\d\d/.test(document.getElementById('games').textContent));
      assert.deepStrictEqual((await a.page.$$eval('#table tbody th', (names) => names.map((name) => name.textContent))).sort(), ['<b>calm</b>', 'crasher', 'slow']);
      assert.strictEqual(await a.page.$$eval('#table b, #games b', (list) => list.length), 0);
      assert.deepStrictEqual(await a.axe(), []);
      child.kill('SIGTERM');
      await a.page.waitForFunction(() => /ended|cannot be reached/.test(document.getElementById('state').textContent));
      assert.deepStrictEqual(a.errors, []);
      await a.context.close();
    } finally {
      child.kill('SIGTERM');
      await gone;
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
};
