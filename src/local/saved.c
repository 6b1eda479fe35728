#include "saved.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/games.h"
#include "../core/memory.h"

static const char *const seat_kinds[] = {"empty", "human", "bot"};

/* The log. */

static void log_cut(struct strings *log, size_t count) {
    while (log->count > count)
        free(log->at[--log->count]);
    if (log->at != NULL)
        log->at[log->count] = NULL;
}

void saved_change(struct strings *log, const struct room_change *change) {
    struct text line = {0};
    if (!change->cut && change->count == 0) /* seats and clocks only */
        return;
    log_cut(log, change->from); /* another round begins without a cut */
    assert(log->count == change->from);
    for (size_t i = 0; i < change->count; i++) {
        const struct room_entry *entry = &change->entries[i];
        text_clear(&line);
        text_print(&line, "%s %d %s", entry->kind, entry->side, entry->text);
        strings_add(log, text_string(&line));
    }
    text_free(&line);
}

/* Writing. */

static void put(struct text *text, const char *key, const char *value) {
    if (value != NULL)
        text_print(text, "%s %s\n", key, value);
}

static void put_setup(const struct room *room, struct text *text) {
    const struct game *game = session_game(room->session);
    const struct setup *setup = &room->setup;
    text_print(text,
               "id %s\ngame %s\nrules %s\nsize %d\nhandicap %d\nfirst %d\nround %ld\n"
               "listed %d\n",
               room->id, game->name, game->rules[setup->rules], setup->size, room->handicap,
               room->first, room->round, room->listed);
    for (int i = 0; game->settings != NULL && game->settings[i].name != NULL; i++) {
        text_print(text, "setting %s=", game->settings[i].name);
        game->get(setup, i, text);
        text_putc(text, '\n');
    }
    put(text, "start", room->start);
    text_put(text, "clock ");
    clock_print(&room->clock, text);
    text_putc(text, '\n');
}

static void put_seat(const struct room *room, int side, struct text *text) {
    const struct seat *seat = &room->seats[side];
    double left;
    int count;
    text_print(text, "seat %s\ntoken %s\n", seat_kinds[seat->kind], seat->token);
    put(text, "name", seat->name);
    put(text, "bot", seat->bot);
    put(text, "level", seat->level);
    clock_report(session_clock(room->session, side), &left, &count);
    if (room->clock.kind != CLOCK_NONE)
        text_print(text, "left %.3f %d\n", left, count);
}

void saved_print(const struct room *room, const struct strings *log, struct text *text) {
    put_setup(room, text);
    put_seat(room, 0, text);
    put_seat(room, 1, text);
    for (size_t i = 0; i < log->count; i++)
        put(text, "entry", log->at[i]);
}

/* Reading. */

/* What the lines say; texts belong to them. */
struct saved {
    struct strings lines;
    const struct kit *kit;
    const char *id, *rules;
    long size, handicap, first, round, listed;
    struct room_spec spec;
    struct {
        double seconds;
        long count;
    } left[2];
    int seats;              /* read so far */
    struct strings entries; /* of the log */
    struct strings settings;
};

static bool read_kind(struct saved *saved, const char *value) {
    if (saved->seats == 2)
        return false;
    for (int kind = 0; kind < 3; kind++)
        if (strcmp(value, seat_kinds[kind]) == 0) {
            saved->spec.seats[saved->seats++].kind = (enum seat_kind)kind;
            return true;
        }
    return false;
}

static bool read_left(struct saved *saved, const char *value) {
    struct words words;
    words_split(&words, value);
    bool good = saved->seats > 0 && words.count == 2 &&
                text_to_number(words.at[0], 0, 1e9, &saved->left[saved->seats - 1].seconds) &&
                text_to_whole(words.at[1], 0, 1000000, &saved->left[saved->seats - 1].count);
    words_free(&words);
    return good;
}

/* A text that goes to the seat begun last, or to the room: its place, or NULL. */
static const char **find_place(struct saved *saved, const char *key) {
    struct seat_spec *seat = saved->seats > 0 ? &saved->spec.seats[saved->seats - 1] : NULL;
    if (strcmp(key, "id") == 0)
        return &saved->id;
    if (strcmp(key, "rules") == 0)
        return &saved->rules;
    if (strcmp(key, "start") == 0)
        return &saved->spec.start;
    if (seat == NULL)
        return NULL;
    return strcmp(key, "token") == 0   ? &seat->token
           : strcmp(key, "name") == 0  ? &seat->name
           : strcmp(key, "bot") == 0   ? &seat->bot
           : strcmp(key, "level") == 0 ? &seat->level
                                       : NULL;
}

static bool read_line(struct saved *saved, const char *key, const char *value) {
    const char **place = find_place(saved, key);
    if (place != NULL) {
        *place = value;
        return true;
    }
    if (strcmp(key, "game") == 0)
        return (saved->kit = games_find(value)) != NULL;
    if (strcmp(key, "size") == 0)
        return text_to_whole(value, 1, 99, &saved->size);
    if (strcmp(key, "handicap") == 0)
        return text_to_whole(value, 0, 9, &saved->handicap);
    if (strcmp(key, "first") == 0)
        return text_to_whole(value, SIDE_NONE, 1, &saved->first);
    if (strcmp(key, "round") == 0)
        return text_to_whole(value, 0, 1000000000, &saved->round);
    if (strcmp(key, "listed") == 0)
        return text_to_whole(value, 0, 1, &saved->listed);
    if (strcmp(key, "clock") == 0)
        return clock_parse(value, &saved->spec.clock);
    if (strcmp(key, "seat") == 0)
        return read_kind(saved, value);
    if (strcmp(key, "left") == 0)
        return read_left(saved, value);
    if (strcmp(key, "setting") != 0 && strcmp(key, "entry") != 0)
        return false;
    strings_add(*key == 's' ? &saved->settings : &saved->entries, value);
    return true;
}

/* Cuts every line in two at its first space. */
static bool read_lines(struct saved *saved, const char *text) {
    struct text line = {0};
    bool good = true;
    while (good && text_next_line(&text, &line)) {
        strings_add(&saved->lines, text_string(&line));
        char *key = saved->lines.at[saved->lines.count - 1], *space = strchr(key, ' ');
        good = space != NULL;
        if (good) {
            *space = '\0';
            good = read_line(saved, key, space + 1);
        }
    }
    text_free(&line);
    return good;
}

static bool seat_is_whole(const struct seat_spec *seat) {
    return seat->token != NULL && strlen(seat->token) < ROOM_TOKEN &&
           (seat->kind != SEAT_BOT || seat->bot != NULL);
}

static bool saved_is_whole(const struct saved *saved) {
    return saved->kit != NULL && saved->id != NULL && *saved->id != '\0' &&
           strlen(saved->id) < ROOM_ID && saved->rules != NULL && saved->seats == 2 &&
           seat_is_whole(&saved->spec.seats[0]) && seat_is_whole(&saved->spec.seats[1]);
}

static bool set_up(struct session *session, const struct saved *saved) {
    bool good = session_set_rules(session, saved->rules, NULL) &&
                session_set_size(session, saved->size, NULL);
    for (size_t i = 0; good && i < saved->settings.count; i++) {
        char *equals = strchr(saved->settings.at[i], '=');
        good = equals != NULL;
        if (good) {
            *equals = '\0';
            good = session_set(session, saved->settings.at[i], equals + 1, NULL);
        }
    }
    return good;
}

/* "KIND SIDE TEXT" */
static bool replay(struct room *room, const char *line) {
    char *kind = memory_string(line), *side = strchr(kind, ' '), *text = NULL;
    long number;
    if (side != NULL) {
        *side++ = '\0';
        text = strchr(side, ' ');
    }
    if (text != NULL)
        *text++ = '\0';
    bool good = text != NULL && text_to_whole(side, SIDE_NONE, 1, &number) &&
                room_replay(room, &(struct room_entry){kind, (int)number, text});
    free(kind);
    return good;
}

static struct room *make_room(struct saved *saved, const struct room_hooks *hooks, double now,
                              struct strings *log) {
    struct session *session = session_new(saved->kit->game);
    if (!set_up(session, saved)) {
        session_free(session);
        return NULL;
    }
    saved->spec.session = session;
    saved->spec.handicap = (int)saved->handicap;
    saved->spec.first = (int)saved->first;
    saved->spec.maker = SIDE_NONE; /* nobody can be waited for again */
    saved->spec.round = saved->round;
    saved->spec.listed = saved->listed != 0;
    struct room *room = room_new(&saved->spec, hooks, now);
    room_set_id(room, saved->id);
    bool good = room_recall(room);
    for (size_t i = 0; good && i < saved->entries.count; i++) {
        good = replay(room, saved->entries.at[i]);
        if (good)
            strings_add(log, saved->entries.at[i]);
    }
    for (int side = 0; side < 2; side++)
        room_recall_clock(room, side, saved->left[side].seconds, (int)saved->left[side].count);
    return room;
}

struct room *saved_read(const char *text, const struct room_hooks *hooks, double now,
                        struct strings *log) {
    assert(log->count == 0);
    struct saved saved = {.first = SIDE_NONE};
    struct room *room = NULL;
    if (read_lines(&saved, text) && saved_is_whole(&saved))
        room = make_room(&saved, hooks, now, log);
    strings_free(&saved.lines);
    strings_free(&saved.settings);
    strings_free(&saved.entries);
    return room;
}
