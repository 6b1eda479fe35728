// The arena's report: tables, drawings and replay, from journals of short runs made here.
'use strict';
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { execFile } = require('child_process');
const { Person, builddir } = require('./harness.js');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ternion-report-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
const program = (name) => path.join(builddir, name);

// Names that would break a page which trusts them.
const HOSTILE = [
  '</script><script>window.hacked=1</script>', '<img src=x onerror="window.hacked=2">', '"\'&amp;<b>]]>-->', '\u202Eeno <!--',
];

// A program run to its end without stopping the other tests; what it says.
function tell(name, words, input = '') {
  return new Promise((resolve, reject) => {
    const child = execFile(program(name), words, { timeout: 100000 }, (error, told) => (error ? reject(error) : resolve(told)));
    child.stdin.on('error', () => {}); // a program that does not read may be gone already
    child.stdin.end(input);
  });
}

const journalOf = (name) => path.join(folder, `${name}.db`);

async function make(name, engines, settings, options) {
  const page = path.join(folder, `${name}.html`);
  const words = engines.flatMap(([title, more = '']) => ['--engine', `cmd=${program('tests/support/stub_engine')} ${more},name=${title}`]);
  await tell('ternion-arena', [...words, ...settings, '--journal', journalOf(name), '--display', 'none']);
  await tell('ternion-arena', ['report', journalOf(name), '-o', page, ...options]);
  return page;
}

// The report of a run between stub engines, made once.
const made = new Map();
function reportOf(name, engines, settings, options = []) {
  if (!made.has(name)) made.set(name, make(name, engines, settings, options));
  return made.get(name);
}

const RUNS = {
  qttt: () => reportOf('qttt', [[HOSTILE[0]], [HOSTILE[1], '--fault crash --at 3'], [HOSTILE[2]], [HOSTILE[3]]],
    ['--game', 'qttt', '--openings', 'random:1', '--games', '2']),
  draughts: () => reportOf('draughts', [['first', '--evaluates own:0.5,0.5,0.9,0.9'], ['second', '--evaluates kata:0.5']], ['--game', 'draughts', '--openings', 'random:2', '--games', '4', '--max-plies', '40']),
  go: () => reportOf('go', [['first'], ['second'], ['third']], ['--game', 'go', '--size', '5', '--games', '2', '--max-plies', '24']),
};

// Names that differ only in their ends, and a fault with a long story.
const similar = () => reportOf('similar', [['engine-number-one'], ['engine-number-two', '--fault last-words'], ['engine-number-three-with-a-name-of-several-lines']],
  ['--game', 'qttt', '--games', '2']);

// A dozen of long names that differ in the middle.
const dozen = () => reportOf('dozen', Array.from({ length: 12 }, (_, index) => [`engine-of-the-development-branch-${index + 1}-with-the-weights-of-the-night`]),
  ['--game', 'qttt', '--games', '2', '--openings', 'random:1']);

// A reader of a file, who must not fetch anything else.
async function read(browser, report, options = {}, hash = '') {
  const file = await report;
  const person = new Person();
  person.context = await browser.newContext({ viewport: { width: 1200, height: 860 }, reducedMotion: 'reduce', ...options });
  person.context.setDefaultTimeout(60000);
  person.page = await person.context.newPage();
  person.errors = [];
  person.page.on('pageerror', (error) => person.errors.push(error.message));
  person.page.on('console', (message) => { if (message.type() === 'error') person.errors.push(message.text()); });
  person.page.on('request', (request) => { if (request.url() !== `file://${file}` && !request.url().startsWith(`file://${file}#`)) person.errors.push(`fetches ${request.url()}`); });
  await person.page.goto(`file://${file}${hash}`);
  return person;
}

async function assertNoBarriers(person, where) {
  assert.deepStrictEqual(await person.axe(), [], where);
  assert.ok(await person.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${where} is wider than the screen`);
}

async function barriers(browser, cases) {
  for (const [game, options] of cases) {
    const a = await read(browser, RUNS[game](), options);
    await assertNoBarriers(a, `${game} ${JSON.stringify(options)}`);
    await a.leave();
  }
}

const shownPly = (person) => person.page.evaluate(() => Number(document.getElementById('ply').value));
const lastPly = (person) => person.page.evaluate(() => Number(document.getElementById('ply').max));

// A game looked at with buttons and keys.
async function replay(browser, game) {
  const a = await read(browser, RUNS[game]());
  await a.shown(`#board svg.board-${game}`);
  await a.page.click('#list tbody tr:nth-child(2) a');
  await a.page.waitForFunction(() => document.getElementById('title').textContent === 'Game 1' && document.activeElement.id === 'title');
  const last = await lastPly(a);
  assert.ok(last > 2, `${game}: ${last} plies`);
  for (let ply = 0; ply < 4 && ply < last; ply += 1) {
    assert.strictEqual(await shownPly(a), ply, game);
    await a.page.keyboard.press('ArrowRight');
  }
  const boards = await a.page.evaluate(() => {
    const seen = new Set();
    document.getElementById('first').click();
    for (const next = document.getElementById('next'); !next.disabled; next.click()) seen.add(document.getElementById('board').innerHTML);
    return seen.add(document.getElementById('board').innerHTML).size;
  });
  const passes = await a.count('#moves button:has-text("pass")');
  assert.ok(boards + passes > last, `${game}: every ply has its board`);
  await a.page.keyboard.press('Home');
  assert.strictEqual(await shownPly(a), 0);
  await a.page.keyboard.press('End');
  assert.strictEqual(await shownPly(a), last);
  await a.page.keyboard.press('ArrowLeft');
  assert.strictEqual(await shownPly(a), last - 1);
  await a.page.keyboard.press('ArrowDown');
  await a.says('title', 'Game 2');
  await a.page.click('#moves li:nth-child(2) button');
  assert.strictEqual(await shownPly(a), 2);
  await a.page.click('#next');
  assert.strictEqual(await shownPly(a), 3);
  await a.page.focus('#ply');
  await a.page.keyboard.press('ArrowLeft');
  assert.strictEqual(await shownPly(a), 2);
  await a.leave();
}

module.exports = {
  async 'report: names of engines are text and nothing else'(browser) {
    const a = await read(browser, RUNS.qttt());
    const names = await a.page.evaluate(() => [...document.querySelectorAll('#standings tbody th')].map((node) => node.textContent));
    assert.deepStrictEqual(names.sort(), [...HOSTILE].sort());
    assert.strictEqual(await a.page.evaluate(() => window.hacked), undefined);
    assert.strictEqual(await a.count('img'), 0);
    assert.strictEqual(await a.count('script'), 2);
    assert.deepStrictEqual(await a.page.evaluate(() => JSON.parse(document.getElementById('data').textContent).engines), HOSTILE);
    for (const choice of await a.page.evaluate(() => [...document.querySelectorAll('#whose option')].map((node) => node.value))) await a.page.selectOption('#whose', choice);
    for (const link of await a.page.locator('#list a').all()) await link.evaluate((node) => node.click());
    assert.strictEqual(await a.page.evaluate(() => window.hacked), undefined);
    await a.leave();
  },

  async 'report: every section has its tables and drawings'(browser) {
    const a = await read(browser, RUNS.qttt());
    assert.strictEqual(await a.count('#standings tbody tr'), 4);
    assert.strictEqual(await a.count('#standings svg.row .span'), 4);
    assert.strictEqual(await a.count('#cross table'), 2);
    assert.strictEqual(await a.count('#cross table:first-of-type td strong'), 12);
    assert.strictEqual(await a.count('#course svg .line'), 4);
    assert.strictEqual(await a.count('#times svg.row .box'), 4);
    assert.strictEqual(await a.count('#colours tbody tr'), 5);
    assert.ok(await a.count('#openings tbody tr') >= 1);
    assert.strictEqual(await a.count('#list tbody tr'), 12);
    assert.ok(!/\bnan\b|\binf\b|undefined|\bnull\b/i.test(await a.page.evaluate(() => document.body.innerText)));
    // A drawing is where its numbers are: the best rating is to the right of the worst.
    const dots = await a.page.evaluate(() => [...document.querySelectorAll('#standings svg.row circle')].map((node) => node.getBoundingClientRect().x));
    assert.ok(dots[0] > dots[3] + 50, dots.join(' '));
    await a.leave();
  },

  async 'report: faults with their dialogue'(browser) {
    const a = await read(browser, RUNS.qttt());
    const faults = await a.count('#faults li');
    assert.ok(faults >= 3, `${faults} faults`);
    await a.page.selectOption('#which', 'remark');
    assert.strictEqual(await a.count('#list tbody tr:not([hidden])'), faults);
    await a.page.click('#list tbody tr:not([hidden]) a >> nth=0');
    await a.says('result', 'crash by');
    await a.page.click('#result a');
    await a.page.waitForSelector('#faults li pre', { state: 'visible' });
    assert.ok((await a.page.textContent('#faults li details[open] pre')).includes('genmove'));
    await a.leave();
  },

  'report: quantum tic-tac-toe is replayed on a board': (browser) => replay(browser, 'qttt'),
  'report: draughts is replayed on a board': (browser) => replay(browser, 'draughts'),
  'report: Go is replayed on a board': (browser) => replay(browser, 'go'),

  async 'report: positions are those of the engine'(browser) {
    for (const [game, sides, setup] of [['qttt', 'xo', []], ['draughts', 'bw', []], ['go', 'bw', ['boardsize 5', 'set_rules chinese']]]) {
      const a = await read(browser, RUNS[game]());
      const games = await a.page.evaluate(() => JSON.parse(document.getElementById('data').textContent).games
        .map((each) => ({ ...each, end: modules.report.positionsOf(each).pop() })));
      for (const each of games) {
        // The page begins after the opening; from there the engine plays every ply.
        const plies = each.moves.split(' ').filter(Boolean).map((move, index) => `play ${sides[each.by[index]]} ${move}`);
        const lines = [`set_game ${game}`, ...setup, `set_position ${each.start}`, ...plies, 'get_position', ''];
        const told = await tell('ternion', ['--strict'], lines.join('\n'));
        assert.strictEqual(told.trim().split('\n\n').pop(), `= ${each.end}`, `${game}, game ${each.n}`);
      }
      await a.leave();
    }
  },

  async 'report: a cycle that waits is drawn, and it is the one of the engine'(browser) {
    const a = await read(browser, RUNS.qttt());
    const waiting = await a.page.evaluate(() => JSON.parse(document.getElementById('data').textContent).games
      .flatMap((each) => modules.report.positionsOf(each).map((position, ply) => ({ n: each.n, ply, position, cycle: modules.qttt.cycleOf(position) })))
      .filter(({ position }) => position.includes('?')));
    assert.ok(waiting.some(({ cycle }) => cycle.length > 2), 'the games have cycles');
    for (const { position, cycle } of waiting) {
      const told = await tell('ternion', ['--strict'], `set_position ${position}\ncycle\n`);
      assert.deepStrictEqual(/marks: (.*)/.exec(told)[1].split(' ').sort(), [...cycle].sort(), position);
    }
    const [{ n, ply, cycle }] = waiting;
    await a.page.goto(`${a.page.url().split('#')[0]}#game-${n}-${ply}`);
    await a.page.waitForFunction((count) => document.querySelectorAll('#board .tie.cycle').length === count, cycle.length);
    await a.leave();
  },

  async 'report: without JavaScript'(browser) {
    const a = await read(browser, RUNS.qttt(), { javaScriptEnabled: false });
    await a.shown('#standings tbody tr');
    await a.shown('#standings svg.row');
    await a.shown('#course svg.lines');
    await a.shown('#list tbody tr');
    await a.shown('#games noscript p');
    assert.ok(!await a.page.isVisible('#replay'));
    assert.ok(!await a.page.isVisible('#choose'));
    await a.page.click('#faults summary >> nth=0');
    await a.page.waitForSelector('#faults pre', { state: 'visible' });
    await a.leave();
  },

  async 'report: no more games than asked for, and it says so'(browser) {
    const file = await reportOf('few', [['a'], ['b', '--fault crash --in 4']], ['--game', 'qttt', '--games', '20'], ['--replays', '5']);
    const a = await read(browser, file);
    assert.strictEqual(await a.count('#list tbody tr'), 5);
    assert.strictEqual(await a.count('#list tbody tr:has-text("crash")'), Math.min(5, await a.count('#faults li')));
    assert.ok((await a.text('games')).includes('5 of 20 games are here'));
    await a.leave();
    const none = path.join(folder, 'none.html');
    await tell('ternion-arena', ['report', journalOf('few'), '-o', none, '--replays', 'none']);
    const b = await read(browser, none);
    assert.strictEqual(await b.count('#list'), 0);
    assert.strictEqual(await b.count('a[href^="#game-"]'), 0);
    await b.leave();
  },

  async 'report: a link to a ply of a game'(browser) {
    const a = await read(browser, RUNS.draughts(), {}, '#game-3-7');
    await a.says('title', 'Game 3');
    assert.strictEqual(await shownPly(a), 7);
    const link = await a.page.getAttribute('#times tbody a >> nth=0', 'href');
    await a.page.click('#times tbody a >> nth=0');
    await a.says('title', `Game ${link.split('-')[1]}`);
    assert.strictEqual(await shownPly(a), Number(link.split('-')[2]));
    await a.leave();
  },

  async 'report: what both engines thought is drawn, and marked where they parted'(browser) {
    const a = await read(browser, RUNS.draughts(), {}, '#game-0-0');
    await a.says('title', 'Game 0');
    assert.strictEqual(await a.count('#values polyline'), 2);
    const points = await a.page.$$eval('#values polyline', (lines) => lines.map((line) => line.points.length));
    assert.strictEqual(points[0] + points[1], await lastPly(a));
    const marks = await a.page.$$eval('#values li', (list) => list.map((item) => item.className));
    assert.ok(marks.includes('swung') && marks.includes('parted'), marks.join());
    const ply = Number((await a.page.textContent('#values li.swung button')).replace('Ply ', ''));
    await a.page.click('#values li.swung button');
    assert.strictEqual(await shownPly(a), ply);
    assert.match(await a.page.textContent('#now'), /; it expects 90\s% \(depth 7, \d+ nodes\): \S+ X9$/);
    await a.leave();
    const b = await read(browser, RUNS.go(), {}, '#game-0-0');
    assert.strictEqual(await b.count('#values *'), 0, 'nothing is drawn where nothing was said');
    await b.leave();
  },

  async 'report: no barriers on a wide screen, light and dark'(browser) {
    await barriers(browser, [['qttt', { colorScheme: 'light' }], ['draughts', { colorScheme: 'dark' }]]);
  },

  async 'report: a dozen engines of long names are seen whole'(browser) {
    const a = await read(browser, dozen(), { viewport: { width: 1280, height: 900 } });
    const wide = () => a.page.$$eval('#cross .scroll', (list) => list.map((node) => node.scrollWidth - node.clientWidth));
    assert.deepStrictEqual(await wide(), [0, 0]);
    await a.page.$$eval('#cross td small', (list) => list.forEach((node) => { node.textContent = '1132–135–1133'; }));
    assert.deepStrictEqual(await wide(), [0, 0], 'with thousands of games');
    for (const [where, count] of [['#standings tbody .name', 12], ['#standings .label', 12], ['#cross .name', 24], ['#course figcaption > bdi', 12]]) {
      const cut = await a.page.$$eval(where, (list) => list.map((node) => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight));
      assert.deepStrictEqual(cut, Array(count).fill(false), where);
    }
    const over = await a.page.$$eval('#list td.name', (list) => list.filter((node) => node.scrollWidth > node.clientWidth).length);
    assert.strictEqual(over, 0, 'names in the list of games');
    assert.ok(await a.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'no wider than the screen');
    await a.leave();
  },

  async 'report: a phone shows whole names in drawings, and remarks that do not stretch their rows'(browser) {
    const a = await read(browser, similar(), { viewport: { width: 390, height: 780 } });
    const cut = await a.page.$$eval('.grid .label', (labels) => labels.filter((label) => label.scrollWidth > label.clientWidth
      || label.scrollHeight > label.clientHeight).map((label) => label.textContent));
    assert.deepStrictEqual(cut, []);
    const rows = await a.page.$$eval('#list tr', (list) => Math.max(...list.map((row) => row.getBoundingClientRect().height)));
    assert.ok(rows > 0 && rows < 150, `a row of ${rows} pixels`);
    await a.leave();
  },

  async 'report: no barriers on a phone, light and dark'(browser) {
    const phone = { viewport: { width: 375, height: 720 } };
    await barriers(browser, [['go', { colorScheme: 'light', ...phone }], ['qttt', { colorScheme: 'dark', ...phone }]]);
  },
};
