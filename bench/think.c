/* think: what the players of all games look at in a second of processor time, and how that grows
 * with the board. One thread, the first move of a game, from empty memory; only the contract of a
 * player is used, so that a new game needs a line here at most. */
#include <stdlib.h>
#include <string.h>

#include "../src/core/games.h"
#include "../src/core/session.h"
#include "row.h"

struct think_task {
    const char *game;
    long size;
    uint64_t nodes;
    const char *unit;
};

/* Boards of one game stand together; the first is what the others are held against. */
static const struct think_task tasks[] = {
    {"qttt", 4, 200000, "random games/s"}, {"qttt", 5, 150000, "random games/s"},
    {"qttt", 7, 60000, "random games/s"},  {"qttt", 9, 30000, "random games/s"},
    {"draughts", 8, 6000000, "nodes/s"},   {"go", 9, 20000, "simulations/s"},
    {"go", 13, 10000, "simulations/s"},    {"go", 19, 5000, "simulations/s"},
};

static void *open_player(const struct kit *kit) {
    long values[32] = {0};
    const struct player_option *options = kit->player->options;
    for (int i = 0; options != NULL && options[i].name != NULL && i < 32; i++)
        values[i] = strcmp(options[i].name, "threads") == 0 ? 1 : options[i].initial;
    return kit->player->open(kit->game, values);
}

static void take_nodes(void *context, const struct report *report) {
    *(uint64_t *)context = report->nodes;
}

/* Nodes, random games or simulations a second of processor time; the better of two runs. */
static double think_rate(const struct think_task *task) {
    const struct kit *kit = games_find(task->game);
    struct session *session = session_new(kit->game);
    session_set_size(session, task->size, NULL);
    double best = 0;
    for (int i = 0; i < 2; i++) {
        void *memory = open_player(kit);
        struct limits limits = {.nodes = task->nodes, .seed = 1};
        struct past past = session_past(session);
        uint64_t nodes = 0;
        double began = cpu_now();
        kit->player->think(memory, session_state(session), &past, &limits, take_nodes, &nodes);
        double rate = (double)nodes / (cpu_now() - began);
        best = rate > best ? rate : best;
        kit->player->close(memory);
    }
    session_free(session);
    return best;
}

int main(void) {
    double first = 0;
    const struct think_task *base = NULL;
    for (size_t i = 0; i < sizeof tasks / sizeof tasks[0]; i++) {
        const struct think_task *task = &tasks[i];
        double rate = think_rate(task);
        if (base == NULL || strcmp(base->game, task->game) != 0) {
            base = task;
            first = rate;
        }
        char what[80], against[40];
        snprintf(what, sizeof what, "search, %s %ld x %ld", task->game, task->size, task->size);
        snprintf(against, sizeof against, "%ld x %ld", base->size, base->size);
        row_print(what, rate, task->unit, against, first, rate / first);
    }
    return 0;
}
