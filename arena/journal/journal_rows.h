/* journal_rows: the tables of a journal and their rows. All SQL about games and manifests is here.
 */
#ifndef TERNION_JOURNAL_ROWS_H
#define TERNION_JOURNAL_ROWS_H

#include <sqlite3.h>

#include "arena_result.h"
#include "manifest.h"

/* Makes the tables in an empty file; refuses a file that is something else. */
bool rows_prepare(sqlite3 *db, const char *path, bool *fresh, struct error *error);
bool rows_run(sqlite3 *db, const char *sql, struct error *error);
/* The number that a query gives; false: it gives none. */
bool rows_number(sqlite3 *db, const char *sql, long *value);
bool rows_put_manifest(sqlite3 *db, const struct manifest *manifest, struct error *error);
bool rows_set(sqlite3 *db, const char *name, const char *value, struct error *error);
/* Adds lines to what the manifest has as forced, where they are not there yet. */
bool rows_add_forced(sqlite3 *db, const char *lines, struct error *error);
bool rows_get_manifest(sqlite3 *db, struct manifest *manifest, struct error *error);
/* A game in a transaction of its own, or in one that the caller has begun. */
bool rows_put_game(sqlite3 *db, const struct arena_result *result, struct error *error);
bool rows_add_game(sqlite3 *db, const struct arena_result *result, struct error *error);
bool rows_put_event(sqlite3 *db, const char *words, struct error *error);
/* What the engine called itself first: with another program, by force, it may call itself
 * otherwise. */
bool rows_put_known(sqlite3 *db, int engine, const char *program, const char *version,
                    struct error *error);
/* Hands every game (or one, if number >= 0) to `each`, which frees it. */
bool rows_each(sqlite3 *db, bool full, long number, void (*each)(void *, struct arena_result *),
               void *context, struct error *error);
bool rows_fail(sqlite3 *db, struct error *error);

#endif
