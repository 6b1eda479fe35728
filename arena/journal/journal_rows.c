#include "journal_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../../src/system/now.h"
#include "../../src/tournament/journal_schema.h"

static const char SCHEMA[] = JOURNAL_SCHEMA;

bool rows_fail(sqlite3 *db, struct error *error) {
    return error_set(error, "journal.sqlite", "the journal {0}: {1}",
                     sqlite3_db_filename(db, "main"), sqlite3_errmsg(db), NULL);
}

bool rows_run(sqlite3 *db, const char *sql, struct error *error) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK || rows_fail(db, error);
}

bool rows_number(sqlite3 *db, const char *sql, long *value) {
    sqlite3_stmt *row;
    if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) != SQLITE_OK)
        return false;
    bool fine = sqlite3_step(row) == SQLITE_ROW;
    if (fine)
        *value = (long)sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    return fine;
}

/* Journals of version 1 are those of Ternion 0.1.0; no release wrote versions 2 and 3. */
static bool rows_refuse_version(const char *path, long version, struct error *error) {
    return error_set(error, "journal.version",
                     version == 1 ? "{0} is a journal of Ternion 0.1.0: use ternion-arena 0.1.0"
                     : version < JOURNAL_VERSION
                         ? "{0} is a journal of a version of Ternion before {1}"
                         : "{0} is a journal of a version of Ternion after {1}",
                     path, PACKAGE_VERSION, NULL);
}

bool rows_prepare(sqlite3 *db, const char *path, bool *fresh, struct error *error) {
    long application = 0, version = 0, tables = 0;
    if (!rows_number(db, "PRAGMA application_id", &application) ||
        !rows_number(db, "PRAGMA user_version", &version) ||
        !rows_number(db, "SELECT count(*) FROM sqlite_schema", &tables))
        return rows_fail(db, error);
    *fresh = tables == 0;
    if (*fresh) {
        struct text sql = {0};
        text_print(&sql, "BEGIN IMMEDIATE; %s PRAGMA application_id=%d; PRAGMA user_version=%d;",
                   SCHEMA, JOURNAL_APPLICATION, JOURNAL_VERSION);
        bool fine = rows_run(db, text_string(&sql), error);
        text_free(&sql);
        return fine; /* the caller adds the manifest and commits */
    }
    if (application != JOURNAL_APPLICATION)
        return error_set(error, "journal.other", "{0} is no journal of an arena; it is left alone",
                         path, NULL);
    return version == JOURNAL_VERSION || rows_refuse_version(path, version, error);
}

/* ---- writing */

static void bind_text(sqlite3_stmt *row, int *column, const char *text) {
    sqlite3_bind_text(row, ++*column, text, -1, SQLITE_STATIC);
}

static void bind_long(sqlite3_stmt *row, int *column, long value) {
    sqlite3_bind_int64(row, ++*column, value);
}

static void bind_double(sqlite3_stmt *row, int *column, double value) {
    sqlite3_bind_double(row, ++*column, value);
}

static bool row_finish(sqlite3 *db, sqlite3_stmt *row, struct error *error) {
    bool fine = sqlite3_step(row) == SQLITE_DONE;
    if (!fine)
        rows_fail(db, error);
    sqlite3_finalize(row);
    return fine;
}

static bool put_strings(sqlite3 *db, const char *sql, int count, const char *const *strings,
                        struct error *error) {
    sqlite3_stmt *row;
    int column = 0;
    if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) != SQLITE_OK)
        return rows_fail(db, error);
    for (int i = 0; i < count; i++)
        bind_text(row, &column, strings[i]);
    return row_finish(db, row, error);
}

bool rows_set(sqlite3 *db, const char *name, const char *value, struct error *error) {
    const char *const strings[] = {name, value};
    return put_strings(db, "INSERT OR REPLACE INTO manifest VALUES(?,?)", 2, strings, error);
}

bool rows_put_manifest(sqlite3 *db, const struct manifest *manifest, struct error *error) {
    for (size_t i = 0; i < manifest->pair_count; i++)
        if (!rows_set(db, manifest->pairs[i].name, manifest->pairs[i].value, error))
            return false;
    for (size_t i = 0; i < manifest->engine_count; i++) {
        const struct manifest_engine *engine = &manifest->engines[i];
        struct text number = {0};
        text_print(&number, "%zu", i);
        const char *const strings[] = {text_string(&number), engine->name,      engine->command,
                                       engine->directory,    engine->variables, engine->startup,
                                       engine->path,         engine->hash,      engine->depends};
        bool fine = put_strings(db,
                                "INSERT OR REPLACE INTO engine(number,name,command,directory,"
                                "variables,startup,path,sha256,depends) VALUES(?,?,?,?,?,?,?,?,?)",
                                9, strings, error);
        text_free(&number);
        if (!fine)
            return false;
    }
    return true;
}

bool rows_put_known(sqlite3 *db, int engine, const char *program, const char *version,
                    struct error *error) {
    struct text number = {0};
    text_print(&number, "%d", engine);
    const char *const strings[] = {program, version, text_string(&number)};
    bool fine =
        put_strings(db, "UPDATE engine SET program=?, version=? WHERE number=? AND program IS NULL",
                    3, strings, error);
    text_free(&number);
    return fine;
}

bool rows_put_event(sqlite3 *db, const char *words, struct error *error) {
    sqlite3_stmt *row;
    int column = 0;
    if (sqlite3_prepare_v2(db, "INSERT INTO event(time,words) VALUES(?,?)", -1, &row, NULL) !=
        SQLITE_OK)
        return rows_fail(db, error);
    bind_double(row, &column, floor(calendar_now()));
    bind_text(row, &column, words);
    return row_finish(db, row, error);
}

static void bind_game(sqlite3_stmt *row, const struct arena_result *result, const char *seed,
                      const char *times) {
    const struct scheduled_game *scheduled = &result->game;
    int column = 0;
    bind_long(row, &column, scheduled->number);
    bind_long(row, &column, scheduled->pair);
    bind_long(row, &column, scheduled->players[0]);
    bind_long(row, &column, scheduled->players[1]);
    bind_long(row, &column, scheduled->opening);
    bind_text(row, &column, result->opening);
    bind_text(row, &column, seed);
    bind_text(row, &column, result->text);
    bind_long(row, &column, result->counted);
    bind_long(row, &column, result->winner);
    bind_double(row, &column, result->margin);
    bind_text(row, &column, ending_name(result->ending));
    bind_text(row, &column, result->fault);
    bind_long(row, &column, result->fault_side);
    bind_text(row, &column, result->detail);
    bind_double(row, &column, result->late);
    bind_long(row, &column, (long)result->plies);
    bind_text(row, &column, text_string(&result->moves));
    bind_text(row, &column, times);
    for (int side = 0; side < 2; side++)
        bind_long(row, &column, (long)result->side_plies[side]);
    for (int side = 0; side < 2; side++)
        bind_double(row, &column, result->side_time[side]);
    for (int side = 0; side < 2; side++)
        bind_double(row, &column, result->side_slow[side]);
    for (int side = 0; side < 2; side++)
        bind_text(row, &column, result->claims[side]);
    bind_long(row, &column, result->dispute);
    bind_double(row, &column, result->began);
    bind_double(row, &column, result->seconds);
    for (int side = 0; side < 2; side++)
        bind_long(row, &column, result->side_overruns[side]);
    bind_text(row, &column,
              result->evaluations.length > 0 ? text_string(&result->evaluations) : NULL);
    for (int side = 0; side < 2; side++)
        bind_text(row, &column, result->dead[side]);
}

static bool put_dialogue(sqlite3 *db, const struct arena_result *result, struct error *error) {
    sqlite3_stmt *row;
    int column = 0;
    if (result->dialogue == NULL)
        return true;
    if (sqlite3_prepare_v2(db, "INSERT INTO dialogue VALUES(?,?)", -1, &row, NULL) != SQLITE_OK)
        return rows_fail(db, error);
    bind_long(row, &column, result->game.number);
    bind_text(row, &column, result->dialogue);
    return row_finish(db, row, error);
}

bool rows_add_game(sqlite3 *db, const struct arena_result *result, struct error *error) {
    static const char sql[] =
        "INSERT INTO game "
        "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
    sqlite3_stmt *row;
    struct text times = {0}, seed = {0};
    arena_result_print_times(result, ' ', &times);
    text_print(&seed, "%016llx", (unsigned long long)result->game.seed);
    bool fine = sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK;
    if (fine) {
        bind_game(row, result, text_string(&seed), text_string(&times));
        fine = row_finish(db, row, error);
    } else {
        rows_fail(db, error);
    }
    text_free(&times);
    text_free(&seed);
    return fine && put_dialogue(db, result, error);
}

bool rows_put_game(sqlite3 *db, const struct arena_result *result, struct error *error) {
    if (!rows_run(db, "BEGIN IMMEDIATE", error))
        return false;
    bool fine = rows_add_game(db, result, error) && rows_run(db, "COMMIT", error);
    if (!fine)
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return fine;
}

/* ---- reading */

static char *column_string(sqlite3_stmt *row, int column) {
    return memory_string((const char *)sqlite3_column_text(row, column));
}

bool rows_get_manifest(sqlite3 *db, struct manifest *manifest, struct error *error) {
    *manifest = (struct manifest){0};
    sqlite3_stmt *row;
    if (sqlite3_prepare_v2(db,
                           "SELECT ifnull(name,''), ifnull(value,'') FROM manifest ORDER BY name",
                           -1, &row, NULL) != SQLITE_OK)
        return rows_fail(db, error);
    while (sqlite3_step(row) == SQLITE_ROW)
        manifest_add(manifest, (const char *)sqlite3_column_text(row, 0),
                     (const char *)sqlite3_column_text(row, 1));
    sqlite3_finalize(row);
    if (sqlite3_prepare_v2(db,
                           "SELECT ifnull(name,''), ifnull(command,''), directory, variables, "
                           "startup, path, sha256, depends, "
                           "program, version FROM engine ORDER BY number",
                           -1, &row, NULL) != SQLITE_OK) {
        manifest_free(manifest);
        return rows_fail(db, error);
    }
    while (sqlite3_step(row) == SQLITE_ROW) {
        struct manifest_engine *engine = manifest_add_engine(manifest);
        char **fields[] = {&engine->name,      &engine->command, &engine->directory,
                           &engine->variables, &engine->startup, &engine->path,
                           &engine->hash,      &engine->depends, &engine->program,
                           &engine->version};
        for (int i = 0; i < (int)(sizeof fields / sizeof *fields); i++)
            *fields[i] = column_string(row, i);
    }
    sqlite3_finalize(row);
    return true;
}

static bool has_line(const char *lines, const char *line) {
    struct text own = {0};
    bool found = false;
    while (!found && text_next_line(&lines, &own))
        found = strcmp(text_string(&own), line) == 0;
    text_free(&own);
    return found;
}

bool rows_add_forced(sqlite3 *db, const char *lines, struct error *error) {
    struct manifest now;
    struct text all = {0}, line = {0};
    if (!rows_get_manifest(db, &now, error))
        return false;
    const char *before = manifest_value(&now, MANIFEST_FORCED);
    text_put(&all, before != NULL ? before : "");
    size_t had = all.length;
    while (text_next_line(&lines, &line)) {
        if (has_line(text_string(&all), text_string(&line)))
            continue;
        text_print(&all, "%s%s", all.length > 0 ? "\n" : "", text_string(&line));
    }
    bool fine = all.length == had || rows_set(db, MANIFEST_FORCED, text_string(&all), error);
    manifest_free(&now);
    text_free(&all);
    text_free(&line);
    return fine;
}

static const char *fault_word(const char *text) {
    for (int i = 0; text != NULL && fault_kinds[i] != NULL; i++)
        if (strcmp(fault_kinds[i], text) == 0)
            return fault_kinds[i];
    return NULL;
}

static size_t count_lines(const char *text, size_t most) {
    size_t count = text != NULL && *text != '\0';
    for (; text != NULL && *text != '\0'; text++)
        count += *text == '\n';
    return count < most ? count : most;
}

static void read_times(struct arena_result *result, const char *text) {
    result->times = memory_new(result->plies + 1, sizeof *result->times);
    result->room = result->plies + 1;
    for (size_t i = 0; i < result->plies && text != NULL && *text != '\0'; i++) {
        char *end;
        result->times[i] = strtoull(text, &end, 10);
        text = end;
    }
}

/* Other programs may have written into the file: as many plies as the text of their times has room
 * for, and what every game has. */
static bool row_is_sound(sqlite3_stmt *row) {
    sqlite3_int64 plies = sqlite3_column_int64(row, 16), room = sqlite3_column_int64(row, 30);
    return plies >= 0 && plies <= (room + 1) / 2 && sqlite3_column_int64(row, 17) >= 0 &&
           sqlite3_column_int64(row, 18) >= 0 && sqlite3_column_text(row, 5) != NULL &&
           sqlite3_column_text(row, 7) != NULL && sqlite3_column_text(row, 11) != NULL;
}

static struct arena_result *row_result(sqlite3_stmt *row, bool full) {
    struct scheduled_game scheduled = {
        .number = (long)sqlite3_column_int64(row, 0),
        .pair = (long)sqlite3_column_int64(row, 1),
        .players = {sqlite3_column_int(row, 2), sqlite3_column_int(row, 3)},
        .opening = (long)sqlite3_column_int64(row, 4),
    };
    const char *seed = (const char *)sqlite3_column_text(row, 6);
    scheduled.seed = seed != NULL ? strtoull(seed, NULL, 16) : 0;
    struct arena_result *result = arena_result_new(&scheduled);
    result->opening = column_string(row, 5);
    result->text = column_string(row, 7);
    result->counted = sqlite3_column_int(row, 8) != 0;
    result->winner = sqlite3_column_int(row, 9);
    result->margin = sqlite3_column_double(row, 10);
    int ending = ending_number((const char *)sqlite3_column_text(row, 11));
    result->ending = ending >= 0 ? (enum ending)ending : ENDING_NONE;
    result->fault = fault_word((const char *)sqlite3_column_text(row, 12));
    result->fault_side = sqlite3_column_int(row, 13);
    result->detail = column_string(row, 14);
    result->late = sqlite3_column_double(row, 15);
    result->plies = (size_t)sqlite3_column_int64(row, 16);
    for (int side = 0; side < 2; side++) {
        result->side_plies[side] = (size_t)sqlite3_column_int64(row, 17 + side);
        result->side_time[side] = sqlite3_column_double(row, 19 + side);
        result->side_slow[side] = sqlite3_column_double(row, 21 + side);
        result->claims[side] = column_string(row, 23 + side);
        result->side_overruns[side] = (long)sqlite3_column_int64(row, 28 + side);
        result->dead[side] = column_string(row, 31 + side);
    }
    result->dispute = sqlite3_column_int(row, 25) != 0;
    result->began = sqlite3_column_double(row, 26);
    result->seconds = sqlite3_column_double(row, 27);
    if (full) {
        const char *moves = (const char *)sqlite3_column_text(row, 33);
        text_put(&result->moves, moves != NULL ? moves : "");
        read_times(result, (const char *)sqlite3_column_text(row, 34));
        const char *evaluations = (const char *)sqlite3_column_text(row, 35);
        text_put(&result->evaluations, evaluations != NULL ? evaluations : "");
        result->evaluated = count_lines(evaluations, result->plies);
        result->dialogue = column_string(row, 36);
    }
    return result;
}

static const char COLUMNS[] =
    "SELECT number,pair,engine0,engine1,opening_number,opening,seed,result,counted,winner,margin,"
    "ending,fault,fault_side,detail,late,plies,plies0,plies1,time0,time1,slow0,slow1,claim0,claim1,"
    "dispute,began,seconds,overruns0,overruns1,length(times),dead0,dead1";

static bool row_is_damaged(sqlite3 *db, sqlite3_stmt *row, struct error *error) {
    struct text number = {0};
    text_print(&number, "%lld", sqlite3_column_int64(row, 0));
    error_set(error, "journal.damaged", "the journal {0} is damaged: game {1} makes no sense",
              sqlite3_db_filename(db, "main"), text_string(&number), NULL);
    text_free(&number);
    return false;
}

bool rows_each(sqlite3 *db, bool full, long number, void (*each)(void *, struct arena_result *),
               void *context, struct error *error) {
    struct text sql = {0};
    text_put(&sql, COLUMNS);
    if (full)
        text_put(&sql,
                 ",moves,times,evaluations,text FROM game LEFT JOIN dialogue ON game = number");
    else
        text_put(&sql, " FROM game");
    if (number >= 0)
        text_print(&sql, " WHERE number = %ld", number);
    text_put(&sql, " ORDER BY number");
    sqlite3_stmt *row;
    bool fine = sqlite3_prepare_v2(db, text_string(&sql), -1, &row, NULL) == SQLITE_OK;
    text_free(&sql);
    if (!fine)
        return rows_fail(db, error);
    int status = SQLITE_DONE;
    while (fine && (status = sqlite3_step(row)) == SQLITE_ROW) {
        fine = row_is_sound(row) || row_is_damaged(db, row, error);
        if (fine)
            each(context, row_result(row, full));
    }
    sqlite3_finalize(row);
    return fine && (status == SQLITE_DONE || rows_fail(db, error));
}
