/* What engines start and do not end: it is gone when the last engine or the server is, and nothing
 * that was not started by an engine is touched. */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../src/core/player.h"
#include "../../src/system/file.h"
#include "../support/suite.h"
#include "fixture.h"

enum { DAEMONS = 4 }; /* that --fault daemons starts */

/* In every command line of an engine, and in no other. */
static const char *mark(void) {
    static char words[60];
    snprintf(words, sizeof words, "orphans-of-%d", (int)getpid());
    return words;
}

static bool is_marked(const char *pid) {
    char name[300];
    struct text words = {0};
    snprintf(name, sizeof name, "/proc/%s/cmdline", pid);
    bool found = file_read(name, &words, NULL) && words.length > 0 &&
                 memmem(words.at, words.length, mark(), strlen(mark())) != NULL;
    text_free(&words);
    return found;
}

/* Calls back for every process that an engine of this test is or has started. */
static int each_marked(void (*act)(long pid)) {
    DIR *folder = opendir("/proc");
    ck_assert_ptr_nonnull(folder);
    int count = 0;
    long pid;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (!text_to_whole(entry->d_name, 1, 1L << 30, &pid) || !is_marked(entry->d_name))
            continue;
        count++;
        if (act != NULL)
            act(pid);
    }
    closedir(folder);
    return count;
}

static void ck_marked(int wanted) {
    double until = monotonic_now() + 20;
    while (each_marked(NULL) != wanted && monotonic_now() < until)
        usleep(20000);
    ck_assert_int_eq(each_marked(NULL), wanted);
}

/* The state and the parent of a process, as in "Z 1234", or "". */
static const char *standing(const char *pid) {
    static char state[40];
    char name[300];
    struct text line = {0};
    snprintf(name, sizeof name, "/proc/%s/stat", pid);
    state[0] = '\0';
    if (file_read(name, &line, NULL)) {
        const char *end = strrchr(text_string(&line), ')');
        if (end != NULL)
            snprintf(state, sizeof state, "%.*s", (int)strcspn(end + 4, " ") + 2, end + 2);
    }
    text_free(&line);
    return state;
}

/* A server whose bot has just made its first move, and its daemons. */
static struct talker *bot_with_daemons(const char *fault, const char *more) {
    struct text lines = {0}, room = {0};
    text_print(&lines,
               "bot \"it\" { command = \"./tests/support/stub_engine --say %s --fault %s --at 1\" "
               "memory = 0 }\n%s",
               mark(), fault, more);
    fixture_start_with(text_string(&lines));
    struct talker *talker = open_wire(0);
    person_create(talker, "create game=qttt side=o bot=it", &room, NULL);
    text_free(&lines);
    text_free(&room);
    return talker;
}

START_TEST(gone_with_the_server) {
    struct talker *t = bot_with_daemons("daemons", "");
    ck_event_has(t, "ply", "\"n\":1");
    ck_marked(1 + DAEMONS);
    ck_assert_int_eq(served_stop(&served, true), 0);
    ck_assert_int_eq(each_marked(NULL), 0);
    talker_close(t);
}
END_TEST

START_TEST(gone_with_the_last_engine) {
    struct talker *t = bot_with_daemons("daemons", "bot_idle = 1\n");
    ck_event_has(t, "ply", "\"n\":1");
    ck_marked(0);
    ck_assert_str_eq(talker_ask(t, "ping"), "= pong");
    talker_close(t);
}
END_TEST

START_TEST(gone_after_crashes) {
    struct talker *t = bot_with_daemons("daemons-crash", "");
    ck_event_has(t, "end", "the bot failed: crash");
    ck_marked(0);
    talker_close(t);
}
END_TEST

static long the_engine;

static void find_engine(long pid) {
    char wanted[20], name[20];
    snprintf(wanted, sizeof wanted, " %d", (int)served.pid);
    snprintf(name, sizeof name, "%ld", pid);
    /* Of the children of the server the engine is the first. */
    if (strstr(standing(name), wanted) != NULL && (the_engine == 0 || pid < the_engine))
        the_engine = pid;
}

static pid_t ended[DAEMONS];
static int ended_count;

static void end_daemon(long pid) {
    if (pid == the_engine)
        return;
    ck_assert_int_lt(ended_count, DAEMONS);
    ended[ended_count++] = (pid_t)pid;
    kill((pid_t)pid, SIGKILL);
}

/* How many of them are not gone yet, but for those that it is for others than the server to reap.
 */
static int unreaped(void) {
    int count = 0;
    char name[20], ours[20];
    snprintf(ours, sizeof ours, "Z %d", (int)served.pid);
    for (int i = 0; i < ended_count; i++) {
        snprintf(name, sizeof name, "%d", (int)ended[i]);
        const char *state = standing(name);
        count += *state != '\0' && (*state != 'Z' || strcmp(state, ours) == 0);
    }
    return count;
}

/* Orphans that end by themselves leave no zombies, though the engine lives on. */
START_TEST(reaped_meanwhile) {
    struct talker *t = bot_with_daemons("daemons", "");
    ck_event_has(t, "ply", "\"n\":1");
    ck_marked(1 + DAEMONS);
    each_marked(find_engine);
    each_marked(end_daemon);
    ck_assert_int_eq(ended_count, DAEMONS);
    double until = monotonic_now() + 20;
    while (unreaped() > 0 && monotonic_now() < until)
        usleep(20000);
    ck_assert_int_eq(unreaped(), 0);
    ck_assert_str_eq(talker_ask(t, "ply a1 b1"), "=");
    ck_event_has(t, "ply", "\"n\":3");
    talker_close(t);
}
END_TEST

/* What a shell had started before it became the server is nobody's orphan. */
START_TEST(strangers_stay) {
    long stranger, pid, port;
    char line[200];
    struct text command = {0}, room = {0};
    fixture_configure("bot_idle = 1\n");
    text_print(&command,
               "sleep 600 >/dev/null 2>&1 & echo $!; echo $$; exec ./ternion-server --demo --port "
               "0 --line-port -1 %s",
               fixture_config);
    FILE *pipe = popen(text_string(&command), "r");
    ck_assert_ptr_nonnull(pipe);
    ck_assert_int_eq(fscanf(pipe, "%ld %ld lines: 127.0.0.1 port %ld", &stranger, &pid, &port), 3);
    served = (struct served){.line_port = (int)port};
    struct talker *t = open_wire(0);
    person_create(t, "create game=qttt side=o bot=stub", &room, NULL);
    ck_event_has(t, "ply", "\"n\":1");
    talker_close(t);
    kill((pid_t)pid, SIGTERM);
    while (fgets(line, sizeof line, pipe) != NULL) {
    }
    int status = pclose(pipe);
    snprintf(line, sizeof line, "%ld", stranger);
    ck_assert_int_eq(*standing(line), 'S');
    kill((pid_t)stranger, SIGKILL);
    ck_assert_int_eq(status, 0);
    served.pid = -1;
    text_free(&command);
    text_free(&room);
}
END_TEST

/* A server that was started by somebody who does not want to know how children end. */
START_TEST(ends_are_seen) {
    fixture_configure("");
    signal(SIGCHLD, SIG_IGN);
    served_start(&served,
                 (const char *const[]){"--database", fixture_database, fixture_config, NULL}, 0,
                 NULL);
    signal(SIGCHLD, SIG_DFL);
    ck_assert_int_gt(served.pid, 0);
    struct talker *t = open_wire(0);
    struct text room = {0};
    person_create(t, "create game=qttt side=o bot=crash", &room, NULL);
    ck_event_has(t, "end", "the bot failed: crash");
    text_free(&room);
    talker_close(t);
}
END_TEST

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("orphans");
    fixture_add(suite, fixture_setup, gone_with_the_server);
    fixture_add(suite, fixture_setup, gone_with_the_last_engine);
    fixture_add(suite, fixture_setup, gone_after_crashes);
    fixture_add(suite, fixture_setup, reaped_meanwhile);
    fixture_add(suite, fixture_setup, strangers_stay);
    fixture_add(suite, fixture_setup, ends_are_seen);
    return suite_run(suite);
}
