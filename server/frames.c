#include "frames.h"

#include <assert.h>

enum { CONTINUATION = 0, TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10 };
enum { MASK = 4 /* bytes */ };

static int frame_opcode(const struct frames *frames) {
    return frames->head[0] & 0x0F;
}

/* Bytes of the whole head, once its first two are known. */
static size_t head_size(const struct frames *frames) {
    int mark = frames->head[1] & 0x7F;
    return 2u + (mark == 126 ? 2 : mark == 127 ? 8 : 0) + MASK;
}

/* The first two bytes: reserved bits, opcode, the order of a message's parts, the mask. */
static int check_kind(const struct frames *frames) {
    int opcode = frame_opcode(frames);
    bool whole = (frames->head[0] & 0x80) != 0, control = opcode >= CLOSE;
    bool known = opcode <= BINARY || (control && opcode <= PONG);
    bool in_order = control || frames->parted == (opcode == CONTINUATION);
    if ((frames->head[0] & 0x70) != 0 || (frames->head[1] & 0x80) == 0 || !known || !in_order)
        return FRAMES_WRONG;
    if (control && (!whole || (frames->head[1] & 0x7F) > FRAMES_CONTROL))
        return FRAMES_WRONG;
    return opcode == BINARY ? FRAMES_BINARY : 0;
}

/* The length must be written in the fewest bytes. */
static int check_length(struct frames *frames, uint64_t most) {
    size_t size = head_size(frames) - MASK;
    uint64_t length = size == 2 ? frames->head[1] & 0x7F : 0;
    for (size_t i = 2; i < size; i++)
        length = length << 8 | frames->head[i];
    if ((size == 4 && length < 126) || (size == 10 && length < 65536) || length >> 63 != 0)
        return FRAMES_WRONG;
    frames->left = length;
    if (frame_opcode(frames) == CLOSE)
        return length == 1 ? FRAMES_WRONG : 0;
    if (frame_opcode(frames) > CLOSE)
        return 0;
    if (length > most - frames->length)
        return FRAMES_LONG;
    frames->length += length;
    return 0;
}

static void frame_begin(struct frames *frames) {
    int opcode = frame_opcode(frames);
    frames->closed = opcode == CLOSE;
    if (opcode >= CLOSE)
        return;
    frames->parted = (frames->head[0] & 0x80) == 0;
    if (!frames->parted)
        frames->length = 0;
}

static int take_head(struct frames *frames, uint64_t most, uint8_t byte) {
    frames->head[frames->have++] = byte;
    int code = frames->have == 2 ? check_kind(frames) : 0;
    if (code != 0 || frames->have < 2 || frames->have < head_size(frames) - MASK)
        return code;
    if (frames->have == head_size(frames) - MASK) /* a length is refused as soon as it is there */
        return check_length(frames, most);
    if (frames->have == head_size(frames))
        frame_begin(frames);
    return 0;
}

/* wslay takes the code 0 for none; it judges all others. */
static int take_status(struct frames *frames, uint8_t byte) {
    const uint8_t *mask = frames->head + head_size(frames) - MASK;
    frames->code = (uint16_t)(frames->code << 8 | (byte ^ mask[frames->status]));
    return ++frames->status == 2 && frames->code == 0 ? FRAMES_WRONG : 0;
}

/* Whether the head is whole and its payload has begun. */
static bool is_inside(const struct frames *frames) {
    return frames->have >= 2 && frames->have == head_size(frames);
}

int frames_check(struct frames *frames, uint64_t most, const uint8_t *bytes, size_t *count) {
    assert(frames->length <= most);
    for (size_t i = 0; i < *count; i++) {
        if (frames->closed && (frames->left == 0 || frames->status == 2))
            return 0;
        if (is_inside(frames) && frames->left == 0)
            frames->have = 0;
        int code = 0;
        if (!is_inside(frames)) {
            code = take_head(frames, most, bytes[i]);
            frames->begun = i + 1;
        } else if (frames->closed) {
            code = take_status(frames, bytes[i]);
        } else { /* all of the payload that is here */
            size_t rest = *count - i;
            size_t skipped = frames->left < rest ? (size_t)frames->left : rest;
            frames->left -= skipped;
            i += skipped - 1;
        }
        if (code != 0) {
            *count = i;
            return code;
        }
    }
    return 0;
}
