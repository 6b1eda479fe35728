/* room_inside: what the files of a room know of each other. */
#ifndef TERNION_ROOM_INSIDE_H
#define TERNION_ROOM_INSIDE_H

#include "room.h"

/* room.c: refuses while no ply may be made: a seat is empty, or the game is stopped. */
bool room_must_play(const struct room *room, struct error *error);
/* room.c: nobody else is to be asked: the other is a bot, or the same person has both seats. */
bool room_need_not_ask(const struct room *room, int side);
/* room.c: puts the session back that was copied before a change which could not be stored, and
 * returns false. What nobody is told has not happened. */
bool room_put_back(struct room *room, struct session *before);
/* room.c: what was asked for and not answered is asked no more. */
void room_forget_requests(struct room *room);
/* room.c: who pays for its bots from now on. */
void room_bill(struct room *room, struct address *payer);
/* room.c: no bot goes on thinking. */
void room_rest_bots(struct room *room);

/* room_clock.c: the time of the side to play begins to run, if it does not run yet; it stops. */
void room_run_clock(struct room *room);
void room_halt_clock(struct room *room);

/* room_chat.c: frees what a line holds. */
void chat_clear(struct chat_line *line);
/* room_chat.c: one more line, which is taken over; the oldest may have to go. */
void chat_add(struct room *room, struct chat_line line);
/* room_chat.c: whether a person may read a line of the chat now. */
bool room_may_read(const struct room *room, const struct client *client, size_t number);
/* room_chat.c: a game is over: the players may read what the watchers said. */
void room_reveal_chat(struct room *room);

/* room_marks.c: the game has come to a stop. */
void room_stopped(struct room *room);
/* room_marks.c: what was judged, or is being judged, is not how the game stands any more. */
void room_judge_anew(struct room *room);
/* room_marks.c: the marks that an entry of the log has behind its first word; false: they make no
 * sense. */
bool room_recall_marks(struct room *room, const struct words *words);
/* room_marks.c: no stone was played since the game was last resumed. */
bool room_nothing_new(const struct room *room);

/* room_tell.c: what changes with every ply, as members of a JSON object. */
void room_put_now(struct room *room, const struct client *client, struct text *json);
/* Puts the event that a person is told of `what`, which depends on nothing of theirs but the seats.
 */
typedef void tell_fn(struct room *room, const struct client *client, const void *what,
                     struct text *event);
/* room_tell.c: tells everybody. For all watchers an event is made once: they may be many. */
void room_tell_each(struct room *room, tell_fn *put, const void *what);

#endif
