#include "arena_game.h"

#include <event2/event.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/json.h"
#include "../../src/core/memory.h"
#include "../../src/core/vertex.h"
#include "../../src/system/now.h"
#include "transcript.h"

enum { JUDGE = 2, SEATS = 3, JUDGE_TRIES = 2 };

/* One engine at the board: side 0, side 1, or the judge. */
struct arena_seat {
    struct arena_game *game;
    int side;
    struct pooled *engine; /* or NULL */
    struct sender sender;
    struct text plays;           /* play commands not yet sent, each ended by a newline */
    struct dialogue_parts parts; /* lines for its dialogue */
    bool set;                    /* it was told the game */
    bool failed;                 /* forfeits before the first ply */
    bool starved;                /* the system had no room for its engine */
    bool reused;                 /* its engine has played before */
    long low;                    /* own plies in a row with a hopeless estimate */
    long high;                   /* the same with one that leaves the opponent no hope */
    enum evaluation_style asked; /* how the last ply was asked for */
    double value;                /* its winrate as it said last, negative: it did not */
};

enum game_stage { GAME_IDLE, GAME_SETTING, GAME_PLAYING, GAME_JUDGING, GAME_CLAIMING, GAME_OVER };

struct arena_game {
    const struct run_shared *shared;
    long place; /* among the games at a time */
    void *context;
    enum game_stage stage;
    struct session *session;
    struct arena_result *result;
    struct arena_seat seats[SEATS];
    struct transcript transcript;
    struct text line, token; /* scratch */
    struct event *end;
    struct event *again; /* another try for starved seats */
    double start;        /* monotonic_now at the beginning */
    double asked;        /* the same, when the present ply was asked for */
    long quiet;          /* plies in a row */
    long even;           /* the same, of which their engines say that nobody is better */
    int judge_tries;
    struct marks judged; /* by the judge */
    bool is_judged;
    bool abnormal;
};

static void seat_told(void *context);
static void seat_dead(void *context, const struct marks *marks, const char *detail);
static void on_move(void *context, const struct reply *reply);
static void arena_game_judge(struct arena_game *game);
static void arena_game_claim(struct arena_game *game);
static void arena_game_fault(struct arena_seat *seat, const char *kind, const char *detail);
static void arena_game_close(struct arena_game *game);

static const char *arena_game_name(const struct arena_game *game, int side) {
    return game->shared->plan->engines[game->result->game.players[side]].name;
}

/* Its number in the plan; the judge's is the one after the last. */
static int seat_number(const struct arena_seat *seat) {
    const struct arena_game *game = seat->game;
    return seat->side == JUDGE ? (int)game->shared->plan->engine_count
                               : game->result->game.players[seat->side];
}

static void seat_put_dialogue(struct arena_seat *seat, enum transcript_kind kind, const char *bytes,
                              size_t length, double when) {
    const struct arena_game *game = seat->game;
    dialogue_files_add(game->shared->dialogues, seat_number(seat), game->result->game.number,
                       &seat->parts, kind, bytes, length, when);
}

static void arena_game_remark(struct arena_game *game, const char *words) {
    transcript_add(&game->transcript, TRANSCRIPT_REMARK, SEATS, words, strlen(words),
                   monotonic_now());
}

/* Seats. */

/* The game so far, which is the opening for the players and all of it for the judge. */
static void seat_set_up(struct arena_seat *seat) {
    static const char word[] = "position ";
    struct arena_game *game = seat->game;
    const struct run_hooks *hooks = game->shared->hooks;
    const char *opening = game->result->opening;
    struct text lines = {0};
    if (hooks != NULL && seat->side != JUDGE)
        hooks->prepare(hooks->context, &game->result->game, seat->side, &lines);
    const struct engine_game told = {
        .session = game->session,
        .position = strncmp(opening, word, sizeof word - 1) == 0 ? opening + sizeof word - 1 : NULL,
        .clock = seat->side != JUDGE ? &session_clock(game->session, seat->side)->settings : NULL,
        .lines = text_string(&lines),
        .seeded = true,
        .seed = game->result->game.seed >> 33};
    if (send_game(&seat->sender, &told))
        driver_flush(seat->engine->driver);
    else
        arena_game_fault(seat, "setup", "it has no set_position, which this opening needs");
    text_free(&lines);
}

static void on_ready(void *context) {
    seat_set_up(context);
}

static void on_fault(void *context, const char *kind, const char *detail) {
    arena_game_fault(context, kind, detail);
}

static void on_refused(void *context, enum refusal refusal, const char *detail) {
    arena_game_fault(context, refusal == REFUSAL_PLY ? "refused" : "setup", detail);
}

static void on_traffic(void *context, enum driver_traffic kind, const char *bytes, size_t length,
                       double when) {
    struct arena_seat *seat = context;
    transcript_add(&seat->game->transcript, (enum transcript_kind)kind, seat->side, bytes, length,
                   when);
    seat_put_dialogue(seat, (enum transcript_kind)kind, bytes, length, when);
}

/* What the system lacks is no engine's fault. */
static bool seat_waits(struct arena_seat *seat, const struct error *error) {
    static const struct timeval a_while = {.tv_usec = 500000};
    struct arena_game *game = seat->game;
    if (!process_may_later(error) || !game->shared->starved(game->context, error))
        return false;
    seat->starved = true;
    event_add(game->again, &a_while);
    return true;
}

/* Takes an engine, at once or when the system has room for it, or fails. */
static void seat_take(struct arena_seat *seat) {
    static const struct pooled_events events = {
        .ready = on_ready, .fault = on_fault, .traffic = on_traffic};
    static const struct sender_events sender_events = {
        .told = seat_told, .refused = on_refused, .dead = seat_dead};
    struct arena_game *game = seat->game;
    const struct plan *plan = game->shared->plan;
    struct error error = {0};
    seat->engine =
        pool_take(game->shared->pool, seat_number(seat), game->place, &events, seat, &error);
    if (seat->engine != NULL) {
        seat->sender = (struct sender){.driver = seat->engine->driver,
                                       .events = &sender_events,
                                       .context = seat,
                                       .limit = plan->answer};
        seat->reused = seat->engine->ready;
        if (seat->reused)
            seat_set_up(seat);
    } else if (!seat_waits(seat, &error)) {
        struct text why = {0};
        error_print(&error, &why);
        arena_game_fault(seat, "start", text_string(&why));
        text_free(&why);
    }
    error_clear(&error);
}

bool arena_game_is_starved(const struct arena_game *game) {
    bool starved = false;
    for (int side = 0; side < SEATS; side++)
        starved |= game->seats[side].starved;
    return starved;
}

static void on_again(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct arena_game *game = context;
    for (int side = 0; side < SEATS; side++) {
        struct arena_seat *seat = &game->seats[side];
        if (!seat->starved)
            continue;
        seat->starved = false;
        seat_take(seat);
    }
}

/* Gives the engine back to the pool, or ends it because it failed or owes answers. */
static void seat_leave(struct arena_seat *seat, bool broken) {
    struct pooled *engine = seat->engine;
    if (engine == NULL)
        return;
    seat->engine = NULL;
    dialogue_files_end(seat->game->shared->dialogues, seat_number(seat),
                       seat->game->result->game.number, &seat->parts);
    if (broken || driver_waiting(engine->driver) > 0)
        pool_drop(seat->game->shared->pool, engine);
    else
        pool_give(seat->game->shared->pool, engine);
}

static void seat_send_plays(struct arena_seat *seat) {
    send_plays(&seat->sender, text_string(&seat->plays));
    text_clear(&seat->plays);
}

/* The beginning. */

struct arena_game *arena_game_new(const struct run_shared *shared, long place, void *context) {
    struct arena_game *game = memory_new(1, sizeof *game);
    game->shared = shared;
    game->place = place;
    game->context = context;
    game->transcript.limit = TRANSCRIPT_LIMIT;
    return game;
}

void arena_game_free(struct arena_game *game) {
    if (game == NULL)
        return;
    arena_game_abandon(game);
    for (int side = 0; side < SEATS; side++) {
        text_free(&game->seats[side].plays);
        dialogue_parts_free(&game->seats[side].parts);
    }
    transcript_free(&game->transcript);
    text_free(&game->line);
    text_free(&game->token);
    if (game->end != NULL) {
        event_free(game->end);
        event_free(game->again);
    }
    free(game);
}

static void on_end(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct arena_game *game = context;
    struct arena_result *result = game->result;
    game->result = NULL;
    game->stage = GAME_IDLE;
    game->shared->finished(game->context, result);
}

static void arena_game_reset(struct arena_game *game, const struct scheduled_game *scheduled) {
    game->stage = GAME_SETTING;
    game->result = arena_result_new(scheduled);
    game->result->began = calendar_now();
    game->start = monotonic_now();
    game->quiet = 0;
    game->even = 0;
    game->judge_tries = 0;
    game->is_judged = false;
    game->abnormal = false;
    transcript_clear(&game->transcript);
    for (int side = 0; side < SEATS; side++) {
        struct arena_seat *seat = &game->seats[side];
        struct text plays = seat->plays;
        text_clear(&plays);
        *seat = (struct arena_seat){
            .game = game, .side = side, .plays = plays, .parts = seat->parts, .value = -1};
    }
}

static void arena_game_set_clocks(struct arena_game *game) {
    const struct plan *plan = game->shared->plan;
    session_set_clock(game->session, &plan->clock);
    for (int side = 0; side < 2; side++) {
        const struct engine_spec *spec = &plan->engines[game->result->game.players[side]];
        struct clock own;
        clock_start(&own, &spec->clock);
        if (spec->timed)
            session_put_clock(game->session, side, &own);
    }
}

/* How the session came to its position: the tokens of its plies, or "position TEXT" where it starts
 * from another position than usual. */
static char *describe_opening(const struct session *session, const struct session *fresh) {
    const struct game *rules = session_game(session);
    struct text opening = {0}, here = {0}, usual = {0};
    rules->save(session_start(session), &here);
    rules->save(session_start(fresh), &usual);
    if (strcmp(text_string(&here), text_string(&usual)) != 0) {
        text_print(&opening, "position %s", text_string(&here));
    } else {
        struct record record;
        session_record(session, &record);
        for (size_t i = 0; i < record.entry_count; i++)
            text_print(&opening, i > 0 ? " %s" : "%s", record.entries[i].text);
        record_free(&record);
    }
    text_free(&here);
    text_free(&usual);
    return text_take(&opening);
}

void arena_game_begin(struct arena_game *game, struct event_base *base,
                      const struct scheduled_game *scheduled, const bool *absent) {
    const struct run_shared *shared = game->shared;
    if (game->end == NULL) {
        game->end = event_new(base, -1, 0, on_end, game);
        game->again = event_new(base, -1, 0, on_again, game);
    }
    arena_game_reset(game, scheduled);
    game->session = session_copy(shared->fresh);
    openings_play(shared->openings, scheduled->opening, game->session);
    game->result->opening = describe_opening(game->session, shared->fresh);
    arena_game_set_clocks(game);
    for (int side = 0; side < 2; side++) {
        if (game->stage != GAME_SETTING)
            return;
        if (absent != NULL && absent[side])
            arena_game_fault(&game->seats[side], "withdrawn", "withdrawn after earlier faults");
        else
            seat_take(&game->seats[side]);
    }
}

static void arena_game_forfeit(struct arena_game *game, int loser) {
    session_end(game->session, ENDING_FAULT, side_other(loser), 0, NULL);
    arena_game_close(game);
}

/* How long to wait for the ply at most. */
static double ply_limit(const struct arena_game *game, int side) {
    const struct plan *plan = game->shared->plan;
    double limit = clock_limit(session_clock(game->session, side));
    return limit < 0 ? plan->hang : limit + plan->margin + plan->grace;
}

static void arena_game_ask_ply(struct arena_game *game) {
    const struct game *rules = session_game(game->session);
    int side = session_to_play(game->session);
    struct arena_seat *seat = &game->seats[side];
    const struct plan *plan = game->shared->plan;
    seat_send_plays(seat);
    send_time_left(&seat->sender, rules, side, session_clock(game->session, side), 0);
    seat->asked = send_genmove(&seat->sender, rules, side,
                               plan->evaluations || plan->resign_below > 0 || plan->draw_within > 0,
                               ply_limit(game, side), on_move, seat);
    game->asked = monotonic_now();
    driver_flush(seat->engine->driver);
}

/* Both engines get their chance to show up before play: a forfeit waits for the other. */
static void arena_game_start_play(struct arena_game *game) {
    struct arena_seat *seats = game->seats;
    bool failed = seats[0].failed || seats[1].failed;
    if (game->stage != GAME_SETTING)
        return;
    if (seats[0].failed && seats[1].failed) { /* it counts for neither */
        game->result->counted = false;
        session_end(game->session, ENDING_FAULT, SIDE_NONE, 0, NULL);
        arena_game_close(game);
    } else if (failed && seats[seats[0].failed].set) {
        arena_game_forfeit(game, seats[0].failed ? 0 : 1);
    } else if (seats[0].set && seats[1].set) {
        game->stage = GAME_PLAYING;
        arena_game_ask_ply(game);
    }
}

/* Plies: an answer to genmove is timed, read, and judged by the session; then the game goes on. */

static void arena_game_adjudicate(struct arena_game *game, int winner) {
    session_end(game->session, ENDING_ADJUDICATED, winner, 0, NULL);
    arena_game_close(game);
}

/* Whether the game's tables know how it would end. */
static bool arena_game_is_known(struct arena_game *game) {
    void *tables = game->shared->tables;
    const struct game *rules = session_game(game->session);
    struct result known;
    if (tables == NULL || !rules->tables_result(tables, session_state(game->session), &known))
        return false;
    game->result->detail = memory_string("by the endgame tables");
    arena_game_adjudicate(game, known.winner);
    return true;
}

/* Limits beyond the rules of the game. At the ply limit a game with a score is scored as it is. */
static bool arena_game_is_limited(struct arena_game *game) {
    const struct plan *plan = game->shared->plan;
    bool quiet = plan->quiet_plies > 0 && game->quiet >= plan->quiet_plies;
    quiet |= plan->draw_within > 0 && game->even >= plan->draw_plies;
    bool full = plan->max_plies > 0 && game->result->plies >= (size_t)plan->max_plies;
    if (!quiet && !full)
        return false;
    if (quiet || session_game(game->session)->score == NULL)
        arena_game_adjudicate(game, SIDE_NONE);
    else
        arena_game_judge(game);
    return true;
}

static void arena_game_go_on(struct arena_game *game) {
    switch (session_result(game->session, NULL).phase) {
    case PHASE_OVER:
        arena_game_claim(game);
        break;
    case PHASE_STOPPED:
        arena_game_judge(game);
        break;
    case PHASE_PLAYING:
        if (!arena_game_is_known(game) && !arena_game_is_limited(game))
            arena_game_ask_ply(game);
        break;
    }
}

static void arena_game_take_ply(struct arena_seat *seat, move m, double seconds,
                                const struct evaluation *evaluation) {
    struct arena_game *game = seat->game;
    const struct game *rules = session_game(game->session);
    const void *state = session_state(game->session);
    text_clear(&game->token);
    rules->print(state, m, &game->token);
    text_print(&game->seats[side_other(seat->side)].plays, "play %s %s\n", rules->sides[seat->side],
               text_string(&game->token));
    arena_result_add_ply(game->result, seat->side, text_string(&game->token), seconds);
    arena_result_add_evaluation(game->result, evaluation);
    bool quiet = rules->quiet != NULL && rules->quiet(state, m);
    game->quiet = quiet ? game->quiet + 1 : 0;
    session_play_move(game->session, seat->side, m);
    arena_game_go_on(game);
}

static void arena_game_flag(struct arena_seat *seat) {
    struct arena_game *game = seat->game;
    struct arena_result *result = game->result;
    struct text detail = {0};
    result->late = session_clock(game->session, seat->side)->late;
    result->fault = "time";
    result->fault_side = seat->side;
    text_print(&detail, "late by %.6f s", result->late);
    arena_game_remark(game, text_string(&detail));
    result->detail = text_take(&detail);
    game->abnormal = true;
    session_end(game->session, ENDING_TIME, side_other(seat->side), 0, NULL);
    arena_game_close(game);
}

static void seat_refuse_ply(struct arena_seat *seat, const char *words, struct error *error) {
    struct text detail = {0};
    bool malformed = error_is_syntax(error);
    text_print(&detail, "its ply '%.60s' is not legal: ", words);
    error_print(error, &detail);
    error_clear(error);
    arena_game_fault(seat, malformed ? "malformed" : "illegal", text_string(&detail));
    text_free(&detail);
}

/* Counts how long the engine has been sure of something. What it does not say it is not sure of. */
static void seat_count_values(struct arena_seat *seat, double winrate) {
    const struct plan *plan = seat->game->shared->plan;
    double percent = 100 * winrate, below = (double)plan->resign_below;
    bool said = winrate >= 0, even = said && fabs(percent - 50) <= (double)plan->draw_within;
    bool due = (long)seat->game->result->plies + 1 >= plan->draw_from;
    seat->low = said && percent < below ? seat->low + 1 : 0;
    seat->high = said && percent > 100 - below ? seat->high + 1 : 0;
    seat->game->even = even && due ? seat->game->even + 1 : 0;
}

/* Whether the side has had no hope for long, by its own word or, if so planned, by both sides'. */
static bool seat_is_hopeless(const struct arena_seat *seat) {
    const struct plan *plan = seat->game->shared->plan;
    const struct arena_seat *other = &seat->game->seats[side_other(seat->side)];
    return plan->resign_below > 0 && seat->low >= plan->resign_plies &&
           (!plan->resign_both || other->high >= plan->resign_plies);
}

static void on_move(void *context, const struct reply *reply) {
    struct arena_seat *seat = context;
    struct arena_game *game = seat->game;
    double seconds = fmax(reply->arrived - reply->sent, 0);
    struct evaluation evaluation;
    const char *words;
    size_t length;
    evaluation_read(reply->text, reply->ok ? seat->asked : EVALUATION_COMMENT, &evaluation, &words,
                    &length);
    if (words[length] != '\0') { /* a comment follows the move */
        text_clear(&game->line);
        text_putn(&game->line, words, length);
        words = text_string(&game->line);
    }
    seat->value = evaluation.winrate;
    seat_count_values(seat, evaluation.winrate);
    bool hopeless = seat_is_hopeless(seat);
    struct error error = {0};
    move m;
    if (!session_spend_time(game->session, seat->side, seconds, game->shared->plan->margin)) {
        arena_game_flag(seat);
    } else if (!reply->ok) {
        struct text detail = {0};
        text_print(&detail, "genmove failed: %.200s", reply->text);
        arena_game_fault(seat, "failed", text_string(&detail));
        text_free(&detail);
    } else if (text_same(words, "resign")) {
        session_resign(game->session, seat->side, NULL);
        arena_game_close(game);
    } else if (!session_parse(game->session, seat->side, words, &m, &error)) {
        seat_refuse_ply(seat, words, &error);
    } else if (hopeless) {
        arena_game_adjudicate(game, side_other(seat->side));
    } else {
        arena_game_take_ply(seat, m, seconds, &evaluation);
    }
}

/* The score: the judge says what is dead, the arithmetic is the game's. */

static void arena_game_score(struct arena_game *game, const struct marks *marks) {
    struct result score = session_game(game->session)->score(session_state(game->session), marks);
    session_end(game->session, ENDING_SCORED, score.winner, score.margin, NULL);
    arena_game_claim(game);
}

static void arena_game_judge(struct arena_game *game) {
    game->stage = GAME_JUDGING;
    const struct game *rules = session_game(game->session);
    if (rules->scored_marks[session_setup(game->session)->rules] < MARK_DEAD) {
        arena_game_score(game, &(struct marks){{MARK_ALIVE}});
        return;
    }
    game->judge_tries++;
    seat_take(&game->seats[JUDGE]);
}

static void seat_told(void *context) {
    struct arena_seat *seat = context;
    struct arena_game *game = seat->game;
    if (seat->side != JUDGE) {
        seat->set = true;
        arena_game_start_play(game);
        return;
    }
    send_dead(&seat->sender, game->session, game->shared->plan->hang);
    driver_flush(seat->engine->driver);
}

/* Which dead stones a player sees that the judge does not, and the other way round. */
static void seat_compare_dead(struct arena_seat *seat, const struct marks *marks) {
    const struct arena_game *game = seat->game;
    int size = session_setup(game->session)->size;
    struct text difference = {0};
    for (int i = 0; i < size * size; i++) {
        bool dead = marks->at[i] == MARK_DEAD;
        if (dead == (game->judged.at[i] == MARK_DEAD))
            continue;
        text_put(&difference, difference.length > 0 ? " " : "");
        text_putc(&difference, dead ? '+' : '-');
        vertex_print(&difference, i % size, i / size);
    }
    game->result->dead[seat->side] = text_take(&difference);
}

static void seat_dead(void *context, const struct marks *marks, const char *detail) {
    struct arena_seat *seat = context;
    struct arena_game *game = seat->game;
    if (seat->side != JUDGE) {
        if (marks != NULL)
            seat_compare_dead(seat, marks);
        arena_game_claim(game);
    } else if (marks != NULL) {
        game->judged = *marks; /* theirs may go with the judge */
        game->is_judged = true;
        seat_leave(seat, false);
        arena_game_score(game, &game->judged);
    } else {
        struct text words = {0};
        text_print(&words, "the judge cannot say what is dead: %.200s", detail);
        arena_game_fault(seat, "judge", text_string(&words));
        text_free(&words);
    }
}

static void arena_game_judge_failed(struct arena_game *game, const char *detail) {
    if (game->stage != GAME_JUDGING)
        return;
    if (game->judge_tries < JUDGE_TRIES) {
        arena_game_judge(game);
        return;
    }
    game->result->fault = "judge";
    game->result->detail = printable_line(detail);
    game->result->counted = false;
    game->abnormal = true;
    session_end(game->session, ENDING_FAULT, SIDE_NONE, 0, NULL);
    arena_game_close(game);
}

/* Claims: what the two engines say of the score, and of the dead stones, is written down. */

static void on_claim(void *context, const struct reply *reply) {
    struct arena_seat *seat = context;
    seat->game->result->claims[seat->side] = printable_line(reply->ok ? reply->text : "?");
    arena_game_claim(seat->game);
}

/* "B+3.5" and "b+3.50" say the same. */
static bool claim_agrees(const char *claim, const char *result) {
    double a, b;
    if (text_same(claim, result))
        return true;
    return strlen(claim) > 2 && strlen(result) > 2 && (claim[0] | 32) == (result[0] | 32) &&
           claim[1] == '+' && text_to_number(claim + 2, 0, 1e4, &a) &&
           text_to_number(result + 2, 0, 1e4, &b) && a == b;
}

static void arena_game_compare_claims(struct arena_game *game) {
    struct arena_result *result = game->result;
    struct text text = {0};
    session_print_result(game->session, &text);
    for (int side = 0; side < 2; side++)
        if (result->claims[side] != NULL && result->claims[side][0] != '?' &&
            !claim_agrees(result->claims[side], text_string(&text)))
            result->dispute = true;
    text_free(&text);
}

static bool seat_ask_score(struct arena_seat *seat) {
    const struct arena_game *game = seat->game;
    const struct plan *plan = game->shared->plan;
    struct driver *driver = seat->engine != NULL ? seat->engine->driver : NULL;
    bool score = driver != NULL && driver_can(driver, CAN_FINAL_SCORE);
    bool dead = driver != NULL && game->is_judged && driver_can(driver, CAN_FINAL_STATUS);
    if (!score && !dead)
        return false;
    seat_send_plays(seat);
    if (score)
        driver_send(driver, "final_score", plan->answer, on_claim, seat);
    if (dead)
        send_dead(&seat->sender, game->session, plan->hang);
    driver_flush(driver);
    return true;
}

/* The session has ended: asks for claims where there is a score, then closes. */
static void arena_game_claim(struct arena_game *game) {
    struct arena_seat *seats = game->seats;
    if (session_game(game->session)->score == NULL) {
        arena_game_close(game);
        return;
    }
    if (game->stage != GAME_CLAIMING) {
        game->stage = GAME_CLAIMING;
        bool asked = seat_ask_score(&seats[0]);
        if (seat_ask_score(&seats[1]) || asked)
            return;
    }
    for (int side = 0; side < 2; side++)
        if (seats[side].engine != NULL && driver_waiting(seats[side].engine->driver) > 0)
            return;
    arena_game_compare_claims(game);
    arena_game_close(game);
}

/* Faults. */

/* What went wrong; a program that ended has often said why. */
static void seat_explain(const struct arena_seat *seat, const char *kind, const char *detail,
                         struct text *words) {
    struct text last = {0};
    text_put(words, detail);
    if (strcmp(kind, "crash") == 0 || strcmp(kind, "start") == 0)
        transcript_tail(&seat->game->transcript, TRANSCRIPT_STDERR, seat->side,
                        TRANSCRIPT_LAST_LINES, &last);
    if (last.length > 0)
        text_print(words, "; last on standard error: %.300s", text_string(&last));
    text_free(&last);
}

/* Where the game itself is over only the process is replaced. */
static void player_fault(struct arena_seat *seat, const char *kind, const char *detail) {
    struct arena_game *game = seat->game;
    bool over = game->stage != GAME_SETTING && game->stage != GAME_PLAYING;
    if (!over)
        arena_result_blame(game->result, kind, seat->side, detail,
                           arena_game_name(game, SIDE_SECOND));
    else if (seat->engine != NULL)
        pool_fail_idle(game->shared->pool, seat->engine, kind, detail);
    seat_leave(seat, true);
    if (game->stage == GAME_SETTING) {
        seat->failed = true;
        arena_game_start_play(game);
    } else if (game->stage == GAME_PLAYING) {
        arena_game_forfeit(game, seat->side);
    } else if (game->stage == GAME_CLAIMING) {
        arena_game_claim(game);
    }
}

/* That an engine left after its last answer may be noticed only when it is wanted again. It is no
 * fault of the game that is about to begin: another process takes its place. Each one that is
 * missed leaves the pool for good, so this ends. */
static bool seat_replace(struct arena_seat *seat, const char *kind, const char *detail) {
    struct arena_game *game = seat->game;
    bool left = strcmp(kind, "crash") == 0 || strcmp(kind, "closed") == 0;
    bool fresh = !seat->reused || seat->sender.answered;
    if (game->stage != GAME_SETTING || seat->side == JUDGE || fresh || !left)
        return false;
    arena_game_remark(game, detail);
    pool_fail_idle(game->shared->pool, seat->engine, kind, detail);
    seat_leave(seat, true);
    seat_take(seat);
    return true;
}

/* The engine at this seat broke something. */
static void arena_game_fault(struct arena_seat *seat, const char *kind, const char *detail) {
    if (seat_replace(seat, kind, detail))
        return;
    struct arena_game *game = seat->game;
    struct text words = {0};
    seat_explain(seat, kind, detail, &words);
    game->abnormal = true;
    arena_game_remark(game, detail);
    seat_put_dialogue(seat, TRANSCRIPT_REMARK, detail, strlen(detail), monotonic_now());
    seat_put_dialogue(seat, TRANSCRIPT_REMARK, "\n", 1, monotonic_now());
    if (seat->side == JUDGE) {
        seat_leave(seat, true);
        arena_game_judge_failed(game, text_string(&words));
    } else {
        player_fault(seat, kind, text_string(&words));
    }
    text_free(&words);
}

/* The end. */

/* No seat waits for an engine any more. */
static void arena_game_stop_waiting(struct arena_game *game) {
    event_del(game->again);
    for (int side = 0; side < SEATS; side++)
        game->seats[side].starved = false;
}

static void arena_game_keep_dialogue(struct arena_game *game) {
    const struct plan *plan = game->shared->plan;
    struct arena_result *result = game->result;
    bool keep = plan->dialogues == DIALOGUES_ALL ||
                (plan->dialogues == DIALOGUES_ABNORMAL && (game->abnormal || result->dispute));
    if (!keep)
        return;
    const char *names[SEATS + 1] = {arena_game_name(game, 0), arena_game_name(game, 1), "judge",
                                    "arena"};
    struct text text = {0};
    transcript_print(&game->transcript, game->start, names, &text);
    result->dialogue = text_take(&text);
}

static void arena_game_close(struct arena_game *game) {
    struct arena_result *result = game->result;
    struct result ended = session_result(game->session, &result->ending);
    struct text text = {0};
    game->stage = GAME_OVER;
    arena_game_stop_waiting(game);
    result->winner = ended.winner;
    result->margin = ended.margin;
    session_print_result(game->session, &text);
    result->text = result->counted ? text_take(&text) : memory_string("void");
    text_free(&text);
    result->seconds = monotonic_now() - game->start;
    for (int side = 0; side < 2; side++)
        result->side_overruns[side] = session_clock(game->session, side)->overruns;
    arena_game_keep_dialogue(game);
    for (int side = 0; side < SEATS; side++)
        seat_leave(&game->seats[side], false);
    session_free(game->session);
    game->session = NULL;
    event_active(game->end, EV_TIMEOUT, 0);
}

/* Watching. */

static void put_position(const struct session *session, const char *name, struct text *json) {
    struct text position = {0};
    session_game(session)->save(session_state(session), &position);
    json_member(json, name, text_string(&position));
    text_free(&position);
}

/* The last ply, and the position before it: some games are drawn by what has changed. */
static void arena_game_put_last(const struct arena_game *game, struct text *json) {
    const char *moves = text_string(&game->result->moves), *space = strrchr(moves, ' ');
    if (game->result->plies == 0)
        return;
    struct session *before = session_copy(game->session);
    json_member(json, "last", space != NULL ? space + 1 : moves);
    if (session_undo(before, 1, NULL))
        put_position(before, "before", json);
    session_free(before);
}

static void put_or_null(struct text *json, bool known, double value) {
    json_next(json);
    if (known)
        text_print(json, "%.3f", value);
    else
        text_put(json, "null");
}

bool arena_game_put(const struct arena_game *game, double now, struct text *json) {
    if (game->stage != GAME_PLAYING)
        return false;
    int turn = session_to_play(game->session);
    text_print(json, "{\"game\":%ld,\"plies\":%zu,\"turn\":%d", game->result->game.number,
               game->result->plies, turn);
    json_name(json, "names");
    text_putc(json, '[');
    for (int side = 0; side < 2; side++) {
        json_next(json);
        json_quoted(json, arena_game_name(game, side));
    }
    text_put(json, "]");
    json_name(json, "clock");
    text_putc(json, '[');
    for (int side = 0; side < 2; side++) {
        const struct clock *clock = session_clock(game->session, side);
        double elapsed = side == turn ? now - game->asked : 0;
        put_or_null(json, clock->settings.kind != CLOCK_NONE, fmax(clock->left - elapsed, 0));
    }
    text_put(json, "]");
    json_name(json, "value");
    text_putc(json, '[');
    for (int side = 0; side < 2; side++)
        put_or_null(json, game->seats[side].value >= 0, game->seats[side].value);
    text_put(json, "]");
    put_position(game->session, "position", json);
    arena_game_put_last(game, json);
    text_putc(json, '}');
    return true;
}

void arena_game_abandon(struct arena_game *game) {
    if (game->stage == GAME_IDLE)
        return;
    arena_game_stop_waiting(game);
    for (int side = 0; side < SEATS; side++)
        seat_leave(&game->seats[side], true);
    event_del(game->end);
    session_free(game->session);
    game->session = NULL;
    arena_result_free(game->result);
    game->result = NULL;
    game->stage = GAME_IDLE;
}
