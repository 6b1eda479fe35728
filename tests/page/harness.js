// A server of one's own, a browser, and the few gestures that every test of the page makes.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawn } = require('child_process');

const builddir = process.env.builddir || process.cwd();
const srcdir = process.env.srcdir || path.resolve(__dirname, '../..');

// A package from the folders where ./bootstrap --with-browser puts it, or from NODE_PATH.
function find(name) {
  const folders = [builddir, srcdir].map((folder) => path.join(folder, 'node_modules'));
  return require.resolve(name, { paths: [...folders, ...(process.env.NODE_PATH || '').split(':').filter(Boolean)] });
}

function chromiumPath() {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const folders = (process.env.PATH || '').split(':');
  for (const name of names) {
    for (const folder of folders) if (fs.existsSync(path.join(folder, name))) return path.join(folder, name);
  }
  throw new Error('no Chromium');
}

// What is missing here for tests in a browser; run as a program, this file prints it.
function missing() {
  const lacks = (look, name) => { try { look(name); return []; } catch { return [name]; } };
  return [...lacks(find, 'playwright-core'), ...lacks(find, 'axe-core'), ...lacks(chromiumPath, 'Chromium')];
}
if (require.main === module) console.log(missing().join(', '));

const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

class Server {
  // By a line port -1 it takes plain lines, too, on one that is free.
  constructor(linePort = '0') {
    this.linePort = linePort;
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ternion-page-'));
    this.port = -1; // any that is free
    this.env = process.env;
  }

  // Starts the server, again on the same port and database if it ran before.
  start() {
    const words = ['--demo', '--database', path.join(this.folder, 'games.db'), '--port', String(this.port), '--line-port', this.linePort];
    this.process = spawn(path.join(builddir, 'ternion-server'), words, { stdio: ['ignore', 'pipe', 'inherit'], env: this.env });
    running.add(this.process);
    return new Promise((resolve, reject) => {
      let told = '';
      this.process.on('exit', (status) => reject(new Error(`the server ended with ${status}: ${told}`)));
      this.process.stdout.on('data', (data) => {
        told += data;
        const found = /page: +(http:\S+:(\d+)\/)/.exec(told);
        const lines = /lines: +\S+ port (\d+)/.exec(told);
        if (!found || (this.linePort !== '0' && !lines)) return;
        if (lines) [, this.linePort] = lines;
        [, this.url] = found;
        this.port = Number(found[2]);
        resolve();
      });
    });
  }

  // Returns when it is gone, and with it its hold on port and database.
  async kill(signal = 'SIGKILL') {
    this.process.removeAllListeners('exit');
    const gone = new Promise((resolve) => { this.process.on('exit', resolve); });
    this.process.kill(signal);
    await gone;
    running.delete(this.process);
  }

  async end() {
    await this.kill();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

async function launch(...more) {
  const { chromium } = require(find('playwright-core'));
  return chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--mute-audio', ...more],
  });
}

// A person at a device of their own. Errors of the page are errors of the test.
class Person {
  static async come(browser, server, options = {}) {
    const person = new Person();
    person.server = server;
    person.context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1200, height: 860 }, reducedMotion: 'reduce', ...options });
    person.context.setDefaultTimeout(60000);
    person.page = await person.context.newPage();
    person.errors = [];
    person.page.on('pageerror', (error) => person.errors.push(error.message));
    // The page's own modules, not a second copy of them: their addresses have a version.
    await person.context.addInitScript(() => { window.module = (name) => new URL(`${name}.js`, document.querySelector('script[type=module]').src).href; });
    await person.open('');
    return person;
  }

  async open(hash) {
    await this.page.goto(this.server.url + hash);
    await this.page.waitForFunction(() => document.querySelectorAll('#game input').length > 0);
  }

  async leave() {
    await this.context.close();
    if (this.errors.length > 0) throw new Error(`errors on the page: ${this.errors.join('; ')}`);
  }

  // Makes a game by the form; fields in the order given.
  async create(fields) {
    for (const [id, value] of Object.entries(fields)) {
      if (!await this.page.isVisible(`#${id}`)) await this.page.click('#more summary');
      if (id === 'game') await this.page.check(`#game [value=${value}]`);
      else if (id === 'name' || id === 'komi') await this.page.fill(`#${id}`, value);
      else await this.page.selectOption(`#${id}`, value);
    }
    await this.page.click('#create button[type=submit]');
    await this.page.waitForSelector('#room:not([hidden]) svg');
  }

  link() {
    return this.page.evaluate(() => location.hash);
  }

  // A click on each place in turn.
  async click(...places) {
    for (const place of places) await this.page.click(`[data-v=${place}]`);
  }

  async press(id) {
    await this.page.click(`#${id}`);
  }

  text(id) {
    return this.page.textContent(`#${id}`);
  }

  plies(count) {
    return this.page.waitForFunction((wanted) => document.querySelectorAll('#moves li').length === wanted, count);
  }

  says(id, words) {
    return this.page.waitForFunction(([node, wanted]) => document.getElementById(node).textContent.includes(wanted), [id, words])
      .catch(async () => { throw new Error(`#${id} says "${await this.text(id)}", not "${words}"`); });
  }

  shown(selector) {
    return this.page.waitForSelector(selector, { state: 'visible' });
  }

  count(selector) {
    return this.page.locator(selector).count();
  }

  // Plays by itself, inside the page, whatever the board offers, until the game stops. In Go it
  // passes after `stones` stones.
  async playOn(stones = 0, first = 1) {
    await this.page.evaluate(([most, begin]) => {
      let seed = begin;
      let placed = 0;
      let sent = -1; // plies there were when the last one was sent: wait for more
      let waited = 0;
      const pick = (list) => { seed = (seed * 48271) % 2147483647; return list[seed % list.length]; };
      const places = (selector) => [...document.querySelectorAll(selector)].map((node) => (node.closest('[data-ink]') || {}).dataset?.ink || node.dataset.v);
      const visible = (id) => !document.getElementById(id).closest('[hidden]') && !document.getElementById(id).hidden;
      const click = (place) => document.querySelector(`[data-v="${place}"]`).dispatchEvent(new MouseEvent('click', { bubbles: true }));
      clearInterval(window.playing);
      window.playing = setInterval(() => {
        if (visible('rematch') || visible('accept')) { clearInterval(window.playing); return; }
        const go = document.querySelector('.board-go');
        const choices = places('.choice');
        const offered = choices.length > 0 ? choices : places('.ink .dot').length > 0 ? places('.ink .dot') : places('.ink .movable');
        const plies = document.querySelectorAll('#moves li').length;
        waited += 1;
        if (offered.length === 0 || (plies === sent && waited < 200)) return;
        waited = 0;
        if (go && placed >= most) document.getElementById('pass').click();
        else click(pick(offered));
        placed += 1;
        sent = document.querySelector('#board .selected') ? -1 : plies;
      }, 15);
    }, [stones, first]);
  }

  async axe() {
    if (!await this.page.evaluate(() => Boolean(window.axe))) await this.page.evaluate(fs.readFileSync(find('axe-core'), 'utf8'));
    const { violations } = await this.page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }));
    return violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target.join(' ')).join(', ')}`);
  }
}

// Two persons in two browsers, the second by the first one's link.
async function two(browser, server, fields) {
  const a = await Person.come(browser, server);
  const b = await Person.come(browser, server);
  await a.create({ opponent: 'link', ...fields });
  await a.shown('#share');
  await b.open(await a.link());
  await b.shown('#room svg');
  await a.page.waitForSelector('#share', { state: 'hidden' });
  return [a, b];
}

module.exports = { Server, Person, two, launch, find, chromiumPath, srcdir, builddir };
