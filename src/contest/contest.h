/* contest: a tournament of people, and of engines beside them, in any of four formats.
 *
 *   open -> playing <-> paused -> over
 *
 * Whatever happens in it is an entry of a log, which is stored before it counts and before anybody
 * is told; a contest that comes back from the store is its log read again. Results stay as they
 * were: a correction is another entry, with the name of who made it.
 *
 * A contest opens no socket and no file and reads no time: the time is passed in, in seconds from
 * any beginning, and its owner does the rest behind `struct contest_hooks`. Games are rooms, of
 * which it knows no more than their ids. Whatever is refused changes nothing. */
#ifndef TERNION_CONTEST_H
#define TERNION_CONTEST_H

#include "../core/error.h"
#include "../room/room.h"

enum {
    CONTEST_CODE = 6,      /* bytes of a code */
    CONTEST_PLAYERS = 128, /* the most players */
    CONTEST_NOBODY = -1
};

/* Free pairing: whoever is idle gets the next opponent. The others go in rounds, which the leader
 * has paired. */
enum contest_format { CONTEST_FREE, CONTEST_ROBIN, CONTEST_SWISS, CONTEST_KNOCKOUT };
enum contest_phase { CONTEST_OPEN, CONTEST_PLAYING, CONTEST_PAUSED, CONTEST_OVER };
/* Of a game, by side. A void game counts for nothing. */
enum contest_result { RESULT_NONE, RESULT_FIRST, RESULT_SECOND, RESULT_DRAW, RESULT_VOID };
extern const char *const contest_formats[], *const contest_phases[], *const contest_results[];
/* A word of such a list, or -1. */
int contest_word(const char *const *list, const char *word);

struct contest_player {
    char *name;
    char proof[ROOM_PROOF]; /* by which the owner knows a person's token again */
    char *engine;           /* "BOT LEVEL"; NULL: a person */
    bool left, removed;     /* by their own wish; by the leader, for good */
    bool entered;           /* was in it when the first round was paired */
    bool claim;             /* was told that they may claim */
    long visitors;          /* connections of theirs that are here */
    double away, idle;      /* since when: no connection; no game */
};

struct contest_game {
    long round;
    int players[2]; /* by side; a bye has nobody on the second one */
    char room[ROOM_ID];
    enum contest_result result, played; /* as it counts; as it was before any correction */
    char *why;                          /* how it ended, a word */
    char *by, *reason;                  /* of the last correction, or NULL */
    long bracket;                       /* knockout: its number in the bracket */
    unsigned long shown;                /* what those who watch were told of the board last */
};

struct contest_entry {
    const char *kind;
    long one, other;
    const char *word, *text; /* may be NULL */
};

struct contest;

/* What a contest asks of its owner. */
struct contest_hooks {
    void *owner;
    /* Keeps entries that follow those it has; all of them or none. */
    bool (*store)(const struct contest *contest, const struct contest_entry *entries, size_t count,
                  struct error *error);
    /* Makes the game of two players and gives its id. */
    bool (*make_game)(struct contest *contest, const int players[2], char id[ROOM_ID],
                      struct error *error);
    /* Ends a game whose result is known to the contest: the winner's side, or SIDE_NONE. */
    void (*end_game)(struct contest *contest, const char *room, int winner, const char *why);
    /* Talk or advice was switched on or off; clocks are to stand in a pause, and to run after it.
     */
    void (*switched)(struct contest *contest);
};

struct contest_spec {
    const char *code, *title;
    const char *setup; /* what `create` is told of each game: "game=go size=9" */
    const char *proof; /* by which the owner knows the leader's key again */
    enum contest_format format;
    long rounds; /* Swiss: how many; 0: as many as the leader pairs */
    double gone; /* seconds after which an opponent who is gone can be claimed against */
};

/* For everybody to read; only the contest changes it, but for what is said to be the owner's. */
struct contest {
    const struct contest_hooks *hooks;
    struct contest *next;     /* the owner's */
    void *data;               /* the owner's */
    struct visitor *visitors; /* club.h */
    struct contest_spec spec; /* texts are the contest's own */
    char code[CONTEST_CODE];
    enum contest_phase phase;
    long round;
    bool chat, hints;
    struct contest_player *players;
    int player_count;
    struct contest_game *games;
    size_t game_count;
    size_t entries; /* of the log */
    double now;     /* the last time that was passed in */
    double touched; /* when anything happened last */
    bool changed;   /* and was not told yet */
};

struct contest *contest_new(const struct contest_spec *spec, const struct contest_hooks *hooks,
                            double now);
void contest_free(struct contest *contest);
/* The next entry of a log; false: it makes no sense. */
bool contest_replay(struct contest *contest, const struct contest_entry *entry);
/* The time that an owner passes in, before anything else. It never runs back. */
void contest_set_time(struct contest *contest, double now);

/* Whether the player is in it still, and the game that they are in: its number, or -1. */
bool contest_takes_part(const struct contest *contest, int player);
long contest_playing(const struct contest *contest, int player);
/* Games of the present round, or all, that go on. */
long contest_running(const struct contest *contest);
/* The game that is played in a room, or -1. */
long contest_find_game(const struct contest *contest, const char *room);
/* A player by number or name, or CONTEST_NOBODY with an error. */
int contest_find_player(const struct contest *contest, const char *word, struct error *error);
/* Whether the opponent in this player's game has been gone for long enough. */
bool contest_may_claim(const struct contest *contest, int player);

/* People and engines. *player is the new one. */
bool contest_join(struct contest *contest, const char *name, const char *proof, int *player,
                  struct error *error);
bool contest_add_engine(struct contest *contest, const char *name, const char *engine,
                        struct error *error);
/* Goes, and loses a game that goes on; comes back. Who was removed does not come back. */
bool contest_leave(struct contest *contest, int player, bool removed, struct error *error);
bool contest_return(struct contest *contest, int player, struct error *error);
bool contest_claim(struct contest *contest, int player, struct error *error);
/* A connection of the player's has come, or gone. */
void contest_come(struct contest *contest, int player);
void contest_go(struct contest *contest, int player);

/* The leader. */
/* Begins, and pairs the next round or, in a knockout, what can be played; in a pause the games
 * wait for its end. */
bool contest_pair(struct contest *contest, struct error *error);
/* A person's seat gets another key; the one before no longer opens it. */
bool contest_new_key(struct contest *contest, int player, const char *proof, struct error *error);
/* These two, in the present round. */
bool contest_pair_two(struct contest *contest, int one, int other, struct error *error);
/* Games that go on end as draws. */
bool contest_close_round(struct contest *contest, struct error *error);
/* Nobody plays meanwhile, and no clock runs. */
bool contest_pause(struct contest *contest, bool pause, struct error *error);
/* Nobody is paired any more; games that go on are finished, and count. */
bool contest_end(struct contest *contest, struct error *error);
bool contest_switch(struct contest *contest, const char *what, bool on, struct error *error);
bool contest_correct(struct contest *contest, long game, enum contest_result result, const char *by,
                     const char *reason, struct error *error);

/* The game in a room is over; the winner's side, or SIDE_NONE. Said again, it changes nothing. */
void contest_game_over(struct contest *contest, const char *room, int winner, const char *why);
/* Once a second: pairs who is idle, and notes who may claim. */
void contest_tick(struct contest *contest);

/* What is to be shown. */
struct contest_standing {
    int player;
    int reached; /* knockout: the round, from 0; one more than the last for who has won it */
    int halves;  /* half points; a bye counts as a win, but for nothing in a round robin */
    double buchholz, sonneborn;
    long wins, draws, losses, byes;
    bool rated;
    double rating, error; /* within the contest: the mean is 0; half of the 95 % interval */
};
/* Best first, for all players: in a knockout by the round reached; by points, Buchholz,
 * Sonneborn-Berger, then who joined first. */
void contest_standings(const struct contest *contest, struct contest_standing *standings);
/* Members of an object: everything but who asks. */
void contest_put_state(const struct contest *contest, struct text *json);
/* One game, or all, as objects. */
void contest_put_game(const struct contest *contest, size_t number, struct text *json);

#endif
