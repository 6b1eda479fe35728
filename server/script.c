#include "script.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core/memory.h"
#include "../src/driver/driver_loop.h"
#include "../src/room/room.h"
#include "config.h"

/* Whether list_commands' reply has a command. */
static bool script_knows(const char *known, const char *command) {
    size_t length = strlen(command);
    for (const char *at = known; (at = strstr(at, command)) != NULL; at += length) {
        bool starts = at == known || at[-1] == '\n';
        bool ends = at[length] == '\0' || at[length] == '\n';
        if (starts && ends)
            return true;
    }
    return false;
}

bool script_enter_game(const struct room *room, struct driver *driver, const struct reply *commands,
                       double limit, reply_fn *told, reply_fn *known, void *context) {
    struct text text = {0};
    text_putn(&text, commands->text, commands->length);
    bool enters = commands->ok && script_knows(text_string(&text), "set_game");
    if (enters) {
        text_clear(&text);
        text_print(&text, "set_game %s", session_game(room->session)->name);
        driver_send(driver, text_string(&text), limit, told, context);
        driver_send(driver, "list_commands", limit, known, context);
        driver_flush(driver);
    }
    text_free(&text);
    return enters;
}

static void put_settings(const struct room *room, const char *known, struct text *lines) {
    const struct game *game = session_game(room->session);
    const struct setup *setup = session_setup(room->session);
    for (int i = 0; game->settings != NULL && game->settings[i].name != NULL; i++) {
        const char *name = game->settings[i].name;
        if (script_knows(known, name))
            text_print(lines, "%s ", name);
        else if (script_knows(known, "set_option"))
            text_print(lines, "set_option %s ", name);
        else
            continue;
        game->get(setup, i, lines);
        text_putc(lines, '\n');
    }
}

/* Byo-yomi's periods can be told by KGS's command only. */
static bool tells_periods(const struct clock_settings *clock, const char *known) {
    return clock->kind == CLOCK_BYOYOMI && script_knows(known, "kgs-time_settings");
}

/* And Fischer's increment by KataGo's only. */
static bool tells_increment(const struct clock_settings *clock, const char *known) {
    return clock->kind == CLOCK_FISCHER && script_knows(known, "kata-time_settings");
}

/* GTP has whole seconds; whoever knows set_game speaks our protocol, which has others. Never more
 * than there is. */
static void put_seconds(double seconds, const char *known, struct text *lines) {
    double parts = script_knows(known, "set_game") ? 100 : 1;
    text_putc(lines, ' ');
    text_number(lines, floor(seconds * parts) / parts);
}

/* GTP's time_settings for every other kind of clock; what it cannot say, time_left tells ply by
 * ply. */
static void put_clock(const struct clock_settings *clock, const char *known, struct text *lines) {
    double main = clock->main, period = clock->period;
    int count = clock->count;
    if (tells_periods(clock, known)) {
        text_put(lines, "kgs-time_settings byoyomi");
        put_seconds(main, known, lines);
        put_seconds(period, known, lines);
        text_print(lines, " %d\n", count);
        return;
    }
    if (tells_increment(clock, known)) {
        text_put(lines, "kata-time_settings fischer");
        put_seconds(main, known, lines);
        put_seconds(period, known, lines);
        text_putc(lines, '\n');
        return;
    }
    switch (clock->kind) {
    case CLOCK_NONE:
        return;
    case CLOCK_MOVE:
        main = 0;
        count = 1;
        break;
    case CLOCK_ABSOLUTE:
    case CLOCK_FISCHER:
        period = 0;
        count = 0;
        break;
    case CLOCK_BYOYOMI:
        count = 1;
        break;
    case CLOCK_CANADIAN:
        break;
    }
    text_put(lines, "time_settings");
    put_seconds(main, known, lines);
    put_seconds(period, known, lines);
    text_print(lines, " %d\n", count);
}

/* An engine must not believe in more than it has: of the time that has run so far no more is
 * forgiven than asking takes. */
static const double FORGIVEN = 0.02;

/* What a clock will show after so many seconds more, if it has not fallen by then. */
static void clock_ahead(const struct clock *clock, double seconds, double *left, int *count) {
    const struct clock_settings *s = &clock->settings;
    bool overtime = s->kind == CLOCK_BYOYOMI || s->kind == CLOCK_CANADIAN;
    clock_report(clock, left, count);
    if (overtime && *count == 0 && seconds >= *left) { /* main time goes by meanwhile */
        seconds -= *left;
        *left = s->period;
        *count = s->count;
    }
    for (; s->kind == CLOCK_BYOYOMI && *count > 1 && seconds > *left; --*count) {
        seconds -= *left;
        *left = s->period;
    }
    *left = fmax(*left - seconds, 0);
}

void script_time_left(const struct room *room, const char *known, int side, struct text *lines) {
    const struct clock *clock = session_clock(room->session, side);
    double left;
    int count;
    if (clock->settings.kind == CLOCK_NONE || !script_knows(known, "time_left"))
        return;
    clock_ahead(clock, fmax(room_elapsed(room, host_now()) - FORGIVEN, 0), &left, &count);
    /* As time_settings told it: overtime of one stone that is renewed with every ply. */
    if (clock->settings.kind == CLOCK_MOVE || (clock->settings.kind == CLOCK_BYOYOMI && count > 0 &&
                                               !tells_periods(&clock->settings, known)))
        count = 1;
    text_print(lines, "time_left %s", session_game(room->session)->sides[side]);
    put_seconds(left, known, lines);
    text_print(lines, " %d\n", count);
}

/* False if the engine has no command for how the game began: it would play another game. */
static bool put_start(const struct room *room, const char *known, struct text *lines) {
    if (room->start != NULL) {
        text_print(lines, "set_position %s\n", room->start);
        return script_knows(known, "set_position");
    }
    if (room->handicap > 0) {
        text_print(lines, "fixed_handicap %d\n", room->handicap);
        return script_knows(known, "fixed_handicap");
    }
    return true;
}

static void put_plies(const struct room *room, struct text *lines) {
    const struct game *game = session_game(room->session);
    struct record record;
    session_record(room->session, &record);
    for (size_t i = 0; i < record.entry_count; i++)
        if (record.entries[i].kind == RECORD_PLY)
            text_print(lines, "play %s %s\n", game->sides[record.entries[i].side],
                       record.entries[i].text);
    record_free(&record);
}

bool script_position(const struct room *room, const char *known, const struct bot_config *config,
                     const char *level, const struct clock_settings *clock, struct text *lines) {
    const struct game *game = session_game(room->session);
    const struct setup *setup = session_setup(room->session);
    if (script_knows(known, "set_game"))
        text_print(lines, "set_game %s\n", game->name);
    if (script_knows(known, "set_rules"))
        text_print(lines, "set_rules %s\n", game->rules[setup->rules]);
    if (game->size_min != game->size_max)
        text_print(lines, "boardsize %d\n", setup->size);
    text_put(lines, "clear_board\n");
    put_settings(room, known, lines);
    if (level != NULL && *level != '\0' && script_knows(known, "level"))
        text_print(lines, "level %s\n", level);
    if (clock->kind != CLOCK_NONE &&
        (script_knows(known, "time_settings") || tells_periods(clock, known) ||
         tells_increment(clock, known))) {
        put_clock(clock, known, lines);
    } else if (config->think > 0 && script_knows(known, "set_option")) {
        text_put(lines, "set_option move_time ");
        text_number(lines, config->think);
        text_putc(lines, '\n');
    }
    bool good = put_start(room, known, lines);
    put_plies(room, lines);
    return good;
}

void script_send(struct driver *driver, const char *lines, double limit, reply_fn *done,
                 void *context) {
    char *copy = memory_string(lines);
    char *rest = copy;
    for (char *line; (line = strtok_r(rest, "\n", &rest)) != NULL;)
        driver_send(driver, line, limit, done, context);
    free(copy);
}
