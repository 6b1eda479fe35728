/* frames: whether the heads of a client's WebSocket frames are as RFC 6455 wants them, looked at
 * before wslay sees them: it breaks off without a close frame where a head is at fault, and takes
 * some that are. Masks, UTF-8 and the rest are left to it. Pure. */
#ifndef TERNION_FRAMES_H
#define TERNION_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Codes of close frames (section 7.4.1); the most bytes of a control frame's payload. */
enum { FRAMES_WRONG = 1002, FRAMES_BINARY = 1003, FRAMES_LONG = 1009, FRAMES_CONTROL = 125 };

/* How far a stream of frames has come; all zero before its first byte. */
struct frames {
    uint8_t head[14]; /* of the present frame */
    uint8_t have;     /* bytes of the head so far */
    uint8_t status;   /* bytes of a close frame's code so far */
    bool parted;      /* a message has begun and has not ended */
    bool closed;      /* a close frame has begun; what follows it does not count */
    uint16_t code;    /* of the close frame */
    size_t begun;     /* where its payload began among the bytes that were looked at then */
    uint64_t left;    /* bytes of the frame's payload to come */
    uint64_t length;  /* of the message so far */
};

/* Looks at the next bytes; a message may have `most`. Returns 0 if all of them are good. Else the
 * code to close with, and *count is how many come before the fault was seen: these are good, and
 * no more may follow. */
int frames_check(struct frames *frames, uint64_t most, const uint8_t *bytes, size_t *count);

#endif
