/* stub_engine: a small engine that plays seeded random legal plies and misbehaves as it is told, to
 * try the arena with.
 *
 *   --game NAME     the game, where set_game does not tell it
 *   --seed N        of its moves; set_random_seed changes it
 *   --fault KIND    what goes wrong, in `faults` below
 *   --at N          at its Nth genmove of a game (default 2; 0: at each of them)
 *   --in N          only in the Nth game since it was started (default: in every game)
 *   --start KIND    a fault instead of the first answer
 *   --quit KIND     a fault instead of leaving
 *   --sleep MS      for `late`, and between the pieces of `partial`
 *   --lists A,B,... what list_commands says; of these it takes any that it does not know
 *   --whole         refuses seconds with decimals
 *   --minimal       knows nothing but play, genmove, clear_board, boardsize, komi, quit
 *   --no-ids        leaves ids out of answers
 *   --score TEXT    what final_score says
 *   --dead TEXT     what final_status_list dead says
 *   --seki TEXT     what final_status_list seki says; refused without
 *   --peak NAME:V:W an option for set_option: the stub is strongest where it is V, and no good
 * where it is W away; up to four of them, whose weaknesses add up
 *   --evaluates STYLE:W[,W...] says these winrates of its plies, one after the other and then
 * again: own, kata and lz name a command that it lists for that, comment is what genmove adds
 *   --say TEXT      goes to standard error at start */
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../src/core/games.h"
#include "../../src/core/rng.h"
#include "../../src/core/session.h"

enum { PEAKS_MAX = 4 };

/* An option that the strength depends on. */
struct peak {
    char name[16];
    double best, width, value;
};

struct stub {
    struct peak peaks[PEAKS_MAX];
    int peak_count;
    uint64_t game_seed;
    struct session *session;
    struct rng rng;
    const char *fault, *start, *quit, *score, *dead, *seki, *lists, *evaluates;
    long at, in, sleep, games, genmoves;
    bool minimal, no_ids, started, pieces, whole;
    char id[32];
};

static void nap(long milliseconds) {
    usleep((useconds_t)milliseconds * 1000);
}

/* ---- faults: each may end the process; those that return let the stub go on */

static _Noreturn void hang(void) {
    for (;;)
        pause();
}

static void fault_crash(struct stub *stub) {
    (void)stub;
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

static void fault_last_words(struct stub *stub) {
    for (int i = 0; i < 300; i++)
        fputs("a line of a long complaint before the end\n", stderr);
    fputs("these are my last words\n", stderr);
    fault_crash(stub);
}

static void fault_exit(struct stub *stub) {
    (void)stub;
    _exit(3);
}

static void fault_hang(struct stub *stub) {
    (void)stub;
    hang();
}

static void fault_deaf(struct stub *stub) {
    (void)stub;
    for (int number = 1; number < 32; number++)
        signal(number, SIG_IGN);
    hang();
}

static void fault_flood(struct stub *stub) {
    (void)stub;
    for (fputs("= ", stdout);;)
        fputs("la la la la la la la la la la la la la la la la\n", stdout);
}

static void fault_blank(struct stub *stub) {
    (void)stub;
    for (;;)
        fputs("\n\n\n\n\n\n\n\n", stdout);
}

static void fault_replies(struct stub *stub) {
    (void)stub;
    for (;;)
        fputs("= \n\n", stdout);
}

static void fault_complain(struct stub *stub) {
    (void)stub;
    for (int i = 0; i < 3000; i++)
        fputs("something to say on the wrong stream, again and again and again\n", stderr);
}

static void fault_garbage(struct stub *stub) {
    (void)stub;
    fputs("thinking...\n", stdout);
    fflush(stdout);
}

static void fault_id(struct stub *stub) {
    (void)stub;
    fputs("=987654 A1\n\n", stdout);
    fflush(stdout);
    hang();
}

static void fault_illegal(struct stub *stub) {
    printf("=%s Z99\n\n", stub->id);
    fflush(stdout);
    hang();
}

static void fault_malformed(struct stub *stub) {
    printf("=%s (%%&!\n\n", stub->id);
    fflush(stdout);
    hang();
}

static void fault_fail(struct stub *stub) {
    printf("?%s no idea\n\n", stub->id);
    fflush(stdout);
    hang();
}

static void fault_resign(struct stub *stub) {
    printf("=%s resign\n\n", stub->id);
    fflush(stdout);
    stub->genmoves = -1000000; /* no answer to this genmove */
}

static void fault_close(struct stub *stub) {
    (void)stub;
    close(1);
    hang();
}

static void fault_close_input(struct stub *stub) {
    (void)stub;
    close(0);
    hang();
}

static void fault_half(struct stub *stub) {
    printf("=%s A1", stub->id);
    fflush(stdout);
    hang();
}

static void fault_late(struct stub *stub) {
    nap(stub->sleep);
}
static void fault_partial(struct stub *stub) {
    stub->pieces = true;
}

/* A child in the same group holds the pipes open while its parent dies; it ignores SIGTERM. */
static void fault_children(struct stub *stub) {
    if (fork() == 0) {
        for (int number = 1; number < 32; number++)
            signal(number, SIG_IGN);
        hang();
    }
    fault_crash(stub);
}

static _Noreturn void daemon_hang(void) {
    setsid();
    fault_deaf(NULL);
    hang();
}

/* Processes in sessions of their own, which no signal to the group meets: a child, the child of a
 * child that left at once, and a parent and its child. The stub goes on. */
static void fault_daemons(struct stub *stub) {
    (void)stub;
    if (fork() == 0)
        daemon_hang();
    pid_t middle = fork();
    if (middle == 0) {
        if (fork() == 0)
            daemon_hang();
        _exit(0);
    }
    waitpid(middle, NULL, 0);
    if (fork() == 0) {
        setsid();
        fork();
        daemon_hang();
    }
}

static void fault_daemons_crash(struct stub *stub) {
    fault_daemons(stub);
    fault_crash(stub);
}

static const struct {
    const char *name;
    void (*run)(struct stub *stub);
} faults[] = {
    {"crash", fault_crash},
    {"last-words", fault_last_words},
    {"exit", fault_exit},
    {"hang", fault_hang},
    {"deaf", fault_deaf},
    {"flood", fault_flood},
    {"blank", fault_blank},
    {"replies", fault_replies},
    {"complain", fault_complain},
    {"garbage", fault_garbage},
    {"id", fault_id},
    {"illegal", fault_illegal},
    {"malformed", fault_malformed},
    {"fail", fault_fail},
    {"resign", fault_resign},
    {"close", fault_close},
    {"close-input", fault_close_input},
    {"half", fault_half},
    {"late", fault_late},
    {"partial", fault_partial},
    {"children", fault_children},
    {"daemons", fault_daemons},
    {"daemons-crash", fault_daemons_crash},
};

static void misbehave(struct stub *stub, const char *kind) {
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (strcmp(faults[i].name, kind) == 0)
            faults[i].run(stub);
}

/* ---- answers */

static void put_pieces(struct stub *stub, const char *text) {
    for (; *text != '\0'; text++) {
        fputc(*text, stdout);
        fflush(stdout);
        nap(stub->sleep);
    }
}

static void reply(struct stub *stub, bool ok, const char *text) {
    struct text line = {0};
    text_print(&line, "%c%s%s%s\n\n", ok ? '=' : '?', stub->no_ids ? "" : stub->id,
               text[0] != '\0' ? " " : "", text);
    if (stub->pieces)
        put_pieces(stub, text_string(&line));
    else
        fputs(text_string(&line), stdout);
    fflush(stdout);
    text_free(&line);
}

static void reply_error(struct stub *stub, struct error *error) {
    struct text text = {0};
    error_print(error, &text);
    reply(stub, false, text_string(&text));
    error_clear(error);
    text_free(&text);
}

static bool due(const struct stub *stub) {
    return stub->fault != NULL && (stub->at == 0 || stub->genmoves == stub->at) &&
           (stub->in == 0 || stub->games == stub->in);
}

/* ---- strength that is a known function of options */

static void read_peak(struct stub *stub, const char *text) {
    struct peak *peak = &stub->peaks[stub->peak_count];
    if (stub->peak_count == PEAKS_MAX ||
        sscanf(text, "%15[^:]:%lf:%lf", peak->name, &peak->best, &peak->width) != 3)
        exit(2);
    stub->peak_count++;
}

static bool set_peak(struct stub *stub, const char *name, const char *value) {
    for (int i = 0; i < stub->peak_count; i++)
        if (strcmp(stub->peaks[i].name, name) == 0)
            return text_to_number(value, -1e9, 1e9, &stub->peaks[i].value);
    return false;
}

/* The genmove at which it resigns: the stronger it is, the later, with luck of its own in each
 * game. */
static long patience(const struct stub *stub, int side) {
    double weakness = 0;
    struct rng rng;
    for (int i = 0; i < stub->peak_count; i++) {
        const struct peak *peak = &stub->peaks[i];
        double away = (peak->value - peak->best) / peak->width;
        weakness += away * away;
    }
    rng_seed(&rng, rng_mix(stub->game_seed) + (uint64_t)side);
    long luck = (long)rng_below(&rng, 10);
    return 2 + luck + (weakness < 1 ? (long)(10 * (1 - weakness) + 0.5) : 0);
}

/* ---- values of plies */

static const struct {
    const char *style, *command, *format;
    double scale;
} styles[] = {
    {"own", "genmove_analyze",
     "info move %s visits %ld winrate %.4f value \"two winrate 0.9 words\" depth 7 order 0 pv %s "
     "X9 "
     "info move X9 winrate 0.01 order 1 pv X9\nplay %s",
     1},
    {"kata", "kata-genmove_analyze",
     "info move %s visits %ld winrate %.6f order 0 pv %s X9 ownership 0.5 0.5\nplay %s", 1},
    {"lz", "lz-genmove_analyze", "info move %s visits %ld winrate %.0f order 0 pv %s X9\nplay %s",
     10000},
    {"comment", NULL, "%s # nodes %ld winrate %.4f pv %s X9%.0s", 1},
};

static size_t style_of(const struct stub *stub) {
    size_t i = 0, length = strcspn(stub->evaluates, ":");
    while (strlen(styles[i].style) != length ||
           strncmp(styles[i].style, stub->evaluates, length) != 0)
        if (++i == sizeof styles / sizeof *styles)
            exit(2);
    return i;
}

static double winrate_of(const struct stub *stub) {
    const char *first = strchr(stub->evaluates, ':') + 1, *at = first;
    for (long i = 1; i < stub->genmoves; i++)
        at = strchr(at, ',') != NULL ? strchr(at, ',') + 1 : first;
    return strtod(at, NULL);
}

static void reply_evaluated(struct stub *stub, const char *token) {
    struct text text = {0};
    size_t i = style_of(stub);
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    text_print(&text, styles[i].format, token, stub->genmoves * 100,
               winrate_of(stub) * styles[i].scale, token, token);
    reply(stub, true, text_string(&text));
    text_free(&text);
}

static bool is_question(const struct stub *stub, const char *name) {
    const char *command = stub->evaluates != NULL ? styles[style_of(stub)].command : NULL;
    return strcmp(name, "genmove") == 0 || (command != NULL && strcmp(name, command) == 0);
}

static void run_genmove(struct stub *stub, const struct words *words) {
    const char *colour = words->count > 1 ? words->at[1] : "";
    bool evaluated = stub->evaluates != NULL && (styles[style_of(stub)].command == NULL ||
                                                 strcmp(words->at[0], "genmove") != 0);
    int side = game_side(session_game(stub->session), colour);
    stub->genmoves++;
    if (due(stub))
        misbehave(stub, stub->fault);
    if (stub->genmoves < 0)
        return;
    if (stub->peak_count > 0 && stub->genmoves >= patience(stub, side)) {
        reply(stub, true, "resign");
        return;
    }
    struct moves moves = {0};
    if (session_to_play(stub->session) == side)
        session_moves(stub->session, &moves);
    if (moves.count == 0) {
        reply(stub, false, "no move");
        return;
    }
    move m = moves.at[rng_below(&stub->rng, moves.count)];
    struct text token = {0};
    session_game(stub->session)->print(session_state(stub->session), m, &token);
    session_play_move(stub->session, side, m);
    if (evaluated)
        reply_evaluated(stub, text_string(&token));
    else
        reply(stub, true, text_string(&token));
    text_free(&token);
    moves_free(&moves);
}

static void run_play(struct stub *stub, const struct words *words) {
    struct error error = {0};
    struct text token = {0};
    int side = words->count > 1 ? game_side(session_game(stub->session), words->at[1]) : -1;
    if (stub->fault != NULL && strcmp(stub->fault, "refuse") == 0 &&
        (long)session_plies(stub->session) >= stub->at) {
        reply(stub, false, "illegal move");
        return;
    }
    words_join(words, 2, &token);
    if (side >= 0 && session_play(stub->session, side, text_string(&token), &error))
        reply(stub, true, "");
    else
        reply_error(stub, &error);
    text_free(&token);
}

static void run_quit(struct stub *stub) {
    if (stub->quit != NULL)
        misbehave(stub, stub->quit);
    reply(stub, true, "");
    exit(0);
}

static const char COMMANDS[] =
    "list_commands\nname\nversion\nset_game\nset_rules\nboardsize\nkomi\nclear_board\nplay\n"
    "genmove\nset_random_seed\nset_position\ntime_settings\ntime_left\nfinal_score\n"
    "final_status_list\nquit";

static void run_list_commands(struct stub *stub) {
    struct text list = {0};
    for (const char *c = stub->lists != NULL ? stub->lists : COMMANDS; *c != '\0'; c++)
        text_putc(&list, *c == ',' ? '\n' : *c);
    if (stub->evaluates != NULL && styles[style_of(stub)].command != NULL)
        text_print(&list, "\n%s", styles[style_of(stub)].command);
    reply(stub, true, text_string(&list));
    text_free(&list);
}

static bool is_listed(const struct stub *stub, const char *name) {
    size_t length = strlen(name);
    for (const char *at = stub->lists; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
            return true;
    }
    return false;
}

static bool has_decimals(const struct words *words) {
    bool has = false;
    for (int i = 1; i < words->count; i++)
        has |= strchr(words->at[i], '.') != NULL;
    return has;
}

static bool is(const struct words *words, const char *name) {
    return strcmp(words->at[0], name) == 0;
}

static void report(struct stub *stub, bool fine, struct error *error) {
    if (fine)
        reply(stub, true, "");
    else
        reply_error(stub, error);
}

static void run_set_game(struct stub *stub, const char *name) {
    const struct kit *kit = games_find(name);
    if (kit != NULL && session_game(stub->session) != kit->game)
        session_set_game(stub->session, kit->game);
    reply(stub, kit != NULL, "");
}

static void run_more(struct stub *stub, const struct words *words) {
    struct error error = {0};
    const char *argument = words->count > 1 ? words->at[1] : "";
    long number = 0;
    if (is(words, "list_commands"))
        run_list_commands(stub);
    else if (is(words, "name"))
        reply(stub, true, "Stub");
    else if (is(words, "version"))
        reply(stub, true, "1.0");
    else if (is(words, "set_game"))
        run_set_game(stub, argument);
    else if (is(words, "set_rules"))
        report(stub, session_set_rules(stub->session, argument, &error), &error);
    else if (is(words, "set_position")) {
        struct text rest = {0};
        words_join(words, 1, &rest);
        report(stub, session_set_position(stub->session, text_string(&rest), &error), &error);
        text_free(&rest);
    } else if (is(words, "set_random_seed")) {
        text_to_whole(argument, 0, LONG_MAX, &number);
        rng_seed(&stub->rng, (uint64_t)number);
        stub->game_seed = (uint64_t)number;
        reply(stub, true, "");
    } else if (is(words, "set_option")) {
        bool fine = words->count == 3 &&
                    (set_peak(stub, words->at[1], words->at[2]) || is_listed(stub, "set_option"));
        reply(stub, fine, fine ? "" : "no such option");
    } else if (is(words, "final_score"))
        reply(stub, stub->score != NULL, stub->score != NULL ? stub->score : "cannot score");
    else if (is(words, "final_status_list")) {
        const char *list = strcmp(argument, "seki") == 0 ? stub->seki : stub->dead;
        reply(stub, list != NULL, list != NULL ? list : "cannot score");
    } else {
        bool timed = is(words, "time_settings") || is(words, "time_left");
        bool refused = stub->whole && has_decimals(words);
        reply(stub, !refused && (timed || is_listed(stub, words->at[0])), "");
    }
}

static void run(struct stub *stub, const struct words *words) {
    struct error error = {0};
    long size = 0;
    if (is(words, "clear_board")) {
        session_clear(stub->session);
        stub->games++;
        stub->genmoves = 0;
        stub->pieces = false;
        reply(stub, true, "");
    } else if (is(words, "boardsize")) {
        text_to_whole(words->count > 1 ? words->at[1] : "", 1, 99, &size);
        report(stub, session_set_size(stub->session, size, &error), &error);
    } else if (is(words, "komi")) {
        report(stub, session_set(stub->session, "komi", words->at[1], &error), &error);
    } else if (is(words, "play")) {
        run_play(stub, words);
    } else if (is_question(stub, words->at[0])) {
        run_genmove(stub, words);
    } else if (is(words, "quit")) {
        run_quit(stub);
    } else if (stub->minimal) {
        reply(stub, false, "unknown command");
    } else {
        run_more(stub, words);
    }
}

static void run_line(struct stub *stub, char *line) {
    line[strcspn(line, "#\r\n")] = '\0';
    size_t digits = strspn(line, "0123456789");
    stub->id[0] = '\0';
    if (digits > 0 && digits < sizeof stub->id) {
        memcpy(stub->id, line, digits);
        stub->id[digits] = '\0';
    }
    struct words words;
    words_split(&words, line + digits);
    if (words.count > 0) {
        if (!stub->started && stub->start != NULL)
            misbehave(stub, stub->start);
        stub->started = true;
        run(stub, &words);
    }
    words_free(&words);
}

static const struct option options[] = {
    {"game", 1, NULL, 'g'},
    {"seed", 1, NULL, 's'},
    {"fault", 1, NULL, 'f'},
    {"at", 1, NULL, 'a'},
    {"in", 1, NULL, 'i'},
    {"start", 1, NULL, 'S'},
    {"quit", 1, NULL, 'q'},
    {"sleep", 1, NULL, 'z'},
    {"minimal", 0, NULL, 'm'},
    {"no-ids", 0, NULL, 'n'},
    {"score", 1, NULL, 'c'},
    {"dead", 1, NULL, 'd'},
    {"seki", 1, NULL, 'k'},
    {"say", 1, NULL, 'y'},
    {"peak", 1, NULL, 'p'},
    {"lists", 1, NULL, 'l'},
    {"whole", 0, NULL, 'w'},
    {"evaluates", 1, NULL, 'e'},
    {0},
};

static void read_options(struct stub *stub, int count, char **arguments) {
    long number = 0;
    for (int option; (option = getopt_long(count, arguments, "", options, NULL)) >= 0;) {
        if (optarg != NULL)
            text_to_whole(optarg, 0, LONG_MAX, &number);
        switch (option) {
        case 'g':
            session_set_game(stub->session, games_find(optarg)->game);
            break;
        case 's':
            rng_seed(&stub->rng, (uint64_t)number);
            break;
        case 'f':
            stub->fault = optarg;
            break;
        case 'a':
            stub->at = number;
            break;
        case 'i':
            stub->in = number;
            break;
        case 'S':
            stub->start = optarg;
            break;
        case 'q':
            stub->quit = optarg;
            break;
        case 'z':
            stub->sleep = number;
            break;
        case 'm':
            stub->minimal = true;
            break;
        case 'n':
            stub->no_ids = true;
            break;
        case 'c':
            stub->score = optarg;
            break;
        case 'd':
            stub->dead = optarg;
            break;
        case 'k':
            stub->seki = optarg;
            break;
        case 'p':
            read_peak(stub, optarg);
            break;
        case 'l':
            stub->lists = optarg;
            break;
        case 'e':
            stub->evaluates = optarg;
            break;
        case 'w':
            stub->whole = true;
            break;
        case 'y':
            fprintf(stderr, "%s\n", optarg);
            break;
        default:
            exit(2);
        }
    }
}

int main(int count, char **arguments) {
    struct stub stub = {.session = session_new(games[0]->game), .at = 2};
    char *line = NULL;
    size_t room = 0;
    rng_seed(&stub.rng, 1);
    read_options(&stub, count, arguments);
    while (getline(&line, &room, stdin) >= 0)
        run_line(&stub, line);
    free(line);
    session_free(stub.session);
    return 0;
}
