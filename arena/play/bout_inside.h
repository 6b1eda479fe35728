/* bout_inside: what the files of a bout share: bout.c (seats, endings), bout_setup.c (what an
 * engine is told before play), bout_play.c (plies and clocks), bout_score.c (dead stones and
 * claims). */
#ifndef TERNION_BOUT_INSIDE_H
#define TERNION_BOUT_INSIDE_H

#include <event2/event.h>

#include "bout.h"

enum { JUDGE = 2, CHAIRS = 3 };

/* One engine at the board: side 0, side 1, or the judge. */
struct chair {
    struct bout *bout;
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

enum bout_stage { BOUT_IDLE, BOUT_SETTING, BOUT_PLAYING, BOUT_JUDGING, BOUT_CLAIMING, BOUT_OVER };

struct bout {
    const struct hall *hall;
    long place; /* among the games at a time */
    void *context;
    enum bout_stage stage;
    struct session *session;
    struct outcome *outcome;
    struct chair chairs[CHAIRS];
    struct tape tape;
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
void chair_sit(struct chair *chair, int entrant);
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
void bout_fault(struct chair *chair, const char *kind, const char *detail);
void bout_remark(struct bout *bout, const char *words);
void bout_next(struct bout *bout);
void bout_play_set(struct bout *bout);
void bout_judge(struct bout *bout);
void bout_judge_set(struct bout *bout);
void bout_judge_failed(struct bout *bout, const char *detail);
/* The session has ended: asks for claims where there is a score, then closes. */
void bout_claim(struct bout *bout);
void bout_close(struct bout *bout);

#endif
