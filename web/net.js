// The connection to the server: orders with ids and their replies, events, and coming back.

export class Connection {
  constructor(url) {
    this.url = url;
    this.next = 1;
    this.waiting = new Map();
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
    this.socket.addEventListener('open', () => {
      this.open = true;
      this.delay = 300;
      this.emit('up');
    });
    this.socket.addEventListener('message', (message) => this.receive(message.data));
    this.socket.addEventListener('close', () => this.lost());
  }

  lost() {
    this.open = false;
    for (const { resolve } of this.waiting.values()) resolve({ good: false, text: '', code: 'page.lost', args: [] });
    this.waiting.clear();
    this.emit('down');
    setTimeout(() => this.connect(), this.delay);
    this.delay = Math.min(this.delay * 2, 5000);
  }

  receive(message) {
    if (message.startsWith('! ')) {
      const space = message.indexOf(' ', 2);
      const name = space < 0 ? message.slice(2) : message.slice(2, space);
      this.emit(name, space < 0 ? {} : JSON.parse(message.slice(space + 1)));
      return;
    }
    const match = /^([=?])(\d*) ?([\s\S]*)$/.exec(message);
    const entry = match && this.waiting.get(match[2]);
    if (!entry) return;
    this.waiting.delete(match[2]);
    const reply = { good: match[1] === '=', text: match[3], code: null, args: [] };
    const coded = /\ncode (\S+) (.*)$/.exec(reply.text);
    if (!reply.good && coded) {
      reply.text = reply.text.slice(0, coded.index);
      reply.code = coded[1];
      reply.args = JSON.parse(coded[2]);
    }
    entry.resolve(reply);
  }

  // Sends an order; the promise gets { good, text, code, args }.
  order(text) {
    if (!this.open) return Promise.resolve({ good: false, text: '', code: 'page.lost', args: [] });
    const id = String(this.next);
    this.next += 1;
    return new Promise((resolve) => {
      this.waiting.set(id, { resolve });
      this.socket.send(`${id} ${text}`);
    });
  }
}
