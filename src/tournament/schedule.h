/* schedule: which game is which. A match, a round robin and a gauntlet are fixed: every game is a
 * pure function of the settings below, whatever the order in which games end. A Swiss tournament
 * and a knockout have fixed game numbers as well, but their pairings follow from earlier results:
 * see rounds.h.
 *
 * A player is a number from 0; a tournament knows nothing else about it. */
#ifndef TERNION_SCHEDULE_H
#define TERNION_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

/* The largest values that a schedule may have. */
enum {
    SCHEDULE_GAMES_MAX = 10000000,
    SCHEDULE_CHALLENGERS_MAX = 1000,
    SCHEDULE_ROUNDS_MAX = 10000,
    SCHEDULE_EXTRA_MAX = 1000,
};

enum schedule_format { FORMAT_ROUND_ROBIN, FORMAT_GAUNTLET, FORMAT_SWISS, FORMAT_KNOCKOUT };

struct schedule {
    int players;
    long games; /* of every two players that meet; in Swiss and knockout each time they meet */
    bool swap;  /* games come in pairs with one opening and colours swapped */
    uint64_t seed;
    enum schedule_format format;
    int challengers; /* gauntlet: the first N players meet all the others */
    long rounds;     /* Swiss */
    long extra;      /* knockout: the most further games of a meeting that is tied */
    bool shuffled;   /* Swiss and knockout: seeded by lot, not in the order of the players */
};

struct scheduled_game {
    long number;    /* from 0 */
    int players[2]; /* by side */
    long pair;      /* games with the same pair number share players and opening */
    long opening;   /* the number of the opening */
    uint64_t seed;  /* for all that is random in this game alone */
};

/* A finished game, as far as a tournament needs to know it. */
struct played_game {
    struct scheduled_game game;
    int winner;       /* a side, or -1: drawn */
    bool narrow;      /* won by less than a whole point */
    bool is_void;     /* it counts in no statistics */
    bool void_shared; /* a void game that gives both players half a point in Swiss and knockout */
    bool faults[2];   /* by side: it counts towards the withdrawal of the player */
    bool unplayed;    /* forfeited before play: a player did not start, or was withdrawn */
    uint64_t content; /* the same for games that are the same; 0: not known */
};

/* Half points of a side: 2 for a win, 1 for a draw. Of a void game they mean nothing. */
int played_game_halves(const struct played_game *played, int side);

/* The content of a game between these players, which is never 0. */
uint64_t played_game_content(const int players[2], const char *opening, const char *moves);

/* Whether every value is within its bounds. All functions below need that. */
bool schedule_is_ok(const struct schedule *schedule);
/* Whether no pairing depends on results, so that schedule_game knows every game. */
bool schedule_is_fixed(const struct schedule *schedule);
/* One beyond the highest number of a game; in a schedule that is not fixed some numbers may remain
 * without a game. */
long schedule_count(const struct schedule *schedule);
/* Of a schedule that is not fixed: its rounds, the meetings of two players in a round, and how many
 * game numbers each meeting has. */
long schedule_rounds(const struct schedule *schedule);
long schedule_meetings(const struct schedule *schedule, long round);
long schedule_width(const struct schedule *schedule);
/* A game of a fixed schedule; the number must be below schedule_count. The list for fewer games per
 * pair is the beginning of the list for more, as long as colours are swapped in whole pairs. */
struct scheduled_game schedule_game(const struct schedule *schedule, long number);
/* The seed of a game, in all formats. */
uint64_t schedule_seed(const struct schedule *schedule, long number);

#endif
