/* live: a page that shows a run while it goes on, served from the run's own loop. Watchers get a
 * snapshot every second as server-sent events. One that is too slow to take them is dropped, so
 * that watchers cost no more than the writes. */
#ifndef TERNION_LIVE_H
#define TERNION_LIVE_H

#include "../../src/core/error.h"
#include "../../src/core/text.h"

struct event_base;
struct live;

/* Serves at an address as parse_place reads it, port 0 being any that is free. `snapshot` puts the
 * state of the run as one JSON object without newlines; it is called only while somebody watches.
 */
struct live *live_open(struct event_base *base, const char *address,
                       void (*snapshot)(void *context, struct text *json), void *context,
                       struct error *error);
/* "http://127.0.0.1:8750/" */
void live_print(const struct live *live, struct text *text);
/* A last snapshot now; watchers keep it on their screens. */
void live_finish(struct live *live);
void live_close(struct live *live);

#endif
