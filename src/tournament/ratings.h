/* ratings: the strength of all players from all their games at once (Bradley and Terry's model on
 * the Elo scale; a draw is half a win). Pure arithmetic. Every number that comes out is finite. */
#ifndef TERNION_RATINGS_H
#define TERNION_RATINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "statistics.h"

enum rating_bound {
    RATING_NONE,    /* no game that counts: elo and error mean nothing */
    RATING_EXACT,   /* the likeliest value */
    RATING_FLOOR,   /* it won all it played against the body of its group: a lower bound */
    RATING_CEILING, /* it lost all of them: an upper bound */
    RATING_LOOSE    /* its results against the body of its group do not bound it */
};
/* The body of a group is the most players that took points off each other. Where no two did, the
 * games of each player alone tell. */

struct rating {
    enum rating_bound bound;
    double elo;   /* the mean of its group is 0; or see anchored */
    double error; /* half of the 95 % interval of elo */
    int group; /* players of different groups never met, not even by others: they do not compare */
    bool anchored; /* elo counts from the anchor, and error and bound are of the difference to it */
};

/* A player whose rating is given. */
struct rating_anchor {
    int player;
    double elo;
};

struct ratings {
    int players;
    int groups; /* among players with games */
    struct rating *each;
    double *covariance; /* [a * players + b], in Elo squared; 0 between groups */
};

/* `pairs` as in struct statistics. Free with ratings_free. */
void ratings_make(struct ratings *ratings, const struct wdl *pairs, int players);
/* The same with the group of the anchor moved so that it has its rating: the likelihood knows only
 * differences. Of an anchor without games, or NULL, exactly the same. Its player must be one. */
void ratings_make_anchored(struct ratings *ratings, const struct wdl *pairs, int players,
                           const struct rating_anchor *anchor);
void ratings_free(struct ratings *ratings);
/* Whether both have games in one group. */
bool ratings_compare(const struct ratings *ratings, int a, int b);
/* The standard deviation of the difference between two players that compare. */
double ratings_deviation(const struct ratings *ratings, int a, int b);
/* The likelihood that a is stronger than b, 0 .. 1; 0.5 where they do not compare. */
double ratings_superiority(const struct ratings *ratings, int a, int b);
/* How many decimals of a rating mean anything; of the anchor itself, none are needed. */
int rating_decimals(const struct rating *rating);

#endif
