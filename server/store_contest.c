/* Tournaments of people in the store: a row for each, and its log. */
#include <string.h>

#include "../src/system/now.h"
#include "contests.h"
#include "store_private.h"

static const double DAY = 24 * 3600;

static sqlite3_stmt *prepare(struct store *store, const char *sql) {
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL);
    return statement;
}

static bool run(struct store *store, sqlite3_stmt *statement, struct error *error) {
    bool good = statement != NULL && sqlite3_step(statement) == SQLITE_DONE;
    if (!good)
        store_fail(store, "store the tournament", error);
    sqlite3_finalize(statement);
    return good;
}

static bool put_contest(struct store *store, const struct contest *contest, struct error *error) {
    const struct contest_spec *spec = &contest->spec;
    sqlite3_stmt *s = prepare(store, "INSERT OR REPLACE INTO contest VALUES(?,?,?,?,?,?,?,?)");
    store_bind(s, 1, contest->code);
    store_bind(s, 2, spec->title);
    store_bind(s, 3, spec->setup);
    store_bind(s, 4, spec->proof);
    store_bind(s, 5, contest_formats[spec->format]);
    sqlite3_bind_int64(s, 6, spec->rounds);
    sqlite3_bind_double(s, 7, spec->gone);
    sqlite3_bind_double(s, 8, calendar_now());
    return run(store, s, error);
}

static bool put_entry(struct store *store, const struct contest *contest, size_t number,
                      const struct contest_entry *entry, struct error *error) {
    sqlite3_stmt *s = prepare(store, "INSERT INTO contest_entry VALUES(?,?,?,?,?,?,?,?)");
    store_bind(s, 1, contest->code);
    sqlite3_bind_int64(s, 2, (sqlite3_int64)number);
    store_bind(s, 3, entry->kind);
    sqlite3_bind_int64(s, 4, entry->one);
    sqlite3_bind_int64(s, 5, entry->other);
    store_bind(s, 6, entry->word);
    store_bind(s, 7, entry->text);
    sqlite3_bind_double(s, 8, calendar_now());
    return run(store, s, error);
}

bool store_contest(struct store *store, const struct contest *contest,
                   const struct contest_entry *entries, size_t count, struct error *error) {
    if (!store_begin(store, error))
        return false;
    bool good = put_contest(store, contest, error);
    for (size_t i = 0; good && i < count; i++)
        good = put_entry(store, contest, contest->entries + i, &entries[i], error);
    return store_finish(store, good, error);
}

/* Reading. */

static const char *column(sqlite3_stmt *statement, int index) {
    return (const char *)sqlite3_column_text(statement, index);
}

static struct contest *load_spec(sqlite3_stmt *s, const struct contest_hooks *hooks, double now) {
    int format = contest_word(contest_formats, column(s, 4) == NULL ? "" : column(s, 4));
    struct contest_spec spec = {.code = column(s, 0),
                                .title = column(s, 1),
                                .setup = column(s, 2),
                                .proof = column(s, 3),
                                .format = (enum contest_format)format,
                                .rounds = (long)sqlite3_column_int64(s, 5),
                                .gone = sqlite3_column_double(s, 6)};
    bool good = format >= 0 && spec.code != NULL && strlen(spec.code) < CONTEST_CODE &&
                spec.setup != NULL && spec.proof != NULL && spec.gone >= 0;
    return good ? contest_new(&spec, hooks, now) : NULL;
}

/* As far as it makes sense. */
static void load_log(struct store *store, struct contest *contest) {
    sqlite3_stmt *s = prepare(store, "SELECT kind, one, other, word, text FROM contest_entry "
                                     "WHERE contest=? ORDER BY number");
    store_bind(s, 1, contest->code);
    while (
        sqlite3_step(s) == SQLITE_ROW && column(s, 0) != NULL &&
        contest_replay(contest, &(struct contest_entry){.kind = column(s, 0),
                                                        .one = (long)sqlite3_column_int64(s, 1),
                                                        .other = (long)sqlite3_column_int64(s, 2),
                                                        .word = column(s, 3),
                                                        .text = column(s, 4)}))
        ;
    sqlite3_finalize(s);
}

struct contest *store_load_contest(struct store *store, const struct contest_hooks *hooks,
                                   const char *code, double now) {
    struct contest *contest = NULL;
    sqlite3_stmt *s = prepare(store, "SELECT * FROM contest WHERE code=?");
    store_bind(s, 1, code);
    if (s != NULL && sqlite3_step(s) == SQLITE_ROW)
        contest = load_spec(s, hooks, now);
    sqlite3_finalize(s);
    if (contest != NULL)
        load_log(store, contest);
    return contest;
}

bool store_contest_of(struct store *store, const char *room, char code[CONTEST_CODE]) {
    sqlite3_stmt *s = prepare(
        store,
        "SELECT contest FROM contest_entry WHERE kind='game' AND word=? AND length(contest)=?");
    store_bind(s, 1, room);
    sqlite3_bind_int(s, 2, CONTEST_CODE - 1);
    bool found = s != NULL && sqlite3_step(s) == SQLITE_ROW;
    if (found)
        memcpy(code, column(s, 0), CONTEST_CODE);
    sqlite3_finalize(s);
    return found;
}

double store_paired(struct store *store, const char *room) {
    sqlite3_stmt *s = prepare(store, "SELECT time FROM contest_entry WHERE kind='game' AND word=?");
    store_bind(s, 1, room);
    double time = s != NULL && sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_double(s, 0) : 0;
    sqlite3_finalize(s);
    return time;
}

void store_each_contest(struct store *store, double seconds, long most,
                        void (*found)(void *context, const char *code), void *context) {
    sqlite3_stmt *s =
        prepare(store, "SELECT code FROM contest WHERE touched>? ORDER BY touched DESC LIMIT ?");
    sqlite3_bind_double(s, 1, calendar_now() - seconds);
    sqlite3_bind_int64(s, 2, most);
    while (s != NULL && sqlite3_step(s) == SQLITE_ROW)
        found(context, column(s, 0));
    sqlite3_finalize(s);
}

/* Deleting. */

static bool delete_contest(struct store *store, const char *code) {
    static const char *const parts[] = {"DELETE FROM contest_entry WHERE contest=?",
                                        "DELETE FROM contest WHERE code=?"};
    if (!store_begin(store, NULL))
        return false;
    bool good = true;
    for (size_t i = 0; good && i < sizeof parts / sizeof *parts; i++) {
        sqlite3_stmt *s = prepare(store, parts[i]);
        store_bind(s, 1, code);
        good = run(store, s, NULL);
    }
    return store_finish(store, good, NULL);
}

void store_sweep_contests(struct store *store, double days,
                          bool (*is_here)(const void *context, const char *code),
                          const void *context) {
    enum { FEW = 5 };
    char codes[FEW][CONTEST_CODE];
    int count = 0;
    sqlite3_stmt *s = prepare(
        store, "SELECT code FROM contest WHERE touched<? AND length(code)=? ORDER BY touched");
    sqlite3_bind_double(s, 1, store_sweep_time(store) - days * DAY);
    sqlite3_bind_int(s, 2, CONTEST_CODE - 1);
    while (s != NULL && count < FEW && sqlite3_step(s) == SQLITE_ROW) {
        memcpy(codes[count], column(s, 0), CONTEST_CODE);
        count += !is_here(context, codes[count]);
    }
    sqlite3_finalize(s);
    for (int i = 0; i < count; i++)
        delete_contest(store, codes[i]);
}
