#include "local.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/json.h"
#include "../core/memory.h"
#include "../engine.h"
#include "../review.h"
#include "../room/orders.h"
#include "../system/now.h"
#include "../system/random.h"
#include "saved.h"

static const double SLICE = 0.1; /* seconds of advice in one piece */
enum { MEGABYTES = 64 };         /* for what a player keeps: phones have little */

/* What is known of a room; room->data. */
struct local_game {
    struct local_game *next;
    struct room *room;
    struct strings log;
    int thinking; /* the side whose bot is to move, or SIDE_NONE */
    bool judging; /* it waits for a judgement */
};

/* A question to the engine, answered after some slices. */
struct advice {
    struct advice *next;
    struct room *room;       /* or NULL, and */
    struct session *session; /* a game of nobody's */
    char *id, *command, *argument;
    double began; /* 0: not yet */
    size_t plies; /* when it began */
    bool good;    /* the last answer, and */
    struct text answer;
    struct reviewer *reviewer; /* of a review under way, and what its player remembers */
    const struct player *player;
    void *memory;
};

struct local {
    struct local_host host;
    double think;
    struct room_hooks hooks;
    struct person person;
    struct local_game *games; /* newest first */
    struct engine *engine;
    const struct room *known; /* whose game the engine remembers; NULL: it is to begin anew */
    struct advice *advice;
};

static struct local *local_of(const struct room *room) {
    return room->hooks->owner;
}

/* Games. */

static struct room *find_room(const struct local *local, const char *id) {
    struct local_game *game = local->games;
    while (game != NULL && strcmp(game->room->id, id) != 0)
        game = game->next;
    return game == NULL ? NULL : game->room;
}

static struct local_game *add_game(struct local *local, struct room *room) {
    struct local_game *game = memory_new(1, sizeof *game);
    game->room = room;
    game->thinking = SIDE_NONE;
    game->next = local->games;
    local->games = game;
    room->data = game;
    return game;
}

static void advice_free(struct advice *advice) {
    free(advice->id);
    free(advice->command);
    free(advice->argument);
    text_free(&advice->answer);
    if (advice->session != NULL)
        session_free(advice->session);
    if (advice->reviewer != NULL) {
        reviewer_free(advice->reviewer);
        advice->player->close(advice->memory);
    }
    free(advice);
}

/* Takes advice about a room, or all of it, off the queue. */
static void drop_advice(struct local *local, const struct room *room) {
    for (struct advice **link = &local->advice, *advice; (advice = *link) != NULL;) {
        if (room != NULL && advice->room != room) {
            link = &advice->next;
            continue;
        }
        *link = advice->next;
        advice_free(advice);
    }
}

static void remove_game(struct local *local, struct local_game *game) {
    struct local_game **link = &local->games;
    while (*link != game)
        link = &(*link)->next;
    *link = game->next;
    drop_advice(local, game->room);
    if (local->known == game->room)
        local->known = NULL;
    room_free(game->room);
    strings_free(&game->log);
    free(game);
}

/* If there are too many games, the one that was left alone for longest goes. */
static void make_place(struct local *local) {
    struct local_game *oldest = NULL;
    int count = 0;
    for (struct local_game *game = local->games; game != NULL; game = game->next, count++)
        if (room_may_go(game->room) &&
            (oldest == NULL || game->room->touched <= oldest->room->touched))
            oldest = game;
    if (count < LOCAL_GAMES || oldest == NULL)
        return;
    local->host.keep(local->host.context, oldest->room->id, NULL);
    remove_game(local, oldest);
}

/* What rooms ask for. */

static bool find_bot(void *owner, const struct game *game, size_t number, struct room_bot *bot) {
    static char *names[] = {"random", "easy", "medium", "hard", "optimal"};
    static const struct words levels = {.at = names, .count = sizeof names / sizeof *names};
    (void)owner;
    (void)game;
    *bot = (struct room_bot){.name = "ternion", .levels = &levels};
    return number == 0;
}

/* Names only have to differ: nobody else could guess one. */
static void name_room(struct room *room) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    unsigned char bytes[ROOM_ID - 1] = {0};
    char id[ROOM_ID] = {0};
    random_fill(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        id[i] = letters[bytes[i] % 32];
    room_set_id(room, id);
    for (int side = 0; side < 2; side++)
        room_set_token(room, side, session_game(room->session)->sides[side]);
}

static bool admit(struct order *order, struct room *room) {
    struct local *local = local_of(room);
    do
        name_room(room);
    while (find_room(local, room->id) != NULL);
    make_place(local);
    add_game(local, room);
    return room_store(room, &order->error);
}

static bool store_game(const struct room *room, const struct room_change *change,
                       struct error *error) {
    struct local *local = local_of(room);
    struct local_game *game = room->data;
    struct text text = {0};
    (void)error;
    saved_change(&game->log, change);
    saved_print(room, &game->log, &text);
    local->host.keep(local->host.context, room->id, text_string(&text));
    text_free(&text);
    return true;
}

static void think(struct room *room, int side) {
    ((struct local_game *)room->data)->thinking = side;
}

static void judge(struct room *room) {
    ((struct local_game *)room->data)->judging = true;
}

static void cancel(struct room *room) {
    struct local_game *game = room->data;
    struct local *local = local_of(room);
    game->thinking = SIDE_NONE;
    game->judging = false;
    if (local->known == room)
        local->known = NULL;
}

static struct advice *add_advice(struct local *local, const char *id, const char *command,
                                 const char *argument) {
    struct advice *advice = memory_new(1, sizeof *advice);
    struct advice **end = &local->advice;
    advice->id = memory_string(id);
    advice->command = memory_string(command);
    advice->argument = memory_string(argument);
    while (*end != NULL)
        end = &(*end)->next;
    *end = advice;
    return advice;
}

static void advise(struct room *room, struct person *person, const char *id, const char *command,
                   const char *argument) {
    (void)person;
    add_advice(local_of(room), id, command, argument)->room = room;
}

static void puzzle(void *owner, struct person *person, const char *id, struct session *session,
                   const char *argument) {
    (void)person;
    add_advice(owner, id, "puzzle", argument)->session = session;
}

static void set_timer(struct room *room, double when) {
    struct local *local = local_of(room);
    if (local->person.room == room)
        local->host.set_timer(local->host.context, when);
}

/* Orders about many rooms, as the server has them. A seat's token is its colour: it is all one
 * person's. */

static bool order_list(struct order *order) {
    const struct local *local = order->hooks->owner;
    text_putc(&order->out, '[');
    for (int over = 0; over < 2; over++)
        for (const struct local_game *game = local->games; game != NULL; game = game->next)
            if ((room_phase(game->room) == ROOM_OVER) == over) {
                json_next(&order->out);
                room_summary(game->room, &order->out);
            }
    text_putc(&order->out, ']');
    return true;
}

static struct room *order_room(struct order *order) {
    struct room *room = find_room(order->hooks->owner, order->words[0]);
    if (room == NULL)
        error_set(&order->error, "room.unknown", "there is no game {0}", order->words[0], NULL);
    return room;
}

static bool order_join(struct order *order) {
    struct room *room = order_room(order);
    if (room == NULL)
        return false;
    order->failure = "cannot join";
    if (!room_join(room, order->now, order->person, SIDE_NONE, &order->error))
        return false;
    order_put_seats(order, room);
    room_tell_all(room);
    room_go_on(room, order->now);
    return true;
}

static bool order_rejoin(struct order *order) {
    struct room *room = order_room(order);
    if (room == NULL)
        return false;
    for (int side = 0; side < 2; side++)
        if (room->seats[side].kind == SEAT_HUMAN &&
            strcmp(room->seats[side].token, order->words[1]) == 0) {
            room_sit(room, order->now, order->person, side);
            order_put_seats(order, room);
            room_tell_state(room, order->person);
            room_go_on(room, order->now);
            return true;
        }
    return order_fail(order, "cannot join", "room.token", "that is no seat token of this game",
                      NULL);
}

static bool order_watch(struct order *order) {
    struct room *room = order_room(order);
    if (room == NULL)
        return false;
    room_watch(room, order->now, order->person);
    room_tell_state(room, order->person);
    room_go_on(room, order->now);
    return true;
}

static const struct order_row orders[] = {
    {"list", "", "The games that are kept here, as JSON.", order_list, 0, false, false},
    {"join", "GAME", "Takes an empty seat.", order_join, 1, false, false},
    {"rejoin", "GAME TOKEN", "Takes a seat again.", order_rejoin, 2, false, false},
    {"watch", "GAME", "Looks on.", order_watch, 1, false, false},
    {.name = NULL},
};

/* The engine's work. */

/* The engine is told of a room by a copy of its session, and forgets any other game. */
static void engine_attend(struct local *local, const struct room *room) {
    engine_set_session(local->engine, room->session);
    if (local->known != room)
        engine_renew(local->engine);
    local->known = room;
}

static void set_level(struct engine *engine, const char *name) {
    engine->level = LEVEL_OPTIMAL;
    for (int i = 0; level_names[i] != NULL; i++)
        if (name != NULL && strcmp(level_names[i], name) == 0)
            engine->level = (enum level)i;
}

static void bot_moves(struct local *local, struct local_game *game) {
    struct room *room = game->room;
    struct engine *engine = local->engine;
    int side = game->thinking;
    struct choice choice;
    struct error error = {0};
    struct text text = {0};
    game->thinking = SIDE_NONE;
    engine_attend(local, room);
    set_level(engine, room->seats[side].level);
    engine->move_time = local->think;
    bool good = engine_choose(engine, side, &choice, &error);
    if (good && choice.resign) {
        good = room_resign(room, monotonic_now(), side, &error);
    } else if (good) {
        session_game(room->session)->print(session_state(room->session), choice.m, &text);
        good = room_ply(room, monotonic_now(), side, text_string(&text), &error);
    }
    /* The flag may have fallen meanwhile. */
    if (!good && room_phase(room) == ROOM_PLAYING)
        room_end(room, monotonic_now(), ENDING_FAULT, side_other(side), "the bot failed");
    text_free(&text);
    error_clear(&error);
}

static void engine_judges(struct local *local, struct local_game *game) {
    struct session *session = game->room->session;
    struct marks marks = {0};
    struct limits limits = {.seed = 1};
    struct past past = session_past(session);
    game->judging = false;
    engine_attend(local, game->room);
    if (local->engine->kit->player->judge != NULL)
        thinker_judge(local->engine->thinker, session_state(session), &past, &limits, &marks);
    if (session_game(session)->scored_marks[session_setup(session)->rules] < MARK_SEKI)
        for (size_t i = 0; i < MARKS_POINTS; i++)
            if (marks.at[i] == MARK_SEKI)
                marks.at[i] = MARK_ALIVE;
    room_judged(game->room, monotonic_now(), &marks);
}

static void advice_answer(struct local *local) {
    struct advice *advice = local->advice;
    local->advice = advice->next;
    if (!advice->good)
        text_put(&advice->answer, "\ncode server.no-answer []");
    person_reply(&local->person, advice->good, advice->id, text_string(&advice->answer));
    advice_free(advice);
}

/* One slice about the position as it is; true when no more would be of use. */
static bool advice_slice(struct local *local, struct advice *advice) {
    struct engine *engine = local->engine;
    const struct clock_settings none = {.kind = CLOCK_NONE};
    const struct game *game = session_game(advice->room->session);
    char *words[] = {(char *)game->sides[session_to_play(advice->room->session)], advice->argument};
    double began = monotonic_now();
    if (advice->began <= 0)
        advice->began = began;
    engine_attend(local, advice->room);
    session_set_clock(engine->session, &none);
    engine->level = LEVEL_OPTIMAL;
    engine->move_time = SLICE;
    text_clear(&advice->answer);
    advice->good = engine_run(engine, advice->command, *advice->argument == '\0' ? 1 : 2, words,
                              &advice->answer);
    double now = monotonic_now();
    return !advice->good || now - began < SLICE || now - advice->began >= local->think;
}

static void review_begin(struct local *local, struct advice *advice) {
    struct engine *engine = local->engine;
    struct review_limits limits = {.seconds = fmin(strtod(advice->argument, NULL), local->think)};
    engine_attend(local, advice->room);
    advice->began = monotonic_now();
    advice->player = engine->kit->player;
    advice->memory = advice->player->open(engine->kit->game, engine->player_options);
    advice->reviewer = reviewer_new(advice->room->session, advice->player, advice->memory, &limits);
}

/* One ply of a review; true when there is none left. */
static bool review_slice(struct local *local, struct advice *advice) {
    if (advice->reviewer == NULL)
        review_begin(local, advice);
    if (reviewer_step(advice->reviewer))
        return false;
    advice->good = true;
    review_list(reviewer_review(advice->reviewer), session_game(advice->room->session),
                &advice->answer);
    return true;
}

static void engine_puzzles(struct local *local) {
    struct advice *advice = local->advice;
    struct engine *engine = local->engine;
    struct words words;
    engine_set_session(engine, advice->session);
    local->known = NULL;
    words_split(&words, advice->argument);
    advice->good = engine_run(engine, advice->command, words.count, words.at, &advice->answer);
    words_free(&words);
    advice_answer(local);
}

/* Advice is about the position in which it was asked for: what has changed since ends it. */
static void engine_advises(struct local *local) {
    struct advice *advice = local->advice;
    const struct room *room = advice->room;
    bool reviews = strcmp(advice->command, "review") == 0;
    enum room_phase wanted = reviews ? ROOM_OVER : ROOM_PLAYING;
    bool here = local->person.room == room && room_phase(room) == wanted;
    if (advice->began <= 0)
        advice->plies = session_plies(room->session);
    here = here && advice->plies == session_plies(room->session);
    if (!here && !advice->good)
        text_put(&advice->answer, "no engine answers");
    if (!here || (reviews ? review_slice : advice_slice)(local, advice))
        advice_answer(local);
}

/* Only what the person looks at is worked on. */
static struct local_game *game_here(const struct local *local) {
    return local->person.room == NULL ? NULL : local->person.room->data;
}

bool local_has_work(const struct local *local) {
    const struct local_game *game = game_here(local);
    return local->advice != NULL ||
           (game != NULL && (game->thinking != SIDE_NONE || game->judging));
}

bool local_is_sliced(const struct local *local) {
    const struct local_game *game = game_here(local);
    return game == NULL || (game->thinking == SIDE_NONE && !game->judging);
}

void local_work(struct local *local) {
    struct local_game *game = game_here(local);
    if (game != NULL && game->thinking != SIDE_NONE)
        bot_moves(local, game);
    else if (game != NULL && game->judging)
        engine_judges(local, game);
    else if (local->advice != NULL && local->advice->session != NULL)
        engine_puzzles(local);
    else if (local->advice != NULL)
        engine_advises(local);
}

/* The one person. */

static void deliver(struct person *person, const char *message, size_t length, bool event) {
    struct local *local = person->data;
    (void)event;
    local->host.say(local->host.context, message, length);
}

struct local *local_new(const struct local_host *host, double think_time) {
    assert(host->say != NULL && host->keep != NULL && host->set_timer != NULL);
    struct local *local = memory_new(1, sizeof *local);
    local->host = *host;
    local->think = think_time;
    local->hooks = (struct room_hooks){
        .owner = local,
        .most_plies = 3000,
        .orders = orders,
        .find_bot = find_bot,
        .admit = admit,
        .store_game = store_game,
        .think = think,
        .judge = judge,
        .cancel = cancel,
        .advise = advise,
        .puzzle = puzzle,
        .set_timer = set_timer,
    };
    local->person = (struct person){.deliver = deliver, .data = local};
    local->engine = engine_new();
    local->engine->no_files = true;
    local->engine->most_megabytes = MEGABYTES;
    person_event(&local->person, "hello {\"server\":\"ternion\",\"version\":\"" PACKAGE_VERSION
                                 "\",\"protocol\":1}");
    return local;
}

void local_free(struct local *local) {
    person_clear(&local->person, monotonic_now());
    while (local->games != NULL)
        remove_game(local, local->games);
    drop_advice(local, NULL);
    engine_free(local->engine);
    free(local);
}

bool local_recall(struct local *local, const char *text) {
    struct strings log = {0};
    struct room *room = saved_read(text, &local->hooks, monotonic_now(), &log);
    if (room == NULL || find_room(local, room->id) != NULL) {
        if (room != NULL)
            room_free(room);
        strings_free(&log);
        return false;
    }
    make_place(local);
    add_game(local, room)->log = log;
    return true;
}

bool local_enter(struct local *local, const char *id) {
    struct room *room = find_room(local, id);
    double now = monotonic_now();
    if (room == NULL)
        return false;
    room_watch(room, now, &local->person);
    for (int side = 0; side < 2; side++)
        if (room->seats[side].kind == SEAT_HUMAN)
            room_sit(room, now, &local->person, side);
    room_tell_state(room, &local->person);
    room_go_on(room, now);
    return true;
}

void local_line(struct local *local, const char *line, size_t length) {
    struct gtp_request request;
    if (!orders_parse(line, length, &request))
        return;
    orders_run(&local->hooks, &local->person, &request, monotonic_now());
    gtp_free(&request);
}

void local_tick(struct local *local) {
    double now = monotonic_now();
    for (struct local_game *game = local->games; game != NULL; game = game->next)
        room_tick(game->room, now);
    const struct room *room = local->person.room;
    if (room != NULL && !isinf(room->deadline))
        local->host.set_timer(local->host.context, room->deadline);
}
