/* saved: a room as a text that a browser can keep. "KEY VALUE" lines: how the game was made, who
 * sits where, the clocks, and the room's log, an "entry" line each. */
#ifndef TERNION_SAVED_H
#define TERNION_SAVED_H

#include "../core/strings.h"
#include "../room/room.h"

/* The log of the present round as it stands in the text: "KIND SIDE TEXT" each. */
void saved_change(struct strings *log, const struct room_change *change);
void saved_print(const struct room *room, const struct strings *log, struct text *text);
/* The room with its log, which must be empty before; NULL if the text is none. What does not make
 * sense in the log ends it there. */
struct room *saved_read(const char *text, const struct room_hooks *hooks, double now,
                        struct strings *log);

#endif
