#include "remote_state.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "core/clock.h"
#include "core/json.h"

enum { MOVES_A_LINE = 8 };

void remote_state_forget(struct remote_state *state) {
    text_clear(&state->told);
    text_clear(&state->now);
    state->seen = 0;
}

void remote_state_free(struct remote_state *state) {
    text_free(&state->told);
    text_free(&state->now);
}

/* Looking into what was told. */

static bool has(const struct text *text, const char *word) {
    return strcmp(text_string(text), word) == 0;
}

static void find_now(const struct remote_state *state, const char *name, struct text *value) {
    json_find(text_string(&state->now), name, value);
}

static bool is_phase(const struct remote_state *state, const char *name) {
    struct text phase = {0};
    find_now(state, "phase", &phase);
    bool same = has(&phase, name);
    text_free(&phase);
    return same;
}

/* The colours that you decide for: how many, and the last of them. */
static int find_you(const struct remote_state *state, struct text *side) {
    struct text you = {0}, name = {0}, value = {0};
    int count = 0;
    json_find(text_string(&state->told), "you", &you);
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
static bool is_you(const struct remote_state *state, const struct text *side) {
    struct text you = {0};
    int count = find_you(state, &you);
    bool same = count == 2 || (count == 1 && has(&you, text_string(side)));
    text_free(&you);
    return same;
}

static bool is_watching(const struct remote_state *state) {
    struct text you = {0};
    bool none = find_you(state, &you) == 0;
    text_free(&you);
    return none;
}

/* Only games of a tournament are ever paused. */
static bool is_paused(const struct remote_state *state) {
    struct text paused = {0};
    find_now(state, "paused", &paused);
    bool is = has(&paused, "true");
    text_free(&paused);
    return is;
}

/* The number of the marking that stands, 0 if there is none. */
static long marking_number(const struct remote_state *state) {
    struct text marks = {0}, number = {0};
    long value = 0;
    find_now(state, "marks", &marks);
    json_find(text_string(&marks), "number", &number);
    text_to_whole(text_string(&number), 1, LONG_MAX, &value);
    text_free(&marks);
    text_free(&number);
    return value;
}

static bool is_same_room(const struct remote_state *state, const char *json) {
    struct text before = {0}, after = {0};
    json_find(text_string(&state->told), "room", &before);
    json_find(json, "room", &after);
    bool same = has(&before, text_string(&after));
    text_free(&before);
    text_free(&after);
    return same;
}

void remote_state_take(struct remote_state *state, const char *json, bool is_state, double now) {
    if (is_state && !is_same_room(state, json))
        remote_state_forget(state);
    if (is_state) {
        text_clear(&state->told);
        text_put(&state->told, json);
    }
    text_clear(&state->now);
    text_put(&state->now, json);
    state->since = now;
    if (marking_number(state) == 0)
        state->seen = 0;
}

/* The prompt. */

void remote_state_put_prompt(const struct remote_state *state, struct text *text) {
    struct text side = {0}, due = {0}, phase = {0}, you = {0};
    find_now(state, "toPlay", &side);
    find_now(state, "due", &due);
    find_now(state, "phase", &phase);
    int seats = find_you(state, &you);
    if (side.length == 0 || !has(&phase, "playing"))
        text_put(text, text_string(&phase));
    else if (is_paused(state))
        text_put(text, "paused");
    else if (is_you(state, &side))
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

/* What a clock reads after more seconds of the side's own ply. */
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
static void put_clock(const struct remote_state *state, const char *json, double gone,
                      struct text *text) {
    struct text word = {0};
    struct clock_settings settings = {.kind = CLOCK_NONE};
    double left = 0;
    long count = 0;
    json_find(text_string(&state->told), "time", &word);
    clock_parse(text_string(&word), &settings);
    json_find(json, "left", &word);
    text_to_number(text_string(&word), 0, 1e9, &left);
    json_find(json, "count", &word);
    text_to_whole(text_string(&word), 0, 10000, &count);
    pass_time(&settings, gone, &left, &count);
    put_time(text, left, count);
    text_free(&word);
}

static void put_clocks(const struct remote_state *state, double now, struct text *text) {
    struct text clock = {0}, running = {0}, name = {0}, value = {0};
    double elapsed = 0;
    find_now(state, "clock", &clock);
    json_find(text_string(&clock), "running", &running);
    json_find(text_string(&clock), "elapsed", &value);
    text_to_number(text_string(&value), 0, 1e9, &elapsed);
    if (!is_paused(state))
        elapsed += now - state->since;
    const char *before = "Time left: ";
    for (const char *at = text_string(&clock); json_walk(&at, &name, &value);) {
        if (text_string(&value)[0] != '{')
            continue;
        text_print(text, "%s%s ", before, text_string(&name));
        put_clock(state, text_string(&value), has(&running, text_string(&name)) ? elapsed : 0,
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

static void put_status(const struct remote_state *state, double now, struct text *text) {
    struct text you = {0}, clocks = {0};
    int seats = find_you(state, &you);
    put_clocks(state, now, &clocks);
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
static void put_consent(const struct remote_state *state, const char *marks, struct text *text) {
    static const char *const accepted[] = {"accepted0", "accepted1"};
    struct text seats = {0}, side = {0}, seat = {0}, flag = {0};
    json_find(text_string(&state->told), "seats", &seats);
    const char *at = text_string(&seats);
    for (int i = 0; i < 2 && json_walk(&at, &side, &seat); i++) {
        json_find(marks, accepted[i], &flag);
        if (has(&flag, "true") && is_you(state, &side))
            text_put(text, "You have accepted this marking.\n");
        else if (has(&flag, "true"))
            text_print(text, "%s has accepted this marking.\n", text_string(&side));
    }
    text_free(&seats);
    text_free(&side);
    text_free(&seat);
    text_free(&flag);
}

static void put_marking(const struct remote_state *state, struct text *text) {
    struct text marks = {0}, score = {0};
    bool stopped = is_phase(state, "stopped");
    find_now(state, "marks", &marks);
    if (marks.length > 0) {
        json_find(text_string(&marks), "score", &score);
        text_put(text, "Dead: ");
        put_points(text_string(&marks), "dead", text);
        text_put(text, "; seki: ");
        put_points(text_string(&marks), "seki", text);
        text_print(text, "; %s.", text_string(&score));
        if (stopped && !is_watching(state))
            text_put(text, " 'mark VERTEX alive|dead|seki' changes it, 'accept' accepts it, "
                           "'resume' plays on.");
        text_putc(text, '\n');
        if (stopped)
            put_consent(state, text_string(&marks), text);
    } else if (stopped) {
        text_put(text, "What is dead is being judged.\n");
    }
    text_free(&marks);
    text_free(&score);
}

/* Endings and requests. */

static void put_result(const struct remote_state *state, struct text *text) {
    struct text result = {0}, ending = {0};
    find_now(state, "result", &result);
    find_now(state, "ending", &ending);
    if (ending.length > 0)
        text_print(text, "Game over: %s (%s).%s\n", text_string(&result), text_string(&ending),
                   is_watching(state) ? "" : " 'rematch' plays again.");
    text_free(&result);
    text_free(&ending);
}

static void put_request(const struct remote_state *state, const char *member, const char *asks,
                        const char *asked, const char *answer, struct text *text) {
    struct text side = {0};
    find_now(state, member, &side);
    if (side.length == 0)
        ;
    else if (is_you(state, &side))
        text_print(text, "You have %s, which is not answered yet.\n", asked);
    else if (is_watching(state))
        text_print(text, "%s %s.\n", text_string(&side), asks);
    else
        text_print(text, "%s %s: %s.\n", text_string(&side), asks, answer);
    text_free(&side);
}

static void put_requests(const struct remote_state *state, struct text *text) {
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
        put_request(state, requests[i].member, requests[i].asks, requests[i].asked,
                    requests[i].answer, text);
}

void remote_state_put_remarks(struct remote_state *state, double now, struct text *text) {
    if (state->now.length == 0)
        return;
    put_status(state, now, text);
    put_marking(state, text);
    put_result(state, text);
    put_requests(state, text);
    state->seen = marking_number(state);
}

void remote_state_put_moves(const struct remote_state *state, struct text *text) {
    struct text legal = {0}, none = {0}, move = {0};
    int count = 0;
    find_now(state, "legal", &legal);
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
