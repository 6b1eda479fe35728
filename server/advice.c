#include "advice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core/memory.h"
#include "../src/driver/send_game.h"
#include "../src/system/now.h"
#include "address.h"
#include "client.h"
#include "lobby.h"
#include "server.h"

static const double LIMIT = 30; /* seconds for each answer, beside those for thinking */
enum { PENDING_MAX = 2 };       /* answers that one person may be waiting for */

struct advice {
    struct advice *next;
    struct server *server;
    struct room *room;       /* or NULL, and */
    struct session *session; /* a game of nobody's */
    struct client *client;   /* that gets the answer; NULL: the room does */
    char *id;
    char *command;  /* NULL: judge */
    char *argument; /* of advice, after the side; or "" */
    char *game;     /* that is reviewed: another one may have begun when the answer comes */
    struct engine_claim claim;
    struct driver *driver; /* NULL: it waits for a process */
    double asked;          /* when */
    double refused_since;  /* when the system first refused a process, or 0 */
    struct sender sender;
    struct handshake handshake;
};

#define NO_ANSWER "\ncode server.no-answer []"
#define NO_TABLES "no endgame tables"
static const char busy[] = "busy: the engines have too much to do; ask again later"
                           "\ncode server.busy []";
static const char no_answer[] = "no engine answers" NO_ANSWER;

static const struct session *advice_session(const struct advice *advice) {
    return advice->room != NULL ? advice->room->session : advice->session;
}

/* Of a game that is over; other advice is about one that goes on. */
static bool advice_reviews(const struct advice *advice) {
    return advice->command != NULL && strcmp(advice->command, "review") == 0;
}

static void advice_free(struct advice *advice, bool polite) {
    struct advice **link = &advice->server->advice;
    while (*link != advice)
        link = &(*link)->next;
    *link = advice->next;
    if (advice->driver != NULL)
        server_stop_engine(advice->server, advice->driver, &advice->claim, polite);
    engine_queue_leave(&advice->server->engines, &advice->claim);
    free(advice->id);
    free(advice->command);
    free(advice->argument);
    free(advice->game);
    if (advice->session != NULL)
        session_free(advice->session);
    free(advice);
}

static void answer(struct advice *advice, bool good, const char *text) {
    if (advice->client == NULL)
        return;
    advice->client->pending--;
    person_reply(&advice->client->person, good, advice->id, text);
    advice->client = NULL;
}

/* Nobody could judge: everything is taken to be alive, and the players mark by hand. */
static void advice_fails(struct advice *advice) {
    answer(advice, false, no_answer);
    struct room *room = advice->room;
    bool judging = advice->command == NULL;
    advice_free(advice, true);
    if (judging)
        room_judged(room, monotonic_now(), &(struct marks){0});
}

static void advice_fault(void *context, enum driver_fault fault, const char *detail) {
    (void)fault;
    (void)detail;
    advice_fails(context);
}

static void advice_refused(void *context, enum refusal refusal, const char *detail) {
    (void)refusal;
    (void)detail;
    answer(context, false, "the engine refuses this game" NO_ANSWER);
    advice_fails(context);
}

static void answer_done(void *context, const struct reply *reply) {
    struct advice *advice = context;
    struct text text = {0};
    person_mend(reply->text, reply->length, &text);
    if (!reply->ok) { /* its first line is the words of the refusal */
        text_cut(&text, strcspn(text_string(&text), "\n"));
        bool tables = text_starts(text_string(&text), NO_TABLES);
        if (tables)
            text_cut(&text, strlen(NO_TABLES)); /* it says where on this machine */
        text_put(&text, tables ? "\ncode server.no-tables []" : NO_ANSWER);
    }
    if (reply->ok && advice_reviews(advice))
        lobby_keep_review(advice->room, advice->game, text_string(&text));
    answer(advice, reply->ok, text_string(&text));
    text_free(&text);
    advice_free(advice, true);
}

static void advice_dead(void *context, const struct marks *marks, const char *detail) {
    struct advice *advice = context;
    struct room *room = advice->room;
    (void)detail;
    if (marks == NULL) {
        advice_fails(advice);
        return;
    }
    struct marks said = *marks; /* theirs go with the engine */
    advice_free(advice, true);
    room_judged(room, monotonic_now(), &said);
}

static void ask_review(struct advice *advice, const struct bot_config *config) {
    double seconds = fmin(strtod(advice->argument, NULL), config->think);
    double plies = (double)session_plies(advice_session(advice));
    struct text line = {0};
    advice->game = lobby_game(advice->room);
    text_print(&line, "review %.3f", fmax(seconds, 0.001));
    driver_send(advice->driver, text_string(&line), LIMIT + seconds * plies, answer_done, advice);
    text_free(&line);
}

/* The side to play is named: an engine that was told the plies does not know that play was
 * resumed. */
static void ask_advice(struct advice *advice, const struct bot_config *config) {
    const struct session *session = advice_session(advice);
    struct text line = {0};
    text_put(&line, advice->command);
    if (advice->room != NULL)
        text_print(&line, " %s", session_game(session)->sides[session_to_play(session)]);
    if (*advice->argument != '\0')
        text_print(&line, " %s", advice->argument);
    driver_send(advice->driver, text_string(&line), LIMIT + config->think, answer_done, advice);
    text_free(&line);
}

static void advice_ready(void *context) {
    struct advice *advice = context;
    const struct room *room = advice->room;
    const struct session *session = advice_session(advice);
    enum room_phase wanted = advice_reviews(advice) ? ROOM_OVER : ROOM_PLAYING;
    if (room != NULL && advice->command != NULL && room_phase(room) != wanted) {
        answer(advice, false, "cannot advise: nobody is to play\ncode room.not-playing []");
        advice_fails(advice);
        return;
    }
    if (!advice->handshake.lists) {
        advice_fails(advice);
        return;
    }
    const struct bot_config *config =
        config_bot(&advice->server->config, "", session_game(session)->name);
    /* Without a clock: advice is for now, and the players' time is not the adviser's to spend. */
    const struct engine_game game = {.session = session,
                                     .position = room != NULL ? room->start : NULL,
                                     .handicap = room != NULL ? room->handicap : 0,
                                     .think = config->think,
                                     .level = "optimal"};
    if (!send_game(&advice->sender, &game)) {
        advice_fails(advice);
        return;
    }
    if (advice->command == NULL)
        send_dead(&advice->sender, session, LIMIT);
    else if (advice_reviews(advice))
        ask_review(advice, config);
    else
        ask_advice(advice, config);
    driver_flush(advice->driver);
}

static void advice_greet(struct advice *advice) {
    static const struct sender_events events = {
        .ready = advice_ready, .refused = advice_refused, .dead = advice_dead};
    advice->sender = (struct sender){
        .driver = advice->driver, .events = &events, .context = advice, .limit = LIMIT};
    advice->handshake =
        (struct handshake){.game = session_game(advice_session(advice)), .start_limit = LIMIT};
    send_handshake(&advice->sender, &advice->handshake);
    driver_flush(advice->driver);
}

/* False if the system refuses a process just now and a judgement waits on; advice does not wait for
 * that. */
static bool advice_start(void *context) {
    static const struct driver_events events = {.fault = advice_fault};
    struct advice *advice = context;
    struct server *server = advice->server;
    struct error error = {0};
    const struct bot_config *config =
        config_bot(&server->config, "", session_game(advice_session(advice))->name);
    if (config != NULL)
        advice->driver =
            server_start_engine(server, config, &advice->claim, &events, advice, &error);
    bool later = advice->driver == NULL && advice->command == NULL &&
                 server_may_retry(server, &error, &advice->refused_since);
    if (advice->driver != NULL) {
        advice_greet(advice);
    } else if (!later) {
        advice_fails(advice);
    }
    error_clear(&error);
    return !later;
}

static struct advice *advice_new(struct server *server, struct room *room, struct client *client,
                                 const char *id, const char *command, const char *argument) {
    static const struct engine_claimant claimant = {.start = advice_start};
    struct advice *advice = memory_new(1, sizeof *advice);
    advice->claim = (struct engine_claim){.claimant = &claimant, .owner = advice};
    advice->server = server;
    advice->room = room;
    advice->client = client;
    advice->id = memory_string(id);
    advice->command = memory_string(command);
    advice->argument = memory_string(argument);
    advice->asked = monotonic_now();
    advice->next = advice->server->advice;
    advice->server->advice = advice;
    return advice;
}

void advice_judge(struct room *room) {
    struct server *server = lobby_server(room);
    struct engine_queue *engines = &server->engines;
    struct advice *advice = advice_new(server, room, NULL, "", NULL, "");
    engine_queue_join(engines, &advice->claim, ENGINE_JUDGES, lobby_payer(room),
                      lobby_connection(room));
    engine_queue_run(engines);
}

/* NULL: the client waits for enough already, and is told so. */
static struct advice *advice_for(struct client *client, struct room *room, const char *id,
                                 const char *command, const char *argument) {
    if (client->pending >= PENDING_MAX) {
        person_reply(&client->person, false, id, busy);
        return NULL;
    }
    client->pending++;
    return advice_new(client->server, room, client, id, command, argument);
}

static void advice_queue(struct advice *advice) {
    struct engine_queue *engines = &advice->server->engines;
    struct client *client = advice->client;
    engine_queue_join(engines, &advice->claim, ENGINE_ADVISES, client->address, client->number);
    engine_queue_run(engines);
}

void advice_ask(struct room *room, struct client *client, const char *id, const char *command,
                const char *argument) {
    struct advice *advice = advice_for(client, room, id, command, argument);
    if (advice != NULL)
        advice_queue(advice);
}

void advice_puzzle(struct client *client, const char *id, struct session *session,
                   const char *argument) {
    struct advice *advice = advice_for(client, NULL, id, "puzzle", argument);
    if (advice == NULL) {
        session_free(session);
        return;
    }
    advice->session = session;
    advice_queue(advice);
}

/* Of advice that has waited for a process for too long, or NULL. */
static struct advice *longest_waiting(const struct server *server) {
    struct advice *advice = server->advice;
    double since = monotonic_now() - server->config.bot_retry;
    while (advice != NULL && (advice->command == NULL || advice->asked > since ||
                              !engine_claim_waits(&advice->claim)))
        advice = advice->next;
    return advice;
}

void advice_tick(struct server *server) {
    for (struct advice *advice; (advice = longest_waiting(server)) != NULL;) {
        answer(advice, false, busy);
        advice_free(advice, true);
    }
}

/* Nobody waits for it any more. Its process is not let to think to the end. */
static void advice_end(struct advice *advice) {
    answer(advice, false, no_answer);
    advice_free(advice, false);
}

static void advice_end_of(struct room *room, bool all) {
    for (struct advice *advice = lobby_server(room)->advice, *next; advice != NULL; advice = next) {
        next = advice->next;
        if (advice->room == room && (all || advice->command == NULL))
            advice_end(advice);
    }
}

void advice_recall(struct room *room) {
    advice_end_of(room, false);
}

void advice_forget(struct room *room) {
    advice_end_of(room, true);
}

void advice_abandon(struct client *client) {
    for (struct advice *advice = client->server->advice, *next; advice != NULL; advice = next) {
        next = advice->next;
        if (advice->client != client)
            continue;
        advice->client = NULL;
        advice_end(advice);
    }
}
