/* advice: a few questions to an engine process of its own, answered later: what is dead, a hint, an
 * evaluation, a review, a puzzle. */
#ifndef TERNION_ADVICE_H
#define TERNION_ADVICE_H

struct client;
struct room;
struct server;
struct session;

/* Finds the dead of a stopped game and calls room_judged; whoever pays for the room's engines pays
 * for that. This and the next claim a process (engine_queue.h). */
void advice_judge(struct room *room);
/* Runs an engine command ("hint", "evaluate") for the side to play, with an argument after the
 * side or "", at the position that the room has once the engine is ready, and replies to the
 * client, which pays; refuses if the client waits for enough already, no process was free for
 * `bot_retry` seconds, or nobody is to play by then. */
void advice_ask(struct room *room, struct client *client, const char *id, const char *command,
                const char *argument);
/* The same with the command "puzzle", in a game of nobody's, which is taken over. */
void advice_puzzle(struct client *client, const char *id, struct session *session,
                   const char *argument);
/* A judgement that is under way for the room comes too late: the game has changed. */
void advice_recall(struct room *room);
/* The room or the client goes: what was asked for them is no longer wanted. */
void advice_forget(struct room *room);
void advice_abandon(struct client *client);
/* Once a second: refuses advice that has waited for too long. */
void advice_tick(struct server *server);

#endif
