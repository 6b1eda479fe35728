#include "draughts.h"

#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "search.h"

enum {
    OPTION_THREADS,
    OPTION_HASH,
    OPTION_LINES,
    OPTION_VARIETY,
    OPTION_EVAL,
    OPTION_EGTB,
    OPTION_COUNT
};

static const struct player_option options[] = {
    [OPTION_THREADS] = {"threads", "threads of the search", 1, 256, 1, false},
    [OPTION_HASH] = {"hash", "megabytes for what the search remembers", 1, PLAYER_MEGABYTES(65536),
                     64, true},
    [OPTION_LINES] = {"lines", "moves that evaluate and analyze give a value of their own", 1, 48,
                      1, false},
    [OPTION_VARIETY] = {"variety",
                        "hundredths of a man given up at most for variety in the opening", 0, 100,
                        6, false},
    [OPTION_EVAL] = {"eval", "0: evaluation made by hand, 1: learned", 0, 1, 1, false},
    [OPTION_EGTB] = {"egtb", "1: use endgame tables where ternion-egtb has built them, 0: do not",
                     0, 1, 1, false},
    {0}};

struct draughts_memory {
    struct draughts_search *search;
    struct draughts_settings settings;
    bool tables_wanted;
    struct draughts_egtb *tables; /* of the rules played last; NULL: not opened yet */
    enum draughts_rules tables_rules;
    /* The last search, for explain. */
    uint64_t key;
    struct draughts_line best;
    int depth;
    int legal;
};

/* Where the results of a search are reported to. */
struct draughts_report {
    report_fn *report;
    void *context;
};

static void close_tables(struct draughts_memory *m) {
    draughts_search_set_egtb(m->search, NULL);
    draughts_egtb_close(m->tables);
    m->tables = NULL;
}

static void forget(void *memory) {
    struct draughts_memory *m = memory;
    draughts_search_forget(m->search);
    close_tables(m);
    m->depth = 0;
}

static void set(void *memory, int which, long value) {
    struct draughts_memory *m = memory;
    int number = (int)value;
    switch (which) {
    case OPTION_THREADS:
        m->settings.threads = number;
        break;
    case OPTION_HASH:
        draughts_search_resize(m->search, (size_t)value);
        break;
    case OPTION_LINES:
        m->settings.lines = number;
        break;
    case OPTION_VARIETY:
        m->settings.variety = number;
        break;
    case OPTION_EVAL:
        m->settings.evaluation = (enum draughts_evaluation)number;
        forget(m); /* scores of the other evaluation, and below of other tables */
        break;
    case OPTION_EGTB:
        m->tables_wanted = value != 0;
        forget(m);
        break;
    default:
        break;
    }
}

/* Tables are looked for once a game, so that new ones are found without a restart. */
static void open_tables(struct draughts_memory *m, enum draughts_rules rules) {
    if (m->tables != NULL && m->tables_rules != rules) {
        close_tables(m);
        draughts_search_forget(m->search);
    }
    if (m->tables == NULL) {
        struct text path = {0};
        bool placed = draughts_egtb_directory(&path);
        m->tables = draughts_egtb_open(placed ? text_string(&path) : NULL, rules, NULL, NULL);
        m->tables_rules = rules;
        text_free(&path);
    }
    draughts_search_set_egtb(m->search, m->tables_wanted ? m->tables : NULL);
}

static void *open_player(const struct game *game, const long *values) {
    (void)game;
    struct draughts_memory *m = memory_new(1, sizeof *m);
    m->search = draughts_search_new((size_t)values[OPTION_HASH]);
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (i != OPTION_HASH) {
            set(m, i, values[i]);
        }
    }
    return m;
}

static void close_player(void *memory) {
    struct draughts_memory *m = memory;
    close_tables(m);
    draughts_search_free(m->search);
    free(m);
}

/* Reports. */

static bool is_proved(int score) {
    return abs(score) > DRAUGHTS_PROVED;
}

/* Plies until a side cannot move, where the search has seen the end. */
static int distance_of(int score) {
    int left = DRAUGHTS_WIN - abs(score);
    return left <= DRAUGHTS_PLIES ? left : -1;
}

static void put_value(int score, struct text *text) {
    int distance = distance_of(score);
    if (distance >= 0) {
        text_print(text, "%s in %d", score > 0 ? "won" : "lost", distance);
    } else if (is_proved(score)) {
        text_put(text, score > 0 ? "won by the endgame tables" : "lost by the endgame tables");
    } else {
        text_print(text, "%+.2f men", score / 100.0);
    }
}

static struct variation variation_of(const struct draughts_line *line, int depth,
                                     struct text *words) {
    put_value(line->score, words);
    bool proved = is_proved(line->score);
    return (struct variation){.line = line->moves,
                              .length = (size_t)line->length,
                              .winrate = proved ? line->score > 0 : draughts_winrate(line->score),
                              .score = proved ? (line->score > 0 ? 1 : -1) : line->score / 100.0,
                              .exact = proved,
                              .words = text_string(words),
                              .distance = distance_of(line->score),
                              .depth = depth,
                              .visits = line->nodes,
                              .prior = -1};
}

/* Reports are ordered by plain scores, without the noise for variety. */
static void order_by_score(const struct draughts_search_result *result,
                           const struct draughts_line *lines[DRAUGHTS_MOVES]) {
    for (int i = 0; i < result->count; i++) {
        int k = i;
        for (; k > 0 && result->lines[i].score > lines[k - 1]->score; k--) {
            lines[k] = lines[k - 1];
        }
        lines[k] = &result->lines[i];
    }
}

static void pass_on(void *context, const struct draughts_search_result *result) {
    const struct draughts_report *target = context;
    const struct draughts_line *lines[DRAUGHTS_MOVES];
    struct variation best[DRAUGHTS_MOVES];
    struct text words[DRAUGHTS_MOVES] = {0};
    order_by_score(result, lines);
    for (int i = 0; i < result->count; i++)
        best[i] = variation_of(lines[i], result->depth, &words[i]);
    target->report(
        target->context,
        &(struct report){.best = best, .count = (size_t)result->count, .nodes = result->nodes});
    for (int i = 0; i < result->count; i++)
        text_free(&words[i]);
}

/* Thinking. */

enum { FORCED_NODES = 20000 }; /* for a score where there is only one move */

static void remember(struct draughts_memory *m, const struct draughts *d,
                     const struct draughts_search_result *result) {
    m->key = draughts_key(d);
    m->best = result->lines[0];
    m->depth = result->depth;
    m->legal = result->legal;
}

static struct choice think(void *memory, const void *state, const struct past *past,
                           const struct limits *limits, report_fn *report, void *context) {
    struct draughts_memory *m = memory;
    struct draughts_report target = {report, context};
    struct limits until = *limits;
    move moves[DRAUGHTS_MOVES];
    const struct draughts *d = state;
    if (!limits->endless && draughts_list(&d->board, d->side, d->rules, moves) == 1) {
        /* Nothing to choose: saves the time, but searches enough for a sound score. */
        until.nodes = until.nodes == 0 || until.nodes > FORCED_NODES ? FORCED_NODES : until.nodes;
    }
    open_tables(m, d->rules);
    struct draughts_search_result result = draughts_search_run(
        m->search, d, past, &m->settings, &until, report ? pass_on : NULL, &target);
    if (report != NULL && result.depth == 0) {
        pass_on(&target, &result);
    }
    remember(m, d, &result);
    return (struct choice){.m = result.lines[0].moves[0]};
}

/* Reasons. */

/* Searches the position after one move. */
static void look_at(struct draughts_memory *m, const struct draughts *d, const struct past *past,
                    move played, struct draughts_line *line) {
    struct draughts next = *d;
    draughts_play(&next, played);
    *line = (struct draughts_line){.moves = {played}, .length = 1};
    if (draughts_result(&next, past).phase == PHASE_OVER) {
        line->score = draughts_can_move(&next.board, next.side) ? 0 : DRAUGHTS_WIN - 1;
        return;
    }
    open_tables(m, d->rules);
    struct limits limits = {.nodes = 100000};
    struct draughts_settings settings = m->settings;
    settings.lines = settings.threads = 1;
    struct draughts_search_result result =
        draughts_search_run(m->search, &next, NULL, &settings, &limits, NULL, NULL);
    const struct draughts_line *reply = &result.lines[0];
    int fit = reply->length < DRAUGHTS_PLIES ? reply->length : DRAUGHTS_PLIES - 1;
    memcpy(&line->moves[1], reply->moves, (size_t)fit * sizeof(move));
    line->length = fit + 1;
    line->score = -reply->score;
    m->depth = result.depth + 1;
}

/* Silent where the line breaks off within an exchange, as its end or the score show. */
static void put_material(const struct draughts *d, const struct draughts_line *line,
                         struct text *text) {
    enum { HALF = 50 }; /* of a man */
    struct draughts end = *d;
    int side = d->side, gain = 0;
    int own = draughts_size(d->board.side[side]), enemy = draughts_size(d->board.side[1 - side]);
    for (int i = 0; i < line->length; i++) {
        draughts_play(&end, line->moves[i]);
    }
    gain = (enemy - draughts_size(end.board.side[1 - side])) -
           (own - draughts_size(end.board.side[side]));
    bool ended = draughts_jumpers(&end.board, end.side) == 0;
    if (gain != 0 && ended && (gain > 0 ? line->score >= HALF : line->score <= -HALF)) {
        text_print(text, ", %s %d piece%s on the way", gain > 0 ? "winning" : "giving up",
                   abs(gain), abs(gain) == 1 ? "" : "s");
    }
}

static void put_expected(const struct draughts *d, const struct draughts_line *line,
                         struct text *text) {
    struct draughts at = *d;
    draughts_play(&at, line->moves[0]);
    for (int i = 1; i < line->length && i <= 4; i++) {
        text_put(text, i == 1 ? "; then " : " ");
        draughts_print(&at, line->moves[i], text);
        draughts_play(&at, line->moves[i]);
    }
}

static const char *plies_of(int count) {
    return count == 1 ? "ply" : "plies";
}

/* Scores show wins and losses by the tables; a draw looks like an even position. */
static bool is_drawn_by_tables(const struct draughts_memory *m, const struct draughts *d) {
    return m->tables != NULL && m->tables_wanted && m->tables_rules == d->rules &&
           draughts_egtb_probe(m->tables, &d->board, d->side) == DRAUGHTS_EGTB_DRAW;
}

static void explain(void *memory, const void *state, const struct past *past, move played,
                    struct text *text) {
    struct draughts_memory *m = memory;
    const struct draughts *d = state;
    struct draughts_line line = m->best;
    bool known = m->depth > 0 && m->key == draughts_key(d) && m->best.moves[0] == played;
    move moves[DRAUGHTS_MOVES];
    if (draughts_list(&d->board, d->side, d->rules, moves) == 1) {
        text_put(text, draughts_jumps(played) > 0 ? "the only move: this capture is compulsory"
                                                  : "the only legal move");
        return;
    }
    if (!known) {
        look_at(m, d, past, played, &line);
    }
    int distance = distance_of(line.score);
    if (distance >= 0 && line.score > 0) {
        text_print(text, "wins by force in %d %s at most", distance, plies_of(distance));
    } else if (distance >= 0) {
        text_print(text, "loses like every other move, but holds out for %d %s", distance,
                   plies_of(distance));
    } else if (is_proved(line.score)) {
        text_print(text, "the endgame tables prove that it %s", line.score > 0 ? "wins" : "loses");
    } else if (line.score == 0 && is_drawn_by_tables(m, d)) {
        text_put(text, "the endgame tables prove a draw, and it keeps that");
    } else {
        text_print(text, "%s looked at %d %s deep: worth %+.2f men",
                   !known           ? "when"
                   : line.noise > 0 ? "among the best moves when"
                                    : "the best move when",
                   m->depth, plies_of(m->depth), line.score / 100.0);
    }
    put_material(d, &line, text);
    put_expected(d, &line, text);
}

const struct player draughts_player = {
    .name = "draughts",
    .options = options,
    .open = open_player,
    .close = close_player,
    .set = set,
    .forget = forget,
    .think = think,
    .explain = explain,
};
