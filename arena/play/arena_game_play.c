/* Plies and clocks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "arena_game_inside.h"

enum { ANALYSE_INTERVAL = 100000 }; /* centiseconds: one report, at the end */

static void on_move(void *context, const struct reply *reply);

/* ---- asking */

static void on_time_left(void *context, const struct reply *reply) {
    struct chair *chair = context;
    if (!reply->ok)
        *seat_whole_seconds(chair->seat) = true;
    chair_answered(chair);
}

static void send_time_left(struct chair *chair) {
    struct arena_game *bout = chair->bout;
    double seconds;
    int count;
    clock_report(session_clock(bout->session, chair->side), &seconds, &count);
    if (seconds < 0)
        seconds = 0;
    /* Told as time_settings told it: overtime of one stone that is renewed with every ply. */
    enum clock_kind kind = session_clock(bout->session, chair->side)->settings.kind;
    if (kind == CLOCK_MOVE ||
        (kind == CLOCK_BYOYOMI && count > 0 && !seat_can(chair->seat, CAN_KGS_TIME)))
        count = 1;
    text_print(&bout->line, "time_left %s ", session_game(bout->session)->sides[chair->side]);
    /* Rounded down: an engine must not believe in more than it has. */
    if (*seat_whole_seconds(chair->seat))
        text_print(&bout->line, "%ld", (long)seconds);
    else
        text_number(&bout->line, (double)(long)(seconds * 1000) / 1000);
    text_print(&bout->line, " %d", count);
    chair_send(chair, text_string(&bout->line), bout->shared->plan->answer, on_time_left);
    text_clear(&bout->line);
}

/* How long to wait for the ply at most. */
static double ply_limit(const struct arena_game *bout, int side) {
    const struct plan *plan = bout->shared->plan;
    double limit = clock_limit(session_clock(bout->session, side));
    return limit < 0 ? plan->hang : limit + plan->margin + plan->grace;
}

void arena_game_next(struct arena_game *bout) {
    const struct plan *plan = bout->shared->plan;
    int side = session_to_play(bout->session);
    struct chair *chair = &bout->chairs[side];
    struct text *line = &bout->line;
    chair_send_plays(chair);
    if (session_clock(bout->session, side)->settings.kind != CLOCK_NONE &&
        seat_can(chair->seat, CAN_TIME_LEFT))
        send_time_left(chair);
    chair->analysed = plan->resign_below > 0 && seat_can(chair->seat, CAN_GENMOVE_ANALYZE);
    text_put(line, chair->analysed ? "lz-genmove_analyze " : "genmove ");
    text_put(line, session_game(bout->session)->sides[side]);
    if (chair->analysed)
        text_print(line, " %d", ANALYSE_INTERVAL);
    driver_send(seat_driver(chair->seat), text_string(line), ply_limit(bout, side), on_move, chair);
    text_clear(line);
    driver_flush(seat_driver(chair->seat));
}

/* ---- adjudication */

static bool arena_game_adjudicate(struct arena_game *bout, int winner) {
    session_end(bout->session, ENDING_ADJUDICATED, winner, 0, NULL);
    arena_game_close(bout);
    return true;
}

/* Limits beyond the rules of the game. At the ply limit a game with a score is scored as it is. */
static bool arena_game_limits(struct arena_game *bout) {
    const struct plan *plan = bout->shared->plan;
    if (plan->quiet_plies > 0 && bout->quiet >= plan->quiet_plies)
        return arena_game_adjudicate(bout, SIDE_NONE);
    if (plan->max_plies == 0 || bout->result->plies < (size_t)plan->max_plies)
        return false;
    if (session_game(bout->session)->score == NULL)
        return arena_game_adjudicate(bout, SIDE_NONE);
    arena_game_judge(bout);
    return true;
}

/* The best move's chances in an analysing reply, in percent, or -1. */
static double reply_winrate(const char *text) {
    double winrate = -1;
    for (const char *at = text; (at = strstr(at, "info move ")) != NULL; at += 10) {
        bool first = at == text || at[-1] == '\n';
        const char *value = strstr(at, "winrate ");
        if (!first || value == NULL)
            continue;
        struct words words;
        words_split(&words, value);
        double number;
        if (words.count > 1 && text_to_number(words.at[1], 0, 10000, &number))
            winrate = number / 100;
        words_free(&words);
    }
    return winrate;
}

/* Cuts the move out of "info ... \nplay D4"; returns whether the side has lost hope for long. */
static bool reply_analysed(struct chair *chair, const char **move_text) {
    const struct plan *plan = chair->bout->shared->plan;
    double winrate = reply_winrate(*move_text);
    const char *at = *move_text;
    for (const char *line = at; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, "play ", 5) == 0)
            at = line + 5;
    }
    *move_text = at;
    chair->low = winrate >= 0 && winrate < (double)plan->resign_below ? chair->low + 1 : 0;
    return chair->low >= plan->resign_plies;
}

/* ---- answers */

static void arena_game_refuse(struct chair *chair, const char *move_text, struct error *error) {
    struct text detail = {0};
    bool malformed = error_is_syntax(error);
    text_print(&detail, "its ply '%.60s' is not legal: ", move_text);
    error_print(error, &detail);
    error_clear(error);
    arena_game_fault(chair, malformed ? "malformed" : "illegal", text_string(&detail));
    text_free(&detail);
}

static void arena_game_flag(struct chair *chair) {
    struct arena_game *bout = chair->bout;
    struct arena_result *result = bout->result;
    struct text detail = {0};
    result->late = session_clock(bout->session, chair->side)->late;
    result->fault = "time";
    result->fault_side = chair->side;
    text_print(&detail, "late by %.6f s", result->late);
    arena_game_remark(bout, text_string(&detail));
    result->detail = text_take(&detail);
    bout->abnormal = true;
    session_end(bout->session, ENDING_TIME, side_other(chair->side), 0, NULL);
    arena_game_close(bout);
}

static void arena_game_go_on(struct arena_game *bout) {
    switch (session_result(bout->session, NULL).phase) {
    case PHASE_OVER:
        arena_game_claim(bout);
        break;
    case PHASE_STOPPED:
        arena_game_judge(bout);
        break;
    case PHASE_PLAYING:
        if (!arena_game_limits(bout))
            arena_game_next(bout);
        break;
    }
}

static void arena_game_ply(struct chair *chair, move m, double seconds) {
    struct arena_game *bout = chair->bout;
    const struct game *game = session_game(bout->session);
    struct chair *other = &bout->chairs[side_other(chair->side)];
    text_clear(&bout->token);
    game->print(session_state(bout->session), m, &bout->token);
    text_put(&other->plays, "play ");
    text_put(&other->plays, game->sides[chair->side]);
    text_putc(&other->plays, ' ');
    text_putn(&other->plays, bout->token.at, bout->token.length);
    text_putc(&other->plays, '\n');
    arena_result_add_ply(bout->result, chair->side, text_string(&bout->token), seconds);
    bool quiet = game->quiet != NULL && game->quiet(session_state(bout->session), m);
    bout->quiet = quiet ? bout->quiet + 1 : 0;
    session_play_move(bout->session, chair->side, m);
    arena_game_go_on(bout);
}

static void on_move(void *context, const struct reply *reply) {
    struct chair *chair = context;
    struct arena_game *bout = chair->bout;
    double seconds = fmax(reply->arrived - reply->sent, 0);
    const char *move_text = reply->text;
    bool hopeless = chair->analysed && reply->ok && reply_analysed(chair, &move_text);
    struct error error = {0};
    move m;
    if (!clock_spend(session_clock(bout->session, chair->side), seconds,
                     bout->shared->plan->margin)) {
        arena_game_flag(chair);
    } else if (!reply->ok) {
        struct text detail = {0};
        text_print(&detail, "genmove failed: %.200s", reply->text);
        arena_game_fault(chair, "failed", text_string(&detail));
        text_free(&detail);
    } else if (text_same(move_text, "resign")) {
        session_resign(bout->session, chair->side, NULL);
        arena_game_close(bout);
    } else if (!session_parse(bout->session, chair->side, move_text, &m, &error)) {
        arena_game_refuse(chair, move_text, &error);
    } else if (hopeless) {
        arena_game_adjudicate(bout, side_other(chair->side));
    } else {
        arena_game_ply(chair, m, seconds);
    }
}
