/* The command line, configurations, and how the server starts. */
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../support/suite.h"
#include "fixture.h"

#define COUNT(rows) ((int)(sizeof(rows) / sizeof *(rows)))

/* The command line. */

/* What the program prints on both streams, and its exit status. */
static int program(const char *arguments, struct text *said) {
    char command[300], bytes[4096];
    snprintf(command, sizeof command, "./ternion-server %s 2>&1", arguments);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, pipe)) > 0;)
        text_putn(said, bytes, count);
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static const struct {
    const char *arguments;
    int status;
    const char *said;
} command_lines[] = {
    {"--help", 0, "Usage: ternion-server"},
    {"--version", 0, "ternion-server (Ternion) "},
    {"--help >/dev/full", 1, ""},
    {"--check", 0, "The configuration is good."},
    {"--check ../server/examples/server.conf", -1,
     "The configuration is good"}, /* its bots may be missing */
    {"--check /nowhere/server.conf", 1, "/nowhere/server.conf"},
    {"--nonsense", 2, "Try 'ternion-server --help'"},
    {"one two", 2, "one configuration file is enough, but there is also two"},
    {"--check --backup x", 2, "one of --check, --backup, --erase-game and --erase-name at a time"},
    {"--backup", 2, "Try 'ternion-server --help'"},
    {"--database /nowhere/x.db --backup /tmp/x.db", 1,
     "cannot copy the database to /tmp/x.db: there is none"},
    {"--database /nowhere/x.db --erase-game abc", 1, "/nowhere/x.db"},
    {"--database /nowhere/x.db --erase-name abc", 1, "/nowhere/x.db"},
    {"--demo --port many", 2, "a port is a number from -1 to 65535, not many"},
    {"--demo --port 65536", 2, "a port is a number from -1 to 65535, not 65536"},
    {"--demo --port -1 --line-port 0 --address 300.1.1.1", 1, "300.1.1.1: "},
    {"--demo --port 0 --line-port -1 --address 192.0.2.1", 1, "cannot listen on 192.0.2.1 port 0"},
};

START_TEST(command_line) {
    struct text said = {0};
    char arguments[200];
    const char *at = strstr(command_lines[_i].arguments, "../server");
    const char *source = getenv("srcdir");
    if (at != NULL && source != NULL)
        snprintf(arguments, sizeof arguments, "%.*s%s%s", (int)(at - command_lines[_i].arguments),
                 command_lines[_i].arguments, source, at + 2);
    else
        snprintf(arguments, sizeof arguments, "%s", command_lines[_i].arguments);
    int status = program(arguments, &said);
    if (command_lines[_i].status < 0) /* as PATH has its bots */
        ck_assert(status == 0 || status == 1);
    else
        ck_assert_int_eq(status, command_lines[_i].status);
    ck_has(text_string(&said), command_lines[_i].said);
    text_free(&said);
}
END_TEST

/* Ports are there once. */
START_TEST(ports_in_use) {
    struct text said = {0};
    char arguments[120];
    snprintf(arguments, sizeof arguments, "--demo --port %d --line-port 0", served.http_port);
    ck_assert_int_eq(program(arguments, &said), 1);
    ck_has(text_string(&said), "Address already in use; --port chooses another");
    text_clear(&said);
    snprintf(arguments, sizeof arguments, "--demo --port 0 --line-port %d", served.line_port);
    ck_assert_int_eq(program(arguments, &said), 1);
    ck_has(text_string(&said), "Address already in use; --line-port chooses another");
    text_free(&said);
}
END_TEST

START_TEST(demo) {
    struct text said = {0};
    served_start(&served,
                 (const char *const[]){"--demo", "--engine", "./tests/support/stub_engine",
                                       "--address", "localhost", NULL},
                 0, &said);
    ck_assert_int_gt(served.pid, 0);
    ck_has(text_string(&said), "games: :memory:");
    struct talker *t = open_wire(0);
    ck_has(talker_ask(t, "games"), "\"bots\":[{\"name\":\"ternion\"");
    text_free(&said);
    talker_close(t);
}
END_TEST

/* The engine beside the server is found whatever their folder is called. */
START_TEST(folder_with_any_name) {
    static const char script[] =
        "#!/bin/sh\n"
        "while read -r id command what; do\n"
        "    case $command in genmove) echo \"=$id C3\" ;; *) echo \"=$id\" ;; esac; echo\n"
        "done\n";
    char command[400];
    struct text room = {0};
    snprintf(command, sizeof command,
             "mkdir \"%s/a b'\\\\c\" && cp ternion-server \"%s/a b'\\\\c/\"", fixture_folder,
             fixture_folder);
    ck_assert_int_eq(system(command), 0);
    snprintf(command, sizeof command, "%s/a b'\\c", fixture_folder);
    ck_assert_int_eq(chdir(command), 0);
    write_text("ternion", script);
    ck_assert_int_eq(chmod("ternion", 0755), 0);
    served_start(&served, (const char *const[]){"--demo", NULL}, 0, NULL);
    ck_assert_int_gt(served.pid, 0);
    struct talker *t = open_wire(0);
    person_create(t, "create game=go size=5 side=w bot=ternion", &room, NULL);
    ck_event_has(t, "ply", "\"move\":\"C3\"");
    text_free(&room);
    talker_close(t);
}
END_TEST

/* An IPv6 address stands in brackets where a port follows. */
START_TEST(sixth_version) {
    struct text said = {0};
    served_start(&served, (const char *const[]){"--demo", "--address", "::1", NULL}, 0, &said);
    if (served.pid < 0) { /* there is none here */
        ck_has(text_string(&said), "cannot listen on ::1");
    } else {
        char page[40], command[160], heard[200] = "";
        snprintf(page, sizeof page, "page:  http://[::1]:%d/\n", served.http_port);
        ck_has(text_string(&said), page);
        snprintf(command, sizeof command, "echo ping | ./ternion --connect [::1]:%d",
                 served.line_port);
        FILE *pipe = popen(command, "r");
        ck_assert_ptr_nonnull(pipe);
        heard[fread(heard, 1, sizeof heard - 1, pipe)] = '\0';
        ck_assert_int_eq(pclose(pipe), 0);
        ck_has(heard, "= pong");
    }
    text_free(&said);
}
END_TEST

/* A server that listens everywhere tells addresses that others can go to. */
START_TEST(everywhere) {
    struct text said = {0};
    struct ifaddrs *all;
    int found = 0;
    served_start(&served, (const char *const[]){"--demo", "--address", "0.0.0.0", NULL}, 0, &said);
    ck_assert_int_eq(getifaddrs(&all), 0);
    for (const struct ifaddrs *one = all; one != NULL; one = one->ifa_next) {
        char page[60];
        if (one->ifa_addr == NULL || one->ifa_addr->sa_family != AF_INET ||
            (one->ifa_flags & IFF_UP) == 0)
            continue;
        const struct sockaddr_in *address = (const struct sockaddr_in *)one->ifa_addr;
        snprintf(page, sizeof page, "page:  http://%s:%d/\n", inet_ntoa(address->sin_addr),
                 served.http_port);
        bool loopback = (one->ifa_flags & IFF_LOOPBACK) != 0;
        ck_assert_msg((strstr(text_string(&said), page) == NULL) == loopback, "%s", page);
        found += !loopback;
    }
    freeifaddrs(all);
    ck_assert((strstr(text_string(&said), "http://0.0.0.0:") == NULL) == (found > 0));
    text_free(&said);
}
END_TEST

/* Without processes there are no bots, rather than such as never move. */
START_TEST(no_bots) {
    struct text said = {0};
    write_text(fixture_config, "http_port = -1\nline_port = -1\nbots = 0\n");
    served_start(&served,
                 (const char *const[]){"--database", fixture_database, fixture_config, NULL}, 0,
                 &said);
    struct talker *t = open_wire(0);
    ck_has(talker_ask(t, "games"), "\"bots\":[]");
    ck_starts(talker_ask(t, "create game=qttt side=x bot=ternion"), "? ");
    talker_close(t);
    text_free(&said);
}
END_TEST

/* Whatever --check calls good can be played: words in any case, with any blanks between them. */
START_TEST(names_as_people_write_them) {
    struct text room = {0};
    fixture_start_with(
        "bot \"a=b\" { command = \"./tests/support/stub_engine\" games = \" Go  DRAUGHTS\" "
        "levels = \" easy  Hard \" memory = 0 }\n");
    struct talker *t = open_wire(0);
    ck_has(talker_ask(t, "games"), "\"bots\":[{\"name\":\"a=b\",\"levels\":\"easy Hard\"}]");
    ck_starts(talker_ask(t, "create game=qttt bot=a=b"), "? unknown bot");
    ck_starts(talker_ask(t, "create game=go bot=a=b level=medium"),
              "? unknown level: no level 'medium'; there are easy Hard\n");
    person_create(t, "create game=go bot=a=b", &room, NULL);
    ck_state(t, "\"name\":\"a=b Hard\",\"level\":\"Hard\"");
    person_create(t, "create game=draughts bot=a=b level=HARD", &room, NULL);
    ck_state(t, "\"name\":\"a=b Hard\",\"level\":\"Hard\"");
    text_free(&room);
    talker_close(t);
}
END_TEST

/* A bot without a program would lose every game. */
START_TEST(bots_without_a_program) {
    struct text said = {0};
    char arguments[200];
    snprintf(arguments, sizeof arguments, "--check %s", fixture_config);
    write_text(fixture_config,
               "bot \"it\" { command = \"./tests/support/stub_engine --game go\" }\n");
    ck_assert_int_eq(program(arguments, &said), 0);
    ck_has(text_string(&said), "The configuration is good.");
    text_clear(&said);
    write_text(fixture_config, "bot \"it\" { command = \"no-such-engine --game go\" }\n");
    ck_assert_int_eq(program(arguments, &said), 1);
    ck_has(text_string(&said), "bot it: there is no program no-such-engine");
    ck_has(text_string(&said), "but for bots whose program is not there");
    text_free(&said);
}
END_TEST

static const char *const bad_configurations[][2] = {
    {"bot \"it\" { levels = \"one\" }\n", "the bot it has no command"},
    {"bot \"it\" { command = \"x\" }\nbot \"it\" { command = \"y\" }\n", "server.conf:2"},
    {"bot \"it\" { command = \"x\" think = -5 }\n", "think of a bot must be from 0.01 to 86400"},
    {"bot \"it\" { command = \"x\" memory = -5 }\n", "memory of a bot must be from 0 to"},
    {"bot \"it\" { command = \"x\" games = \"go chess\" }\n",
     "the bot it plays chess, which is no game here"},
    {"bot \"\" { command = \"x\" }\n", "'' names no bot and no level"},
    {"bot \"a b\" { command = \"x\" }\n", "'a b' names no bot"},
    {"bot \"a/b\" { command = \"x\" }\n", "'a/b' names no bot"},
    {"bot \"#1\" { command = \"x\" }\n", "'#1' names no bot"},
    {"bot \"it\" { command = \"x\" levels = \"easy a/b\" }\n", "'a/b' names no bot"},
    {"rate = 0\n", "rate must be from 0.1 to 1000000"},
    {"bots = 10001\n", "bots must be from 0 to 10000"},
    {"trusted_networks \"10.0.0.0/33\" { bots_per_address = 3 }\n",
     "'10.0.0.0/33' of trusted_networks is no address in digits, with /BITS or without"},
    {"trusted_networks \"10.0.0.1 school\" { bots_per_address = 3 }\n",
     "'school' of trusted_networks is no address"},
    {"trusted_networks \"10.0.0.1\" { bots_per_address = 10001 }\n",
     "bots_per_address must be from 1 to 10000"},
    {"clients = many\n", "server.conf:1"},
    {"address = \n", "server.conf:"},
    {"proxies = {\"127.0.0.1\", \"localhost\"}\n", "localhost is no address in digits"},
    {"frame_ancestors = {\"moodle.example\"}\n", "'moodle.example' is no origin such as"},
    {"frame_ancestors = {\"https://a.example/x\"}\n", "'https://a.example/x' is no origin"},
    {"frame_ancestors = {\"https://*.example\"}\n", "is no origin"},
    {"frame_ancestors = {\"https://a.example; x\"}\n", "is no origin"},
    {"log_level = \"loud\"\n", "log_level is error, warning, info or debug, not 'loud'"},
    {"log_addresses = perhaps\n", "server.conf:1"},
    {"chat = 2\n", "server.conf:1"},
    {"password = \"short\"\n", "a password has 8 to 100 bytes"},
    {"password = \" open sesame\"\n", "no blank at either end"},
    {"status_from = {\"home\"}\n", "'home' of status_from is no address in digits"},
    {"status_from = {\"10.0.0.0/40\"}\n", "'10.0.0.0/40' of status_from is no address"},
    {"bans = \"/nowhere/bans\"\n", "cannot read /nowhere/bans: No such file"},
    {"frame_ancestors = {\"https://\"}\n", "'https://' is no origin"},
};

START_TEST(configurations_refused) {
    struct text said = {0};
    write_text(fixture_config, bad_configurations[_i][0]);
    served_start(&served,
                 (const char *const[]){"--database", fixture_database, fixture_config, NULL}, 0,
                 &said);
    ck_assert_int_eq(served.pid, -1);
    ck_has(text_string(&said), bad_configurations[_i][1]);
    text_free(&said);
}
END_TEST

START_TEST(bad_configuration) {
    struct text said = {0};
    write_text(fixture_config, "address = \"127.0.0.1\"\nnonsense = 3\n");
    served_start(&served,
                 (const char *const[]){"--database", fixture_database, fixture_config, NULL}, 0,
                 &said);
    ck_assert_int_eq(served.pid, -1);
    ck_has(text_string(&said), "server.conf:2");
    text_clear(&said);
    write_text(fixture_config, "clients = -5\n");
    served_start(&served,
                 (const char *const[]){"--database", fixture_database, fixture_config, NULL}, 0,
                 &said);
    ck_assert_int_eq(served.pid, -1);
    ck_has(text_string(&said), "clients must be from 1");
    text_free(&said);
}
END_TEST

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("start");
    suite_add_loop(suite, command_line, 0, COUNT(command_lines));
    fixture_add(suite, fixture_setup_started, ports_in_use);
    fixture_add(suite, fixture_setup, demo);
    fixture_add(suite, fixture_setup, folder_with_any_name);
    fixture_add(suite, fixture_setup, sixth_version);
    fixture_add(suite, fixture_setup, everywhere);
    fixture_add(suite, fixture_setup, no_bots);
    fixture_add(suite, fixture_setup, names_as_people_write_them);
    fixture_add(suite, fixture_setup, bots_without_a_program);
    fixture_add_loop(suite, fixture_setup, configurations_refused, 0, COUNT(bad_configurations));
    fixture_add(suite, fixture_setup, bad_configuration);
    return suite_run(suite);
}
