/* Arbitrary bytes as the output of an engine, in pieces whose lengths the first byte decides; what
 * comes out of that also as an object that a server has sent. */
#include <string.h>

#include "../../src/core/json.h"
#include "../../src/core/rng.h"
#include "../../src/driver/frames.h"
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

static void check_frame(const struct frame *frame) {
    fuzz_law(strlen(frame->text) == frame->length, "a reply is one string");
    fuzz_law(frame->id >= FRAME_ID_NONE, "an id is a number");
    for (size_t i = 0; i < frame->length; i++) {
        unsigned char c = (unsigned char)frame->text[i];
        fuzz_law((c >= ' ' || c == '\n') && c != 127, "a reply holds no control characters");
    }
    check_json(frame->text);
}

/* All that can be read now; false once the stream is spoilt. */
static bool drain(struct frames *frames, size_t *replies) {
    struct frame frame;
    for (;;) {
        size_t before = frames->start;
        switch (frames_next(frames, LIMIT, &frame, NULL)) {
        case FRAME_REPLY:
            fuzz_law(frames->start > before, "a reply takes bytes");
            check_frame(&frame);
            ++*replies;
            break;
        case FRAME_MORE:
            fuzz_law(frames->end - frames->start <= LIMIT, "no unfinished reply beyond the limit");
            return true;
        case FRAME_GARBAGE:
            check_frame(&frame);
            return false;
        case FRAME_FLOOD:
            return false;
        }
    }
}

static size_t read_in_pieces(const uint8_t *bytes, size_t count, uint64_t longest) {
    struct frames frames = {0};
    struct rng rng;
    size_t replies = 0;
    rng_seed(&rng, longest);
    for (size_t at = 0; at < count;) {
        size_t piece = (size_t)rng_below(&rng, longest) + 1, room;
        piece = piece < count - at ? piece : count - at;
        memcpy(frames_space(&frames, piece, &room), bytes + at, piece);
        fuzz_law(room >= piece, "there is room for what was asked");
        frames_added(&frames, piece);
        at += piece;
        if (!drain(&frames, &replies))
            break;
    }
    frames_free(&frames);
    return replies;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    if (count == 0)
        return 0;
    size_t some = read_in_pieces(bytes + 1, count - 1, (uint64_t)bytes[0] + 1);
    size_t single = read_in_pieces(bytes + 1, count - 1, 1);
    fuzz_law(some == single || count > LIMIT, "pieces make no difference");
    return 0;
}
