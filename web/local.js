// Where there is no server: one for this person alone (src/local) in a Worker, which net.js holds
// like the socket of a server. Games are kept by the browser.
import { forget, keep, recall } from './memory.js';

export const isLocal = document.documentElement.dataset.backend === 'local';

// Orders that change nothing wait for the end of a thought; any other stops it.
const PATIENT = ['ask', 'chat', 'evaluate', 'games', 'help', 'hint', 'list', 'name', 'ping', 'position', 'preview', 'puzzle', 'record', 'review', 'show', 'state', 'study'];

// The games, the one that was changed last at the end.

function gameIds() {
  return JSON.parse(recall('games') || '[]');
}

function keepGame(id, game) {
  const others = gameIds().filter((other) => other !== id);
  keep('games', JSON.stringify(game === null ? others : [...others, id]));
  if (game !== null) keep(`game-${id}`, game);
  else for (const key of ['game', 'seat']) forget(`${key}-${id}`);
}

function keptGames() {
  return gameIds().map((id) => recall(`game-${id}`)).filter((game) => game !== null);
}

// The worker and the module are files beside the page, or stand in it.

function partOf(id) {
  return document.getElementById(id)?.textContent;
}

function newWorker() {
  const script = partOf('worker');
  return new Worker(script ? URL.createObjectURL(new Blob([script], { type: 'text/javascript' })) : 'worker.js');
}

let compiled = null; // by the first worker

async function loadModule() {
  const text = partOf('wasm');
  if (text) return Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  return (await fetch('ternion.wasm')).arrayBuffer();
}

export class LocalSocket extends EventTarget {
  constructor() {
    super();
    this.game = null; // that we are in
    this.unanswered = new Map(); // lines by their ids
    this.begin();
  }

  begin() {
    const worker = newWorker();
    this.worker = worker;
    this.busy = false;
    worker.addEventListener('message', ({ data }) => { if (worker === this.worker) this.hear(data); });
    worker.addEventListener('error', () => { if (worker === this.worker) this.close(); });
    this.begun = Promise.resolve(compiled || loadModule())
      .then((wasm) => worker.postMessage({ wasm, games: keptGames(), enter: this.game }), () => this.close());
  }

  hear({ ready, say, keep: kept, busy }) {
    if (ready) compiled = ready;
    if (kept) keepGame(...kept);
    if (busy !== undefined) this.busy = busy;
    if (say === undefined) return;
    const state = /^! state \{"room":"(\w+)"/.exec(say);
    const reply = /^[=?](\d+)/.exec(say);
    if (state) [, this.game] = state;
    if (reply) this.unanswered.delete(reply[1]);
    if (this.greeted && say.startsWith('! hello')) return; // a worker in the place of another
    this.greeted = true;
    this.dispatchEvent(new MessageEvent('message', { data: say }));
  }

  post(line) {
    const { worker } = this;
    this.begun.then(() => worker.postMessage(line));
  }

  send(line) {
    const [, id, name] = /^(\d*) ?(\w*)/.exec(line);
    if (this.busy && !PATIENT.includes(name)) this.stop();
    if (name === 'leave') this.game = null;
    this.unanswered.set(id, line);
    this.post(line);
  }

  // A thought is stopped by ending the worker. Another one takes its place: with the games as they
  // were kept, in the same game, and with all that was asked and not answered.
  stop() {
    this.worker.terminate();
    this.begin();
    for (const line of this.unanswered.values()) this.post(line);
  }

  close() {
    this.worker.terminate();
    this.worker = null;
    this.dispatchEvent(new Event('close'));
  }
}

// A text as a file of the person's.
export function download(name, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// A page from a web server is there without it the next time.
export function stayOffline() {
  if (isLocal && location.protocol.startsWith('http')) navigator.serviceWorker?.register('service.js');
}
