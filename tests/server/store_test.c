/* The store by itself: what reaches the disk and when, who may read it, and what is kept. */
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../server/store.h"
#include "../../src/core/games.h"
#include "../../src/system/now.h"
#include "../support/suite.h"
#include "fixture.h"
#include "power.h"

static const struct room_hooks no_hooks = {0};
static struct store *store;
static struct room *room;

/* A room that nobody plays in: what happens there is made up. */
static struct room *room_made(const char *id) {
    struct room_spec spec = {.session = session_new(games_find("qttt")->game), .first = SIDE_NONE};
    for (int side = 0; side < 2; side++)
        spec.seats[side] =
            (struct seat_spec){.kind = SEAT_HUMAN, .name = side == 0 ? "ann" : "bob"};
    struct room *made = room_new(&spec, &no_hooks, 0);
    room_set_id(made, id);
    return made;
}

static void open_store(void) {
    struct error error = {0};
    store = store_open(fixture_database, &error);
    ck_assert_msg(store != NULL, "%s", error.code == NULL ? "" : error.code);
}

static void setup(void) {
    fixture_setup();
    room = room_made("aaaaaaaaa");
}

static void setup_opened(void) {
    setup();
    open_store();
}

static void teardown(void) {
    store_close(store);
    store = NULL;
    room_free(room);
    char command[120];
    snprintf(command, sizeof command, "rm -rf %s", fixture_folder);
    ck_assert_int_eq(system(command), 0);
}

/* Ply number `number`, from 0. */
static bool try_ply(struct room *where, long number) {
    struct error error = {0};
    struct room_entry entry = {"ply", (int)(number & 1), "A1-B1"};
    struct room_change change = {.from = (size_t)number, .entries = &entry, .count = 1};
    bool good = store_change(store, where, &change, &error);
    error_clear(&error);
    return good;
}

static void put_ply(struct room *where, long number) {
    ck_assert(try_ply(where, number));
}

static long ask(const char *file, const char *sql) {
    sqlite3 *base;
    sqlite3_stmt *s;
    ck_assert_int_eq(sqlite3_open_v2(file, &base, SQLITE_OPEN_READWRITE, "unix"), SQLITE_OK);
    long number = -1;
    sqlite3_exec(base, "PRAGMA synchronous=OFF", NULL, NULL, NULL);
    if (sqlite3_prepare_v2(base, sql, -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW)
        number = (long)sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    sqlite3_close(base);
    return number;
}

/* Power cuts. The last ply that was told, and the last that was told before the last sync began:
 * all up to this one have to be there. */
static struct {
    atomic_long told, safe;
    atomic_long events;
    pthread_mutex_t lock; /* one cut after the other */
    long cuts;
    char folder[120], database[160];
} cut = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void cut_now(uint64_t seed) {
    long safe = atomic_load(&cut.safe), told = atomic_load(&cut.told);
    cut.cuts++;
    power_cut(cut.folder, seed);
    if (access(cut.database, F_OK) != 0) {
        ck_assert_int_eq(safe, 0);
        return;
    }
    ck_assert_int_eq(ask(cut.database, "SELECT count(*) FROM pragma_integrity_check "
                                       "WHERE integrity_check<>'ok'"),
                     0);
    long plies = ask(cut.database, "SELECT count(*) FROM entry");
    if (plies < 0) /* no schema yet */
        plies = 0;
    ck_assert_int_ge(plies, safe);
    ck_assert_int_le(plies, told + 1);
    if (plies > 0)
        ck_assert_int_eq(ask(cut.database, "SELECT max(number)+1 FROM entry"), plies);
}

/* All of the few moments when files are synced or the database is written, and some of the many
 * when the log grows. */
static void cut_often(void *context, const char *name, char what, long long offset) {
    (void)context;
    long event = atomic_fetch_add(&cut.events, 1);
    bool log = strstr(name, "-wal") != NULL;
    bool seldom = log && what == 'w' && offset > 0;
    if (strstr(name, "games.db") == NULL || event % (seldom ? 60 : log ? 1 : 4) != 0)
        return;
    pthread_mutex_lock(&cut.lock);
    for (int i = 0; i < (seldom ? 1 : 2); i++)
        cut_now((uint64_t)event * 2 + (uint64_t)i);
    pthread_mutex_unlock(&cut.lock);
}

static void cut_begin(void (*happens)(void *, const char *, char, long long)) {
    snprintf(cut.folder, sizeof cut.folder, "%s/cut", fixture_folder);
    snprintf(cut.database, sizeof cut.database, "%s/games.db", cut.folder);
    ck_assert_int_eq(mkdir(cut.folder, 0700), 0);
    power_start(happens, NULL);
    open_store();
}

static void cut_end(void) {
    store_close(store);
    store = NULL;
    power_stop();
}

/* Wherever the power fails, the database is whole, has everything from before the last sync, and
 * none of the plies that came later without those before. */
START_TEST(power_cuts) {
    cut_begin(cut_often);
    for (long ply = 0; ply < 1800; ply++) {
        put_ply(room, ply);
        atomic_store(&cut.told, ply + 1);
        if (ply % 60 == 59) {
            ck_assert(store_sync(store));
            atomic_store(&cut.safe, ply + 1);
        }
    }
    ck_assert_int_gt(cut.cuts, 100);
    cut_end();
}
END_TEST

/* The same without anybody who asks for it: the thread syncs by itself. */
START_TEST(power_cut_while_running) {
    cut_begin(NULL);
    struct store_figures figures = {.unsynced = 1};
    for (long ply = 0; ply < 20; ply++)
        put_ply(room, ply);
    for (double until = monotonic_now() + 30; figures.unsynced > 0 && monotonic_now() < until;) {
        usleep(10000);
        store_figures(store, &figures);
    }
    ck_assert_int_eq(figures.unsynced, 0);
    ck_assert(!figures.failing);
    atomic_store(&cut.told, 20);
    atomic_store(&cut.safe, 20);
    for (uint64_t seed = 0; seed < 6; seed++)
        cut_now(seed);
    cut_end();
}
END_TEST

/* The log. */

static const long long LOG_MOVE = 1000 * 4120LL; /* bytes of as many pages with their headers */

static long long log_bytes(void) {
    struct store_figures figures;
    store_figures(store, &figures);
    return figures.log_bytes;
}

/* Whatever is written, the log is moved into the database in time. */
START_TEST(log_stays_short) {
    long long most = 0;
    for (long ply = 0; ply < 8000; ply++) {
        put_ply(room, ply);
        if (ply % 200 == 199)
            ck_assert(store_sync(store));
        most = log_bytes() > most ? log_bytes() : most;
    }
    ck_assert_int_gt(most, LOG_MOVE);
    ck_assert_int_lt(most, 2 * LOG_MOVE);
    struct store_figures figures;
    store_figures(store, &figures);
    ck_assert_int_gt(figures.database_bytes, 100000);
}
END_TEST

/* Somebody always writes while the log is moved, so that it never is as a whole. Who holds writers
 * off for a moment is not disturbed. */
static _Atomic(sqlite3 *) writer;

static void write_meanwhile(void *context, const char *name, char what, long long offset) {
    (void)context;
    (void)offset;
    sqlite3 *other = atomic_load(&writer);
    bool moving = what == 's' && strstr(name, "games.db") != NULL && strstr(name, "-wal") == NULL;
    if (moving && other != NULL)
        sqlite3_exec(other, "UPDATE life SET ran=ran+1", NULL, NULL, NULL);
}

START_TEST(log_stays_short_while_all_write) {
    sqlite3 *other = NULL;
    long long most = 0;
    power_start(write_meanwhile, NULL);
    open_store();
    ck_assert_int_eq(sqlite3_open_v2(fixture_database, &other, SQLITE_OPEN_READWRITE, "unix"),
                     SQLITE_OK);
    sqlite3_exec(other, "PRAGMA synchronous=OFF", NULL, NULL, NULL);
    atomic_store(&writer, other);
    for (long ply = 0; ply < 8000; ply++) {
        /* The other writer may have to wait for its turn on the processor. */
        for (int tries = 0; !try_ply(room, ply); tries++)
            ck_assert_int_lt(tries, 100);
        if (ply % 200 == 199)
            ck_assert(store_sync(store));
        most = log_bytes() > most ? log_bytes() : most;
    }
    ck_assert_int_gt(most, 4 * LOG_MOVE);
    ck_assert_int_lt(most, 5 * LOG_MOVE);
    atomic_store(&writer, NULL);
    cut_end();
    sqlite3_close(other);
}
END_TEST

/* A log that had to grow is short again when it can be. */
START_TEST(long_log_shrinks) {
    sqlite3 *reader;
    ck_assert_int_eq(sqlite3_open(fixture_database, &reader), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(reader, "BEGIN; SELECT * FROM room", NULL, NULL, NULL),
                     SQLITE_OK);
    long ply = 0;
    while (ply < 4000)
        put_ply(room, ply++);
    ck_assert(store_sync(store));
    ck_assert_int_gt(log_bytes(), 4 * LOG_MOVE);
    sqlite3_close(reader);
    put_ply(room, ply++);
    ck_assert(store_sync(store));
    put_ply(room, ply++);
    ck_assert_int_le(log_bytes(), LOG_MOVE + LOG_MOVE / 10);
    ck_assert_int_eq(ask(fixture_database, "SELECT count(*) FROM entry"), ply);
}
END_TEST

/* Who may read the files. */

static int mode_of(const char *suffix) {
    struct stat status;
    char name[120];
    snprintf(name, sizeof name, "%s%s", fixture_database, suffix);
    ck_assert_int_eq(stat(name, &status), 0);
    return status.st_mode & 0777;
}

static const char *const parts[] = {"", "-wal", "-shm", ".lock"};

static void ck_private(void) {
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(mode_of(parts[i]), 0600);
}

START_TEST(files_are_private) {
    umask(0);
    open_store();
    put_ply(room, 0);
    ck_private();
    /* Files that an earlier server left, killed so that its log stayed. */
    char command[400];
    snprintf(command, sizeof command,
             "cd %s && for i in games.db games.db-wal games.db-shm; do cp $i old-$i; done",
             fixture_folder);
    ck_assert_int_eq(system(command), 0);
    store_close(store);
    snprintf(command, sizeof command,
             "cd %s && for i in games.db games.db-wal games.db-shm; do mv -f old-$i $i; done && "
             "chmod 666 games.db*",
             fixture_folder);
    ck_assert_int_eq(system(command), 0);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(mode_of(parts[i]), 0666);
    open_store();
    put_ply(room, 1);
    ck_private();
    ck_assert_int_eq(ask(fixture_database, "SELECT count(*) FROM entry"), 2);
}
END_TEST

/* By a symbolic link it is the files themselves. */
START_TEST(linked_files_are_private) {
    umask(0);
    char real[120];
    snprintf(real, sizeof real, "%s/real.db", fixture_folder);
    ck_assert_int_eq(symlink(real, fixture_database), 0);
    open_store();
    put_ply(room, 0);
    ck_assert_int_eq(mode_of(""), 0600);
    strcpy(fixture_database + strlen(fixture_database) - strlen("games.db"), "real.db");
    ck_private();
}
END_TEST

/* Keeping. */

static void say(struct room *where, const char *name, const char *text) {
    struct error error = {0};
    struct chat_line line = {.side = SIDE_NONE, .name = (char *)name, .text = (char *)text};
    ck_assert(store_chat(store, where, &line, &error));
    where->chat_gone++; /* the next one has the next number */
}

/* A copy has all that was committed, and is a database that a server opens. */
START_TEST(backup_while_running) {
    struct error error = {0};
    char copy[120];
    snprintf(copy, sizeof copy, "%s/copy.db", fixture_folder);
    for (long ply = 0; ply < 50; ply++)
        put_ply(room, ply);
    ck_assert(store_backup(fixture_database, copy, &error));
    put_ply(room, 50);
    struct stat status;
    ck_assert_int_eq(stat(copy, &status), 0);
    ck_assert_int_eq(status.st_mode & 0777, 0600);
    ck_assert_int_eq(ask(copy, "SELECT count(*) FROM entry"), 50);
    ck_assert_int_eq(ask(fixture_database, "SELECT count(*) FROM entry"), 51);
    /* What is there is not overwritten, the database itself least of all. */
    ck_assert(!store_backup(fixture_database, copy, &error));
    ck_assert_str_eq(error.code, "store.copy");
    error_clear(&error);
    ck_assert(!store_backup(fixture_database, fixture_database, &error));
    error_clear(&error);
    ck_assert(!store_backup("/nowhere/games.db", copy, &error));
    error_clear(&error);
    store_close(store);
    store = store_open(copy, &error);
    ck_assert_ptr_nonnull(store);
    put_ply(room, 50);
}
END_TEST

static bool file_has(const char *suffix, const char *words) {
    char name[120];
    struct text bytes = {0};
    snprintf(name, sizeof name, "%s%s", fixture_database, suffix);
    FILE *file = fopen(name, "rb");
    ck_assert_ptr_nonnull(file);
    for (int c; (c = fgetc(file)) != EOF;)
        text_putc(&bytes, (char)c);
    fclose(file);
    bool found = memmem(text_string(&bytes), bytes.length, words, strlen(words)) != NULL;
    text_free(&bytes);
    return found;
}

START_TEST(erased_game) {
    struct error error = {0};
    struct room *other = room_made("bbbbbbbbb");
    put_ply(room, 0);
    put_ply(other, 0);
    say(room, "ann", "my address is a secret");
    say(other, "bob", "good luck");
    ck_assert(!store_erase_game(store, "ccccccccc", &error));
    ck_assert_str_eq(error.code, "room.unknown");
    error_clear(&error);
    ck_assert(store_erase_game(store, "aaaaaaaaa", &error));
    ck_assert_int_eq(ask(fixture_database, "SELECT count(*) FROM room"), 1);
    ck_assert_int_eq(ask(fixture_database, "SELECT count(*) FROM entry"), 1);
    ck_assert_int_eq(ask(fixture_database, "SELECT count(*) FROM chat WHERE name='bob'"), 1);
    store_close(store);
    store = NULL;
    ck_assert(!file_has("", "my address is a secret"));
    ck_assert(file_has("", "good luck"));
    room_free(other);
}
END_TEST

START_TEST(erased_name) {
    struct error error = {0};
    struct room *other = room_made("bbbbbbbbb");
    put_ply(room, 0);
    put_ply(other, 0);
    say(other, "ann", "my address is a secret");
    say(other, "bob", "good luck");
    ck_assert_int_eq(store_erase_name(store, "carol", &error), 0);
    ck_assert_int_eq(store_erase_name(store, "ann", &error), 2);
    ck_assert_int_eq(store_erase_name(store, "ann", &error), 0);
    ck_assert_int_eq(ask(fixture_database, "SELECT count(*) FROM room WHERE name0 IS NULL"), 2);
    ck_assert_int_eq(ask(fixture_database, "SELECT count(*) FROM room WHERE name1='bob'"), 2);
    ck_assert_int_eq(ask(fixture_database, "SELECT count(*) FROM chat"), 1);
    ck_assert_int_eq(ask(fixture_database, "SELECT count(*) FROM entry"), 2);
    store_close(store);
    store = NULL;
    ck_assert(!file_has("", "my address is a secret"));
    ck_assert(!file_has("", "ann"));
    room_free(other);
}
END_TEST

/* Tokens. */

/* Whether the words stand anywhere in the files of the database; a log is there only while a server
 * runs. */
static bool files_have(const char *words) {
    return file_has("", words) || file_has("-wal", words);
}

START_TEST(tokens_are_not_stored) {
    struct talker *p[2] = {open_wire(0), open_wire(1)};
    struct text id = {0}, tokens[2] = {{0}}, order = {0};
    person_create(p[0], "create game=qttt side=x", &id, &tokens[0]);
    person_join(p[1], &id, &tokens[1]);
    ck_good(p[0], "ply a1 b1");
    for (int i = 0; i < 2; i++)
        ck_assert(!files_have(text_string(&tokens[i])));
    /* The server is killed: who comes back is known by the token, and told it. */
    for (int i = 0; i < 2; i++)
        talker_close(p[i]);
    served_stop(&served, false);
    fixture_start("");
    for (int i = 0; i < 2; i++) {
        p[i] = open_wire(i);
        text_clear(&order);
        text_print(&order, "rejoin %s %s", text_string(&id), text_string(&tokens[i]));
        ck_has(talker_ask(p[i], text_string(&order)), text_string(&tokens[i]));
    }
    ck_good(p[1], "ply a2 b2");
    for (int i = 0; i < 2; i++) {
        ck_assert(!files_have(text_string(&tokens[i])));
        talker_close(p[i]);
        text_free(&tokens[i]);
    }
    text_free(&id);
    text_free(&order);
}
END_TEST

/* What stands in the database opens no seat. */
START_TEST(proofs_are_no_tokens) {
    struct talker *t = open_wire(0);
    struct text id = {0}, order = {0};
    person_create(t, "create game=qttt side=both", &id, NULL);
    ck_good(t, "ply a1 b1");
    sqlite3 *base;
    sqlite3_stmt *s;
    ck_assert_int_eq(sqlite3_open(fixture_database, &base), SQLITE_OK);
    ck_assert_int_eq(
        sqlite3_prepare_v2(base, "SELECT proof0, substr(proof0,1,32) FROM room", -1, &s, NULL),
        SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(s), SQLITE_ROW);
    for (int column = 0; column < 2; column++) {
        text_clear(&order);
        text_print(&order, "rejoin %s %s", text_string(&id),
                   (const char *)sqlite3_column_text(s, column));
        ck_has(talker_ask(t, text_string(&order)), "code room.token");
    }
    sqlite3_finalize(s);
    sqlite3_close(base);
    text_free(&id);
    text_free(&order);
    talker_close(t);
}
END_TEST

/* A seat that was empty when the server went gets a token when somebody takes it. */
START_TEST(tokens_of_seats_taken_later) {
    struct talker *p[2] = {open_wire(0), open_wire(1)};
    struct text id = {0}, tokens[2] = {{0}}, order = {0};
    person_create(p[0], "create game=qttt side=o", &id, &tokens[0]);
    talker_close(p[0]);
    talker_close(p[1]);
    served_stop(&served, true);
    fixture_start("");
    p[1] = open_wire(1);
    person_join(p[1], &id, &tokens[1]);
    ck_assert_uint_eq(tokens[1].length, ROOM_TOKEN - 1);
    ck_assert_str_ne(text_string(&tokens[0]), text_string(&tokens[1]));
    ck_good(p[1], "ply a1 b1");
    p[0] = open_wire(0);
    for (int i = 0; i < 2; i++) {
        text_clear(&order);
        text_print(&order, "rejoin %s %s", text_string(&id), text_string(&tokens[i]));
        ck_starts(talker_ask(p[i], text_string(&order)), "= {");
        ck_state(p[i], i == 0 ? "\"you\":[\"o\"]" : "\"you\":[\"x\"]");
        text_free(&tokens[i]);
    }
    text_free(&order);
    close_two(p, &id);
}
END_TEST

/* games-0.1.db was written by version 0.1: a game of two that goes on, one in its second round, one
 * that was scored, one that waits for somebody, one against a bot. */
static const struct {
    const char *id, *tokens[2], *state, *said;
} old_games[] = {
    {"3c6yh99z4",
     {"f9eec8e992805712fe9dd0344138ed70", "e8f0ff8775fb9e159ed750c1a99bb7ee"},
     "X1:A1-B1 O2:A2-B2 X3:A3-B3\"",
     "\"text\":\"good luck\""},
    {"y49rbza7z",
     {"118ad98b19a37cb537df9d9800685995", "bdbb3d7569ed4466af76d1418f7944cd"},
     "\"plies\":[[\"w\",\"E3-F4\"],[\"b\",\"D6-E5\"]]",
     "\"round\":1"},
    {"hudttknvz",
     {"49209813f0d1f7a306db73fa30c16ac0", "9d23081dff39295ac9a81dfbeaf6d2c6"},
     "\"dead\":[\"A1\"],\"seki\":[]",
     "\"text\":\"thanks\""},
    {"ubf38hphu", {"a08611ab982fa5b3f73a1e692bc344e3", NULL}, "\"komi\":\"6.5\"", "\"open\""},
    {"utgx6b7bn", {"300b80e6b837504cfc7d739ac677625c", NULL}, "\"random\"", "\"playing\""},
};

static void copy_old_games(void) {
    const char *source = getenv("srcdir");
    char command[400];
    snprintf(command, sizeof command, "cp %s/tests/server/games-0.1.db %s",
             source == NULL ? "." : source, fixture_database);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(database_of_version_0_1) {
    struct text order = {0};
    copy_old_games();
    for (int run = 0; run < 2; run++) { /* the second one finds it brought up to date */
        fixture_start("");
        ck_assert_int_eq(mode_of(""), 0600);
        for (size_t i = 0; i < sizeof old_games / sizeof *old_games; i++)
            for (int seat = 0; seat < 2 && old_games[i].tokens[seat] != NULL; seat++) {
                struct talker *t = open_wire(seat);
                text_clear(&order);
                text_print(&order, "rejoin %s %s", old_games[i].id, old_games[i].tokens[seat]);
                ck_has(talker_ask(t, text_string(&order)), old_games[i].tokens[seat]);
                ck_state(t, old_games[i].state);
                ck_state(t, old_games[i].said);
                talker_close(t);
                ck_assert(!files_have(old_games[i].tokens[seat]));
            }
        served_stop(&served, run == 0);
    }
    fixture_start("");
    text_free(&order);
}
END_TEST

/* What version 0.1 deleted may still stand in bytes that are not used, here of a table with one
 * short row. */
START_TEST(tokens_in_unused_bytes) {
    static const char token[] = "0123456789abcdef0123456789abcdef";
    copy_old_games();
    long root = ask(fixture_database, "SELECT rootpage FROM sqlite_schema WHERE name='life'");
    FILE *file = fopen(fixture_database, "r+b");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, (root - 1) * 4096 + 2000, SEEK_SET), 0);
    fputs(token, file);
    fclose(file);
    open_store();
    store_close(store);
    store = NULL;
    ck_assert(!file_has("", token));
    open_store();
}
END_TEST

/* A server that ended half-way is followed by one that goes on. */
START_TEST(half_an_upgrade) {
    copy_old_games();
    open_store();
    store_close(store);
    store = NULL;
    ask(fixture_database, "PRAGMA user_version=-3");
    open_store();
    ck_assert_int_eq(ask(fixture_database, "PRAGMA user_version"), 3);
    ck_assert_int_eq(ask(fixture_database, "SELECT count(*) FROM room"), 5);
}
END_TEST

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("store");
    suite_add_with(suite, setup, teardown, power_cuts);
    suite_add_with(suite, setup, teardown, power_cut_while_running);
    suite_add_with(suite, setup_opened, teardown, log_stays_short);
    suite_add_with(suite, setup, teardown, log_stays_short_while_all_write);
    suite_add_with(suite, setup_opened, teardown, long_log_shrinks);
    suite_add_with(suite, setup, teardown, files_are_private);
    suite_add_with(suite, setup, teardown, linked_files_are_private);
    suite_add_with(suite, setup_opened, teardown, backup_while_running);
    suite_add_with(suite, setup_opened, teardown, erased_game);
    suite_add_with(suite, setup_opened, teardown, erased_name);
    fixture_add(suite, fixture_setup_started, tokens_are_not_stored);
    fixture_add(suite, fixture_setup_started, proofs_are_no_tokens);
    fixture_add(suite, fixture_setup_started, tokens_of_seats_taken_later);
    fixture_add(suite, fixture_setup, database_of_version_0_1);
    suite_add_with(suite, setup, teardown, tokens_in_unused_bytes);
    suite_add_with(suite, setup, teardown, half_an_upgrade);
    return suite_run(suite);
}
