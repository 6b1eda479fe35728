#include "progress.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../../src/core/memory.h"
#include "../../src/system/now.h"
#include "../view/rounds_table.h"

enum { WAITING_MAX = 1 << 20 };

/* A stream that never makes its caller wait. A terminal that is stopped, or a pipe that nobody
 * reads, must not stop the event loop and with it the clocks; a thread does the writing. */
struct stream_writer {
    FILE *stream;
    pthread_t thread;
    bool running;
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    /* Guarded by the mutex: */
    struct text waiting;
    bool closing;
};

static void *writer_thread(void *context) {
    struct stream_writer *writer = context;
    struct text taken = {0};
    pthread_mutex_lock(&writer->mutex);
    while (writer->waiting.length > 0 || !writer->closing) {
        if (writer->waiting.length == 0) {
            pthread_cond_wait(&writer->cond, &writer->mutex);
            continue;
        }
        struct text empty = taken;
        taken = writer->waiting;
        writer->waiting = empty;
        pthread_mutex_unlock(&writer->mutex);
        fputs(text_string(&taken), writer->stream);
        fflush(writer->stream);
        text_clear(&taken);
        pthread_mutex_lock(&writer->mutex);
    }
    pthread_mutex_unlock(&writer->mutex);
    text_free(&taken);
    return NULL;
}

static struct stream_writer *writer_open(FILE *stream) {
    struct stream_writer *writer = memory_new(1, sizeof *writer);
    writer->stream = stream;
    pthread_mutex_init(&writer->mutex, NULL);
    pthread_cond_init(&writer->cond, NULL);
    return writer;
}

/* Queues the text. While more than a megabyte waits, new text is dropped. */
static void writer_put(struct stream_writer *writer, const char *text) {
    pthread_mutex_lock(&writer->mutex);
    if (writer->waiting.length < WAITING_MAX)
        text_put(&writer->waiting, text);
    if (!writer->running)
        writer->running = pthread_create(&writer->thread, NULL, writer_thread, writer) == 0;
    pthread_cond_signal(&writer->cond);
    pthread_mutex_unlock(&writer->mutex);
}

/* Waits until everything is written; the stream stays open. */
static void writer_close(struct stream_writer *writer) {
    pthread_mutex_lock(&writer->mutex);
    writer->closing = true;
    pthread_cond_signal(&writer->cond);
    pthread_mutex_unlock(&writer->mutex);
    if (writer->running)
        pthread_join(writer->thread, NULL);
    pthread_mutex_destroy(&writer->mutex);
    pthread_cond_destroy(&writer->cond);
    text_free(&writer->waiting);
    free(writer);
}

void screen_size(FILE *stream, int *columns, int *rows) {
    struct winsize size;
    bool known = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0;
    *columns = known && size.ws_col > 0 ? size.ws_col : 80;
    *rows = known && size.ws_row > 0 ? size.ws_row : INT_MAX;
}

void progress_init(struct progress *progress, FILE *stream, enum display display, long total,
                   long before) {
    if (display == DISPLAY_AUTO)
        display = isatty(fileno(stream)) ? DISPLAY_LIVE : DISPLAY_LINES;
    *progress = (struct progress){.stream = stream,
                                  .writer = writer_open(stream),
                                  .display = display,
                                  .total = total,
                                  .before = before,
                                  .start = monotonic_now()};
}

/* Back to the beginning of the drawing, to write over it. */
static bool progress_rewind(struct progress *progress, struct text *text) {
    bool drawn = progress->lines > 0;
    if (drawn)
        text_print(text, "\033[%dA", progress->lines);
    progress->lines = 0;
    return drawn;
}

static void progress_erase(struct progress *progress, struct text *text) {
    if (progress_rewind(progress, text))
        text_put(text, "\033[J");
}

/* After 10, 20, ... 100, 200, ... 1000, 2000, ... games. */
static bool is_round_number(long games) {
    while (games >= 100 && games % 10 == 0)
        games /= 10;
    return games >= 10 && games < 100 && games % 10 == 0;
}

/* How the match stands, in a line or two. */
static void put_state(const struct progress *progress, const struct table_words *words, long done,
                      struct text *text) {
    bool wanted = progress->display == DISPLAY_LINES && progress->hooks == NULL &&
                  progress->stats != NULL && progress->stats->results.players == 2;
    if (!wanted || !is_round_number(done))
        return;
    const struct wdl *wdl = &progress->stats->results.pairs[1];
    struct elo elo = elo_estimate(wdl);
    text_print(text, "after %ld games: %s against %s %.1f %%, Elo ", done, words->names[0],
               words->names[1], 100 * wdl_score(wdl));
    table_elo(&elo, text);
    text_putc(text, '\n');
    if (progress->sprt != NULL)
        sprt_show_state(progress->sprt, text);
}

void progress_game(struct progress *progress, const struct arena_result *result,
                   const struct table_words *words, long done) {
    bool wanted = progress->display == DISPLAY_LINES ||
                  (progress->display == DISPLAY_LIVE && result->fault != NULL);
    if (!wanted)
        return;
    struct text text = {0};
    progress_erase(progress, &text);
    text_print(&text, "game %ld, %ld of %ld: ", result->game.number, done, progress->total);
    table_game(result, words, &text);
    text_putc(&text, '\n');
    put_state(progress, words, done, &text);
    writer_put(progress->writer, text_string(&text));
    text_free(&text);
}

static int count_lines(const char *text) {
    int lines = 0;
    for (; *text != '\0'; text++)
        lines += *text == '\n';
    return lines;
}

/* What scrolled off the top could not be overwritten: only the first lines of the table are
 * kept, and the number of the others. */
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
static void put_clipped(struct progress *progress, const char *text, int columns,
                        struct text *out) {
    int at = 0;
    text_put(out, "\033[?7l");
    for (; *text != '\0'; text++) {
        if (*text == '\n') {
            text_put(out, "\033[K\n");
            progress->lines++;
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

/* The standings, by what the format goes by. */
static void put_table(const struct progress *progress, const struct arena_statistics *stats,
                      const struct table_words *words, struct text *text) {
    if (progress->hooks != NULL)
        progress->hooks->draw(progress->hooks->context, text);
    else if (progress->rounds != NULL)
        rounds_print(progress->rounds, words, text);
    else
        table_ranking(stats, words, text);
}

static void put_rate(const struct progress *progress, const struct arena_statistics *stats,
                     double now, struct text *text) {
    double seconds = now - progress->start;
    long played = stats->results.games - progress->before;
    double rate = seconds > 0 ? (double)played / seconds : 0;
    if (progress->sprt != NULL)
        sprt_show_state(progress->sprt, text);
    text_print(text, "%ld of %ld games, %.1f games/s", stats->results.games, progress->total, rate);
    if (rate > 0) {
        text_put(text, ", about ");
        table_duration((double)(progress->total - stats->results.games) / rate, text);
        text_put(text, " left");
    }
    text_putc(text, '\n');
}

void progress_draw(struct progress *progress, const struct arena_statistics *stats,
                   const struct table_words *words, double now) {
    if (progress->display != DISPLAY_LIVE)
        return;
    struct text table = {0}, rate = {0}, all = {0}, out = {0};
    int columns, rows;
    screen_size(progress->stream, &columns, &rows);
    put_table(progress, stats, words, &table);
    put_rate(progress, stats, now, &rate);
    /* The cursor stands on a line of its own below. */
    put_lines(text_string(&table), rows - count_lines(text_string(&rate)) - 1, &all);
    text_put(&all, text_string(&rate));
    /* Not erased before: that flickers, and some terminals keep every screen that is erased. */
    bool over = progress_rewind(progress, &out);
    put_clipped(progress, text_string(&all), columns, &out);
    text_put(&out, over ? "\033[J" : "");
    writer_put(progress->writer, text_string(&out));
    text_free(&table);
    text_free(&rate);
    text_free(&all);
    text_free(&out);
}

void progress_end(struct progress *progress) {
    struct text text = {0};
    progress_erase(progress, &text);
    if (text.length > 0)
        writer_put(progress->writer, text_string(&text));
    text_free(&text);
    writer_close(progress->writer);
    progress->writer = NULL;
}
