/* What people are told of a room: JSON, and nothing that decides anything. */
#include <string.h>

#include "../core/json.h"
#include "../core/vertex.h"
#include "room_private.h"

const char *room_record(const struct room *room, struct text *record) {
    const struct game *game = session_game(room->session);
    static const char *const tags[] = {"Side0", "Side1"};
    for (int side = 0; side < 2; side++)
        if (room->seats[side].name != NULL)
            session_set_tag(room->session, tags[side], room->seats[side].name);
    session_print_record(room->session, record);
    return game->record_suffix == NULL ? "txt" : game->record_suffix;
}

static const char *const phase_names[] = {[ROOM_OPEN] = "open",
                                          [ROOM_PLAYING] = "playing",
                                          [ROOM_STOPPED] = "stopped",
                                          [ROOM_OVER] = "over"};
static const char *const ending_names[] = {
    [ENDING_NONE] = NULL,       [ENDING_RULES] = "rules",
    [ENDING_RESIGN] = "resign", [ENDING_TIME] = "time",
    [ENDING_AGREED] = "agreed", [ENDING_SCORED] = "scored",
    [ENDING_FAULT] = "fault",   [ENDING_ADJUDICATED] = "adjudicated",
};

const char *room_ending(const struct room *room) {
    enum ending ending;
    session_result(room->session, &ending);
    return ending_names[ending];
}

static void put_side(struct text *json, const char *name, const struct room *room, int side) {
    json_member(json, name, side == SIDE_NONE ? NULL : session_game(room->session)->sides[side]);
}

static void put_seats(const struct room *room, struct text *json) {
    static const char *const kinds[] = {"empty", "human", "bot"};
    json_name(json, "seats");
    text_putc(json, '{');
    for (int side = 0; side < 2; side++) {
        const struct seat *seat = &room->seats[side];
        json_name(json, session_game(room->session)->sides[side]);
        text_putc(json, '{');
        json_member(json, "kind", kinds[seat->kind]);
        json_member(json, "name", seat->name);
        json_member(json, "level", seat->level);
        json_flag(json, "present", seat->kind == SEAT_BOT || seat->person != NULL);
        text_putc(json, '}');
    }
    text_putc(json, '}');
}

static void put_setup(const struct room *room, struct text *json) {
    const struct game *game = session_game(room->session);
    const struct setup *setup = session_setup(room->session);
    json_member(json, "room", room->id);
    json_member(json, "game", game->name);
    json_member(json, "rules", game->rules[setup->rules]);
    json_number(json, "size", setup->size);
    json_name(json, "settings");
    text_putc(json, '{');
    struct text value = {0};
    for (int i = 0; game->settings != NULL && game->settings[i].name != NULL; i++) {
        text_clear(&value);
        game->get(setup, i, &value);
        json_member(json, game->settings[i].name, text_string(&value));
    }
    text_putc(json, '}');
    text_clear(&value);
    clock_print(&room->clock, &value);
    json_member(json, "time", text_string(&value));
    json_number(json, "handicap", room->handicap);
    json_flag(json, "listed", room->listed);
    json_number(json, "round", (double)room->round);
    if (*room->contest != '\0')
        json_member(json, "contest", room->contest);
    text_free(&value);
}

void room_summary(const struct room *room, struct text *json) {
    text_putc(json, '{');
    put_setup(room, json);
    put_seats(room, json);
    json_member(json, "phase", phase_names[room_phase(room)]);
    json_number(json, "plies", (double)session_plies(room->session));
    text_putc(json, '}');
}

static void put_clock(const struct room *room, struct text *json) {
    json_name(json, "clock");
    if (room->clock.kind == CLOCK_NONE) {
        text_put(json, "null");
        return;
    }
    text_putc(json, '{');
    for (int side = 0; side < 2; side++) {
        double left;
        int count;
        clock_report(session_clock(room->session, side), &left, &count);
        json_name(json, session_game(room->session)->sides[side]);
        text_putc(json, '{');
        json_name(json, "left");
        text_print(json, "%.3f", left);
        json_number(json, "count", count);
        text_putc(json, '}');
    }
    /* Told just before it starts, it runs as well. */
    put_side(json, "running", room,
             room_phase(room) == ROOM_PLAYING ? session_to_play(room->session) : SIDE_NONE);
    json_name(json, "elapsed");
    text_print(json, "%.3f", room_elapsed(room, room->now));
    text_putc(json, '}');
}

void room_put_board(const struct room *room, struct text *json) {
    const struct game *game = session_game(room->session);
    bool goes_on = room_phase(room) == ROOM_PLAYING || room_phase(room) == ROOM_OPEN;
    struct record record;
    struct text position = {0}, result = {0};
    session_record(room->session, &record);
    game->save(session_state(room->session), &position);
    session_print_result(room->session, &result);
    text_putc(json, '{');
    put_setup(room, json);
    put_seats(room, json);
    json_member(json, "position", text_string(&position));
    json_member(json, "last",
                record.entry_count > 0 && record.entries[record.entry_count - 1].kind == RECORD_PLY
                    ? record.entries[record.entry_count - 1].text
                    : NULL);
    json_number(json, "plies", (double)session_plies(room->session));
    json_member(json, "phase", phase_names[room_phase(room)]);
    put_side(json, "toPlay", room, goes_on ? session_to_play(room->session) : SIDE_NONE);
    json_member(json, "result", text_string(&result));
    put_clock(room, json);
    text_putc(json, '}');
    record_free(&record);
    text_free(&position);
    text_free(&result);
}

static void put_points(const struct room *room, struct text *json, const char *name,
                       const unsigned char *at, int wanted) {
    int size = session_setup(room->session)->size;
    struct text vertex = {0};
    json_name(json, name);
    text_putc(json, '[');
    for (int i = 0; i < size * size; i++) {
        if (at[i] != wanted)
            continue;
        text_clear(&vertex);
        vertex_print(&vertex, i % size, i / size);
        json_next(json);
        json_quoted(json, text_string(&vertex));
    }
    text_putc(json, ']');
    text_free(&vertex);
}

static void put_sheet(const struct room *room, struct text *json) {
    const struct game *game = session_game(room->session);
    struct sheet sheet[2];
    game->sheet(session_state(room->session), &room->marks, sheet);
    json_name(json, "sheet");
    text_putc(json, '{');
    for (int side = 0; side < 2; side++) {
        json_name(json, game->sides[side]);
        text_putc(json, '{');
        json_number(json, "stones", sheet[side].stones);
        json_number(json, "territory", sheet[side].territory);
        json_number(json, "prisoners", sheet[side].prisoners);
        json_number(json, "komi", sheet[side].komi);
        json_number(json, "total", sheet[side].total);
        text_putc(json, '}');
    }
    text_putc(json, '}');
}

static void put_marks(const struct room *room, struct text *json) {
    const struct game *game = session_game(room->session);
    enum ending ending;
    session_result(room->session, &ending);
    json_name(json, "marks");
    if (!room->judged || game->territory == NULL ||
        (room_phase(room) != ROOM_STOPPED && ending != ENDING_SCORED)) {
        text_put(json, "null");
        return;
    }
    unsigned char owner[MARKS_POINTS];
    game->territory(session_state(room->session), &room->marks, owner);
    struct result result = game->score(session_state(room->session), &room->marks);
    struct text score = {0};
    game_print_result(game, &result, &score);
    text_putc(json, '{');
    json_number(json, "number", (double)room->marking);
    put_points(room, json, "dead", room->marks.at, MARK_DEAD);
    put_points(room, json, "seki", room->marks.at, MARK_SEKI);
    put_points(room, json, game->sides[0], owner, 0);
    put_points(room, json, game->sides[1], owner, 1);
    json_member(json, "score", text_string(&score));
    if (game->sheet != NULL)
        put_sheet(room, json);
    json_flag(json, "accepted0", room->accepted[0]);
    json_flag(json, "accepted1", room->accepted[1]);
    text_putc(json, '}');
    text_free(&score);
}

static void put_legal(const struct room *room, const struct person *person, struct text *json) {
    int side = session_to_play(room->session);
    json_name(json, "legal");
    text_putc(json, '[');
    if (room_phase(room) == ROOM_PLAYING && !room->paused && (person->seats >> side & 1) != 0) {
        struct moves list = {0};
        struct text token = {0};
        session_moves(room->session, &list);
        for (size_t i = 0; i < list.count; i++) {
            text_clear(&token);
            session_game(room->session)->print(session_state(room->session), list.at[i], &token);
            json_next(json);
            json_quoted(json, text_string(&token));
        }
        moves_free(&list);
        text_free(&token);
    }
    text_putc(json, ']');
}

/* Where two passes now, with nothing else since, would be scored by the proposal that was shown. */
static void put_resumed(const struct room *room, struct text *json) {
    size_t plies = session_plies(room->session);
    bool stands = room_phase(room) == ROOM_PLAYING && room->judged &&
                  room->resumed_at != SIZE_MAX && plies <= room->resumed_at + 1;
    json_name(json, "resumedAt");
    if (stands)
        text_print(json, "%zu", room->resumed_at);
    else
        text_put(json, "null");
}

/* What changes with every ply. */
void room_put_now(const struct room *room, const struct person *person, struct text *json) {
    const struct game *game = session_game(room->session);
    struct text text = {0};
    enum ending ending;
    struct result result = session_result(room->session, &ending);
    bool goes_on = room_phase(room) == ROOM_PLAYING || room_phase(room) == ROOM_OPEN;
    game->save(session_state(room->session), &text);
    json_member(json, "position", text_string(&text));
    json_member(json, "phase", phase_names[room_phase(room)]);
    put_side(json, "toPlay", room, goes_on ? session_to_play(room->session) : SIDE_NONE);
    text_clear(&text);
    if (goes_on)
        game->due(session_state(room->session), &text);
    json_member(json, "due", text_string(&text));
    text_clear(&text);
    session_print_result(room->session, &text);
    json_member(json, "result", text_string(&text));
    put_side(json, "winner", room, result.phase == PHASE_OVER ? result.winner : SIDE_NONE);
    json_member(json, "ending", ending_names[ending]);
    put_side(json, "drawOffered", room, session_draw_offered(room->session));
    put_side(json, "undoAsked", room, room->undo_asked);
    put_side(json, "resetAsked", room, room->reset_asked);
    put_side(json, "rematchAsked", room, room->rematch[0] ? 0 : room->rematch[1] ? 1 : SIDE_NONE);
    put_clock(room, json);
    if (*room->contest != '\0')
        json_flag(json, "paused", room->paused);
    put_marks(room, json);
    put_resumed(room, json);
    put_legal(room, person, json);
    text_free(&text);
}

static void put_plies(const struct room *room, struct text *json) {
    struct record record;
    session_record(room->session, &record);
    json_name(json, "plies");
    text_putc(json, '[');
    for (size_t i = 0; i < record.entry_count; i++) {
        if (record.entries[i].kind != RECORD_PLY)
            continue;
        json_next(json);
        text_putc(json, '[');
        json_quoted(json, session_game(room->session)->sides[record.entries[i].side]);
        text_putc(json, ',');
        json_quoted(json, record.entries[i].text);
        text_putc(json, ']');
    }
    text_putc(json, ']');
    record_free(&record);
}

static void put_chat(const struct room *room, const struct person *person, struct text *json) {
    json_name(json, "chat");
    text_putc(json, '[');
    for (size_t i = 0; i < room->chat_count; i++) {
        const struct chat_line *line = &room->chat[i];
        if (!room_may_read(room, person, i))
            continue;
        json_next(json);
        text_putc(json, '{');
        json_member(json, "from", line->name);
        put_side(json, "side", room, line->side);
        json_member(json, "text", line->text);
        text_putc(json, '}');
    }
    text_putc(json, ']');
}

/* Who is here, and what follows from that. */
static void put_people(const struct room *room, struct text *json) {
    long watchers = 0;
    for (const struct person *p = room->people; p != NULL; p = p->next)
        watchers += p->seats == 0;
    put_seats(room, json);
    json_number(json, "watchers", (double)watchers);
    json_flag(json, "advice", room_allows_advice(room));
    put_side(json, "maker", room, room->maker);
    if (*room->contest != '\0')
        json_flag(json, "chatOff", room->no_chat);
}

/* All but the chat, as members of an object. */
static void put_game(const struct room *room, const struct person *person, struct text *json) {
    put_setup(room, json);
    put_people(room, json);
    json_name(json, "you");
    text_putc(json, '[');
    for (int side = 0; side < 2; side++) {
        if ((person->seats >> side & 1) == 0)
            continue;
        json_next(json);
        json_quoted(json, session_game(room->session)->sides[side]);
    }
    text_putc(json, ']');
    put_plies(room, json);
    room_put_now(room, person, json);
}

void room_state(const struct room *room, const struct person *person, struct text *json) {
    text_putc(json, '{');
    put_game(room, person, json);
    put_chat(room, person, json);
    text_putc(json, '}');
}

static void put_state(const struct room *room, const struct person *person, const void *what,
                      struct text *event) {
    (void)what;
    text_put(event, "state {");
    put_game(room, person, event);
    text_putc(event, '}');
}

static void put_now(const struct room *room, const struct person *person, const void *what,
                    struct text *event) {
    (void)what;
    text_put(event, "now {");
    json_number(event, "n", (double)session_plies(room->session));
    json_flag(event, "advice", room_allows_advice(room));
    room_put_now(room, person, event);
    text_putc(event, '}');
}

void room_tell_state(struct room *room, struct person *person) {
    struct text event = {0};
    text_put(&event, "state ");
    room_state(room, person, &event);
    person_event(person, text_string(&event));
    text_free(&event);
}

void room_tell_each(struct room *room, tell_fn *put, const void *what) {
    struct text watched = {0};
    for (struct person *person = room->people; person != NULL; person = person->next) {
        struct text own = {0};
        struct text *event = person->is_player ? &own : &watched;
        if (event->length == 0)
            put(room, person, what, event);
        person_event(person, text_string(event));
        text_free(&own);
    }
    text_free(&watched);
}

void room_tell_all(struct room *room) {
    room->people_changed = false;
    room_tell_each(room, put_state, NULL);
}

void room_tell_now(struct room *room) {
    if (room_phase(room) == ROOM_OVER)
        room_reveal_chat(room);
    room_tell_each(room, put_now, NULL);
}

void room_tell_people(struct room *room) {
    if (!room->people_changed)
        return;
    struct text event = {0};
    room->people_changed = false;
    text_put(&event, "people {");
    put_people(room, &event);
    text_putc(&event, '}');
    room_say(room, text_string(&event));
    text_free(&event);
}

void room_say(struct room *room, const char *event) {
    for (struct person *person = room->people; person != NULL; person = person->next)
        person_event(person, event);
}
