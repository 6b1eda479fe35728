// The WebAssembly module in JavaScript: what it needs of a system (a clock, random bytes, a place
// for its last words), and bytes in and out of its memory. A plain script, not a module: the
// worker, the joined file and the tests all have it in front of their own code.
'use strict';

const WASI = { good: 0, badDescriptor: 8, missing: 52 };

// `host` has the functions that the module calls, each with texts in place of pointers and lengths.
class Engine {
  constructor(compiled, host) {
    const system = { ...Object.fromEntries(WebAssembly.Module.imports(compiled).map(({ name }) => [name, () => WASI.missing])), ...this.system() };
    const told = Object.fromEntries(Object.entries(host).map(([name, act]) => [name, (...words) => act(...this.texts(act.length, words))]));
    this.lastWords = '';
    this.instance = new WebAssembly.Instance(compiled, { wasi_snapshot_preview1: system, host: told });
    this.calls = this.instance.exports;
    this.calls._initialize();
  }

  get view() {
    return new DataView(this.calls.memory.buffer);
  }

  // Pointer and length become one text; what is left over stays a number.
  texts(count, words) {
    const found = [];
    for (let i = 0; i < words.length; i += 1) {
      if (words.length - i > count - found.length) { // a pair
        found.push(new TextDecoder().decode(new Uint8Array(this.calls.memory.buffer, words[i], words[i + 1])));
        i += 1;
      } else found.push(words[i]);
    }
    return found;
  }

  // The functions of WASI that are used; all others answer that they are missing.
  system() {
    return {
      clock_time_get: (clock, _, at) => {
        const now = clock === 0 ? Date.now() : performance.now();
        this.view.setBigUint64(at, BigInt(Math.round(now * 1e6)), true);
        return WASI.good;
      },
      random_get: (at, count) => {
        crypto.getRandomValues(new Uint8Array(this.calls.memory.buffer, at, count));
        return WASI.good;
      },
      environ_sizes_get: (count, bytes) => {
        this.view.setUint32(count, 0, true);
        this.view.setUint32(bytes, 0, true);
        return WASI.good;
      },
      environ_get: () => WASI.good,
      fd_prestat_get: () => WASI.badDescriptor, // no folder is open
      fd_write: (_, parts, count, written) => {
        let sum = 0;
        for (let i = 0; i < count; i += 1) {
          const [at, length] = [this.view.getUint32(parts + 8 * i, true), this.view.getUint32(parts + 8 * i + 4, true)];
          this.lastWords += new TextDecoder().decode(new Uint8Array(this.calls.memory.buffer, at, length));
          sum += length;
        }
        this.view.setUint32(written, sum, true);
        return WASI.good;
      },
      proc_exit: () => { throw new Error(this.lastWords || 'the engine has ended'); },
    };
  }

  // Calls a function of the module whose last two arguments are a text.
  say(call, handle, text) {
    const bytes = new TextEncoder().encode(text);
    const at = this.calls.allocate(bytes.length + 1);
    new Uint8Array(this.calls.memory.buffer, at, bytes.length).set(bytes);
    const answer = this.calls[call](handle, at, bytes.length);
    this.calls.release(at);
    return answer;
  }
}
