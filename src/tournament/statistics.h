/* statistics: what games add up to. */
#ifndef TERNION_STATISTICS_H
#define TERNION_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

#include "schedule.h"

/* What is known of games as pairs: the results of two games with one opening and swapped colours
 * depend on each other, so that only pairs are independent. A won game is 1, a lost one -1. */
struct joint {
    long pairs;     /* how many */
    long sum;       /* of all their games */
    long product;   /* the products of the two games of each, summed up */
    long won, lost; /* with more, and with less, than a point of the two */
};

/* Games from one player's point of view: wins, draws, losses. */
struct wdl {
    long wins, draws, losses;
    long narrow_wins, narrow_losses; /* among wins and losses */
    struct joint joint;              /* of one player against another, or of the first side */
};

/* Adds a game from a side's point of view; void games must be left out. */
void wdl_add(struct wdl *wdl, const struct played_game *played, int side);
/* Takes down that two games are a pair, by a player's half points (0 .. 2) in each. */
void wdl_join(struct wdl *wdl, int one, int other);
struct wdl wdl_sum(const struct wdl *a, const struct wdl *b);
long wdl_games(const struct wdl *wdl);
/* 0 .. 1; 0.5 without games. */
double wdl_score(const struct wdl *wdl);
/* The same for putting players in order: those without games come last. */
double wdl_rank(const struct wdl *wdl);
/* The 95 % interval of the score, within 0 and 1; there must be games. */
void wdl_interval(const struct wdl *wdl, double *low, double *high);
/* The likelihood that the player is the better one, 0 .. 1. */
double wdl_superiority(const struct wdl *wdl);

/* A difference in Elo with its 95 % interval. Where all games were won, or all lost, there is no
 * difference, and one end is open; without games both are. The value of an open end means nothing.
 */
struct elo {
    double difference, low, high;
    bool open_low, open_high; /* no bound below; no bound above */
    bool known;               /* there is a difference */
};
struct elo elo_estimate(const struct wdl *wdl);
double elo_from_score(double score);
/* Normalized Elo: the score's distance from a half over the spread of a game's result (of pairs
 * where there are any), on a scale on which it is about Elo where no game is drawn. It tells how
 * many games it takes to see a difference, whatever the openings and the draws. `error` is half of
 * its 95 % interval. False: without a spread there is none. */
bool elo_normalized(const struct wdl *wdl, double *value, double *error);
/* How many decimals are worth showing of an Elo whose 95 % interval has this width. */
int elo_decimals(double width);
/* An Elo rounded to 0 or 1 decimals; never a zero below zero. */
double elo_rounded(double value, int decimals);

/* The first games of pairs whose second game has not come yet; all zero is none. */
struct open_pairs {
    struct open_pair *table;
    size_t count, room;
};

/* Takes a game that is not void. If the other game of its pair is there already: the half points
 * (0 .. 2) in that one of the player that has side 0 in this one; else -1. A complete pair is
 * forgotten, so that the table stays small where colours are swapped; where they are not, it keeps
 * every game. */
int open_pairs_add(struct open_pairs *open, const struct played_game *played);
void open_pairs_free(struct open_pairs *open);

/* All games of a tournament. */
struct statistics {
    int players;
    struct wdl (*by_side)[2]; /* by player and side */
    struct wdl *pairs;        /* [a * players + b]: a against b */
    struct wdl first;         /* of the side that moves first */
    long games;               /* void ones included */
    long voids;
    struct open_pairs open;
};

void statistics_init(struct statistics *statistics, int players);
void statistics_free(struct statistics *statistics);
/* The players must be below the number given to statistics_init. */
void statistics_add(struct statistics *statistics, const struct played_game *played);
/* All games of a player. */
struct wdl statistics_player(const struct statistics *statistics, int player);

#endif
