/* rounds_inside: what rounds.c (numbers, results), swiss.c and knockout.c (pairings) share. */
#ifndef TERNION_ROUNDS_INSIDE_H
#define TERNION_ROUNDS_INSIDE_H

#include "rounds.h"

enum { NOBODY = -1 };

struct meeting {
    int engines[2]; /* the first has the first colour in the first game */
    int halves[2];
    long played;
    long open;  /* its games 0 .. open-1 may be played */
    int winner; /* knockout: the engine that goes on */
    bool by_seed;
    bool settled; /* no more games */
};

struct rounds {
    struct schedule schedule;
    long *strikes; /* NULL: nobody is ever withdrawn */
    long *faults;  /* in complete rounds, by engine */
    long *fresh_faults;
    int *order; /* engines by seed */
    int *seeds; /* seeds by engine */
    long round_count;
    long paired;  /* rounds whose meetings are known */
    long width;   /* numbers of a meeting */
    long *begins; /* [round_count + 1]: the first meeting of a round */
    struct meeting *meetings;
    unsigned char *played; /* by number */
    long unsettled;        /* meetings of the last paired round */
    long dropped;          /* numbers known to be without a game */

    /* Swiss. */
    int *byes;   /* by round: who has it */
    int *halves; /* by engine, byes included */
};

bool rounds_withdrawn(const struct rounds *rounds, int engine);
/* Puts two engines in a meeting, either may be NOBODY: then there is no game. */
void meeting_pair(struct rounds *rounds, struct meeting *meeting, int first, int second);
/* No more games than it has. */
void meeting_settle(struct rounds *rounds, struct meeting *meeting);

void swiss_pair(struct rounds *rounds, long round);
void knockout_pair(struct rounds *rounds, long round);
/* All games that are open were played: goes on with a tie-break, or decides. */
void knockout_decide(struct rounds *rounds, struct meeting *meeting);

#endif
