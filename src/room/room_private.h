/* room_private: what the files of src/room know of each other. Functions without a time work at
 * room->now, which the function that was called from outside has set. */
#ifndef TERNION_ROOM_PRIVATE_H
#define TERNION_ROOM_PRIVATE_H

#include "room.h"

/* room.c */

/* The time that an owner passes in, before anything else. It never runs back. */
void room_set_time(struct room *room, double now);
/* Decisions of a player; each says why it is refused. */
bool room_draw(struct room *room, int side, const char *what, struct error *error);
bool room_undo(struct room *room, int side, const char *what, struct error *error);
bool room_reset(struct room *room, int side, const char *what, struct error *error);
/* Another start position, or "default" for the usual one; only where nobody else is to be asked, or
 * has come yet. */
bool room_setup(struct room *room, int side, const char *position, struct error *error);
bool room_rematch(struct room *room, int side, struct error *error);
/* Answers a question by a command of the game's own: words[0] names it. */
bool room_question(const struct room *room, int count, char **words, struct text *out,
                   struct error *error);
/* Whether nobody would be cheated by advice from the engine. */
bool room_allows_advice(const struct room *room);
/* Nobody else is to be asked: the other is a bot, or the same person has both seats. */
bool room_need_not_ask(const struct room *room, int side);
/* One more entry of the log is stored. */
bool room_store_entry(struct room *room, const char *kind, int side, const char *text,
                      struct error *error);
/* Puts the session back that was copied before a change which could not be stored, and returns
 * false. What nobody is told has not happened. */
bool room_put_back(struct room *room, struct session *before);
/* What was asked for and not answered is asked no more. */
void room_forget_requests(struct room *room);
/* What bots and judge are working out no longer counts. */
void room_cancel(struct room *room);
/* room_go_on, at room->now. */
void room_continue(struct room *room);

/* room_chat.c */

bool room_chat(struct room *room, struct person *person, const char *text, struct error *error);
/* Whether a person may read a line of the chat now. */
bool room_may_read(const struct room *room, const struct person *person, size_t number);
/* A game is over: the players may read what the watchers said. */
void room_reveal_chat(struct room *room);
void room_free_chat(struct room *room);

/* room_end.c */

bool room_mark(struct room *room, const char *vertex, const char *status, struct error *error);
/* `number` is that of the marking that the player saw, or "". */
bool room_accept(struct room *room, int side, const char *number, struct error *error);
bool room_resume(struct room *room, int side, struct error *error);
/* The game has come to a stop: somebody has to say what is dead. */
void room_stopped(struct room *room);
/* Tries to score a stopped game about which nobody is to be asked, if that could not be stored when
 * it stopped. */
void room_settle(struct room *room);
/* After a ply: one that stops the game makes the last judgement void, unless no stone was played
 * since the game was last resumed. */
void room_judge_anew(struct room *room);
/* The marks that an entry of the log has after its first word; false: they make no sense. */
bool room_recall_marks(struct room *room, const struct words *words);

/* room_state.c */

/* What changes with every ply, as members of a JSON object. */
void room_put_now(const struct room *room, const struct person *person, struct text *json);
/* Puts the event that a person is told of `what`, which depends on nothing of theirs but the seats.
 */
typedef void tell_fn(const struct room *room, const struct person *person, const void *what,
                     struct text *event);
/* Tells everybody how things stand after whatever was no ply: requests and answers, marks, undo,
 * endings. It is small: one line of one person may be told to a thousand watchers. */
void room_tell_now(struct room *room);
/* Tells everybody. For all watchers an event is made once: they may be many. */
void room_tell_each(struct room *room, tell_fn *put, const void *what);
/* Sends the same event to everybody. */
void room_say(struct room *room, const char *event);
/* Tells everybody who came and went, if anybody did. */
void room_tell_people(struct room *room);

#endif
