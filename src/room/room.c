#include "room.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/games.h"
#include "../core/json.h"
#include "../core/memory.h"
#include "room_private.h"

/* Life. */

static bool is_side(int side) {
    return side == 0 || side == 1;
}

static bool seat_is_ok(const struct room *room, int side) {
    const struct seat *seat = &room->seats[side];
    if (seat->kind == SEAT_BOT && seat->bot == NULL)
        return false;
    return seat->person == NULL || (seat->kind == SEAT_HUMAN && seat->person->room == room &&
                                    (seat->person->seats >> side & 1) != 0);
}

bool room_is_ok(const struct room *room) {
    return room->hooks != NULL && room->session != NULL && seat_is_ok(room, 0) &&
           seat_is_ok(room, 1) && room->chat_count <= ROOM_CHAT &&
           room->chat_hidden <= room->chat_count && !(room->judging && room->judged) &&
           (room->clock.kind != CLOCK_NONE || isinf(room->deadline));
}

void room_set_time(struct room *room, double now) {
    assert(room_is_ok(room));
    room->now = fmax(room->now, now);
}

void room_set_id(struct room *room, const char *id) {
    assert(strlen(id) < ROOM_ID);
    strncpy(room->id, id, ROOM_ID - 1);
}

void room_set_token(struct room *room, int side, const char *token) {
    assert(is_side(side) && strlen(token) < ROOM_TOKEN);
    strncpy(room->seats[side].token, token, ROOM_TOKEN - 1);
}

void room_set_proof(struct room *room, int side, const char *proof) {
    assert(is_side(side) && strlen(proof) < ROOM_PROOF);
    strncpy(room->seats[side].proof, proof, ROOM_PROOF - 1);
}

struct room *room_new(const struct room_spec *spec, const struct room_hooks *hooks, double now) {
    struct room *room = memory_new(1, sizeof *room);
    room->hooks = hooks;
    room->session = spec->session;
    room->setup = *session_setup(room->session);
    room->clock = spec->clock;
    room->handicap = spec->handicap;
    room->first = spec->first;
    room->maker = spec->maker;
    room->listed = spec->listed;
    room->round = spec->round;
    room->start = memory_string(spec->start);
    room->undo_asked = room->reset_asked = SIDE_NONE;
    room->resumed_at = SIZE_MAX;
    room->deadline = INFINITY;
    room->now = room->touched = now;
    session_set_clock(room->session, &room->clock);
    for (int side = 0; side < 2; side++) {
        const struct seat_spec *from = &spec->seats[side];
        room->seats[side] = (struct seat){.kind = from->kind,
                                          .name = memory_string(from->name),
                                          .bot = memory_string(from->bot),
                                          .level = memory_string(from->level)};
        if (from->token != NULL)
            room_set_token(room, side, from->token);
        if (from->proof != NULL)
            room_set_proof(room, side, from->proof);
    }
    assert(room_is_ok(room));
    return room;
}

static void seat_clear(struct seat *seat) {
    free(seat->name);
    free(seat->bot);
    free(seat->level);
}

void room_free(struct room *room) {
    while (room->people != NULL) {
        struct person *person = room->people;
        person_event(person, "closed {}");
        room->people = person->next;
        person->room = NULL;
        person->seats = 0;
    }
    seat_clear(&room->seats[0]);
    seat_clear(&room->seats[1]);
    room_free_chat(room);
    session_free(room->session);
    free(room->start);
    free(room);
}

enum room_phase room_phase(const struct room *room) {
    switch (session_result(room->session, NULL).phase) {
    case PHASE_OVER:
        return ROOM_OVER;
    case PHASE_STOPPED:
        return ROOM_STOPPED;
    case PHASE_PLAYING:
        break;
    }
    bool empty = room->seats[0].kind == SEAT_EMPTY || room->seats[1].kind == SEAT_EMPTY;
    return empty ? ROOM_OPEN : ROOM_PLAYING;
}

bool room_is_like(const struct room *room, const struct room *other) {
    const struct setup *a = &room->setup, *b = &other->setup;
    const struct clock_settings *c = &room->clock, *d = &other->clock;
    bool same = session_game(room->session) == session_game(other->session) &&
                a->rules == b->rules && a->size == b->size && c->kind == d->kind &&
                c->main == d->main && c->period == d->period && c->count == d->count &&
                room->handicap == other->handicap && room->first == other->first &&
                room->start == NULL && other->start == NULL;
    for (int i = 0; same && i < SETUP_VALUES; i++)
        same = a->value[i] == b->value[i];
    return same;
}

bool room_may_go(const struct room *room) {
    return room->people == NULL && !room->unsaved;
}

/* Setting out the board. */

/* Questions are answered without an engine, and none of them asks for more than a judgement. */
static bool no_judge(void *host, struct marks *marks) {
    (void)host;
    (void)marks;
    return false;
}

static const struct services plain_services = {.judge = no_judge};

bool room_question(const struct room *room, int count, char **words, struct text *out,
                   struct error *error) {
    const struct game *game = session_game(room->session);
    const struct command *command = games_kit(game)->commands;
    while (command != NULL && command->name != NULL && strcmp(command->name, words[0]) != 0)
        command++;
    if (command == NULL || command->name == NULL)
        return error_set(error, "room.question", "{0} knows no '{1}'", game->name, words[0], NULL);
    struct text tail = {0};
    words_join(&(struct words){.at = words, .count = count}, 1, &tail);
    struct call call = {.session = room->session,
                        .services = &plain_services,
                        .command = command,
                        .count = count - 1,
                        .words = words + 1,
                        .tail = text_string(&tail),
                        .out = out,
                        .error = error};
    bool good = command->run(&call);
    if (!good && error->code == NULL)
        error_set(error, "room.refused", "{0}", call.failure == NULL ? words[0] : call.failure,
                  NULL);
    text_free(&tail);
    return good;
}

static bool set_handicap(struct room *room, struct error *error) {
    if (room->handicap == 0)
        return true;
    struct text order = {0}, out = {0};
    struct words words;
    text_print(&order, "fixed_handicap %d", room->handicap);
    words_split(&words, text_string(&order));
    bool good = room_question(room, words.count, words.at, &out, error);
    if (!good && strcmp(error->code, "room.question") == 0) {
        error_clear(error);
        error_set(error, "create.no-handicap", "{0} has no handicap",
                  session_game(room->session)->name, NULL);
    }
    words_free(&words);
    text_free(&order);
    text_free(&out);
    return good;
}

/* All but who begins. */
static bool set_board(struct room *room, struct error *error) {
    session_set_up(room->session, &room->setup);
    if (room->start != NULL)
        return session_set_position(room->session, room->start, error);
    return set_handicap(room, error);
}

/* Numbers that no game needs, and that a record cannot hold. */
static bool settings_are_sensible(const struct room *room, struct error *error) {
    static const double LEAST = 0.001, MOST = 1000;
    const struct game *game = session_game(room->session);
    const struct setup *setup = session_setup(room->session);
    for (int i = 0; game->settings != NULL && game->settings[i].name != NULL; i++) {
        double size = fabs(setup->value[i]);
        if (size > MOST || (size > 0 && size < LEAST))
            return error_set(error, "create.setting", "{0} is 0, or from 0.001 to 1000 either way",
                             game->settings[i].name, NULL);
    }
    return true;
}

bool room_set_out(struct room *room, struct error *error) {
    return set_board(room, error) && settings_are_sensible(room, error) &&
           (room->start != NULL || room->first == SIDE_NONE ||
            room->first == session_to_play(room->session) ||
            session_turn(room->session, room->first, error));
}

/* What may be done now. */

/* Refuses while no ply may be made: a seat is empty, or the game is stopped or paused. */
static bool must_play(const struct room *room, struct error *error) {
    if (room->paused && room_phase(room) == ROOM_PLAYING)
        return error_set(error, "room.paused", "the tournament is paused", NULL);
    switch (room_phase(room)) {
    case ROOM_OPEN:
        return error_set(error, "room.open", "the other seat is still empty", NULL);
    case ROOM_STOPPED:
        return error_set(error, "room.stopped",
                         "the game is stopped: agree on what is dead, or resume", NULL);
    case ROOM_OVER:
    case ROOM_PLAYING:
        break;
    }
    return true;
}

static bool one_person_plays(const struct room *room) {
    return room->seats[0].person != NULL && room->seats[0].person == room->seats[1].person;
}

bool room_need_not_ask(const struct room *room, int side) {
    return room->seats[side_other(side)].kind == SEAT_BOT || one_person_plays(room);
}

bool room_allows_advice(const struct room *room) {
    if (room->no_advice && room_phase(room) != ROOM_OVER)
        return false;
    return room_phase(room) == ROOM_OVER || room->seats[0].kind == SEAT_BOT ||
           room->seats[1].kind == SEAT_BOT || one_person_plays(room);
}

/* Storing. */

static bool store_change(struct room *room, const struct room_change *change, struct error *error) {
    bool good = room->hooks->store_game == NULL || room->hooks->store_game(room, change, error);
    if (good && (change->cut || change->count > 0))
        room->entries = change->from + change->count;
    return good;
}

/* Seats and clocks only. */
static bool store_seats(struct room *room, struct error *error) {
    return store_change(room, &(struct room_change){0}, error);
}

/* The same where nobody can be refused, and the next change would tell it as well. */
static void store_now(struct room *room) {
    struct error late = {0};
    store_seats(room, &late);
    error_clear(&late);
}

bool room_store_entry(struct room *room, const char *kind, int side, const char *text,
                      struct error *error) {
    struct room_entry entry = {kind, side, text};
    struct room_change change = {.from = room->entries, .entries = &entry, .count = 1};
    return store_change(room, &change, error);
}

/* The whole log as it was played; the room itself has how the board was set out. */
bool room_store(struct room *room, struct error *error) {
    struct record record;
    session_record(room->session, &record);
    struct room_entry *entries = memory_new(record.entry_count + 1, sizeof *entries);
    struct room_change change = {.cut = true, .entries = entries};
    if (record.first != SIDE_NONE)
        entries[change.count++] = (struct room_entry){"turn", record.first, ""};
    for (size_t i = 0; i < record.entry_count; i++) {
        const struct record_entry *entry = &record.entries[i];
        if (entry->kind == RECORD_PLY)
            entries[change.count++] = (struct room_entry){"ply", entry->side, entry->text};
        else if (entry->kind == RECORD_TURN)
            entries[change.count++] = (struct room_entry){"turn", entry->side, ""};
    }
    bool good = store_change(room, &change, error);
    free(entries);
    record_free(&record);
    return good;
}

bool room_put_back(struct room *room, struct session *before) {
    session_free(room->session);
    room->session = before;
    return false;
}

/* Coming back from the store. */

bool room_recall(struct room *room) {
    struct error error = {0};
    bool good = set_board(room, &error);
    error_clear(&error);
    return good;
}

/* The margin, and what was dead. */
static bool replay_score(struct room *room, int side, const char *text) {
    struct words words;
    double margin;
    words_split(&words, text);
    bool good = (is_side(side) || side == SIDE_NONE) && words.count > 0 &&
                text_to_number(words.at[0], 0, 1e9, &margin) && room_recall_marks(room, &words) &&
                session_end(room->session, ENDING_SCORED, side, margin, NULL);
    words_free(&words);
    return good;
}

/* Play was resumed, in a game that had been judged if there is any text; or the game began so. */
static bool replay_turn(struct room *room, int side, const char *text) {
    struct words words;
    words_split(&words, text);
    room->judged = false;
    bool good = (words.count == 0 || room_recall_marks(room, &words)) &&
                session_turn(room->session, side, NULL);
    words_free(&words);
    room->resumed_at = room->judged ? session_plies(room->session) : SIZE_MAX;
    return good;
}

static bool replay_ply(struct room *room, int side, const char *text) {
    bool good = session_play(room->session, side, text, NULL);
    room_judge_anew(room);
    return good;
}

static bool replay(struct room *room, const char *kind, int side, const char *text) {
    struct session *session = room->session;
    if (strcmp(kind, "agreed") == 0)
        return session_end(session, ENDING_AGREED, SIDE_NONE, 0, NULL);
    if (strcmp(kind, "scored") == 0)
        return replay_score(room, side, text);
    if (!is_side(side))
        return false;
    if (strcmp(kind, "ply") == 0)
        return replay_ply(room, side, text);
    if (strcmp(kind, "turn") == 0)
        return replay_turn(room, side, text);
    if (strcmp(kind, "resign") == 0)
        return session_resign(session, side, NULL);
    if (strcmp(kind, "time") == 0)
        return session_end(session, ENDING_TIME, side, 0, NULL);
    return strcmp(kind, "fault") == 0 && session_end(session, ENDING_FAULT, side, 0, NULL);
}

bool room_replay(struct room *room, const struct room_entry *entry) {
    bool good = replay(room, entry->kind, entry->side, entry->text);
    room->entries += good;
    return good;
}

void room_recall_clock(struct room *room, int side, double left, int count) {
    assert(isfinite(left) && left >= 0 && count >= 0);
    if (room->clock.kind != CLOCK_NONE)
        session_correct_clock(room->session, side, left, count);
}

void room_recall_spent(struct room *room, double seconds) {
    assert(isfinite(seconds));
    room->spent = room->clock.kind == CLOCK_NONE ? 0 : fmax(seconds, 0);
}

/* The clock of the side to play. */

static bool clock_runs(const struct room *room) {
    return !isinf(room->deadline);
}

static void set_deadline(struct room *room, double when) {
    room->deadline = when;
    if (room->hooks->set_timer != NULL)
        room->hooks->set_timer(room, when);
}

double room_elapsed(const struct room *room, double now) {
    return room->spent + (clock_runs(room) ? now - room->turn_began : 0);
}

/* Its time begins to run, if it does not run yet. */
static void run_clock(struct room *room) {
    if (room->clock.kind == CLOCK_NONE || clock_runs(room))
        return;
    double limit = clock_limit(session_clock(room->session, session_to_play(room->session)));
    room->turn_began = room->now;
    set_deadline(room, room->now + fmax(limit - room->spent, 0));
}

static void halt_clock(struct room *room) {
    room->spent = 0;
    if (clock_runs(room))
        set_deadline(room, INFINITY);
}

/* Going on. */

void room_forget_requests(struct room *room) {
    room->undo_asked = room->reset_asked = SIDE_NONE;
    room->rematch[0] = room->rematch[1] = false;
    room->accepted[0] = room->accepted[1] = false;
}

void room_cancel(struct room *room) {
    room->judging = false;
    if (room->hooks->cancel != NULL)
        room->hooks->cancel(room);
}

void room_continue(struct room *room) {
    switch (room_phase(room)) {
    case ROOM_OPEN:
        halt_clock(room);
        break;
    case ROOM_PLAYING: {
        if (room->paused)
            break;
        run_clock(room);
        int side = session_to_play(room->session);
        if (room->seats[side].kind == SEAT_BOT && room->hooks->think != NULL)
            room->hooks->think(room, side);
        break;
    }
    case ROOM_STOPPED:
        halt_clock(room);
        room_stopped(room);
        break;
    case ROOM_OVER:
        halt_clock(room);
        room_cancel(room);
        room_reveal_chat(room);
        if (room->hooks->over != NULL && !room->unsaved)
            room->hooks->over(room);
        break;
    }
}

void room_go_on(struct room *room, double now) {
    room_set_time(room, now);
    room_continue(room);
}

/* A flag that is due falls first; a bot will begin its ply anew. */
void room_pause(struct room *room, double now, bool paused) {
    room_tick(room, now);
    if (room->paused == paused)
        return;
    room->paused = paused;
    if (room_phase(room) == ROOM_OVER)
        return;
    if (paused) {
        double spent = room_elapsed(room, room->now);
        room_cancel(room);
        halt_clock(room);
        room->spent = spent;
    }
    store_now(room);
    room_continue(room);
    room_tell_now(room);
}

/* People. */

static void enter(struct room *room, struct person *person) {
    if (person->room == room)
        return;
    if (person->room != NULL)
        room_leave(person->room, room->now, person);
    person->room = room;
    person->seats = 0;
    person->is_player = person_has_sat(person, room->id);
    person->next = room->people;
    room->people = person;
    room->people_changed = true;
    room->touched = room->now;
}

/* The person who sat there is told so. */
static void sit(struct room *room, struct person *person, int side) {
    struct seat *seat = &room->seats[side];
    enter(room, person);
    struct person *before = seat->person == person ? NULL : seat->person;
    seat->person = person;
    person->seats |= 1u << side;
    person->is_player = true;
    person_note_seat(person, room->id);
    room->people_changed = true;
    if (room->hooks->seated != NULL)
        room->hooks->seated(room, person);
    if (before != NULL) {
        before->seats &= ~(1u << side);
        room_tell_state(room, before);
    }
}

void room_sit(struct room *room, double now, struct person *person, int side) {
    assert(is_side(side) && room->seats[side].kind == SEAT_HUMAN);
    room_set_time(room, now);
    sit(room, person, side);
}

bool room_join(struct room *room, double now, struct person *person, int side,
               struct error *error) {
    room_set_time(room, now);
    if (room_phase(room) != ROOM_OPEN)
        return error_set(error, "room.full", "both seats are taken; watch it with 'watch {0}'",
                         room->id, NULL);
    if (side == SIDE_NONE)
        side = room->seats[0].kind == SEAT_EMPTY ? 0 : 1;
    if (room->seats[side].kind != SEAT_EMPTY)
        return error_set(error, "room.taken", "{0} is taken",
                         session_game(room->session)->sides[side], NULL);
    struct seat *seat = &room->seats[side];
    struct seat before = *seat;
    seat->kind = SEAT_HUMAN;
    seat->name = memory_string(person_name(person));
    if (room->hooks->new_token != NULL)
        room->hooks->new_token(room, side);
    if (!store_seats(room, error)) {
        free(seat->name);
        *seat = before;
        return false;
    }
    free(before.name);
    sit(room, person, side);
    return true;
}

void room_watch(struct room *room, double now, struct person *person) {
    room_set_time(room, now);
    enter(room, person);
}

void room_leave(struct room *room, double now, struct person *person) {
    room_set_time(room, now);
    struct person **link = &room->people;
    while (*link != NULL && *link != person)
        link = &(*link)->next;
    assert(*link == person);
    *link = person->next;
    person->next = NULL;
    for (int side = 0; side < 2; side++)
        if (room->seats[side].person == person)
            room->seats[side].person = NULL;
    person->room = NULL;
    person->seats = 0;
    room->people_changed = true;
    room->touched = room->now;
}

/* Only who has never moved can be said not to play. */
static bool may_reopen(const struct room *room, int side) {
    const struct seat *other = &room->seats[side_other(side)];
    const bool decides[2] = {side != 0, side != 1};
    return room->maker == side && other->kind == SEAT_HUMAN && other->person == NULL &&
           room->round == 0 && room_phase(room) == ROOM_PLAYING &&
           session_steps_back(room->session, decides) == 0;
}

bool room_reopen(struct room *room, double now, int side, struct error *error) {
    assert(is_side(side));
    room_set_time(room, now);
    if (!may_reopen(room, side))
        return error_set(error, "room.reopen",
                         "only who made the game can do that, while the other player is away and "
                         "has made no ply",
                         NULL);
    struct seat *seat = &room->seats[side_other(side)], before = *seat;
    *seat = (struct seat){.kind = SEAT_EMPTY};
    if (!store_seats(room, error)) {
        *seat = before;
        return false;
    }
    seat_clear(&before);
    room_forget_requests(room);
    room_tell_all(room);
    room_continue(room);
    return true;
}

/* Endings. */

static const char *const ending_kinds[] = {
    [ENDING_RESIGN] = "resign", [ENDING_TIME] = "time",   [ENDING_AGREED] = "agreed",
    [ENDING_SCORED] = "scored", [ENDING_FAULT] = "fault",
};

/* Stores that the session has ended the game; a resignation with the side that resigned. */
static bool store_ending(struct room *room, enum ending ending, int side, struct error *error) {
    return room_store_entry(room, ending_kinds[ending], side, "", error);
}

/* Tries to store an ending that could not be stored when it happened. */
static void store_late(struct room *room) {
    if (!room->unsaved)
        return;
    enum ending ending;
    struct error error = {0};
    int winner = session_result(room->session, &ending).winner;
    room->unsaved = !store_ending(room, ending, winner, &error);
    error_clear(&error);
    if (!room->unsaved && room->hooks->over != NULL)
        room->hooks->over(room);
}

static void ended(struct room *room) {
    halt_clock(room);
    room_forget_requests(room);
    room_tell_now(room);
    room_continue(room);
}

/* Nobody can be refused here: the game ends even if that cannot be stored before it can. */
static void end_now(struct room *room, enum ending ending, int winner, const char *why) {
    if (!session_end(room->session, ending, winner, 0, NULL))
        return;
    room->unsaved = true;
    store_late(room);
    struct text event = {0};
    text_put(&event, "end {");
    json_member(&event, "why", why);
    text_putc(&event, '}');
    room_say(room, text_string(&event));
    text_free(&event);
    ended(room);
}

void room_end(struct room *room, double now, enum ending ending, int winner, const char *why) {
    assert(ending == ENDING_TIME || ending == ENDING_FAULT || ending == ENDING_AGREED);
    room_set_time(room, now);
    end_now(room, ending, winner, why);
}

bool room_resign(struct room *room, double now, int side, struct error *error) {
    assert(is_side(side));
    room_set_time(room, now);
    if (room_phase(room) == ROOM_OPEN)
        return error_set(error, "room.open", "the other seat is still empty", NULL);
    struct session *before = session_copy(room->session);
    if (!session_resign(room->session, side, error) ||
        !store_ending(room, ENDING_RESIGN, side, error))
        return room_put_back(room, before);
    session_free(before);
    ended(room);
    return true;
}

/* What an offer or an answer does to the session. */
static bool draw_changes(struct room *room, int side, const char *what, struct error *error) {
    if (strcmp(what, "offer") != 0)
        return session_draw_answer(room->session, side, *what == 'a', error);
    return session_draw_offer(room->session, side, error) &&
           (session_draw_offered(room->session) != side || !room_need_not_ask(room, side) ||
            session_draw_answer(room->session, side_other(side), true, error)); /* both are one */
}

bool room_draw(struct room *room, int side, const char *what, struct error *error) {
    if (!must_play(room, error))
        return false;
    bool offer = strcmp(what, "offer") == 0;
    if (!offer && strcmp(what, "accept") != 0 && strcmp(what, "decline") != 0)
        return error_set(error, "syntax.draw", "'{0}' is none of offer, accept, decline", what,
                         NULL);
    if (offer && room->seats[side_other(side)].kind == SEAT_BOT)
        return error_set(error, "room.bot-draw", "a bot accepts no draw", NULL);
    if (offer && session_draw_offered(room->session) == side)
        return true; /* everybody knows */
    struct session *before = session_copy(room->session);
    bool good = draw_changes(room, side, what, error);
    bool over = good && room_phase(room) == ROOM_OVER;
    if (!good || (over && !store_ending(room, ENDING_AGREED, SIDE_NONE, error)))
        return room_put_back(room, before);
    session_free(before);
    if (over)
        ended(room);
    else
        room_tell_now(room);
    return true;
}

/* Plies. */

struct ply {
    int side;
    const char *text;
};

static void put_ply(const struct room *room, const struct person *person, const void *what,
                    struct text *event) {
    const struct ply *ply = what;
    text_put(event, "ply {");
    json_number(event, "n", (double)session_plies(room->session));
    json_member(event, "side", session_game(room->session)->sides[ply->side]);
    json_member(event, "move", ply->text);
    room_put_now(room, person, event);
    text_putc(event, '}');
}

/* A ply that the rules allow: the clock pays, the store keeps, then it happens. */
static bool ply_happens(struct room *room, int side, move m, struct error *error) {
    const struct game *game = session_game(room->session);
    struct clock before = *session_clock(room->session, side);
    if (clock_runs(room) &&
        !session_spend_time(room->session, side, room_elapsed(room, room->now), 0)) {
        end_now(room, ENDING_TIME, side_other(side), "time");
        return error_set(error, "room.time", "the time of {0} is over", game->sides[side], NULL);
    }
    struct text text = {0};
    game->print(session_state(room->session), m, &text);
    bool good = room_store_entry(room, "ply", side, text_string(&text), error);
    if (good) {
        halt_clock(room);
        session_play_move(room->session, side, m);
        room_forget_requests(room);
        room_judge_anew(room);
        room_tell_each(room, put_ply, &(struct ply){side, text_string(&text)});
        if (room_phase(room) == ROOM_OVER)
            store_now(room); /* the log tells the result anyway */
    } else {
        session_put_clock(room->session, side, &before);
    }
    text_free(&text);
    return good;
}

bool room_ply(struct room *room, double now, int side, const char *text, struct error *error) {
    assert(is_side(side));
    room_set_time(room, now);
    move m;
    if (!must_play(room, error))
        return false;
    if (room_phase(room) != ROOM_OVER && session_to_play(room->session) != side)
        return error_set(error, "session.wrong-side", "{0} is to play",
                         session_game(room->session)->sides[side_other(side)], NULL);
    if (!session_parse(room->session, side, text, &m, error) || !ply_happens(room, side, m, error))
        return false;
    room->touched = room->now;
    /* With every ply a state gets longer and an undo slower; no game that people play comes near
     * the limit. */
    size_t most = room->hooks->most_plies;
    if (room_phase(room) == ROOM_PLAYING && most > 0 && session_plies(room->session) >= most)
        end_now(room, ENDING_AGREED, SIDE_NONE, "the game is too long");
    else
        room_continue(room);
    return true;
}

/* Taking back, beginning anew, and rematches. */

/* Steps of session_undo back to before the side's own last decision; 0: it has made none. */
static long steps_back(const struct room *room, int side) {
    bool both = one_person_plays(room);
    const bool decides[2] = {both || side == 0, both || side == 1};
    return session_steps_back(room->session, decides);
}

/* After the session has changed and was stored, or not: goes on from there, or has it as it was
 * before. */
static bool rewritten(struct room *room, struct session *before, bool good,
                      void (*tell)(struct room *)) {
    if (!good)
        return room_put_back(room, before);
    session_free(before);
    room->unsaved = false;
    room->judged = false;
    room->resumed_at = SIZE_MAX;
    room_cancel(room);
    halt_clock(room);
    room_forget_requests(room);
    tell(room);
    room_continue(room);
    return true;
}

static size_t log_count(const struct session *session) {
    const struct log_entry *log;
    return session_log(session, &log);
}

/* A side that lost on time has none left to go on with, and would lose again at once: its clock
 * starts anew. */
static void restart_clock(struct room *room, const struct session *before) {
    enum ending ending;
    int winner = session_result(before, &ending).winner;
    struct clock full;
    clock_start(&full, &room->clock);
    if (ending == ENDING_TIME && winner != SIDE_NONE)
        session_put_clock(room->session, side_other(winner), &full);
}

/* The stored log has an entry for each of the session's that can be taken back, and one for an
 * ending that was declared. */
static bool undo_now(struct room *room, int side, struct error *error) {
    struct session *before = session_copy(room->session);
    enum ending ending;
    session_result(before, &ending);
    size_t kept = room->entries;
    if (ending != ENDING_NONE && ending != ENDING_RULES && !room->unsaved)
        kept--;
    bool good = session_undo(room->session, steps_back(room, side), error);
    if (good)
        restart_clock(room, before);
    kept -= log_count(before) - log_count(room->session);
    good = good && store_change(room, &(struct room_change){.cut = true, .from = kept}, error);
    return rewritten(room, before, good, room_tell_now);
}

/* Nobody has come yet who could be asked. */
static bool waits_for(const struct room *room, int side) {
    return room->seats[side].kind == SEAT_EMPTY;
}

/* Only an open game can be joined. */
static bool may_be_joined(const struct room *room, struct error *error) {
    bool waits = waits_for(room, 0) || waits_for(room, 1);
    return !waits || room_phase(room) == ROOM_OPEN ||
           error_set(error, "room.setup-ended",
                     "nobody could join a game that is stopped or over already", NULL);
}

static bool begin_anew(struct room *room, void (*tell)(struct room *), struct error *error) {
    struct session *before = session_copy(room->session);
    bool good = room_set_out(room, error) && may_be_joined(room, error) && room_store(room, error);
    return rewritten(room, before, good, tell);
}

static bool reset_now(struct room *room, int side, struct error *error) {
    (void)side;
    return begin_anew(room, room_tell_now, error);
}

/* Undo and reset are asked for and granted in the same way. */
static bool request(struct room *room, int side, const char *what, int *asked, const char *name,
                    bool (*act)(struct room *, int, struct error *), struct error *error) {
    if (*what == '\0') {
        if (room_need_not_ask(room, side) || waits_for(room, side_other(side)))
            return act(room, side, error);
        if (*asked == side)
            return true; /* everybody knows */
        *asked = side;
        room_tell_now(room);
        return true;
    }
    if (strcmp(what, "accept") != 0 && strcmp(what, "decline") != 0)
        return error_set(error, "syntax.request", "{0}, {0} accept or {0} decline, not '{1}'", name,
                         what, NULL);
    if (*asked != side_other(side))
        return error_set(error, "room.no-request", "nobody has asked for {0}", name, NULL);
    if (*what == 'a')
        return act(room, side_other(side), error);
    *asked = SIDE_NONE;
    room_tell_now(room);
    return true;
}

bool room_undo(struct room *room, int side, const char *what, struct error *error) {
    if (*what == '\0' && steps_back(room, side) == 0)
        return error_set(error, "room.undo", "there is no decision of yours to take back", NULL);
    return request(room, side, what, &room->undo_asked, "undo", undo_now, error);
}

bool room_reset(struct room *room, int side, const char *what, struct error *error) {
    return request(room, side, what, &room->reset_asked, "reset", reset_now, error);
}

bool room_setup(struct room *room, int side, const char *position, struct error *error) {
    if (!room_need_not_ask(room, side) && !waits_for(room, side_other(side)))
        return error_set(error, "room.setup", "the other player would have to be asked", NULL);
    char *before = room->start;
    room->start = strcmp(position, "default") == 0 ? NULL : memory_string(position);
    bool good = begin_anew(room, room_tell_all, error);
    free(good ? before : room->start);
    if (!good)
        room->start = before;
    return good;
}

static void swap_seats(struct room *room) {
    struct seat seat = room->seats[0];
    room->seats[0] = room->seats[1];
    room->seats[1] = seat;
    if (room->maker != SIDE_NONE)
        room->maker = side_other(room->maker);
    for (struct person *person = room->people; person != NULL; person = person->next)
        person->seats = (person->seats & 1) << 1 | (person->seats & 2) >> 1;
    if (room->hooks->swapped != NULL)
        room->hooks->swapped(room);
}

bool room_rematch(struct room *room, int side, struct error *error) {
    if (room_phase(room) != ROOM_OVER)
        return error_set(error, "room.not-over", "the game is not over", NULL);
    bool waits = !room_need_not_ask(room, side) && !room->rematch[side_other(side)];
    if (waits && !room->rematch[side]) {
        room->rematch[side] = true;
        room_tell_now(room);
    }
    if (waits)
        return true;
    bool swap = !one_person_plays(room);
    store_late(room);
    room->round++;
    if (swap)
        swap_seats(room);
    bool good = begin_anew(room, room_tell_all, error);
    if (!good) {
        room->round--;
        if (swap)
            swap_seats(room);
    }
    return good;
}

/* Time passes. */

static void flag_falls(struct room *room) {
    int side = session_to_play(room->session);
    session_spend_time(room->session, side, room_elapsed(room, room->now), 0);
    end_now(room, ENDING_TIME, side_other(side), "time");
}

void room_tick(struct room *room, double now) {
    room_set_time(room, now);
    if (room->now >= room->deadline)
        flag_falls(room);
    store_late(room);
    room_settle(room);
    room_tell_people(room);
}
