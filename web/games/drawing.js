// What the games' modules share. They turn a position text (as get_position prints it) into SVG
// markup and know how positions are written, not how games are played: legal moves come from the
// server.

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

// Text chosen by people, isolated so that right-to-left writing does not turn the text around it.
export function nameHtml(text) {
  return `<bdi>${escapeText(text)}</bdi>`;
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

// A drawing that shows a position, and in which nothing can be chosen.
export function unreachable(svg) {
  return svg.replace(/ (data-\w+|role|aria-label|tabindex)="[^"]*"/g, '');
}

// A letter or number at the edge, of the same size on the screen whatever the board's size in
// units.
export function edgeLabel(x, y, width, text) {
  const size = width * 0.026;
  return tag('text', {
    class: 'edge', x, y: y + size * 0.36, 'font-size': size, 'text-anchor': 'middle', 'aria-hidden': 'true',
  }, text);
}

// A place that can be chosen with mouse, finger or keyboard. Tab stops at one place of the board
// only (view.cursor); the arrow keys go on from there.
// What is written on it stands beside it in the drawing: its label says the same in words.
export function place(name, view, attributes, label, shapes, ink) {
  return placeParts(name, view, attributes, label, shapes, ink).join('');
}

// The same as two parts, for drawings that have something between the places and what is written
// there.
export function placeParts(name, view, attributes, label, shapes, ink) {
  const active = view.active === true;
  const stop = view.cursor === name ? 0 : -1;
  return [tag('g', {
    ...attributes, 'data-v': name, role: active ? 'button' : 'img', tabindex: active ? stop : null,
    'aria-label': label,
  }, ...shapes), tag('g', { class: 'ink', 'data-ink': name, 'aria-hidden': 'true' }, ...ink)];
}

// The frame inside a square that shows focus, selection and choices.
export function frame(x, y, side, width) {
  return tag('rect', {
    class: 'frame', x: x + width / 2, y: y + width / 2, width: side - width, height: side - width, 'stroke-width': width,
  });
}

// Words for screen readers come from the caller, which knows the language.
export function say(view, key, values) {
  return view.say ? view.say(key, values) : [key, ...Object.values(values || {})].join(' ');
}

export function has(list, name) {
  return Boolean(list) && list.includes(name);
}

// For the tables of games.

// The places that a move names.
export function vertices(move) {
  return move.match(/[A-Z]\d+/g) || [];
}

export function notYours(state) {
  return state.phase === 'playing' && !state.you.includes(state.toPlay);
}

// The button for dots on legal moves, for those who play.
export function legalMoves(game, usual) {
  return { id: 'dots', kept: { key: `dots-${game}`, on: 'on', off: 'off', usual: usual ? 'on' : 'off' }, shown: (state) => state.you.length > 0 };
}

// Adds the styles of games to the document.
export function applyStyles(games) {
  const sheets = Object.values(games).map(({ style }) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    return sheet;
  });
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets];
}
