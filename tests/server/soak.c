/* Half an hour of ordinary life (TERNION_SOAK_SECONDS says how long): games against bots and alone,
 * rematches, watchers, lost connections. Afterwards memory, descriptors, the write-ahead log and
 * the database are bounded, and every record replays. Part of make check-long. */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../src/core/json.h"
#include "../../src/core/rng.h"
#include "../../src/system/now.h"
#include "../support/suite.h"
#include "fixture.h"

enum { TABLES = 8, ROUNDS = 6 /* of one game, until another is made */ };
enum { LOG_MOST = 32 << 20, PLY_MOST = 600, GAME_MOST = 8192, BASE = 1 << 20 /* bytes */ };
enum { MEMORY_MORE = 24 << 10 /* KiB that the heap may still spread */ };

/* Somebody at a game, and somebody who watches it now and then. */
struct table {
    struct talker *player, *watcher;
    struct text room, token;
    long rounds;
    int wire;
};

struct soak {
    struct table tables[TABLES];
    struct rng rng;
    struct text games; /* "ID GAME ROUNDS\n" of those that were left */
    long plies, over, reconnected;
};

static const char *const kinds[] = {
    "qttt side=x bot=stub", "draughts side=w bot=stub", "go size=5 side=b bot=stub",
    "qttt side=both",       "draughts side=both",       "go size=5 rules=tromp-taylor side=both",
};

static void table_leave(struct soak *soak, struct table *table, size_t kind) {
    if (table->room.length > 0)
        text_print(&soak->games, "%s %.*s %ld\n", text_string(&table->room),
                   (int)strcspn(kinds[kind], " "), kinds[kind], table->rounds);
    table->rounds = 0;
}

static void table_begin(struct soak *soak, struct table *table, size_t kind) {
    struct text order = {0};
    table_leave(soak, table, kind);
    text_clear(&table->room);
    text_clear(&table->token);
    text_print(&order, "create game=%s", kinds[kind]);
    person_create(table->player, text_string(&order), &table->room, &table->token);
    table->rounds = 1;
    text_free(&order);
}

/* The connection is lost; another one takes the seat again. Of two seats it has the first then. */
static void table_reconnect(struct soak *soak, struct table *table) {
    struct text order = {0};
    if (rng_draw(&soak->rng, 2) == 0)
        talker_reset(table->player);
    else
        talker_close(table->player);
    table->player = open_wire(table->wire);
    text_print(&order, "rejoin %s %s", text_string(&table->room), text_string(&table->token));
    ck_starts(talker_ask(table->player, text_string(&order)), "= {");
    soak->reconnected++;
    text_free(&order);
}

static void table_watch(struct table *table) {
    struct text order = {0};
    if (table->watcher != NULL)
        talker_close(table->watcher);
    table->watcher = open_wire(1 - table->wire);
    text_print(&order, "watch %s", text_string(&table->room));
    ck_assert_str_eq(talker_ask(table->watcher, text_string(&order)), "=");
    text_free(&order);
}

/* Plays a legal move at random; where the game is over, another one. */
static void table_step(struct soak *soak, struct table *table, size_t kind) {
    const char *state = talker_ask(table->player, "state");
    const char *legal = strstr(state, "\"legal\":["), *round = strstr(state, "\"round\":");
    ck_assert_ptr_nonnull(round);
    table->rounds = strtol(round + strlen("\"round\":"), NULL, 10) + 1;
    if (strstr(state, "\"phase\":\"over\"") != NULL) {
        soak->over++;
        if (table->rounds >= ROUNDS || rng_draw(&soak->rng, 5) == 0 ||
            strcmp(talker_ask(table->player, "rematch"), "=") != 0)
            table_begin(soak, table, kind); /* of two seats a lost one asks for no rematch */
        return;
    }
    if (strstr(state, "\"phase\":\"stopped\"") != NULL) {
        talker_ask(table->player, "accept"); /* refused until the judgement has come */
        return;
    }
    if (legal == NULL || legal[9] != '"') { /* a bot thinks, or the seat on turn is lost */
        if (rng_draw(&soak->rng, 200) == 0)
            table_begin(soak, table, kind);
        return;
    }
    int count = 1;
    const char *end = strchr(legal, ']'), *at = legal + 9;
    for (const char *c = at; c < end; c++)
        count += *c == ',';
    for (int skip = rng_draw(&soak->rng, count); skip > 0; skip--)
        at = strchr(at, ',') + 1;
    struct text order = {0};
    text_put(&order, "ply ");
    text_putn(&order, at + 1, strcspn(at + 1, "\""));
    soak->plies += *talker_ask(table->player, text_string(&order)) == '=';
    text_free(&order);
}

static long resident(void) {
    char path[40], line[200];
    long size = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)served.pid);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "VmRSS:", 6) == 0)
            size = strtol(line + 6, NULL, 10);
    fclose(file);
    return size;
}

static int descriptors(void) {
    char path[40];
    snprintf(path, sizeof path, "/proc/%d/fd", (int)served.pid);
    DIR *folder = opendir(path);
    ck_assert_ptr_nonnull(folder);
    int count = 0;
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

static long file_size(const char *suffix) {
    char path[100];
    struct stat status;
    snprintf(path, sizeof path, "%s%s", fixture_database, suffix);
    return stat(path, &status) == 0 ? (long)status.st_size : 0;
}

/* Fetches a record into a file; false if there is none. */
static bool fetch(const char *id, long round, const char *file) {
    char request[100];
    struct text answer = {0};
    struct talker *t = talker_lines(served.http_port);
    snprintf(request, sizeof request, "GET /record/%s/%ld HTTP/1.0\r\n\r\n", id, round);
    talker_raw(t, request, strlen(request));
    talker_rest(t, &answer);
    const char *body = strstr(text_string(&answer), "\r\n\r\n");
    bool good = strstr(text_string(&answer), " 200 ") != NULL && body != NULL;
    if (good)
        write_text(file, body + 4);
    text_free(&answer);
    talker_close(t);
    return good;
}

/* Every record of every round is there, and the engine replays it. */
static long ck_records(const struct soak *soak) {
    char file[120], command[300], line[200];
    long count = 0, good = 0;
    snprintf(file, sizeof file, "%s/orders", fixture_folder);
    FILE *orders = fopen(file, "w");
    ck_assert_ptr_nonnull(orders);
    for (const char *at = text_string(&soak->games); *at != '\0'; at = strchr(at, '\n') + 1) {
        char id[20], game[20];
        long rounds = 0;
        ck_assert_int_eq(sscanf(at, "%19s %19s %ld", id, game, &rounds), 3);
        for (long round = 0; round < rounds; round++, count++) {
            snprintf(file, sizeof file, "%s/record%ld", fixture_folder, count);
            ck_assert_msg(fetch(id, round, file), "no record of %s, round %ld", id, round);
            fprintf(orders, "set_game %s\nload_record %s\n", game, file);
        }
    }
    fclose(orders);
    snprintf(command, sizeof command, "./ternion <%s/orders", fixture_folder);
    FILE *replies = popen(command, "r");
    ck_assert_ptr_nonnull(replies);
    while (fgets(line, sizeof line, replies) != NULL) {
        good += *line == '=';
        ck_assert_msg(*line != '?', "%s", line);
    }
    pclose(replies);
    ck_assert_int_eq(good, 2 * count);
    return count;
}

static void soak_step(struct soak *soak) {
    int number = rng_draw(&soak->rng, TABLES);
    struct table *table = &soak->tables[number];
    size_t kind = (size_t)number % (sizeof kinds / sizeof *kinds);
    int dice = rng_draw(&soak->rng, 100);
    if (dice == 0)
        table_reconnect(soak, table);
    else if (dice == 1)
        table_watch(table);
    else if (dice < 10 && table->watcher != NULL)
        ck_starts(talker_ask(table->watcher, "state"), "= {");
    else if (dice == 10)
        ck_assert_str_eq(talker_ask(table->player, "chat well played"), "=");
    else
        table_step(soak, table, kind);
    usleep(2000);
}

START_TEST(ordinary_life) {
    const char *wanted = getenv("TERNION_SOAK_SECONDS");
    long seconds = 1800, warm = 0;
    if (wanted != NULL)
        ck_assert(text_to_whole(wanted, 1, 86400, &seconds));
    fixture_start("rate = 1000000\nburst = 1000000\naddress_rate = 1000000\nrooms_per_client = "
                  "1000000\nrooms_per_address = 1000000\nroom_idle = 5\nbots = 4\nbot_idle = 2\n"
                  "bot_starts = 1000\n");
    struct soak *soak = calloc(1, sizeof *soak);
    rng_seed(&soak->rng, 23);
    int before = descriptors();
    for (int i = 0; i < TABLES; i++) {
        soak->tables[i].wire = i % 2;
        soak->tables[i].player = open_wire(i % 2);
        table_begin(soak, &soak->tables[i], (size_t)i % (sizeof kinds / sizeof *kinds));
    }
    double began = monotonic_now();
    while (monotonic_now() < began + (double)seconds) {
        soak_step(soak);
        if (warm == 0 && monotonic_now() > began + (double)seconds / 3)
            warm = resident();
    }
    long log = file_size("-wal"), hot = resident();
    for (int i = 0; i < TABLES; i++) {
        struct table *table = &soak->tables[i];
        table_leave(soak, table, (size_t)i % (sizeof kinds / sizeof *kinds));
        talker_close(table->player);
        if (table->watcher != NULL)
            talker_close(table->watcher);
        text_free(&table->room);
        text_free(&table->token);
    }
    long records = ck_records(soak), base = file_size("");
    double until = monotonic_now() + 60;
    while (descriptors() > before && monotonic_now() < until)
        usleep(100000);
    printf("# %ld s: %ld plies, %ld games over, %ld connections lost, %ld records replayed\n",
           seconds, soak->plies, soak->over, soak->reconnected, records);
    printf(
        "# memory %ld KiB after a third, %ld KiB at the end; log %ld bytes, database %ld bytes\n",
        warm, hot, log, base);
    fflush(stdout);
    ck_assert_int_le(descriptors(), before);
    ck_assert_int_le(hot, warm + MEMORY_MORE);
    ck_assert_int_le(log, LOG_MOST);
    ck_assert_int_le(base, BASE + 2 * PLY_MOST * soak->plies + GAME_MOST * records);
    ck_assert_int_gt(soak->over, 0);
    text_free(&soak->games);
    free(soak);
}
END_TEST

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    setenv("CK_DEFAULT_TIMEOUT", "100000", 1);
    Suite *suite = suite_create("soak");
    fixture_add(suite, fixture_setup, ordinary_life);
    return suite_run(suite);
}
