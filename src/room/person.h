/* person: somebody who may be in a room, however they are connected. The owner of the connection
 * keeps the person (zeroed at first) and says how a message reaches them. */
#ifndef TERNION_PERSON_H
#define TERNION_PERSON_H

#include <stdbool.h>
#include <stddef.h>

#include "../core/error.h"
#include "../core/text.h"

struct room;

/* Bytes of a room's id; rooms that a person is remembered to have had a seat in. */
enum { ROOM_ID = 10, PERSON_SEATS = 64 };

struct person {
    /* Takes one message without a final newline: an event, which begins with "! ", or a reply. It
     * must not call back into the room. */
    void (*deliver)(struct person *person, const char *message, size_t length, bool event);
    void *data; /* the owner's */

    char *name;          /* NULL: a guest */
    struct room *room;   /* NULL: in none */
    struct person *next; /* in the same room */
    unsigned seats;      /* theirs, a bit per side; 0 in a room: a watcher */
    bool is_player; /* they have, or had, a seat in that room: watchers' talk is not for them */
    char (*sat)[ROOM_ID]; /* the last rooms in which they had one; NULL: none */
    size_t sat_count;     /* of all; the oldest are forgotten */
};

/* Name for others: the given one or "guest". */
const char *person_name(const struct person *person);
void person_set_name(struct person *person, const char *name);
/* The person has a seat in that room; whether they ever had. */
void person_note_seat(struct person *person, const char *room);
bool person_has_sat(const struct person *person, const char *room);
/* The person goes for good: out of the room, whose seats stay theirs by token. */
void person_clear(struct person *person, double now);

/* Says something: "NAME {json}", which gets the prefix "! ". */
void person_event(struct person *person, const char *event);
/* An answer; the text may have several lines. id is "" or digits. */
void person_reply(struct person *person, bool good, const char *id, const char *text);
/* A refusal with code and arguments in its second line. */
void person_refuse(struct person *person, const char *id, const char *failure,
                   const struct error *error);

/* What people or engines say as it may be told to others. Bytes that are no UTF-8 would break a
 * WebSocket, and the control characters beyond ASCII (U+0080 to U+009F) command a terminal; those
 * within ASCII are dropped by GTP anyway. */
void person_mend(const char *words, size_t length, struct text *mended);

#endif
