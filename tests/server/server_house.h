/* server_house: what the tests of the server share: a folder with a configuration and a database, a
 * server process on them, and people who come in. What should not happen fails the test. */
#ifndef TERNION_SERVER_HOUSE_H
#define TERNION_SERVER_HOUSE_H

#include <check.h>

#include "server_client.h"

extern struct served served;
extern char house_folder[], house_database[80], house_config[80];

/* Fixtures: the folder, without a server or with one; the end of both, which also asks how the
 * server left. */
void house_setup(void);
void house_setup_started(void);
void house_teardown(void);
/* A test case with such fixtures. */
TCase *house_case(Suite *suite, const char *name, void (*begin)(void));

/* Writes the configuration: the bots ternion, stub, crash (at its first move), once (at its
 * second), gone (no such program), and further lines. */
void house_configure(const char *more);
/* The same, and starts the server. */
void house_start(const char *more);
/* Starts it with this configuration and nothing else. */
void house_start_with(const char *configuration);
/* Starts it in vain: it says why and leaves. */
void house_refuses(const char *why);

void write_bytes(const char *name, const char *content, size_t length);
void write_text(const char *name, const char *content);

/* Somebody new on plain lines (0) or WebSocket (1). */
struct talker *open_wire(int wire);
void ck_starts(const char *text, const char *start);
void ck_has(const char *text, const char *part);
/* The next event of that name has the part. */
void ck_event_has(struct talker *talker, const char *name, const char *part);

/* Creates a game; its id and the first seat token go to the texts. */
void person_create(struct talker *talker, const char *order, struct text *room, struct text *token);
/* Joins it; `token` may be NULL. */
void person_join(struct talker *talker, const struct text *room, struct text *token);
/* Two people in one game, the first with the side that the order says. */
void two_people(struct talker *people[2], const char *order, struct text *room);
void close_two(struct talker *people[2], struct text *room);
/* Two people, a small board of Go, black on C3, white on A1; two passes have stopped the game.
 * Whether it is judged, or waits for that, follows from the bots. */
void stopped_unjudged(struct talker *people[2], struct text *room);
/* The same, and the judgement has come. */
void stopped_game(struct talker *people[2], struct text *room);

#endif
