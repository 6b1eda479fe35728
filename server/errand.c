#include "errand.h"

#include <stdlib.h>
#include <string.h>

#include "../src/core/memory.h"
#include "../src/driver/guest.h"
#include "address.h"
#include "room.h"
#include "script.h"
#include "server.h"

static const double LIMIT = 30; /* seconds for each answer, beside those for thinking */
enum { ADVICE = 2 };            /* answers that one person may be waiting for */

struct errand {
    struct errand *next;
    struct server *server;
    struct room *room;
    struct client *client; /* who gets the answer, or NULL: the room */
    char *id;
    char *command;         /* NULL: judge */
    char *argument;        /* of advice, behind the side; or "" */
    struct guest *guest;   /* NULL: waits for a place among the processes */
    struct address *payer; /* of advice */
    double refused_since;  /* when the system first refused a process, or 0 */
    struct text known;
    struct marks marks;
    bool failed;
};

#define NO_ANSWER "\ncode server.no-answer []"
static const char no_answer[] = "no engine answers" NO_ANSWER;

static void errand_free(struct errand *errand, bool polite) {
    struct errand **link = &errand->server->errands;
    while (*link != errand)
        link = &(*link)->next;
    *link = errand->next;
    if (errand->guest != NULL)
        server_stop_engine(errand->server, errand->guest, errand->payer, polite);
    text_free(&errand->known);
    free(errand->id);
    free(errand->command);
    free(errand->argument);
    free(errand);
}

static void answer(struct errand *errand, bool good, const char *text) {
    if (errand->client == NULL)
        return;
    errand->client->pending--;
    client_reply(errand->client, good, errand->id, text);
    errand->client = NULL;
}

/* Nobody could judge: everything is taken to be alive, and the players mark by hand. */
static void errand_fails(struct errand *errand) {
    answer(errand, false, no_answer);
    struct room *room = errand->room;
    bool judging = errand->command == NULL;
    errand_free(errand, true);
    if (judging)
        room_judged(room, &(struct marks){0});
}

static void errand_fault(void *context, enum guest_fault fault, const char *detail) {
    (void)fault;
    (void)detail;
    errand_fails(context);
}

static void setup_done(void *context, const struct reply *reply) {
    struct errand *errand = context;
    errand->failed = errand->failed || !reply->ok;
}

static void answer_done(void *context, const struct reply *reply) {
    struct errand *errand = context;
    struct text text = {0};
    client_mend(reply->text, reply->length, &text);
    if (!reply->ok) { /* its first line is the words of the refusal */
        text_cut(&text, strcspn(text_string(&text), "\n"));
        text_put(&text, NO_ANSWER);
    }
    answer(errand, reply->ok && !errand->failed,
           errand->failed ? "the engine refuses this game" NO_ANSWER : text_string(&text));
    text_free(&text);
    errand_free(errand, true);
}

static void take_marks(struct errand *errand, const struct reply *reply, enum mark mark) {
    if (!reply->ok)
        return;
    const struct session *session = errand->room->session;
    struct text text = {0};
    struct words words;
    for (size_t i = 0; i < reply->length; i++)
        text_putc(&text, reply->text[i] == '\n' ? ' ' : reply->text[i]);
    words_split(&words, text_string(&text));
    for (int i = 0; i < words.count; i++)
        session_game(session)->mark(session_state(session), &errand->marks, words.at[i], mark,
                                    NULL);
    words_free(&words);
    text_free(&text);
}

static void dead_done(void *context, const struct reply *reply) {
    take_marks(context, reply, MARK_DEAD);
}

static void seki_done(void *context, const struct reply *reply) {
    struct errand *errand = context;
    struct room *room = errand->room;
    take_marks(errand, reply, MARK_SEKI);
    struct marks marks = errand->marks;
    errand_free(errand, true);
    room_judged(room, &marks);
}

/* Whoever is to play is named: an engine that was told the plies does not know that play was
 * resumed. */
static void ask_advice(struct errand *errand, const struct bot_config *config) {
    const struct session *session = errand->room->session;
    struct text line = {0};
    text_print(&line, "%s %s", errand->command,
               session_game(session)->sides[session_to_play(session)]);
    if (*errand->argument != '\0')
        text_print(&line, " %s", errand->argument);
    guest_send(errand->guest, text_string(&line), LIMIT + config->think, answer_done, errand);
    text_free(&line);
}

static void known_done(void *context, const struct reply *reply) {
    struct errand *errand = context;
    bool late = errand->command != NULL && room_phase(errand->room) != ROOM_PLAYING;
    if (late)
        answer(errand, false, "cannot advise: nobody is to play\ncode room.not-playing []");
    if (late || !reply->ok) {
        errand_fails(errand);
        return;
    }
    text_putn(&errand->known, reply->text, reply->length);
    struct room *room = errand->room;
    const struct bot_config *config =
        config_bot(&errand->server->config, "", session_game(room->session)->name);
    /* Advice is for now: the players' clock is not the adviser's to spend. */
    static const struct clock_settings no_clock = {.kind = CLOCK_NONE};
    struct text lines = {0};
    bool told =
        script_position(room, text_string(&errand->known), config, "optimal", &no_clock, &lines);
    if (told)
        script_send(errand->guest, text_string(&lines), LIMIT, setup_done, errand);
    text_free(&lines);
    if (!told) {
        errand_fails(errand);
        return;
    }
    if (errand->command == NULL) {
        guest_send(errand->guest, "final_status_list dead", LIMIT, dead_done, errand);
        guest_send(errand->guest, "final_status_list seki", LIMIT, seki_done, errand);
    } else {
        ask_advice(errand, config);
    }
    guest_flush(errand->guest);
}

static void commands_done(void *context, const struct reply *reply) {
    struct errand *errand = context;
    if (!script_enter_game(errand->room, errand->guest, reply, LIMIT, setup_done, known_done,
                           errand))
        known_done(errand, reply);
}

/* False if the system refuses a process just now and the errand waits on; advice does not wait. */
static bool errand_launch(struct errand *errand) {
    static const struct guest_events events = {.fault = errand_fault};
    struct server *server = errand->server;
    struct error error = {0};
    const struct bot_config *config =
        config_bot(&server->config, "", session_game(errand->room->session)->name);
    if (config != NULL)
        errand->guest = server_start_engine(server, config, errand->payer, &events, errand, &error);
    bool later = errand->guest == NULL && errand->command == NULL &&
                 server_may_retry(server, &error, &errand->refused_since);
    if (errand->command == NULL)
        address_started(errand->room->payer, &server->config);
    if (errand->guest != NULL) {
        guest_send(errand->guest, "list_commands", LIMIT, commands_done, errand);
        guest_flush(errand->guest);
    } else if (!later) {
        errand_fails(errand);
    }
    error_clear(&error);
    return !later;
}

/* Advice leaves half of the processes to those who play. A judgement, without which a game cannot
 * go on, has a few of its own when all the others are taken. */
static bool errand_has_place(const struct errand *errand) {
    const struct server *server = errand->server;
    long most = server->config.bots, advising = 0;
    if (errand->command == NULL)
        return server->engines < most + most / 4 + 1 &&
               address_may_start(errand->room->payer, &server->config);
    for (const struct errand *other = server->errands; other != NULL; other = other->next)
        advising += other->command != NULL && other->guest != NULL;
    return server_has_place(server, errand->payer) && advising < (most + 1) / 2 &&
           errand->client->pending <= ADVICE;
}

static void errand_begin(struct room *room, struct client *client, const char *id,
                         const char *command, const char *argument) {
    struct server *server = room->server;
    struct errand *errand = memory_new(1, sizeof *errand);
    errand->server = server;
    errand->room = room;
    errand->client = client;
    errand->id = memory_string(id);
    errand->command = memory_string(command);
    errand->argument = memory_string(argument);
    struct errand **end = &server->errands;
    while (*end != NULL)
        end = &(*end)->next;
    *end = errand;
    if (client != NULL) {
        client->pending++;
        errand->payer = client->address;
    }
    if (errand_has_place(errand))
        errand_launch(errand);
    else if (command != NULL)
        errand_fails(errand);
}

static struct errand *next_to_launch(struct server *server) {
    struct errand *errand = server->errands;
    while (errand != NULL && (errand->guest != NULL || !errand_has_place(errand)))
        errand = errand->next;
    return errand;
}

void errands_tick(struct server *server) {
    for (struct errand *next; (next = next_to_launch(server)) != NULL && errand_launch(next);)
        ;
}

void errand_judge(struct room *room) {
    errand_begin(room, NULL, "", NULL, "");
}

void errand_ask(struct room *room, struct client *client, const char *id, const char *command,
                const char *argument) {
    errand_begin(room, client, id, command, argument);
}

/* Nobody waits for it any more. Its process is not let to think to the end. */
static void errand_end(struct errand *errand) {
    answer(errand, false, no_answer);
    errand_free(errand, false);
}

static void errands_end_of(struct room *room, bool advice) {
    for (struct errand *errand = room->server->errands, *next; errand != NULL; errand = next) {
        next = errand->next;
        if (errand->room == room && (advice || errand->command == NULL))
            errand_end(errand);
    }
}

void errands_recall(struct room *room) {
    errands_end_of(room, false);
}

void errands_forget(struct room *room) {
    errands_end_of(room, true);
}

void errands_abandon(struct client *client) {
    for (struct errand *errand = client->server->errands, *next; errand != NULL; errand = next) {
        next = errand->next;
        if (errand->client != client)
            continue;
        errand->client = NULL;
        errand_end(errand);
    }
}
