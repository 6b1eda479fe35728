/* server_load [CONNECTIONS]: what plies, connections and games cost the server. Plays plies over
 * one connection beside nothing, beside idle WebSockets (8000 unless said), then beside other
 * games, and prints processor time a ply and where it goes, memory of a connection and of a game,
 * and how that grows. Loopback only; stops by itself. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "../server/store.h"
#include "../src/core/memory.h"
#include "../src/core/player.h"
#include "../src/core/text.h"
#include "../src/room/orders.h"
#include "../tests/server/client.h"
#include "row.h"

enum { PLIES = 4000, GAMES = 4000, ROUND = 120 /* plies until the board is reset */ };
enum { TRIES = 3 /* of which the least counts: other programs only add to it */ };
static const char game[] = "create game=go size=9 rules=tromp-taylor side=both";

static double server_cpu(pid_t pid) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return 0;
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

static double server_memory(pid_t pid) {
    char name[64];
    long pages = 0;
    snprintf(name, sizeof name, "/proc/%d/statm", (int)pid);
    FILE *file = fopen(name, "r");
    if (file != NULL) {
        if (fscanf(file, "%*d %ld", &pages) != 1)
            pages = 0;
        fclose(file);
    }
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* The server at work, who plays on it, and who only listens. */
struct load {
    struct served served;
    struct talker *player;
    struct talker **idle;
    long held;
    char config[32], database[40];
};

/* What PLIES plies cost. */
struct cost {
    double cpu, seconds; /* a ply */
};

static void fail(const char *why) {
    fprintf(stderr, "%s\n", why);
    exit(1);
}

static void ask(struct load *load, const char *order) {
    if (*talker_ask(load->player, order) != '=')
        fail(order);
}

static void load_start(struct load *load) {
    strcpy(load->config, "/tmp/ternion-load-XXXXXX");
    FILE *file = fdopen(mkstemp(load->config), "w");
    if (file == NULL)
        fail("no temporary file");
    fputs("clients = 100000\nclients_per_address = 100000\nrate = 1000000\nburst = 1000000\n"
          "address_rate = 1000000\nping = 10000\nidle = 100000\nrooms = 100000\n"
          "rooms_per_client = 100000\nrooms_per_address = 1000000\n",
          file);
    fclose(file);
    snprintf(load->database, sizeof load->database, "%s.db", load->config);
    served_start(&load->served,
                 (const char *const[]){"--database", load->database, load->config, NULL}, 0, NULL);
    if (load->served.pid < 0)
        fail("the server does not start");
    load->player = talker_lines(load->served.line_port);
    ask(load, game);
}

static void remove_database(const char *file) {
    char lock[64];
    snprintf(lock, sizeof lock, "%s.lock", file);
    unlink(file);
    unlink(lock);
}

static void load_end(struct load *load) {
    for (long i = 0; i < load->held; i++)
        talker_close(load->idle[i]);
    talker_close(load->player);
    served_stop(&load->served, true);
    unlink(load->config);
    remove_database(load->database);
    free(load->idle);
}

/* Black fills the board row by row, white passes; the board is reset when it is nearly full. */
static const char *vertex_of(int ply, char vertex[8]) {
    snprintf(vertex, 8, ply % 2 == 1 ? "pass" : "%c%d", "ABCDEFGHJ"[ply / 2 % 9], ply / 2 / 9 + 1);
    return vertex;
}

static void play_plies(struct load *load) {
    ask(load, "reset");
    for (int i = 0; i < PLIES; i++) {
        char vertex[8], line[16];
        if (i > 0 && i % ROUND == 0)
            ask(load, "reset");
        snprintf(line, sizeof line, "ply %s", vertex_of(i % ROUND, vertex));
        ask(load, line);
    }
}

static void say_pings(struct load *load) {
    for (int i = 0; i < PLIES; i++)
        ask(load, "ping");
}

static struct cost load_cost(struct load *load, void (*work)(struct load *load)) {
    struct cost least = {INFINITY, INFINITY};
    for (int i = 0; i < TRIES; i++) {
        double cpu = server_cpu(load->served.pid), began = monotonic_now();
        work(load);
        least.cpu = fmin(least.cpu, (server_cpu(load->served.pid) - cpu) / PLIES);
        least.seconds = fmin(least.seconds, (monotonic_now() - began) / PLIES);
    }
    return least;
}

/* Opens idle WebSockets up to that many; returns bytes of memory for each new one. */
static double load_hold(struct load *load, long wanted) {
    double before = server_memory(load->served.pid);
    long had = load->held;
    for (; load->held < wanted; load->held++) {
        struct talker *talker = talker_websocket(load->served.http_port, NULL);
        if (talker == NULL || talker_next(talker, 10) == NULL)
            fail("a connection was refused");
        load->idle[load->held] = talker;
    }
    return (server_memory(load->served.pid) - before) / (double)(wanted - had);
}

/* So many more games, the last of which the player sits in; bytes of memory for each. */
static double load_games(struct load *load, long count) {
    double before = server_memory(load->served.pid);
    for (long i = 0; i < count; i++)
        ask(load, game);
    return (server_memory(load->served.pid) - before) / (double)count;
}

static void show_connections(struct load *load, long most, struct cost bare) {
    char what[80];
    double few = load_hold(load, most / 4), many = load_hold(load, most);
    struct cost beside = load_cost(load, play_plies);
    snprintf(what, sizeof what, "server, an idle WebSocket among %ld", most);
    row_print(what, many, "bytes", "among a quarter of them", few, many / few);
    snprintf(what, sizeof what, "server, a ply beside %ld idle WebSockets", most);
    row_print(what, beside.cpu * 1e6, "us of CPU", "alone", bare.cpu * 1e6, beside.cpu / bare.cpu);
}

static void show_games(struct load *load, struct cost before) {
    char what[80];
    double few = load_games(load, GAMES / 4), many = load_games(load, GAMES - GAMES / 4);
    struct cost beside = load_cost(load, play_plies);
    snprintf(what, sizeof what, "server, a game of Go among %d", GAMES);
    row_print(what, many, "bytes", "among a quarter of them", few, many / few);
    snprintf(what, sizeof what, "server, a ply beside %d games", GAMES);
    row_print(what, beside.cpu * 1e6, "us of CPU", "beside one game", before.cpu * 1e6,
              beside.cpu / before.cpu);
}

/* The same plies in a room here, without a wire: what is told goes nowhere. */

enum part { SESSION, ROOM, ROOM_STORED, PARTS };

static void hear(struct person *person, const char *message, size_t length, bool event) {
    (void)length;
    (void)event;
    if (*message == '?')
        *(bool *)person->data = true;
}

static bool keep(const struct room *room, const struct room_change *change, struct error *error) {
    return store_change(room->hooks->owner, room, change, error);
}

static void order(const struct room_hooks *hooks, struct person *person, const char *line) {
    struct gtp_request request;
    if (orders_parse(line, strlen(line), &request)) {
        orders_run(hooks, person, &request, 0);
        gtp_free(&request);
    }
}

/* Seconds of CPU a ply: of the session alone, of the whole room, or of the room with a store. */
static double room_play(enum part part, struct store *store) {
    struct room_hooks hooks = {.owner = store, .store_game = part == ROOM_STORED ? keep : NULL};
    bool refused = false;
    struct person person = {.deliver = hear, .data = &refused};
    order(&hooks, &person, game);
    struct room *room = person.room;
    if (room == NULL)
        fail("no room");
    double began = cpu_now();
    for (int i = 0; i < PLIES; i++) {
        char vertex[8], line[16];
        vertex_of(i % ROUND, vertex);
        if (i > 0 && i % ROUND == 0 && part == SESSION)
            session_clear(room->session);
        else if (i > 0 && i % ROUND == 0)
            order(&hooks, &person, "reset");
        snprintf(line, sizeof line, "ply %s", vertex);
        if (part != SESSION)
            order(&hooks, &person, line);
        else if (!session_play(room->session, i % 2, vertex, NULL))
            fail(vertex);
    }
    double seconds = (cpu_now() - began) / PLIES;
    if (refused)
        fail("a ply was refused");
    person_clear(&person, 0);
    room_free(room);
    return seconds;
}

/* What is left of a whole ply is the way in and out. */
static void show_parts(struct load *load, struct cost ply) {
    struct error error = {0};
    char file[sizeof load->database + 8];
    snprintf(file, sizeof file, "%s.parts", load->database);
    struct store *store = store_open(file, &error);
    double used[PARTS];
    if (store == NULL)
        fail("no store");
    for (int i = 0; i < TRIES * PARTS; i++) {
        enum part part = (enum part)(i % PARTS);
        double seconds = room_play(part, store);
        used[part] = i < PARTS ? seconds : fmin(used[part], seconds);
    }
    store_close(store);
    remove_database(file);
    const struct {
        const char *what;
        double seconds;
    } rows[] = {{"server, a ply: reading and sending", ply.cpu - used[ROOM_STORED]},
                {"server, a ply: the referee", used[SESSION]},
                {"server, a ply: the store", used[ROOM_STORED] - used[ROOM]},
                {"server, a ply: putting together what is told", used[ROOM] - used[SESSION]}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        row_print(rows[i].what, rows[i].seconds * 1e6, "us of CPU", "the whole ply", ply.cpu * 1e6,
                  rows[i].seconds / ply.cpu);
}

/* How many connections the system lets us hold. */
static long most_connections(long wanted) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    long most = (long)limit.rlim_cur - 100;
    return wanted < most ? wanted : most;
}

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_IGN);
    long wanted = 8000;
    if (argc > 2 || (argc == 2 && !text_to_whole(argv[1], 8, 1000000, &wanted)))
        fail("usage: server_load [CONNECTIONS]");
    wanted = most_connections(wanted);
    struct load load = {.idle = memory_new((size_t)wanted, sizeof *load.idle)};
    load_start(&load);
    struct cost bare = load_cost(&load, play_plies), wire = load_cost(&load, say_pings);
    row_print("server, plies over one connection", 1 / bare.seconds, "plies/s", "ping and pong",
              1 / wire.seconds, wire.seconds / bare.seconds);
    show_parts(&load, bare);
    show_games(&load, bare);
    show_connections(&load, wanted, load_cost(&load, play_plies));
    load_end(&load);
    return 0;
}
