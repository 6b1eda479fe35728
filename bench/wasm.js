// The engine in WebAssembly beside the native one: processor time for the same commands, which give
// the same nodes. Rows for bench/table.sh.
'use strict';
const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');

const source = process.env.srcdir || '.';
const { Engine } = new Function(`${fs.readFileSync(path.join(source, 'web/wasm/engine.js'), 'utf8')}; return { Engine };`)();
const compiled = new WebAssembly.Module(fs.readFileSync('ternion.wasm'));

const WORK = [
  { what: 'solver in WebAssembly, the first move of 3 x 3', lines: ['set_game qttt', 'set_option move_time 600', 'evaluate x 36'] },
  { what: 'search in WebAssembly, draughts, 2 million nodes', lines: ['set_game draughts', 'set_option nodes 2000000', 'genmove w'] },
  { what: 'playouts in WebAssembly, Go 9 x 9', lines: ['set_game go', 'boardsize 9', 'set_option book 0', 'set_option nodes 8000', 'genmove b'], count: 8000, unit: 'playouts/s' },
  { what: 'playouts in WebAssembly, Go 19 x 19', lines: ['set_game go', 'boardsize 19', 'set_option nodes 4000', 'genmove b'], count: 4000, unit: 'playouts/s' },
];

function cpuNow() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

// Without the start of the program, which both have only once.
function native(lines) {
  const run = (input) => spawnSync('bench/cpu_time', ['./ternion'], { input: `${input.join('\n')}\n`, encoding: 'utf8' })
    .stderr.trim().split(' ').reduce((sum, seconds) => sum + Number(seconds), 0);
  return run(lines) - run(['name']);
}

function wasm(lines) {
  const engine = new Engine(compiled, { write: () => {}, say: () => {}, keep: () => {}, set_timer: () => {} });
  const handle = engine.calls.engine_open();
  engine.say('engine_line', handle, 'name');
  const began = cpuNow();
  for (const line of lines) engine.say('engine_line', handle, line);
  return cpuNow() - began;
}

for (const { what, lines, count, unit } of WORK) {
  const [here, there] = [wasm(lines), native(lines)];
  const figures = count ? [count / here, count / there, here / there] : [here, there, here / there];
  const [a, b, ratio] = figures.map((value) => (value < 1000 ? value.toPrecision(3) : value.toFixed(0)));
  console.log(`| ${what.padEnd(52)} | ${`${a} ${unit || 's'}`.padEnd(21)} | ${`native engine: ${b}`.padEnd(36)} | ${ratio.padStart(6)} |`);
}
