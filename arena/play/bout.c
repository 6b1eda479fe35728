#include "bout.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../src/core/memory.h"
#include "../journal/replay.h"
#include "bout_inside.h"

static double calendar_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

struct bout *bout_new(const struct hall *hall, long place, void *context) {
    struct bout *bout = memory_new(1, sizeof *bout);
    bout->hall = hall;
    bout->place = place;
    bout->context = context;
    bout->tape.limit = (size_t)hall->plan->dialogue_limit;
    for (int side = 0; side < CHAIRS; side++)
        bout->chairs[side] = (struct chair){.bout = bout, .side = side};
    return bout;
}

void bout_free(struct bout *bout) {
    if (bout == NULL)
        return;
    bout_abandon(bout);
    for (int side = 0; side < CHAIRS; side++)
        text_free(&bout->chairs[side].plays);
    tape_free(&bout->tape);
    text_free(&bout->line);
    text_free(&bout->token);
    if (bout->end != NULL) {
        event_free(bout->end);
        event_free(bout->again);
    }
    free(bout);
}

void bout_remark(struct bout *bout, const char *words) {
    tape_add(&bout->tape, TAPE_REMARK, CHAIRS, words, strlen(words), host_now());
}

/* ---- seats */

static void on_ready(void *context) {
    chair_set_up(context);
}

static void on_fault(void *context, const char *kind, const char *detail) {
    bout_fault(context, kind, detail);
}

static void on_tape(void *context, enum tape_kind kind, const char *bytes, size_t length,
                    double when) {
    const struct chair *chair = context;
    tape_add(&chair->bout->tape, kind, chair->side, bytes, length, when);
}

/* What the system lacks is no engine's fault. */
static bool chair_waits(struct chair *chair, const struct error *error) {
    static const struct timeval while_ = {.tv_usec = 500000};
    struct bout *bout = chair->bout;
    if (!process_may_later(error) || !bout->hall->starved(bout->context, error))
        return false;
    chair->starved = true;
    event_add(bout->again, &while_);
    return true;
}

void chair_sit(struct chair *chair, int entrant) {
    static const struct seat_events events = {
        .ready = on_ready, .fault = on_fault, .tape = on_tape};
    struct error error = {0};
    chair->seat =
        pool_take(chair->bout->hall->pool, entrant, chair->bout->place, &events, chair, &error);
    if (chair->seat != NULL) {
        chair->reused = seat_is_ready(chair->seat);
        if (chair->reused)
            chair_set_up(chair);
    } else if (!chair_waits(chair, &error)) {
        struct text why = {0};
        error_print(&error, &why);
        bout_fault(chair, "start", text_string(&why));
        text_free(&why);
    }
    error_clear(&error);
}

bool bout_is_starved(const struct bout *bout) {
    bool starved = false;
    for (int side = 0; side < CHAIRS; side++)
        starved |= bout->chairs[side].starved;
    return starved;
}

static void on_again(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct bout *bout = context;
    for (int side = 0; side < CHAIRS; side++) {
        struct chair *chair = &bout->chairs[side];
        if (!chair->starved)
            continue;
        chair->starved = false;
        chair_sit(chair, side == JUDGE ? (int)bout->hall->plan->entrant_count
                                       : bout->outcome->fixture.engines[side]);
    }
}

/* Nobody waits for an engine any more. */
static void bout_cease(struct bout *bout) {
    event_del(bout->again);
    for (int side = 0; side < CHAIRS; side++)
        bout->chairs[side].starved = false;
}

void chair_leave(struct chair *chair, bool broken) {
    struct seat *seat = chair->seat;
    if (seat == NULL)
        return;
    chair->seat = NULL;
    if (broken || guest_waiting(seat_guest(seat)) > 0)
        pool_drop(chair->bout->hall->pool, seat);
    else
        pool_give(chair->bout->hall->pool, seat);
}

void chair_send(struct chair *chair, const char *command, double limit, reply_fn *done) {
    chair->waiting++;
    guest_send(seat_guest(chair->seat), command, limit, done, chair);
}

void chair_answered(struct chair *chair) {
    chair->reused = false;
    if (--chair->waiting > 0 || chair->set)
        return;
    chair->set = true;
    if (chair->side == JUDGE)
        bout_judge_set(chair->bout);
    else
        bout_play_set(chair->bout);
}

void chair_optional(void *context, const struct reply *reply) {
    (void)reply;
    chair_answered(context);
}

/* ---- beginning */

static void on_end(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct bout *bout = context;
    struct outcome *outcome = bout->outcome;
    bout->outcome = NULL;
    bout->stage = BOUT_IDLE;
    bout->hall->finished(bout->context, outcome);
}

static void bout_reset(struct bout *bout, const struct fixture *fixture) {
    bout->stage = BOUT_SETTING;
    bout->outcome = outcome_new(fixture);
    bout->outcome->began = calendar_now();
    bout->start = host_now();
    bout->quiet = 0;
    bout->judge_tries = 0;
    bout->abnormal = false;
    tape_clear(&bout->tape);
    for (int side = 0; side < CHAIRS; side++) {
        struct chair *chair = &bout->chairs[side];
        struct text plays = chair->plays;
        text_clear(&plays);
        *chair = (struct chair){.bout = bout, .side = side, .plays = plays};
    }
}

static void bout_set_clocks(struct bout *bout, const struct fixture *fixture) {
    const struct plan *plan = bout->hall->plan;
    session_set_clock(bout->session, &plan->clock);
    for (int side = 0; side < 2; side++) {
        const struct entrant *entrant = &plan->entrants[fixture->engines[side]];
        if (entrant->timed)
            clock_start(session_clock(bout->session, side), &entrant->clock);
    }
}

void bout_begin(struct bout *bout, struct event_base *base, const struct fixture *fixture,
                const bool *absent) {
    const struct hall *hall = bout->hall;
    if (bout->end == NULL) {
        bout->end = event_new(base, -1, 0, on_end, bout);
        bout->again = event_new(base, -1, 0, on_again, bout);
    }
    bout_reset(bout, fixture);
    bout->session = session_copy(hall->fresh);
    struct text opening = {0};
    openings_play(hall->openings, fixture->opening, bout->session);
    replay_describe(bout->session, hall->fresh, &opening);
    bout->outcome->opening = memory_string(text_string(&opening));
    text_free(&opening);
    bout_set_clocks(bout, fixture);
    for (int side = 0; side < 2; side++) {
        if (bout->stage != BOUT_SETTING)
            return;
        if (absent != NULL && absent[side])
            bout_fault(&bout->chairs[side], "withdrawn", "withdrawn after earlier faults");
        else
            chair_sit(&bout->chairs[side], fixture->engines[side]);
    }
}

/* ---- ending */

/* Nobody is to blame, or both: it counts for neither. */
static void bout_void(struct bout *bout) {
    bout->outcome->counted = false;
    session_end(bout->session, ENDING_FAULT, SIDE_NONE, 0, NULL);
    bout_close(bout);
}

static void bout_forfeit(struct bout *bout, int loser) {
    session_end(bout->session, ENDING_FAULT, side_other(loser), 0, NULL);
    bout_close(bout);
}

/* Before play both engines get their chance to show up: a forfeit waits for the other. */
void bout_play_set(struct bout *bout) {
    struct chair *chairs = bout->chairs;
    bool failed = chairs[0].failed || chairs[1].failed;
    if (bout->stage != BOUT_SETTING)
        return;
    if (chairs[0].failed && chairs[1].failed) {
        bout_void(bout);
    } else if (failed && chairs[chairs[0].failed].set) {
        bout_forfeit(bout, chairs[0].failed ? 0 : 1);
    } else if (chairs[0].set && chairs[1].set) {
        bout->stage = BOUT_PLAYING;
        bout_next(bout);
    }
}

/* What went wrong; a program that ended has often said why. */
static void chair_explain(const struct chair *chair, const char *kind, const char *detail,
                          struct text *words) {
    struct text last = {0};
    text_put(words, detail);
    if (strcmp(kind, "crash") == 0 || strcmp(kind, "start") == 0)
        tape_tail(&chair->bout->tape, TAPE_STDERR, chair->side, TAPE_LAST_LINES, &last);
    if (last.length > 0)
        text_print(words, "; last on standard error: %.300s", text_string(&last));
    text_free(&last);
}

static const char *bout_name(const struct bout *bout, int side) {
    return bout->hall->plan->entrants[bout->outcome->fixture.engines[side]].name;
}

/* Where the game itself is over only the process is replaced. */
static void player_fault(struct chair *chair, const char *kind, const char *detail) {
    struct bout *bout = chair->bout;
    bool over = bout->stage != BOUT_SETTING && bout->stage != BOUT_PLAYING;
    if (!over)
        outcome_blame(bout->outcome, kind, chair->side, detail, bout_name(bout, SIDE_SECOND));
    else if (chair->seat != NULL)
        seat_fail_idle(chair->seat, kind, detail);
    chair_leave(chair, true);
    if (bout->stage == BOUT_SETTING) {
        chair->failed = true;
        bout_play_set(bout);
    } else if (bout->stage == BOUT_PLAYING) {
        bout_forfeit(bout, chair->side);
    } else if (bout->stage == BOUT_CLAIMING) {
        bout_claim(bout);
    }
}

/* An engine that left behind its last answer may be missed only when it is wanted again: that is no
 * fault of the game that is about to begin, and another process takes its place. Every one that is
 * missed leaves the pool for good. */
static bool chair_replace(struct chair *chair, const char *kind, const char *detail) {
    struct bout *bout = chair->bout;
    bool left = strcmp(kind, "crash") == 0 || strcmp(kind, "closed") == 0;
    if (bout->stage != BOUT_SETTING || chair->side == JUDGE || !chair->reused || !left)
        return false;
    bout_remark(bout, detail);
    seat_fail_idle(chair->seat, kind, detail);
    chair_leave(chair, true);
    text_clear(&chair->plays);
    chair_sit(chair, bout->outcome->fixture.engines[chair->side]);
    return true;
}

void bout_fault(struct chair *chair, const char *kind, const char *detail) {
    if (chair_replace(chair, kind, detail))
        return;
    struct bout *bout = chair->bout;
    struct text words = {0};
    chair_explain(chair, kind, detail, &words);
    bout->abnormal = true;
    bout_remark(bout, detail);
    if (chair->side == JUDGE) {
        chair_leave(chair, true);
        bout_judge_failed(bout, text_string(&words));
    } else {
        player_fault(chair, kind, text_string(&words));
    }
    text_free(&words);
}

static void bout_keep_dialogue(struct bout *bout) {
    const struct plan *plan = bout->hall->plan;
    struct outcome *outcome = bout->outcome;
    bool keep = plan->dialogues == DIALOGUES_ALL ||
                (plan->dialogues == DIALOGUES_ABNORMAL && (bout->abnormal || outcome->dispute));
    if (!keep)
        return;
    const char *names[CHAIRS + 1] = {bout_name(bout, 0), bout_name(bout, 1), "judge", "arena"};
    struct text text = {0};
    tape_print(&bout->tape, bout->start, names, &text);
    outcome->dialogue = text_take(&text);
}

void bout_close(struct bout *bout) {
    struct outcome *outcome = bout->outcome;
    struct result result = session_result(bout->session, &outcome->ending);
    struct text text = {0};
    bout->stage = BOUT_OVER;
    bout_cease(bout);
    outcome->winner = result.winner;
    outcome->margin = result.margin;
    session_print_result(bout->session, &text);
    outcome->result = outcome->counted ? text_take(&text) : memory_string("void");
    text_free(&text);
    outcome->seconds = host_now() - bout->start;
    bout_keep_dialogue(bout);
    for (int side = 0; side < CHAIRS; side++)
        chair_leave(&bout->chairs[side], false);
    session_free(bout->session);
    bout->session = NULL;
    event_active(bout->end, EV_TIMEOUT, 0);
}

void bout_abandon(struct bout *bout) {
    if (bout->stage == BOUT_IDLE)
        return;
    bout_cease(bout);
    for (int side = 0; side < CHAIRS; side++)
        chair_leave(&bout->chairs[side], true);
    event_del(bout->end);
    session_free(bout->session);
    bout->session = NULL;
    outcome_free(bout->outcome);
    bout->outcome = NULL;
    bout->stage = BOUT_IDLE;
}
