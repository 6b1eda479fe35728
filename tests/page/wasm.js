// The engine as WebAssembly, in node: it plays as the native one does.
'use strict';
const fs = require('fs');
const path = require('path');
const { execFileSync } = require('child_process');
const { ok, done, bailOut } = require('./tap.js');
const { srcdir, builddir } = process.env;

// What only a process has, or what depends on time; and the end of the engine.
const APART = /@DIR@|cancel|analyze|cputime|time|load|save|sgf|threads|egtb|move_time|quit|ponder|clear_cache|memory|hash|bench/;
const HERE = 'puzzle.gtp'; // of draughts: names a folder of this machine
const SLOW = process.env.TERNION_TEST_SCALE ? [] : ['extras.gtp', 'cleanup.gtp']; // of Go: many judgements
const GAMES = ['qttt', 'draughts', 'go'];

// The commands of the golden dialogues of a game, one list for each file.
function dialogues(game) {
  const folder = path.join(srcdir, 'tests/gtp', game);
  return fs.readdirSync(folder).filter((name) => name.endsWith('.gtp') && name !== HERE && !SLOW.includes(name)).sort().map((name) => {
    const commands = fs.readFileSync(path.join(folder, name), 'utf8').split('\n').filter((line) => line.startsWith('> ')).map((line) => line.slice(2));
    const begin = [`set_game ${game}`, 'set_random_seed 7', 'set_option nodes 100'];
    return { name: `${game}/${name}`, lines: [...begin, ...commands.filter((line) => !APART.test(line))] };
  });
}

// A player of each game against itself, by every level.
function games() {
  return GAMES.flatMap((game) => ['easy', 'hard', 'optimal'].map((level) => {
    const begin = [`set_game ${game}`, ...(game === 'go' ? ['boardsize 9'] : []), 'set_random_seed 3', 'set_option nodes 150', `level ${level}`];
    const plies = Array.from({ length: 12 }, () => 'genmove').flatMap((word, index) => `${word} ${{ qttt: 'xo', draughts: 'wb', go: 'bw' }[game][index % 2]}`);
    return { name: `${game} by ${level}`, lines: [...begin, ...plies, 'evaluate 3', 'hint', 'get_position'] };
  }));
}

// Without the endgame tables that somebody may have built here: the page has none.
function native(lines) {
  const env = { ...process.env, XDG_CACHE_HOME: path.join(builddir, 'tests/none') };
  return execFileSync(path.join(builddir, 'ternion'), [], { input: `${lines.join('\n')}\n`, encoding: 'utf8', env });
}

function main() {
  const { Engine } = new Function(`${fs.readFileSync(path.join(srcdir, 'web/wasm/engine.js'), 'utf8')}; return { Engine };`)();
  const compiled = new WebAssembly.Module(fs.readFileSync(path.join(builddir, 'ternion.wasm')));
  let said = '';
  const engine = new Engine(compiled, { write: (text) => { said += text; }, say: () => {}, keep: () => {}, set_timer: () => {} });
  const compare = ({ name, lines }) => {
    said = '';
    const handle = engine.calls.engine_open();
    for (const line of lines) engine.say('engine_line', handle, line);
    engine.calls.engine_close(handle);
    return said === native(lines) ? [] : [`${name}: ${first(native(lines), said)}`];
  };
  for (const game of GAMES) ok(dialogues(game).flatMap(compare), `the dialogues of ${game}`);
  ok(games().flatMap(compare), 'the same seed and nodes give the same plies');
  said = '';
  engine.calls.bench();
  ok(said === fs.readFileSync(path.join(srcdir, 'tests/run/bench.expected'), 'utf8') ? [] : [said], 'the signature of play');
  done();
}

// The first line in which two texts differ.
function first(wanted, got) {
  const [a, b] = [wanted.split('\n'), got.split('\n')];
  const at = a.findIndex((line, index) => line !== b[index]);
  return `line ${at + 1}: natively "${a[at]}", in WebAssembly "${b[at]}"`;
}

try {
  main();
} catch (error) {
  bailOut(error);
}
