/* swiss: the pairing of one round of a Swiss tournament: players of about equal points meet. The
 * bye goes to one of those with the fewest byes, and as few as can be meet again then. Without
 * chance: the same standings lead to the same pairing. */
#ifndef TERNION_SWISS_H
#define TERNION_SWISS_H

#include <stdbool.h>

/* What the pairing goes by, for each player. */
struct swiss_player {
    int halves; /* half points so far */
    int seed;   /* from 0, the best; each player has another */
    int byes;
    int colours; /* games with the first colour less those with the second */
    int last;    /* 1: the last meeting began with the first colour; -1: with the second; 0: none */
    bool withdrawn;
};

struct swiss_pairing {
    int players[2]; /* the first has the first colour */
};

/* Pairs all players that are not withdrawn and returns the number of pairings, best first; there
 * must be room for count / 2. met[a * count + b] is how often two players have met; round is from
 * 0. *bye is the player left over where their number is odd, or -1. */
int swiss_pair(const struct swiss_player *players, int count, const int *met, long round,
               struct swiss_pairing *pairings, int *bye);

#endif
