#include "clock.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

static bool settings_are_ok(const struct clock_settings *settings) {
    return settings->main >= 0 && settings->period >= 0 && settings->count >= 0;
}

bool clock_is_ok(const struct clock *clock) {
    return settings_are_ok(&clock->settings) && clock->left >= 0 && clock->count >= 0 &&
           clock->owed >= 0;
}

struct clock_settings clock_or_none(const struct clock_settings *settings) {
    bool timeless = settings->main <= 0 && settings->period <= 0;
    return timeless ? (struct clock_settings){.kind = CLOCK_NONE} : *settings;
}

struct clock_settings clock_gtp(double main, double period, int stones) {
    struct clock_settings settings = {.main = main, .period = period, .count = stones};
    if (period > 0 && stones == 0)
        return (struct clock_settings){.kind = CLOCK_NONE};
    settings.kind = period > 0 ? CLOCK_CANADIAN : CLOCK_ABSOLUTE;
    return clock_or_none(&settings);
}

/* Main time is gone: the first overtime stage begins. */
static void clock_enter_overtime(struct clock *clock) {
    clock->overtime = true;
    clock->left = clock->settings.period;
    clock->count = clock->settings.count;
}

void clock_start(struct clock *clock, const struct clock_settings *settings) {
    assert(settings_are_ok(settings));
    *clock = (struct clock){.settings = *settings, .left = settings->main};
    switch (settings->kind) {
    case CLOCK_NONE:
    case CLOCK_ABSOLUTE:
    case CLOCK_FISCHER:
        break;
    case CLOCK_MOVE:
        clock->left = settings->period;
        break;
    case CLOCK_BYOYOMI:
    case CLOCK_CANADIAN:
        if (settings->main <= 0)
            clock_enter_overtime(clock);
        break;
    }
}

/* What the present ply may take where nothing is owed; negative: no limit. */
static double clock_room(const struct clock *clock) {
    const struct clock_settings *s = &clock->settings;
    switch (s->kind) {
    case CLOCK_NONE:
        return -1;
    case CLOCK_MOVE:
    case CLOCK_ABSOLUTE:
    case CLOCK_FISCHER:
        return clock->left;
    case CLOCK_BYOYOMI:
        if (!clock->overtime)
            return clock->left + s->count * s->period;
        return clock->left + (clock->count - 1) * s->period;
    case CLOCK_CANADIAN:
        return clock->overtime ? clock->left : clock->left + s->period;
    }
    return -1;
}

double clock_limit(const struct clock *clock) {
    double room = clock_room(clock);
    return room < 0 ? room : fmax(room - clock->owed, 0);
}

static bool clock_fall(struct clock *clock, double late) {
    clock->fallen = true;
    clock->late = late;
    clock->left = 0;
    return false;
}

/* Spends main time. What is left to spend in overtime, or -1: main time was enough. */
static double clock_spend_main(struct clock *clock, double seconds) {
    if (clock->overtime)
        return seconds;
    if (seconds < clock->left) {
        clock->left -= seconds;
        return -1;
    }
    seconds -= clock->left;
    clock_enter_overtime(clock);
    return seconds;
}

static void clock_spend_byoyomi(struct clock *clock, double seconds) {
    double period = clock->settings.period;
    seconds = clock_spend_main(clock, seconds);
    if (seconds < 0)
        return;
    while (seconds > clock->left && clock->count > 1) {
        seconds -= clock->left;
        clock->count--;
        clock->left = period;
    }
    clock->left = period; /* a ply within its period gives the whole period back */
}

static void clock_spend_canadian(struct clock *clock, double seconds) {
    seconds = clock_spend_main(clock, seconds);
    if (seconds < 0)
        return;
    clock->left = fmax(clock->left - seconds, 0); /* rounding may leave less than nothing */
    if (--clock->count == 0)
        clock_enter_overtime(clock);
}

bool clock_spend(struct clock *clock, double seconds, double margin) {
    const struct clock_settings *s = &clock->settings;
    assert(clock_is_ok(clock));
    if (s->kind == CLOCK_NONE)
        return true;
    seconds = fmax(seconds, 0) + clock->owed;
    double room = clock_room(clock), over = seconds - room;
    bool carries = s->kind != CLOCK_MOVE && s->kind != CLOCK_BYOYOMI;
    if (clock->fallen || over > margin)
        return clock_fall(clock, over);
    clock->owed = carries ? fmax(over, 0) : 0;
    clock->overruns += over > 0;
    seconds = fmin(seconds, room);
    switch (s->kind) {
    case CLOCK_NONE:
    case CLOCK_MOVE:
        break;
    case CLOCK_ABSOLUTE:
        clock->left -= seconds;
        break;
    case CLOCK_FISCHER:
        clock->left += s->period - seconds;
        break;
    case CLOCK_BYOYOMI:
        clock_spend_byoyomi(clock, seconds);
        break;
    case CLOCK_CANADIAN:
        clock_spend_canadian(clock, seconds);
        break;
    }
    assert(clock_is_ok(clock));
    return true;
}

void clock_report(const struct clock *clock, double *seconds, int *count) {
    *seconds = fmax(clock->left - clock->owed, 0);
    *count = clock->overtime ? clock->count : 0;
}

void clock_correct(struct clock *clock, double seconds, int count) {
    assert(seconds >= 0 && count >= 0);
    clock->left = seconds;
    clock->count = count;
    clock->overtime = count > 0;
    clock->owed = 0;
    clock->fallen = false;
}

void clock_resume(struct clock *clock) {
    const struct clock_settings *s = &clock->settings;
    clock->fallen = false;
    clock->late = 0;
    clock->left = s->period > 0 ? s->period : s->main / 10;
    if (s->kind == CLOCK_BYOYOMI || s->kind == CLOCK_CANADIAN) {
        clock_enter_overtime(clock);
        clock->count = s->kind == CLOCK_BYOYOMI ? 1 : s->count;
    }
    assert(clock_is_ok(clock));
}

/* What is left without the lag, which is never nothing; a tenth even when the lag eats everything.
 */
static double clock_without_lag(double seconds, double lag) {
    return fmax(seconds - fmax(lag, 0.01 * seconds), 0.1 * seconds);
}

/* A side that oversteps a period loses it, but a ply may begin in the rest of main time and end in
 * the first period. */
static double clock_byoyomi_share(const struct clock *clock, double plies, double lag) {
    double period = clock->settings.period;
    if (clock->overtime)
        return clock_without_lag(clock->left, lag);
    if (clock->left < period)
        return clock_without_lag(clock->left + period, lag);
    return fmax(clock->left / plies, period);
}

double clock_budget(const struct clock *clock, int plies_to_come, double lag) {
    double limit = clock_limit(clock);
    if (limit < 0)
        return -1;
    double plies = plies_to_come < 1 ? 1 : plies_to_come;
    double share = 0;
    switch (clock->settings.kind) {
    case CLOCK_NONE:
        return -1;
    case CLOCK_MOVE:
        share = clock->left;
        break;
    case CLOCK_ABSOLUTE:
        share = clock->left / plies;
        break;
    case CLOCK_FISCHER:
        share = clock->left / plies + 0.8 * clock->settings.period;
        break;
    case CLOCK_BYOYOMI:
        share = clock_byoyomi_share(clock, plies, lag);
        break;
    case CLOCK_CANADIAN:
        if (clock->overtime)
            share = clock->left / clock->count;
        else
            share = fmax(clock->left / plies, clock->settings.period / clock->settings.count);
        break;
    }
    return fmin(share, clock_without_lag(limit, lag));
}

void clock_print(const struct clock_settings *s, struct text *text) {
    switch (s->kind) {
    case CLOCK_NONE:
        text_put(text, "none");
        return;
    case CLOCK_MOVE:
        text_number(text, s->period);
        text_put(text, "/move");
        return;
    case CLOCK_ABSOLUTE:
        text_number(text, s->main);
        return;
    case CLOCK_FISCHER:
        text_number(text, s->main);
        text_putc(text, '+');
        text_number(text, s->period);
        return;
    case CLOCK_BYOYOMI:
        text_number(text, s->main);
        text_print(text, "+%dx", s->count);
        text_number(text, s->period);
        text_put(text, " byoyomi");
        return;
    case CLOCK_CANADIAN:
        text_number(text, s->main);
        text_print(text, "+%d/", s->count);
        text_number(text, s->period);
        text_put(text, " canadian");
        return;
    }
}

/* Cuts `string` at the first `c`; returns what follows, or NULL if there is no c. */
static char *cut_at(char *string, char c) {
    char *found = strchr(string, c);
    if (found == NULL)
        return NULL;
    *found = '\0';
    return found + 1;
}

static const double LONGEST = 1e9; /* seconds; thirty years are enough */

/* "3x30" or "25/300": a count, a separator, a period. */
static bool clock_parse_overtime(char *overtime, char separator, struct clock_settings *settings) {
    char *period = cut_at(overtime, separator);
    long count;
    if (period == NULL || !text_to_whole(overtime, 1, 10000, &count))
        return false;
    settings->count = (int)count;
    return text_to_number(period, 0, LONGEST, &settings->period) && settings->period > 0;
}

static bool clock_parse_copy(char *string, struct clock_settings *s) {
    if (strcmp(string, "none") == 0)
        return true;
    char *slash = strchr(string, '/');
    if (slash != NULL && strcmp(slash, "/move") == 0) {
        *slash = '\0';
        s->kind = CLOCK_MOVE;
        return text_to_number(string, 0, LONGEST, &s->period) && s->period > 0;
    }
    char *word = cut_at(string, ' ');
    char *more = cut_at(string, '+');
    if (!text_to_number(string, 0, LONGEST, &s->main))
        return false;
    if (more == NULL) {
        s->kind = CLOCK_ABSOLUTE;
        return word == NULL;
    }
    if (strchr(more, 'x') != NULL) {
        s->kind = CLOCK_BYOYOMI;
        return (word == NULL || strcmp(word, "byoyomi") == 0) && clock_parse_overtime(more, 'x', s);
    }
    if (strchr(more, '/') != NULL) {
        s->kind = CLOCK_CANADIAN;
        return (word == NULL || strcmp(word, "canadian") == 0) &&
               clock_parse_overtime(more, '/', s);
    }
    s->kind = CLOCK_FISCHER;
    return word == NULL && text_to_number(more, 0, LONGEST, &s->period);
}

bool clock_parse(const char *string, struct clock_settings *settings) {
    struct clock_settings parsed = {.kind = CLOCK_NONE};
    char *copy = memory_string(string);
    bool good = clock_parse_copy(copy, &parsed);
    free(copy);
    if (good)
        *settings = parsed;
    return good;
}
