#include "arena_game.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../../src/system/now.h"
#include "../journal/replay.h"
#include "arena_game_inside.h"

struct arena_game *arena_game_new(const struct run_shared *shared, long place, void *context) {
    struct arena_game *bout = memory_new(1, sizeof *bout);
    bout->shared = shared;
    bout->place = place;
    bout->context = context;
    bout->transcript.limit = TRANSCRIPT_LIMIT;
    for (int side = 0; side < CHAIRS; side++)
        bout->chairs[side] = (struct chair){.bout = bout, .side = side};
    return bout;
}

void arena_game_free(struct arena_game *bout) {
    if (bout == NULL)
        return;
    arena_game_abandon(bout);
    for (int side = 0; side < CHAIRS; side++)
        text_free(&bout->chairs[side].plays);
    transcript_free(&bout->transcript);
    text_free(&bout->line);
    text_free(&bout->token);
    if (bout->end != NULL) {
        event_free(bout->end);
        event_free(bout->again);
    }
    free(bout);
}

void arena_game_remark(struct arena_game *bout, const char *words) {
    transcript_add(&bout->transcript, TRANSCRIPT_REMARK, CHAIRS, words, strlen(words), host_now());
}

/* ---- seats */

static void on_ready(void *context) {
    chair_set_up(context);
}

static void on_fault(void *context, const char *kind, const char *detail) {
    arena_game_fault(context, kind, detail);
}

static void on_traffic(void *context, enum transcript_kind kind, const char *bytes, size_t length,
                       double when) {
    const struct chair *chair = context;
    transcript_add(&chair->bout->transcript, kind, chair->side, bytes, length, when);
}

/* What the system lacks is no engine's fault. */
static bool chair_waits(struct chair *chair, const struct error *error) {
    static const struct timeval while_ = {.tv_usec = 500000};
    struct arena_game *bout = chair->bout;
    if (!process_may_later(error) || !bout->shared->starved(bout->context, error))
        return false;
    chair->starved = true;
    event_add(bout->again, &while_);
    return true;
}

void chair_sit(struct chair *chair, int engine) {
    static const struct seat_events events = {
        .ready = on_ready, .fault = on_fault, .traffic = on_traffic};
    struct error error = {0};
    chair->seat =
        pool_take(chair->bout->shared->pool, engine, chair->bout->place, &events, chair, &error);
    if (chair->seat != NULL) {
        chair->reused = seat_is_ready(chair->seat);
        if (chair->reused)
            chair_set_up(chair);
    } else if (!chair_waits(chair, &error)) {
        struct text why = {0};
        error_print(&error, &why);
        arena_game_fault(chair, "start", text_string(&why));
        text_free(&why);
    }
    error_clear(&error);
}

bool arena_game_is_starved(const struct arena_game *bout) {
    bool starved = false;
    for (int side = 0; side < CHAIRS; side++)
        starved |= bout->chairs[side].starved;
    return starved;
}

static void on_again(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct arena_game *bout = context;
    for (int side = 0; side < CHAIRS; side++) {
        struct chair *chair = &bout->chairs[side];
        if (!chair->starved)
            continue;
        chair->starved = false;
        chair_sit(chair, side == JUDGE ? (int)bout->shared->plan->engine_count
                                       : bout->result->game.players[side]);
    }
}

/* Nobody waits for an engine any more. */
static void arena_game_cease(struct arena_game *bout) {
    event_del(bout->again);
    for (int side = 0; side < CHAIRS; side++)
        bout->chairs[side].starved = false;
}

void chair_leave(struct chair *chair, bool broken) {
    struct seat *seat = chair->seat;
    if (seat == NULL)
        return;
    chair->seat = NULL;
    if (broken || driver_waiting(seat_driver(seat)) > 0)
        pool_drop(chair->bout->shared->pool, seat);
    else
        pool_give(chair->bout->shared->pool, seat);
}

void chair_send(struct chair *chair, const char *command, double limit, reply_fn *done) {
    chair->waiting++;
    driver_send(seat_driver(chair->seat), command, limit, done, chair);
}

void chair_answered(struct chair *chair) {
    chair->reused = false;
    if (--chair->waiting > 0 || chair->set)
        return;
    chair->set = true;
    if (chair->side == JUDGE)
        arena_game_judge_set(chair->bout);
    else
        arena_game_play_set(chair->bout);
}

void chair_optional(void *context, const struct reply *reply) {
    (void)reply;
    chair_answered(context);
}

/* ---- beginning */

static void on_end(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct arena_game *bout = context;
    struct arena_result *result = bout->result;
    bout->result = NULL;
    bout->stage = GAME_IDLE;
    bout->shared->finished(bout->context, result);
}

static void arena_game_reset(struct arena_game *bout, const struct scheduled_game *scheduled) {
    bout->stage = GAME_SETTING;
    bout->result = arena_result_new(scheduled);
    bout->result->began = calendar_now();
    bout->start = host_now();
    bout->quiet = 0;
    bout->judge_tries = 0;
    bout->abnormal = false;
    transcript_clear(&bout->transcript);
    for (int side = 0; side < CHAIRS; side++) {
        struct chair *chair = &bout->chairs[side];
        struct text plays = chair->plays;
        text_clear(&plays);
        *chair = (struct chair){.bout = bout, .side = side, .plays = plays};
    }
}

static void arena_game_set_clocks(struct arena_game *bout, const struct scheduled_game *scheduled) {
    const struct plan *plan = bout->shared->plan;
    session_set_clock(bout->session, &plan->clock);
    for (int side = 0; side < 2; side++) {
        const struct engine_spec *spec = &plan->engines[scheduled->players[side]];
        if (spec->timed)
            clock_start(session_clock(bout->session, side), &spec->clock);
    }
}

void arena_game_begin(struct arena_game *bout, struct event_base *base,
                      const struct scheduled_game *scheduled, const bool *absent) {
    const struct run_shared *shared = bout->shared;
    if (bout->end == NULL) {
        bout->end = event_new(base, -1, 0, on_end, bout);
        bout->again = event_new(base, -1, 0, on_again, bout);
    }
    arena_game_reset(bout, scheduled);
    bout->session = session_copy(shared->fresh);
    struct text opening = {0};
    openings_play(shared->openings, scheduled->opening, bout->session);
    replay_describe(bout->session, shared->fresh, &opening);
    bout->result->opening = memory_string(text_string(&opening));
    text_free(&opening);
    arena_game_set_clocks(bout, scheduled);
    for (int side = 0; side < 2; side++) {
        if (bout->stage != GAME_SETTING)
            return;
        if (absent != NULL && absent[side])
            arena_game_fault(&bout->chairs[side], "withdrawn", "withdrawn after earlier faults");
        else
            chair_sit(&bout->chairs[side], scheduled->players[side]);
    }
}

/* ---- ending */

/* Nobody is to blame, or both: it counts for neither. */
static void arena_game_void(struct arena_game *bout) {
    bout->result->counted = false;
    session_end(bout->session, ENDING_FAULT, SIDE_NONE, 0, NULL);
    arena_game_close(bout);
}

static void arena_game_forfeit(struct arena_game *bout, int loser) {
    session_end(bout->session, ENDING_FAULT, side_other(loser), 0, NULL);
    arena_game_close(bout);
}

/* Before play both engines get their chance to show up: a forfeit waits for the other. */
void arena_game_play_set(struct arena_game *bout) {
    struct chair *chairs = bout->chairs;
    bool failed = chairs[0].failed || chairs[1].failed;
    if (bout->stage != GAME_SETTING)
        return;
    if (chairs[0].failed && chairs[1].failed) {
        arena_game_void(bout);
    } else if (failed && chairs[chairs[0].failed].set) {
        arena_game_forfeit(bout, chairs[0].failed ? 0 : 1);
    } else if (chairs[0].set && chairs[1].set) {
        bout->stage = GAME_PLAYING;
        arena_game_next(bout);
    }
}

/* What went wrong; a program that ended has often said why. */
static void chair_explain(const struct chair *chair, const char *kind, const char *detail,
                          struct text *words) {
    struct text last = {0};
    text_put(words, detail);
    if (strcmp(kind, "crash") == 0 || strcmp(kind, "start") == 0)
        transcript_tail(&chair->bout->transcript, TRANSCRIPT_STDERR, chair->side,
                        TRANSCRIPT_LAST_LINES, &last);
    if (last.length > 0)
        text_print(words, "; last on standard error: %.300s", text_string(&last));
    text_free(&last);
}

static const char *arena_game_name(const struct arena_game *bout, int side) {
    return bout->shared->plan->engines[bout->result->game.players[side]].name;
}

/* Where the game itself is over only the process is replaced. */
static void player_fault(struct chair *chair, const char *kind, const char *detail) {
    struct arena_game *bout = chair->bout;
    bool over = bout->stage != GAME_SETTING && bout->stage != GAME_PLAYING;
    if (!over)
        arena_result_blame(bout->result, kind, chair->side, detail,
                           arena_game_name(bout, SIDE_SECOND));
    else if (chair->seat != NULL)
        seat_fail_idle(chair->seat, kind, detail);
    chair_leave(chair, true);
    if (bout->stage == GAME_SETTING) {
        chair->failed = true;
        arena_game_play_set(bout);
    } else if (bout->stage == GAME_PLAYING) {
        arena_game_forfeit(bout, chair->side);
    } else if (bout->stage == GAME_CLAIMING) {
        arena_game_claim(bout);
    }
}

/* An engine that left behind its last answer may be missed only when it is wanted again: that is no
 * fault of the game that is about to begin, and another process takes its place. Every one that is
 * missed leaves the pool for good. */
static bool chair_replace(struct chair *chair, const char *kind, const char *detail) {
    struct arena_game *bout = chair->bout;
    bool left = strcmp(kind, "crash") == 0 || strcmp(kind, "closed") == 0;
    if (bout->stage != GAME_SETTING || chair->side == JUDGE || !chair->reused || !left)
        return false;
    arena_game_remark(bout, detail);
    seat_fail_idle(chair->seat, kind, detail);
    chair_leave(chair, true);
    text_clear(&chair->plays);
    chair_sit(chair, bout->result->game.players[chair->side]);
    return true;
}

void arena_game_fault(struct chair *chair, const char *kind, const char *detail) {
    if (chair_replace(chair, kind, detail))
        return;
    struct arena_game *bout = chair->bout;
    struct text words = {0};
    chair_explain(chair, kind, detail, &words);
    bout->abnormal = true;
    arena_game_remark(bout, detail);
    if (chair->side == JUDGE) {
        chair_leave(chair, true);
        arena_game_judge_failed(bout, text_string(&words));
    } else {
        player_fault(chair, kind, text_string(&words));
    }
    text_free(&words);
}

static void arena_game_keep_dialogue(struct arena_game *bout) {
    const struct plan *plan = bout->shared->plan;
    struct arena_result *result = bout->result;
    bool keep = plan->dialogues == DIALOGUES_ALL ||
                (plan->dialogues == DIALOGUES_ABNORMAL && (bout->abnormal || result->dispute));
    if (!keep)
        return;
    const char *names[CHAIRS + 1] = {arena_game_name(bout, 0), arena_game_name(bout, 1), "judge",
                                     "arena"};
    struct text text = {0};
    transcript_print(&bout->transcript, bout->start, names, &text);
    result->dialogue = text_take(&text);
}

void arena_game_close(struct arena_game *bout) {
    struct arena_result *result = bout->result;
    struct result ended = session_result(bout->session, &result->ending);
    struct text text = {0};
    bout->stage = GAME_OVER;
    arena_game_cease(bout);
    result->winner = ended.winner;
    result->margin = ended.margin;
    session_print_result(bout->session, &text);
    result->text = result->counted ? text_take(&text) : memory_string("void");
    text_free(&text);
    result->seconds = host_now() - bout->start;
    arena_game_keep_dialogue(bout);
    for (int side = 0; side < CHAIRS; side++)
        chair_leave(&bout->chairs[side], false);
    session_free(bout->session);
    bout->session = NULL;
    event_active(bout->end, EV_TIMEOUT, 0);
}

void arena_game_abandon(struct arena_game *bout) {
    if (bout->stage == GAME_IDLE)
        return;
    arena_game_cease(bout);
    for (int side = 0; side < CHAIRS; side++)
        chair_leave(&bout->chairs[side], true);
    event_del(bout->end);
    session_free(bout->session);
    bout->session = NULL;
    arena_result_free(bout->result);
    bout->result = NULL;
    bout->stage = GAME_IDLE;
}
