// All texts of the page, in one language at a time. Files: i18n/en.json, pl.json, ru.json; a game's
// English texts are in its module, and the other languages have theirs under `games`.
import * as games from './games.js';
import { recall } from './memory.js';

export const LANGUAGES = ['en', 'pl', 'ru'];
const loaded = new Map();
let current = null;
let name = 'en'; // of the present one

export function chosenByHand() {
  return recall('language');
}

export function preferred() {
  for (const wish of navigator.languages || [navigator.language || 'en']) {
    const short = wish.slice(0, 2);
    if (LANGUAGES.includes(short)) return short;
  }
  return 'en';
}

export function language() {
  return name;
}

// A page in one file has its texts in it.
async function load(wanted) {
  if (!loaded.has(wanted)) {
    const here = document.getElementById(`i18n-${wanted}`);
    loaded.set(wanted, here ? JSON.parse(here.textContent) : await (await fetch(`i18n/${wanted}.json`)).json());
  }
  return loaded.get(wanted);
}

export async function use(wanted) {
  await load('en');
  current = await load(wanted);
  name = wanted;
  document.documentElement.lang = wanted;
}

function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (all, key) => (values && values[key] !== undefined ? values[key] : all));
}

function find(key) {
  const english = loaded.get('en') || { texts: {} };
  return (current && current.texts[key]) || english.texts[key];
}

// The text of a key; what a language lacks is said in English.
export function t(key, values) {
  return fill(find(key) || key, values);
}

// The text of a key that is made from a word of somebody else's, or that word itself.
export function told(key, instead, values) {
  return fill(find(key) || instead, values);
}

function findOf(game, key) {
  return current?.games?.[game]?.[key] || games[game]?.texts[key] || find(key);
}

// The same for a text of a game, which goes before one of the page.
export function textOf(game, key, values) {
  return toldOf(game, key, key, values);
}

export function toldOf(game, key, instead, values) {
  return fill(findOf(game, key) || instead, values);
}

// A text of the lesson of a game in this language; English is in the lesson.
export function ofLesson(game, key) {
  return current?.lessons?.[game]?.[key];
}

// A word of the protocol in this language if there is one (colours, requests).
export function word(text) {
  return told(`word-${text}`, text);
}

// A refusal in this language from its code, else the server's own English words.
export function refusal(reply) {
  const template = current && reply.code && current.errors[reply.code];
  if (!template) return reply.text;
  return fill(template, Object.fromEntries(reply.args.map((argument, index) => [index, word(argument)])));
}
