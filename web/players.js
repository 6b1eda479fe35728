// How clicks become moves in each game. Legal moves come from the server; here they are only looked
// through. A player has draw(position, view) of its drawing module, a sample to be drawn in the lobby,
// view(state, ui, dots) for the board, and
// click(state, ui, vertex), which answers { ply } or { order } to be sent, { message } to be shown, or
// nothing.
import * as qttt from './boards/qttt.js';
import * as draughts from './boards/draughts.js';
import * as go from './boards/go.js';

// The places that a move names.
export function placesOf(game, move) {
  if (game === 'draughts') return draughts.squaresOf(move);
  const placed = move.includes('@') ? move.split('@')[1] : move;
  return placed.match(/[A-Z]\d+/g) || [];
}

function notYours(state) {
  return state.phase === 'playing' && !state.you.includes(state.toPlay);
}

const quantum = {
  draw: qttt.draw,
  sample: ['3 3 x X1:A1-C3@C3 O2:A1-B2@A1 X3:B2-C3@B2 O4:A3-C1 X5:A2-A3', { bare: true, last: { mark: 'X5', cells: ['A2', 'A3'] } }],
  view(state, ui, dots) {
    const pairs = state.legal.filter((move) => !move.includes('@')).map((move) => move.split('-'));
    const fitting = pairs.filter((pair) => !ui.selected || pair.includes(ui.selected));
    const choices = state.legal.filter((move) => move.includes('@')).map((move) => move.split('@')[1]);
    return {
      legal: dots ? new Set(fitting.flat().filter((cell) => cell !== ui.selected)) : null, choices,
      selected: ui.selected, cycle: ui.cycle, rows: ui.rows, ensemble: ui.ensemble,
    };
  },
  click(state, ui, vertex) {
    if (notYours(state) || state.legal.length === 0) return { ply: vertex };
    const collapse = state.legal.find((move) => move.endsWith(`@${vertex}`));
    if (collapse) return { ply: collapse };
    if (state.legal.includes(vertex) || state.legal[0].includes('@')) return { ply: vertex };
    if (!ui.selected) {
      ui.selected = vertex;
      return { note: 'secondCell' };
    }
    const first = ui.selected;
    ui.selected = null;
    return first === vertex ? { note: 'unselected' } : { ply: `${first} ${vertex}` };
  },
};

const checkers = {
  draw: draughts.draw,
  sample: ['W:W18,22,23,24,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,11,12', { bare: true, look: 'drawn' }],
  paths(state) {
    return state.legal.map((move) => ({ move, squares: draughts.squaresOf(move) }));
  },
  begun(state, path) {
    return this.paths(state).filter(({ squares }) => path.every((square, index) => squares[index] === square));
  },
  view(state, ui, dots) {
    const { path } = ui;
    const next = path.length === 0 ? [] : this.begun(state, path).filter(({ squares }) => squares.length > path.length);
    return {
      path, look: ui.look, flipped: ui.flipped,
      targets: dots ? new Set(next.map(({ squares }) => squares[path.length])) : null,
      movable: dots && path.length === 0 ? new Set(this.paths(state).map(({ squares }) => squares[0])) : null,
    };
  },
  // The first square of a move: a piece of the side to play, put in brackets.
  choose(state, ui, vertex, piece) {
    const again = ui.path[0] === vertex;
    ui.path = [];
    if (!piece) return { message: 'squareEmptyMessage' };
    if (piece.side !== state.toPlay) return { message: 'wrongPieceMessage' };
    if (again) return { note: 'unselected' };
    ui.path = [vertex];
    return { note: 'pieceChosen' };
  },
  click(state, ui, vertex) {
    const column = 'ABCDEFGH'.indexOf(vertex[0]);
    if (!draughts.isDark(column, Number(vertex[1]) - 1)) return { message: 'squareInactiveMessage' };
    if (notYours(state)) return { message: 'notYourTurn' };
    const { path } = ui;
    const piece = draughts.readPosition(state.position).pieces.get(vertex);
    if (path.length === 0 || (piece && path.length === 1 && state.toPlay === piece.side)) return this.choose(state, ui, vertex, piece);
    const longer = [...path, vertex];
    const matching = this.begun(state, longer);
    const whole = matching.find(({ squares }) => squares.length === longer.length);
    if (whole || matching.length === 0) {
      ui.path = [];
      return { ply: whole ? whole.move : longer.join(' ') };
    }
    ui.path = longer;
    return { note: 'captureGoesOn' };
  },
};

const stones = {
  draw: go.draw,
  sample: ['9 ........./........./..X..OO../.....XXO./..X.XO.O./...XO..../..OO..O../........./......... b - 0 0 0 6.5 0', { bare: true }],
  view(state, ui, dots) {
    return { legal: dots ? new Set(state.legal) : null, marks: state.marks };
  },
  // In a stopped game clicks change what is dead: alive, dead, seki, alive ...
  click(state, ui, vertex) {
    if (state.phase !== 'stopped') return { ply: vertex };
    const dead = state.marks && state.marks.dead.includes(vertex);
    const seki = state.marks && state.marks.seki.includes(vertex);
    const next = dead ? 'seki' : seki ? 'alive' : 'dead';
    return { order: `mark ${vertex} ${next}` };
  },
};

export const players = { qttt: quantum, draughts: checkers, go: stones };
