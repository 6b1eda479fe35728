/* WebSocket as RFC 6455 has it: frames go in as bytes, and all that the server says until it closes
 * comes out. The rows follow sections 5 (framing), 7.4 (status codes) and 8.1 (UTF-8). */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "../support/suite.h"
#include "fixture.h"

enum { FIN = 0x80, RSV1 = 0x40, RSV2 = 0x20, RSV3 = 0x10 };
enum { MORE = 0x0, TEXT = 0x1, BINARY = 0x2, CLOSE = 0x8, PING = 0x9, PONG = 0xA };
enum { LIMIT = 70000 }; /* bytes of a message, so that lengths of all three forms can be sent */

/* How the length of a frame is written: as short as can be, or in the longer forms. */
enum form { SHORTEST, SIXTEEN, SIXTY_FOUR };

struct frame {
    int first;           /* byte: FIN, the reserved bits, the opcode */
    const char *payload; /* NULL: `length` times 'x' */
    size_t length;       /* of the payload; 0: up to its NUL */
    enum form form;
    uint64_t claimed; /* the length that is written, if it is not the payload's */
    bool unmasked;
};

#define FRAME(first, payload)                                                                      \
    { first, payload, 0, SHORTEST, 0, false }
#define FILLED(first, length)                                                                      \
    { first, NULL, length, SHORTEST, 0, false }
#define UNMASKED(first, payload)                                                                   \
    { first, payload, 0, SHORTEST, 0, true }
#define LENGTH(first, payload, form, claimed)                                                      \
    { first, payload, 0, form, claimed, false }

/* Frames, and what the server says: "TYPE:PAYLOAD" of each frame after hello, with a blank after
 * it; of a text only the first line. Where it stays, it is sent a close frame with 1000, which it
 * returns. */
struct row {
    const char *what;
    struct frame frames[6];
    const char *said;
};

#define GOOD "text:=1 pong close:1000 "
/* An answer that has the text in it, so that it is seen what came. */
#define ECHO(text)  "text:?1 unknown command: no order '" text "'; help lists them close:1000 "
#define NAMED(text) "1 " text

static const struct row framing[] = {
    {"5.1 a text in one frame", {FRAME(FIN | TEXT, "1 ping")}, GOOD},
    {"5.1 a frame without a mask", {UNMASKED(FIN | TEXT, "1 ping")}, "close:1002 "},
    {"5.1 a ping without a mask", {UNMASKED(FIN | PING, "x")}, "close:1002 "},
    {"5.2 reserved bit 1", {FRAME(FIN | RSV1 | TEXT, "1 ping")}, "close:1002 "},
    {"5.2 reserved bit 2", {FRAME(FIN | RSV2 | TEXT, "1 ping")}, "close:1002 "},
    {"5.2 reserved bit 3", {FRAME(FIN | RSV3 | TEXT, "1 ping")}, "close:1002 "},
    {"5.2 a reserved bit of a ping", {FRAME(FIN | RSV1 | PING, "")}, "close:1002 "},
    {"5.2 a reserved bit of a later part",
     {FRAME(TEXT, "1 pi"), FRAME(FIN | RSV1 | MORE, "ng")},
     "close:1002 "},
    {"5.2 opcode 3", {FRAME(FIN | 0x3, "1 ping")}, "close:1002 "},
    {"5.2 opcode 4", {FRAME(FIN | 0x4, "1 ping")}, "close:1002 "},
    {"5.2 opcode 5", {FRAME(FIN | 0x5, "1 ping")}, "close:1002 "},
    {"5.2 opcode 6", {FRAME(FIN | 0x6, "1 ping")}, "close:1002 "},
    {"5.2 opcode 7", {FRAME(FIN | 0x7, "1 ping")}, "close:1002 "},
    {"5.2 opcode 11", {FRAME(FIN | 0xB, "")}, "close:1002 "},
    {"5.2 opcode 12", {FRAME(FIN | 0xC, "")}, "close:1002 "},
    {"5.2 opcode 13", {FRAME(FIN | 0xD, "")}, "close:1002 "},
    {"5.2 opcode 14", {FRAME(FIN | 0xE, "")}, "close:1002 "},
    {"5.2 opcode 15", {FRAME(FIN | 0xF, "")}, "close:1002 "},
    {"5.2 a length of 16 bits that needs 7",
     {LENGTH(FIN | TEXT, "1 ping", SIXTEEN, 0)},
     "close:1002 "},
    {"5.2 a length of 64 bits that needs 7",
     {LENGTH(FIN | TEXT, "1 ping", SIXTY_FOUR, 0)},
     "close:1002 "},
    {"5.2 a length of 64 bits that needs 16",
     {{FIN | TEXT, NULL, 300, SIXTY_FOUR, 0, false}},
     "close:1002 "},
    {"5.2 a length of 0 in 16 bits", {LENGTH(FIN | TEXT, "", SIXTEEN, 0)}, "close:1002 "},
    {"5.2 the greatest length of 7 bits",
     {FILLED(FIN | TEXT, 125), FRAME(FIN | TEXT, "1 ping")},
     "text:? unknown command: " GOOD},
    {"5.2 the least length of 16 bits",
     {FILLED(FIN | TEXT, 126), FRAME(FIN | TEXT, "1 ping")},
     "text:? unknown command: " GOOD},
    {"5.2 the greatest length of 16 bits",
     {FILLED(FIN | TEXT, 65535), FRAME(FIN | TEXT, "1 ping")},
     "text:? unknown command: " GOOD},
    {"5.2 the least length of 64 bits",
     {FILLED(FIN | TEXT, 65536), FRAME(FIN | TEXT, "1 ping")},
     "text:? unknown command: " GOOD},
    {"5.2 the highest bit of a length",
     {LENGTH(FIN | TEXT, "1 ping", SIXTY_FOUR, UINT64_C(1) << 63)},
     "close:1002 "},
    {"5.2 a message of 2^62 bytes",
     {LENGTH(FIN | TEXT, "1 ping", SIXTY_FOUR, UINT64_C(1) << 62)},
     "close:1009 "},
    {"5.2 the longest message",
     {FILLED(FIN | TEXT, LIMIT), FRAME(FIN | TEXT, "1 ping")},
     "text:? unknown command: " GOOD},
    {"5.2 one byte too many", {FILLED(FIN | TEXT, LIMIT + 1)}, "close:1009 "},
    {"5.4 too many bytes in two parts",
     {FILLED(TEXT, LIMIT), FRAME(FIN | MORE, "x")},
     "close:1009 "},
    {"5.4 2^62 bytes as a second part",
     {FRAME(TEXT, "1 pi"), LENGTH(FIN | MORE, "ng", SIXTY_FOUR, UINT64_C(1) << 62)},
     "close:1009 "},
    {"5.4 two parts", {FRAME(TEXT, "1 pi"), FRAME(FIN | MORE, "ng")}, GOOD},
    {"5.4 three parts, one of them empty",
     {FRAME(TEXT, "1 pi"), FRAME(MORE, ""), FRAME(FIN | MORE, "ng")},
     GOOD},
    {"5.4 parts that are all empty",
     {FRAME(TEXT, ""), FRAME(MORE, ""), FRAME(FIN | MORE, ""), FRAME(FIN | TEXT, "1 ping")},
     GOOD},
    {"5.4 a ping between parts",
     {FRAME(TEXT, "1 pi"), FRAME(FIN | PING, "here"), FRAME(FIN | MORE, "ng")},
     "pong:here " GOOD},
    {"5.4 a pong between parts",
     {FRAME(TEXT, "1 pi"), FRAME(FIN | PONG, ""), FRAME(FIN | MORE, "ng")},
     GOOD},
    {"5.4 a close between parts",
     {FRAME(TEXT, "1 pi"), FRAME(FIN | CLOSE, "\x03\xE8")},
     "close:1000 "},
    {"5.4 a later part without a first", {FRAME(FIN | MORE, "1 ping")}, "close:1002 "},
    {"5.4 the same before its end", {FRAME(MORE, "1 ping")}, "close:1002 "},
    {"5.4 a later part after the last",
     {FRAME(FIN | TEXT, "1 ping"), FRAME(FIN | MORE, "x")},
     "text:=1 pong close:1002 "},
    {"5.4 a text between parts", {FRAME(TEXT, "1 pi"), FRAME(FIN | TEXT, "1 ping")}, "close:1002 "},
    {"5.4 a binary frame between parts",
     {FRAME(TEXT, "1 pi"), FRAME(FIN | BINARY, "x")},
     "close:1002 "},
    {"5.5 a ping of 125 bytes",
     {FILLED(FIN | PING, 125)},
     "pong:"
     "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
     "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx close:1000 "},
    {"5.5 a ping of 126 bytes", {FILLED(FIN | PING, 126)}, "close:1002 "},
    {"5.5 a pong of 126 bytes", {FILLED(FIN | PONG, 126)}, "close:1002 "},
    {"5.5 a close of 126 bytes", {FILLED(FIN | CLOSE, 126)}, "close:1002 "},
    {"5.5 a ping whose length has 64 bits",
     {LENGTH(FIN | PING, "x", SIXTY_FOUR, UINT64_C(1) << 62)},
     "close:1002 "},
    {"5.5 a ping in parts", {FRAME(PING, "x"), FRAME(FIN | MORE, "y")}, "close:1002 "},
    {"5.5 a close in parts", {FRAME(CLOSE, "\x03\xE8")}, "close:1002 "},
    {"5.5.1 a close without a code", {FRAME(FIN | CLOSE, "")}, "close: "},
    {"5.5.1 half a code", {FRAME(FIN | CLOSE, "\x03")}, "close:1002 "},
    {"5.5.1 a code and a reason",
     {FRAME(FIN | CLOSE, "\x03\xE8"
                         "bye")},
     "close:1000 "},
    {"5.5.1 a reason of 123 bytes",
     {FRAME(FIN | CLOSE, "\x03\xE8"
                         "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
                         "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")},
     "close:1000 "},
    {"5.5.1 an order after the close",
     {FRAME(FIN | CLOSE, "\x03\xE9"), FRAME(FIN | TEXT, "1 ping")},
     "close:1001 "},
    {"5.5.1 a fault after the close",
     {FRAME(FIN | CLOSE, "\x03\xE9"), FILLED(FIN | RSV1 | 0x3, 60000)},
     "close:1001 "},
    {"5.5.2 a ping without bytes", {FRAME(FIN | PING, "")}, "pong: close:1000 "},
    {"5.5.2 bytes that are no text", {FRAME(FIN | PING, "\xFF\xFE")}, "pong:\xFF\xFE close:1000 "},
    {"5.5.2 pings are answered in turn",
     {FRAME(FIN | PING, "a"), FRAME(FIN | PING, "b"), FRAME(FIN | PING, "c")},
     "pong:a pong:b pong:c close:1000 "},
    {"5.5.3 a pong that nobody asked for",
     {FRAME(FIN | PONG, "x"), FRAME(FIN | TEXT, "1 ping")},
     GOOD},
    {"5.6 a binary message",
     {FRAME(FIN | BINARY, "1 ping")},
     "text:! bye {\"why\":\"text messages only\"} close:1003 "},
    {"5.6 an empty binary message",
     {FRAME(FIN | BINARY, "")},
     "text:! bye {\"why\":\"text messages only\"} close:1003 "},
    {"5.6 the first part of a binary message",
     {FRAME(BINARY, "1 pi")},
     "text:! bye {\"why\":\"text messages only\"} close:1003 "},
    {"5.6 what came before a binary message is answered",
     {FRAME(FIN | TEXT, "1 ping"), FRAME(FIN | BINARY, "x"), FRAME(FIN | TEXT, "2 ping")},
     "text:=1 pong text:! bye {\"why\":\"text messages only\"} close:1003 "},
    {"5.6 a text without bytes", {FRAME(FIN | TEXT, ""), FRAME(FIN | TEXT, "1 ping")}, GOOD},
    {"5.6 a fault after much that was not read",
     {FILLED(FIN | 0x3, 60000), FILLED(FIN | TEXT, 60000), FILLED(FIN | TEXT, 60000)},
     "close:1002 "},
};

/* A close frame with the code, and the code that comes back. */
static const struct {
    int sent, returned;
} codes[] = {
    {0, 1002},    {999, 1002},  {1000, 1000}, {1001, 1001}, {1002, 1002},
    {1003, 1003}, {1004, 1002}, {1005, 1002}, {1006, 1002}, {1007, 1007},
    {1008, 1008}, {1009, 1009}, {1010, 1010}, {1011, 1011}, {1015, 1002},
    {1016, 1002}, {1100, 1002}, {2000, 1002}, {2999, 1002}, {3000, 3000},
    {3999, 3999}, {4000, 4000}, {4999, 4999}, {5000, 1002}, {65535, 1002},
};

static const struct row utf8[] = {
    {"8.1 two bytes", {FRAME(FIN | TEXT, NAMED("\u00E9"))}, ECHO("\u00E9")},
    {"8.1 three bytes", {FRAME(FIN | TEXT, NAMED("\u20AC"))}, ECHO("\u20AC")},
    {"8.1 four bytes", {FRAME(FIN | TEXT, NAMED("\U0001F600"))}, ECHO("\U0001F600")},
    {"8.1 the last before the surrogates",
     {FRAME(FIN | TEXT, NAMED("\xED\x9F\xBF"))},
     ECHO("\xED\x9F\xBF")},
    {"8.1 the first after them", {FRAME(FIN | TEXT, NAMED("\xEE\x80\x80"))}, ECHO("\xEE\x80\x80")},
    {"8.1 the last of all",
     {FRAME(FIN | TEXT, NAMED("\xF4\x8F\xBF\xBF"))},
     ECHO("\xF4\x8F\xBF\xBF")},
    {"8.1 no character, but a code point",
     {FRAME(FIN | TEXT, NAMED("\xEF\xBF\xBF"))},
     ECHO("\xEF\xBF\xBF")},
    {"8.1 a character in two parts",
     {FRAME(TEXT, NAMED("\xE2\x82")), FRAME(FIN | MORE, "\xAC")},
     ECHO("\u20AC")},
    {"8.1 a character in four parts",
     {FRAME(TEXT, NAMED("\xF0")), FRAME(MORE, "\x9F"), FRAME(MORE, "\x98"),
      FRAME(FIN | MORE, "\x80")},
     ECHO("\U0001F600")},
    {"8.1 a ping within a character",
     {FRAME(TEXT, NAMED("\xE2\x82")), FRAME(FIN | PING, "\x82"), FRAME(FIN | MORE, "\xAC")},
     "pong:\x82 " ECHO("\u20AC")},
    {"8.1 the later byte alone", {FRAME(FIN | TEXT, NAMED("\x80"))}, "close:1007 "},
    {"8.1 two bytes that need one", {FRAME(FIN | TEXT, NAMED("\xC0\xAF"))}, "close:1007 "},
    {"8.1 three bytes that need two", {FRAME(FIN | TEXT, NAMED("\xE0\x80\xAF"))}, "close:1007 "},
    {"8.1 four bytes that need three",
     {FRAME(FIN | TEXT, NAMED("\xF0\x80\x80\xAF"))},
     "close:1007 "},
    {"8.1 the first surrogate", {FRAME(FIN | TEXT, NAMED("\xED\xA0\x80"))}, "close:1007 "},
    {"8.1 the last surrogate", {FRAME(FIN | TEXT, NAMED("\xED\xBF\xBF"))}, "close:1007 "},
    {"8.1 beyond the last of all", {FRAME(FIN | TEXT, NAMED("\xF4\x90\x80\x80"))}, "close:1007 "},
    {"8.1 a byte that begins nothing",
     {FRAME(FIN | TEXT, NAMED("\xF5\x80\x80\x80"))},
     "close:1007 "},
    {"8.1 the byte FF", {FRAME(FIN | TEXT, NAMED("\xFF"))}, "close:1007 "},
    {"8.1 a character without its end", {FRAME(FIN | TEXT, NAMED("\xE2\x82"))}, "close:1007 "},
    {"8.1 the same in the last part",
     {FRAME(TEXT, "1 x"), FRAME(FIN | MORE, "\xE2\x82")},
     "close:1007 "},
    {"8.1 another character before its end",
     {FRAME(TEXT, NAMED("\xE2\x82")), FRAME(FIN | MORE, "x")},
     "close:1007 "},
    {"8.1 a fault is told before the message ends", {FRAME(TEXT, NAMED("\xFF"))}, "close:1007 "},
    {"8.1 a reason that is no text", {FRAME(FIN | CLOSE, "\x03\xE8\xFF")}, "close:1007 "},
    {"8.1 a reason that breaks off", {FRAME(FIN | CLOSE, "\x03\xE8\xE2\x82")}, "close:1007 "},
    {"8.1 a reason in all its bytes", {FRAME(FIN | CLOSE, "\x03\xE8\xE2\x82\xAC")}, "close:1000 "},
};

static void put_length(struct text *bytes, const struct frame *frame, size_t length) {
    uint64_t claimed = frame->claimed > 0 ? frame->claimed : length;
    enum form form = frame->form;
    if (form == SHORTEST)
        form = length < 126 ? SHORTEST : length < 65536 ? SIXTEEN : SIXTY_FOUR;
    int marks[] = {[SHORTEST] = (int)length, [SIXTEEN] = 126, [SIXTY_FOUR] = 127};
    text_putc(bytes, (char)(marks[form] | (frame->unmasked ? 0 : 0x80)));
    for (int shift = form == SIXTY_FOUR ? 56 : 8; form != SHORTEST && shift >= 0; shift -= 8)
        text_putc(bytes, (char)(claimed >> shift));
}

static void put_frame(struct text *bytes, const struct frame *frame) {
    static const char mask[4] = {0x37, (char)0xFA, 0x21, 0x3D};
    size_t length =
        frame->length > 0 || frame->payload == NULL ? frame->length : strlen(frame->payload);
    text_putc(bytes, (char)frame->first);
    put_length(bytes, frame, length);
    if (!frame->unmasked)
        text_putn(bytes, mask, sizeof mask);
    for (size_t i = 0; i < length; i++) {
        char byte = frame->payload == NULL ? 'x' : frame->payload[i];
        text_putc(bytes, (char)(frame->unmasked ? byte : byte ^ mask[i % 4]));
    }
}

/* A frame of the server, whose length has at most 16 bits here, as a row has it; its bytes. */
static size_t show_frame(const unsigned char *at, size_t left, struct text *said) {
    ck_assert_uint_ge(left, 2);
    int opcode = at[0] & 0x0F;
    size_t length = at[1] & 0x7F, head = length == 126 ? 4 : length == 127 ? 10 : 2;
    ck_assert_int_eq(at[0] & 0xF0, FIN);
    ck_assert_int_eq(at[1] & 0x80, 0);
    if (head > 2)
        length = (size_t)at[head - 2] << 8 | at[head - 1] | (head > 4 ? (size_t)at[7] << 16 : 0);
    ck_assert_uint_ge(left, head + length);
    const char *payload = (const char *)at + head;
    size_t shown = length;
    if (opcode == TEXT) { /* one without an end repeats what came, however long that is */
        const char *end = memchr(payload, '\n', length);
        shown = end == NULL ? length : (size_t)(end - payload);
        shown = shown > 100 ? strlen("? unknown command:") : shown;
    }
    text_put(said, opcode == TEXT ? "text:" : opcode == PONG ? "pong:" : "close:");
    ck_assert(opcode == TEXT || opcode == PONG || opcode == CLOSE);
    if (opcode != CLOSE)
        text_putn(said, payload, shown);
    else if (length > 0)
        text_print(said, "%d", at[head] << 8 | at[head + 1]);
    text_putc(said, ' ');
    return head + length;
}

/* Everything that the server says to the frames until it closes. They come at once or, unless there
 * are many, byte by byte. */
static void answers(const struct frame *frames, size_t count, bool slow, struct text *said) {
    static const struct frame goodbye = FRAME(FIN | CLOSE, "\x03\xE8");
    struct talker *t = open_wire(1);
    struct text bytes = {0}, answer = {0};
    for (size_t i = 0; i < count && (frames[i].first != 0 || frames[i].payload != NULL); i++)
        put_frame(&bytes, &frames[i]);
    put_frame(&bytes, &goodbye);
    size_t step = slow && bytes.length < 1000 ? 1 : bytes.length;
    for (size_t i = 0; i < bytes.length; i += step)
        talker_raw(t, bytes.at + i, step);
    talker_rest(t, &answer);
    for (size_t at = 0; at < answer.length;)
        at += show_frame((const unsigned char *)answer.at + at, answer.length - at, said);
    text_free(&bytes);
    text_free(&answer);
    talker_close(t);
}

static void ck_rows(const struct row *rows, size_t count, bool slow) {
    char limit[40];
    snprintf(limit, sizeof limit, "message = %d\n", LIMIT);
    fixture_start(limit);
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        struct text said = {0};
        answers(rows[i].frames, 6, slow, &said);
        if (strcmp(text_string(&said), rows[i].said) != 0) {
            printf("# %s\n#   wanted %s\n#   got    %s\n", rows[i].what, rows[i].said,
                   text_string(&said));
            wrong++;
        }
        text_free(&said);
    }
    fflush(stdout);
    ck_assert_uint_eq(wrong, 0);
}

START_TEST(frames) {
    ck_rows(framing, sizeof framing / sizeof *framing, _i == 1);
}
END_TEST

START_TEST(texts) {
    ck_rows(utf8, sizeof utf8 / sizeof *utf8, _i == 1);
}
END_TEST

START_TEST(status_codes) {
    enum { CODES = sizeof codes / sizeof *codes };
    char payload[CODES][5], said[CODES][20], what[CODES][20];
    struct row rows[CODES];
    for (size_t i = 0; i < CODES; i++) {
        snprintf(what[i], sizeof what[i], "7.4 code %d", codes[i].sent);
        snprintf(said[i], sizeof said[i], "close:%d ", codes[i].returned);
        rows[i] =
            (struct row){what[i], {{FIN | CLOSE, payload[i], 2, SHORTEST, 0, false}}, said[i]};
        memcpy(payload[i], (char[]){(char)(codes[i].sent >> 8), (char)codes[i].sent, 0}, 3);
    }
    ck_rows(rows, CODES, _i == 1);
}
END_TEST

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("websocket");
    fixture_add_loop(suite, fixture_setup, frames, 0, 2);
    fixture_add_loop(suite, fixture_setup, texts, 0, 2);
    fixture_add_loop(suite, fixture_setup, status_codes, 0, 2);
    return suite_run(suite);
}
