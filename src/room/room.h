/* room: one game between people, or people and bots: its session, its two seats, who watches, and
 * what they said.
 *
 *   open -> playing -> (stopped -> playing)* -> over -> playing (rematch)
 *
 * A room is open while a seat is empty; stopped while the players of a stopped game (Go) agree on
 * what is dead.
 *
 * Orders come in (orders.h), events go out to the people in the room. A room opens no socket and no
 * file, starts no process and reads no time: its owner passes the time in, in seconds from any
 * beginning, and does the rest behind `struct room_hooks`. Whatever is refused changes nothing. */
#ifndef TERNION_ROOM_H
#define TERNION_ROOM_H

#include "../core/session.h"
#include "person.h"

struct order;
struct order_row;
struct room;

/* Bytes of a token and of its proof; lines kept of what was said. */
enum { ROOM_TOKEN = 33, ROOM_PROOF = 65, ROOM_CHAT = 100 };

enum seat_kind { SEAT_EMPTY, SEAT_HUMAN, SEAT_BOT };

struct seat {
    enum seat_kind kind;
    char token[ROOM_TOKEN]; /* by which a person shows whose seat it is; "": not known here */
    char proof[ROOM_PROOF]; /* by which the owner knows the token again; all that is stored of it */
    char *name;
    char *bot, *level;     /* of a bot */
    struct person *person; /* who sits there now, or NULL */
};

enum chat_scope { CHAT_PLAYERS, CHAT_WATCHERS };

struct chat_line {
    enum chat_scope scope;
    int side; /* of a player, or SIDE_NONE */
    char *name;
    char *text;
};

/* A bot that the owner offers. */
struct room_bot {
    const char *name;
    const struct words *levels; /* the best one last; there may be none */
};

/* The level of that name, in either case, as it is spelt there; NULL: there is none. An empty name
 * finds the best, which is "" where there are no levels. */
const char *levels_find(const struct words *levels, const char *name);

/* The room's log, from which a stored game comes back: "ply", "turn", or how the game ended. */
struct room_entry {
    const char *kind;
    int side; /* or SIDE_NONE */
    const char *text;
};

/* One change of a game. All of it is stored, with seats and clocks as they are in the room by now,
 * or nothing. */
struct room_change {
    bool cut;    /* entries of the log from number `from` on go */
    size_t from; /* number of the first entry below */
    const struct room_entry *entries;
    size_t count;
};

/* What a room asks of its owner. A function may be NULL: then there are no bots, every room is
 * admitted and left to the people in it, nothing is stored, nobody judges or advises. */
struct room_hooks {
    void *owner;
    size_t most_plies;              /* then the game is a draw; 0: no limit */
    const struct order_row *orders; /* beside the room's own, a NULL name at the end; or NULL */

    /* Bot number `number` of those that play the game, the usual one first; false: no more. */
    bool (*find_bot)(void *owner, const struct game *game, size_t number, struct room_bot *bot);
    /* A listed game like this new one in which somebody else waits for an opponent; `side` is the
     * seat wanted in it, or SIDE_NONE. NULL: there is none. */
    struct room *(*find_match)(void *owner, const struct room *like, const struct person *person,
                               int side);
    /* Takes over a room that the order made, and gives it an id and the taken seats tokens; or
     * refuses it. */
    bool (*admit)(struct order *order, struct room *room);
    /* A person takes a seat that was empty: it gets a new token. */
    void (*new_token)(struct room *room, int side);
    /* A person has taken a seat. */
    void (*seated)(struct room *room, struct person *person);
    /* The two seats have changed places. */
    void (*swapped)(struct room *room);

    /* Called before anybody is told of the change; if it refuses, nothing has happened. */
    bool (*store_game)(const struct room *room, const struct room_change *change,
                       struct error *error);
    bool (*store_chat)(const struct room *room, const struct chat_line *line, struct error *error);

    /* It is the turn of the bot on that seat: room_ply, room_resign or room_end comes later. May be
     * called again while it thinks. */
    void (*think)(struct room *room, int side);
    /* The game is stopped and nobody knows what is dead: room_judged comes later. */
    void (*judge)(struct room *room);
    /* What bots and judge are working out no longer counts. */
    void (*cancel)(struct room *room);
    /* Advice ("hint", "evaluate") with its argument or "", or, once the game is over, its "review"
     * with seconds for each ply: a reply to the person comes later. */
    void (*advise)(struct room *room, struct person *person, const char *id, const char *command,
                   const char *argument);
    /* The game is over, and stored; may be called again. */
    void (*over)(struct room *room);
    /* A puzzle (protocol.md) of a session's game and rules: a reply to the person comes later. The
     * session is taken over. */
    void (*puzzle)(void *owner, struct person *person, const char *id, struct session *session,
                   const char *argument);
    /* The QR code of a text as an SVG image; false: there is none. */
    bool (*draw_code)(const char *text, struct text *svg);
    /* room_tick is wanted at that time, when the flag falls; INFINITY: no longer. */
    void (*set_timer)(struct room *room, double when);
};

enum room_phase { ROOM_OPEN, ROOM_PLAYING, ROOM_STOPPED, ROOM_OVER };

/* For everybody to read; only the room changes it, but for what is said to be the owner's. */
struct room {
    const struct room_hooks *hooks;
    void *data; /* the owner's */
    char id[ROOM_ID];
    bool listed; /* anybody may see and join it */
    /* The owner's: the tournament that this is a game of, or ""; then nothing is taken back, nobody
     * begins anew, and its leader may switch talk and advice off. */
    char contest[ROOM_ID];
    bool no_chat, no_advice;
    bool paused;        /* room_pause */
    int handicap;       /* Go */
    int first;          /* who begins where that was chosen, or SIDE_NONE */
    int maker;          /* the seat of who made the game and left the other open, or SIDE_NONE */
    struct setup setup; /* as the game was made; a start position may have another size or komi */
    char *start;        /* position to begin with, as set_position reads it; NULL: the usual one */
    long round;         /* rematches make a room's second, third ... game */
    struct session *session;
    size_t entries; /* of the stored log */
    bool unsaved;   /* the log lacks how the game ended */
    struct seat seats[2];
    struct person *people; /* players and watchers who are here */
    bool people_changed;   /* and were not told yet who came or went */
    double now;            /* the last time that was passed in */
    double touched;        /* when somebody last did something */

    struct clock_settings clock;
    double deadline;   /* when the flag of the side to play falls; INFINITY: no clock runs */
    double turn_began; /* when that clock began to run here */
    double spent;      /* seconds that it ran before: while the game was put away */

    int undo_asked, reset_asked; /* the side that asks, or SIDE_NONE */
    bool rematch[2];

    /* Go's end. */
    struct marks marks, proposal;
    long marking; /* counts how often the marks have changed */
    bool judging; /* the owner was asked for the proposal */
    bool judged;  /* it has come */
    bool accepted[2];
    size_t resumed_at; /* plies when play was last resumed after a judgement, or SIZE_MAX */

    struct chat_line *chat;         /* ROOM_CHAT of them, or NULL while nobody has said anything */
    size_t chat_count, chat_hidden; /* watchers' lines the players have not seen begin here */
    size_t chat_gone;               /* earlier lines, which are kept no more */
};

/* What a room is made of. Texts are copied; NULL where there is none. */
struct room_spec {
    struct session *session; /* set up with rules, size, settings; taken over */
    struct clock_settings clock;
    int handicap;
    int first; /* or SIDE_NONE */
    int maker; /* the same */
    bool listed;
    long round;
    const char *start;
    struct seat_spec {
        enum seat_kind kind;
        const char *token, *proof, *name, *bot, *level;
    } seats[2];
};

/* A game of a tournament: what `create` says of games ("game=go size=9"), who sits by side, where
 * engines[side] is "BOT LEVEL" or NULL for a person; not yet admitted anywhere. NULL with an error.
 */
struct room *room_for(const struct room_hooks *hooks, const char *setup, const char *const names[2],
                      const char *const engines[2], double now, struct error *error);
/* A room with nobody in it, and the board not yet set out. The hooks must outlive it. */
struct room *room_new(const struct room_spec *spec, const struct room_hooks *hooks, double now);
/* The people in it are told and sent out first. */
void room_free(struct room *room);
bool room_is_ok(const struct room *room);
/* The owner's names: at most ROOM_ID - 1, ROOM_TOKEN - 1 and ROOM_PROOF - 1 bytes. */
void room_set_id(struct room *room, const char *id);
void room_set_token(struct room *room, int side, const char *token);
void room_set_proof(struct room *room, int side, const char *proof);
/* The board as the game begins: a start position and nothing else or, on the usual board, handicap
 * stones and who begins. */
bool room_set_out(struct room *room, struct error *error);
/* Stores a new room as a whole. */
bool room_store(struct room *room, struct error *error);
enum room_phase room_phase(const struct room *room);
/* Whether both were made alike: game, rules, size, settings, clock, start. */
bool room_is_like(const struct room *room, const struct room *other);
/* How the game ended, in a word: "rules", "resign" ...; NULL: it has not. */
const char *room_ending(const struct room *room);
/* Seconds that the clock of the side to play has run since the present ply began; 0: it does not
 * run, but for a pause. */
double room_elapsed(const struct room *room, double now);

/* A stored room comes back: room_recall sets out the board as the log begins; then room_replay for
 * every entry in order, false where the log stops making sense; room_recall_chat for every line
 * kept (`number` counts all lines ever said); and the clocks, which must be finite. */
bool room_recall(struct room *room);
bool room_replay(struct room *room, const struct room_entry *entry);
void room_recall_chat(struct room *room, size_t number, enum chat_scope scope, int side,
                      const char *name, const char *text);
void room_recall_clock(struct room *room, int side, double left, int count);
void room_recall_spent(struct room *room, double seconds);

/* Starts what is due: the clock, a bot, the judge. Called when a room was made or has come back and
 * somebody has come; the room itself does so after every change. */
void room_go_on(struct room *room, double now);
/* Paused, nobody plays and no clock runs; what the clock had run of the present ply stays spent. */
void room_pause(struct room *room, double now, bool paused);
/* Once a second, and when the timer asks for it: a flag that is due falls, what could not be stored
 * is tried again, everybody is told who came and went. Whole states, or an event for each who comes
 * and goes, would let one person flood the others. */
void room_tick(struct room *room, double now);
/* Whether the owner may free the room and lose nothing: nobody is in it, and all is stored. */
bool room_may_go(const struct room *room);

/* People. Each of these leaves the room that the person was in. */
/* Takes an empty seat; SIDE_NONE: any. */
bool room_join(struct room *room, double now, struct person *person, int side, struct error *error);
/* Takes a seat that is theirs, from whatever person sits there. */
void room_sit(struct room *room, double now, struct person *person, int side);
/* Looks on. Who has had a seat here hears what the players hear. */
void room_watch(struct room *room, double now, struct person *person);
/* Opens the seat of somebody who joined, made no ply and went away, for the maker of the game. */
bool room_reopen(struct room *room, double now, int side, struct error *error);
/* The person goes; the seat stays theirs. */
void room_leave(struct room *room, double now, struct person *person);

/* Decisions of a bot, as a person makes them by orders; each says why it is refused. */
bool room_ply(struct room *room, double now, int side, const char *text, struct error *error);
bool room_resign(struct room *room, double now, int side, struct error *error);
/* The game ends without being asked: by time, or because a bot cannot go on. */
void room_end(struct room *room, double now, enum ending ending, int winner, const char *why);
/* The judgement of a stopped game; one that comes too late is ignored. */
void room_judged(struct room *room, double now, const struct marks *marks);

/* The record in the game's own format; returns the file suffix. */
const char *room_record(const struct room *room, struct text *record);
/* One line of a list of games, as a JSON object. */
void room_summary(const struct room *room, struct text *json);
/* What it takes to draw its board among others: position, last move, names, clocks. */
void room_put_board(const struct room *room, struct text *json);
/* Everything a person needs to draw the game, as a JSON object; told to one or, without the chat,
 * to all. */
void room_state(const struct room *room, const struct person *person, struct text *json);
void room_tell_state(struct room *room, struct person *person);
void room_tell_all(struct room *room);

#endif
