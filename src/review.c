#include "review.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/* A difference of winrates that is more than noise and can be seen in two decimals. */
static const double LOSS_LEAST = 0.01;

/* Searching one position. */

struct candidate {
    move m;
    struct review_value value;
    bool known; /* searched well enough to be compared with the best */
};

/* What the player thinks of a position, for the side to play. */
struct opinion {
    bool made;
    int side;
    struct candidate *candidates; /* best first */
    size_t count;
    struct moves line;
    struct text line_text, reason;
};

static void opinion_free(struct opinion *opinion) {
    free(opinion->candidates);
    moves_free(&opinion->line);
    text_free(&opinion->line_text);
    text_free(&opinion->reason);
    *opinion = (struct opinion){0};
}

/* The mean of a few results says little, and a search that samples gives few to what it dislikes.
 */
static bool is_known(const struct variation *variation, uint64_t nodes) {
    enum { SHARE = 10 };
    return variation->exact ||
           (variation->visits > 0 && (!variation->sampled || variation->visits >= nodes / SHARE));
}

/* Each report replaces the one before. */
static void opinion_take(void *context, const struct report *report) {
    struct opinion *opinion = context;
    if (report->count == 0)
        return;
    opinion->candidates =
        memory_grow(opinion->candidates, report->count, sizeof *opinion->candidates);
    opinion->count = report->count;
    for (size_t i = 0; i < report->count; i++) {
        const struct variation *from = &report->best[i];
        opinion->candidates[i] = (struct candidate){
            .m = from->line[0],
            .value = {.winrate = from->winrate, .exact = from->exact, .score = from->score},
            .known = is_known(from, report->nodes)};
    }
    opinion->line.count = 0;
    for (size_t i = 0; i < report->best[0].length; i++)
        moves_add(&opinion->line, report->best[0].line[i]);
}

static void print_line(const struct game *game, const void *state, const struct moves *line,
                       struct text *text) {
    void *at = memory_copy(state, game->state_size);
    for (size_t i = 0; i < line->count; i++) {
        text_put(text, i > 0 ? " " : "");
        game->print(at, line->at[i], text);
        game->play(at, line->at[i]);
    }
    free(at);
}

/* The review under way. */
struct reviewer {
    struct review review;
    const struct player *player;
    void *memory;
    struct review_limits limits;
    struct session *game;
    size_t at;            /* entries of its log that were walked through */
    struct session *walk; /* at the ply being looked at */
    struct opinion next;  /* of the position after it, where that was searched already */
};

static bool is_stopped(const struct reviewer *reviewer) {
    const atomic_bool *stop = reviewer->limits.stop;
    return stop != NULL && atomic_load(stop);
}

/* Searches the position of the walk, with the move handed to `side`. */
static void opinion_make(struct opinion *opinion, struct reviewer *reviewer, int side) {
    const struct game *game = session_game(reviewer->walk);
    const struct review_limits *limits = &reviewer->limits;
    struct past past = session_past(reviewer->walk);
    void *state = memory_copy(session_state(reviewer->walk), game->state_size);
    if (game->to_play(state) != side)
        game->turn(state, side, NULL);
    struct limits until = {
        .nodes = limits->nodes,
        .deadline = limits->seconds > 0 ? monotonic_now() + limits->seconds : 0,
        .stop = limits->stop,
        .endless = true,
        .seed = rng_mix(limits->seed ^ rng_mix((uint64_t)session_plies(reviewer->walk)))};
    *opinion = (struct opinion){.made = true, .side = side};
    struct choice choice =
        reviewer->player->think(reviewer->memory, state, &past, &until, opinion_take, opinion);
    if (opinion->count == 0) /* there was no time for any */
        opinion_take(opinion, &(struct report){.best = &(struct variation){.line = &choice.m,
                                                                           .length = 1,
                                                                           .winrate = 0.5,
                                                                           .score = NAN},
                                               .count = 1});
    print_line(game, state, &opinion->line, &opinion->line_text);
    if (reviewer->player->explain != NULL)
        reviewer->player->explain(reviewer->memory, state, &past, opinion->candidates[0].m,
                                  &opinion->reason);
    free(state);
}

/* The loop over the plies. */

static struct review_value value_of_result(const struct result *result, int side) {
    return (struct review_value){.winrate = result->winner == SIDE_NONE ? 0.5
                                            : result->winner == side    ? 1
                                                                        : 0,
                                 .exact = true,
                                 .score = NAN};
}

static struct review_value value_for(const struct opinion *opinion, int side) {
    struct review_value value = opinion->candidates[0].value;
    if (opinion->side != side) {
        value.winrate = 1 - value.winrate;
        value.score = -value.score;
    }
    return value;
}

/* The walk is after the ply: by the rules, by the search before it, or by a search of what is there
 * now, which the next ply will need anyway. */
static struct review_value value_after(struct reviewer *reviewer, const struct opinion *opinion,
                                       int side, move played) {
    struct result result = session_result(reviewer->walk, NULL);
    if (result.phase == PHASE_OVER)
        return value_of_result(&result, side);
    for (size_t i = 0; i < opinion->count; i++)
        if (opinion->candidates[i].m == played && (i == 0 || opinion->candidates[i].known))
            return opinion->candidates[i].value;
    opinion_make(&reviewer->next, reviewer, session_to_play(reviewer->walk));
    return value_for(&reviewer->next, side);
}

static char *print_move(const struct reviewer *reviewer, int side, move m) {
    const struct game *game = session_game(reviewer->walk);
    struct text text = {0};
    void *state = memory_copy(session_state(reviewer->walk), game->state_size);
    if (game->to_play(state) != side)
        game->turn(state, side, NULL);
    game->print(state, m, &text);
    free(state);
    return text_take(&text);
}

static void ply_free(struct review_ply *ply) {
    moves_free(&ply->line);
    free(ply->played_text);
    free(ply->best_text);
    free(ply->line_text);
    free(ply->reason);
}

/* Plays one ply on the walk and reviews it; false if that was stopped. */
static bool review_ply(struct reviewer *reviewer, const struct log_entry *entry) {
    struct opinion opinion = reviewer->next;
    reviewer->next = (struct opinion){0};
    if (!opinion.made || opinion.side != entry->side) {
        opinion_free(&opinion);
        opinion_make(&opinion, reviewer, entry->side);
    }
    struct review_ply ply = {.side = entry->side,
                             .played = entry->m,
                             .best = opinion.candidates[0].m,
                             .before = opinion.candidates[0].value,
                             .played_text = print_move(reviewer, entry->side, entry->m)};
    ply.best_text = print_move(reviewer, entry->side, ply.best);
    session_play_move(reviewer->walk, entry->side, entry->m);
    ply.after = value_after(reviewer, &opinion, entry->side, entry->m);
    ply.line = opinion.line;
    opinion.line = (struct moves){0};
    ply.line_text = text_take(&opinion.line_text);
    ply.reason = opinion.reason.length > 0 ? text_take(&opinion.reason) : NULL;
    opinion_free(&opinion);
    if (is_stopped(reviewer)) {
        ply_free(&ply);
        return false;
    }
    reviewer->review.plies[reviewer->review.count++] = ply;
    return true;
}

/* Whatever changes the position makes the opinion of it worthless. */
static void review_edit(struct reviewer *reviewer, const struct log_entry *entry) {
    opinion_free(&reviewer->next);
    if (entry->kind == LOG_EDIT)
        session_edit(reviewer->walk, entry->state);
    else
        session_turn(reviewer->walk, entry->side, NULL);
}

struct reviewer *reviewer_new(const struct session *session, const struct player *player,
                              void *memory, const struct review_limits *limits) {
    assert(limits->nodes > 0 || limits->seconds > 0);
    struct reviewer *reviewer = memory_new(1, sizeof *reviewer);
    size_t total = session_plies(session);
    *reviewer = (struct reviewer){
        .review = {.plies = memory_new(total + 1, sizeof *reviewer->review.plies)},
        .player = player,
        .memory = memory,
        .limits = *limits,
        .game = session_copy(session),
        .walk = session_new(session_game(session))};
    session_set_up(reviewer->walk, session_setup(session));
    session_edit(reviewer->walk, session_start(session));
    player->forget(memory);
    return reviewer;
}

bool reviewer_step(struct reviewer *reviewer) {
    const struct log_entry *log;
    size_t count = session_log(reviewer->game, &log);
    while (reviewer->at < count && log[reviewer->at].kind != LOG_PLY)
        review_edit(reviewer, &log[reviewer->at++]);
    return reviewer->at < count && !is_stopped(reviewer) &&
           review_ply(reviewer, &log[reviewer->at++]);
}

const struct review *reviewer_review(const struct reviewer *reviewer) {
    return &reviewer->review;
}

void reviewer_free(struct reviewer *reviewer) {
    opinion_free(&reviewer->next);
    review_free(&reviewer->review);
    session_free(reviewer->walk);
    session_free(reviewer->game);
    free(reviewer);
}

bool review_make(struct review *review, const struct session *session, const struct player *player,
                 void *memory, const struct review_limits *limits, review_progress_fn *progress,
                 void *context) {
    struct reviewer *reviewer = reviewer_new(session, player, memory, limits);
    size_t total = session_plies(session);
    while (reviewer_step(reviewer))
        if (progress != NULL)
            progress(context, &reviewer->review, total);
    *review = reviewer->review;
    reviewer->review = (struct review){0};
    reviewer_free(reviewer);
    return review->count == total;
}

void review_free(struct review *review) {
    for (size_t i = 0; i < review->count; i++)
        ply_free(&review->plies[i]);
    free(review->plies);
    *review = (struct review){0};
}

/* Looking at it. */

double review_loss(const struct review_ply *ply) {
    return ply->played == ply->best ? 0 : fmax(ply->before.winrate - ply->after.winrate, 0);
}

size_t review_worst(const struct review *review, size_t most, size_t worst[]) {
    size_t count = 0;
    for (size_t i = 0; i < review->count; i++) {
        double loss = review_loss(&review->plies[i]);
        size_t k = count;
        while (k > 0 && review_loss(&review->plies[worst[k - 1]]) < loss)
            k--;
        if (loss < LOSS_LEAST || k >= most)
            continue;
        count += count < most;
        memmove(&worst[k + 1], &worst[k], (count - k - 1) * sizeof *worst);
        worst[k] = i;
    }
    return count;
}

static const char *proved_words(const struct review_value *value) {
    return value->winrate > 0.5 ? "a win" : value->winrate < 0.5 ? "a loss" : "a draw";
}

void review_print(const struct review_ply *ply, struct text *text) {
    const struct review_value *before = &ply->before, *after = &ply->after;
    bool bad = review_loss(ply) >= LOSS_LEAST;
    if (bad)
        text_print(text, "%.2f -> %.2f", before->winrate, after->winrate);
    else
        text_print(text, "%.2f", after->winrate);
    if (bad && before->exact && after->exact)
        text_print(text, ", %s became %s", proved_words(before), proved_words(after));
    else if (after->exact)
        text_print(text, ", %s", proved_words(after));
    if (ply->played == ply->best)
        return;
    text_print(text, "; %s %s", bad ? "better" : "as good as", ply->best_text);
    if (bad && ply->reason != NULL)
        text_print(text, ": %s", ply->reason);
}

static void put_value(const struct review_value *value, struct text *text) {
    text_print(text, " winrate %.4f", value->winrate);
    if (!isnan(value->score)) {
        text_put(text, " score ");
        text_number(text, round(value->score * 100) / 100);
    }
    text_put(text, value->exact ? " exact" : "");
}

void review_list(const struct review *review, const struct game *game, struct text *text) {
    for (size_t i = 0; i < review->count; i++) {
        const struct review_ply *ply = &review->plies[i];
        text_print(text, "%s%zu %s %s", i > 0 ? "\n" : "", i + 1, game->sides[ply->side],
                   ply->played_text);
        put_value(&ply->after, text);
        text_print(text, " loss %.4f best %s", review_loss(ply), ply->best_text);
        put_value(&ply->before, text);
        text_print(text, " line %s", ply->line_text);
    }
}

/* A remark of the game's own stays, above the review's. */
static void annotate_entry(const struct review_ply *ply, struct record_entry *entry) {
    struct text text = {0};
    if (entry->comment != NULL)
        text_print(&text, "%s\n", entry->comment);
    review_print(ply, &text);
    if (review_loss(ply) >= LOSS_LEAST)
        text_print(&text, "\nExpected: %s", ply->line_text);
    free(entry->comment);
    entry->comment = text_take(&text);
    bool first = ply->side == SIDE_FIRST;
    entry->valued = true;
    entry->value = first ? ply->after.winrate : 1 - ply->after.winrate;
    entry->scored = !isnan(ply->after.score);
    entry->score = first ? ply->after.score : -ply->after.score;
}

void review_annotate(const struct review *review, struct record *record) {
    size_t ply = 0;
    for (size_t i = 0; i < record->entry_count && ply < review->count; i++)
        if (record->entries[i].kind == RECORD_PLY)
            annotate_entry(&review->plies[ply++], &record->entries[i]);
}
