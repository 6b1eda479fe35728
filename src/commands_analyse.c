/* Thoughts shown to people and GUIs: evaluate, hint, and the streaming analyze family. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "core/avoid.h"
#include "core/memory.h"
#include "core/vertex.h"
#include "engine.h"
#include "review.h"

/* One way to write a report. */
enum style { STYLE_OWN, STYLE_LZ, STYLE_KATA };

struct analysis {
    struct engine *engine;
    enum style style;
    int side;
    double interval;    /* seconds */
    size_t least, most; /* variations shown */
    bool ownership, moves_ownership, pv_visits, root_info;
    struct avoid_list avoid;
    bool allows[2]; /* the side has been told the only moves allowed */
    void *state;    /* the position, with side to play */
};

static void analysis_free(struct analysis *a) {
    avoid_free(&a->avoid);
    free(a->state);
}

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
    text_print(out, " winrate %.4f", v->winrate);
    if (!isnan(v->score)) {
        text_put(out, " score ");
        text_number(out, round(v->score * 100) / 100);
    }
    if (v->words != NULL)
        text_print(out, " value \"%s\"", v->words);
    if (v->exact)
        text_put(out, " exact");
    if (v->distance >= 0)
        text_print(out, " distance %d", v->distance);
    if (v->depth > 0)
        text_print(out, " depth %d", v->depth);
}

/* What is not known is left out, here and below. */
static void put_lz_value(const struct variation *v, struct text *out) {
    double lcb = variation_lower_bound(v);
    text_print(out, " winrate %ld", lround(v->winrate * 10000));
    if (v->prior >= 0)
        text_print(out, " prior %ld", lround(v->prior * 10000));
    if (lcb >= 0)
        text_print(out, " lcb %ld", lround(lcb * 10000));
}

static void put_kata_value(const struct variation *v, struct text *out) {
    double lcb = variation_lower_bound(v);
    text_print(out, " utility %.6f winrate %.6f", 2 * v->winrate - 1, v->winrate);
    if (!isnan(v->score))
        text_print(out, " scoreMean %.4f", v->score);
    if (v->spread > 0)
        text_print(out, " scoreStdev %.4f", v->spread);
    if (!isnan(v->score))
        text_print(out, " scoreLead %.4f", v->score);
    if (v->prior >= 0)
        text_print(out, " prior %.6f", v->prior);
    if (lcb >= 0)
        text_print(out, " lcb %.6f utilityLcb %.6f", lcb, 2 * lcb - 1);
}

/* Row by row from the top, as KataGo prints it, + for the side to play. */
static void put_board(const struct analysis *a, const char *name, const float *board, size_t points,
                      struct text *out) {
    size_t size = (size_t)session_setup(a->engine->session)->size;
    if (board == NULL || points != size * size)
        return;
    text_print(out, " %s", name);
    for (size_t row = size; row-- > 0;)
        for (size_t column = 0; column < size; column++)
            text_print(out, " %.4f", (double)board[row * size + column]);
}

static void put_style(const struct analysis *a, const struct variation *v, struct text *out) {
    if (a->style == STYLE_LZ)
        put_lz_value(v, out);
    else if (a->style == STYLE_KATA)
        put_kata_value(v, out);
    else
        put_value(v, out);
    /* By this name GUIs for Go look for it. */
    if (a->style == STYLE_OWN && a->engine->kit->game->territory != NULL && !isnan(v->score))
        text_print(out, " scoreLead %.4f", v->score);
}

static void put_info(const struct analysis *a, const struct report *report, size_t order,
                     struct text *out) {
    const struct variation *v = &report->best[order];
    text_put(out, "info move ");
    a->engine->kit->game->print(a->state, v->line[0], out);
    text_print(out, " visits %llu", (unsigned long long)v->visits);
    put_style(a, v, out);
    text_print(out, " order %zu pv", order);
    put_line(a, v, out);
    if (a->pv_visits && v->line_visits != NULL) {
        text_put(out, " pvVisits");
        for (size_t i = 0; i < v->length; i++)
            text_print(out, " %llu", (unsigned long long)v->line_visits[i]);
    }
    if (a->moves_ownership)
        put_board(a, "movesOwnership", v->ownership, report->points, out);
}

/* Whether a legal move is none of the candidates, and not one to be left out. */
static bool is_unvisited(const struct analysis *a, const struct report *report,
                         const char *vertex) {
    struct past past = session_past(a->engine->session);
    move m;
    if (!a->engine->kit->game->parse(a->state, &past, vertex, &m, NULL))
        return false;
    for (size_t i = 0; i < report->count; i++)
        if (report->best[i].line[0] == m)
            return false;
    for (size_t i = 0; i < a->avoid.count; i++)
        if (a->avoid.at[i].side == a->side && a->avoid.at[i].m == m)
            return false;
    return true;
}

/* minmoves: legal moves that were not visited, the likeliest first, with nothing but their prior.
 */
static void put_unvisited(const struct analysis *a, const struct report *report, size_t order,
                          struct text *out) {
    size_t size = (size_t)session_setup(a->engine->session)->size;
    if (report->policy == NULL || report->points != size * size)
        return;
    bool *done = memory_new(report->points, sizeof *done);
    for (size_t tried = 0; tried < report->points && order < a->least; tried++) {
        size_t best = report->points;
        for (size_t n = 0; n < report->points; n++)
            if (!done[n] && report->policy[n] >= 0 &&
                (best == report->points || report->policy[n] > report->policy[best]))
                best = n;
        if (best == report->points)
            break;
        done[best] = true;
        struct text vertex = {0};
        vertex_print(&vertex, (int)(best % size), (int)(best / size));
        if (is_unvisited(a, report, text_string(&vertex))) {
            double prior = (double)report->policy[best];
            text_print(out, "%sinfo move %s visits 0 prior ", order > 0 ? " " : "",
                       text_string(&vertex));
            if (a->style == STYLE_LZ)
                text_print(out, "%ld", lround(prior * 10000));
            else
                text_print(out, "%.6f", prior);
            text_print(out, " order %zu pv %s", order++, text_string(&vertex));
        }
        text_free(&vertex);
    }
    free(done);
}

static void put_root(const struct analysis *a, const struct report *report, struct text *out) {
    const struct variation *root = report->root != NULL ? report->root : report->best;
    if (report->count == 0)
        return;
    text_print(out, " rootInfo visits %llu",
               (unsigned long long)(report->root != NULL ? root->visits : report->nodes));
    put_style(a, root, out);
}

static void say_report(const struct analysis *a, const struct report *report) {
    struct text out = {0};
    size_t i = 0;
    for (; i < report->count && i < a->most; i++) {
        if (i > 0)
            text_putc(&out, ' ');
        put_info(a, report, i, &out);
    }
    put_unvisited(a, report, i, &out);
    if (a->root_info)
        put_root(a, report, &out);
    if (a->ownership)
        put_board(a, "ownership", report->ownership, report->points, &out);
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

static bool read_count(struct call *call, const char *key, const char *value, size_t *count) {
    long number;
    if (!text_to_whole(value, 1, LONG_MAX, &number)) {
        call->failure = "syntax error";
        return error_set(call->error, "syntax.analyze",
                         "{0} wants a whole number from 1 on, not '{1}'", key, value, NULL);
    }
    *count = (size_t)number;
    return true;
}

/* A key that is true or false. `known` NULL: it may be asked for only with false. */
static bool read_flag(struct call *call, const char *key, const char *value, bool *known) {
    bool yes = text_same(value, "true");
    call->failure = "syntax error";
    if (!yes && !text_same(value, "false"))
        return error_set(call->error, "syntax.analyze", "{0} is true or false, not '{1}'", key,
                         value, NULL);
    if (known == NULL && yes)
        return error_set(call->error, "syntax.analyze", "{0} cannot be told here", key, NULL);
    if (known != NULL)
        *known = yes;
    return true;
}

/* avoid COLOUR MOVE,MOVE... PLIES, or allow with the same. */
static bool read_avoid(struct call *call, int index, struct analysis *a) {
    const struct kit *kit = a->engine->kit;
    bool allow = strcmp(call->words[index], "allow") == 0;
    int side;
    long plies;
    if (!kit->player->avoids)
        return syntax(call, "the player of this game cannot leave moves out; so no '{0}'",
                      call->words[index]);
    if (index + 3 >= call->count)
        return syntax(call, "{0} wants a colour, moves separated by commas and a number of plies",
                      call->words[index]);
    if (!command_side(call, index + 1, &side) ||
        !command_whole(call, index + 3, 1, 1000000, &plies))
        return false;
    if (a->allows[side] || (allow && a->avoid.count > 0))
        return syntax(call, "{0} cannot be joined with another avoid or allow", call->words[index]);
    a->allows[side] = allow;
    struct words moves;
    for (char *c = call->words[index + 2]; *c != '\0'; c++)
        *c = *c == ',' ? ' ' : *c;
    words_split(&moves, call->words[index + 2]);
    call->failure = "syntax error";
    bool good = avoid_add(&a->avoid, kit->game, session_setup(call->session), side, moves.at,
                          (size_t)moves.count, (int)plies, allow, call->error);
    words_free(&moves);
    return good;
}

/* A key with its value(s) as GUIs send them. Returns the words used, 0 if it is refused. */
static int read_key(struct call *call, int index, struct analysis *a) {
    const char *key = call->words[index];
    const char *value = index + 1 < call->count ? call->words[index + 1] : "";
    const struct {
        const char *name;
        bool *flag; /* NULL: there is no such thing */
    } flags[] = {{"ownership", &a->ownership}, {"movesOwnership", &a->moves_ownership},
                 {"pvVisits", &a->pv_visits},  {"rootInfo", &a->root_info},
                 {"ownershipStdev", NULL},     {"movesOwnershipStdev", NULL},
                 {"pvEdgeVisits", NULL},       {"noResultValue", NULL},
                 {"includePassAlive", NULL}};
    if (strcmp(key, "interval") == 0)
        return read_interval(call, value, a) ? 2 : 0;
    if (strcmp(key, "maxmoves") == 0)
        return read_count(call, key, value, &a->most) ? 2 : 0;
    if (strcmp(key, "minmoves") == 0)
        return read_count(call, key, value, &a->least) ? 2 : 0;
    if (strcmp(key, "avoid") == 0 || strcmp(key, "allow") == 0)
        return read_avoid(call, index, a) ? 4 : 0;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(key, flags[i].name) == 0)
            return read_flag(call, key, value, flags[i].flag) ? 2 : 0;
    syntax(call, "'{0}' is no colour, interval or option of the analysis", key);
    return 0;
}

static bool read_keys(struct call *call, struct analysis *a) {
    struct engine *engine = a->engine;
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
    call->failure = NULL;
    a->state = engine_position(engine, a->side, call->error);
    if (a->state == NULL)
        return false;
    struct past past = session_past(call->session);
    return a->avoid.count == 0 || avoid_leaves_any(&a->avoid, engine->kit->game, a->state, &past) ||
           syntax(call, "no legal move of {0} is left", engine->kit->game->sides[a->side]);
}

/* What it read belongs to *a; nothing if it fails. */
static bool read_analysis(struct call *call, enum style style, struct analysis *a) {
    struct engine *engine = call->host;
    *a = (struct analysis){.engine = engine,
                           .style = style,
                           .side = session_to_play(call->session),
                           .interval = 1,
                           .most = SIZE_MAX};
    if (read_keys(call, a))
        return true;
    analysis_free(a);
    return false;
}

static void start(const struct analysis *a, const struct limits *limits) {
    struct past past = session_past(a->engine->session);
    struct limits all = *limits;
    all.avoid = a->avoid.at;
    all.avoid_count = a->avoid.count;
    all.owners = a->moves_ownership;
    thinker_start(a->engine->thinker, a->state, &past, &all);
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

/* What ends a stream before the thought does: an interrupt, and (always but for STREAM_PLY) a line
 * that comes in. */
enum stream { STREAM_PLY, STREAM_CANCELLABLE, STREAM_ENDLESS };

/* Shows reports at the interval, the newest at the end. An endless one does not end before one
 * report was shown; an interrupt hurries it up. Returns whether a line ended it. */
static bool stream(const struct analysis *a, enum stream kind) {
    struct thought thought = {0};
    bool endless = kind == STREAM_ENDLESS, fresh = false, shown = false, ended = false;
    double next = 0;
    enum wake wake;
    do {
        bool lines = kind == STREAM_CANCELLABLE || (endless && shown);
        wake = engine_wait(a->engine, lines, &thought, fresh ? next : 0);
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
    } while (wake != WAKE_DONE && !(ended && (shown || !endless)));
    if (!ended && endless && shown)
        engine_wait_line(a->engine);
    thought_free(&thought);
    return wake == WAKE_LINE;
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
    stream(&a, STREAM_ENDLESS);
    engine_end_analysis(a.engine);
    analysis_free(&a);
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

/* Tells the choice without playing it. */
static void choice_tell(const struct analysis *a, const struct choice *choice, struct text *out) {
    if (choice->resign)
        text_put(out, "resign");
    else
        a->engine->kit->game->print(a->state, choice->m, out);
}

enum search { SEARCH_AND_PLAY, SEARCH_ONLY, SEARCH_CANCELLABLE };

static bool search_analyze(struct call *call, enum style style, enum search kind) {
    struct analysis a;
    if (!read_analysis(call, style, &a))
        return false;
    double began = monotonic_now();
    struct choice choice;
    bool cancelled = false;
    engine_stream(a.engine);
    if (!engine_choose_randomly(a.engine, a.state, &choice)) {
        struct limits limits = engine_limits(a.engine, a.side);
        start(&a, &limits);
        cancelled = stream(&a, kind == SEARCH_CANCELLABLE ? STREAM_CANCELLABLE : STREAM_PLY);
        thinker_stop(a.engine->thinker);
        choice = engine_end_timed(a.engine, &limits, began);
    }
    struct text out = {0};
    if (kind == SEARCH_AND_PLAY) {
        choice_play(&a, &choice, began, &out);
    } else {
        text_put(&out, "play ");
        if (cancelled)
            text_put(&out, "cancelled");
        else
            choice_tell(&a, &choice, &out);
        a.engine->rests = true;
    }
    text_putc(&out, '\n');
    engine_say(a.engine, &out);
    text_free(&out);
    analysis_free(&a);
    return true;
}

static bool genmove_analyze(struct call *call, enum style style) {
    return search_analyze(call, style, SEARCH_AND_PLAY);
}

/* A choice without playing it, as KataGo has it: pondering waits for the ply. */
static bool search_silently(struct call *call, bool cancellable) {
    struct analysis a;
    if (!read_analysis(call, STYLE_KATA, &a))
        return false;
    double began = monotonic_now();
    struct choice choice;
    enum wake wake = WAKE_DONE;
    if (!engine_choose_randomly(a.engine, a.state, &choice)) {
        struct limits limits = engine_limits(a.engine, a.side);
        start(&a, &limits);
        wake = engine_wait(a.engine, cancellable, NULL, 0);
        if (wake != WAKE_DONE)
            thinker_stop(a.engine->thinker);
        choice = engine_end_timed(a.engine, &limits, began);
    }
    a.engine->rests = true;
    if (wake == WAKE_LINE)
        text_put(call->out, "cancelled");
    else
        choice_tell(&a, &choice, call->out);
    analysis_free(&a);
    return true;
}

static bool run_kata_search(struct call *call) {
    return search_silently(call, false);
}

static bool run_kata_search_cancellable(struct call *call) {
    return search_silently(call, true);
}

static bool run_kata_search_analyze(struct call *call) {
    return search_analyze(call, STYLE_KATA, SEARCH_ONLY);
}

static bool run_kata_search_analyze_cancellable(struct call *call) {
    return search_analyze(call, STYLE_KATA, SEARCH_CANCELLABLE);
}

/* Thoughts end at every command; after this one pondering does not begin anew. */
static bool run_stop(struct call *call) {
    ((struct engine *)call->host)->rests = true;
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
    text_print(out, "\",\"visits\":%llu,\"winrate\":%.4f", (unsigned long long)v->visits,
               v->winrate);
    if (!isnan(v->score))
        text_print(out, ",\"score\":%.2f", v->score);
    if (v->prior >= 0)
        text_print(out, ",\"prior\":%.4f", v->prior);
    text_put(out, ",\"pv\":\"");
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
    const struct variation *root = report->root != NULL ? report->root : best;
    text_print(out, "{\"winrate\":%.4f,\"score\":%.2f,\"visits\":%llu,\"moves\":[", best->winrate,
               isnan(best->score) ? root->score : best->score, (unsigned long long)report->nodes);
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
    analysis_free(&a);
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

/* Seconds for each ply, or the engine's own limits. */
static bool review_limits_read(struct call *call, struct review_limits *limits) {
    const struct engine *engine = call->host;
    double seconds = engine->move_time > 0 ? engine->move_time : engine->nodes == 0 ? 1 : 0;
    if (call->count > 0 && !text_to_number(call->words[0], 0.001, 3600, &seconds))
        return command_fail_because(call, "syntax error", "review.seconds",
                                    "'{0}' is no number of seconds from 0.001 to 3600",
                                    call->words[0]);
    *limits = (struct review_limits){
        .nodes = engine->nodes, .seconds = seconds, .seed = engine->seed_given ? engine->seed : 0};
    return true;
}

/* An interrupt ends it after the ply at hand. */
static bool run_review(struct call *call) {
    struct engine *engine = call->host;
    const struct player *player = engine->kit->player;
    struct review_limits limits;
    if (!review_limits_read(call, &limits))
        return false;
    void *memory = player->open(engine->kit->game, engine->player_options);
    struct reviewer *reviewer = reviewer_new(call->session, player, memory, &limits);
    const struct frontend *front = &engine->front;
    while (reviewer_step(reviewer))
        if (front->interrupted != NULL && front->interrupted(front->context))
            break;
    review_list(reviewer_review(reviewer), engine->kit->game, call->out);
    reviewer_free(reviewer);
    player->close(memory);
    return true;
}

const struct command analyse_commands[] = {
    {"evaluate", "[COLOUR] [N]", "The N best moves with value and line, once.", run_evaluate},
    {"hint", "[COLOUR]", "One good move and the reason for it.", run_hint},
    {"review", "[SECONDS]", "Every ply of the game with its value and a better one, one a line.",
     run_review},
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
    {"kata-search", "[COLOUR]", "genmove without playing.", run_kata_search},
    {"kata-search_cancellable", "[COLOUR]", "The same; a line that comes in cancels it.",
     run_kata_search_cancellable},
    {"kata-search_analyze", "[COLOUR] [CENTISECONDS]", "kata-genmove_analyze without playing.",
     run_kata_search_analyze},
    {"kata-search_analyze_cancellable", "[COLOUR] [CENTISECONDS]",
     "The same; a line that comes in cancels it.", run_kata_search_analyze_cancellable},
    {"stop", "", "Ends pondering until the next command.", run_stop},
    {"cgos-genmove_analyze", "[COLOUR]",
     "Plays, and tells its evaluation before as a line of JSON.", run_cgos_genmove_analyze},
    {0},
};
