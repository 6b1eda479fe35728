/* room: one game on the server: its session, its two seats, who watches, and what they said.
 *
 *   open -> playing -> (stopped -> playing)* -> over -> playing (rematch)
 *
 * A room is open while a seat is empty; stopped while the players of a stopped game (Go) agree on
 * what is dead. CONTRIBUTING.md draws both machines. */
#ifndef TERNION_ROOM_H
#define TERNION_ROOM_H

#include "../src/core/games.h"
#include "client.h"
#include "config.h"

enum { ROOM_ID = 10, ROOM_TOKEN = 33, ROOM_CHAT = 100 /* lines kept of what was said */ };

enum seat_kind { SEAT_EMPTY, SEAT_HUMAN, SEAT_BOT };

struct seat {
    enum seat_kind kind;
    char token[ROOM_TOKEN]; /* 128 bits in hexadecimal; who has it has the seat */
    char *name;
    char *bot, *level;     /* of a bot */
    struct client *client; /* who sits there now, or NULL */
    struct bot *engine;
};

enum { CHAT_PLAYERS, CHAT_WATCHERS };

struct chat_line {
    int scope;
    int side; /* of a player, or SIDE_NONE */
    char *name;
    char *text;
};

enum room_phase { ROOM_OPEN, ROOM_PLAYING, ROOM_STOPPED, ROOM_OVER };

struct room {
    struct server *server;
    struct room *previous, *next; /* all rooms */
    char id[ROOM_ID];
    bool listed;        /* anybody may see and join it */
    int handicap;       /* Go */
    int first;          /* who begins where that was chosen, or SIDE_NONE */
    struct setup setup; /* as the game was made; a start position may have another size or komi */
    char *start;        /* position to begin with, as set_position reads it; NULL: the usual one */
    size_t entries;     /* of the stored log */
    bool unsaved;       /* the log lacks how the game ended */
    long round;         /* rematches make a room's second, third ... game */
    struct session *session;
    struct address
        *payer; /* whose places its bots take: of who last took a seat or made the game */
    struct seat seats[2];
    struct client *people; /* players and watchers who are here */
    bool people_changed;   /* which they were not told yet */
    double touched;        /* when somebody last did something */

    struct clock_settings clock;
    double turn_began;  /* host_now() when the present ply's clock began to run here, or 0 */
    double spent;       /* seconds that it ran before that: while the game was put away */
    struct event *flag; /* when the clock of the side to play will fall */

    int undo_asked, reset_asked; /* the side that asks, or SIDE_NONE */
    bool rematch[2];

    /* Go's end. */
    struct marks marks, proposal;
    long marking; /* counts how often the marks have changed */
    bool judged;  /* the proposal has come */
    bool accepted[2];
    size_t resumed_at; /* plies when play was last resumed though it had been judged, or SIZE_MAX */
    bool judging;

    struct chat_line *chat;         /* ROOM_CHAT of them, or NULL while nobody has said anything */
    size_t chat_count, chat_hidden; /* watchers' lines the players have not seen begin here */
    size_t chat_gone;               /* earlier lines, which are kept no more */
};

/* What somebody who creates a game asks for. */
struct room_wish {
    const struct kit *kit;
    struct session *session; /* set up with rules, size, settings; taken over */
    struct clock_settings clock;
    int handicap;
    const char *name; /* the creator's */
    struct address *payer;
    int side;  /* the creator's; SIDE_NONE: watches (two bots) */
    bool both; /* the creator plays both sides */
    bool listed;
    int first;         /* who begins where the rules leave it open, or SIDE_NONE */
    const char *start; /* position, or NULL */
    const struct bot_config *bot[2];
    const char *level[2];
};

/* Makes a room with its seats, not yet stored, in no lobby, with nobody in it; NULL with an error
 * if it cannot be set up. */
struct room *room_new(struct server *server, const struct room_wish *wish, struct error *error);
/* Everything is freed; people are sent out first. */
void room_free(struct room *room);
/* The board as the game begins: a start position and nothing else or, on the usual board, handicap
 * stones and who begins. */
bool room_set_out(struct room *room, struct error *error);
enum room_phase room_phase(const struct room *room);
/* Answers a question by a command of the game's own: words[0] names it. */
bool room_question(struct room *room, int count, char **words, struct text *out,
                   struct error *error);
/* Starts what is due: the clock, a bot. Called after every change and after loading. */
void room_go_on(struct room *room);

/* Seconds that the clock of the side to play has run since the present ply began; 0: it does not
 * run. */
double room_elapsed(const struct room *room);

/* People. */
/* On a seat that was made for them. */
void room_sit(struct room *room, struct client *client, int side);
bool room_join(struct room *room, struct client *client, int side, struct error *error);
bool room_rejoin(struct room *room, struct client *client, const char *token, struct error *error);
void room_watch(struct room *room, struct client *client);
/* The connection goes; the seat stays. */
void room_leave(struct room *room, struct client *client);

/* Decisions of a player; each says why it is refused. */
bool room_ply(struct room *room, int side, const char *text, struct error *error);
bool room_resign(struct room *room, int side, struct error *error);
bool room_draw(struct room *room, int side, const char *what, struct error *error);
bool room_undo(struct room *room, int side, const char *what, struct error *error);
bool room_reset(struct room *room, int side, const char *what, struct error *error);
/* Another start position, or "default" for the usual one; only where nobody else is to be asked, or
 * has come yet. */
bool room_setup(struct room *room, int side, const char *position, struct error *error);
bool room_rematch(struct room *room, int side, struct error *error);
bool room_chat(struct room *room, struct client *client, const char *text, struct error *error);
/* Go's end. */
bool room_mark(struct room *room, int side, const char *vertex, const char *status,
               struct error *error);
/* `number` is that of the marking that the player saw, or "". */
bool room_accept(struct room *room, int side, const char *number, struct error *error);
bool room_resume(struct room *room, int side, struct error *error);

/* Tries to store an ending that could not be stored when it happened. */
void room_keep(struct room *room);
/* Tries to score a stopped game about which nobody is to be asked, if that could not be stored when
 * it stopped. */
void room_settle(struct room *room);
/* The clock ran out, or a bot could not go on. */
void room_end(struct room *room, enum ending ending, int winner, const char *why);
/* The judgement of a stopped game came in. */
void room_judged(struct room *room, const struct marks *marks);

/* Whether nobody would be cheated by advice from the engine. */
bool room_allows_advice(const struct room *room);

/* The record in the game's own format; returns the file suffix. */
const char *room_record(const struct room *room, struct text *record);
/* One line of the lobby's list, as a JSON object. */
void room_summary(const struct room *room, struct text *json);
/* Everything a client needs to draw the game, as a JSON object. */
void room_state(struct room *room, const struct client *client, struct text *json);
/* Sends the state to one or to all. */
void room_tell_state(struct room *room, struct client *client);
void room_tell_all(struct room *room);
/* Tells everybody who came and went, if anybody did. Called once a second: whole states, or an
 * event for each of them, would let one who comes and goes all the time flood the others. */
void room_tell_people(struct room *room);
/* Sends an event to everybody in the room. */
void room_say(struct room *room, const char *event);

#endif
