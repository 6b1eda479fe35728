// How clicks become moves in each game. Legal moves come from the server; here they are only looked
// through. A controller has: start(), view(state, ui) for the drawing module, and click(state, ui,
// vertex), which answers { ply } to be sent, { message } to be shown, or nothing.
import * as qttt from './boards/qttt.js';
import * as draughts from './boards/draughts.js';
import * as go from './boards/go.js';

const quantum = {
  draw: qttt.draw,
  view(state, ui) {
    const legal = new Set();
    for (const move of state.legal) {
      if (!move.includes('@')) move.split('-').forEach((cell) => legal.add(cell));
    }
    const choices = state.legal.filter((move) => move.includes('@')).map((move) => move.split('@')[1]);
    return {
      legal, choices, selected: ui.selected, history: ui.history, cycle: ui.cycle, rows: ui.rows,
      ensemble: ui.ensemble,
    };
  },
  click(state, ui, vertex) {
    const position = qttt.readPosition(state.position);
    const classical = position.marks.some((mark) => mark.settled === vertex);
    if (classical) {
      ui.history = !ui.history;
      return null;
    }
    if (state.legal.length === 0) return { ply: vertex };
    const collapse = state.legal.find((move) => move.endsWith(`@${vertex}`));
    if (collapse) return { ply: collapse };
    if (state.legal.includes(vertex) || state.legal[0].includes('@')) return { ply: vertex };
    if (!ui.selected) {
      ui.selected = vertex;
      return null;
    }
    const first = ui.selected;
    ui.selected = null;
    return first === vertex ? null : { ply: `${first} ${vertex}` };
  },
};

const checkers = {
  draw: draughts.draw,
  paths(state) {
    return state.legal.map((move) => ({ move, squares: draughts.squaresOf(move) }));
  },
  view(state, ui) {
    const path = ui.path || [];
    const targets = new Set();
    for (const { squares } of this.paths(state)) {
      if (path.length > 0 && path.every((square, index) => squares[index] === square) && squares.length > path.length) {
        targets.add(squares[path.length]);
      }
    }
    const movable = new Set(this.paths(state).map(({ squares }) => squares[0]));
    return {
      path, selected: path[0], targets, movable, look: ui.look, flipped: ui.flipped,
      last: ui.last ? draughts.squaresOf(ui.last) : [],
    };
  },
  click(state, ui, vertex) {
    const path = ui.path || [];
    const column = 'ABCDEFGH'.indexOf(vertex[0]);
    if (!draughts.isDark(column, Number(vertex[1]) - 1)) return { message: 'squareInactiveMessage' };
    const own = draughts.readPosition(state.position).pieces.get(vertex);
    if (path.length === 0 || (own && path.length === 1 && state.toPlay === own.side)) {
      ui.path = path[0] === vertex ? [] : [vertex];
      if (!own) {
        ui.path = [];
        return { message: 'squareEmptyMessage' };
      }
      return own.side === state.toPlay ? null : { message: 'wrongPieceMessage', clear: true };
    }
    const longer = [...path, vertex];
    const matching = this.paths(state).filter(({ squares }) => longer.every((square, index) => squares[index] === square));
    const whole = matching.find(({ squares }) => squares.length === longer.length);
    if (whole) {
      ui.path = [];
      return { ply: whole.move };
    }
    if (matching.length > 0) {
      ui.path = longer;
      return null;
    }
    const ends = this.paths(state).filter(({ squares }) => squares[0] === path[0] && squares[squares.length - 1] === vertex);
    ui.path = [];
    return { ply: ends.length === 1 ? ends[0].move : `${path[0]} ${vertex}` };
  },
};

const stones = {
  draw: go.draw,
  view(state, ui) {
    return {
      legal: ui.dots ? new Set(state.legal) : null, marks: state.marks, last: ui.last,
    };
  },
  click(state, ui, vertex) {
    if (state.phase === 'stopped') {
      const dead = state.marks && state.marks.dead.includes(vertex);
      const seki = state.marks && state.marks.seki.includes(vertex);
      const next = dead ? 'seki' : seki ? 'alive' : 'dead';
      return { order: `mark ${vertex} ${next}` };
    }
    return { ply: vertex };
  },
};

export const players = { qttt: quantum, draughts: checkers, go: stones };
