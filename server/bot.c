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
static const double REST = 1; /* seconds without work until a process gives way to others */
/* No more of the time that has run so far is forgiven than asking takes. */
static const double FORGIVEN = 0.02;

struct bot {
    struct bot_queue *queue; /* of the server: in which it is, or NULL */
    struct bot *previous, *next;
    struct room *room;
    int side;
    const struct bot_config *config;
    struct driver *driver; /* or NULL */
    struct sender sender;
    struct handshake handshake;
    struct address *payer; /* for whom the process runs */
    bool ready;            /* the handshake is over */
    bool thinking;
    bool delayed; /* thinking: it will be asked for a move when the store takes one again */
    bool told;    /* it was told the game up to `plies` */
    size_t plies;
    int strikes; /* since the game began or was taken back */
    double idle_since;
    double refused_since; /* while it waits: when the system first refused a process, or 0 */
};

struct bot *bot_new(struct room *room, int side) {
    const struct seat *seat = &room->seats[side];
    const char *game = session_game(room->session)->name;
    struct bot *bot = memory_new(1, sizeof *bot);
    bot->room = room;
    bot->side = side;
    bot->config = config_bot(&lobby_server(room)->config, seat->bot, game);
    if (bot->config == NULL) /* the configuration changed since the game began */
        bot->config = config_bot(&lobby_server(room)->config, "", game);
    return bot;
}

/* Queues. */

static void queue_leave(struct bot *bot) {
    struct bot_queue *queue = bot->queue;
    if (queue == NULL)
        return;
    *(bot->previous != NULL ? &bot->previous->next : &queue->first) = bot->next;
    *(bot->next != NULL ? &bot->next->previous : &queue->last) = bot->previous;
    bot->queue = NULL;
}

/* At its end, out of any other. */
static void queue_join(struct bot_queue *queue, struct bot *bot) {
    queue_leave(bot);
    bot->queue = queue;
    bot->previous = queue->last;
    bot->next = NULL;
    *(queue->last != NULL ? &queue->last->next : &queue->first) = bot;
    queue->last = bot;
}

/* For a free place among the processes. */
static bool bot_is_waiting(const struct bot *bot) {
    return bot->queue == &lobby_server(bot->room)->waiting;
}

/* Its process ends, and it waits for no other. */
static void bot_stop(struct bot *bot, bool polite) {
    queue_leave(bot);
    bot->ready = bot->told = bot->thinking = bot->delayed = false;
    if (bot->driver == NULL)
        return;
    server_stop_engine(lobby_server(bot->room), bot->driver, bot->payer, polite);
    bot->driver = NULL;
}

void bot_free(struct bot *bot) {
    if (bot == NULL)
        return;
    bot_stop(bot, true);
    free(bot);
}

void bot_cancel(struct bot *bot) {
    if (bot->thinking || bot_is_waiting(bot))
        bot_stop(bot, false); /* nobody waits for a thought that does not count */
    bot->told = false;
    bot->strikes = 0;
    bot->idle_since = monotonic_now();
}

/* A failure: try again from the position, or lose the game and say why. */
static void bot_fails(struct bot *bot, const char *why) {
    struct room *room = bot->room;
    bool due = bot->thinking;
    bot_stop(bot, false);
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
    bot->thinking = false;
    bot->idle_since = monotonic_now();
    bot->plies = session_plies(room->session) + 1;
    bool good = reply->ok &&
                (text_same(text_string(&answer), "resign")
                     ? room_resign(room, monotonic_now(), bot->side, &error)
                     : room_ply(room, monotonic_now(), bot->side, text_string(&answer), &error));
    if (!good && room_phase(room) == ROOM_PLAYING) {
        bot->thinking = true;
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

/* False if the system refuses a process just now: the bot keeps its place among those that wait. */
static bool bot_start(struct bot *bot) {
    static const struct driver_events events = {.fault = bot_fault};
    struct room *room = bot->room;
    struct error error = {0};
    bot->payer = lobby_payer(room);
    bot->driver =
        server_start_engine(lobby_server(room), bot->config, bot->payer, &events, bot, &error);
    if (bot->driver == NULL && server_may_retry(lobby_server(room), &error, &bot->refused_since)) {
        error_clear(&error);
        return false;
    }
    queue_join(&lobby_server(room)->bots, bot);
    bot->thinking = true;
    if (bot->driver != NULL) {
        bot_greet(bot);
    } else {
        struct text why = {0};
        error_print(&error, &why);
        bot_gives_up(bot, text_string(&why));
        text_free(&why);
    }
    error_clear(&error);
    return true;
}

/* Places. */

static bool bot_is_idle(const struct bot *bot, double seconds) {
    return bot->driver != NULL && !bot->thinking && monotonic_now() - bot->idle_since > seconds;
}

/* The one that has been idle for longest; of those that an address pays for, or of all (NULL).
 * Processes that gave way at once would let one who plays many games have us start them without
 * end. */
static struct bot *longest_idle(const struct server *server, const struct address *payer) {
    struct bot *longest = NULL;
    for (struct bot *bot = server->bots.first; bot != NULL; bot = bot->next)
        if (bot_is_idle(bot, REST) && (payer == NULL || bot->payer == payer) &&
            (longest == NULL || bot->idle_since < longest->idle_since))
            longest = bot;
    return longest;
}

/* Whether an address may have one more process if one that is idle goes for it. */
static bool make_place(struct server *server, const struct address *payer) {
    if (!address_may_start(payer, &server->config))
        return false;
    bool greedy = payer->engines >= server->config.bots_per_address;
    struct bot *idle = longest_idle(server, greedy ? payer : NULL);
    if (idle == NULL)
        return false;
    bot_stop(idle, true);
    return server_has_place(server, payer);
}

/* The first that may. Thousands may wait, so it is asked once for all of them whether any process
 * is idle. */
static struct bot *next_to_start(struct server *server) {
    bool idle = longest_idle(server, NULL) != NULL;
    struct bot *bot = server->waiting.first;
    if (!idle && server->engines >= server->config.bots)
        return NULL;
    while (bot != NULL && !server_has_place(server, lobby_payer(bot->room)) &&
           !(idle && make_place(server, lobby_payer(bot->room))))
        bot = bot->next;
    return bot;
}

static void bots_start(struct server *server) {
    for (struct bot *bot; (bot = next_to_start(server)) != NULL && bot_start(bot);)
        ;
}

void bot_think(struct bot *bot) {
    struct server *server = lobby_server(bot->room);
    if (bot->thinking || bot_is_waiting(bot))
        return;
    if (bot->config == NULL) {
        bot_gives_up(bot, "there is no bot for this game any more");
    } else if (bot->driver == NULL) {
        queue_join(&server->waiting, bot);
        bot->refused_since = 0;
        bots_start(server);
    } else {
        bot->thinking = true;
        if (bot->ready)
            ask_move(bot);
    }
}

void bots_tick(struct server *server) {
    for (struct bot *bot = server->bots.first, *next; bot != NULL; bot = next) {
        next = bot->next;
        if (bot_is_idle(bot, server->config.bot_idle)) {
            bot_stop(bot, true);
        } else if (bot->delayed) {
            bot->delayed = false;
            ask_move(bot);
        }
    }
    bots_start(server);
}
