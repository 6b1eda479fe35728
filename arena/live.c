#include "live.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include "../src/host/host.h"

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

static void live_erase(struct live *live, struct text *text) {
    if (live->lines > 0)
        text_print(text, "\033[%dA\033[J", live->lines);
    live->lines = 0;
}

void live_game(struct live *live, const struct outcome *outcome, const struct table_words *words,
               long done) {
    bool wanted =
        live->display == DISPLAY_LINES || (live->display == DISPLAY_LIVE && outcome->fault != NULL);
    if (!wanted)
        return;
    struct text text = {0};
    live_erase(live, &text);
    text_print(&text, "game %ld, %ld of %ld: ", outcome->fixture.number, done, live->total);
    table_game(outcome, words, &text);
    text_putc(&text, '\n');
    outlet_put(live->outlet, text_string(&text));
    text_free(&text);
}

static int stream_columns(FILE *stream) {
    struct winsize size;
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col;
}

/* Lines that wrap could not be overwritten: they are cut at the edge of the terminal. */
static void put_clipped(struct live *live, const char *text, int columns, struct text *out) {
    int at = 0;
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
}

void live_draw(struct live *live, const struct stats *stats, const struct table_words *words,
               double now) {
    if (live->display != DISPLAY_LIVE)
        return;
    struct text text = {0}, out = {0};
    double seconds = now - live->start;
    long played = stats->games - live->before;
    double rate = seconds > 0 ? (double)played / seconds : 0;
    if (live->director != NULL)
        live->director->draw(live->director->context, &text);
    else
        table_ranking(stats, words, &text);
    if (live->sprt != NULL && live->sprt->settings.on)
        text_print(&text, "SPRT: LLR %+.2f [%+.2f .. %+.2f] over the first %ld games\n",
                   live->sprt->ratio, live->sprt->lower, live->sprt->upper, live->sprt->next);
    text_print(&text, "%ld of %ld games, %.1f games/s", stats->games, live->total, rate);
    if (rate > 0) {
        text_put(&text, ", about ");
        table_duration((double)(live->total - stats->games) / rate, &text);
        text_put(&text, " left");
    }
    text_putc(&text, '\n');
    live_erase(live, &out);
    put_clipped(live, text_string(&text), stream_columns(live->stream), &out);
    outlet_put(live->outlet, text_string(&out));
    text_free(&text);
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
