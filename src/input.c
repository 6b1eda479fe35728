#include "input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/gtp.h"
#include "core/memory.h"
#include "core/text.h"
#include "system/wait.h"

/* Beyond this many waiting bytes nothing more is read, so that a flood stays in the pipe. */
enum { QUEUE_BYTES = 16 << 20 };

struct item {
    struct item *next;
    struct input_line line;
    bool interrupt;
};

struct input {
    int descriptor;
    struct item *first, **last;
    size_t bytes;        /* in the items */
    size_t interrupts;   /* among the items, so that a flood need not be searched for one */
    struct text partial; /* the line that has not ended yet */
    bool overlong;
    bool ended;
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
    input->interrupts += item->interrupt;
    input->bytes += item->line.length + sizeof *item;
    *input->last = item;
    input->last = &item->next;
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

/* Reads once; may wait for the first byte. */
static void read_some(struct input *input) {
    char bytes[65536];
    ssize_t count = read(input->descriptor, bytes, sizeof bytes);
    if (count > 0) {
        take_bytes(input, bytes, (size_t)count);
        return;
    }
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    input->ended = true;
    if (input->partial.length > 0)
        post(input);
}

/* The descriptor to watch, -1 if nothing more is to be read for now. */
static int readable(const struct input *input) {
    return input->ended || input->bytes > QUEUE_BYTES ? -1 : input->descriptor;
}

static void read_what_is_there(struct input *input) {
    int descriptor;
    while ((descriptor = readable(input)) >= 0 && wait_is_readable(descriptor))
        read_some(input);
}

struct input *input_open(int descriptor) {
    struct input *input = memory_new(1, sizeof *input);
    input->descriptor = descriptor;
    input->last = &input->first;
    return input;
}

/* Unlinks *link and returns its item. */
static struct item *take(struct input *input, struct item **link) {
    struct item *item = *link;
    *link = item->next;
    if (item->next == NULL)
        input->last = link;
    input->interrupts -= item->interrupt;
    input->bytes -= item->line.length + sizeof *item;
    return item;
}

static void item_free(struct item *item) {
    free(item->line.at);
    free(item);
}

void input_close(struct input *input) {
    while (input->first != NULL)
        item_free(take(input, &input->first));
    text_free(&input->partial);
    free(input);
}

bool input_next(struct input *input, struct input_line *line) {
    while (input->first == NULL && !input->ended) {
        read_some(input);
        if (input->first == NULL && !input->ended)
            wait_readable(input->descriptor); /* the descriptor may be non-blocking */
    }
    if (input->first == NULL)
        return false;
    struct item *item = take(input, &input->first);
    *line = item->line;
    free(item);
    return true;
}

bool input_pending(struct input *input) {
    read_what_is_there(input);
    return input->first != NULL || input->ended;
}

bool input_interrupted(struct input *input) {
    read_what_is_there(input);
    if (input->interrupts == 0)
        return false;
    struct item **link = &input->first;
    while (!(*link)->interrupt)
        link = &(*link)->next;
    item_free(take(input, link));
    return true;
}

void input_wait(struct input *input, struct wakeup *wakeup, double deadline) {
    if (wakeup_watch(wakeup, readable(input), deadline))
        read_some(input);
}
