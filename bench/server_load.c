/* server_load: what connections and plies cost the server. Holds idle WebSockets (0, then up to the
 * number given, 8000), plays plies over one connection, and prints memory per idle connection, CPU per
 * ply, and how that grows. Loopback only; stops by itself. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "../src/core/player.h"
#include "../tests/server_client.h"

enum { PLIES = 4000 };

static double server_cpu(pid_t pid) {
    char name[64], line[1024];
    unsigned long user = 0, system = 0;
    snprintf(name, sizeof name, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(name, "r");
    if (file != NULL && fgets(line, sizeof line, file) != NULL)
        sscanf(strrchr(line, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
               &system);
    if (file != NULL)
        fclose(file);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
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

/* Black fills the board row by row, white passes; the board is reset when it is nearly full. */
static double play(struct talker *talker, pid_t pid, double *seconds) {
    talker_ask(talker, "reset");
    double cpu = server_cpu(pid), began = monotonic_now();
    struct text order = {0};
    for (int i = 0, ply = 0; i < PLIES; i++, ply++) {
        text_clear(&order);
        if (ply == 120) {
            talker_ask(talker, "reset");
            ply = 0;
        }
        if (ply % 2 == 1)
            text_put(&order, "pass");
        else
            text_print(&order, "ply %c%d", "ABCDEFGHJ"[ply / 2 % 9], ply / 2 / 9 + 1);
        if (*talker_ask(talker, text_string(&order)) != '=') {
            fprintf(stderr, "refused: %s\n", text_string(&order));
            exit(1);
        }
    }
    text_free(&order);
    *seconds = monotonic_now() - began;
    return (server_cpu(pid) - cpu) / PLIES;
}

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_IGN);
    long most = argc > 1 ? strtol(argv[1], NULL, 10) : 8000;
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if ((rlim_t)most + 100 > limit.rlim_cur) {
        most = (long)limit.rlim_cur - 100;
        printf("only %ld connections: the system allows no more descriptors\n", most);
    }
    char config[] = "/tmp/ternion-load-XXXXXX", database[64];
    FILE *file = fdopen(mkstemp(config), "w");
    fprintf(file,
            "clients = 100000\nclients_per_address = 100000\nrate = 1000000\nburst = 1000000\n"
            "address_rate = 1000000\nping = 10000\nidle = 100000\n");
    fclose(file);
    snprintf(database, sizeof database, "%s.db", config);
    struct served served;
    served_start(&served, (const char *const[]){"--database", database, config, NULL}, 0, NULL);
    if (served.pid < 0) {
        fprintf(stderr, "the server does not start\n");
        return 1;
    }
    struct talker *player = talker_lines(served.line_port);
    talker_ask(player, "create game=go size=9 rules=tromp-taylor side=both");
    struct talker **idle = memory_new((size_t)most, sizeof *idle);
    double seconds, warm = play(player, served.pid, &seconds);
    (void)warm;
    double empty = server_memory(served.pid), first = 0;
    printf("%8s %14s %12s %16s %10s\n", "idle", "KiB per idle", "plies/s", "CPU us per ply",
           "ratio");
    long held = 0;
    for (int step = 0; step <= 2; step++) {
        long wanted = step == 0 ? 0 : step == 1 ? most / 4 : most;
        while (held < wanted) {
            idle[held] = talker_websocket(served.http_port, NULL);
            if (idle[held] == NULL || talker_next(idle[held], 10) == NULL) {
                fprintf(stderr, "connection %ld was refused\n", held);
                return 1;
            }
            held++;
        }
        double per_idle = held == 0 ? 0 : (server_memory(served.pid) - empty) / (double)held / 1024;
        double cpu = play(player, served.pid, &seconds);
        first = step == 0 ? cpu : first;
        printf("%8ld %14.1f %12.0f %16.1f %10.2f\n", held, per_idle, PLIES / seconds, cpu * 1e6,
               cpu / first);
        fflush(stdout);
    }
    for (long i = 0; i < held; i++)
        talker_close(idle[i]);
    talker_close(player);
    served_stop(&served, true);
    unlink(config);
    unlink(database);
    free(idle);
    return 0;
}
