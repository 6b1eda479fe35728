#include "replies.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"

bool replies_is_ok(const struct replies *replies) {
    return replies->start <= replies->end &&
           (replies->at == NULL ? replies->end == 0 : replies->end < replies->room);
}

void replies_free(struct replies *replies) {
    free(replies->at);
    *replies = (struct replies){0};
}

void replies_clear(struct replies *replies) {
    replies->start = replies->end = replies->scanned = 0;
}

char *replies_space(struct replies *replies, size_t least, size_t *room) {
    if (replies->start == replies->end)
        replies_clear(replies);
    /* One byte stays free, so that the last reply can always be ended by a NUL. */
    if (replies->room - replies->end < least + 1 && replies->start > 0) {
        memmove(replies->at, replies->at + replies->start, replies->end - replies->start);
        replies->end -= replies->start;
        replies->scanned -= replies->start;
        replies->start = 0;
    }
    if (replies->room - replies->end < least + 1) {
        replies->room = (replies->end + least + 1) * 2;
        replies->at = memory_grow(replies->at, replies->room, 1);
    }
    *room = replies->room - replies->end - 1;
    return replies->at + replies->end;
}

void replies_added(struct replies *replies, size_t count) {
    replies->end += count;
    assert(replies_is_ok(replies));
}

static bool is_blank(char c) {
    return (unsigned char)c <= ' ' || c == 127;
}

/* The empty line that ends a reply: returns where its second newline stands, or 0. */
static size_t replies_find_end(struct replies *replies) {
    size_t from = replies->scanned > replies->start ? replies->scanned : replies->start;
    while (from < replies->end) {
        char *newline = memchr(replies->at + from, '\n', replies->end - from);
        if (newline == NULL) {
            replies->scanned = replies->end;
            return 0;
        }
        size_t first = (size_t)(newline - replies->at);
        size_t next = first + 1;
        while (next < replies->end && replies->at[next] == '\r')
            next++;
        if (next == replies->end) {
            replies->scanned = first;
            return 0;
        }
        if (replies->at[next] == '\n')
            return next;
        from = next;
    }
    return 0;
}

/* Drops control characters, turns tabs into spaces, cuts white space off the end. */
static size_t clean(char *text, size_t length) {
    size_t kept = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == '\t')
            c = ' ';
        if (((unsigned char)c < ' ' && c != '\n') || c == 127)
            continue;
        text[kept++] = c;
    }
    while (kept > 0 && is_blank(text[kept - 1]))
        kept--;
    return kept;
}

static void reply_read(char *text, size_t length, struct reply *reply) {
    *reply = (struct reply){.ok = text[0] == '=', .id = REPLY_ID_NONE};
    size_t i = 1;
    if (i < length && text[i] >= '0' && text[i] <= '9') {
        reply->id = 0;
        for (; i < length && text[i] >= '0' && text[i] <= '9'; i++)
            if (reply->id < 1000000000L)
                reply->id = reply->id * 10 + (text[i] - '0');
    }
    while (i < length && is_blank(text[i]))
        i++;
    reply->length = clean(text + i, length - i);
    reply->text = text + i;
    text[i + reply->length] = '\0';
}

void replies_rest(struct replies *replies, struct reply *reply) {
    *reply = (struct reply){.id = REPLY_ID_NONE, .text = ""};
    if (replies->start == replies->end)
        return;
    char *text = replies->at + replies->start;
    size_t length = replies->end - replies->start;
    char *newline = memchr(text, '\n', length);
    if (newline != NULL)
        length = (size_t)(newline - text);
    text[length] = '\0'; /* there is room: see replies_space */
    reply->text = text;
    reply->length = clean(text, length);
    text[reply->length] = '\0';
}

enum reply_status replies_next(struct replies *replies, size_t limit, struct reply *reply,
                               size_t *skipped) {
    size_t before = replies->start;
    while (replies->start < replies->end && is_blank(replies->at[replies->start]))
        replies->start++;
    if (skipped != NULL)
        *skipped += replies->start - before;
    if (replies->start == replies->end)
        return REPLY_MORE;
    char status = replies->at[replies->start];
    if (status != '=' && status != '?')
        return replies_rest(replies, reply), REPLY_GARBAGE;
    size_t end = replies_find_end(replies);
    if (end == 0)
        return replies->end - replies->start > limit ? REPLY_FLOOD : REPLY_MORE;
    reply_read(replies->at + replies->start, end - replies->start, reply);
    replies->start = end + 1;
    return reply->length > limit ? REPLY_FLOOD : REPLY_WHOLE;
}
