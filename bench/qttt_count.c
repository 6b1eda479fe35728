/* qttt_count: the number of complete games from the empty 3 x 3 board, with time and memory. */
#include <stdio.h>

#include "../src/qttt/count.h"
#include "../src/system/now.h"

int main(void) {
    static const char *const names[] = {"goff", "earliest", "sum"};
    for (int rules = QTTT_GOFF; rules <= QTTT_SUM; rules++) {
        struct qttt q;
        qttt_start(&q, rules, 3, 3, 0);
        double began = cpu_now();
        struct count count = count_games(&q);
        printf("games of 3 x 3, %s: %llu; %.2f s of CPU, %llu positions in %.1f MB\n", names[rules],
               (unsigned long long)count.games, cpu_now() - began,
               (unsigned long long)count.positions, (double)count.bytes / 1e6);
    }
    return 0;
}
