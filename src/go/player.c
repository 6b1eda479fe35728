/* The player: the search, the opening book, and when to pass or resign. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "book.h"
#include "go.h"
#include "judge.h"
#include "mcts.h"
#include "tactics.h"

enum { OPTION_THREADS, OPTION_MEMORY, OPTION_RESIGN, OPTION_BOOK, OPTION_NET, OPTION_COUNT };

static const struct player_option options[] = {
    [OPTION_THREADS] = {"threads", "threads of the search", 1, 64, 1, false},
    [OPTION_MEMORY] = {"memory", "megabytes for the tree", 2, PLAYER_MEGABYTES(16384), 256, true},
    [OPTION_RESIGN] = {"resign", "percent: resigns below this chance to win, 0 for never", 0, 50, 7,
                       false},
    [OPTION_BOOK] = {"book", "1: plays first moves from its opening book, 0: does not", 0, 1, 1,
                     false},
    [OPTION_NET] = {"net", "1: asks its network on 9x9 to 15x15, 0: does not", 0, 1, 1, false},
    {0}};

/* Fewer simulations say too little to resign, or to call a game finished. */
enum { SURE_SIMULATIONS = 100, PASS_SEARCH_MEGABYTES = 4 };
/* Simulations of a search that proves a pass safe: half those of the move. */
enum { PROOF_LEAST = 4 * SURE_SIMULATIONS, PROOF_MOST = 10000 };

struct go_memory {
    struct go_search *search;
    struct go_search *pass_search; /* for what follows a pass; NULL until needed */
    struct go_book *book;
    int threads;
    double resign;
    bool by_book, by_net;
    bool settled; /* whether the last search left hardly anything open: a pass is near */
    /* The last search, for explain. */
    uint64_t key;
    uint64_t simulations;
    struct go_candidate best;
};

/* Where the results of a search are reported to. */
struct go_report {
    report_fn *report;
    void *context;
    int points;
};

/* For both searches; the second one is told when it is made. */
static void set_net(struct go_memory *m, bool use) {
    m->by_net = use;
    go_search_set_net(m->search, use);
    if (m->pass_search != NULL)
        go_search_set_net(m->pass_search, use);
}

static void option_set(void *memory, int which, long value) {
    struct go_memory *m = memory;
    if (which == OPTION_THREADS)
        m->threads = (int)value;
    else if (which == OPTION_MEMORY)
        go_search_resize(m->search, (size_t)value);
    else if (which == OPTION_RESIGN)
        m->resign = (double)value / 100;
    else if (which == OPTION_BOOK)
        m->by_book = value != 0;
    else if (which == OPTION_NET)
        set_net(m, value != 0);
}

static void *memory_open(const struct game *game, const long *values) {
    (void)game;
    struct go_memory *m = memory_new(1, sizeof *m);
    m->search = go_search_new((size_t)values[OPTION_MEMORY]);
    m->book = go_book_new();
    m->threads = (int)values[OPTION_THREADS];
    m->resign = (double)values[OPTION_RESIGN] / 100;
    m->by_book = values[OPTION_BOOK] != 0;
    set_net(m, values[OPTION_NET] != 0);
    return m;
}

static void memory_close(void *memory) {
    struct go_memory *m = memory;
    go_search_free(m->search);
    if (m->pass_search != NULL)
        go_search_free(m->pass_search);
    go_book_free(m->book);
    free(m);
}

static void memory_forget(void *memory) {
    struct go_memory *m = memory;
    go_search_forget(m->search);
    m->simulations = 0;
    m->settled = false;
}

static void result_report(void *context, const struct go_search_result *result) {
    const struct go_report *target = context;
    struct variation *best = memory_new(result->count + 1, sizeof *best);
    for (size_t i = 0; i < result->count; i++) {
        const struct go_candidate *candidate = &result->best[i];
        best[i] = (struct variation){.line = candidate->line,
                                     .line_visits = candidate->line_visits,
                                     .length = (size_t)candidate->length,
                                     .winrate = candidate->winrate,
                                     .sampled = true,
                                     .score = candidate->score,
                                     .spread = candidate->spread,
                                     .distance = -1,
                                     .visits = candidate->visits,
                                     .prior = candidate->prior,
                                     .ownership = candidate->ownership};
    }
    struct variation root = {.winrate = result->winrate,
                             .sampled = true,
                             .score = result->score,
                             .spread = result->spread,
                             .distance = -1,
                             .visits = result->visits,
                             .prior = -1};
    target->report(target->context, &(struct report){.best = best,
                                                     .count = result->count,
                                                     .nodes = result->simulations,
                                                     .root = &root,
                                                     .policy = result->policy,
                                                     .ownership = result->ownership,
                                                     .points = (size_t)target->points});
    free(best);
}

/* Whether nearly all simulations agree on the owner of a point. */
static bool is_sure(float ownership) {
    return fabsf(ownership) >= 0.85f;
}

/* Whether the simulations agree on every point, with the same owners as `before` if given. (The
 * side to play has changed since then, and with it the sign.) */
static bool is_settled(const struct go_search_result *result, const struct go_board *board,
                       const float *before) {
    for (int n = 0; n < board->size * board->size; n++)
        if (!is_sure(result->ownership[n]) ||
            (before != NULL && (result->ownership[n] > 0) == (before[n] > 0)))
            return false;
    return result->simulations >= SURE_SIMULATIONS;
}

/* Whether the side to play wins by the score if the game stops here. */
static bool is_won(const struct go_state *state, const struct limits *limits) {
    struct marks marks = {0};
    if (state->rules != GO_TROMP_TAYLOR)
        go_judge(&state->board, limits, &marks);
    return go_score(state, &marks).winner == state->to_play;
}

/* A position that the game may stop at, and what is to be found out about it. */
struct pass_proof {
    struct go_memory *m;
    const struct go_state *state;
    const struct past *past;
    const struct limits *limits;
    const struct go_search_result *found; /* by the search for a move */
    uint64_t nodes;                       /* for one more search */
    double keep;                          /* points ahead that a pass must keep */
    bool won;                             /* the side to play, if the game stops here */
    double slack; /* where points are left that belong to nobody, counts may differ by one */
};

/* A count that is so far from what the search expects is that of an open position. */
static const double OPEN_POINTS = 5;

static struct pass_proof proof_begin(struct go_memory *m, const struct go_state *state,
                                     const struct past *past, const struct limits *limits,
                                     const struct go_search_result *found) {
    struct pass_proof proof = {.m = m,
                               .state = state,
                               .past = past,
                               .limits = limits,
                               .found = found,
                               .nodes = found->simulations / 2};
    struct marks marks = {0};
    unsigned char owner[MARKS_POINTS];
    if (state->rules != GO_TROMP_TAYLOR)
        go_judge(&state->board, limits, &marks);
    struct result result = go_score(state, &marks);
    proof.won = result.winner == state->to_play;
    proof.keep = proof.won ? result.margin : -result.margin;
    if (state->rules != GO_TROMP_TAYLOR && fabs(proof.keep - found->score) > OPEN_POINTS)
        proof.keep = found->score;
    go_territory(state, &marks, owner);
    for (int n = 0; n < state->board.size * state->board.size; n++)
        if (owner[n] == GO_EMPTY && state->rules == GO_JAPANESE)
            proof.slack = 1;
    if (proof.nodes < PROOF_LEAST)
        proof.nodes = PROOF_LEAST;
    if (proof.nodes > PROOF_MOST)
        proof.nodes = PROOF_MOST;
    return proof;
}

/* Searches the present position, or that after a pass, with a komi raised for the side to play. If
 * `points`, without the network's value, which has not learned what single points are worth. */
static const struct go_search_result *proof_search(const struct pass_proof *proof, bool pass,
                                                   double raise, bool points) {
    struct go_memory *m = proof->m;
    struct go_state position = *proof->state;
    struct past longer = {.keys = memory_grow(NULL, proof->past->count + 1, sizeof *longer.keys),
                          .count = proof->past->count};
    uint64_t *keys = (uint64_t *)longer.keys;
    if (proof->past->count > 0)
        memcpy(keys, proof->past->keys, proof->past->count * sizeof *keys);
    struct go_tuning tuning;
    position.komi += position.to_play == GO_BLACK ? raise : -raise;
    go_tuning_init(&tuning, position.board.size);
    if (points)
        tuning.value_weight = position.handicap = 0;
    if (pass) {
        keys[longer.count++] = go_key(&position);
        go_play(&position, GO_PASS);
    }
    struct limits few = *proof->limits;
    few.nodes = proof->nodes;
    few.endless = true;
    few.avoid_count = 0;
    few.owners = false;
    if (m->pass_search == NULL) {
        m->pass_search = go_search_new(PASS_SEARCH_MEGABYTES);
        go_search_set_net(m->pass_search, m->by_net);
    }
    go_search_tune(m->pass_search, &tuning);
    go_search_forget(m->pass_search);
    const struct go_search_result *result =
        go_search_run(m->pass_search, &position, &longer, &few, 1, NULL, NULL);
    free(keys);
    return result;
}

/* Whether the chosen stone fills a point whose owner is certain, which costs a point under
 * territory rules. */
static bool is_filling(const struct go_state *state, const struct go_search_result *result,
                       move chosen) {
    int number = go_board_number(&state->board, (int)chosen);
    return state->rules == GO_JAPANESE && is_sure(result->ownership[number]) &&
           result->simulations >= SURE_SIMULATIONS;
}

/* The best stone that is not left out; NULL if there is only a pass. */
static const struct go_candidate *best_stone(const struct go_search_result *result) {
    for (size_t i = 0; i < result->count; i++)
        if (result->best[i].line[0] != GO_PASS)
            return &result->best[i];
    return NULL;
}

/* How sure the simulations must be that a pass costs nothing, and by how much a stone must be
 * better. */
static const double SAFE_PASS = 0.8, BETTER_STONE = 0.3;

/* The stone to play instead of a pass that costs a point which a stone keeps, or GO_PASS. With the
 * komi of these searches a point less loses the game: it is all that matters, however clear the
 * game is. */
static move keeping_stone(const struct pass_proof *proof) {
    double raise = proof->keep - proof->slack - 0.5;
    const struct go_search_result *result = proof_search(proof, true, raise, true);
    double kept = result->count > 0 ? 1 - result->best[0].winrate : 1;
    if (result->simulations < SURE_SIMULATIONS || kept >= SAFE_PASS)
        return GO_PASS;
    result = proof_search(proof, false, raise, true);
    const struct go_candidate *stone = best_stone(result);
    bool better = stone != NULL && stone->winrate > kept + BETTER_STONE &&
                  result->simulations >= SURE_SIMULATIONS;
    return better ? stone->line[0] : GO_PASS;
}

/* Whether the other side gains nothing by moving twice in a row, so that the chosen stone is not
 * needed. If a pass stops the game, the score must be a win. */
static bool is_needless(const struct pass_proof *proof, const struct go_search_result *after) {
    const struct go_search_result *found = proof->found;
    return after->count > 0 && after->simulations >= SURE_SIMULATIONS &&
           1 - after->best[0].winrate > found->best[0].winrate - 0.05 &&
           -after->score > found->score - 2 && (proof->state->passes != 1 || proof->won);
}

/* Whether to pass though there is a move to play: only if every point is settled, whichever side
 * moves. That the game is won as it stands is not enough: by area a stone inside costs nothing,
 * while a group that is not quite alive costs the game. If all stones count as alive, dead ones
 * must be captured first. Under territory rules a stone inside costs a point, so a stone that is
 * not needed is not played even if something else, such as a seki, is still open. */
static bool is_finished(const struct pass_proof *proof) {
    const struct go_state *state = proof->state;
    const struct go_search_result *found = proof->found;
    /* While there is dynamic komi the game is young, however sure the simulations are of its loss.
     */
    if (state->handicap > 0 && found->score < 0 &&
        2 * state->board.empty_count > state->board.size * state->board.size)
        return false;
    bool settled = is_settled(found, &state->board, NULL);
    if (settled && state->rules == GO_TROMP_TAYLOR && !proof->won)
        return false;
    const struct go_search_result *after = proof_search(proof, true, 0, false);
    return settled ? is_settled(after, &state->board, found->ownership) : is_needless(proof, after);
}

/* A move that saves own stones in atari which the simulations count as alive, or GO_NO_POINT. Most
 * simulations play it in time, in a ko for instance; after a pass there is no such time. */
static int saving_move(const struct go_state *state, const struct past *past,
                       const struct go_search_result *result) {
    const struct go_board *board = &state->board;
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        if (go_board_colour(board, p) != state->to_play || result->ownership[n] < 0 ||
            !go_board_in_atari(board, p))
            continue;
        int at = go_board_last_liberty(board, p);
        if (go_check(state, past, state->to_play, at) == GO_LEGAL &&
            !go_tactics_is_bad_self_atari(board, state->to_play, at))
            return at;
    }
    return GO_NO_POINT;
}

/* The best move that is not a pass. */
static move move_instead_of_pass(const struct go_search_result *result) {
    const struct go_candidate *stone = best_stone(result);
    return stone != NULL ? stone->line[0] : GO_PASS;
}

/* The best move, a pass that wins, or resignation. */
static struct choice choose(const struct go_memory *m, const struct go_state *state,
                            const struct limits *limits, const struct go_search_result *result) {
    const struct go_candidate *best = &result->best[0];
    if (result->count == 0)
        return (struct choice){.m = GO_PASS};
    bool hopeless = best->winrate < m->resign && result->simulations >= SURE_SIMULATIONS;
    bool passes = best->line[0] == GO_PASS, stops = state->passes == 1;
    /* After the enemy's pass another one stops the game: the score decides, not the simulations. */
    bool won = (hopeless || passes) && stops && is_won(state, limits);
    if (hopeless && won)
        return (struct choice){.m = GO_PASS};
    /* Winrates of a handicap game include dynamic komi: the game must be lost without it, too. */
    if (hopeless && (state->handicap == 0 || result->won < m->resign))
        return (struct choice){.resign = true};
    if (passes && stops && !won)
        return (struct choice){.m = move_instead_of_pass(result)};
    return (struct choice){.m = best->line[0]};
}

/* Leaves time for the proof of a pass: little while none is in sight. */
static struct limits limits_shorten(const struct go_memory *m, const struct limits *limits) {
    struct limits most = *limits;
    double now = monotonic_now();
    if (most.deadline > now)
        most.deadline -= (most.deadline - now) / (m->settled ? 2 : 12);
    return most;
}

/* Whether hardly any point is open, so that passes are near. */
static bool is_late(const struct go_search_result *result, const struct go_board *board) {
    int points = board->size * board->size, open = 0;
    for (int n = 0; n < points; n++)
        open += !is_sure(result->ownership[n]);
    return 10 * open <= points;
}

/* A pass, or what there is to do before it. */
static move pass_or_stone(const struct pass_proof *proof) {
    move stone = keeping_stone(proof);
    int saving =
        stone == GO_PASS ? saving_move(proof->state, proof->past, proof->found) : GO_NO_POINT;
    return saving != GO_NO_POINT ? (move)saving : stone;
}

/* Whether the choice is a pass, or might be one if all is settled; then it is proved or mended. */
static struct choice choice_prove(struct go_memory *m, const struct go_state *state,
                                  const struct past *past, const struct limits *limits,
                                  const struct go_search_result *found, struct choice choice) {
    bool passes = !choice.resign && choice.m == GO_PASS;
    if (found->count == 0 || !(passes || is_settled(found, &state->board, NULL) ||
                               (!choice.resign && is_filling(state, found, choice.m))))
        return choice;
    struct pass_proof proof = proof_begin(m, state, past, limits, found);
    if (passes || is_finished(&proof))
        return (struct choice){.m = pass_or_stone(&proof)};
    return choice;
}

static struct choice think(void *memory, const void *state, const struct past *past,
                           const struct limits *limits, report_fn *report, void *context) {
    struct go_memory *m = memory;
    const struct go_state *position = state;
    struct go_report target = {.report = report,
                               .context = context,
                               .points = position->board.size * position->board.size};
    struct limits most = limits_shorten(m, limits);
    const struct go_search_result *result =
        go_search_run(m->search, position, past, &most, m->threads,
                      report != NULL ? result_report : NULL, &target);
    if (report != NULL)
        result_report(&target, result);
    m->key = go_key(position);
    m->simulations = result->simulations;
    if (result->count > 0)
        m->best = result->best[0];
    int known = m->by_book ? go_book_find(m->book, position) : GO_NO_POINT;
    /* The search before was not in vain: its tree serves the next move. */
    if (known != GO_NO_POINT && go_check(position, past, position->to_play, known) == GO_LEGAL)
        return (struct choice){.m = (move)known};
    struct choice choice = choose(m, position, limits, result);
    m->settled = is_late(result, &position->board);
    /* Pondering and analysis never pass for the game's sake. */
    return limits->endless ? choice : choice_prove(m, position, past, limits, result, choice);
}

static void judge(void *memory, const void *state, const struct past *past,
                  const struct limits *limits, struct marks *marks) {
    (void)memory;
    (void)past;
    go_judge(&((const struct go_state *)state)->board, limits, marks);
}

/* Reasons. */

static void text_stones(struct text *text, const char *deed, int stones) {
    text_print(text, "%s %d stone%s", deed, stones, stones == 1 ? "" : "s");
}

/* Says what the move does to the chains around it; false if it does nothing to them. */
static bool deed_tell(const struct go_board *board, int side, int p, struct text *text) {
    int heads[4], liberties[3];
    int taken = 0, saved = 0, attacked = 0;
    int count = go_board_chains(board, p, side_other(side), heads);
    for (int k = 0; k < count; k++) {
        int stones = go_board_stones(board, heads[k]);
        int free_points = go_tactics_liberties(board, heads[k], liberties);
        taken += free_points == 1 ? stones : 0;
        attacked += free_points == 2 ? stones : 0;
    }
    count = go_board_chains(board, p, side, heads);
    for (int k = 0; k < count; k++)
        if (go_board_in_atari(board, heads[k]) &&
            (taken > 0 || go_tactics_escapes(board, heads[k])))
            saved += go_board_stones(board, heads[k]);
    if (taken > 0)
        text_stones(text, "takes", taken);
    if (saved > 0)
        text_stones(text, taken > 0 ? " and saves" : "saves", saved);
    if (taken + saved == 0 && attacked > 0) {
        text_stones(text, "puts", attacked);
        text_put(text, " in atari");
    }
    return taken + saved + attacked > 0;
}

static void explain(void *memory, const void *state, const struct past *past, move chosen,
                    struct text *text) {
    const struct go_memory *m = memory;
    const struct go_state *position = state;
    (void)past;
    if (chosen == GO_PASS) {
        text_put(text, "nothing is left to play for");
        return;
    }
    bool told = deed_tell(&position->board, position->to_play, (int)chosen, text);
    bool known = m->simulations > 0 && m->key == go_key(position) && m->best.line[0] == chosen;
    if (known)
        text_print(text, "%swins with a chance of %.0f %%", told ? "; " : "",
                   100 * m->best.winrate);
    else if (!told)
        text_put(text, "a sound move");
    if (known && m->best.length > 1) {
        struct go_state after = *position;
        go_play(&after, chosen);
        text_put(text, ", mostly against ");
        go_print(&after, m->best.line[1], text);
    }
}

const struct player go_player = {
    .name = "tree",
    .options = options,
    .avoids = true,
    .open = memory_open,
    .close = memory_close,
    .set = option_set,
    .forget = memory_forget,
    .think = think,
    .judge = judge,
    .explain = explain,
};
