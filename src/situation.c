#include "situation.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "core/clock.h"
#include "core/json.h"

enum { MOVES_A_LINE = 8 };

void situation_forget(struct situation *situation) {
    text_clear(&situation->state);
    text_clear(&situation->now);
    situation->seen = 0;
}

void situation_free(struct situation *situation) {
    text_free(&situation->state);
    text_free(&situation->now);
}

/* Looking into what was told. */

static bool has(const struct text *text, const char *word) {
    return strcmp(text_string(text), word) == 0;
}

static void find_now(const struct situation *situation, const char *name, struct text *value) {
    json_find(text_string(&situation->now), name, value);
}

static bool is_phase(const struct situation *situation, const char *name) {
    struct text phase = {0};
    find_now(situation, "phase", &phase);
    bool same = has(&phase, name);
    text_free(&phase);
    return same;
}

/* The colours that you decide for: how many, and the last of them. */
static int find_you(const struct situation *situation, struct text *side) {
    struct text you = {0}, name = {0}, value = {0};
    int count = 0;
    json_find(text_string(&situation->state), "you", &you);
    for (const char *at = text_string(&you); json_walk(&at, &name, &value); count++) {
        text_clear(side);
        text_put(side, text_string(&value));
    }
    text_free(&you);
    text_free(&name);
    text_free(&value);
    return count;
}

/* Whether you decide for that colour. */
static bool is_you(const struct situation *situation, const struct text *side) {
    struct text you = {0};
    int count = find_you(situation, &you);
    bool same = count == 2 || (count == 1 && has(&you, text_string(side)));
    text_free(&you);
    return same;
}

static bool is_watching(const struct situation *situation) {
    struct text you = {0};
    bool none = find_you(situation, &you) == 0;
    text_free(&you);
    return none;
}

/* The number of the marking that stands, 0 if there is none. */
static long marking_number(const struct situation *situation) {
    struct text marks = {0}, number = {0};
    long value = 0;
    find_now(situation, "marks", &marks);
    json_find(text_string(&marks), "number", &number);
    text_to_whole(text_string(&number), 1, LONG_MAX, &value);
    text_free(&marks);
    text_free(&number);
    return value;
}

static bool is_same_room(const struct situation *situation, const char *json) {
    struct text before = {0}, after = {0};
    json_find(text_string(&situation->state), "room", &before);
    json_find(json, "room", &after);
    bool same = has(&before, text_string(&after));
    text_free(&before);
    text_free(&after);
    return same;
}

void situation_take(struct situation *situation, const char *json, bool is_state, double now) {
    if (is_state && !is_same_room(situation, json))
        situation_forget(situation);
    if (is_state) {
        text_clear(&situation->state);
        text_put(&situation->state, json);
    }
    text_clear(&situation->now);
    text_put(&situation->now, json);
    situation->since = now;
    if (marking_number(situation) == 0)
        situation->seen = 0;
}

/* The prompt. */

void situation_put_prompt(const struct situation *situation, struct text *text) {
    struct text side = {0}, due = {0}, phase = {0}, you = {0};
    find_now(situation, "toPlay", &side);
    find_now(situation, "due", &due);
    find_now(situation, "phase", &phase);
    int seats = find_you(situation, &you);
    if (side.length == 0 || !has(&phase, "playing"))
        text_put(text, text_string(&phase));
    else if (is_you(situation, &side))
        text_print(text, "%s, %s", text_string(&side), text_string(&due));
    else if (seats == 0)
        text_print(text, "watching; %s is to play", text_string(&side));
    else
        text_print(text, "%s, waiting for %s", text_string(&you), text_string(&side));
    text_free(&side);
    text_free(&due);
    text_free(&phase);
    text_free(&you);
}

/* Clocks. */

/* What a clock reads after so many more seconds of the side's own ply. */
static void pass_time(const struct clock_settings *settings, double gone, double *left,
                      long *count) {
    *left -= gone;
    if (settings->kind == CLOCK_CANADIAN && *left < 0 && *count == 0) {
        *left += settings->period;
        *count = settings->count;
    }
    while (settings->kind == CLOCK_BYOYOMI && *left < 0 && *count != 1) {
        *left += settings->period;
        *count = *count == 0 ? settings->count : *count - 1;
    }
    *left = fmax(*left, 0);
}

static void put_time(struct text *text, double left, long count) {
    long seconds = (long)ceil(left - 1e-9);
    text_print(text, "%ld:%02ld", seconds / 60, seconds % 60);
    if (count > 0)
        text_print(text, " (%ld)", count);
}

/* One side's: {"left":9.5,"count":0}. */
static void put_clock(const struct situation *situation, const char *json, double gone,
                      struct text *text) {
    struct text word = {0};
    struct clock_settings settings = {.kind = CLOCK_NONE};
    double left = 0;
    long count = 0;
    json_find(text_string(&situation->state), "time", &word);
    clock_parse(text_string(&word), &settings);
    json_find(json, "left", &word);
    text_to_number(text_string(&word), 0, 1e9, &left);
    json_find(json, "count", &word);
    text_to_whole(text_string(&word), 0, 10000, &count);
    pass_time(&settings, gone, &left, &count);
    put_time(text, left, count);
    text_free(&word);
}

static void put_clocks(const struct situation *situation, double now, struct text *text) {
    struct text clock = {0}, running = {0}, name = {0}, value = {0};
    double elapsed = 0;
    find_now(situation, "clock", &clock);
    json_find(text_string(&clock), "running", &running);
    json_find(text_string(&clock), "elapsed", &value);
    text_to_number(text_string(&value), 0, 1e9, &elapsed);
    elapsed += now - situation->since;
    const char *before = "Time left: ";
    for (const char *at = text_string(&clock); json_walk(&at, &name, &value);) {
        if (text_string(&value)[0] != '{')
            continue;
        text_print(text, "%s%s ", before, text_string(&name));
        put_clock(situation, text_string(&value), has(&running, text_string(&name)) ? elapsed : 0,
                  text);
        before = ", ";
    }
    if (clock.length > 0)
        text_put(text, ".");
    text_free(&clock);
    text_free(&running);
    text_free(&name);
    text_free(&value);
}

static void put_status(const struct situation *situation, double now, struct text *text) {
    struct text you = {0}, clocks = {0};
    int seats = find_you(situation, &you);
    put_clocks(situation, now, &clocks);
    if (seats == 0)
        text_put(text, "You are watching.");
    else if (seats == 1)
        text_print(text, "You are %s.", text_string(&you));
    if (seats < 2 && clocks.length > 0)
        text_putc(text, ' ');
    text_put(text, text_string(&clocks));
    if (seats < 2 || clocks.length > 0)
        text_putc(text, '\n');
    text_free(&you);
    text_free(&clocks);
}

/* The end of a game of Go. */

static void put_points(const char *marks, const char *name, struct text *text) {
    struct text points = {0}, none = {0}, point = {0};
    size_t start = text->length;
    json_find(marks, name, &points);
    for (const char *at = text_string(&points); json_walk(&at, &none, &point);)
        text_print(text, "%s%s", text->length > start ? " " : "", text_string(&point));
    if (text->length == start)
        text_put(text, "none");
    text_free(&points);
    text_free(&none);
    text_free(&point);
}

/* Seats name the colours in their order. */
static void put_consent(const struct situation *situation, const char *marks, struct text *text) {
    static const char *const accepted[] = {"accepted0", "accepted1"};
    struct text seats = {0}, side = {0}, seat = {0}, flag = {0};
    json_find(text_string(&situation->state), "seats", &seats);
    const char *at = text_string(&seats);
    for (int i = 0; i < 2 && json_walk(&at, &side, &seat); i++) {
        json_find(marks, accepted[i], &flag);
        if (has(&flag, "true") && is_you(situation, &side))
            text_put(text, "You have accepted this marking.\n");
        else if (has(&flag, "true"))
            text_print(text, "%s has accepted this marking.\n", text_string(&side));
    }
    text_free(&seats);
    text_free(&side);
    text_free(&seat);
    text_free(&flag);
}

static void put_marking(const struct situation *situation, struct text *text) {
    struct text marks = {0}, score = {0};
    bool stopped = is_phase(situation, "stopped");
    find_now(situation, "marks", &marks);
    if (marks.length > 0) {
        json_find(text_string(&marks), "score", &score);
        text_put(text, "Dead: ");
        put_points(text_string(&marks), "dead", text);
        text_put(text, "; seki: ");
        put_points(text_string(&marks), "seki", text);
        text_print(text, "; %s.", text_string(&score));
        if (stopped && !is_watching(situation))
            text_put(text, " 'mark VERTEX alive|dead|seki' changes it, 'accept' accepts it, "
                           "'resume' plays on.");
        text_putc(text, '\n');
        if (stopped)
            put_consent(situation, text_string(&marks), text);
    } else if (stopped) {
        text_put(text, "What is dead is being judged.\n");
    }
    text_free(&marks);
    text_free(&score);
}

/* Endings and requests. */

static void put_result(const struct situation *situation, struct text *text) {
    struct text result = {0}, ending = {0};
    find_now(situation, "result", &result);
    find_now(situation, "ending", &ending);
    if (ending.length > 0)
        text_print(text, "Game over: %s (%s).%s\n", text_string(&result), text_string(&ending),
                   is_watching(situation) ? "" : " 'rematch' plays again.");
    text_free(&result);
    text_free(&ending);
}

static void put_request(const struct situation *situation, const char *member, const char *asks,
                        const char *asked, const char *answer, struct text *text) {
    struct text side = {0};
    find_now(situation, member, &side);
    if (side.length == 0)
        ;
    else if (is_you(situation, &side))
        text_print(text, "You have %s, which is not answered yet.\n", asked);
    else if (is_watching(situation))
        text_print(text, "%s %s.\n", text_string(&side), asks);
    else
        text_print(text, "%s %s: %s.\n", text_string(&side), asks, answer);
    text_free(&side);
}

static void put_requests(const struct situation *situation, struct text *text) {
    static const struct {
        const char *member, *asks, *asked, *answer;
    } requests[] = {
        {"drawOffered", "offers a draw", "offered a draw",
         "'draw accept', 'draw decline' or a move answers"},
        {"undoAsked", "asks to take back", "asked to take back",
         "'undo accept' or 'undo decline' answers"},
        {"resetAsked", "asks to start again", "asked to start again",
         "'reset accept' or 'reset decline' answers"},
        {"rematchAsked", "asks for a rematch", "asked for a rematch", "'rematch' agrees"},
    };
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
        put_request(situation, requests[i].member, requests[i].asks, requests[i].asked,
                    requests[i].answer, text);
}

void situation_put_remarks(struct situation *situation, double now, struct text *text) {
    if (situation->now.length == 0)
        return;
    put_status(situation, now, text);
    put_marking(situation, text);
    put_result(situation, text);
    put_requests(situation, text);
    situation->seen = marking_number(situation);
}

void situation_put_moves(const struct situation *situation, struct text *text) {
    struct text legal = {0}, none = {0}, move = {0};
    int count = 0;
    find_now(situation, "legal", &legal);
    for (const char *at = text_string(&legal); json_walk(&at, &none, &move); count++) {
        if (count > 0)
            text_putc(text, count % MOVES_A_LINE == 0 ? '\n' : ' ');
        text_put(text, text_string(&move));
    }
    if (count == 0)
        text_put(text, "There is nothing for you to play now.");
    text_free(&legal);
    text_free(&none);
    text_free(&move);
}
