/* qttt_threads: random games a second of the search on bigger boards with 1, 2 and 4 threads. */
#include <stdio.h>
#include <unistd.h>

#include "../src/qttt/search.h"

static double search_speed(int size, int threads, double seconds) {
    struct search *search =
        search_new(&(struct search_options){.threads = threads, .megabytes = 256, .contempt = 30});
    struct qttt q;
    qttt_start(&q, QTTT_GOFF, size, 4, 0);
    struct sights sights;
    /* Once briefly, so that the tree's memory is there. */
    search_run(search, &q, &(struct limits){.nodes = 1000}, NULL, NULL, &sights);
    sights_free(&sights);
    struct limits limits = {.deadline = monotonic_now() + seconds, .seed = 1};
    search_run(search, &q, &limits, NULL, NULL, &sights);
    double speed = (double)sights.nodes / sights.seconds;
    sights_free(&sights);
    search_free(search);
    return speed;
}

int main(void) {
    printf("%ld processors\n", sysconf(_SC_NPROCESSORS_ONLN));
    for (int size = 4; size <= 9; size += size < 5 ? 1 : 2) {
        double one = search_speed(size, 1, 2);
        printf("%d x %d: %.0f random games a second", size, size, one);
        for (int threads = 2; threads <= 4; threads *= 2)
            printf(", %d threads %.2f times", threads, search_speed(size, threads, 2) / one);
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
