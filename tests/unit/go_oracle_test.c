/* Random games side by side with GNU Go as an oracle of the rules: after every ply both must agree
 * on all legal points of both sides, on all stones and on the prisoners. Speaks TAP; skips without
 * GNU Go. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../src/core/memory.h"
#include "../../src/core/rng.h"
#include "../../src/core/session.h"
#include "../../src/go/go.h"
#include "../support/scale.h"
#include "../support/tap.h"

/* The other program. */
struct oracle {
    pid_t pid;
    FILE *to, *from;
};

static const char *oracle_program(void) {
    static const char *const places[] = {"/usr/games/gnugo", "/usr/bin/gnugo",
                                         "/usr/local/bin/gnugo"};
    const char *named = getenv("GNUGO");
    if (named != NULL)
        return access(named, X_OK) == 0 ? named : NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (access(places[i], X_OK) == 0)
            return places[i];
    return NULL;
}

static bool oracle_start(struct oracle *oracle, const char *program, const char *ko) {
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0)
        return false;
    oracle->pid = fork();
    if (oracle->pid == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        close(in[1]);
        close(out[0]);
        execl(program, program, "--mode", "gtp", "--forbid-suicide", ko, "--level", "0",
              (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    oracle->to = fdopen(in[1], "w");
    oracle->from = fdopen(out[0], "r");
    return oracle->pid > 0 && oracle->to != NULL && oracle->from != NULL;
}

static void oracle_end(struct oracle *oracle) {
    fprintf(oracle->to, "quit\n");
    fclose(oracle->to);
    fclose(oracle->from);
    waitpid(oracle->pid, NULL, 0);
}

/* The next reply without its frame; "?" stays before a failure. */
static char *oracle_reply(struct oracle *oracle) {
    struct text reply = {0};
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, oracle->from)) > 1) {
        line[length - 1] = '\0';
        if (reply.length > 0)
            text_putc(&reply, ' ');
        text_put(&reply, line[0] == '=' ? line + (line[1] == ' ' ? 2 : 1) : line);
    }
    free(line);
    if (length < 0)
        text_put(&reply, "? the oracle is gone");
    return text_take(&reply);
}

/* Sets of points as bits in the order of struct marks. */
struct points {
    bool at[GO_POINTS];
};

static bool points_read(const struct go_board *board, const char *list, struct points *points) {
    struct words words;
    bool good = true;
    *points = (struct points){0};
    words_split(&words, list);
    for (int i = 0; i < words.count; i++) {
        int p;
        good = good && go_vertex_parse(board, words.at[i], &p, NULL);
        if (good)
            points->at[go_board_number(board, p)] = true;
    }
    words_free(&words);
    return good;
}

static void points_legal(const struct session *session, int side, struct points *points) {
    const struct go_state *state = session_state(session);
    struct past past = session_past(session);
    *points = (struct points){0};
    for (int n = 0; n < state->board.size * state->board.size; n++)
        points->at[n] = go_check(state, &past, side, go_board_point(&state->board, n)) == GO_LEGAL;
}

static void points_stones(const struct session *session, int side, struct points *points) {
    const struct go_state *state = session_state(session);
    *points = (struct points){0};
    for (int n = 0; n < state->board.size * state->board.size; n++)
        points->at[n] = go_board_colour(&state->board, go_board_point(&state->board, n)) == side;
}

/* One game. */
struct trial {
    struct oracle *oracle;
    struct session *session;
    struct rng rng;
    long plies, refusals;
};

static bool differs(const struct trial *t, const char *what, int side, const char *theirs) {
    struct text record = {0};
    session_print_record(t->session, &record);
    printf("# %s of %s differ; GNU Go says: %s\n", what, go_game.sides[side], theirs);
    for (char *line = strtok(record.at, "\n"); line != NULL; line = strtok(NULL, "\n"))
        printf("# %s\n", line);
    text_free(&record);
    return false;
}

static bool compare(struct trial *t) {
    const struct go_state *state = session_state(t->session);
    bool same = true;
    for (int side = 0; side < 2; side++)
        fprintf(t->oracle->to, "all_legal %s\nlist_stones %s\ncaptures %s\n", go_game.sides[side],
                go_game.sides[side], go_game.sides[side]);
    fflush(t->oracle->to);
    for (int side = 0; side < 2; side++) {
        struct points ours, theirs;
        char *legal = oracle_reply(t->oracle), *stones = oracle_reply(t->oracle);
        char *captures = oracle_reply(t->oracle);
        long taken = -1;
        points_legal(t->session, side, &ours);
        if (same && (!points_read(&state->board, legal, &theirs) ||
                     memcmp(&ours, &theirs, sizeof ours) != 0))
            same = differs(t, "legal moves", side, legal);
        points_stones(t->session, side, &ours);
        if (same && (!points_read(&state->board, stones, &theirs) ||
                     memcmp(&ours, &theirs, sizeof ours) != 0))
            same = differs(t, "stones", side, stones);
        if (same &&
            (!text_to_whole(captures, 0, 1000000, &taken) || taken != state->board.captured[side]))
            same = differs(t, "prisoners", side, captures);
        free(legal);
        free(stones);
        free(captures);
    }
    return same;
}

/* Any legal point, for either side now and then out of turn; passes are rare. */
static bool play(struct trial *t) {
    const struct go_state *state = session_state(t->session);
    int side = session_to_play(t->session);
    if (rng_below(&t->rng, 12) == 0)
        side = side_other(side);
    struct points legal;
    points_legal(t->session, side, &legal);
    int count = 0, chosen = GO_PASS;
    for (int n = 0; n < state->board.size * state->board.size; n++)
        if (legal.at[n] && rng_below(&t->rng, (uint64_t)++count) == 0)
            chosen = go_board_point(&state->board, n);
    if (rng_below(&t->rng, 40) == 0)
        chosen = GO_PASS;
    fprintf(t->oracle->to, "play %s ", go_game.sides[side]);
    struct text token = {0};
    go_print(state, (move)chosen, &token);
    fprintf(t->oracle->to, "%s\n", text_string(&token));
    session_play_move(t->session, side, (move)chosen);
    fflush(t->oracle->to);
    char *reply = oracle_reply(t->oracle);
    bool good = *reply == '\0' || differs(t, "plays", side, reply);
    free(reply);
    text_free(&token);
    t->plies++;
    return good;
}

static bool undo(struct trial *t) {
    fprintf(t->oracle->to, "undo\n");
    fflush(t->oracle->to);
    char *reply = oracle_reply(t->oracle);
    bool good = session_undo(t->session, 1, NULL) && *reply == '\0';
    free(reply);
    return good;
}

static bool game(struct trial *t, int size, uint64_t seed) {
    rng_seed(&t->rng, seed);
    session_set_size(t->session, size, NULL);
    fprintf(t->oracle->to, "boardsize %d\nclear_board\n", size);
    fflush(t->oracle->to);
    free(oracle_reply(t->oracle));
    free(oracle_reply(t->oracle));
    for (int ply = 0; ply < size * size * 3 / 2 + 20; ply++) {
        if (session_result(t->session, NULL).phase == PHASE_OVER)
            break;
        if (!play(t) || (rng_below(&t->rng, 50) == 0 && !undo(t)) || !compare(t)) {
            printf("# size %d, seed %llu\n", size, (unsigned long long)seed);
            return false;
        }
    }
    return true;
}

static void games(const char *program, const char *rules, const char *ko, int number, int share) {
    static const struct {
        int size;
        long games;
    } sizes[] = {{2, 20}, {3, 40}, {4, 40}, {5, 40}, {6, 20}, {7, 16}, {9, 12}, {13, 4}, {19, 2}};
    struct oracle oracle;
    struct trial t = {.oracle = &oracle, .session = session_new(&go_game)};
    session_set_rules(t.session, rules, NULL);
    bool good = oracle_start(&oracle, program, ko);
    long played = 0;
    for (size_t i = 0; good && i < sizeof sizes / sizeof *sizes; i++)
        for (long n = 0; good && n < test_scale(sizes[i].games / share); n++, played++)
            good = game(&t, sizes[i].size, (uint64_t)(n + 1000 * sizes[i].size + 100000 * number));
    oracle_end(&oracle);
    session_free(t.session);
    tap_ok(good, "%s with %s: %ld games, %ld plies", rules, ko, played, t.plies);
}

int main(void) {
    const char *program = oracle_program();
    setvbuf(stdout, NULL, _IOLBF, 0);
    signal(SIGPIPE, SIG_IGN);
    if (program == NULL)
        return tap_skip_all("GNU Go is not installed");
    games(program, "japanese", "--simple-ko", 1, 1);
    games(program, "chinese", "--positional-superko", 2, 1);
    games(program, "tromp-taylor", "--positional-superko", 3, 4);
    return tap_done();
}
