/* relay ENGINE GAMES [pipelined]: the bare loop that runners are measured against: relays the moves
 * of two engines to one another, checks nothing, keeps nothing. Prints the processor time of its
 * own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PLIES = 74 };

struct engine {
    int in, out;
    pid_t pid;
};

static struct engine engine_start(char *path) {
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0)
        exit(1);
    struct engine engine = {.in = in[1], .out = out[0], .pid = fork()};
    if (engine.pid == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        for (int i = 3; i < 20; i++)
            close(i);
        execl(path, path, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    return engine;
}

/* Reads until that many replies have come; returns the text of the last. */
static const char *engine_read(struct engine *engine, int replies) {
    static char text[4096];
    size_t length = 0, scanned = 0, last = 0, begin = 0;
    while (replies > 0) {
        ssize_t got = read(engine->out, text + length, sizeof text - 1 - length);
        if (got <= 0)
            exit(1);
        length += (size_t)got;
        text[length] = '\0';
        char *end;
        while (replies > 0 && (end = strstr(text + scanned, "\n\n")) != NULL) {
            *end = '\0';
            begin = last;
            last = scanned = (size_t)(end - text) + 2;
            replies--;
        }
    }
    return text + begin + 2;
}

static void engine_write(struct engine *engine, const char *text, size_t length) {
    if (write(engine->in, text, length) != (ssize_t)length)
        exit(1);
}

static void play_game(struct engine *engines, int pipelined) {
    char move[64] = "", line[128];
    for (int i = 0; i < 2; i++) {
        engine_write(&engines[i], "clear_board\n", 12);
        engine_read(&engines[i], 1);
    }
    for (int ply = 0; ply < PLIES; ply++) {
        struct engine *engine = &engines[ply % 2];
        int replies = 1, length = 0;
        if (ply > 0) {
            length = snprintf(line, sizeof line, "play %c %s\n", "wb"[ply % 2], move);
            replies = 2;
        }
        if (!pipelined && ply > 0) {
            engine_write(engine, line, (size_t)length);
            engine_read(engine, 1);
            length = 0;
            replies = 1;
        }
        length +=
            snprintf(line + length, sizeof line - (size_t)length, "genmove %c\n", "bw"[ply % 2]);
        engine_write(engine, line, (size_t)length);
        snprintf(move, sizeof move, "%s", engine_read(engine, replies));
    }
}

int main(int count, char **arguments) {
    struct engine engines[2];
    struct rusage used;
    if (count < 3)
        return 2;
    long games = strtol(arguments[2], NULL, 10);
    for (int i = 0; i < 2; i++)
        engines[i] = engine_start(arguments[1]);
    for (long game = 0; game < games; game++)
        play_game(engines, count > 3);
    getrusage(RUSAGE_SELF, &used);
    for (int i = 0; i < 2; i++) {
        close(engines[i].in);
        waitpid(engines[i].pid, NULL, 0);
    }
    printf("relay: plies %ld cpu %.6f\n", games * PLIES,
           (double)used.ru_utime.tv_sec + (double)used.ru_stime.tv_sec +
               (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6);
    return 0;
}
