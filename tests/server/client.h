/* client: a server process and clients of it, for tests and benchmarks. Every wait ends
 * after some seconds; what should not happen ends the test by ck_abort or a plain abort. */
#ifndef TERNION_TESTS_CLIENT_H
#define TERNION_TESTS_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "../../src/core/text.h"

struct served {
    pid_t pid;
    int http_port, line_port;
};

/* Starts ./ternion-server with further arguments (NULL at the end) on free ports, and waits until
 * it listens. Files may grow to file_limit bytes (0: no limit). pid is -1 if it left instead;
 * `said` (may be NULL) gets what it printed. */
void served_start(struct served *served, const char *const *arguments, long file_limit,
                  struct text *said);
/* SIGTERM (polite) or SIGKILL, and waits; returns the wait status. */
int served_stop(struct served *served, bool polite);

struct talker;
/* Plain lines, or WebSocket with an Origin (NULL: none). NULL if the server refuses. */
struct talker *talker_lines(int port);
/* Plain lines from another address: 1 is 127.0.0.2, 2 is 127.0.0.3 ... */
struct talker *talker_lines_from(int port, int neighbour);
struct talker *talker_websocket(int port, const char *origin);
void talker_close(struct talker *talker);
/* Closes it so that what the server still sends is answered by a reset. */
void talker_reset(struct talker *talker);
/* Sends a line (newline and frame are added). */
void talker_say(struct talker *talker, const char *line);
/* Sends bytes as they are. */
void talker_raw(struct talker *talker, const void *bytes, size_t count);
/* One frame of any kind, masked or not. */
void talker_frame(struct talker *talker, int opcode, bool final, bool masked, const void *bytes,
                  size_t count);
/* No more will be said; answers are still awaited. */
void talker_finish(struct talker *talker);
/* The next message of either kind, without its newlines; NULL once the server has closed, or after
 * `seconds`. Valid until the next call. */
const char *talker_next(struct talker *talker, double seconds);
/* Skips events until the next reply; fails after 10 seconds. */
const char *talker_reply(struct talker *talker);
/* Skips everything until an event of that name and returns what follows the name. */
const char *talker_event(struct talker *talker, const char *name);
/* talker_say and talker_reply. */
const char *talker_ask(struct talker *talker, const char *line);
/* All bytes as they come until the server closes. */
void talker_rest(struct talker *talker, struct text *bytes);
/* Whether the server closes the connection within the time, whatever it says before. */
bool talker_is_closed(struct talker *talker, double seconds);

#endif
