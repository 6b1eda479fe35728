// A server for one person, in a Worker. Comes after engine.js in one script. Told once
// { wasm, games, enter }: the module as bytes or compiled, the games as they were kept, the oldest
// first, and the game to be in again; then every message is a line of the person's. Tells
// { ready: module } once, { say }, { keep: [id, game] }, and { busy } before and after a thought
// that cannot be interrupted.
'use strict';

const THINK = 1; // seconds for a bot without a clock, and for advice
let engine = null;
let local = 0;
let timer = null;
let waiting = false;

function told(message) {
  postMessage(message);
}

// Lines that have come meanwhile go first: they may make the work unnecessary.
function workLater() {
  if (waiting || !engine.calls.local_has_work(local)) return;
  waiting = true;
  setTimeout(work, 0);
}

function work() {
  waiting = false;
  if (!engine.calls.local_has_work(local)) return;
  const busy = !engine.calls.local_is_sliced(local);
  if (busy) told({ busy: true });
  engine.calls.local_work(local);
  if (busy) told({ busy: false });
  workLater();
}

function tick() {
  engine.calls.local_tick(local);
  workLater();
}

const host = {
  write: () => {},
  say: (text) => told({ say: text }),
  keep: (id, game) => told({ keep: [id, game === '' ? null : game] }),
  set_timer: (when) => {
    clearTimeout(timer);
    if (Number.isFinite(when)) timer = setTimeout(tick, Math.max(0, Math.ceil(when * 1000 - performance.now())));
  },
};

async function begin({ wasm, games, enter }) {
  const compiled = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
  engine = new Engine(compiled, host);
  told({ ready: compiled });
  local = engine.calls.local_open(THINK);
  for (const game of games) engine.say('local_recall', local, game);
  if (enter) engine.say('local_enter', local, enter);
  setInterval(tick, 1000);
  workLater();
}

// Lines that come while the module is compiled wait for it.
let ready = null;
onmessage = async ({ data }) => {
  if (ready === null) {
    ready = begin(data);
    return;
  }
  await ready;
  engine.say('local_line', local, data);
  workLater();
};
