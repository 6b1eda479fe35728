/* arena_game_inside: what the files of a bout share: bout.c (seats, endings), arena_game_setup.c
 * (what an engine is told before play), arena_game_play.c (plies and clocks), arena_game_score.c
 * (dead stones and claims). */
#ifndef TERNION_ARENA_GAME_INSIDE_H
#define TERNION_ARENA_GAME_INSIDE_H

#include <event2/event.h>

#include "arena_game.h"

enum { JUDGE = 2, CHAIRS = 3 };

/* One engine at the board: side 0, side 1, or the judge. */
struct chair {
    struct arena_game *bout;
    int side;
    struct seat *seat;
    struct text plays; /* play commands not yet sent, each ended by a newline */
    size_t waiting;    /* commands not yet answered, genmove apart */
    bool set;          /* set up */
    bool failed;       /* forfeits before the first ply */
    bool starved;      /* the system had no room for its engine */
    bool reused;       /* its engine played before, and has not answered in this game yet */
    long low;          /* own plies in a row with a hopeless estimate */
    bool analysed;     /* the last genmove was an analysing one */
};

enum game_stage { GAME_IDLE, GAME_SETTING, GAME_PLAYING, GAME_JUDGING, GAME_CLAIMING, GAME_OVER };

struct arena_game {
    const struct run_shared *shared;
    long place; /* among the games at a time */
    void *context;
    enum game_stage stage;
    struct session *session;
    struct arena_result *result;
    struct chair chairs[CHAIRS];
    struct transcript transcript;
    struct text line, token; /* scratch */
    struct event *end;
    struct event *again; /* another try for starved chairs */
    double start;        /* host_now at the beginning */
    long quiet;
    int judge_tries;
    struct marks marks; /* what the judge says */
    bool abnormal;
};

/* Takes a chair's seat, at once or when the system has room for it, or fails. */
void chair_sit(struct chair *chair, int engine);
/* Sends a chair everything before play, with the opening or, for the judge, the whole game. */
void chair_set_up(struct chair *chair);
void chair_send_plays(struct chair *chair);
void chair_send(struct chair *chair, const char *command, double limit, reply_fn *done);
/* A reply to a command whose failure matters to nobody. */
void chair_optional(void *context, const struct reply *reply);
void chair_answered(struct chair *chair);
/* Gives the seat back to the pool, or drops it because commands are outstanding or it failed. */
void chair_leave(struct chair *chair, bool broken);

/* The engine at this chair broke something. */
void arena_game_fault(struct chair *chair, const char *kind, const char *detail);
void arena_game_remark(struct arena_game *bout, const char *words);
void arena_game_next(struct arena_game *bout);
void arena_game_play_set(struct arena_game *bout);
void arena_game_judge(struct arena_game *bout);
void arena_game_judge_set(struct arena_game *bout);
void arena_game_judge_failed(struct arena_game *bout, const char *detail);
/* The session has ended: asks for claims where there is a score, then closes. */
void arena_game_claim(struct arena_game *bout);
void arena_game_close(struct arena_game *bout);

#endif
