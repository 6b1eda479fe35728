// What the parts of the page share: the connection, the game we are in, and how it is looked at.
import * as games from './games.js';
import { Connection } from './net.js';
import { isLocal, LocalSocket } from './local.js';
import * as i18n from './i18n.js';
import { Sounds } from './sounds.js';

export const $ = (id) => document.getElementById(id);
const address = new URL('ws', location.href); // beside the page, which may be in a folder of a site
address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
export const net = new Connection(() => (isLocal ? new LocalSocket() : new WebSocket(address.href)));
export const sounds = new Sounds();

export function freshUi() {
  return {
    cursor: null, // where the keys stand on the board
    on: {}, // toggles that were pressed at this table, by id
    refused: false, // a rematch that we did not want
    moving: false, // the link for another device is shown
    ...freshPosition(),
  };
}

// What is chosen, asked or told about one position, and gone with it.
export function freshPosition() {
  return {
    selected: null, path: [], // on the board
    last: null, previews: {}, preview: null, rows: [], // what the server says of the position
    answers: {}, hint: null, // by the id of a toggle; of the engine
    brief: [], // toggles that a click on the board pressed, by id
    aim: null, // the point at which a finger aims
    question: null, // of the page's own
  };
}

export const page = {
  catalogue: [], // the games as the server lists them
  state: null, // of the game we are in, as the server tells it
  screen: null, // what else is shown in place of the lobby: a lesson, say (screens.js)
  farewell: null, // why the server sent us away, if it did
  ui: freshUi(),
  replay: null, // { ply, position, last } while looking back
  frame: null, // { position, view } of what is shown before the position: how it came about
  positions: new Map(), // by number of plies, for replay; promises of them while they are asked for
  version: 0, // counts changes, so that late answers are not drawn over newer positions
};

// What is said aloud when it changes is left alone while it does not.
export function setText(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

export function message(text, bad) {
  $('message').textContent = text;
  $('message').classList.toggle('bad', bad === true);
  $('message').classList.toggle('echo', bad !== true && text === $('turn').textContent); // once is enough
}

// Sends an order and shows why it was refused.
export async function order(text) {
  const reply = await net.order(text);
  if (!reply.good) {
    message(i18n.refusal(reply), true);
    sounds.play('refused');
  }
  return reply;
}

// The table of the game we are in.
export function gameHere() {
  return games[page.state.game];
}

// A text of the game we are in.
export function say(key, values) {
  return i18n.textOf(page.state.game, key, values);
}

// The same from what its table answers: { text, ...values }, whose side is named.
export function tell(answer) {
  if (!answer) return '';
  const { text, side, ...values } = answer;
  return say(text, side ? { ...values, side: sideName(page.state.game, side) } : values);
}

export function sideName(game, side) {
  return i18n.toldOf(game, `side-${side}`, side);
}

export function moveText(move) {
  return move === 'pass' ? i18n.t('pass') : move;
}

// Levels are words of the person who configured the bot; only the usual ones have a text.
export function levelName(level) {
  return i18n.told(`level-${level}`, level);
}

export function personName(name) {
  return !name || name === 'guest' ? i18n.t('guest') : name;
}

export function seatName(seat) {
  if (seat.kind === 'empty') return i18n.t('waitingFor');
  if (seat.kind === 'bot' && seat.level) return `${seat.name.slice(0, -seat.level.length)}${levelName(seat.level)}`;
  return personName(seat.name);
}

// The position after a number of plies, or null. Asking again before the answer waits for the same
// one.
export async function positionAt(ply) {
  const { state, positions } = page;
  if (ply === state.plies.length) return state.position;
  if (!positions.has(ply)) {
    const answer = net.order(`position ${ply}`).then((reply) => {
      if (!reply.good && positions.get(ply) === answer) positions.delete(ply);
      return reply.good ? reply.text : null;
    });
    positions.set(ply, answer);
  }
  return positions.get(ply);
}
