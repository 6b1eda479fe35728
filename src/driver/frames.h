/* frames: the replies of the text protocol, cut out of a stream of bytes. Pure: nobody reads here.
 */
#ifndef TERNION_FRAMES_H
#define TERNION_FRAMES_H

#include <stdbool.h>
#include <stddef.h>

/* All zero is an empty stream. */
struct frames {
    char *at;
    size_t start;   /* first byte not yet handed out */
    size_t end;     /* behind the last byte received */
    size_t scanned; /* up to here no end of a reply was found */
    size_t room;
};

enum { FRAME_ID_NONE = -1 };

struct frame {
    bool ok;          /* "=" rather than "?" */
    long id;          /* or FRAME_ID_NONE */
    const char *text; /* without status, id and outer white space; lines are joined by '\n' */
    size_t length;
};

enum frame_status {
    FRAME_MORE,    /* no whole reply yet */
    FRAME_REPLY,   /* one reply; valid until the next call with these frames */
    FRAME_GARBAGE, /* what came is no reply; text and length show its beginning */
    FRAME_FLOOD    /* a reply that does not end within the limit */
};

void frames_free(struct frames *frames);
void frames_clear(struct frames *frames);
/* Room for at least `least` bytes behind what is there; *room says how many fit. */
char *frames_space(struct frames *frames, size_t least, size_t *room);
/* So many bytes were put there. */
void frames_added(struct frames *frames, size_t count);
/* The next reply. An unfinished one of more than `limit` bytes is a flood. White space and control
 * characters between replies are skipped; *skipped (may be NULL) grows by their number. */
enum frame_status frames_next(struct frames *frames, size_t limit, struct frame *frame,
                              size_t *skipped);
/* The first line of what came and is no whole reply, as text and length; spoils the stream. */
void frames_rest(struct frames *frames, struct frame *frame);

#endif
