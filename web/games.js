// The games that the page and the arena's report can draw, one line each. A module of games/
// exports one object with all that is special about its game; everything else asks that object and
// knows no game by name. README.md has the list of its entries.
export { qttt } from './games/qttt.js';
export { draughts } from './games/draughts.js';
export { go } from './games/go.js';
