#include "heavy.h"

#include "playout.h"
#include "tactics.h"

/* How often a habit is followed when it has something to say, of 1024; those not named here always
 * are. */
enum { LADDER_RATE = 820, CAPTURE_RATE = 700, CAUTION_RATE = 1000 };

/* One playout under way. */
struct play {
    struct go_board *board;
    const struct go_habits *habits;
    struct rng *rng;
    int side;
    int taken;        /* stones taken by the last move */
    int last, before; /* the last two moves, or GO_PASS */
};

static inline bool has_habit(const struct play *play, unsigned kind) {
    return (play->habits->kinds & kind) != 0;
}

static inline bool is_used(const struct play *play, unsigned kind, int rate) {
    return has_habit(play, kind) && rng_draw(play->rng, 1024) < rate;
}

static inline bool is_sane(const struct play *play, int p) {
    return go_board_is_legal(play->board, play->side, p) &&
           !go_board_is_eye(play->board, play->side, p) &&
           !go_tactics_throws_away(play->board, play->side, p);
}

/* Stones of the last move that can be taken, own ones it put in atari that can be saved. */
static void atari_find(const struct play *play, struct go_picks *picks) {
    const struct go_board *board = play->board;
    int heads[4];
    if (go_board_in_atari(board, play->last)) {
        int at = go_board_last_liberty(board, play->last);
        if (go_board_is_legal(board, play->side, at) &&
            !go_tactics_throws_away(board, play->side, at))
            go_picks_add(picks, at);
    }
    if (go_board_around(board, play->last, play->side) == 0)
        return;
    int chains = go_board_chains(board, play->last, play->side, heads);
    for (int k = 0; k < chains; k++) {
        if (!go_board_in_atari(board, heads[k]))
            continue;
        go_tactics_counter(board, heads[k], picks);
        if (go_tactics_runs(board, heads[k]))
            go_picks_add(picks, go_board_last_liberty(board, heads[k]));
    }
}

/* Points off the board are counted for both sides, so they can be counted out. */
static inline bool touches_own(const struct play *play, int p) {
    const struct go_board *board = play->board;
    int own = go_board_around(board, p, play->side);
    int other = go_board_around(board, p, 1 - play->side);
    return own > own + other + go_board_free(board, p) - 4;
}

/* Stones were taken to be played into again: the point that decides the space they left. A space
 * that touches both sides is nobody's. Elsewhere the attack is not looked for, as the defence is
 * not either, and groups would die too easily. */
static void vital_find(const struct play *play, struct go_picks *picks) {
    const struct go_board *board = play->board;
    if (play->taken == 0)
        return;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        int n = play->last + go_board_step(board, i);
        if (go_board_colour(board, n) != GO_EMPTY || touches_own(play, n))
            continue;
        int at = go_tactics_vital(board, n);
        if (at != GO_NO_POINT && go_board_is_legal(board, play->side, at))
            go_picks_add(picks, at);
    }
}

/* Liberties that give a chain with two of them a third. */
static void extend_find(const struct play *play, const int liberties[2], struct go_picks *picks) {
    for (int i = 0; i < 2; i++) {
        int stones;
        if (go_board_is_legal(play->board, play->side, liberties[i]) &&
            go_playout_shape(play->board, play->side, liberties[i], &stones) > 2)
            go_picks_add(picks, liberties[i]);
    }
}

static void ladder_find(const struct play *play, struct go_picks *picks) {
    const struct go_board *board = play->board;
    int heads[4], liberties[3], first;
    if (go_tactics_liberties(board, play->last, liberties) == 2 &&
        go_tactics_ladder(board, play->last, &first))
        go_picks_add(picks, first);
    int chains = go_board_chains(board, play->last, play->side, heads);
    for (int k = 0; k < chains; k++) {
        if (go_tactics_liberties(board, heads[k], liberties) != 2 ||
            !go_tactics_ladder(board, heads[k], &first))
            continue;
        go_tactics_counter(board, heads[k], picks);
        extend_find(play, liberties, picks);
    }
}

static void shape_find_around(const struct play *play, int center, struct go_picks *picks) {
    const struct go_board *board = play->board;
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++) {
        int p = center + (i < 4 ? go_board_step(board, i) : go_board_corner(board, i - 4));
        /* Every shape has a stone next to its middle. */
        if (go_board_colour(board, p) == GO_EMPTY && go_board_free(board, p) < 4 &&
            go_shapes_has(play->habits->shapes, go_pattern_code(board, p)) && is_sane(play, p))
            go_picks_add(picks, p);
    }
}

static int pick_one(const struct play *play, const struct go_picks *picks) {
    return picks->at[picks->count == 1 ? 0 : rng_draw(play->rng, picks->count)];
}

/* One of several patterns next to a move just made. */
static int pick_shape(const struct play *play, const struct go_picks *picks) {
    const uint16_t *part = play->habits->appeal->part[play->side];
    int sum[sizeof picks->at / sizeof picks->at[0]];
    int all = 0;
    for (int i = 0; i < picks->count; i++)
        sum[i] = all += part[go_pattern_code(play->board, picks->at[i])];
    int drawn = rng_draw(play->rng, all);
    int i = 0;
    while (sum[i] <= drawn)
        i++;
    return picks->at[i];
}

/* An answer to the last move, or GO_NO_POINT. */
static int answer_find(const struct play *play) {
    struct go_picks picks = {0};
    if (has_habit(play, GO_HABIT_ATARI))
        atari_find(play, &picks);
    if (picks.count == 0 && has_habit(play, GO_HABIT_VITAL))
        vital_find(play, &picks);
    if (picks.count == 0 && is_used(play, GO_HABIT_LADDER, LADDER_RATE))
        ladder_find(play, &picks);
    if (picks.count == 0 && has_habit(play, GO_HABIT_SHAPE)) {
        shape_find_around(play, play->last, &picks);
        if (picks.count == 0 && play->before > GO_PASS)
            shape_find_around(play, play->before, &picks);
        if (picks.count > 1 && has_habit(play, GO_HABIT_APPEAL))
            return pick_shape(play, &picks);
    }
    return picks.count > 0 ? pick_one(play, &picks) : GO_NO_POINT;
}

/* An enemy chain in atari next to one of a few points drawn at random. */
static int capture_find(const struct play *play) {
    const struct go_board *board = play->board;
    for (int tries = 0; tries < 4; tries++) {
        int p = board->empty[rng_draw(play->rng, board->empty_count)];
        if (go_board_around(board, p, 1 - play->side) == 0)
            continue;
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++) {
            int n = p + go_board_step(board, i);
            if (go_board_colour(board, n) == 1 - play->side && go_board_in_atari(board, n) &&
                go_board_is_legal(board, play->side, p) &&
                !go_tactics_throws_away(board, play->side, p))
                return p;
        }
    }
    return GO_NO_POINT;
}

static bool is_waste(const struct play *play, int p) {
    if (has_habit(play, GO_HABIT_WARY))
        return go_tactics_wastes(play->board, play->side, p);
    return go_tactics_throws_away(play->board, play->side, p);
}

static bool is_sensible(const struct play *play, int p, bool cautious) {
    return go_board_is_legal(play->board, play->side, p) &&
           !go_board_is_eye(play->board, play->side, p) && !(cautious && is_waste(play, p));
}

/* A move by chance. Those on the bare edge wait until there are no others. */
static int any_move(const struct play *play) {
    struct go_board *board = play->board;
    bool cautious = is_used(play, GO_HABIT_CAUTION, CAUTION_RATE);
    bool inland = has_habit(play, GO_HABIT_INLAND);
    int late = GO_PASS;
    for (int range = board->empty_count; range > 0; range--) {
        int slot = rng_draw(play->rng, range);
        int p = board->empty[slot];
        bool bare = inland && go_pattern_is_bare_edge(go_pattern_code(board, p));
        if ((!bare || late == GO_PASS) && is_sensible(play, p, cautious)) {
            if (!bare)
                return p;
            late = p;
        }
        go_board_empty_swap(board, slot, range - 1);
    }
    return late;
}

static int heavy_move(const struct play *play) {
    int p = GO_NO_POINT;
    if (play->last > GO_PASS)
        p = answer_find(play);
    if (p == GO_NO_POINT && play->board->empty_count > 0 &&
        is_used(play, GO_HABIT_CAPTURE, CAPTURE_RATE))
        p = capture_find(play);
    return p != GO_NO_POINT ? p : any_move(play);
}

static int line_back(const struct go_line *line, int back) {
    return line->count >= back ? line->at[line->count - back] : GO_PASS;
}

void go_heavy_playout(struct go_board *board, int side, int taken, const struct go_habits *habits,
                      struct rng *rng, struct go_line *line) {
    struct play play = {.board = board, .habits = habits, .rng = rng, .side = side, .taken = taken};
    play.last = line_back(line, 1);
    play.before = line_back(line, 2);
    int passes = 0;
    int left = 3 * board->size * board->size;
    for (; left > 0 && passes < 2 && line->count < GO_LINE; left--) {
        int p = heavy_move(&play);
        if (p == GO_PASS) {
            go_board_pass(board);
            play.taken = 0;
            passes++;
        } else {
            play.taken = go_board_play(board, play.side, p);
            passes = 0;
        }
        line->at[line->count++] = (uint16_t)p;
        play.before = play.last;
        play.last = p;
        play.side = 1 - play.side;
    }
}
