/* Thoughts shown to people and GUIs: evaluate, hint, and the streaming analyze family. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "core/memory.h"
#include "engine.h"

/* One way to write a report. */
enum style { STYLE_OWN, STYLE_LZ, STYLE_KATA };

struct analysis {
    struct engine *engine;
    enum style style;
    int side;
    double interval; /* seconds */
    size_t most;     /* variations shown */
    bool ownership;
    void *state; /* the position, with side to play */
};

/* Writing. */

static void put_line(const struct analysis *a, const struct variation *v, struct text *out) {
    const struct game *game = a->engine->kit->game;
    void *state = memory_copy(a->state, game->state_size);
    for (size_t i = 0; i < v->length; i++) {
        text_putc(out, ' ');
        game->print(state, v->line[i], out);
        game->play(state, v->line[i]);
    }
    free(state);
}

static void put_value(const struct variation *v, struct text *out) {
    text_print(out, " winrate %.4f score ", v->winrate);
    text_number(out, round(v->score * 100) / 100);
    if (v->words != NULL)
        text_print(out, " value \"%s\"", v->words);
    if (v->exact)
        text_put(out, " exact");
    if (v->distance >= 0)
        text_print(out, " distance %d", v->distance);
    if (v->depth > 0)
        text_print(out, " depth %d", v->depth);
}

static void put_info(const struct analysis *a, const struct variation *v, size_t order,
                     struct text *out) {
    text_put(out, "info move ");
    a->engine->kit->game->print(a->state, v->line[0], out);
    text_print(out, " visits %llu", (unsigned long long)v->visits);
    switch (a->style) {
    case STYLE_OWN:
        put_value(v, out);
        if (a->engine->kit->game->territory != NULL) /* by this name GUIs for Go look for it */
            text_print(out, " scoreLead %.4f", v->score);
        break;
    case STYLE_LZ:
        text_print(out, " winrate %ld prior %ld lcb %ld", lround(v->winrate * 10000),
                   lround(v->prior * 10000), lround(v->winrate * 10000));
        break;
    case STYLE_KATA:
        text_print(
            out,
            " utility %.6f winrate %.6f scoreMean %.4f scoreStdev 0 scoreLead %.4f prior %.6f "
            "lcb %.6f",
            2 * v->winrate - 1, v->winrate, v->score, v->score, v->prior, v->winrate);
        break;
    }
    text_print(out, " order %zu pv", order);
    put_line(a, v, out);
}

/* Row by row from the top, as KataGo prints it, + for the side to play. */
static void put_ownership(const struct analysis *a, const struct report *report, struct text *out) {
    size_t size = (size_t)session_setup(a->engine->session)->size;
    if (!a->ownership || report->ownership == NULL || report->points != size * size)
        return;
    text_put(out, " ownership");
    for (size_t row = size; row-- > 0;)
        for (size_t column = 0; column < size; column++)
            text_print(out, " %.4f", (double)report->ownership[row * size + column]);
}

static void say_report(const struct analysis *a, const struct report *report) {
    struct text out = {0};
    for (size_t i = 0; i < report->count && i < a->most; i++) {
        if (i > 0)
            text_putc(&out, ' ');
        put_info(a, &report->best[i], i, &out);
    }
    put_ownership(a, report, &out);
    text_putc(&out, '\n');
    engine_say(a->engine, &out);
    text_free(&out);
}

/* Reading the arguments. */

static bool syntax(struct call *call, const char *template, const char *argument) {
    return command_fail_because(call, "syntax error", "syntax.analyze", template, argument);
}

static bool read_interval(struct call *call, const char *word, struct analysis *a) {
    double centiseconds;
    if (!text_to_number(word, 0, 1e6, &centiseconds))
        return syntax(call, "'{0}' is no interval: hundredths of a second, 0 to 1000000", word);
    a->interval = fmax(centiseconds, 1) / 100;
    return true;
}

/* A key with its value(s) as Lizzie and Sabaki send them. What only steers the search of others
 * (avoid, allow, minmoves, pvVisits ...) is accepted and has no effect. Returns the words used. */
static int read_key(struct call *call, int index, struct analysis *a) {
    const char *key = call->words[index];
    const char *value = index + 1 < call->count ? call->words[index + 1] : "";
    long most;
    if (strcmp(key, "interval") == 0)
        return read_interval(call, value, a) ? 2 : 0;
    if (strcmp(key, "maxmoves") == 0) {
        if (!text_to_whole(value, 1, LONG_MAX, &most))
            return syntax(call, "maxmoves wants a whole number from 1 on, not '{0}'", value);
        a->most = (size_t)most;
        return 2;
    }
    if (strcmp(key, "ownership") == 0) {
        a->ownership = text_same(value, "true");
        if (!a->ownership && !text_same(value, "false"))
            return syntax(call, "ownership is true or false, not '{0}'", value);
        return 2;
    }
    if (strcmp(key, "avoid") == 0 || strcmp(key, "allow") == 0)
        return 4;
    static const char *const ignored[] = {"minmoves",        "pvVisits", "movesOwnership",
                                          "ownershipStdev",  "rootInfo", "movesOwnershipStdev",
                                          "includePassAlive"};
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        if (strcmp(key, ignored[i]) == 0)
            return 2;
    syntax(call, "'{0}' is no colour, interval or option of the analysis", key);
    return 0;
}

static bool read_analysis(struct call *call, enum style style, struct analysis *a) {
    struct engine *engine = call->host;
    *a = (struct analysis){.engine = engine,
                           .style = style,
                           .side = session_to_play(call->session),
                           .interval = 1,
                           .most = SIZE_MAX};
    int index = 0;
    if (call->count > 0 && game_side(engine->kit->game, call->words[0]) != SIDE_NONE)
        a->side = game_side(engine->kit->game, call->words[index++]);
    if (index < call->count && strspn(call->words[index], "0123456789.") > 0 &&
        !read_interval(call, call->words[index++], a))
        return false;
    while (index < call->count) {
        int used = read_key(call, index, a);
        if (used == 0)
            return false;
        index += used;
    }
    a->state = engine_position(engine, a->side, call->error);
    return a->state != NULL;
}

static void start(const struct analysis *a, const struct limits *limits) {
    struct past past = session_past(a->engine->session);
    thinker_start(a->engine->thinker, a->state, &past, limits);
}

/* Thinks as long as a genmove would and keeps the last report. */
static struct choice think_through(const struct analysis *a, struct thought *thought) {
    double began = monotonic_now();
    struct limits limits = engine_limits(a->engine, a->side);
    enum wake wake;
    start(a, &limits);
    while ((wake = engine_wait(a->engine, false, thought, 0)) != WAKE_DONE)
        if (wake == WAKE_INTERRUPT)
            thinker_stop(a->engine->thinker);
    return engine_end_timed(a->engine, &limits, began);
}

/* Streaming. */

/* Shows reports at the interval, the newest at the end. Ends with the thought or an interrupt, or
 * (`until_line`) when a line comes in. An analysis does not end before one report was shown; an
 * interrupt hurries it up. */
static void stream(const struct analysis *a, bool until_line) {
    struct thought thought = {0};
    bool fresh = false, shown = false, ended = false;
    double next = 0;
    enum wake wake;
    do {
        wake = engine_wait(a->engine, until_line && shown, &thought, fresh ? next : 0);
        ended = ended || wake == WAKE_INTERRUPT || wake == WAKE_LINE;
        if (wake == WAKE_INTERRUPT)
            thinker_stop(a->engine->thinker);
        fresh = fresh || wake == WAKE_NEWS;
        if (fresh && (wake != WAKE_NEWS || monotonic_now() >= next)) {
            say_report(a, &thought.report);
            fresh = false;
            shown = true;
            next = monotonic_now() + a->interval;
        }
    } while (wake != WAKE_DONE && !(ended && (shown || !until_line)));
    if (!ended && until_line && shown)
        engine_wait_line(a->engine);
    thought_free(&thought);
}

static bool analyze(struct call *call, enum style style) {
    struct analysis a;
    if (!read_analysis(call, style, &a))
        return false;
    struct limits limits = engine_limits(a.engine, a.side);
    limits.deadline = 0;
    limits.nodes = 0;
    limits.endless = true;
    start(&a, &limits);
    engine_stream(a.engine);
    stream(&a, true);
    engine_end_analysis(a.engine);
    free(a.state);
    return true;
}

/* Plays the choice, unless it is to resign, and appends it: "play D4". */
static void choice_play(const struct analysis *a, const struct choice *choice, double began,
                        struct text *out) {
    text_put(out, "play ");
    if (choice->resign) {
        text_put(out, "resign");
        return;
    }
    a->engine->kit->game->print(a->state, choice->m, out);
    engine_play(a->engine, a->side, choice->m, monotonic_now() - began);
}

static bool genmove_analyze(struct call *call, enum style style) {
    struct analysis a;
    if (!read_analysis(call, style, &a))
        return false;
    double began = monotonic_now();
    struct choice choice;
    engine_stream(a.engine);
    if (!engine_choose_randomly(a.engine, a.state, &choice)) {
        struct limits limits = engine_limits(a.engine, a.side);
        start(&a, &limits);
        stream(&a, false);
        thinker_stop(a.engine->thinker);
        choice = engine_end_timed(a.engine, &limits, began);
    }
    struct text out = {0};
    choice_play(&a, &choice, began, &out);
    text_putc(&out, '\n');
    engine_say(a.engine, &out);
    text_free(&out);
    free(a.state);
    return true;
}

static bool run_analyze(struct call *call) {
    return analyze(call, STYLE_OWN);
}

static bool run_lz_analyze(struct call *call) {
    return analyze(call, STYLE_LZ);
}

static bool run_kata_analyze(struct call *call) {
    return analyze(call, STYLE_KATA);
}

static bool run_genmove_analyze(struct call *call) {
    return genmove_analyze(call, STYLE_OWN);
}

static bool run_lz_genmove_analyze(struct call *call) {
    return genmove_analyze(call, STYLE_LZ);
}

static bool run_kata_genmove_analyze(struct call *call) {
    return genmove_analyze(call, STYLE_KATA);
}

/* CGOS wants one line of JSON, then the move. */

static void put_cgos_move(const struct analysis *a, const struct variation *v, struct text *out) {
    text_put(out, "{\"move\":\"");
    a->engine->kit->game->print(a->state, v->line[0], out);
    text_print(out, "\",\"visits\":%llu,\"winrate\":%.4f,\"score\":%.2f,\"prior\":%.4f,\"pv\":\"",
               (unsigned long long)v->visits, v->winrate, v->score, v->prior);
    struct text line = {0};
    put_line(a, v, &line);
    const char *rest = line.length > 0 ? strchr(text_string(&line) + 1, ' ') : NULL;
    text_put(out, rest == NULL ? "" : rest + 1); /* what follows the move itself */
    text_put(out, "\"}");
    text_free(&line);
}

/* Whose every point is, from the top, as one character of 63 each. */
static void put_cgos_ownership(const struct analysis *a, const struct report *report,
                               struct text *out) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t size = (size_t)session_setup(a->engine->session)->size;
    if (report->ownership == NULL || report->points != size * size)
        return;
    text_put(out, ",\"ownership\":\"");
    for (size_t row = size; row-- > 0;)
        for (size_t column = 0; column < size; column++) {
            double own = (double)report->ownership[row * size + column];
            text_putc(out, letters[lround(fmin(fmax((own + 1) / 2, 0), 1) * 62)]);
        }
    text_putc(out, '"');
}

static void put_cgos(const struct analysis *a, const struct report *report, struct text *out) {
    if (report->count == 0)
        return;
    const struct variation *best = &report->best[0];
    text_print(out, "{\"winrate\":%.4f,\"score\":%.2f,\"visits\":%llu,\"moves\":[", best->winrate,
               best->score, (unsigned long long)report->nodes);
    for (size_t i = 0; i < report->count && i < 10; i++) {
        if (i > 0)
            text_putc(out, ',');
        put_cgos_move(a, &report->best[i], out);
    }
    text_putc(out, ']');
    put_cgos_ownership(a, report, out);
    text_put(out, "}\n");
}

static bool run_cgos_genmove_analyze(struct call *call) {
    struct analysis a;
    if (!read_analysis(call, STYLE_OWN, &a))
        return false;
    double began = monotonic_now();
    struct thought thought = {0};
    struct choice choice;
    if (!engine_choose_randomly(a.engine, a.state, &choice))
        choice = think_through(&a, &thought);
    text_putc(call->out, '\n');
    put_cgos(&a, &thought.report, call->out);
    choice_play(&a, &choice, began, call->out);
    thought_free(&thought);
    free(a.state);
    return true;
}

/* Answers that come once. */

static bool run_evaluate(struct call *call) {
    struct engine *engine = call->host;
    struct analysis a = {.engine = engine, .side = session_to_play(call->session)};
    int index = 0;
    long most = 5;
    if (call->count > 0 && game_side(engine->kit->game, call->words[0]) != SIDE_NONE)
        a.side = game_side(engine->kit->game, call->words[index++]);
    if (index < call->count && !text_to_whole(call->words[index], 1, 100000, &most))
        return command_fail_because(
            call, "syntax error", "syntax.analyze",
            index == 0 ? "'{0}' is neither a colour nor a whole number from 1 to 100000"
                       : "'{0}' is no whole number from 1 to 100000",
            call->words[index]);
    a.state = engine_position(engine, a.side, call->error);
    if (a.state == NULL)
        return false;
    struct thought thought = {0};
    think_through(&a, &thought);
    for (size_t i = 0; i < thought.report.count && i < (size_t)most; i++) {
        const struct variation *v = &thought.report.best[i];
        engine->kit->game->print(a.state, v->line[0], call->out);
        put_value(v, call->out);
        text_print(call->out, " visits %llu line", (unsigned long long)v->visits);
        put_line(&a, v, call->out);
        text_putc(call->out, '\n');
    }
    thought_free(&thought);
    free(a.state);
    return true;
}

static bool run_hint(struct call *call) {
    struct engine *engine = call->host;
    int side = session_to_play(call->session);
    if (call->count > 0 && !command_side(call, 0, &side))
        return false;
    enum level level = engine->level;
    struct choice choice;
    engine->level = LEVEL_OPTIMAL; /* advice is not to be random */
    bool good = engine_choose(engine, side, &choice, call->error);
    engine->level = level;
    if (!good)
        return false;
    if (choice.resign) {
        text_put(call->out, "resign: every move loses");
        return true;
    }
    void *state = engine_position(engine, side, NULL);
    struct past past = session_past(call->session);
    engine->kit->game->print(state, choice.m, call->out);
    text_put(call->out, ": ");
    if (!thinker_explain(engine->thinker, state, &past, choice.m, call->out))
        text_put(call->out, "the player's choice");
    free(state);
    return true;
}

const struct command analyse_commands[] = {
    {"evaluate", "[COLOUR] [N]", "The N best moves with value and line, once.", run_evaluate},
    {"hint", "[COLOUR]", "One good move and the reason for it.", run_hint},
    {"analyze", "[COLOUR] [CENTISECONDS]", "Streams evaluations until the next line comes in.",
     run_analyze},
    {"genmove_analyze", "[COLOUR] [CENTISECONDS]", "Streams evaluations, then plays.",
     run_genmove_analyze},
    {"lz-analyze", "[COLOUR] [CENTISECONDS]", "analyze as Leela Zero writes it.", run_lz_analyze},
    {"lz-genmove_analyze", "[COLOUR] [CENTISECONDS]", "genmove_analyze as Leela Zero writes it.",
     run_lz_genmove_analyze},
    {"kata-analyze", "[COLOUR] [CENTISECONDS]", "analyze as KataGo writes it.", run_kata_analyze},
    {"kata-genmove_analyze", "[COLOUR] [CENTISECONDS]", "genmove_analyze as KataGo writes it.",
     run_kata_genmove_analyze},
    {"cgos-genmove_analyze", "[COLOUR]",
     "Plays, and tells its evaluation before as a line of JSON.", run_cgos_genmove_analyze},
    {0},
};
