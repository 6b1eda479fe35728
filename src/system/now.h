/* now: the only place where the time is read. */
#ifndef TERNION_NOW_H
#define TERNION_NOW_H

#include <time.h>

/* Seconds of a clock that never jumps; its zero means nothing. */
double monotonic_now(void);
/* Seconds since 1970, which may jump. */
double calendar_now(void);
/* Seconds of processor time that this process has used. */
double cpu_now(void);
/* The moment some seconds from now on the monotonic clock, for a timed wait. */
struct timespec monotonic_after(double seconds);

#endif
