#include "transcript.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"

struct transcript_piece {
    double when;
    uint32_t length;
    uint32_t cut; /* bytes of it that were not kept */
    uint8_t kind;
    uint8_t who;
};

void transcript_free(struct transcript *transcript) {
    free(transcript->at);
    *transcript = (struct transcript){0};
}

void transcript_clear(struct transcript *transcript) {
    transcript->length = transcript->dropped = 0;
}

static void transcript_drop_half(struct transcript *transcript) {
    size_t at = 0;
    while (at < transcript->length / 2) {
        struct transcript_piece piece;
        memcpy(&piece, transcript->at + at, sizeof piece);
        at += sizeof piece + piece.length;
    }
    transcript->dropped += at;
    transcript->length -= at;
    memmove(transcript->at, transcript->at + at, transcript->length);
}

void transcript_add(struct transcript *transcript, enum transcript_kind kind, int who,
                    const char *bytes, size_t length, double when) {
    size_t kept = length < TRANSCRIPT_CHUNK ? length : TRANSCRIPT_CHUNK;
    struct transcript_piece piece = {.when = when,
                                     .length = (uint32_t)kept,
                                     .cut = (uint32_t)(length - kept),
                                     .kind = (uint8_t)kind,
                                     .who = (uint8_t)who};
    size_t need = sizeof piece + kept;
    if (transcript->length + need > transcript->limit)
        transcript_drop_half(transcript);
    if (transcript->room - transcript->length < need) {
        transcript->room = (transcript->length + need) * 2;
        transcript->at = memory_grow(transcript->at, transcript->room, 1);
    }
    memcpy(transcript->at + transcript->length, &piece, sizeof piece);
    memcpy(transcript->at + transcript->length + sizeof piece, bytes, kept);
    transcript->length += need;
}

/* One line, made safe to show: bytes of control characters, and what is no UTF-8, become dots. */
static void put_line(struct text *text, const char *bytes, size_t length) {
    struct text line = {0}; /* for the zero at its end */
    text_putn(&line, bytes, length);
    const char *at = text_string(&line);
    while (length > 0) {
        size_t letter = *at == '\n' || *at == '\t' ? 0 : text_letter(at);
        if (letter > 0)
            text_putn(text, at, letter);
        else
            text_putc(text, '.');
        letter += letter == 0;
        at += letter;
        length -= letter;
    }
    text_free(&line);
}

void transcript_put_line(double seconds, const char *name, enum transcript_kind kind,
                         const char *bytes, size_t length, struct text *text) {
    static const char *const signs[] = {">", "<", "!", "#"};
    text_print(text, "%12.6f %s %s ", seconds, name, signs[kind]);
    put_line(text, bytes, length);
    text_putc(text, '\n');
}

static void piece_print(const struct transcript_piece *piece, const char *bytes, double start,
                        const char *name, struct text *text) {
    size_t at = 0;
    while (at < piece->length) {
        const char *newline = memchr(bytes + at, '\n', piece->length - at);
        size_t end = newline != NULL ? (size_t)(newline - bytes) : piece->length;
        if (end > at)
            transcript_put_line(piece->when - start, name, (enum transcript_kind)piece->kind,
                                bytes + at, end - at, text);
        at = end + 1;
    }
    if (piece->cut > 0)
        text_print(text, "%12.6f %s # %u more bytes\n", piece->when - start, name, piece->cut);
}

void transcript_print(const struct transcript *transcript, double start, const char *const *names,
                      struct text *text) {
    if (transcript->dropped > 0)
        text_print(text, "# the first %zu bytes are gone\n", transcript->dropped);
    struct transcript_piece piece;
    for (size_t at = 0; at < transcript->length; at += sizeof piece + piece.length) {
        memcpy(&piece, transcript->at + at, sizeof piece);
        piece_print(&piece, transcript->at + at + sizeof piece, start, names[piece.who], text);
    }
}

static void transcript_join(const struct transcript *transcript, enum transcript_kind kind, int who,
                            struct text *text) {
    struct transcript_piece piece;
    for (size_t at = 0; at < transcript->length; at += sizeof piece + piece.length) {
        memcpy(&piece, transcript->at + at, sizeof piece);
        if (piece.kind == kind && piece.who == who)
            text_putn(text, transcript->at + at + sizeof piece, piece.length);
    }
}

static bool is_blank(char c) {
    return (unsigned char)c <= ' ';
}

/* The line that ends before `end`, blank ones skipped; returns where it begins. */
static size_t line_before(const struct text *text, size_t *end) {
    while (*end > 0 && is_blank(text->at[*end - 1]))
        (*end)--;
    size_t start = *end;
    while (start > 0 && text->at[start - 1] != '\n')
        start--;
    return start;
}

/* From the last line up; a line may have come in several pieces. */
static void put_tail(const struct text *all, size_t end, int lines, struct text *text) {
    size_t start = line_before(all, &end);
    if (start == end || lines == 0)
        return;
    put_tail(all, start, lines - 1, text);
    text_put(text, text->length > 0 ? " / " : "");
    while (is_blank(all->at[start]))
        start++;
    put_line(text, all->at + start, end - start);
}

void transcript_tail(const struct transcript *transcript, enum transcript_kind kind, int who,
                     int lines, struct text *text) {
    struct text all = {0};
    transcript_join(transcript, kind, who, &all);
    put_tail(&all, all.length, lines, text);
    text_free(&all);
}
