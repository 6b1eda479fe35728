#include "log.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../src/core/json.h"
#include "../src/core/text.h"
#include "../src/system/now.h"

enum { RATE = 20, BURST = 1000 /* lines a second in the long run, and at once */ };

static const char *const levels[] = {
    [LOG_LEVEL_ERROR] = "error",
    [LOG_LEVEL_WARNING] = "warning",
    [LOG_LEVEL_INFO] = "info",
    [LOG_LEVEL_DEBUG] = "debug",
};

bool log_level_find(const char *name, enum log_level *level) {
    for (int i = LOG_LEVEL_ERROR; i <= LOG_LEVEL_DEBUG; i++)
        if (text_same(name, levels[i])) {
            *level = (enum log_level)i;
            return true;
        }
    return false;
}

void log_open(struct log *log, bool (*write)(void *, const char *, size_t), void *context) {
    log->write = write;
    log->context = context;
    log->pace = (struct bucket){BURST, monotonic_now()};
}

const char *log_address(const struct log *log, const char *address) {
    return log->addresses ? address : NULL;
}

const char *log_number(char digits[LOG_NUMBER], long number) {
    snprintf(digits, LOG_NUMBER, "%ld", number);
    return digits;
}

static void put_start(struct text *line, enum log_level level, const char *event) {
    time_t now = (time_t)calendar_now();
    struct tm parts;
    char moment[32] = "";
    gmtime_r(&now, &parts);
    strftime(moment, sizeof moment, "%Y-%m-%dT%H:%M:%SZ", &parts);
    text_print(line, "%s %s %s", moment, levels[level], event);
}

/* One word as it is, anything else as a JSON string, which is one line whatever is in it. */
static void put_value(struct text *line, const char *value) {
    bool plain = *value != '\0';
    for (const char *c = value; *c != '\0'; c++)
        plain = plain && *c > ' ' && *c < 127 && strchr("\"\\=", *c) == NULL;
    if (plain)
        text_put(line, value);
    else
        json_quoted(line, value);
}

static bool write_line(struct log *log, struct text *line) {
    text_putc(line, '\n');
    bool written = log->write(log->context, text_string(line), line->length);
    text_free(line);
    return written;
}

/* What was lost is said before anything else. */
static bool tell_lost(struct log *log) {
    struct text line = {0};
    if (log->lost == 0)
        return true;
    put_start(&line, LOG_LEVEL_WARNING, "log.lost");
    text_print(&line, " lines=%ld", log->lost);
    if (!write_line(log, &line))
        return false;
    log->lost = 0;
    return true;
}

void log_event(struct log *log, enum log_level level, const char *event, ...) {
    assert(level >= LOG_LEVEL_ERROR && level <= LOG_LEVEL_DEBUG);
    if (log->write == NULL || level > log->level)
        return;
    if (!bucket_take(&log->pace, RATE, BURST, 0) || !tell_lost(log)) {
        log->lost++;
        return;
    }
    struct text line = {0};
    va_list pairs;
    put_start(&line, level, event);
    va_start(pairs, event);
    for (const char *name; (name = va_arg(pairs, const char *)) != NULL;) {
        const char *value = va_arg(pairs, const char *);
        if (value == NULL)
            continue;
        text_print(&line, " %s=", name);
        put_value(&line, value);
    }
    va_end(pairs);
    if (!write_line(log, &line))
        log->lost++;
}
