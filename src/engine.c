#include "engine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "core/gtp.h"
#include "core/memory.h"
#include "options.h"
#include "system/random.h"

const char *const level_names[] = {"random", "easy", "medium", "hard", "optimal", NULL};
static const double random_share[] = {1.0, 0.5, 0.25, 0.1, 0.0};

/* The game and its player. */

static uint64_t fresh_seed(void) {
    uint64_t seed;
    if (!random_fill(&seed, sizeof seed))
        seed = (uint64_t)(monotonic_now() * 1e9);
    return seed >> 33; /* short enough to be typed again */
}

/* Whether the same commands are to give the same choices. */
static bool engine_is_reproducible(const struct engine *engine) {
    bool timed = engine->move_time > 0;
    for (int side = 0; side < 2; side++)
        timed |= session_clock(engine->session, side)->settings.kind != CLOCK_NONE;
    return engine->nodes > 0 && engine->threads == 1 && !timed;
}

void engine_end_analysis(struct engine *engine) {
    thinker_stop(engine->thinker);
    thinker_finish(engine->thinker);
    if (engine_is_reproducible(engine))
        thinker_forget(engine->thinker);
}

static void engine_end_thought(struct engine *engine) {
    if (engine->thinker == NULL || !thinker_busy(engine->thinker))
        return;
    thinker_stop(engine->thinker);
    thinker_finish(engine->thinker);
}

void engine_renew(struct engine *engine) {
    engine_end_thought(engine);
    if (!engine->seed_given)
        engine->seed = fresh_seed();
    engine->overrun = engine->late = 0;
    steps_clear(&engine->steps);
    thinker_forget(engine->thinker);
}

void engine_set_kit(struct engine *engine, const struct kit *kit) {
    engine_end_thought(engine);
    if (engine->session == NULL)
        engine->session = session_new(kit->game);
    else
        session_set_game(engine->session, kit->game);
    if (engine->kit != kit) { /* match runners name the game before each game: options stay */
        thinker_free(engine->thinker);
        engine->kit = kit;
        options_player_defaults(engine);
        engine->thinker = thinker_new(kit, engine->player_options, &engine->wakeup);
    }
    engine_renew(engine);
}

void engine_set_session(struct engine *engine, const struct session *session) {
    const struct kit *kit = games_kit(session_game(session));
    engine_end_thought(engine);
    if (engine->kit != kit)
        engine_set_kit(engine, kit);
    session_free(engine->session);
    engine->session = session_copy(session);
}

struct engine *engine_new(void) {
    struct engine *engine = memory_new(1, sizeof *engine);
    wakeup_init(&engine->wakeup);
    engine->level = LEVEL_OPTIMAL;
    engine->version = memory_string(PACKAGE_VERSION);
    engine->lag = 0.05;
    engine->threads = 1;
    engine->id = "";
    engine_set_kit(engine, games[0]);
    return engine;
}

void engine_free(struct engine *engine) {
    thinker_free(engine->thinker);
    session_free(engine->session);
    wakeup_destroy(&engine->wakeup);
    steps_free(&engine->steps);
    free(engine->version);
    free(engine);
}

/* Thinking. */

void *engine_position(const struct engine *engine, int side, struct error *error) {
    if (!session_may_play(engine->session, side, error))
        return NULL;
    const struct game *game = engine->kit->game;
    void *state = memory_copy(session_state(engine->session), game->state_size);
    if (game->to_play(state) != side)
        game->turn(state, side, NULL);
    return state;
}

/* A number that depends on the seed, how far the game has come, and what it is wanted for: the same
 * commands since the game began give the same choices. */
static uint64_t engine_ply_seed(const struct engine *engine, uint64_t purpose) {
    return rng_mix(engine->seed ^ rng_mix(session_plies(engine->session) * 4 + purpose));
}

static int engine_plies_left(const struct engine *engine) {
    const struct game *game = engine->kit->game;
    return game->plies_left != NULL ? game->plies_left(session_state(engine->session)) : 30;
}

/* What a thought may take so that, as late as the last ones were, it ends in time. A lag that
 * nobody asked for must not eat up short moves. */
static double engine_budget(const struct engine *engine, const struct clock *clock) {
    double lag = engine->lag_given ? engine->lag : fmin(engine->lag, 0.1 * clock_limit(clock));
    double budget = clock_budget(clock, engine_plies_left(engine), lag);
    return budget > 0 ? fmax(budget - engine->overrun, 0.1 * budget) : budget;
}

struct limits engine_limits(const struct engine *engine, int side) {
    struct limits limits = {.nodes = engine->nodes, .seed = engine_ply_seed(engine, 1)};
    const struct clock *clock = session_clock(engine->session, side);
    double budget = engine->move_time;
    if (clock->settings.kind != CLOCK_NONE)
        budget = engine_budget(engine, clock);
    else if (budget <= 0 && engine->nodes == 0)
        budget = 1;
    if (budget > 0 || clock->settings.kind != CLOCK_NONE)
        limits.deadline = monotonic_now() + budget;
    return limits;
}

static bool level_plays_randomly(const struct engine *engine, const void *state, struct rng *rng) {
    const struct game *game = engine->kit->game;
    if (engine->level == LEVEL_HARD && game->critical != NULL && game->critical(state))
        return false;
    return rng_unit(rng) < random_share[engine->level];
}

static struct choice random_choice(const struct engine *engine, const void *state,
                                   struct rng *rng) {
    struct moves list = {0};
    struct past past = session_past(engine->session);
    engine->kit->game->moves(state, &past, &list);
    struct choice choice = {.resign = list.count == 0};
    if (list.count > 0)
        choice.m = list.at[rng_below(rng, list.count)];
    moves_free(&list);
    return choice;
}

bool engine_choose_randomly(const struct engine *engine, const void *state, struct choice *choice) {
    struct rng rng;
    rng_seed(&rng, engine_ply_seed(engine, 0));
    if (!level_plays_randomly(engine, state, &rng))
        return false;
    *choice = random_choice(engine, state, &rng);
    return true;
}

static bool front_pending(const struct frontend *front) {
    return front->pending != NULL && front->pending(front->context);
}

static bool front_interrupted(const struct frontend *front) {
    return front->interrupted != NULL && front->interrupted(front->context);
}

static void front_wait(struct engine *engine, double until) {
    const struct frontend *front = &engine->front;
    if (front->wait != NULL)
        front->wait(front->context, &engine->wakeup, until);
    else
        wakeup_watch(&engine->wakeup, -1, until);
}

enum wake engine_wait(struct engine *engine, bool lines, struct thought *news, double until) {
    for (;;) {
        wakeup_lock(&engine->wakeup);
        bool told = news != NULL && thinker_news(engine->thinker, news);
        bool done = thinker_done(engine->thinker);
        wakeup_unlock(&engine->wakeup);
        if (told)
            return WAKE_NEWS;
        if (done)
            return WAKE_DONE;
        if (lines && front_pending(&engine->front))
            return WAKE_LINE;
        if (front_interrupted(&engine->front))
            return WAKE_INTERRUPT;
        if (until > 0 && monotonic_now() >= until)
            return WAKE_TIME;
        if (!thinker_work(engine->thinker))
            front_wait(engine, until);
    }
}

void engine_wait_line(struct engine *engine) {
    if (engine->front.pending == NULL)
        return;
    while (!front_pending(&engine->front) && !front_interrupted(&engine->front))
        front_wait(engine, 0);
}

/* A process that was stopped, or swapped out, is late for once: that must not starve the thoughts
 * to come. What happens twice in a row is believed. */
struct choice engine_end_timed(struct engine *engine, const struct limits *limits, double began) {
    struct choice choice = thinker_finish(engine->thinker);
    if (limits->deadline > 0) {
        double late = monotonic_now() - limits->deadline;
        double once = fmin(late, (limits->deadline - began) / 2), twice = fmin(late, engine->late);
        engine->overrun = fmax(0.9 * engine->overrun, fmax(once, twice));
        engine->late = late;
    }
    return choice;
}

static struct choice thought_choice(struct engine *engine, const void *state, int side) {
    struct past past = session_past(engine->session);
    double began = monotonic_now();
    struct limits limits = engine_limits(engine, side);
    thinker_start(engine->thinker, state, &past, &limits);
    if (engine_wait(engine, false, NULL, 0) == WAKE_INTERRUPT)
        thinker_stop(engine->thinker);
    return engine_end_timed(engine, &limits, began);
}

bool engine_choose(struct engine *engine, int side, struct choice *choice, struct error *error) {
    void *state = engine_position(engine, side, error);
    if (state == NULL)
        return false;
    if (!engine_choose_randomly(engine, state, choice))
        *choice = thought_choice(engine, state, side);
    free(state);
    return true;
}

void engine_play(struct engine *engine, int side, move m, double seconds) {
    session_play_move(engine->session, side, m);
    /* The controller's time_left is the truth; until it comes, keep count. */
    if (!session_spend_time(engine->session, side, seconds, 0)) {
        struct clock clock = *session_clock(engine->session, side);
        clock_resume(&clock);
        session_put_clock(engine->session, side, &clock);
    }
}

/* Thinks on about the present position until the next command, if pondering is on. */
static void engine_ponder(struct engine *engine) {
    if (!engine->ponder || engine->rests || engine_is_reproducible(engine) ||
        engine->level != LEVEL_OPTIMAL || engine->quit || thinker_busy(engine->thinker) ||
        session_plies(engine->session) == 0 ||
        session_result(engine->session, NULL).phase != PHASE_PLAYING)
        return;
    const struct player *player = engine->kit->player;
    if (player->gains_by_pondering != NULL &&
        !player->gains_by_pondering(session_state(engine->session)))
        return;
    struct past past = session_past(engine->session);
    struct limits limits = {.endless = true, .seed = engine_ply_seed(engine, 2)};
    thinker_start(engine->thinker, session_state(engine->session), &past, &limits);
}

/* What commands of a game may ask for. */

bool engine_judge(struct engine *engine, struct marks *marks) {
    if (engine->kit->player->judge == NULL)
        return false;
    struct past past = session_past(engine->session);
    struct limits limits = {.seed = engine_ply_seed(engine, 3)};
    thinker_judge(engine->thinker, session_state(engine->session), &past, &limits, marks);
    return true;
}

static bool serve_judge(void *host, struct marks *marks) {
    return engine_judge(host, marks);
}

static bool serve_choose(void *host, int side, struct choice *choice, struct error *error) {
    return engine_choose(host, side, choice, error);
}

static bool serve_think(void *host, int side, struct choice *choice, struct error *error) {
    void *state = engine_position(host, side, error);
    if (state == NULL)
        return false;
    *choice = thought_choice(host, state, side);
    free(state);
    return true;
}

static void serve_play(void *host, int side, move m, double seconds) {
    engine_play(host, side, m, seconds);
}

static void serve_renew(void *host) {
    engine_renew(host);
}

static void serve_warn(void *host, const char *lines) {
    const struct frontend *front = &((const struct engine *)host)->front;
    if (*lines != '\0' && front->warn != NULL)
        front->warn(front->context, lines);
}

static bool serve_files_allowed(void *host) {
    return !((const struct engine *)host)->no_files;
}

static const struct services services = {
    .judge = serve_judge,
    .choose = serve_choose,
    .think = serve_think,
    .play = serve_play,
    .renew = serve_renew,
    .warn = serve_warn,
    .files_allowed = serve_files_allowed,
};

/* Commands. */

/* GoGui takes whatever answers gogui-rules_ for the master of its board: at Go it would throw the
 * person's game away for an empty one. */
static bool table_applies(const struct engine *engine, const struct command *table) {
    return table != ruler_commands || engine->kit->game->points != NULL;
}

const struct command *engine_command_at(const struct engine *engine, size_t index) {
    for (const struct command *const *table = engine_tables; *table != NULL; table++)
        for (const struct command *c = *table; table_applies(engine, *table) && c->name != NULL;
             c++)
            if (index-- == 0)
                return c;
    for (const struct command *c = engine->kit->commands; c != NULL && c->name != NULL; c++)
        if (index-- == 0)
            return c;
    return NULL;
}

static const struct command *table_find(const struct command *table, const char *name) {
    for (; table != NULL && table->name != NULL; table++)
        if (strcmp(table->name, name) == 0)
            return table;
    return NULL;
}

const struct command *engine_command(const struct engine *engine, const char *name) {
    const struct command *found = NULL;
    for (const struct command *const *table = engine_tables; *table != NULL && found == NULL;
         table++)
        if (table_applies(engine, *table))
            found = table_find(*table, name);
    return found != NULL ? found : table_find(engine->kit->commands, name);
}

static void print_failure(const struct call *call, struct text *body) {
    const char *failure = call->failure;
    if (failure == NULL)
        failure = error_is_syntax(call->error) ? "syntax error" : "illegal move";
    text_clear(body);
    text_put(body, failure);
    if (call->error->code != NULL) {
        if (*failure != '\0')
            text_put(body, ": ");
        error_print(call->error, body);
    }
}

bool engine_run(struct engine *engine, const char *name, int count, char **words,
                struct text *body) {
    engine_end_thought(engine);
    const struct command *command = engine_command(engine, name);
    if (command == NULL) {
        text_put(body, *name == '\0' ? "syntax error: a command is missing" : "unknown command");
        engine->failures++;
        return false;
    }
    struct error error = {0};
    struct text tail = {0};
    words_join(&(struct words){.at = words, .count = count}, 0, &tail);
    struct call call = {.session = engine->session,
                        .services = &services,
                        .host = engine,
                        .command = command,
                        .count = count,
                        .words = words,
                        .tail = text_string(&tail),
                        .out = body,
                        .error = &error};
    bool good = command->run(&call);
    if (!good) {
        print_failure(&call, body);
        engine->failures++;
    }
    text_free(&tail);
    error_clear(&error);
    return good;
}

void engine_say(struct engine *engine, const struct text *text) {
    if (engine->front.write != NULL && text->length > 0)
        engine->front.write(engine->front.context, text->at, text->length);
}

void engine_stream(struct engine *engine) {
    engine->streaming = true;
    if (!engine->front.framed)
        return;
    struct text opening = {0};
    gtp_open(&opening, engine->id);
    engine_say(engine, &opening);
    text_free(&opening);
}

void engine_line(struct engine *engine, const char *line, size_t length) {
    struct gtp_request request;
    if (!gtp_parse(line, length, &request))
        return;
    struct text body = {0}, reply = {0};
    engine->id = request.id;
    engine->streaming = false;
    engine->rests = false;
    bool good = engine_run(engine, request.name, request.count, request.arguments, &body);
    if (engine->streaming)
        gtp_close(&reply);
    else
        gtp_reply(&reply, good, request.id, text_string(&body));
    engine_say(engine, &reply);
    engine->id = "";
    text_free(&body);
    text_free(&reply);
    gtp_free(&request);
    engine_ponder(engine);
}

void engine_refuse_line(struct engine *engine) {
    struct text reply = {0};
    gtp_reply(&reply, false, "", "syntax error: a line may have at most 1 MiB");
    engine_say(engine, &reply);
    engine->failures++;
    text_free(&reply);
}
