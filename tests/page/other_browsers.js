// The page in other engines than Chromium, as far as they are installed: Firefox by its Marionette,
// WebKit by WebKitWebDriver under Xvfb. Both speak WebDriver, so a visitor is the same for both.
// Prints TAP.
'use strict';
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const net = require('net');
const os = require('os');
const path = require('path');
const { spawn } = require('child_process');
const { Server, builddir } = require('./harness.js');
const { ok, skip, done, bailOut } = require('./tap.js');

const LIMIT = 120000; // for one engine
const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

// A program of the path, or of the folders where Debian has WebKit's own browser.
function find(...names) {
  const beside = fs.readdirSync('/usr/lib').filter((name) => name.endsWith('-gnu')).map((name) => `/usr/lib/${name}/webkit2gtk-4.1`);
  const folders = [...(process.env.PATH || '').split(':'), ...beside];
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => fs.existsSync(file));
}

// Programs, in groups of their own that end with us.
const groups = [];
function start(program, words, variables = {}, signal = 'SIGKILL') {
  const child = spawn(program, words, { stdio: 'ignore', detached: true, env: { ...process.env, ...variables } });
  groups.push({ group: child.pid, signal });
}
function endAll() {
  for (const { group, signal } of groups.splice(0)) try { process.kill(-group, signal); } catch { /* it has left */ }
}
process.on('exit', endAll);

function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function connect(port) {
  for (let tries = 0; ; tries += 1) {
    const socket = net.connect(port, '127.0.0.1');
    const good = await new Promise((resolve) => { socket.once('connect', () => resolve(true)); socket.once('error', () => resolve(false)); });
    if (good) return socket;
    if (tries > 900) throw new Error('the browser does not listen');
    await pause(100);
  }
}

// Marionette: "LENGTH:[0,ID,COMMAND,{...}]" and "LENGTH:[1,ID,ERROR,RESULT]".
async function firefox(folder) {
  const program = find('firefox-esr', 'firefox');
  if (!program) return 'Firefox is not installed (package firefox-esr)';
  const port = await freePort();
  fs.writeFileSync(path.join(folder, 'user.js'), `user_pref("marionette.port", ${port});\nuser_pref("ui.prefersReducedMotion", 1);\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\nuser_pref("intl.accept_languages", "en");\n`);
  start(program, ['--headless', '--marionette', '--no-remote', '--profile', folder, '--width=1200', '--height=900'], { HOME: folder, MOZ_CRASHREPORTER_DISABLE: '1' });
  const socket = await connect(port);
  const waiting = new Map();
  let bytes = Buffer.alloc(0);
  socket.on('data', (data) => {
    bytes = Buffer.concat([bytes, data]);
    for (let colon; (colon = bytes.indexOf(':')) > 0;) {
      const length = Number(bytes.subarray(0, colon));
      if (bytes.length < colon + 1 + length) return;
      const told = JSON.parse(bytes.subarray(colon + 1, colon + 1 + length));
      bytes = bytes.subarray(colon + 1 + length);
      if (!Array.isArray(told)) continue; // the greeting
      const [, id, error, result] = told;
      const { resolve, reject } = waiting.get(id);
      if (error) reject(new Error(`${error.error}: ${error.message}`));
      else resolve(result && result.value !== undefined ? result.value : result);
    }
  });
  const send = (command, parameters) => new Promise((resolve, reject) => {
    const id = waiting.size + 1; // none is ever deleted
    waiting.set(id, { resolve, reject });
    const text = JSON.stringify([0, id, `WebDriver:${command}`, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
  });
  await send('NewSession', { capabilities: {} });
  return {
    open: (url) => send('Navigate', { url }),
    script: (script, args) => send('ExecuteScript', { script, args }),
    act: (actions) => send('PerformActions', { actions }),
  };
}

async function webkit(folder) {
  const [driver, browser, display] = [find('WebKitWebDriver'), find('MiniBrowser'), find('Xvfb')];
  if (!driver || !browser || !display) return 'WebKit is not installed (packages webkit2gtk-driver and xvfb)';
  const port = await freePort();
  const number = 100 + (port % 10000);
  start(display, [`:${number}`, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {}, 'SIGTERM'); // killed, it would leave its lock and socket in /tmp
  // Without a bus to talk to it would start one, which outlives us.
  start(driver, [`--port=${port}`], { DISPLAY: `:${number}`, HOME: folder, XDG_RUNTIME_DIR: folder, LANG: 'C.UTF-8', NO_AT_BRIDGE: '1', GSETTINGS_BACKEND: 'memory', DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/none` });
  (await connect(port)).destroy();
  const send = (method, where, body) => new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, method, path: where, headers: { 'Content-Type': 'application/json' } }, (answer) => {
      let text = '';
      answer.on('data', (data) => { text += data; });
      answer.on('end', () => {
        const { value } = JSON.parse(text);
        if (answer.statusCode === 200) resolve(value);
        else reject(new Error(`${value.error}: ${value.message}`));
      });
    });
    request.on('error', reject);
    request.end(JSON.stringify(body));
  });
  const options = { binary: browser, args: ['--automation'] };
  const { sessionId } = await send('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } });
  const post = (what, body) => send('POST', `/session/${sessionId}/${what}`, body);
  return {
    open: (url) => post('url', { url }),
    script: (script, args) => post('execute/sync', { script, args }),
    act: (actions) => post('actions', { actions }),
  };
}

// Somebody at such a browser: looks with scripts, but points, clicks and types as people do.
class Visitor {
  constructor(browser) {
    this.browser = browser;
  }

  ask(what, ...words) {
    return this.browser.script(`return (${what})(...arguments)`, words);
  }

  async until(what, ...words) {
    for (let tries = 0; tries < 1200; tries += 1) {
      if (await this.ask(what, ...words)) return;
      await pause(50);
    }
    throw new Error(`it never comes: ${what} ${words.join(' ')}; the page says "${await this.ask(() => document.querySelector('main').innerText.slice(0, 200))}"`);
  }

  says(id, words) {
    return this.until((node, wanted) => document.getElementById(node).textContent.includes(wanted), id, words);
  }

  plies(count) {
    return this.until((wanted) => document.querySelectorAll('#moves li').length === wanted, count);
  }

  // Where the middle of something is, once it is shown and stays where it is: while a page comes
  // back to its game, buttons go and come, and what is hidden would be clicked in the corner of the
  // window.
  async place(selector) {
    let before = null;
    for (let tries = 0; tries < 1200; tries += 1) {
      const at = await this.ask((wanted) => {
        const node = document.querySelector(wanted);
        if (!node || node.disabled) return null;
        const { top, bottom } = node.getBoundingClientRect();
        if (top < 0 || bottom > innerHeight) node.scrollIntoView({ block: 'center' });
        const box = node.getBoundingClientRect();
        return box.width > 0 ? { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) } : null;
      }, selector);
      if (at && before && at.x === before.x && at.y === before.y) return at;
      before = at;
      await pause(50);
    }
    throw new Error(`it is never there to be clicked: ${selector}`);
  }

  // The pointer goes to the middle of what is there, and clicks.
  async point(selector, click) {
    const at = await this.place(selector);
    const moves = [at, { x: at.x + 2, y: at.y + 2 }].map((place) => ({ type: 'pointerMove', duration: 20, origin: 'viewport', ...place }));
    const press = click ? [{ type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }] : [];
    await this.browser.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: [...moves, ...press] }]);
  }

  async click(...places) {
    for (const place of places) await this.point(/^[A-Z]\d+$/.test(place) ? `[data-v=${place}]` : place, true);
  }

  key(value) {
    return this.browser.act([{ type: 'key', id: 'keys', actions: [{ type: 'keyDown', value }, { type: 'keyUp', value }] }]);
  }

  async create(fields) {
    await this.ask((wanted) => {
      for (const [id, value] of Object.entries(wanted)) {
        const node = id === 'game' ? document.querySelector(`#game [value=${value}]`) : document.getElementById(id);
        if (id === 'game') node.checked = true;
        else node.value = value;
        node.dispatchEvent(new Event('change', { bubbles: true }));
      }
    }, { opponent: 'both', ...fields });
    await this.click('#create button[type=submit]');
    await this.until(() => document.querySelector('#room:not([hidden]) svg') !== null);
  }

  async leave() {
    await this.click('#leave');
    await this.until(() => !document.getElementById('lobby').hidden);
  }
}

// Opens the page in English, and keeps what goes wrong on it.
async function arrive(a, url) {
  await a.browser.open(url);
  await a.until(() => document.querySelectorAll('#game .sample svg').length === 3);
  await a.ask(() => {
    window.faults = [];
    window.addEventListener('error', (event) => window.faults.push(event.message));
    window.addEventListener('unhandledrejection', (event) => window.faults.push(String(event.reason)));
    localStorage.setItem('language', 'en');
  });
}

// The review of a game that has just ended, and a puzzle solved as its hint says.
async function learn(a) {
  await a.click('#review');
  await a.until(() => document.querySelector('#reviewed .course')?.getBoundingClientRect().width > 0);
  await a.leave();
  await a.click('#puzzles a:nth-child(2)');
  await a.click('#exHint');
  await a.until(() => document.querySelectorAll('#exBoard .cell.hint').length === 2);
  for (const place of await a.ask(() => [...document.querySelectorAll('#exBoard .cell.hint')].map((node) => node.dataset.v))) await a.click(`#exBoard [data-v=${place}]`);
  await a.until(() => document.querySelector('#exAnswer.right') !== null);
  await a.click('#exLeave');
  await a.until(() => !document.getElementById('lobby').hidden);
}

async function visit(a, server) {
  await arrive(a, server.url);

  await a.create({ game: 'qttt' });
  for (const [index, pair] of [['A1', 'B2'], ['B2', 'C3'], ['A1', 'C3']].entries()) {
    await a.click(...pair);
    await a.plies(index + 1);
  }
  await a.until(() => document.querySelectorAll('.tie.cycle').length === 3);
  await a.point('[data-v=A1]');
  await a.until(() => document.querySelector('#board.preview [data-ink=A1] .classical.x') !== null);
  await a.click('A1');
  await a.plies(4);
  await a.says('message', 'O has collapsed the cycle: X3 is in A1.');
  await a.key('\uE012'); // the left arrow
  await a.says('ply', '3 / 4');
  await server.kill();
  await a.until(() => !document.getElementById('lost').hidden);
  await server.start();
  await a.until(() => document.getElementById('lost').hidden);
  await a.says('ply', '4 / 4');
  await a.click('#hint');
  await a.says('message', 'Hint: ');
  await a.leave();

  await a.create({ game: 'draughts' });
  for (const [index, squares] of [['C3', 'D4'], ['F6', 'E5'], ['D4', 'F6']].entries()) {
    await a.click(...squares);
    await a.plies(index + 1);
  }
  await a.leave();

  await a.create({ game: 'go', size: '9' });
  for (const [index, place] of ['E5', 'C3', '#pass', '#pass'].entries()) {
    await a.click(place);
    await a.plies(index + 1);
  }
  await a.until(() => !document.getElementById('accept').disabled);
  await a.click('C3');
  await a.until(() => document.querySelector('.stone.dead') !== null);
  await a.click('#accept');
  await a.says('turn', 'wins');
  await learn(a);
  assert.deepStrictEqual(await a.ask(() => window.faults), []);
}

// The page without a server, from a disk.
async function visitFile(a) {
  await arrive(a, `file://${path.join(builddir, 'site/ternion.html')}`);
  await a.create({ game: 'qttt', opponent: 'bot', level: 'ternion/easy' });
  await a.click('A1', 'B2');
  await a.plies(2);
  await a.click('#hint');
  await a.says('message', 'Hint: ');
  await a.click('#undo');
  await a.plies(0);
  await a.leave();
  await a.create({ game: 'go', size: '9', opponent: 'both' });
  for (const [index, place] of ['E5', 'A1', '#pass', '#pass'].entries()) {
    await a.click(place);
    await a.plies(index + 1);
  }
  await a.until(() => !document.getElementById('accept').disabled);
  await a.click('#accept');
  await a.says('turn', 'wins');
  await learn(a);
  await a.click('#lessons a');
  await a.until(() => document.querySelector('#exBoard svg') !== null);
  await a.click('#exBoard [data-v=A1]', '#exBoard [data-v=C3]');
  await a.until(() => document.querySelector('#exAnswer.right') !== null);
  await a.click('#exLeave');
  await a.until(() => !document.getElementById('lobby').hidden);
  await a.create({ game: 'draughts', opponent: 'bot', level: 'ternion/optimal', side: 'w' });
  await a.click('C3', 'D4');
  await a.plies(2);
  assert.deepStrictEqual(await a.ask(() => window.faults), []);
}

async function attend(begin, folder) {
  const browser = await begin(folder);
  if (typeof browser === 'string') return browser;
  const server = new Server();
  await server.start();
  await visit(new Visitor(browser), server).finally(() => server.end());
  if (fs.existsSync(path.join(builddir, 'site/ternion.html'))) await visitFile(new Visitor(browser));
  return null;
}

async function main() {
  const engines = { Firefox: firefox, WebKit: webkit };
  for (const [name, begin] of Object.entries(engines)) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ternion-browser-'));
    let timer;
    const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`${name} takes too long`)), LIMIT); });
    const [missing, error] = await Promise.race([attend(begin, folder), late]).then((reason) => [reason, null], (reason) => [null, reason]);
    clearTimeout(timer);
    if (missing) skip(`the three games in ${name}`, missing);
    else ok(error ? [error] : [], `the three games in ${name}`);
    endAll();
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
  done();
}

main().catch(bailOut);
