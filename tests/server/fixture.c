#include "fixture.h"

#include <assert.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../src/core/json.h"
#include "../support/suite.h"

struct served served;
char fixture_folder[] = "/tmp/ternion-server-test-XXXXXX";
char fixture_database[80], fixture_config[80];

/* Engines under sanitizers need more address space than any sensible limit. */
void fixture_configure(const char *more) {
    FILE *file = fopen(fixture_config, "w");
    ck_assert_ptr_nonnull(file);
    fprintf(
        file,
        "bot \"ternion\" { command = \"./ternion\" levels = \"random easy medium hard optimal\" "
        "think = 0.2 memory = 0 }\n"
        "bot \"stub\" { command = \"./tests/support/stub_engine --seed 1\" memory = 0 }\n"
        "bot \"crash\" { command = \"./tests/support/stub_engine --fault crash --at 1\" memory = 0 "
        "}\n"
        "bot \"once\" { command = \"./tests/support/stub_engine --fault crash --at 2\" memory = 0 "
        "}\n"
        "bot \"gone\" { command = \"./no-such-engine\" memory = 0 }\n%s",
        more);
    fclose(file);
}

static void fixture_open(void) {
    served_start(&served,
                 (const char *const[]){"--database", fixture_database, fixture_config, NULL}, 0,
                 NULL);
    ck_assert_int_gt(served.pid, 0);
}

void fixture_start(const char *more) {
    fixture_configure(more);
    fixture_open();
}

void fixture_start_with(const char *configuration) {
    write_text(fixture_config, configuration);
    fixture_open();
}

void fixture_setup(void) {
    strcpy(fixture_folder + strlen(fixture_folder) - 6, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(fixture_folder));
    snprintf(fixture_database, sizeof fixture_database, "%s/games.db", fixture_folder);
    snprintf(fixture_config, sizeof fixture_config, "%s/server.conf", fixture_folder);
}

void fixture_setup_started(void) {
    fixture_setup();
    fixture_start("");
}

/* The descriptors that a test took from the server: a sanitizer that looks for leaks opens files.
 */
static void give_descriptors_back(void) {
    struct rlimit limit;
    if (served.pid <= 0 || prlimit(served.pid, RLIMIT_NOFILE, NULL, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    prlimit(served.pid, RLIMIT_NOFILE, &limit, NULL);
}

/* A sanitizer that found something makes the server leave with another status. */
void fixture_teardown(void) {
    give_descriptors_back();
    ck_assert_int_eq(served_stop(&served, true), 0);
    char command[120];
    snprintf(command, sizeof command, "rm -rf %s", fixture_folder);
    ck_assert_int_eq(system(command), 0);
}

struct talker *open_wire(int wire) {
    struct talker *talker =
        wire == 0 ? talker_lines(served.line_port) : talker_websocket(served.http_port, NULL);
    ck_assert_ptr_nonnull(talker);
    talker_event(talker, "hello");
    return talker;
}

void ck_starts(const char *text, const char *start) {
    ck_assert_msg(strncmp(text, start, strlen(start)) == 0, "'%s' does not begin with '%s'", text,
                  start);
}

void ck_has(const char *text, const char *part) {
    ck_assert_msg(strstr(text, part) != NULL, "'%s' has no '%s'", text, part);
}

void ck_event_has(struct talker *talker, const char *name, const char *part) {
    const char *event = talker_event(talker, name);
    ck_has(event, part);
}

/* Creates a game; the id and the first token go to the texts. */
void person_create(struct talker *talker, const char *order, struct text *room,
                   struct text *token) {
    const char *reply = talker_ask(talker, order);
    ck_starts(reply, "= {");
    json_find(reply, "room", room);
    const char *tokens = strstr(reply, "\"tokens\":{\"");
    if (token != NULL && tokens != NULL) {
        char side[2] = {tokens[11], '\0'};
        json_find(tokens, side, token);
    }
}

void person_join(struct talker *talker, const struct text *room, struct text *token) {
    struct text order = {0};
    text_print(&order, "join %s", text_string(room));
    const char *reply = talker_ask(talker, text_string(&order));
    ck_starts(reply, "= {");
    if (token != NULL) {
        const char *tokens = strstr(reply, "\"tokens\":{\"");
        char side[2] = {tokens[11], '\0'};
        json_find(tokens, side, token);
    }
    text_free(&order);
}

/* Two people in one game, the first with side 0. */
void two_people(struct talker *people[2], const char *order, struct text *room) {
    for (int i = 0; i < 2; i++)
        people[i] = open_wire(i);
    person_create(people[0], order, room, NULL);
    person_join(people[1], room, NULL);
}

void close_two(struct talker *people[2], struct text *room) {
    talker_close(people[0]);
    talker_close(people[1]);
    text_free(room);
}

struct talker *leader, *pupils[CLASS_MOST];
char class_code[16];
static char leader_key[64], tokens[CLASS_MOST][64];
static int joined;

void member_of(const char *json, const char *name, char *value, size_t size) {
    struct text found = {0};
    json_find(json, name, &found);
    snprintf(value, size, "%s", text_string(&found));
    text_free(&found);
}

const char *class_ask(struct talker *talker, const char *verb, const char *rest) {
    char order[200];
    snprintf(order, sizeof order, "contest %s %s %s", verb, class_code, rest);
    return talker_ask(talker, order);
}

const char *class_good(struct talker *talker, const char *verb, const char *rest) {
    const char *reply = class_ask(talker, verb, rest);
    ck_assert_msg(*reply == '=', "'%s %s' was answered '%s'", verb, rest, reply);
    return reply;
}

void class_open(const char *keys) {
    char order[200];
    leader = open_wire(1);
    joined = 0;
    snprintf(order, sizeof order, "contest open %s", keys);
    const char *reply = talker_ask(leader, order);
    ck_starts(reply, "= {\"contest\"");
    member_of(reply, "contest", class_code, sizeof class_code);
    member_of(reply, "key", leader_key, sizeof leader_key);
}

void class_join(int player) {
    char name[32];
    pupils[player] = open_wire(player % 2);
    snprintf(name, sizeof name, "name P%d", player);
    ck_good(pupils[player], name);
    member_of(class_good(pupils[player], "join", ""), "token", tokens[player], sizeof *tokens);
    ck_assert_uint_eq(strlen(tokens[player]), 32);
    joined = player + 1;
}

void class_close(void) {
    talker_close(leader);
    for (int i = 0; i < joined; i++)
        if (pupils[i] != NULL)
            talker_close(pupils[i]);
    memset(pupils, 0, sizeof pupils);
}

void class_kill(const char *sql) {
    sqlite3 *database;
    class_close();
    served_stop(&served, false);
    ck_assert_int_eq(sqlite3_open(fixture_database, &database), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
    fixture_start("");
    leader = open_wire(0);
    ck_has(class_good(leader, "rejoin", leader_key), "\"leads\":true");
    for (int i = 0; i < joined; i++) {
        pupils[i] = open_wire(i % 2);
        ck_has(class_good(pupils[i], "rejoin", tokens[i]), "\"leads\":false");
    }
}

void stopped_unjudged(struct talker *p[2], struct text *room) {
    two_people(p, "create game=go size=5 rules=chinese komi=0.5 side=b", room);
    ck_assert_str_eq(talker_ask(p[0], "ply c3"), "=");
    ck_assert_str_eq(talker_ask(p[1], "ply a1"), "=");
    ck_assert_str_eq(talker_ask(p[0], "pass"), "=");
    ck_assert_str_eq(talker_ask(p[1], "pass"), "=");
}

void stopped_game(struct talker *p[2], struct text *room) {
    const char *state;
    stopped_unjudged(p, room);
    do
        state = talker_event(p[0], "now");
    while (strstr(state, "\"marks\":null") != NULL);
}

void write_bytes(const char *name, const char *content, size_t length) {
    FILE *file = fopen(name, "wb");
    ck_assert_ptr_nonnull(file);
    fwrite(content, 1, length, file);
    fclose(file);
}

void write_text(const char *name, const char *content) {
    write_bytes(name, content, strlen(content));
}

void fixture_refuses(const char *why) {
    struct text said = {0};
    fixture_configure("");
    served_start(&served,
                 (const char *const[]){"--database", fixture_database, fixture_config, NULL}, 0,
                 &said);
    ck_assert_int_eq(served.pid, -1);
    ck_has(text_string(&said), why);
    text_free(&said);
}

/* Each test is dealt to one of the lanes of fixture_run. */
enum { LANES = 4 };
static const char *const lanes[LANES] = {"lane0", "lane1", "lane2", "lane3"};

void fixture_add_loop(Suite *suite, void (*begin)(void), const TTest *test, int from, int to) {
    static int dealt;
    for (int i = from; i < to; i++) {
        TCase *one = suite_add_loop(suite, test, i, i + 1);
        tcase_add_checked_fixture(one, begin, fixture_teardown);
        tcase_set_tags(one, lanes[dealt++ % LANES]);
    }
}

void fixture_add(Suite *suite, void (*begin)(void), const TTest *test) {
    fixture_add_loop(suite, begin, test, 0, 1);
}

void disk(bool full) {
    struct rlimit limit;
    ck_assert_int_eq(prlimit(served.pid, RLIMIT_FSIZE, NULL, &limit), 0);
    limit.rlim_cur = full ? 1 : limit.rlim_max;
    ck_assert_int_eq(prlimit(served.pid, RLIMIT_FSIZE, &limit, NULL), 0);
}

void ck_good(struct talker *talker, const char *order) {
    ck_assert_str_eq(talker_ask(talker, order), "=");
}

void ck_state(struct talker *talker, const char *part) {
    ck_has(talker_ask(talker, "state"), part);
}

void ck_comes(struct talker *talker, const char *order, const char *part) {
    const char *reply = "";
    for (int i = 0; i < 600 && strstr(reply, part) == NULL; i++) {
        usleep(i == 0 ? 0 : 100000);
        reply = talker_ask(talker, order);
    }
    ck_has(reply, part);
}

long stored(const char *sql) {
    sqlite3 *base;
    long count = 0;
    ck_assert_int_eq(sqlite3_open_v2(fixture_database, &base, SQLITE_OPEN_READWRITE, NULL),
                     SQLITE_OK);
    for (int i = 0; i < 300 && count == 0; i++) {
        sqlite3_stmt *statement;
        usleep(i == 0 ? 0 : 100000);
        ck_assert_int_eq(sqlite3_prepare_v2(base, sql, -1, &statement, NULL), SQLITE_OK);
        if (sqlite3_step(statement) == SQLITE_ROW)
            count = (long)sqlite3_column_int64(statement, 0);
        sqlite3_finalize(statement);
    }
    sqlite3_close(base);
    return count;
}

/* Runs one lane in a process of its own, with its results as TAP in a file. */
static pid_t start_lane(Suite *suite, int lane, const char *results) {
    fflush(NULL);
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    SRunner *runner = srunner_create(suite);
    srunner_set_tap(runner, results);
    srunner_run_tagged(runner, NULL, NULL, lanes[lane], NULL, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    exit(failed > 0);
}

/* Prints the results of a lane, numbered on. */
static int tell_lane(const char *results, int number) {
    char line[4096], *dash;
    FILE *file = fopen(results, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if ((strncmp(line, "ok ", 3) == 0 || strncmp(line, "not ok ", 7) == 0) &&
            (dash = strstr(line, " - ")) != NULL)
            printf("%s %d%s", line[0] == 'o' ? "ok" : "not ok", ++number, dash);
        else if (strncmp(line, "1..", 3) != 0)
            fputs(line, stdout);
    if (file != NULL)
        fclose(file);
    return number;
}

int fixture_run(Suite *suite) {
    const char *tap = getenv("CK_TAP_LOG_FILE_NAME"), *forks = getenv("CK_FORK");
    if (tap == NULL || strcmp(tap, "-") != 0 || getenv("CK_RUN_CASE") != NULL ||
        (forks != NULL && strcmp(forks, "no") == 0))
        return suite_run(suite);
    char folder[] = "/tmp/ternion-lanes-XXXXXX", results[LANES][64];
    pid_t pids[LANES];
    if (mkdtemp(folder) == NULL)
        return 99;
    for (int i = 0; i < LANES; i++) {
        snprintf(results[i], sizeof results[i], "%s/%s", folder, lanes[i]);
        pids[i] = start_lane(suite, i, results[i]);
        assert(pids[i] > 0);
    }
    /* All have ended before their results are told: they share an output. */
    int number = 0, failed = 0, statuses[LANES];
    for (int i = 0; i < LANES; i++)
        if (waitpid(pids[i], &statuses[i], 0) != pids[i])
            statuses[i] = 1;
    for (int i = 0; i < LANES; i++) {
        number = tell_lane(results[i], number);
        if (!WIFEXITED(statuses[i]) || WEXITSTATUS(statuses[i]) > 1)
            printf("not ok %d - %s broke off\n", ++number, lanes[i]);
        failed |= statuses[i];
        unlink(results[i]);
    }
    rmdir(folder);
    srunner_free(srunner_create(suite));
    printf("1..%d\n", number);
    return failed != 0;
}
