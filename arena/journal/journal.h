/* journal: the record of a run in one SQLite file. Every game is one durable transaction, made by a
 * thread of its own. A lock file beside it keeps a second writer out; anybody may read. */
#ifndef TERNION_JOURNAL_H
#define TERNION_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "../../src/core/error.h"
#include "arena_result.h"
#include "manifest.h"

struct journal;

/* Opens for writing, making the file if need be. An existing journal must continue the manifest's
 * run. *resumed says whether there was one. What only force lets through is not written down before
 * journal_own_up. */
struct journal *journal_open(const char *path, const struct manifest *manifest, bool force,
                             bool *resumed, struct error *error);
/* Opens for reading only. */
struct journal *journal_read(const char *path, struct error *error);
/* All that is read from now on is of one moment, whatever is written meanwhile, until
 * journal_let_go or the end. Where the file is on a network's file system nobody can write as long.
 */
bool journal_hold(struct journal *journal, struct error *error);
void journal_let_go(struct journal *journal);
/* Writes whatever waits, and closes. False: something could not be written. */
bool journal_close(struct journal *journal, struct error *error);

/* Calls `each` with every game in the order of numbers; the result is then the callee's. Without
 * plies and dialogues unless `full`. Only before journal_start. False: the file is damaged. */
bool journal_each(struct journal *journal, bool full, void (*each)(void *, struct arena_result *),
                  void *context, struct error *error);
/* One game with its plies and its dialogue, the caller's; NULL if there is none such. */
struct arena_result *journal_game(struct journal *journal, long number, struct error *error);
/* The manifest as it was written; free with manifest_free. False with an error, and an empty
 * manifest, if its schedule makes no sense. */
bool journal_manifest(struct journal *journal, struct manifest *manifest, struct error *error);
/* Games without a fault that repeat an earlier one: engines, colours, opening and every move. Of a
 * journal that is open for reading. */
long journal_repeats(struct journal *journal);
/* How often journal_note_idle has noted an engine. */
long journal_idle_faults(struct journal *journal, const char *name);
/* Games that are written. */
long journal_games(struct journal *journal);
/* Bytes of all dialogues; only before journal_start. */
long journal_dialogue_bytes(struct journal *journal);
/* What happened beside games, oldest first: "2026-11-17 05:00:58 words", in UTC. */
bool journal_events(struct journal *journal, struct text *text, struct error *error);

/* Called by the thread with every game that was written, before the next one. False with an error
 * is a failure of the journal. Before journal_start. */
typedef bool journal_fn(void *context, const struct arena_result *result, struct error *error);
void journal_set_written(struct journal *journal, journal_fn *written, void *context);
/* Makes journal_wake readable; from any thread. */
void journal_wake_up(const struct journal *journal);
/* Starts the thread that writes. It waits as long as a reader keeps the file locked, but from
 * journal_close on only ten seconds. */
bool journal_start(struct journal *journal, struct error *error);
/* These seven hand over to the thread and return at once. The result is the journal's then. */
void journal_put(struct journal *journal, struct arena_result *result);
void journal_note(struct journal *journal, const char *words);
/* Notes that an engine failed where that costs no game. */
void journal_note_idle(struct journal *journal, const char *name, const char *kind,
                       const char *detail);
/* Games are about to be played: if that is owed to force, the manifest and the events say so from
 * now on. */
void journal_own_up(struct journal *journal);
/* A line for the manifest: a program that --force lets in during the run (manifest_put_forced). */
void journal_force(struct journal *journal, const char *line);
void journal_know(struct journal *journal, int engine, const char *program, const char *version);
/* Games that wait to be written. */
size_t journal_backlog(struct journal *journal);
/* Readable whenever the backlog has become short, or writing failed; read it with
 * journal_wake_taken. */
int journal_wake(const struct journal *journal);
void journal_wake_taken(struct journal *journal);
/* Whether writing has failed; then the error says why. */
bool journal_failed(struct journal *journal, struct error *error);

/* For merge. Opens for writing without a manifest, with the lock taken and a transaction begun,
 * which the caller ends; a fresh file has empty tables then. */
struct journal *journal_open_bare(const char *path, bool *fresh, struct error *error);
struct sqlite3 *journal_database(struct journal *journal);

#endif
