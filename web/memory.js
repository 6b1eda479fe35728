// What the browser remembers for us. If it refuses to store anything, values last as long as the
// page.

const own = new Map();

function storage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

export function recall(key) {
  return own.get(key) ?? storage()?.getItem(key) ?? null;
}

export function keep(key, value) {
  try {
    storage().setItem(key, value);
    own.delete(key);
  } catch {
    own.set(key, value);
  }
}

export function forget(key) {
  own.delete(key);
  storage()?.removeItem(key);
}
