#include "ranking.h"

#include <string.h>

static const struct past no_past;

static bool position_over(const struct qttt *q) {
    return qttt_result(q, &no_past).phase == PHASE_OVER;
}

bool ranking_score(struct solver *solver, const struct qttt *q, move m, const struct limits *limits,
                   int *score) {
    struct qttt after = *q;
    qttt_play(&after, m);
    int side = qttt_to_play(q), theirs;
    if (position_over(&after)) {
        *score = solver_later(solver_final(&after, side));
        return true;
    }
    if (!solver_solve(solver, &after, limits, &theirs))
        return false;
    *score = solver_later(qttt_to_play(&after) == side ? theirs : -theirs);
    return true;
}

/* Whether m leads to a score that is known to be the best one. Asks the solver for one bound only.
 */
static bool move_keeps(struct solver *solver, const struct qttt *q, move m,
                       const struct limits *limits, int score, bool *yes) {
    struct qttt after = *q;
    qttt_play(&after, m);
    int side = qttt_to_play(q);
    if (position_over(&after)) {
        *yes = solver_later(solver_final(&after, side)) == score;
        return true;
    }
    int next = score > 0 ? score + 1 : score < 0 ? score - 1 : 0;
    if (qttt_to_play(&after) == side)
        return solver_reaches(solver, &after, limits, next, yes);
    if (!solver_reaches(solver, &after, limits, 1 - next, yes))
        return false;
    *yes = !*yes;
    return true;
}

/* What is left of the limits after `used` nodes; false if nothing is. */
static bool limits_left(const struct limits *limits, uint64_t used, struct limits *left) {
    *left = *limits;
    if (limits->nodes) {
        if (used >= limits->nodes)
            return false;
        left->nodes = limits->nodes - used;
    }
    return true;
}

/* The first move that keeps the score, in the order of qttt_moves; MOVE_NONE if the limits, of
 * which all nodes since `begin` are taken off, ended the work first. */
static move move_keeping(struct solver *solver, const struct qttt *q, int score,
                         const struct limits *limits, uint64_t begin) {
    struct moves list = {0};
    qttt_moves(q, &no_past, &list);
    move found = MOVE_NONE;
    for (size_t i = 0; i < list.count && found == MOVE_NONE; i++) {
        struct limits left;
        bool yes;
        if (!limits_left(limits, solver_nodes(solver) - begin, &left) ||
            !move_keeps(solver, q, list.at[i], &left, score, &yes))
            break;
        if (yes)
            found = list.at[i];
    }
    moves_free(&list);
    return found;
}

/* False if the limits ended the line before the game. */
static bool ranked_extend(struct ranked *ranked, struct solver *solver, const struct qttt *q,
                          const struct limits *limits, uint64_t begin) {
    struct qttt at = *q;
    ranked->length = 0;
    int score = ranked->score;
    move m = ranked->m;
    while (m != MOVE_NONE && ranked->length < RANKING_LINE) {
        int side = qttt_to_play(&at);
        ranked->line[ranked->length++] = m;
        qttt_play(&at, m);
        if (position_over(&at))
            break;
        score = score > 0 ? score + 1 : score < 0 ? score - 1 : 0;
        score = qttt_to_play(&at) == side ? score : -score;
        m = move_keeping(solver, &at, score, limits, begin);
    }
    return m != MOVE_NONE;
}

static bool ranked_before(const struct ranked *a, const struct ranked *b) {
    return a->score != b->score ? a->score > b->score : a->chance < b->chance;
}

static void ranking_sort(struct ranking *ranking) {
    for (int i = 1; i < ranking->count; i++) {
        struct ranked moving = ranking->at[i];
        int k = i;
        for (; k > 0 && ranked_before(&moving, &ranking->at[k - 1]); k--)
            ranking->at[k] = ranking->at[k - 1];
        ranking->at[k] = moving;
    }
}

/* All moves with their place among equals; no scores yet. */
static void ranking_init(struct ranking *ranking, const struct qttt *q, uint64_t seed) {
    struct moves list = {0};
    qttt_moves(q, &no_past, &list);
    struct rng rng;
    rng_seed(&rng, seed);
    memset(ranking, 0, sizeof *ranking);
    for (size_t i = 0; i < list.count; i++)
        ranking->at[ranking->count++] = (struct ranked){
            .m = list.at[i], .chance = rng_next(&rng), .line = {list.at[i]}, .length = 1};
    moves_free(&list);
}

bool ranking_best(struct ranked *best, struct solver *solver, const struct qttt *q,
                  const struct limits *limits) {
    struct ranking ranking;
    ranking_init(&ranking, q, limits->seed);
    ranking_sort(&ranking);
    uint64_t begin = solver_nodes(solver);
    struct limits left;
    int score;
    if (!solver_solve(solver, q, limits, &score))
        return false;
    for (int i = 0; i < ranking.count; i++) {
        bool yes;
        if (!limits_left(limits, solver_nodes(solver) - begin, &left) ||
            !move_keeps(solver, q, ranking.at[i].m, &left, score, &yes))
            return false;
        if (yes) {
            *best = ranking.at[i];
            best->score = score;
            best->nodes = solver_nodes(solver) - begin;
            return true;
        }
    }
    return false;
}

bool ranking_make(struct ranking *ranking, struct solver *solver, const struct qttt *q,
                  const struct limits *limits) {
    ranking_init(ranking, q, limits->seed);
    uint64_t begin = solver_nodes(solver);
    for (int i = 0; i < ranking->count; i++) {
        struct ranked *ranked = &ranking->at[i];
        uint64_t before = solver_nodes(solver);
        struct limits left;
        if (!limits_left(limits, before - begin, &left) ||
            !ranking_score(solver, q, ranked->m, &left, &ranked->score))
            return false;
        ranked->nodes = solver_nodes(solver) - before;
    }
    ranking_sort(ranking);
    int extended = 0;
    while (extended < ranking->count &&
           ranked_extend(&ranking->at[extended], solver, q, limits, begin))
        extended++;
    return true;
}

const char *ranking_words(int score) {
    static const char *const words[] = {"loss", "narrow loss", "draw", "narrow win", "win"};
    return words[solver_value(score) + 2];
}
