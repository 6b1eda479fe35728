/* orphans: what engines have started and not ended themselves.
 *
 * A child of an engine that makes a session of its own (setsid) is out of reach for a signal to the
 * engine's group. It cannot leave the line of descent: once its parent has ended it becomes a child
 * of this process, which therefore finds it, and is the only one that can. */
#ifndef TERNION_ORPHANS_H
#define TERNION_ORPHANS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* From now on orphaned descendants come to this process. False if they could not be told from
 * children that it has already, which are not ours to end (a shell may have started them before it
 * became this program), or if the system does not list children; then all is as before. */
bool orphans_adopt(void);
/* They go where they went before. */
void orphans_refuse(void);
/* Reaps the children that have ended and, if `end`, ends the others by SIGKILL; not those that
 * `is_known`. Returns to how many that was done: what they had started comes when they have gone,
 * so all are gone only when there were none. */
size_t orphans_reap(bool (*is_known)(const void *context, pid_t pid), const void *context,
                    bool end);

#endif
