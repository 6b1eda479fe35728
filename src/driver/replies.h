/* replies: the answers of the text protocol, cut out of a stream of bytes. Pure: nobody reads here.
 */
#ifndef TERNION_REPLIES_H
#define TERNION_REPLIES_H

#include <stdbool.h>
#include <stddef.h>

/* All zero is an empty stream. */
struct replies {
    char *at;
    size_t start;   /* first byte not yet handed out */
    size_t end;     /* after the last byte received */
    size_t scanned; /* up to here no end of a reply was found */
    size_t room;
};

enum { REPLY_ID_NONE = -1 };

struct reply {
    bool ok;          /* "=" rather than "?" */
    long id;          /* or REPLY_ID_NONE */
    const char *text; /* without status, id and outer white space; lines are joined by '\n' */
    size_t length;
    /* Set by the driver, in seconds of monotonic_now: when the command was written, and when the
     * reply's last byte was read, which is never before. */
    double sent, arrived;
};

enum reply_status {
    REPLY_MORE,    /* no whole reply yet */
    REPLY_WHOLE,   /* one reply; valid until the next call with these replies */
    REPLY_GARBAGE, /* what came is no reply; text and length show its beginning */
    REPLY_FLOOD    /* a reply that does not end within the limit */
};

/* What every function here keeps true. */
bool replies_is_ok(const struct replies *replies);
void replies_free(struct replies *replies);
void replies_clear(struct replies *replies);
/* Room for at least `least` bytes after what is there; *room says how many fit. */
char *replies_space(struct replies *replies, size_t least, size_t *room);
/* `count` bytes were put there; they must fit. */
void replies_added(struct replies *replies, size_t count);
/* The next reply. An unfinished one of more than `limit` bytes is a flood. White space and control
 * characters between replies are skipped; *skipped (may be NULL) grows by their number. */
enum reply_status replies_next(struct replies *replies, size_t limit, struct reply *reply,
                               size_t *skipped);
/* The first line of what came and is no whole reply, as text and length; spoils the stream. */
void replies_rest(struct replies *replies, struct reply *reply);

#endif
