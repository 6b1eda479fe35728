/* Arbitrary bytes as the output of an engine, in pieces whose lengths the first byte decides; what
 * comes out of that also as an object that a server has sent. */
#include <string.h>

#include "../../src/core/json.h"
#include "../../src/core/rng.h"
#include "../../src/driver/replies.h"
#include "fuzz.h"

enum { LIMIT = 512 };

static void check_json(const char *json) {
    struct text name = {0}, value = {0};
    const char *at = strchr(json, '{'), *end = json + strlen(json);
    while (at != NULL && json_walk(&at, &name, &value)) {
        fuzz_law(at <= end, "a step stays within the text");
        fuzz_law(name.length + value.length <= (size_t)(at - json),
                 "a member is no longer than its text");
    }
    json_find(json, "state", &value);
    fuzz_law(value.length <= (size_t)(end - json), "nor is what is found");
    text_free(&name);
    text_free(&value);
}

static void check_reply(const struct reply *reply) {
    fuzz_law(strlen(reply->text) == reply->length, "a reply is one string");
    fuzz_law(reply->id >= REPLY_ID_NONE, "an id is a number");
    for (size_t i = 0; i < reply->length; i++) {
        unsigned char c = (unsigned char)reply->text[i];
        fuzz_law((c >= ' ' || c == '\n') && c != 127, "a reply holds no control characters");
    }
    check_json(reply->text);
}

/* All that can be read now; false once the stream is spoilt. */
static bool drain(struct replies *replies, size_t *whole) {
    struct reply reply;
    for (;;) {
        size_t before = replies->start;
        switch (replies_next(replies, LIMIT, &reply, NULL)) {
        case REPLY_WHOLE:
            fuzz_law(replies->start > before, "a reply takes bytes");
            check_reply(&reply);
            ++*whole;
            break;
        case REPLY_MORE:
            fuzz_law(replies->end - replies->start <= LIMIT,
                     "no unfinished reply beyond the limit");
            return true;
        case REPLY_GARBAGE:
            check_reply(&reply);
            return false;
        case REPLY_FLOOD:
            return false;
        }
    }
}

static size_t read_in_pieces(const uint8_t *bytes, size_t count, uint64_t longest) {
    struct replies replies = {0};
    struct rng rng;
    size_t whole = 0;
    rng_seed(&rng, longest);
    for (size_t at = 0; at < count;) {
        size_t piece = (size_t)rng_below(&rng, longest) + 1, room;
        piece = piece < count - at ? piece : count - at;
        memcpy(replies_space(&replies, piece, &room), bytes + at, piece);
        fuzz_law(room >= piece, "there is room for what was asked");
        replies_added(&replies, piece);
        at += piece;
        if (!drain(&replies, &whole))
            break;
    }
    replies_free(&replies);
    return whole;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    if (count == 0)
        return 0;
    size_t some = read_in_pieces(bytes + 1, count - 1, (uint64_t)bytes[0] + 1);
    size_t single = read_in_pieces(bytes + 1, count - 1, 1);
    fuzz_law(some == single || count > LIMIT, "pieces make no difference");
    return 0;
}
