// The connection to the server: orders with ids and their replies, events, and coming back.

const LOST = { good: false, text: '', code: 'page.lost', args: [] };

function readReply(good, text) {
  const coded = good ? null : /\ncode (\S+) (.*)$/.exec(text);
  return coded ? { good, text: text.slice(0, coded.index), code: coded[1], args: JSON.parse(coded[2]) } : { good, text, code: null, args: [] };
}

export class Connection {
  constructor(url) {
    this.url = url;
    this.next = 1;
    this.waiting = new Map(); // id -> what to do with the reply
    this.listeners = new Map();
    this.delay = 300;
    this.open = false;
  }

  on(event, listener) {
    this.listeners.set(event, listener);
  }

  emit(event, value) {
    const listener = this.listeners.get(event);
    if (listener) listener(value);
  }

  connect() {
    this.socket = new WebSocket(this.url);
    this.socket.addEventListener('message', (message) => this.receive(message.data));
    this.socket.addEventListener('close', () => this.lost());
  }

  // A server that is full takes the connection only to send it away: it counts once it is greeted.
  welcomed() {
    this.open = true;
    this.delay = 300;
    this.emit('up');
  }

  lost() {
    this.open = false;
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
