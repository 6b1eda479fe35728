// What came of a move in a lesson, judged by the data of its step (README.md). Whatever has to be
// known of the game is asked from the session by `study(moves, question)`: the state after moves,
// or the answer to a question then.

// Whether a pattern fits. What is not there fits none.
function fits(pattern, text) {
  return text !== undefined && new RegExp(pattern).test(text);
}

// `outcome` is { move, code } of a refused move, else { move, state }.
async function meets(wanted, { move, code = null, state }, study) {
  if ((wanted.code || null) !== code) return false;
  if (wanted.move && !fits(`^(${wanted.move})$`, move)) return false;
  if (code !== null) return true;
  const moves = [...state.plies.map(([, made]) => made), ...wanted.then || []];
  const now = wanted.then ? JSON.parse((await study(moves, '')).text) : state;
  if (!Object.entries(wanted.is || {}).every(([member, value]) => now[member] === value)) return false;
  if (wanted.score && !fits(wanted.score, now.marks?.score)) return false;
  for (const [question, pattern] of Object.entries(wanted.ask || {})) {
    if (!fits(pattern, (await study(moves, question)).text)) return false;
  }
  return true;
}

// Whether a move is right, else which of the wrong texts it gets: the end of its key, null if there
// is nothing to add to the words of a refusal.
export async function judge({ goal, wrong = [] }, outcome, study) {
  if (await meets(goal, outcome, study)) return { right: true };
  for (const kind of wrong) if (await meets(kind, outcome, study)) return { right: false, say: kind.say || 'wrong' };
  return { right: false, say: outcome.code ? null : 'wrong' };
}
