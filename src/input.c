#include "input.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/memory.h"
#include "core/text.h"
#include "gtp.h"

/* Beyond this many waiting bytes the reader pauses, so that a flood stays in the pipe. */
enum { QUEUE_BYTES = 16 << 20 };

struct item {
    struct item *next;
    struct input_line line;
    bool interrupt;
};

struct input {
    struct bell *bell;
    pthread_t thread;
    int descriptor;
    int wake[2]; /* a byte here ends the reader */

    /* Under the bell's lock. */
    struct item *first, **last;
    size_t bytes;
    bool ended;
    bool closing;

    /* The reader's own. */
    struct text partial;
    bool overlong;
};

/* GoGui's way to stop a genmove; it is a comment to everybody else. */
static bool is_interrupt(const char *at, size_t length) {
    while (length > 0 && (at[length - 1] == '\r' || at[length - 1] == ' '))
        length--;
    return length == strlen("# interrupt") && memcmp(at, "# interrupt", length) == 0;
}

static void post(struct input *input) {
    struct item *item = memory_new(1, sizeof *item);
    item->interrupt = is_interrupt(text_string(&input->partial), input->partial.length);
    item->line.too_long = input->overlong;
    item->line.length = input->partial.length;
    item->line.at = text_take(&input->partial);
    input->overlong = false;
    bell_lock(input->bell);
    while (input->bytes > QUEUE_BYTES && !input->closing)
        bell_wait(input->bell, 0);
    input->bytes += item->line.length + sizeof *item;
    *input->last = item;
    input->last = &item->next;
    bell_ring(input->bell);
    bell_unlock(input->bell);
}

static void take_bytes(struct input *input, const char *bytes, size_t count) {
    while (count > 0) {
        const char *newline = memchr(bytes, '\n', count);
        size_t length = newline == NULL ? count : (size_t)(newline - bytes);
        size_t room = GTP_LINE_MAX - input->partial.length;
        text_putn(&input->partial, bytes, length < room ? length : room);
        input->overlong = input->overlong || length > room;
        if (newline == NULL)
            return;
        post(input);
        bytes += length + 1;
        count -= length + 1;
    }
}

static bool read_some(struct input *input) {
    struct pollfd wait[2] = {{.fd = input->descriptor, .events = POLLIN},
                             {.fd = input->wake[0], .events = POLLIN}};
    if (poll(wait, 2, -1) < 0)
        return errno == EINTR;
    if (wait[1].revents != 0)
        return false;
    char bytes[65536];
    ssize_t count = read(input->descriptor, bytes, sizeof bytes);
    if (count < 0)
        return errno == EINTR || errno == EAGAIN;
    if (count > 0)
        take_bytes(input, bytes, (size_t)count);
    return count > 0;
}

static void *input_run(void *argument) {
    struct input *input = argument;
    while (read_some(input))
        ;
    if (input->partial.length > 0)
        post(input);
    bell_lock(input->bell);
    input->ended = true;
    bell_ring(input->bell);
    bell_unlock(input->bell);
    return NULL;
}

struct input *input_open(int descriptor, struct bell *bell) {
    struct input *input = memory_new(1, sizeof *input);
    input->bell = bell;
    input->descriptor = descriptor;
    input->last = &input->first;
    if (pipe(input->wake) != 0 || pthread_create(&input->thread, NULL, input_run, input) != 0)
        abort();
    return input;
}

/* Unlinks *link and returns its item. The bell must be locked. */
static struct item *take(struct input *input, struct item **link) {
    struct item *item = *link;
    *link = item->next;
    if (item->next == NULL)
        input->last = link;
    input->bytes -= item->line.length + sizeof *item;
    bell_ring(input->bell);
    return item;
}

static void item_free(struct item *item) {
    free(item->line.at);
    free(item);
}

void input_close(struct input *input) {
    bell_lock(input->bell);
    input->closing = true;
    bell_ring(input->bell);
    bell_unlock(input->bell);
    close(input->wake[1]);
    pthread_join(input->thread, NULL);
    close(input->wake[0]);
    while (input->first != NULL)
        item_free(take(input, &input->first));
    text_free(&input->partial);
    free(input);
}

bool input_next(struct input *input, struct input_line *line) {
    bell_lock(input->bell);
    while (input->first == NULL && !input->ended)
        bell_wait(input->bell, 0);
    bool found = input->first != NULL;
    struct item *item = found ? take(input, &input->first) : NULL;
    bell_unlock(input->bell);
    if (found) {
        *line = item->line;
        free(item);
    }
    return found;
}

bool input_pending(const struct input *input) {
    for (const struct item *item = input->first; item != NULL; item = item->next)
        if (!item->interrupt)
            return true;
    return input->ended;
}

bool input_interrupted(struct input *input) {
    for (struct item **link = &input->first; *link != NULL; link = &(*link)->next) {
        if ((*link)->interrupt) {
            item_free(take(input, link));
            return true;
        }
    }
    return false;
}
