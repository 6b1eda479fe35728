/* send_game: what an engine is told of a game, from the first handshake to the question which
 * stones are dead. The one place that knows which commands say it, and how engines differ in them.
 * Only play, genmove, clear_board, boardsize and, in games that have it, komi are taken for
 * granted.
 *
 * Everything here queues commands; driver_flush sends them. */
#ifndef TERNION_SEND_GAME_H
#define TERNION_SEND_GAME_H

#include "../core/session.h"
#include "driver.h"
#include "evaluation.h"

/* What an engine did not want. */
enum refusal {
    REFUSAL_START, /* the game as such, or a line of engine_spec.startup */
    REFUSAL_SETUP, /* a command before the first ply */
    REFUSAL_PLY    /* a legal ply */
};

/* Called from the loop only. Those that cannot come may be NULL. */
struct sender_events {
    /* The handshake is over. */
    void (*ready)(void *context);
    /* The engine has taken everything that send_game told it. */
    void (*told)(void *context);
    /* The receiver must stop the engine: it does not know what is being played. */
    void (*refused)(void *context, enum refusal refusal, const char *detail);
    /* The answer to send_dead; NULL: the engine cannot say, and `detail` has its words. */
    void (*dead)(void *context, const struct marks *marks, const char *detail);
};

/* The first words with an engine that was just started. */
struct handshake {
    const struct game *game;
    const struct strings *startup; /* lines to be sent before any game; or NULL */
    double start_limit;            /* seconds for the first answer */
    bool introduces;               /* it is asked for its name and version: */
    char *name, *version;          /* or NULL; the caller's to free */
    bool lists;                    /* set if it answered list_commands */
    size_t lines;                  /* of startup, answered so far */
};

/* One owner's talk with an engine. The first four are the owner's to fill in, the rest begins with
 * zero. It must stay where it is until every command was answered or the engine was stopped. */
struct sender {
    struct driver *driver;
    const struct sender_events *events;
    void *context;
    double limit; /* seconds for each answer */

    struct handshake *handshake; /* while it goes on */
    bool telling;                /* `told` is due */
    bool answered;               /* something was answered since send_game */
    size_t waiting;              /* answers due */
    struct clock_settings clock; /* as it was told last */
    const struct session *session;
    struct marks marks;
};

/* A game as an engine is told it. */
struct engine_game {
    const struct session *session; /* rules, size, settings and plies */
    const char *position; /* that it starts from, as game->save prints it; NULL: the usual */
    int handicap;         /* stones placed as GTP fixes them; 0: none */
    const struct clock_settings *clock; /* of the engine's own side; NULL: none */
    double think;      /* without a clock: seconds for a ply; 0: as long as it likes */
    const char *level; /* or NULL, or "" */
    const char *lines; /* further commands before clear_board, each ended by a newline; or NULL */
    bool seeded;
    uint64_t seed; /* for an engine that has random numbers */
};

/* Learns what the engine can do. One that knows several games enters this one, and is asked again:
 * its commands may depend on the game. `ready` comes when all of it was answered. */
void send_handshake(struct sender *sender, struct handshake *handshake);
/* The whole game: settings, clock, position, plies. False, with nothing queued, if the engine has
 * no command for the position or handicap that it began with. */
bool send_game(struct sender *sender, const struct engine_game *game);
/* "play" commands, each ended by a newline. */
void send_plays(struct sender *sender, const char *plays);
/* The same for all plies of the session from number `from` on. */
void send_plies(struct sender *sender, const struct session *session, size_t from);
/* What a side's clock shows once `elapsed` more seconds have run, if the engine wants to know. */
void send_time_left(struct sender *sender, const struct game *game, int side,
                    const struct clock *clock, double elapsed);
/* Asks for a ply of a side, by the sender's driver itself. Where an evaluation is wanted, and the
 * engine lists a command that gives one, by that command; how the answer is to be read is returned.
 */
enum evaluation_style send_genmove(struct sender *sender, const struct game *game, int side,
                                   bool evaluated, double limit, reply_fn *done, void *context);
/* Which stones of a stopped game with a score are dead and, where the rules score it, which live in
 * seki. `dead` comes with the answer, which has `limit` seconds; the session must not change until
 * then. */
void send_dead(struct sender *sender, const struct session *session, double limit);

#endif
