/* What an engine is told before play: the game, its settings, the clock, the opening. Only play,
 * genmove, clear_board, boardsize and komi are taken for granted. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../journal/replay.h"
#include "arena_game_inside.h"

static void on_essential(void *context, const struct reply *reply) {
    struct chair *chair = context;
    if (reply->ok) {
        chair_answered(chair);
        return;
    }
    struct text detail = {0};
    text_print(&detail, "a command before the game was refused: %.200s", reply->text);
    arena_game_fault(chair, "setup", text_string(&detail));
    text_free(&detail);
}

static void on_play(void *context, const struct reply *reply) {
    struct chair *chair = context;
    if (reply->ok) {
        chair_answered(chair);
        return;
    }
    struct text detail = {0};
    text_print(&detail, "it refused a legal ply of the game: %.200s", reply->text);
    arena_game_fault(chair, "refused", text_string(&detail));
    text_free(&detail);
}

void chair_send_plays(struct chair *chair) {
    double limit = chair->bout->shared->plan->answer;
    for (char *line = chair->plays.at, *end; line != NULL && *line != '\0'; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        chair_send(chair, line, limit, on_play);
    }
    text_clear(&chair->plays);
}

static void send_line(struct chair *chair, reply_fn *done) {
    chair_send(chair, text_string(&chair->bout->line), chair->bout->shared->plan->answer, done);
    text_clear(&chair->bout->line);
}

static void send_prepared(struct chair *chair) {
    const struct run_hooks *hooks = chair->bout->shared->hooks;
    struct text lines = {0};
    if (hooks != NULL && chair->side != JUDGE)
        hooks->prepare(hooks->context, &chair->bout->result->game, chair->side, &lines);
    for (char *line = lines.at, *end; line != NULL && *line != '\0'; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        chair_send(chair, line, chair->bout->shared->plan->answer, on_essential);
    }
    text_free(&lines);
}

static void send_settings(struct chair *chair) {
    const struct arena_game *bout = chair->bout;
    const struct game *game = session_game(bout->session);
    const struct setup *setup = session_setup(bout->session);
    struct text *line = &chair->bout->line;
    text_clear(line);
    if (seat_can(chair->seat, CAN_SET_GAME)) {
        text_print(line, "set_game %s", game->name);
        send_line(chair, on_essential);
    }
    if (seat_can(chair->seat, CAN_SET_RULES)) {
        text_print(line, "set_rules %s", game->rules[setup->rules]);
        send_line(chair, on_essential);
    }
    if (game->size_min != game->size_max) {
        text_print(line, "boardsize %d", setup->size);
        send_line(chair, on_essential);
    }
    for (int i = 0; game->settings != NULL && game->settings[i].name != NULL &&
                    game->settings[i].name[0] != '\0';
         i++) {
        const char *name = game->settings[i].name;
        if (strcmp(name, "komi") != 0 && !seat_has_command(chair->seat, name))
            continue;
        text_print(line, "%s ", name);
        game->get(setup, i, line);
        send_line(chair, on_essential);
    }
    send_prepared(chair);
    text_put(line, "clear_board");
    send_line(chair, on_essential);
}

/* GTP's own command has whole seconds; ours and many others take decimals. Those that refuse them
 * are told the next whole number, and remembered. */
static void put_seconds(const struct chair *chair, struct text *line, double seconds) {
    text_putc(line, ' ');
    text_number(line, *seat_whole_seconds(chair->seat) ? ceil(seconds) : seconds);
}

static void send_clock(struct chair *chair);

static void on_clock(void *context, const struct reply *reply) {
    struct chair *chair = context;
    bool *whole = seat_whole_seconds(chair->seat);
    if (!reply->ok && !*whole) {
        *whole = true;
        send_clock(chair);
        driver_flush(seat_driver(chair->seat));
    }
    chair_answered(chair);
}

/* GTP's own command knows neither Fischer's clock nor several byo-yomi periods. Where an engine has
 * no richer command it is told the nearest thing that is not more than it has. */
static void send_clock(struct chair *chair) {
    const struct clock_settings *clock =
        &session_clock(chair->bout->session, chair->side)->settings;
    struct text *line = &chair->bout->line;
    if (clock->kind == CLOCK_FISCHER && seat_can(chair->seat, CAN_KATA_TIME)) {
        text_put(line, "kata-time_settings fischer");
        put_seconds(chair, line, clock->main);
        put_seconds(chair, line, clock->period);
    } else if (clock->kind == CLOCK_BYOYOMI && seat_can(chair->seat, CAN_KGS_TIME)) {
        text_put(line, "kgs-time_settings byoyomi");
        put_seconds(chair, line, clock->main);
        put_seconds(chair, line, clock->period);
        put_seconds(chair, line, clock->count);
    } else if (seat_can(chair->seat, CAN_TIME_SETTINGS) && clock->kind != CLOCK_NONE) {
        bool overtime = clock->kind == CLOCK_MOVE || clock->kind == CLOCK_BYOYOMI ||
                        clock->kind == CLOCK_CANADIAN;
        text_put(line, "time_settings");
        put_seconds(chair, line, clock->kind == CLOCK_MOVE ? 0 : clock->main);
        put_seconds(chair, line, overtime ? clock->period : 0);
        put_seconds(chair, line, clock->kind == CLOCK_CANADIAN ? clock->count : overtime ? 1 : 0);
    } else {
        return;
    }
    send_line(chair, on_clock);
}

static void add_play(void *context, int side, const char *token) {
    struct chair *chair = context;
    const struct game *game = session_game(chair->bout->session);
    text_print(&chair->plays, "play %s %s\n", game->sides[side], token);
}

/* Other engines of Go have a set_position of their own (KataGo: colours and points); whoever knows
 * set_game means ours. Where stones can be told one by one, which all understand, the rest are told
 * so. */
static bool send_start(struct chair *chair, const char *position) {
    struct arena_game *bout = chair->bout;
    if (!seat_can(chair->seat, CAN_SET_GAME) || !seat_can(chair->seat, CAN_SET_POSITION)) {
        if (replay_place(bout->session, add_play, chair))
            return true;
        text_clear(&chair->plays);
    }
    if (!seat_can(chair->seat, CAN_SET_POSITION)) {
        arena_game_fault(chair, "setup", "it has no set_position, which this opening needs");
        return false;
    }
    text_print(&bout->line, "set_position %s", position);
    send_line(chair, on_essential);
    return true;
}

/* The position that the game starts from, and the plies so far. */
static bool send_position(struct chair *chair) {
    struct arena_game *bout = chair->bout;
    static const char word[] = "position ";
    const char *opening = bout->result->opening;
    text_clear(&chair->plays);
    if (strncmp(opening, word, sizeof word - 1) == 0 &&
        !send_start(chair, opening + sizeof word - 1))
        return false;
    replay_each(bout->session, add_play, chair);
    chair_send_plays(chair);
    return true;
}

void chair_set_up(struct chair *chair) {
    struct arena_game *bout = chair->bout;
    struct driver *driver = seat_driver(chair->seat);
    chair->waiting = 1; /* nothing is complete before the last line is queued */
    send_settings(chair);
    if (seat_can(chair->seat, CAN_RANDOM_SEED)) {
        text_print(&bout->line, "set_random_seed %llu",
                   (unsigned long long)(bout->result->game.seed >> 33));
        send_line(chair, chair_optional);
    }
    if (chair->side != JUDGE)
        send_clock(chair);
    if (!send_position(chair))
        return;
    driver_flush(driver);
    chair->waiting--;
}
