#include "merge.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../src/core/memory.h"
#include "journal.h"
#include "journal_rows.h"

/* One of the journals to be joined. */
struct merge_source {
    const char *path;
    struct journal *journal;
    struct manifest manifest;
    long games, added;
};

struct merge {
    const char *path;
    bool force;
    struct merge_source *sources; /* the inputs */
    size_t count;
    struct merge_source *widest; /* the one with most games for every pair */
    struct schedule schedule;
    struct journal *journal; /* the output */
    struct merge_source *current;
    bool fine;
    struct error *error;
};

/* ---- whether all are of one run */

static bool same(const char *a, const char *b) {
    return strcmp(a != NULL ? a : "", b != NULL ? b : "") == 0;
}

static bool source_belongs(const struct merge *merge, const struct merge_source *source,
                           struct error *error) {
    struct text text = {0};
    bool fine =
        manifest_is_same_run(&source->manifest, &merge->widest->manifest, merge->force, &text);
    if (!fine)
        error_set(error, "merge.run", "{0} is of another run than {1}: {2}", source->path,
                  merge->widest->path, text_string(&text), NULL);
    text_free(&text);
    return fine;
}

/* ---- opening */

static bool source_open(struct merge_source *source, struct error *error) {
    source->journal = journal_read(source->path, error);
    return source->journal != NULL && journal_manifest(source->journal, &source->manifest, error);
}

static void source_close(struct merge_source *source) {
    if (source->journal != NULL)
        journal_close(source->journal, NULL);
    manifest_free(&source->manifest);
}

static void merge_widen(struct merge *merge, struct merge_source *source) {
    if (merge->widest == NULL || manifest_schedule(&source->manifest).games >
                                     manifest_schedule(&merge->widest->manifest).games)
        merge->widest = source;
}

static bool before_is_whole(const struct merge_source *before, struct error *error) {
    const char *shard = manifest_value(&before->manifest, MANIFEST_SHARD);
    return same(shard, "") ||
           error_set(error, "merge.shard",
                     "{0} is shard {1} itself, and stays one; join the shards in a new file",
                     before->path, shard, NULL);
}

/* Opens the output as it was. A merge that was killed leaves a file without tables, which is as
 * good as none. */
static bool before_open(struct merge_source *before, bool *exists, struct error *error) {
    *exists = access(before->path, F_OK) == 0;
    if (!*exists)
        return true;
    if (source_open(before, error))
        return before_is_whole(before, error);
    if (strcmp(error->code, "journal.empty") != 0)
        return false;
    error_clear(error);
    *exists = false;
    return true;
}

/* Reads all manifests; `before` is the output as it was, if it was. */
static bool merge_compare(struct merge *merge, struct merge_source *before, struct error *error) {
    bool exists;
    if (!before_open(before, &exists, error))
        return false;
    if (exists)
        merge_widen(merge, before);
    for (size_t i = 0; i < merge->count; i++) {
        if (!source_open(&merge->sources[i], error))
            return false;
        merge_widen(merge, &merge->sources[i]);
    }
    for (size_t i = 0; i < merge->count; i++)
        if (!source_belongs(merge, &merge->sources[i], error))
            return false;
    merge->schedule = manifest_schedule(&merge->widest->manifest);
    return !exists || source_belongs(merge, before, error);
}

/* ---- games */

static const char *game_difference(const struct arena_result *a, const struct arena_result *b) {
    if (!same(a->opening, b->opening))
        return "opening";
    if (!same(a->text, b->text) || a->counted != b->counted || a->winner != b->winner)
        return "result";
    if (a->ending != b->ending || !same(a->fault, b->fault) ||
        (a->fault != NULL && a->fault_side != b->fault_side))
        return "ending";
    if (!same(text_string(&a->moves), text_string(&b->moves)))
        return "moves";
    if (!same(a->claims[0], b->claims[0]) || !same(a->claims[1], b->claims[1]))
        return "scores";
    if (!same(a->dead[0], b->dead[0]) || !same(a->dead[1], b->dead[1]))
        return "dead stones";
    return NULL;
}

static bool game_fail(struct merge *merge, const struct arena_result *result, const char *template,
                      const char *what) {
    struct text number = {0};
    text_print(&number, "%ld", result->game.number);
    error_set(merge->error, "merge.game", template, text_string(&number), merge->current->path,
              what, merge->path, NULL);
    text_free(&number);
    return false;
}

static bool game_is_scheduled(const struct merge *merge, const struct scheduled_game *scheduled) {
    if (scheduled->number < 0 || scheduled->number >= schedule_count(&merge->schedule))
        return false;
    if (!schedule_is_fixed(&merge->schedule))
        return scheduled->players[0] >= 0 && scheduled->players[0] < merge->schedule.players &&
               scheduled->players[1] >= 0 && scheduled->players[1] < merge->schedule.players;
    struct scheduled_game due = schedule_game(&merge->schedule, scheduled->number);
    return due.players[0] == scheduled->players[0] && due.players[1] == scheduled->players[1] &&
           due.pair == scheduled->pair && due.seed == scheduled->seed;
}

static void keep_one(void *context, struct arena_result *result) {
    struct arena_result **found = context;
    arena_result_free(*found);
    *found = result;
}

static bool game_take(struct merge *merge, const struct arena_result *result) {
    sqlite3 *db = journal_database(merge->journal);
    struct arena_result *present = NULL;
    if (!game_is_scheduled(merge, &result->game))
        return game_fail(merge, result, "game {0} of {1} is not the one that the schedule has", "");
    if (!rows_each(db, true, result->game.number, keep_one, &present, merge->error))
        return false;
    if (present == NULL) {
        merge->current->added++;
        return rows_add_game(db, result, merge->error);
    }
    const char *what = game_difference(present, result);
    arena_result_free(present);
    return what == NULL ||
           game_fail(merge, result,
                     "game {0} was played twice with different {2}: in {1}, and in what {3} has or "
                     "was to have; nothing is changed",
                     what);
}

static void on_game(void *context, struct arena_result *result) {
    struct merge *merge = context;
    merge->current->games++;
    merge->fine = merge->fine && game_take(merge, result);
    arena_result_free(result);
}

/* ---- what stands beside the games */

static bool put_event(sqlite3 *db, double time, const char *words, struct error *error) {
    static const char sql[] = "INSERT INTO event(time,words) SELECT ?1,?2 WHERE NOT EXISTS"
                              "(SELECT 1 FROM event WHERE time=?1 AND words=?2)";
    sqlite3_stmt *row;
    if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) != SQLITE_OK)
        return rows_fail(db, error);
    sqlite3_bind_double(row, 1, time);
    sqlite3_bind_text(row, 2, words, -1, SQLITE_STATIC);
    bool fine = sqlite3_step(row) == SQLITE_DONE;
    sqlite3_finalize(row);
    return fine || rows_fail(db, error);
}

/* Events of a shard, marked as such. */
static bool take_events(struct merge *merge, struct merge_source *source) {
    sqlite3 *from = journal_database(source->journal), *to = journal_database(merge->journal);
    const char *shard = manifest_value(&source->manifest, MANIFEST_SHARD);
    sqlite3_stmt *row;
    if (sqlite3_prepare_v2(from, "SELECT time, ifnull(words,'') FROM event ORDER BY number", -1,
                           &row, NULL) != SQLITE_OK)
        return rows_fail(from, merge->error);
    bool fine = true;
    while (fine && sqlite3_step(row) == SQLITE_ROW) {
        struct text words = {0};
        if (!same(shard, ""))
            text_print(&words, "shard %s: ", shard);
        text_put(&words, (const char *)sqlite3_column_text(row, 1));
        fine = put_event(to, sqlite3_column_double(row, 0), text_string(&words), merge->error);
        text_free(&words);
    }
    sqlite3_finalize(row);
    return fine;
}

/* What the engines call themselves, where the output does not know it yet. */
static bool take_known(struct merge *merge, const struct merge_source *source) {
    sqlite3 *db = journal_database(merge->journal);
    struct manifest now;
    if (!rows_get_manifest(db, &now, merge->error))
        return false;
    bool fine = true;
    for (size_t i = 0; fine && i < now.engine_count; i++) {
        const struct manifest_engine *engine = &source->manifest.engines[i];
        if (engine->program != NULL && now.engines[i].program == NULL)
            fine = rows_put_known(db, (int)i, engine->program, engine->version, merge->error);
    }
    manifest_free(&now);
    return fine;
}

/* With which other programs or files its games were played, which only --force has let through. */
static bool take_forced(struct merge *merge, const struct merge_source *source) {
    sqlite3 *db = journal_database(merge->journal);
    struct manifest now;
    struct text lines = {0};
    if (!rows_get_manifest(db, &now, merge->error))
        return false;
    manifest_put_foreign(&source->manifest, &now, &lines);
    bool fine = rows_add_forced(db, text_string(&lines), merge->error);
    manifest_free(&now);
    text_free(&lines);
    return fine;
}

/* A journal without a new game has nothing to tell. */
static bool merge_take(struct merge *merge, struct merge_source *source) {
    merge->current = source;
    merge->fine = true;
    return rows_each(journal_database(source->journal), true, -1, on_game, merge, merge->error) &&
           merge->fine &&
           (source->added == 0 || (take_known(merge, source) && take_forced(merge, source) &&
                                   take_events(merge, source)));
}

/* Not written unless it changes, so that joining again leaves the file as it is. */
static bool rows_widen(sqlite3 *db, const struct manifest *widest, struct error *error) {
    struct manifest now;
    if (!rows_get_manifest(db, &now, error))
        return false;
    const char *games = manifest_value(widest, "games");
    bool fine = same(manifest_value(&now, "games"), games) || rows_set(db, "games", games, error);
    manifest_free(&now);
    return fine;
}

static bool merge_write(struct merge *merge, bool fresh, struct error *error) {
    sqlite3 *db = journal_database(merge->journal);
    if (fresh && (!rows_put_manifest(db, &merge->widest->manifest, error) ||
                  !rows_set(db, MANIFEST_SHARD, "", error)))
        return false;
    if (!rows_widen(db, &merge->widest->manifest, error))
        return false;
    for (size_t i = 0; i < merge->count; i++)
        if (!merge_take(merge, &merge->sources[i]))
            return false;
    return rows_run(db, "COMMIT", error);
}

/* A file that was made for nothing goes again. */
static void remove_output(const char *path) {
    static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct text name = {0};
        text_print(&name, "%s%s", path, ends[i]);
        unlink(text_string(&name));
        text_free(&name);
    }
}

/* One transaction for all, so that a refusal, or a crash, leaves the output as it was. */
static bool merge_all(struct merge *merge, struct error *error) {
    bool fresh = false;
    merge->journal = journal_open_bare(merge->path, &fresh, error);
    if (merge->journal == NULL)
        return false;
    bool fine = merge_write(merge, fresh, error);
    if (!fine)
        sqlite3_exec(journal_database(merge->journal), "ROLLBACK", NULL, NULL, NULL);
    fine = journal_close(merge->journal, fine ? error : NULL) && fine;
    if (!fine && fresh)
        remove_output(merge->path);
    return fine;
}

/* ---- the whole */

static void merge_print(const struct merge *merge, long before, FILE *out) {
    long have = before;
    for (size_t i = 0; i < merge->count; i++) {
        const struct merge_source *source = &merge->sources[i];
        const char *shard = manifest_value(&source->manifest, MANIFEST_SHARD);
        fprintf(out, "%s: %s%s%s%ld games, %ld of them new\n", source->path,
                same(shard, "") ? "" : "shard ", shard != NULL ? shard : "",
                same(shard, "") ? "" : ", ", source->games, source->added);
        have += source->added;
    }
    if (!schedule_is_fixed(&merge->schedule)) {
        fprintf(out, "%s has %ld games\n", merge->path, have);
        return;
    }
    long total = schedule_count(&merge->schedule);
    fprintf(out, "%s has %ld of %ld games\n", merge->path, have, total);
    if (have < total)
        fprintf(out, "the run's own command without --shard and with --journal %s plays the rest\n",
                merge->path);
}

static long games_in(struct journal *journal) {
    long games = 0;
    if (journal != NULL)
        rows_number(journal_database(journal), "SELECT count(*) FROM game", &games);
    return games;
}

enum status merge_run(const struct strings *words, bool force, FILE *out, struct error *error) {
    if (words->count < 3) {
        error_set(error, "usage.merge",
                  "merge takes the joined journal and those to join: merge "
                  "OUT.db IN.db...; see --help",
                  NULL);
        return STATUS_USAGE;
    }
    struct merge merge = {
        .path = words->at[1], .force = force, .count = words->count - 2, .error = error};
    struct merge_source before = {.path = merge.path};
    merge.sources = memory_new(merge.count, sizeof *merge.sources);
    for (size_t i = 0; i < merge.count; i++)
        merge.sources[i].path = words->at[i + 2];
    bool fine = merge_compare(&merge, &before, error);
    long games = games_in(before.journal);
    fine = fine && merge_all(&merge, error);
    if (fine)
        merge_print(&merge, games, out);
    for (size_t i = 0; i < merge.count; i++)
        source_close(&merge.sources[i]);
    source_close(&before);
    free(merge.sources);
    return fine ? STATUS_DONE : STATUS_FAILED;
}
