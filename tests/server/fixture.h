/* fixture: what the tests of the server share: a folder with a configuration and a database, a
 * server process on them, and people who come in. What should not happen fails the test. */
#ifndef TERNION_SERVER_FIXTURE_H
#define TERNION_SERVER_FIXTURE_H

#include <check.h>

#include "client.h"

extern struct served served;
extern char fixture_folder[], fixture_database[80], fixture_config[80];

/* Fixtures: the folder, without a server or with one; the end of both, which also asks how the
 * server left. */
void fixture_setup(void);
void fixture_setup_started(void);
void fixture_teardown(void);
/* Adds a test as a case of its own (see suite.h) with such fixtures. */
void fixture_add(Suite *suite, void (*begin)(void), const TTest *test);
void fixture_add_loop(Suite *suite, void (*begin)(void), const TTest *test, int from, int to);
/* Runs such tests, some at a time: they wait more than they work, and each has a server of its own.
 * One after the other where results are not wanted as TAP. The exit status of the program. */
int fixture_run(Suite *suite);

/* Writes the configuration: the bots ternion, stub, crash (at its first move), once (at its
 * second), gone (no such program), and further lines. */
void fixture_configure(const char *more);
/* The same, and starts the server. */
void fixture_start(const char *more);
/* Starts it with this configuration and nothing else. */
void fixture_start_with(const char *configuration);
/* Starts it in vain: it says why and leaves. */
void fixture_refuses(const char *why);

void write_bytes(const char *name, const char *content, size_t length);
void write_text(const char *name, const char *content);

/* Somebody new on plain lines (0) or WebSocket (1). */
struct talker *open_wire(int wire);
void ck_starts(const char *text, const char *start);
void ck_has(const char *text, const char *part);
/* The next event of that name has the part. */
void ck_event_has(struct talker *talker, const char *name, const char *part);

/* While the disk is full no byte beyond a file's first can be written. */
void disk(bool full);
void ck_good(struct talker *talker, const char *order);
void ck_state(struct talker *talker, const char *part);
/* Asks until the answer has the part. */
void ck_comes(struct talker *talker, const char *order, const char *part);
/* How often the store has what the SQL counts, asked until it has some. */
long stored(const char *sql);

/* Creates a game; its id and the first seat token go to the texts. */
void person_create(struct talker *talker, const char *order, struct text *room, struct text *token);
/* Joins it; `token` may be NULL. */
void person_join(struct talker *talker, const struct text *room, struct text *token);
/* Two people in one game, the first with the side that the order says. */
void two_people(struct talker *people[2], const char *order, struct text *room);
void close_two(struct talker *people[2], struct text *room);
/* Tournaments. The text of a member of an object. */
enum { CLASS_MOST = 30 };
extern struct talker *leader, *pupils[CLASS_MOST];
extern char class_code[16];
void member_of(const char *json, const char *name, char *value, size_t size);
/* What `contest VERB CODE REST` is answered; the same where it must be good. */
const char *class_ask(struct talker *talker, const char *verb, const char *rest);
const char *class_good(struct talker *talker, const char *verb, const char *rest);
/* `contest open KEYS` by the leader; player `player` comes in as "P0", "P1" ... */
void class_open(const char *keys);
void class_join(int player);
/* Everybody goes. */
void class_close(void);
/* The server is killed, and everybody comes back; `sql`: what happens to the store before that. */
void class_kill(const char *sql);

/* Two people, a small board of Go, black on C3, white on A1; two passes have stopped the game.
 * Whether it is judged, or waits for that, follows from the bots. */
void stopped_unjudged(struct talker *people[2], struct text *room);
/* The same, and the judgement has come. */
void stopped_game(struct talker *people[2], struct text *room);

#endif
