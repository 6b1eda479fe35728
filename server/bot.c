#include "bot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core/memory.h"
#include "../src/driver/send_game.h"
#include "../src/system/now.h"
#include "address.h"
#include "lobby.h"
#include "server.h"
#include "store.h"

enum { STRIKES = 3 };                   /* failures until the game is lost */
static const double START_LIMIT = 20;   /* seconds for the first answer */
static const double COMMAND_LIMIT = 20; /* for any other but genmove */
static const double GRACE = 10;         /* beyond the clock or the thinking time */
/* No more of the time that has run so far is forgiven than asking takes. */
static const double FORGIVEN = 0.02;

struct bot {
    struct engine_claim claim;
    struct room *room;
    int side;
    const struct bot_config *config;
    struct driver *driver; /* or NULL */
    struct sender sender;
    struct handshake handshake;
    bool ready; /* the handshake is over */
    bool thinking;
    bool delayed; /* thinking: it will be asked for a move when the store takes one again */
    bool told;    /* it was told the game up to `plies` */
    size_t plies;
    int strikes;          /* since the game began or was taken back */
    double refused_since; /* while it waits: when the system first refused a process, or 0 */
};

static bool bot_start(void *context);
static void bot_give_way(void *context);

struct bot *bot_new(struct room *room, int side) {
    static const struct engine_claimant claimant = {.start = bot_start, .give_way = bot_give_way};
    const struct seat *seat = &room->seats[side];
    const char *game = session_game(room->session)->name;
    struct bot *bot = memory_new(1, sizeof *bot);
    bot->claim = (struct engine_claim){.claimant = &claimant, .owner = bot};
    bot->room = room;
    bot->side = side;
    bot->config = config_bot(&lobby_server(room)->config, seat->bot, game);
    if (bot->config == NULL) /* the configuration changed since the game began */
        bot->config = config_bot(&lobby_server(room)->config, "", game);
    return bot;
}

static struct engine_queue *bot_queue(const struct bot *bot) {
    return &lobby_server(bot->room)->engines;
}

/* Its process has nothing to do from now on, or has. */
static void bot_rest(struct bot *bot) {
    bot->thinking = false;
    bot->claim.idle_since = monotonic_now();
}

static void bot_work(struct bot *bot) {
    bot->thinking = true;
    bot->claim.idle_since = INFINITY;
}

/* Its process ends, and it waits for no other. */
static void bot_stop(struct bot *bot, bool polite) {
    bot->ready = bot->told = bot->thinking = bot->delayed = false;
    if (bot->driver != NULL)
        server_stop_engine(lobby_server(bot->room), bot->driver, &bot->claim, polite);
    bot->driver = NULL;
    engine_queue_leave(bot_queue(bot), &bot->claim);
}

static void bot_give_way(void *context) {
    bot_stop(context, true);
}

void bot_free(struct bot *bot) {
    if (bot == NULL)
        return;
    bot_stop(bot, true);
    free(bot);
}

void bot_cancel(struct bot *bot) {
    if (bot->thinking || engine_claim_waits(&bot->claim))
        bot_stop(bot, false); /* nobody waits for a thought that does not count */
    bot->told = false;
    bot->strikes = 0;
    bot_rest(bot);
}

/* A failure: try again from the position, or lose the game and say why. */
static void bot_fails(struct bot *bot, const char *why) {
    struct room *room = bot->room;
    struct server *server = lobby_server(room);
    bool due = bot->thinking;
    bot_stop(bot, false);
    if (server->stopping) /* its engine may have had the same signal */
        return;
    /* The configuration may have lost this bot since the game began. */
    const char *name = bot->config != NULL ? bot->config->name : "gone";
    server->status.engine_faults++;
    log_event(&server->log, LOG_LEVEL_WARNING, "engine.failed", "bot", name, "game", room->id,
              "why", why, NULL);
    if (++bot->strikes >= STRIKES) {
        struct text message = {0};
        text_print(&message, "the bot failed: %s", why);
        room_end(room, monotonic_now(), ENDING_FAULT, side_other(bot->side), text_string(&message));
        text_free(&message);
    } else if (due) {
        bot_think(bot);
    }
}

/* The same where trying again would not help. */
static void bot_gives_up(struct bot *bot, const char *why) {
    bot->strikes = STRIKES;
    bot_fails(bot, why);
}

static void bot_fault(void *context, enum driver_fault fault, const char *detail) {
    (void)detail;
    bot_fails(context, driver_fault_name(fault));
}

/* Answers. */

static void bot_refused(void *context, enum refusal refusal, const char *detail) {
    (void)refusal;
    (void)detail;
    bot_fails(context, "it refused the game");
}

static void move_done(void *context, const struct reply *reply) {
    struct bot *bot = context;
    struct room *room = bot->room;
    struct error error = {0};
    struct text answer = {0};
    text_putn(&answer, reply->text, reply->length);
    bot_rest(bot);
    bot->plies = session_plies(room->session) + 1;
    bool good = reply->ok &&
                (text_same(text_string(&answer), "resign")
                     ? room_resign(room, monotonic_now(), bot->side, &error)
                     : room_ply(room, monotonic_now(), bot->side, text_string(&answer), &error));
    if (!good && room_phase(room) == ROOM_PLAYING) {
        bot_work(bot);
        if (store_has_failed(&error)) { /* that is not its fault */
            bot->told = false;
            bot->delayed = true;
        } else {
            bot_fails(bot, reply->ok ? "its move was not legal" : "it refused to move");
        }
    }
    error_clear(&error);
    text_free(&answer);
}

/* Questions. */

/* The level of the seat or, if the configuration changed since the game began and has it no more,
 * the best. */
static const char *bot_level(const struct bot *bot) {
    const char *wanted = bot->room->seats[bot->side].level;
    const char *level = config_level(bot->config, wanted == NULL ? "" : wanted);
    return level == NULL ? config_level(bot->config, "") : level;
}

/* The last plies, if it knows all before them; else the whole game. False: it could not be told. */
static bool tell_game(struct bot *bot) {
    const struct room *room = bot->room;
    size_t plies = session_plies(room->session);
    const struct engine_game game = {.session = room->session,
                                     .position = room->start,
                                     .handicap = room->handicap,
                                     .clock = &room->clock,
                                     .think = bot->config->think,
                                     .level = bot_level(bot)};
    if (bot->told && bot->plies <= plies)
        send_plies(&bot->sender, room->session, bot->plies);
    else
        bot->told = send_game(&bot->sender, &game);
    bot->plies = plies;
    return bot->told;
}

static void ask_move(struct bot *bot) {
    struct room *room = bot->room;
    const struct game *game = session_game(room->session);
    const struct clock *clock = session_clock(room->session, bot->side);
    double limit = bot->config->think + GRACE;
    struct text line = {0};
    if (!tell_game(bot)) {
        bot_gives_up(bot,
                     "it has no command for the position or handicap that the game began with");
        return;
    }
    if (room->clock.kind != CLOCK_NONE)
        limit = clock_limit(clock) + GRACE;
    send_time_left(&bot->sender, game, bot->side, clock,
                   fmax(room_elapsed(room, monotonic_now()) - FORGIVEN, 0));
    text_print(&line, "genmove %s", game->sides[bot->side]);
    driver_send(bot->driver, text_string(&line), limit, move_done, bot);
    driver_flush(bot->driver);
    text_free(&line);
}

static void bot_ready(void *context) {
    struct bot *bot = context;
    bot->ready = true;
    if (bot->thinking)
        ask_move(bot);
}

static void bot_greet(struct bot *bot) {
    static const struct sender_events events = {.ready = bot_ready, .refused = bot_refused};
    bot->sender = (struct sender){
        .driver = bot->driver, .events = &events, .context = bot, .limit = COMMAND_LIMIT};
    bot->handshake =
        (struct handshake){.game = session_game(bot->room->session), .start_limit = START_LIMIT};
    send_handshake(&bot->sender, &bot->handshake);
    driver_flush(bot->driver);
}

/* False if the system refuses a process just now: the bot goes on waiting. */
static bool bot_start(void *context) {
    static const struct driver_events events = {.fault = bot_fault};
    struct bot *bot = context;
    struct server *server = lobby_server(bot->room);
    struct error error = {0};
    bot->driver = server_start_engine(server, bot->config, &bot->claim, &events, bot, &error);
    bool later = bot->driver == NULL && server_may_retry(server, &error, &bot->refused_since);
    if (bot->driver != NULL) {
        bot->thinking = true;
        bot_greet(bot);
    } else if (!later) {
        struct text why = {0};
        error_print(&error, &why);
        bot_gives_up(bot, text_string(&why));
        text_free(&why);
    }
    error_clear(&error);
    return !later;
}

void bot_think(struct bot *bot) {
    if (bot->thinking || engine_claim_waits(&bot->claim))
        return;
    if (bot->config == NULL) {
        bot_gives_up(bot, "there is no bot for this game any more");
    } else if (bot->driver == NULL) {
        bot->refused_since = 0;
        engine_queue_join(bot_queue(bot), &bot->claim, ENGINE_PLAYS, lobby_payer(bot->room),
                          lobby_connection(bot->room));
        engine_queue_run(bot_queue(bot));
    } else {
        bot_work(bot);
        if (bot->ready)
            ask_move(bot);
    }
}

/* The first with a process that has been idle for so long, or whose move could not be stored. */
static struct bot *next_due(const struct server *server) {
    double now = monotonic_now();
    struct engine_claim *claim;
    TAILQ_FOREACH(claim, &server->engines.working, link) {
        struct bot *bot = claim->owner;
        if (claim->use == ENGINE_PLAYS &&
            (bot->delayed || now - claim->idle_since > server->config.bot_idle))
            return bot;
    }
    return NULL;
}

void bots_tick(struct server *server) {
    for (struct bot *bot; (bot = next_due(server)) != NULL;) {
        if (!bot->delayed) {
            bot_stop(bot, true);
        } else {
            bot->delayed = false;
            ask_move(bot);
        }
    }
}
