// What the three drawing modules share. They turn a position text (as get_position prints it) into
// SVG markup and know how positions are written, not how games are played.

const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

export function vertexName(column, row) {
  return LETTERS[column] + (row + 1);
}

export function vertexAt(name) {
  const column = LETTERS.indexOf(name[0].toUpperCase());
  return { column, row: Number(name.slice(1)) - 1 };
}

export function columnLetter(column) {
  return LETTERS[column];
}

export function escapeText(text) {
  return String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

// An element with attributes; null and false leave an attribute out.
export function tag(name, attributes, ...children) {
  const list = Object.entries(attributes || {})
    .filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([key, value]) => ` ${key}="${escapeText(value)}"`)
    .join('');
  return `<${name}${list}>${children.flat().join('')}</${name}>`;
}

// The outer element: a drawing of width x height units that scales with its place.
export function drawing(kind, width, height, label, ...children) {
  return tag('svg', {
    xmlns: 'http://www.w3.org/2000/svg', class: `board board-${kind}`,
    viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': label,
  }, ...children);
}

// A place that can be chosen with mouse, finger or keyboard.
export function place(name, view, attributes, label, ...children) {
  const active = view.active === true;
  return tag('g', {
    ...attributes, 'data-v': name, role: active ? 'button' : 'img', tabindex: active ? 0 : null,
    'aria-label': label,
  }, ...children);
}

// Words for screen readers come from the caller, which knows the language.
export function say(view, key, values) {
  return view.say ? view.say(key, values) : [key, ...Object.values(values || {})].join(' ');
}
