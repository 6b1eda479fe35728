/* score: the arithmetic of scores that both solvers share; solver.h says what a score is.
 *
 * `longest` is the most plies that a game of the solver's boards can have: no score lies between 0
 * and SOLVER_NARROW - longest, nor between SOLVER_NARROW and SOLVER_WIN - longest. */
#ifndef TERNION_QTTT_SCORE_H
#define TERNION_QTTT_SCORE_H

#include "solver.h"

/* No score yet; the score of a move that is not allowed. */
enum { SCORE_NONE = 127, SCORE_BARRED = -SOLVER_WIN };

/* The same outcome seen one ply earlier. */
static inline int score_later(int score) {
    return score > 0 ? score - 1 : score < 0 ? score + 1 : 0;
}

/* score_later(s) >= bound exactly if s >= score_sooner(bound). */
static inline int score_sooner(int bound) {
    return bound > 0 ? bound + 1 : bound - 1;
}

/* Moves a bound over scores that cannot occur, so that equal questions look equal. `narrow`: both
 * sides could still get a row by one collapse. */
static inline int score_snap(int bound, bool narrow, int longest) {
    if (bound > SOLVER_NARROW && bound <= SOLVER_WIN - longest)
        return SOLVER_NARROW + 1;
    if (bound < -SOLVER_NARROW && bound > longest - SOLVER_WIN)
        return -SOLVER_NARROW;
    if (bound > 0 && bound <= SOLVER_NARROW)
        return !narrow ? SOLVER_NARROW + 1 : bound <= SOLVER_NARROW - longest ? 1 : bound;
    if (bound <= 0 && bound >= -SOLVER_NARROW)
        return !narrow || bound > longest - SOLVER_NARROW ? 0 : bound;
    return bound;
}

/* What is known of a score while null-window tests close in on it from both sides. */
struct score_window {
    int low, high, guess;
    bool distance; /* the whole score is wanted, not its value alone */
};

static inline struct score_window score_window(bool distance) {
    return (struct score_window){.low = -SOLVER_WIN, .high = SOLVER_WIN, .distance = distance};
}

static inline bool score_window_open(const struct score_window *window) {
    return window->distance ? window->low < window->high
                            : solver_value(window->low) < solver_value(window->high);
}

/* The bound to test next. */
static inline int score_window_bound(const struct score_window *window) {
    int guess = window->guess;
    if (guess != window->low)
        return guess;
    if (window->distance)
        return guess + 1;
    return guess < -SOLVER_NARROW ? -SOLVER_NARROW
           : guess < 0            ? 0
           : guess == 0           ? 1
                                  : SOLVER_NARROW + 1;
}

/* What the test of this bound gave: a lower bound of the score, or an upper one. */
static inline void score_window_learn(struct score_window *window, int bound, int score) {
    window->guess = score;
    if (score >= bound)
        window->low = score;
    else
        window->high = score;
}

/* The history heuristic: pairs that were enough rise, pairs that were tried in vain fade. */
static inline void history_learn(uint32_t *weight, bool enough) {
    if (enough)
        *weight += 1024;
    else
        *weight -= *weight >> 4;
}

#endif
