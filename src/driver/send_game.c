#include "send_game.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../core/vertex.h"
#include "placement.h"

/* Answers. */

static void sender_answered(struct sender *sender) {
    assert(sender->waiting > 0);
    sender->answered = true;
    if (--sender->waiting > 0)
        return;
    if (sender->handshake != NULL) {
        sender->handshake = NULL;
        sender->events->ready(sender->context);
    } else if (sender->telling) {
        sender->telling = false;
        if (sender->events->told != NULL)
            sender->events->told(sender->context);
    }
}

static void sender_refuse(struct sender *sender, enum refusal refusal, const char *words,
                          const struct reply *reply) {
    struct text detail = {0};
    text_print(&detail, "%s: %.200s", words, reply->text);
    sender->events->refused(sender->context, refusal, text_string(&detail));
    text_free(&detail);
}

static void on_setup(void *context, const struct reply *reply) {
    if (reply->ok)
        sender_answered(context);
    else
        sender_refuse(context, REFUSAL_SETUP, "a command before the game was refused", reply);
}

static void on_play(void *context, const struct reply *reply) {
    if (reply->ok)
        sender_answered(context);
    else
        sender_refuse(context, REFUSAL_PLY, "it refused a legal ply of the game", reply);
}

/* What an engine does not want to know it need not. */
static void on_optional(void *context, const struct reply *reply) {
    (void)reply;
    sender_answered(context);
}

/* Questions. */

static void sender_ask(struct sender *sender, const char *command, double limit, reply_fn *done) {
    sender->waiting++;
    driver_send(sender->driver, command, limit, done, sender);
}

/* Sends the line, and clears it. */
static void send_line(struct sender *sender, struct text *line, reply_fn *done) {
    sender_ask(sender, text_string(line), sender->limit, done);
    text_clear(line);
}

static void send_lines(struct sender *sender, const char *lines, reply_fn *done) {
    struct text line = {0};
    for (size_t length; *lines != '\0'; lines += length + (lines[length] == '\n')) {
        length = strcspn(lines, "\n");
        text_putn(&line, lines, length);
        send_line(sender, &line, done);
    }
    text_free(&line);
}

/* The handshake. */

static void on_startup_line(void *context, const struct reply *reply) {
    struct sender *sender = context;
    struct handshake *handshake = sender->handshake;
    const char *line = handshake->startup->at[handshake->lines++];
    if (reply->ok) {
        sender_answered(sender);
        return;
    }
    struct text words = {0};
    text_print(&words, "start-up command '%s' was refused", line);
    sender_refuse(sender, REFUSAL_START, text_string(&words), reply);
    text_free(&words);
}

static void on_name(void *context, const struct reply *reply) {
    struct sender *sender = context;
    if (reply->ok)
        sender->handshake->name = memory_string(reply->text);
    sender_answered(sender);
}

static void on_version(void *context, const struct reply *reply) {
    struct sender *sender = context;
    if (reply->ok)
        sender->handshake->version = memory_string(reply->text);
    sender_answered(sender);
}

static void on_commands_again(void *context, const struct reply *reply) {
    struct sender *sender = context;
    struct handshake *handshake = sender->handshake;
    driver_learn(sender->driver, reply);
    handshake->lists = reply->ok;
    if (handshake->introduces && driver_can(sender->driver, CAN_NAME))
        sender_ask(sender, "name", sender->limit, on_name);
    if (handshake->introduces && driver_can(sender->driver, CAN_VERSION))
        sender_ask(sender, "version", sender->limit, on_version);
    for (size_t i = 0; handshake->startup != NULL && i < handshake->startup->count; i++)
        sender_ask(sender, handshake->startup->at[i], sender->limit, on_startup_line);
    driver_flush(sender->driver);
    sender_answered(sender);
}

static void on_set_game(void *context, const struct reply *reply) {
    if (reply->ok)
        sender_answered(context);
    else
        sender_refuse(context, REFUSAL_START, "set_game was refused", reply);
}

static void on_commands(void *context, const struct reply *reply) {
    struct sender *sender = context;
    driver_learn(sender->driver, reply);
    if (!driver_can(sender->driver, CAN_SET_GAME)) {
        on_commands_again(sender, reply);
        return;
    }
    struct text line = {0};
    text_print(&line, "set_game %s", sender->handshake->game->name);
    send_line(sender, &line, on_set_game);
    sender_ask(sender, "list_commands", sender->limit, on_commands_again);
    driver_flush(sender->driver);
    text_free(&line);
    sender_answered(sender);
}

void send_handshake(struct sender *sender, struct handshake *handshake) {
    assert(sender->waiting == 0);
    sender->handshake = handshake;
    sender_ask(sender, "list_commands", handshake->start_limit, on_commands);
}

/* Settings: whatever may clear the board comes before it is cleared. */

static void send_setting(struct sender *sender, const struct game *game, const struct setup *setup,
                         int which) {
    const char *name = game->settings[which].name;
    struct text line = {0};
    if (driver_has_command(sender->driver, name) || strcmp(name, "komi") == 0)
        text_print(&line, "%s ", name);
    else if (driver_can(sender->driver, CAN_SET_OPTION))
        text_print(&line, "set_option %s ", name);
    else
        return;
    game->get(setup, which, &line);
    send_line(sender, &line, on_setup);
    text_free(&line);
}

static void send_settings(struct sender *sender, const struct engine_game *told) {
    const struct game *game = session_game(told->session);
    const struct setup *setup = session_setup(told->session);
    struct driver *driver = sender->driver;
    struct text line = {0};
    if (driver_can(driver, CAN_SET_GAME)) {
        text_print(&line, "set_game %s", game->name);
        send_line(sender, &line, on_setup);
    }
    if (driver_can(driver, CAN_SET_RULES)) {
        text_print(&line, "set_rules %s", game->rules[setup->rules]);
        send_line(sender, &line, on_setup);
    }
    if (game->size_min != game->size_max) {
        text_print(&line, "boardsize %d", setup->size);
        send_line(sender, &line, on_setup);
    }
    for (int i = 0; game->settings != NULL && game->settings[i].name != NULL; i++)
        send_setting(sender, game, setup, i);
    if (told->level != NULL && *told->level != '\0' && driver_can(driver, CAN_LEVEL)) {
        text_print(&line, "level %s", told->level);
        send_line(sender, &line, on_setup);
    }
    if (told->lines != NULL)
        send_lines(sender, told->lines, on_setup);
    text_put(&line, "clear_board");
    send_line(sender, &line, on_setup);
    text_free(&line);
}

/* The clock: an engine must not believe in more than it has. */

static double told_seconds(const struct sender *sender, double seconds) {
    if (driver_wants_whole_seconds(sender->driver))
        return floor(seconds);
    return floor(seconds * 1000 + 1e-6) / 1000; /* 0.57 is to stay 0.57 */
}

static void put_seconds(struct text *line, double seconds) {
    text_putc(line, ' ');
    text_number(line, seconds);
}

static void send_clock(struct sender *sender);

static void on_clock(void *context, const struct reply *reply) {
    struct sender *sender = context;
    if (!reply->ok && !driver_wants_whole_seconds(sender->driver)) {
        driver_set_whole_seconds(sender->driver);
        send_clock(sender);
        driver_flush(sender->driver);
    }
    sender_answered(sender);
}

/* Fischer's increment can be told by KataGo's command only, and the number of byo-yomi periods by
 * KGS's. Where an engine has neither it is told less than it has, and learns the rest ply by ply
 * from time_left: no increment, and one period that is renewed with every ply. */
static bool put_clock(const struct sender *sender, struct text *line) {
    const struct clock_settings *clock = &sender->clock;
    if (clock->kind == CLOCK_NONE)
        return false;
    double main = clock->kind == CLOCK_MOVE ? 0 : told_seconds(sender, clock->main);
    double period = clock->kind == CLOCK_ABSOLUTE ? 0 : told_seconds(sender, clock->period);
    /* No time at all would be taken for no limit. */
    if (main == 0 && period == 0)
        *(clock->period > 0 && clock->kind != CLOCK_ABSOLUTE ? &period : &main) = 1;
    if (clock->kind == CLOCK_FISCHER && driver_can(sender->driver, CAN_KATA_TIME)) {
        text_put(line, "kata-time_settings fischer");
        put_seconds(line, main);
        put_seconds(line, period);
        return true;
    }
    bool periods = clock->kind == CLOCK_BYOYOMI && driver_can(sender->driver, CAN_KGS_TIME);
    if (!periods && !driver_can(sender->driver, CAN_TIME_SETTINGS))
        return false;
    bool renewed = clock->kind == CLOCK_MOVE || clock->kind == CLOCK_BYOYOMI;
    bool overtime = renewed || clock->kind == CLOCK_CANADIAN;
    text_put(line, periods ? "kgs-time_settings byoyomi" : "time_settings");
    put_seconds(line, main);
    put_seconds(line, overtime ? period : 0);
    text_print(line, " %d", !overtime ? 0 : renewed && !periods ? 1 : clock->count);
    return true;
}

static void send_clock(struct sender *sender) {
    struct text line = {0};
    if (put_clock(sender, &line))
        send_line(sender, &line, on_clock);
    text_free(&line);
}

static void on_time_left(void *context, const struct reply *reply) {
    struct sender *sender = context;
    if (!reply->ok)
        driver_set_whole_seconds(sender->driver);
    sender_answered(sender);
}

/* What a clock will show after some seconds more, if it has not fallen by then. */
static void clock_ahead(const struct clock *clock, double seconds, double *left, int *count) {
    const struct clock_settings *s = &clock->settings;
    bool overtime = s->kind == CLOCK_BYOYOMI || s->kind == CLOCK_CANADIAN;
    clock_report(clock, left, count);
    if (overtime && *count == 0 && seconds >= *left) { /* main time ends meanwhile */
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

void send_time_left(struct sender *sender, const struct game *game, int side,
                    const struct clock *clock, double elapsed) {
    enum clock_kind kind = clock->settings.kind;
    double left;
    int count;
    if (kind == CLOCK_NONE || !driver_can(sender->driver, CAN_TIME_LEFT))
        return;
    clock_ahead(clock, elapsed, &left, &count);
    /* As time_settings told it: overtime of one stone that is renewed with every ply. */
    if (kind == CLOCK_MOVE ||
        (kind == CLOCK_BYOYOMI && count > 0 && !driver_can(sender->driver, CAN_KGS_TIME)))
        count = 1;
    struct text line = {0};
    text_print(&line, "time_left %s", game->sides[side]);
    put_seconds(&line, told_seconds(sender, left));
    text_print(&line, " %d", count);
    send_line(sender, &line, on_time_left);
    text_free(&line);
}

/* The question for a ply. */

/* An interval of a thousand seconds asks for one report, at the end. Our own command says most, if
 * it is ours; only engines that are known to understand it are told that one move will do. */
enum evaluation_style send_genmove(struct sender *sender, const struct game *game, int side,
                                   bool evaluated, double limit, reply_fn *done, void *context) {
    static const struct question {
        const char *words, *options;
    } questions[] = {[EVALUATION_COMMENT] = {"genmove", ""},
                     [EVALUATION_SHARE] = {"kata-genmove_analyze", " 100000 maxmoves 1"},
                     [EVALUATION_SABAKI] = {"genmove_analyze", " 100000"},
                     [EVALUATION_LZ] = {"lz-genmove_analyze", " 100000"}},
      own = {"genmove_analyze", " 100000 maxmoves 1"};
    const struct driver *driver = sender->driver;
    bool ours = driver_can(driver, CAN_SET_GAME) && driver_can(driver, CAN_GENMOVE_ANALYZE);
    enum evaluation_style style = EVALUATION_COMMENT;
    if (evaluated && (ours || driver_can(driver, CAN_KATA_GENMOVE_ANALYZE)))
        style = EVALUATION_SHARE;
    else if (evaluated && driver_can(driver, CAN_LZ_GENMOVE_ANALYZE))
        style = EVALUATION_LZ;
    else if (evaluated && driver_can(driver, CAN_GENMOVE_ANALYZE))
        style = EVALUATION_SABAKI;
    const struct question *question = ours && style == EVALUATION_SHARE ? &own : &questions[style];
    struct text line = {0};
    text_put(&line, question->words);
    text_putc(&line, ' ');
    text_put(&line, game->sides[side]);
    text_put(&line, question->options);
    driver_send(sender->driver, text_string(&line), limit, done, context);
    text_free(&line);
    return style;
}

/* Position and plies. */

void send_plays(struct sender *sender, const char *plays) {
    send_lines(sender, plays, on_play);
}

void send_plies(struct sender *sender, const struct session *session, size_t from) {
    const struct game *game = session_game(session);
    struct record record;
    struct text line = {0};
    size_t number = 0;
    session_record(session, &record);
    for (size_t i = 0; i < record.entry_count; i++) {
        const struct record_entry *entry = &record.entries[i];
        if (entry->kind != RECORD_PLY || number++ < from)
            continue;
        text_print(&line, "play %s %s", game->sides[entry->side], entry->text);
        send_line(sender, &line, on_play);
    }
    text_free(&line);
    record_free(&record);
}

/* How the game begins, as commands or, in `plays`, as plies. Other engines of Go have a
 * set_position of their own (KataGo: colours and points); one that knows set_game means ours. To
 * the rest stones are told one by one, which all understand, wherever that can be. */
static bool put_start(const struct sender *sender, const struct engine_game *told,
                      struct text *line, struct text *plays) {
    const struct driver *driver = sender->driver;
    bool sets = driver_can(driver, CAN_SET_POSITION);
    if (told->position == NULL) {
        if (told->handicap > 0)
            text_print(line, "fixed_handicap %d", told->handicap);
        return told->handicap == 0 || driver_can(driver, CAN_FIXED_HANDICAP);
    }
    if (!(sets && driver_can(driver, CAN_SET_GAME)) && placement_print(told->session, plays))
        return true;
    text_print(line, "set_position %s", told->position);
    return sets;
}

static void send_thinking(struct sender *sender, const struct engine_game *told) {
    struct text line = {0};
    sender->clock = told->clock != NULL ? *told->clock : (struct clock_settings){0};
    if (put_clock(sender, &line)) {
        send_line(sender, &line, on_clock);
    } else if (told->think > 0 && driver_can(sender->driver, CAN_SET_OPTION)) {
        text_put(&line, "set_option move_time");
        put_seconds(&line, told->think);
        send_line(sender, &line, on_setup);
    }
    text_free(&line);
}

bool send_game(struct sender *sender, const struct engine_game *told) {
    struct text line = {0}, start = {0}, plays = {0};
    bool can = put_start(sender, told, &start, &plays);
    if (can) {
        sender->telling = true;
        sender->answered = false;
        send_settings(sender, told);
        if (told->seeded && driver_can(sender->driver, CAN_RANDOM_SEED)) {
            text_print(&line, "set_random_seed %llu", (unsigned long long)told->seed);
            send_line(sender, &line, on_optional);
        }
        send_thinking(sender, told);
        if (start.length > 0)
            send_line(sender, &start, on_setup);
        send_plays(sender, text_string(&plays));
        send_plies(sender, told->session, 0);
    }
    text_free(&line);
    text_free(&start);
    text_free(&plays);
    return can;
}

/* Dead stones. */

/* Gives a mark to the chains at these vertices; false if one is no vertex of the board. A judge
 * may name points without a stone: they do not matter. */
static bool marks_read(const struct session *session, const char *list, enum mark mark,
                       struct marks *marks) {
    const struct game *game = session_game(session);
    int size = session_setup(session)->size;
    struct text flat = {0};
    struct words words;
    bool fine = true;
    for (; *list != '\0'; list++)
        text_putc(&flat, *list == '\n' ? ' ' : *list);
    words_split(&words, text_string(&flat));
    for (int i = 0; fine && i < words.count; i++) {
        int column, row;
        fine = vertex_parse(words.at[i], &column, &row) == (int)strlen(words.at[i]) &&
               column < size && row < size;
        if (fine)
            game->mark(session_state(session), marks, words.at[i], mark, NULL);
    }
    words_free(&words);
    text_free(&flat);
    return fine;
}

/* Judges need not know of seki: one that does not answer is taken to see none. */
static void on_seki(void *context, const struct reply *reply) {
    struct sender *sender = context;
    struct marks seki = {0};
    if (reply->ok && marks_read(sender->session, reply->text, MARK_SEKI, &seki))
        sender->marks = seki;
    sender_answered(sender);
}

static void on_dead(void *context, const struct reply *reply) {
    struct sender *sender = context;
    bool fine = reply->ok && marks_read(sender->session, reply->text, MARK_DEAD, &sender->marks);
    sender_answered(sender);
    sender->events->dead(sender->context, fine ? &sender->marks : NULL, reply->text);
}

/* The dead come last: with them all is answered. */
void send_dead(struct sender *sender, const struct session *session, double limit) {
    assert(session_game(session)->score != NULL);
    bool seki = session_game(session)->scored_marks[session_setup(session)->rules] >= MARK_SEKI;
    sender->session = session;
    sender->marks = (struct marks){{MARK_ALIVE}};
    if (seki)
        sender_ask(sender, "final_status_list seki", limit, on_seki);
    sender_ask(sender, "final_status_list dead", limit, on_dead);
}
