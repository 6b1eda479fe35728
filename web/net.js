// The connection to the server, or to what is in its place: orders with ids and their replies,
// events, and coming back.

// Beats of silence until the server is asked for a sign of life, and until the connection is given
// up.
const ASKS = 2;
const ENOUGH = 5;
const LOST = { good: false, text: '', code: 'page.lost', args: [] };

function readReply(good, text) {
  const coded = good ? null : /\ncode (\S+) (.*)$/.exec(text);
  return coded ? { good, text: text.slice(0, coded.index), code: coded[1], args: JSON.parse(coded[2]) } : { good, text, code: null, args: [] };
}

export class Connection {
  // `dial` makes a socket.
  constructor(dial) {
    this.dial = dial;
    this.next = 1;
    this.waiting = new Map(); // id -> what to do with the reply
    this.listeners = new Map();
    this.delay = 300;
    this.open = false;
    this.socket = null; // none while we wait to come back
    this.silent = 0; // beats since anything was heard
  }

  on(event, listener) {
    this.listeners.set(event, listener);
  }

  emit(event, value) {
    const listener = this.listeners.get(event);
    if (listener) listener(value);
  }

  connect() {
    const socket = this.dial();
    this.socket = socket;
    this.silent = 0;
    socket.addEventListener('message', (message) => {
      if (socket !== this.socket) return; // it was given up
      this.silent = 0;
      this.receive(message.data);
    });
    socket.addEventListener('close', () => { if (socket === this.socket) this.lost(); });
  }

  // A network that goes away may never tell: to be called every few seconds. Beats are counted, not
  // time, so that a page that slept, or whose timers are slowed down, hears what has come meanwhile
  // before it gives up.
  beat() {
    if (!this.socket) return;
    this.silent += 1;
    if (this.silent === ASKS && this.open) this.order('ping');
    if (this.silent < ENOUGH) return;
    const { socket } = this;
    this.lost();
    socket.close();
  }

  // A server that is full takes the connection only to send it away: it counts once it is greeted.
  welcomed() {
    this.open = true;
    this.delay = 300;
    this.emit('up');
  }

  lost() {
    this.open = false;
    this.socket = null;
    for (const resolve of this.waiting.values()) resolve(LOST);
    this.waiting.clear();
    this.emit('down');
    setTimeout(() => this.connect(), this.delay);
    this.delay = Math.min(this.delay * 2, 5000);
  }

  receive(message) {
    if (message.startsWith('! ')) {
      const space = message.indexOf(' ', 2);
      const name = space < 0 ? message.slice(2) : message.slice(2, space);
      if (name === 'hello') this.welcomed();
      this.emit(name, space < 0 ? {} : JSON.parse(message.slice(space + 1)));
      return;
    }
    const match = /^([=?])(\d*) ?([\s\S]*)$/.exec(message);
    if (!match) return;
    const resolve = this.waiting.get(match[2]);
    if (!resolve) return;
    this.waiting.delete(match[2]);
    resolve(readReply(match[1] === '=', match[3]));
  }

  // Sends an order; the promise gets { good, text, code, args }.
  order(text) {
    if (!this.open) return Promise.resolve(LOST);
    const id = String(this.next);
    this.next += 1;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.socket.send(`${id} ${text}`);
    });
  }
}
