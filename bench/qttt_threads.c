/* qttt_threads: random games a second of the search on bigger boards with 1, 2 and 4 threads. On a
 * machine that others use as well, what the threads got of its processors tells how to read that:
 * the work for each second of processor time should stay the same. */
#include <stdio.h>
#include <unistd.h>

#include "../src/qttt/search.h"
#include "row.h"

struct speed {
    double games;      /* a second */
    double processors; /* in use on average */
};

static struct speed search_speed(int size, int threads, double seconds) {
    struct search *search =
        search_new(&(struct search_options){.threads = threads, .megabytes = 256, .contempt = 30});
    struct qttt q;
    qttt_start(&q, QTTT_GOFF, size, 4, 0);
    struct search_result result;
    /* Once briefly, so that the tree's memory is there. */
    search_run(search, &q, &(struct limits){.nodes = 1000}, NULL, NULL, &result);
    search_result_free(&result);
    struct limits limits = {.deadline = monotonic_now() + seconds, .seed = 1};
    double before = cpu_now();
    search_run(search, &q, &limits, NULL, NULL, &result);
    double used = cpu_now() - before;
    struct speed speed = {(double)result.nodes / result.seconds, used / result.seconds};
    search_result_free(&result);
    search_free(search);
    return speed;
}

int main(void) {
    printf("%ld processors\n", sysconf(_SC_NPROCESSORS_ONLN));
    for (int size = 4; size <= 9; size += size < 5 ? 1 : 2) {
        struct speed one = search_speed(size, 1, 2), both = {0};
        printf("%d x %d: %.0f random games a second on %.2f processors", size, size, one.games,
               one.processors);
        for (int threads = 2; threads <= 4; threads *= 2) {
            struct speed more = search_speed(size, threads, 2);
            printf("; %d threads: %.2f times on %.2f, for each second of processor time %.2f times",
                   threads, more.games / one.games, more.processors,
                   more.games / more.processors / (one.games / one.processors));
            both = threads == 2 ? more : both;
        }
        printf("\n");
        char what[64];
        snprintf(what, sizeof what, "two threads, quantum tic-tac-toe %d x %d", size, size);
        row_print(what, both.games, "random games/s", "one thread", one.games,
                  both.games / one.games);
        fflush(stdout);
    }
    return 0;
}
