/* engine: the program as one object: a session, its player, and how to speak.
 *
 * Front ends (the line protocol, the console, a fuzzer) feed it commands and take what it says. */
#ifndef TERNION_ENGINE_H
#define TERNION_ENGINE_H

#include "core/games.h"
#include "input.h"
#include "steps.h"
#include "system/wakeup.h"
#include "thinker.h"

enum level { LEVEL_RANDOM, LEVEL_EASY, LEVEL_MEDIUM, LEVEL_HARD, LEVEL_OPTIMAL };
extern const char *const level_names[]; /* NULL at the end */

enum { ENGINE_PLAYER_OPTIONS = 16 };

/* How a front end is reached while a command runs. All may be NULL. */
struct frontend {
    void *context;
    /* What is said goes out at once. */
    void (*write)(void *context, const char *bytes, size_t count);
    /* Warnings, whole lines; may be NULL. */
    void (*warn)(void *context, const char *lines);
    /* Whether something waits to be read, or the end is reached. */
    bool (*pending)(void *context);
    /* Whether the present thought is to end; a yes is given once. */
    bool (*interrupted)(void *context);
    /* Waits for the wakeup, for whatever may change the answers above, or until a moment (0: none);
     * may wake early. */
    void (*wait)(void *context, struct wakeup *wakeup, double until);
    bool framed; /* replies are GTP frames; else plain text for people */
};

struct engine {
    const struct kit *kit;
    struct session *session;
    struct wakeup wakeup;
    struct thinker *thinker;
    struct frontend front;
    struct look look;

    enum level level;
    uint64_t seed;
    bool seed_given; /* else every new game draws a new one */
    uint64_t nodes;
    double move_time; /* seconds a ply when no clock runs; 0: the usual second */
    double lag;       /* seconds kept back from every clock */
    bool lag_given;   /* somebody asked for it: kept back even from the shortest */
    double late;      /* seconds by which the last timed think missed its deadline */
    double overrun;   /* by how much recent thinks did, as on a busy machine */
    bool ponder;
    long threads;
    long player_options[ENGINE_PLAYER_OPTIONS];
    long most_megabytes; /* that an option of the next player begins with; 0: as the player says */

    char *version; /* what the command of that name answers */
    bool no_files; /* commands may not touch files */
    bool quit;
    unsigned long failures;
    const char *id; /* of the command being run */
    struct steps steps;
    bool streaming; /* the reply was opened and goes out piece by piece */
    bool rests;     /* no pondering after the command being run */
};

struct engine *engine_new(void);
void engine_free(struct engine *engine);

/* Changes the game; everything that belongs to a game starts anew. The game that is played already
 * begins anew with its default setup, but the options of its player stay. */
void engine_set_kit(struct engine *engine, const struct kit *kit);
/* Goes on with a copy of a game that is played elsewhere. What the player remembers stays, unless
 * it was of another kind of game. */
void engine_set_session(struct engine *engine, const struct session *session);
/* Forgets the last game's thoughts and draws a new seed if none was given. */
void engine_renew(struct engine *engine);

/* Stops an endless thought. How long it was must not change later choices where they follow from
 * the commands alone (a seed, one thread, a limit of nodes, no clock): it is forgotten then. */
void engine_end_analysis(struct engine *engine);

/* Waits for the end of a thought that began under these limits, and learns from it how late
 * thoughts are. */
struct choice engine_end_timed(struct engine *engine, const struct limits *limits, double began);

/* Runs one raw line of the protocol and writes the framed reply. */
void engine_line(struct engine *engine, const char *line, size_t length);
/* Answers a line that was too long to read. */
void engine_refuse_line(struct engine *engine);
/* Runs a command given in words; body gets the reply or the failure's text. A command that streams
 * writes by itself and leaves body empty. */
bool engine_run(struct engine *engine, const char *name, int count, char **words,
                struct text *body);
/* The command of that name in the present game, or NULL. */
const struct command *engine_command(const struct engine *engine, const char *name);
/* All commands, one after the other; NULL past the last. */
const struct command *engine_command_at(const struct engine *engine, size_t index);

/* A move for side by level and limits. Not played. The error says why side may not decide now. */
bool engine_choose(struct engine *engine, int side, struct choice *choice, struct error *error);
/* The status of all stones by the player's judgement; false: it has none. */
bool engine_judge(struct engine *engine, struct marks *marks);
/* Whether the level has side play a random ply in this position, and which. */
bool engine_choose_randomly(const struct engine *engine, const void *state, struct choice *choice);
/* Copies the position in which side is to play; the caller frees it. NULL with an error if it may
 * not. */
void *engine_position(const struct engine *engine, int side, struct error *error);
/* What a thought for side about the present position may cost. */
struct limits engine_limits(const struct engine *engine, int side);
/* Plays a choice and spends its time. */
void engine_play(struct engine *engine, int side, move m, double seconds);

enum wake { WAKE_DONE, WAKE_NEWS, WAKE_LINE, WAKE_INTERRUPT, WAKE_TIME };
/* Waits while the thinker works, until something happens. News are taken into *news if that is not
 * NULL; `lines` says whether a line (or the end of input) counts; until 0 is for ever. */
enum wake engine_wait(struct engine *engine, bool lines, struct thought *news, double until);
/* Waits for the next line, the end of input or an interrupt, whatever the thinker does. */
void engine_wait_line(struct engine *engine);

/* Opens a streamed reply; later pieces go out by engine_say. */
void engine_stream(struct engine *engine);
void engine_say(struct engine *engine, const struct text *text);

#endif
