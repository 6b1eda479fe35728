#include "delta.h"

#include <string.h>

#include "../../src/core/json.h"

enum { GAP = 8 }; /* an edit costs about so many bytes: nearer ones are joined */

struct delta {
    struct text *json;
    size_t kept; /* bytes since the last edit */
};

static void put_edit(struct delta *delta, size_t drop, const char *insert, size_t length) {
    struct text piece = {0};
    text_putn(&piece, insert, length);
    json_next(delta->json);
    text_print(delta->json, "%zu,%zu,", delta->kept, drop);
    json_string(delta->json, text_string(&piece));
    text_free(&piece);
    delta->kept = 0;
}

/* What both begin and end with is kept, the rest is one edit. */
static void put_middle(struct delta *delta, const char *from, size_t from_length, const char *to,
                       size_t to_length) {
    size_t shorter = from_length < to_length ? from_length : to_length, head = 0, tail = 0;
    while (head < shorter && from[head] == to[head])
        head++;
    while (tail < shorter - head && from[from_length - 1 - tail] == to[to_length - 1 - tail])
        tail++;
    delta->kept += head;
    if (head + tail < from_length || head + tail < to_length)
        put_edit(delta, from_length - head - tail, to + head, to_length - head - tail);
    delta->kept += tail;
}

/* Words of one length are compared place by place. */
static void put_places(struct delta *delta, const char *from, const char *to, size_t length) {
    size_t at = 0;
    while (at < length) {
        size_t begin = at;
        while (at < length && from[at] == to[at])
            at++;
        delta->kept += at - begin;
        if (at == length)
            return;
        size_t end = at + 1;
        for (size_t i = end; i < length && i < end + GAP; i++)
            if (from[i] != to[i])
                end = i + 1;
        put_edit(delta, end - at, to + at, end - at);
        at = end;
    }
}

static size_t count_words(const char *text) {
    size_t count = 1;
    for (; *text != '\0'; text++)
        count += *text == ' ';
    return count;
}

void delta_print(const char *from, const char *to, struct text *json) {
    struct delta delta = {.json = json};
    text_putc(json, '[');
    bool alike = count_words(from) == count_words(to);
    while (alike) {
        size_t a = strcspn(from, " "), b = strcspn(to, " ");
        if (a == b)
            put_places(&delta, from, to, a);
        else
            put_middle(&delta, from, a, to, b);
        from += a;
        to += b;
        if (*from == '\0')
            break;
        from++;
        to++;
        delta.kept++;
    }
    if (!alike)
        put_middle(&delta, from, strlen(from), to, strlen(to));
    text_putc(json, ']');
}
