/* A knockout: who loses a meeting is out. */
#include "rounds_inside.h"

/* The seed that stands in a place of the first round, places 0, 1 against each other and so on:
 * where the better seed always wins, the best ones meet last. Every round further down puts beside
 * each seed the one with which it makes up the number of places. */
static long seed_at(long place, long places) {
    long seed = 0;
    for (long size = 2; size <= places; size *= 2) {
        long bit = place / (places / size) % 2, mirrored = size - 1 - seed;
        seed = bit ? mirrored : seed;
    }
    return seed;
}

int rounds_place(const struct rounds *rounds, long round, long place) {
    if (round == 0) {
        long seed = seed_at(place, 1L << rounds->round_count);
        return seed < rounds->schedule.engines ? rounds->order[seed] : NOBODY;
    }
    return rounds->meetings[rounds->begins[round - 1] + place].winner;
}

static int better_seed(const struct rounds *rounds, int a, int b) {
    if (a == NOBODY || b == NOBODY)
        return a == NOBODY ? b : a;
    return rounds->seeds[a] < rounds->seeds[b] ? a : b;
}

/* A place without an engine, or with one that was withdrawn, lets the other go on without a game.
 */
void knockout_pair(struct rounds *rounds, long round) {
    for (long i = 0; i < rounds->begins[round + 1] - rounds->begins[round]; i++) {
        struct meeting *meeting = &rounds->meetings[rounds->begins[round] + i];
        int a = rounds_place(rounds, round, 2 * i), b = rounds_place(rounds, round, 2 * i + 1);
        bool gone_a = a != NOBODY && rounds_withdrawn(rounds, a);
        bool gone_b = b != NOBODY && rounds_withdrawn(rounds, b);
        bool turned = (round + i) % 2 == 1; /* the better seed does not begin everywhere */
        if (a != NOBODY && b != NOBODY && !gone_a && !gone_b) {
            int better = better_seed(rounds, a, b), other = better == a ? b : a;
            meeting_pair(rounds, meeting, turned ? other : better, turned ? better : other);
            continue;
        }
        meeting->winner = gone_a == gone_b ? better_seed(rounds, a, b)
                          : gone_a         ? (b != NOBODY ? b : a)
                                           : (a != NOBODY ? a : b);
        meeting_pair(rounds, meeting, meeting->winner, NOBODY);
        meeting->engines[1] = meeting->winner == a ? b : a; /* to be shown */
    }
}

/* Ties are broken by two more games with one opening and colours swapped, as often as there is
 * room; then by the seed. */
void knockout_decide(struct rounds *rounds, struct meeting *meeting) {
    long step = rounds->schedule.swap ? 2 : 1;
    bool tied = meeting->halves[0] == meeting->halves[1];
    if (tied && meeting->open + step <= rounds->width) {
        meeting->open += step;
        return;
    }
    meeting->by_seed = tied;
    meeting->winner = tied ? better_seed(rounds, meeting->engines[0], meeting->engines[1])
                           : meeting->engines[meeting->halves[1] > meeting->halves[0]];
    meeting_settle(rounds, meeting);
}
