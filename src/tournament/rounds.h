/* rounds: Swiss tournaments and knockouts, whose pairings follow from results. A round is paired
 * when the round before is complete, by a rule without chance: the same results lead to the same
 * pairings, in whatever order they come in.
 *
 * Game numbers are fixed beforehand: every meeting of two players has as many of them as it may
 * need. Numbers that turn out to be without a game (an empty place in the round, a tie-break that
 * is not needed) are never played. */
#ifndef TERNION_ROUNDS_H
#define TERNION_ROUNDS_H

#include "../core/error.h"
#include "schedule.h"

struct rounds;

/* The schedule must not be a fixed one. strikes[player] is the number of faults in complete rounds
 * after which a player is withdrawn and paired no more, 0: never; NULL: nobody ever is. */
struct rounds *rounds_new(const struct schedule *schedule, const long *strikes);
void rounds_free(struct rounds *rounds);

enum rounds_answer { ROUNDS_PLAY, ROUNDS_WAIT, ROUNDS_NEVER };
/* Whether a game is to be played, and then which; or whether that is not known yet. */
enum rounds_answer rounds_game(const struct rounds *rounds, long number,
                               struct scheduled_game *game);
/* From this number on all games have to wait for a round that is not paired yet. */
long rounds_horizon(const struct rounds *rounds);
/* The most games that there can be, as far as known. */
long rounds_due(const struct rounds *rounds);
/* Takes a result, once. False with an error: these players do not meet in this game. */
bool rounds_add(struct rounds *rounds, const struct played_game *played, struct error *error);

/* What there is to show. */

long rounds_count(const struct rounds *rounds);
/* Rounds of which every game was played. */
long rounds_complete(const struct rounds *rounds);
/* Meetings in a round, played or not. */
long rounds_meetings(const struct rounds *rounds, long round);

struct meeting_view {
    int players[2]; /* -1: nobody, or nobody yet. Swiss: without an opponent it is a bye */
    int halves[2];  /* half points so far */
    long played, games;
    int winner; /* knockout: the player that goes on, -1 while open */
    bool paired;
    bool by_seed; /* knockout: tied to the end; the better seed goes on */
};
struct meeting_view rounds_meeting(const struct rounds *rounds, long round, long index);
/* Knockout: the player in a place of a round; places 2i and 2i+1 meet. After the last round place 0
 * is the winner's. -1: nobody, or nobody yet. */
int rounds_place(const struct rounds *rounds, long round, long place);
bool rounds_is_swiss(const struct rounds *rounds);
int rounds_players(const struct rounds *rounds);

/* The standing of a Swiss tournament, best first, by points, then Buchholz, then
 * Sonneborn-Berger, then seed. The opponent of a bye counts as one with the player's own points. */
struct swiss_standing {
    int player;
    int halves;       /* half points; a bye counts as all games won */
    double buchholz;  /* points of all opponents */
    double sonneborn; /* points of all opponents, each times the share of points won against it */
    int byes;
    bool withdrawn;
};
/* `standings` has room for all players. */
void rounds_standings(const struct rounds *rounds, struct swiss_standing *standings);

#endif
