/* thinker: one thought at a time on a worker thread, for genmove, analysis and pondering alike.
 * Where no thread can be had (WebAssembly), those who wait for the thought do the thinking. */
#ifndef TERNION_THINKER_H
#define TERNION_THINKER_H

#include "core/games.h"
#include "system/wakeup.h"

struct thinker;

/* A report that outlives the callback which brought it. */
struct thought {
    struct report report;
    struct variation *variations;
    struct variation *root;
    move *moves;
    uint64_t *line_visits;
    float *floats;
};
/* Copies a report, words and boards included, in place of what was there. */
void thought_copy(struct thought *thought, const struct report *report);
void thought_free(struct thought *thought);

/* The player of a kit with the given options; signals the wakeup when a report comes and at the
 * end. */
struct thinker *thinker_new(const struct kit *kit, const long *options, struct wakeup *wakeup);
void thinker_free(struct thinker *thinker);

/* Between thoughts only. */
void thinker_set(struct thinker *thinker, int which, long value);
void thinker_forget(struct thinker *thinker);
void thinker_judge(struct thinker *thinker, const void *state, const struct past *past,
                   const struct limits *limits, struct marks *marks);
/* False if the player gives no reasons. */
bool thinker_explain(struct thinker *thinker, const void *state, const struct past *past, move m,
                     struct text *text);

/* Begins to think about a copy of state and past. limits->stop is the thinker's own. */
void thinker_start(struct thinker *thinker, const void *state, const struct past *past,
                   const struct limits *limits);
/* Without a thread: thinks for a tenth of a second if the thought is endless, else to its end.
 * False: there is a thread, or nothing to do. */
bool thinker_work(struct thinker *thinker);
/* Whether a thought was begun and not yet finished by thinker_finish. */
bool thinker_busy(const struct thinker *thinker);
/* With the wakeup locked: whether the thought has come to its end. */
bool thinker_done(const struct thinker *thinker);
/* Asks it to end soon. */
void thinker_stop(struct thinker *thinker);
/* With the wakeup locked: moves the newest report, if there is a new one, into *thought. */
bool thinker_news(struct thinker *thinker, struct thought *thought);
/* Waits for the end and tells the choice. */
struct choice thinker_finish(struct thinker *thinker);

#endif
