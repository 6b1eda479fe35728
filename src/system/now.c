#include "now.h"

static double read_clock(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double monotonic_now(void) {
    return read_clock(CLOCK_MONOTONIC);
}

double calendar_now(void) {
    return read_clock(CLOCK_REALTIME);
}

double cpu_now(void) {
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

struct timespec monotonic_after(double seconds) {
    double moment = monotonic_now() + seconds;
    struct timespec after = {.tv_sec = (time_t)moment};
    after.tv_nsec = (long)((moment - (double)after.tv_sec) * 1e9);
    return after;
}
