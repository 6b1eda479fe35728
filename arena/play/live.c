#include "live.h"

#include <string.h>
#include <unistd.h>

#include "../../src/driver/driver_loop.h"
#include "../view/rounds_table.h"
#include "screen.h"

void live_init(struct live *live, FILE *stream, enum display display, long total, long before) {
    if (display == DISPLAY_AUTO)
        display = isatty(fileno(stream)) ? DISPLAY_LIVE : DISPLAY_LINES;
    *live = (struct live){.stream = stream,
                          .outlet = outlet_open(stream),
                          .display = display,
                          .total = total,
                          .before = before,
                          .start = host_now()};
}

/* Back to the beginning of the drawing, to write over it. */
static bool live_rewind(struct live *live, struct text *text) {
    bool drawn = live->lines > 0;
    if (drawn)
        text_print(text, "\033[%dA", live->lines);
    live->lines = 0;
    return drawn;
}

static void live_erase(struct live *live, struct text *text) {
    if (live_rewind(live, text))
        text_put(text, "\033[J");
}

void live_game(struct live *live, const struct arena_result *result,
               const struct table_words *words, long done) {
    bool wanted =
        live->display == DISPLAY_LINES || (live->display == DISPLAY_LIVE && result->fault != NULL);
    if (!wanted)
        return;
    struct text text = {0};
    live_erase(live, &text);
    text_print(&text, "game %ld, %ld of %ld: ", result->game.number, done, live->total);
    table_game(result, words, &text);
    text_putc(&text, '\n');
    outlet_put(live->outlet, text_string(&text));
    text_free(&text);
}

static int count_lines(const char *text) {
    int lines = 0;
    for (; *text != '\0'; text++)
        lines += *text == '\n';
    return lines;
}

/* What scrolled off the top could not be overwritten: of the table only so many lines are kept,
 * with their number where that is not all. */
static void put_lines(const char *table, int most, struct text *out) {
    int lines = count_lines(table), shown = lines <= most ? lines : most - 1;
    for (int i = 0; i < shown; i++) {
        size_t length = strcspn(table, "\n") + 1;
        text_putn(out, table, length);
        table += length;
    }
    if (shown < lines && most > 0)
        text_print(out, "     (%d more lines)\n", lines - shown);
}

/* Lines that wrap could not be overwritten: they are cut at the edge of the terminal. Only the
 * terminal knows how wide the characters of a name are, so it is told not to wrap, too. */
static void put_clipped(struct live *live, const char *text, int columns, struct text *out) {
    int at = 0;
    text_put(out, "\033[?7l");
    for (; *text != '\0'; text++) {
        if (*text == '\n') {
            text_put(out, "\033[K\n");
            live->lines++;
            at = 0;
            continue;
        }
        bool begins = ((unsigned char)*text & 0xc0) != 0x80;
        at += begins;
        if (at < columns)
            text_putc(out, *text);
    }
    text_put(out, "\033[?7h");
}

/* Who leads, by what the format goes by. */
static void put_table(const struct live *live, const struct arena_statistics *stats,
                      const struct table_words *words, struct text *text) {
    if (live->hooks != NULL)
        live->hooks->draw(live->hooks->context, text);
    else if (live->rounds != NULL)
        rounds_print(live->rounds, words, text);
    else
        table_ranking(stats, words, text);
}

static void put_progress(const struct live *live, const struct arena_statistics *stats, double now,
                         struct text *text) {
    double seconds = now - live->start;
    long played = stats->results.games - live->before;
    double rate = seconds > 0 ? (double)played / seconds : 0;
    if (live->sprt != NULL)
        sprt_show_state(live->sprt, text);
    text_print(text, "%ld of %ld games, %.1f games/s", stats->results.games, live->total, rate);
    if (rate > 0) {
        text_put(text, ", about ");
        table_duration((double)(live->total - stats->results.games) / rate, text);
        text_put(text, " left");
    }
    text_putc(text, '\n');
}

void live_draw(struct live *live, const struct arena_statistics *stats,
               const struct table_words *words, double now) {
    if (live->display != DISPLAY_LIVE)
        return;
    struct text table = {0}, progress = {0}, all = {0}, out = {0};
    int columns, rows;
    screen_size(live->stream, &columns, &rows);
    put_table(live, stats, words, &table);
    put_progress(live, stats, now, &progress);
    /* The cursor stands on a line of its own below. */
    put_lines(text_string(&table), rows - count_lines(text_string(&progress)) - 1, &all);
    text_put(&all, text_string(&progress));
    /* Not erased before: that flickers, and some terminals keep every screen that is erased. */
    bool over = live_rewind(live, &out);
    put_clipped(live, text_string(&all), columns, &out);
    text_put(&out, over ? "\033[J" : "");
    outlet_put(live->outlet, text_string(&out));
    text_free(&table);
    text_free(&progress);
    text_free(&all);
    text_free(&out);
}

void live_end(struct live *live) {
    struct text text = {0};
    live_erase(live, &text);
    if (text.length > 0)
        outlet_put(live->outlet, text_string(&text));
    text_free(&text);
    outlet_close(live->outlet);
    live->outlet = NULL;
}
