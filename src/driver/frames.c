#include "frames.h"

#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"

void frames_free(struct frames *frames) {
    free(frames->at);
    *frames = (struct frames){0};
}

void frames_clear(struct frames *frames) {
    frames->start = frames->end = frames->scanned = 0;
}

char *frames_space(struct frames *frames, size_t least, size_t *room) {
    if (frames->start == frames->end)
        frames_clear(frames);
    /* One byte stays free, so that the last reply can always be ended by a NUL. */
    if (frames->room - frames->end < least + 1 && frames->start > 0) {
        memmove(frames->at, frames->at + frames->start, frames->end - frames->start);
        frames->end -= frames->start;
        frames->scanned -= frames->start;
        frames->start = 0;
    }
    if (frames->room - frames->end < least + 1) {
        frames->room = (frames->end + least + 1) * 2;
        frames->at = memory_grow(frames->at, frames->room, 1);
    }
    *room = frames->room - frames->end - 1;
    return frames->at + frames->end;
}

void frames_added(struct frames *frames, size_t count) {
    frames->end += count;
}

static bool is_blank(char c) {
    return (unsigned char)c <= ' ' || c == 127;
}

/* The empty line that ends a reply: returns where its second newline stands, or 0. */
static size_t frames_find_end(struct frames *frames) {
    size_t from = frames->scanned > frames->start ? frames->scanned : frames->start;
    while (from < frames->end) {
        char *newline = memchr(frames->at + from, '\n', frames->end - from);
        if (newline == NULL) {
            frames->scanned = frames->end;
            return 0;
        }
        size_t first = (size_t)(newline - frames->at);
        size_t next = first + 1;
        while (next < frames->end && frames->at[next] == '\r')
            next++;
        if (next == frames->end) {
            frames->scanned = first;
            return 0;
        }
        if (frames->at[next] == '\n')
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

static void frame_read(char *text, size_t length, struct frame *frame) {
    *frame = (struct frame){.ok = text[0] == '=', .id = FRAME_ID_NONE};
    size_t i = 1;
    if (i < length && text[i] >= '0' && text[i] <= '9') {
        frame->id = 0;
        for (; i < length && text[i] >= '0' && text[i] <= '9'; i++)
            if (frame->id < 1000000000L)
                frame->id = frame->id * 10 + (text[i] - '0');
    }
    while (i < length && is_blank(text[i]))
        i++;
    frame->length = clean(text + i, length - i);
    frame->text = text + i;
    text[i + frame->length] = '\0';
}

void frames_rest(struct frames *frames, struct frame *frame) {
    *frame = (struct frame){.id = FRAME_ID_NONE, .text = ""};
    if (frames->start == frames->end)
        return;
    char *text = frames->at + frames->start;
    size_t length = frames->end - frames->start;
    char *newline = memchr(text, '\n', length);
    if (newline != NULL)
        length = (size_t)(newline - text);
    text[length] = '\0'; /* there is room: see frames_space */
    frame->text = text;
    frame->length = clean(text, length);
    text[frame->length] = '\0';
}

enum frame_status frames_next(struct frames *frames, size_t limit, struct frame *frame,
                              size_t *skipped) {
    size_t before = frames->start;
    while (frames->start < frames->end && is_blank(frames->at[frames->start]))
        frames->start++;
    if (skipped != NULL)
        *skipped += frames->start - before;
    if (frames->start == frames->end)
        return FRAME_MORE;
    char status = frames->at[frames->start];
    if (status != '=' && status != '?')
        return frames_rest(frames, frame), FRAME_GARBAGE;
    size_t end = frames_find_end(frames);
    if (end == 0)
        return frames->end - frames->start > limit ? FRAME_FLOOD : FRAME_MORE;
    frame_read(frames->at + frames->start, end - frames->start, frame);
    frames->start = end + 1;
    return frame->length > limit ? FRAME_FLOOD : FRAME_REPLY;
}
