#include "puzzle.h"

#include "../core/rng.h"
#include "eval.h"

const char *const draughts_puzzle_kinds[DRAUGHTS_PUZZLE_KINDS] = {"win", "draw"};

enum {
    PIECES_LEAST = 3,
    MOVES_LEAST = 3,
    /* At most one move in so many may solve a puzzle. */
    MOVES_PER_SOLUTION = 3
};

/* Drawing positions. */

static void place_piece(struct draughts *d, int side, struct rng *rng) {
    bool king = rng_draw(rng, 2) == 1;
    uint64_t room = draughts_empty(&d->board) & ~(king ? 0 : draughts_crown_row(side));
    uint64_t bit;
    do {
        bit = draughts_bit(draughts_square_numbered(1 + rng_draw(rng, DRAUGHTS_SQUARES)));
    } while ((room & bit) == 0);
    d->board.side[side] |= bit;
    d->board.kings |= king ? bit : 0;
}

/* White is to play, or the same is turned for black. */
static void position_draw(struct draughts *d, enum draughts_rules rules, struct rng *rng) {
    int pieces = PIECES_LEAST + rng_draw(rng, DRAUGHTS_PUZZLE_PIECES - PIECES_LEAST + 1);
    int white = 1 + rng_draw(rng, pieces - 1);
    *d = (struct draughts){.side = DRAUGHTS_WHITE, .rules = (uint8_t)rules};
    for (int i = 0; i < pieces; i++)
        place_piece(d, i < white ? DRAUGHTS_WHITE : DRAUGHTS_BLACK, rng);
    if (rng_draw(rng, 2) == 1) {
        d->board = draughts_rotated(&d->board);
        d->side = DRAUGHTS_BLACK;
    }
}

uint64_t draughts_puzzle_key(const struct draughts *d) {
    struct draughts up = *d;
    if (d->side == DRAUGHTS_BLACK)
        up.board = draughts_rotated(&d->board);
    up.side = DRAUGHTS_WHITE;
    return draughts_key(&up);
}

/* What the tables say. */

static int value_of(int byte) {
    return byte == DRAUGHTS_EGTB_DRAW ? 0 : byte < DRAUGHTS_EGTB_LOSS ? 1 : -1;
}

/* What a move leads to, for the side that makes it. */
struct outcome {
    bool known;
    int value;
    int distance; /* plies to the next capture or crowning, this move included */
};

static struct outcome look_behind(struct draughts_egtb *egtb, const struct draughts *d, move m) {
    struct draughts next = *d;
    draughts_play(&next, m);
    int byte = draughts_egtb_probe(egtb, &next.board, next.side);
    if (byte == DRAUGHTS_EGTB_UNKNOWN)
        return (struct outcome){0};
    bool crowned = draughts_size(next.board.kings) > draughts_size(d->board.kings);
    return (struct outcome){.known = true,
                            .value = -value_of(byte),
                            .distance = draughts_jumps(m) != 0 || crowned ? 1
                                        : byte < DRAUGHTS_EGTB_LOSS
                                            ? 1 + byte
                                            : 1 + byte - DRAUGHTS_EGTB_LOSS};
}

static bool is_better(const struct outcome *a, const struct outcome *b) {
    if (a->value != b->value)
        return a->value > b->value;
    return a->value > 0 ? a->distance < b->distance : a->value < 0 && a->distance > b->distance;
}

/* The winner makes haste, the loser holds out; a draw is kept. MOVE_NONE: there is no move, or
 * *missing, because the tables do not have all that was asked. */
static move best_reply(struct draughts_egtb *egtb, const struct draughts *d, bool *missing) {
    move list[DRAUGHTS_MOVES], best = MOVE_NONE;
    struct outcome reached = {0};
    size_t count = draughts_sorted(d, list);
    for (size_t i = 0; i < count; i++) {
        struct outcome outcome = look_behind(egtb, d, list[i]);
        if (!outcome.known) {
            *missing = true;
            return MOVE_NONE;
        }
        if (i == 0 || is_better(&outcome, &reached)) {
            best = list[i];
            reached = outcome;
        }
    }
    return best;
}

enum verdict { VERDICT_UNKNOWN, VERDICT_UNFIT, VERDICT_FIT };

/* The line that begins with a move whose value is known; unfit if it is too long. */
static enum verdict line_make(struct draughts_puzzle_move *entry, struct draughts_egtb *egtb,
                              const struct draughts *from, move m) {
    struct draughts d = *from;
    bool missing = false;
    int most = entry->value == 0 ? 2 : DRAUGHTS_PUZZLE_PLIES;
    for (entry->length = 0; m != MOVE_NONE && entry->length < most;) {
        entry->line[entry->length++] = m;
        draughts_play(&d, m);
        m = best_reply(egtb, &d, &missing);
    }
    if (missing)
        return VERDICT_UNKNOWN;
    return m == MOVE_NONE || entry->value == 0 ? VERDICT_FIT : VERDICT_UNFIT;
}

/* What makes a position a puzzle. */

/* Fewest plies to a win first, most to a loss. */
static bool comes_first(const struct draughts_puzzle_move *a,
                        const struct draughts_puzzle_move *b) {
    if (a->value != b->value)
        return a->value > b->value;
    return a->value > 0 ? a->length < b->length : a->length > b->length;
}

static void moves_add_sorted(struct draughts_puzzle *puzzle,
                             const struct draughts_puzzle_move *entry) {
    int i = puzzle->count++;
    for (; i > 0 && comes_first(entry, &puzzle->moves[i - 1]); i--)
        puzzle->moves[i] = puzzle->moves[i - 1];
    puzzle->moves[i] = *entry;
}

/* Whether few moves reach the goal; counts them. */
static enum verdict moves_puzzle(struct draughts_puzzle *puzzle, struct draughts_egtb *egtb,
                                 const move *list, size_t count) {
    int goal = puzzle->kind == DRAUGHTS_PUZZLE_WIN ? 1 : 0;
    puzzle->solutions = 0;
    for (size_t i = 0; i < count; i++) {
        struct outcome outcome = look_behind(egtb, &puzzle->position, list[i]);
        if (!outcome.known)
            return VERDICT_UNKNOWN;
        if (outcome.value > goal)
            return VERDICT_UNFIT;
        puzzle->solutions += outcome.value == goal;
    }
    bool few = puzzle->solutions * MOVES_PER_SOLUTION <= (int)count;
    return puzzle->solutions > 0 && few ? VERDICT_FIT : VERDICT_UNFIT;
}

static enum verdict position_puzzles(struct draughts_puzzle *puzzle, struct draughts_egtb *egtb) {
    const struct draughts *d = &puzzle->position;
    move list[DRAUGHTS_MOVES];
    if (draughts_jumpers(&d->board, d->side) != 0)
        return VERDICT_UNFIT;
    size_t count = draughts_sorted(d, list);
    if (count < MOVES_LEAST)
        return VERDICT_UNFIT;
    enum verdict verdict = moves_puzzle(puzzle, egtb, list, count);
    puzzle->count = 0;
    for (size_t i = 0; i < count && verdict == VERDICT_FIT; i++) {
        struct draughts_puzzle_move entry = {.value = look_behind(egtb, d, list[i]).value};
        verdict = line_make(&entry, egtb, d, list[i]);
        moves_add_sorted(puzzle, &entry);
    }
    return verdict;
}

static int puzzle_plies(const struct draughts_puzzle *puzzle) {
    bool won = puzzle->kind == DRAUGHTS_PUZZLE_WIN;
    int from = won ? 0 : puzzle->solutions, to = won ? puzzle->solutions : puzzle->count, most = 0;
    for (int i = from; i < to; i++)
        most = puzzle->moves[i].length > most ? puzzle->moves[i].length : most;
    return most;
}

/* Rare solutions and long games are hard. */
static int puzzle_grade(const struct draughts_puzzle *puzzle) {
    int moves = puzzle->count / puzzle->solutions;
    return 1 + (moves >= 5) + (puzzle->plies > 7) + (puzzle->plies > 13) + (puzzle->plies > 21);
}

bool draughts_puzzle_make(struct draughts_puzzle *puzzle, struct draughts_egtb *egtb,
                          enum draughts_rules rules, enum draughts_puzzle_kind kind,
                          uint64_t seed) {
    struct rng rng;
    enum verdict verdict;
    puzzle->kind = kind;
    rng_seed(&rng, rng_mix(seed) + (uint64_t)kind);
    do {
        /* A class of positions for each seed, so that two seeds never meet in one. */
        do {
            position_draw(&puzzle->position, rules, &rng);
        } while (draughts_puzzle_key(&puzzle->position) % DRAUGHTS_PUZZLE_CLASSES !=
                 seed % DRAUGHTS_PUZZLE_CLASSES);
        verdict = position_puzzles(puzzle, egtb);
    } while (verdict == VERDICT_UNFIT);
    if (verdict == VERDICT_UNKNOWN)
        return false;
    puzzle->plies = puzzle_plies(puzzle);
    puzzle->grade = puzzle_grade(puzzle);
    return true;
}

/* Printing. */

static const char *value_words(int value) {
    return value > 0 ? "win" : value < 0 ? "loss" : "draw";
}

/* "C3-D4: loss after B6-C5 D4xB6". */
static void wrong_print(const struct draughts *d, const struct draughts_puzzle_move *entry,
                        struct text *text) {
    struct draughts at = *d;
    for (int i = 0; i < entry->length; i++) {
        text_put(text, i == 1 ? " after " : " ");
        draughts_print(&at, entry->line[i], text);
        draughts_play(&at, entry->line[i]);
        if (i == 0)
            text_print(text, ": %s", value_words(entry->value));
    }
}

void draughts_puzzle_print(const struct draughts_puzzle *puzzle, struct text *text) {
    const struct draughts *d = &puzzle->position;
    text_print(text, "kind %s\nposition ", draughts_puzzle_kinds[puzzle->kind]);
    draughts_save(d, text);
    text_print(text, "\nto_play %s\ngoal %s\nplies %d\ngrade %d\nsolutions",
               draughts_game.sides[d->side], value_words(puzzle->moves[0].value), puzzle->plies,
               puzzle->grade);
    for (int i = 0; i < puzzle->solutions; i++) {
        text_putc(text, ' ');
        draughts_print(d, puzzle->moves[i].line[0], text);
    }
    for (int i = puzzle->solutions; i < puzzle->count; i++) {
        text_put(text, "\nwrong");
        wrong_print(d, &puzzle->moves[i], text);
    }
}
