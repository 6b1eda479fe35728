/* Lines as they come in: whole, in pieces, too long, too many, and interrupts among them. */
#include <check.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../../src/core/gtp.h"
#include "../../src/core/memory.h"
#include "../../src/core/player.h"
#include "../../src/core/text.h"
#include "../../src/input.h"
#include "../support/suite.h"

static int ends[2];
static struct input *input;

static void setup(void) {
    ck_assert_int_eq(pipe(ends), 0);
    input = input_open(ends[0]);
}

static void teardown(void) {
    input_close(input);
    close(ends[0]);
    if (ends[1] >= 0)
        close(ends[1]);
}

static void send_bytes(const char *bytes, size_t count) {
    ck_assert_int_eq(write(ends[1], bytes, count), (ssize_t)count);
}

static void send_text(const char *text) {
    send_bytes(text, strlen(text));
}

static void hang_up(void) {
    close(ends[1]);
    ends[1] = -1;
}

static void next_is(const char *expected) {
    struct input_line line;
    ck_assert_msg(input_next(input, &line), "the end instead of '%s'", expected);
    ck_assert(!line.too_long);
    ck_assert_uint_eq(line.length, strlen(expected));
    ck_assert_int_eq(memcmp(line.at, expected, line.length), 0);
    free(line.at);
}

static void next_is_end(void) {
    struct input_line line;
    ck_assert(!input_next(input, &line));
    ck_assert(!input_next(input, &line));
}

START_TEST(lines) {
    send_text("one\ntwo\r\n\nfour\n");
    next_is("one");
    next_is("two\r");
    next_is("");
    next_is("four");
    hang_up();
    next_is_end();
}
END_TEST

START_TEST(a_last_line_without_newline) {
    send_text("one\ntw");
    next_is("one");
    ck_assert(!input_pending(input));
    send_text("o");
    hang_up();
    ck_assert(input_pending(input));
    next_is("two");
    next_is_end();
    ck_assert(input_pending(input));
}
END_TEST

START_TEST(pieces) {
    static const char text[] = "genmove x\n# interrupt\nplay o a1\n";
    for (size_t i = 0; i < sizeof text - 1; i++) {
        send_bytes(text + i, 1);
        ck_assert_int_eq(input_pending(input), i >= strlen("genmove x"));
    }
    next_is("genmove x");
    next_is("# interrupt");
    next_is("play o a1");
}
END_TEST

START_TEST(any_bytes) {
    send_bytes("a\0b\xff\n", 5);
    struct input_line line;
    ck_assert(input_next(input, &line));
    ck_assert_uint_eq(line.length, 4);
    ck_assert_int_eq(memcmp(line.at, "a\0b\xff", 5), 0);
    free(line.at);
}
END_TEST

START_TEST(interrupts_are_taken_out_of_turn) {
    ck_assert(!input_interrupted(input));
    send_text("play o a1\n# interrupt\r\n# interrupted\n# interrupt \nname\n# interrupt\n");
    ck_assert(input_interrupted(input));
    ck_assert(input_interrupted(input));
    ck_assert(input_interrupted(input));
    ck_assert(!input_interrupted(input));
    next_is("play o a1");
    next_is("# interrupted");
    send_text("last\n");
    next_is("name");
    next_is("last");
    send_text("# interrupt\n");
    ck_assert(input_pending(input));
    ck_assert(input_interrupted(input));
    ck_assert(!input_pending(input));
    hang_up();
    next_is_end();
}
END_TEST

/* What a writer thread sends, since a pipe holds little. */
struct flood {
    struct text text;
    int descriptor;
    bool closes;
    atomic_bool sent;
};

static void *flood_run(void *argument) {
    struct flood *flood = argument;
    size_t sent = 0;
    while (sent < flood->text.length) {
        ssize_t count = write(flood->descriptor, flood->text.at + sent, flood->text.length - sent);
        if (count <= 0)
            break;
        sent += (size_t)count;
    }
    atomic_store(&flood->sent, true);
    if (flood->closes)
        close(flood->descriptor);
    return NULL;
}

START_TEST(the_longest_line) {
    struct flood flood = {.descriptor = ends[1]};
    flood.closes = true;
    text_fill(&flood.text, 'a', GTP_LINE_MAX);
    text_putc(&flood.text, '\n');
    text_fill(&flood.text, 'b', GTP_LINE_MAX + 1);
    text_putc(&flood.text, '\n');
    text_put(&flood.text, "after\n");
    text_fill(&flood.text, 'c', 3 * GTP_LINE_MAX);
    pthread_t thread;
    ck_assert_int_eq(pthread_create(&thread, NULL, flood_run, &flood), 0);
    struct input_line line;
    ck_assert(input_next(input, &line));
    ck_assert(!line.too_long);
    ck_assert_uint_eq(line.length, GTP_LINE_MAX);
    free(line.at);
    ck_assert(input_next(input, &line));
    ck_assert(line.too_long);
    ck_assert_uint_le(line.length, GTP_LINE_MAX);
    free(line.at);
    next_is("after");
    ck_assert(input_next(input, &line));
    ck_assert(line.too_long);
    free(line.at);
    next_is_end();
    pthread_join(thread, NULL);
    ends[1] = -1;
    text_free(&flood.text);
}
END_TEST

/* More than may wait: asking goes on answering, nothing is lost, the order stays. */
START_TEST(floods) {
    enum { LINES = 4000000 / sizeof(void *) }; /* what waits is bound in bytes */
    struct flood flood = {.descriptor = ends[1]};
    for (int i = 0; i < LINES; i++)
        text_put(&flood.text, i % 2 == 0 ? "play\n" : "# c\n");
    pthread_t thread;
    ck_assert_int_eq(pthread_create(&thread, NULL, flood_run, &flood), 0);
    struct wakeup wakeup;
    wakeup_init(&wakeup);
    for (int i = 0; i < 1000; i++) {
        ck_assert(!input_interrupted(input));
        input_wait(input, &wakeup, monotonic_now() + 0.0001);
    }
    int left = 0; /* what the pipe holds once nothing more is taken in */
    do {
        ck_assert(input_pending(input));
        ck_assert_int_eq(ioctl(ends[0], FIONREAD, &left), 0);
    } while (left < 4096 && !atomic_load(&flood.sent));
    ck_assert_int_gt(left, 0);
    for (int i = 0; i < LINES; i++) {
        struct input_line line;
        ck_assert(input_next(input, &line));
        ck_assert_uint_eq(line.length, i % 2 == 0 ? 4 : 3);
        free(line.at);
    }
    pthread_join(thread, NULL);
    hang_up();
    next_is_end();
    wakeup_destroy(&wakeup);
    text_free(&flood.text);
}
END_TEST

START_TEST(a_descriptor_that_does_not_block) {
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    ck_assert(!input_pending(input));
    struct flood flood = {.descriptor = ends[1]};
    text_put(&flood.text, "late\n");
    pthread_t thread;
    ck_assert_int_eq(pthread_create(&thread, NULL, flood_run, &flood), 0);
    next_is("late");
    pthread_join(thread, NULL);
    text_free(&flood.text);
}
END_TEST

static void *ring(void *argument) {
    struct wakeup *wakeup = argument;
    wakeup_lock(wakeup);
    wakeup_signal(wakeup);
    wakeup_unlock(wakeup);
    return NULL;
}

START_TEST(waiting_ends_with_bell_bytes_and_time) {
    struct wakeup wakeup;
    wakeup_init(&wakeup);
    pthread_t thread;
    ck_assert_int_eq(pthread_create(&thread, NULL, ring, &wakeup), 0);
    input_wait(input, &wakeup, 0);
    pthread_join(thread, NULL);
    send_text("name\n");
    input_wait(input, &wakeup, 0);
    next_is("name");
    double soon = monotonic_now() + 0.01;
    input_wait(input, &wakeup, soon);
    ck_assert_double_ge(monotonic_now(), soon - 0.001);
    input_wait(input, &wakeup, soon); /* a moment that has passed */
    hang_up();
    input_wait(input, &wakeup, 0);
    ck_assert(input_pending(input));
    input_wait(input, &wakeup, monotonic_now() + 0.01); /* the end is no news again */
    next_is_end();
    wakeup_destroy(&wakeup);
}
END_TEST

START_TEST(closing_with_lines_waiting) {
    send_text("one\ntwo\nthr");
    ck_assert(input_pending(input));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("input");
    suite_add_with(suite, setup, teardown, lines);
    suite_add_with(suite, setup, teardown, a_last_line_without_newline);
    suite_add_with(suite, setup, teardown, pieces);
    suite_add_with(suite, setup, teardown, any_bytes);
    suite_add_with(suite, setup, teardown, interrupts_are_taken_out_of_turn);
    suite_add_with(suite, setup, teardown, the_longest_line);
    suite_add_with(suite, setup, teardown, floods);
    suite_add_with(suite, setup, teardown, a_descriptor_that_does_not_block);
    suite_add_with(suite, setup, teardown, waiting_ends_with_bell_bytes_and_time);
    suite_add_with(suite, setup, teardown, closing_with_lines_waiting);
    return suite_run(suite);
}
