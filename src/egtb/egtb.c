/* ternion-egtb: computes, lists and checks the endgame tables of draughts. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../draughts/egtb.h"

struct task {
    const char *verb;
    struct text directory;
    int rules; /* -1: both */
    long pieces;
    bool quiet;
    double began;
};

/* Set by a signal; the only way a handler can speak to the builder. */
static atomic_bool stop;

static void on_signal(int number) {
    (void)number;
    atomic_store(&stop, true);
}

static const char usage[] =
    "Usage: ternion-egtb [OPTION]... build|check|list\n"
    "Endgame tables of draughts: exact results of all positions with few pieces.\n"
    "\n"
    "  build                 compute the tables that are not there; goes on where it\n"
    "                        was interrupted\n"
    "  check                 read every table and compare checksums\n"
    "  list                  won, drawn and lost positions of every table\n"
    "\n"
    "  -n, --pieces=N        build: tables of 2 to N pieces, N from 2 to 6\n"
    "                        (default 4)\n"
    "  -r, --rules=RULES     warcaby, english or both (default both)\n"
    "  -d, --directory=DIR   where they are kept (default ternion/egtb in the cache\n"
    "                        directory)\n"
    "  -q, --quiet           say nothing while all goes well\n"
    "  -h, --help            this text\n"
    "  -V, --version         the version\n"
    "\n"
    "Exit status: 0 if all is well, 1 if a table could not be computed, written or\n"
    "read, 2 for a wrong command line.\n";

static int fail(const char *format, const char *argument) {
    fputs("ternion-egtb: ", stderr);
    fprintf(stderr, format, argument);
    fputs("\nTry 'ternion-egtb --help'.\n", stderr);
    return 2;
}

/* 0: go on; else the exit status. */
static int read_option(struct task *task, int option, const char *word) {
    switch (option) {
    case 'n':
        if (!text_to_whole(optarg, 2, DRAUGHTS_EGTB_PIECES, &task->pieces)) {
            return fail("'%s' will not do: a number of pieces from 2 to 6", optarg);
        }
        return 0;
    case 'r':
        task->rules = game_rules(&draughts_game, optarg);
        if (task->rules < 0 && !text_same(optarg, "both")) {
            return fail("'%s' are no rules: write warcaby, english or both", optarg);
        }
        return 0;
    case 'd':
        text_clear(&task->directory);
        text_put(&task->directory, optarg);
        return 0;
    case 'q':
        task->quiet = true;
        return 0;
    case 'h':
        fputs(usage, stdout);
        return fflush(stdout) == 0 ? -1 : 1;
    case 'V':
        puts("ternion-egtb (Ternion) " PACKAGE_VERSION);
        return fflush(stdout) == 0 ? -1 : 1;
    default:
        return fail("unknown option, or one without its value: %s", word);
    }
}

static int read_arguments(struct task *task, int count, char **words) {
    static const struct option names[] = {{"pieces", required_argument, NULL, 'n'},
                                          {"rules", required_argument, NULL, 'r'},
                                          {"directory", required_argument, NULL, 'd'},
                                          {"quiet", no_argument, NULL, 'q'},
                                          {"help", no_argument, NULL, 'h'},
                                          {"version", no_argument, NULL, 'V'},
                                          {0}};
    int option, status = 0;
    opterr = 0;
    while (status == 0 && (option = getopt_long(count, words, "n:r:d:qhV", names, NULL)) != -1) {
        status = read_option(task, option, words[optind - 1]);
    }
    if (status != 0) {
        return status;
    }
    if (optind + 1 != count) {
        return fail("%s", optind == count ? "say what to do: build, check or list"
                                          : "one thing at a time: build, check or list");
    }
    task->verb = words[optind];
    if (task->directory.length == 0 && !draughts_egtb_directory(&task->directory)) {
        return fail("%s", "neither XDG_CACHE_HOME nor HOME is set: name a directory with -d");
    }
    return 0;
}

static void watch(void *context, const struct draughts_egtb_progress *progress) {
    const struct task *task = context;
    const char *slash = strrchr(progress->file, '/');
    const char *name = slash != NULL ? slash + 1 : progress->file;
    double share = 100 * (double)progress->decided / (double)progress->total;
    bool terminal = isatty(STDOUT_FILENO) == 1;
    if (task->quiet || (progress->present && !progress->done) || (!progress->done && !terminal)) {
        return;
    }
    if (!progress->done) {
        printf("%5.1f %%  %-28s ...\r", share, name);
    } else if (progress->present) {
        printf("%5.1f %%  %-28s was there\n", share, name);
    } else {
        printf(
            "%5.1f %%  %-28s %12llu positions, at most %d plies to a capture or crowning, %.1f s\n",
            share, name, (unsigned long long)progress->positions, progress->depth,
            monotonic_now() - task->began);
    }
    fflush(stdout);
}

static void show_news(void *context, const char *file, const char *wrong) {
    const struct task *task = context;
    if (wrong != NULL) {
        fprintf(stderr, "ternion-egtb: %s: %s\n", file, wrong);
    } else if (!task->quiet && strcmp(task->verb, "check") == 0) {
        printf("%s: good\n", file);
    }
}

/* While files are only opened, no news is good news. */
static void count_faults(void *context, const char *file, const char *wrong) {
    bool *good = context;
    if (wrong != NULL) {
        fprintf(stderr, "ternion-egtb: %s: %s\n", file, wrong);
        *good = false;
    }
}

static bool build(struct task *task, enum draughts_rules rules) {
    struct error error = {0};
    struct text words = {0};
    struct draughts_egtb_plan plan = {.rules = rules,
                                      .pieces = (int)task->pieces,
                                      .distances = DRAUGHTS_EGTB_DISTANCES,
                                      .far = DRAUGHTS_EGTB_FAR};
    bool good =
        draughts_egtb_build(text_string(&task->directory), &plan, &stop, watch, task, &error);
    if (!good) {
        error_print(&error, &words);
        fprintf(stderr, "ternion-egtb: %s\n", text_string(&words));
    }
    error_clear(&error);
    text_free(&words);
    return good;
}

/* Opens the tables for check and list, which say so if there is none. */
static struct draughts_egtb *open_tables(struct task *task, enum draughts_rules rules, bool *good) {
    const char *directory = text_string(&task->directory);
    *good = access(directory, R_OK | X_OK) == 0;
    if (!*good)
        fprintf(stderr, "ternion-egtb: %s: %s\n", directory, strerror(errno));
    struct draughts_egtb *egtb = draughts_egtb_open(directory, rules, count_faults, good);
    if (*good && !task->quiet && draughts_egtb_pieces(egtb) == 0)
        printf("no tables of %s in %s\n", draughts_game.rules[rules], directory);
    return egtb;
}

static bool check(struct task *task, enum draughts_rules rules) {
    bool good;
    struct draughts_egtb *egtb = open_tables(task, rules, &good);
    good = draughts_egtb_verify(egtb, show_news, task) && good;
    draughts_egtb_close(egtb);
    return good;
}

static bool list(struct task *task, enum draughts_rules rules) {
    bool good;
    struct draughts_egtb *egtb = open_tables(task, rules, &good);
    good = draughts_egtb_verify(egtb, show_news, task) && good; /* damage is named, not counted */
    for (int i = 0; i < 6 * 6 * 6 * 6; i++) {
        struct draughts_slice slice = {(uint8_t)(i % 6), (uint8_t)(i / 6 % 6),
                                       (uint8_t)(i / 36 % 6), (uint8_t)(i / 216)};
        uint64_t census[3];
        if (draughts_egtb_census(egtb, slice, census)) {
            printf("%s %dK%dM to play v %dK%dM: %llu won, %llu drawn, %llu lost\n",
                   draughts_game.rules[rules], slice.kings, slice.men, slice.foe_kings,
                   slice.foe_men, (unsigned long long)census[0], (unsigned long long)census[1],
                   (unsigned long long)census[2]);
        }
    }
    draughts_egtb_close(egtb);
    return good;
}

int main(int count, char **words) {
    static const struct {
        const char *verb;
        bool (*run)(struct task *, enum draughts_rules);
    } verbs[] = {{"build", build}, {"check", check}, {"list", list}};
    struct task task = {.rules = -1, .pieces = 4, .began = monotonic_now()};
    int status = read_arguments(&task, count, words);
    bool (*run)(struct task *, enum draughts_rules) = NULL;
    for (size_t i = 0; status == 0 && i < sizeof verbs / sizeof verbs[0]; i++) {
        run = strcmp(task.verb, verbs[i].verb) == 0 ? verbs[i].run : run;
    }
    if (status == 0 && run == NULL) {
        status = fail("'%s' is nothing to do: write build, check or list", task.verb);
    }
    if (run == build) { /* the others only read, and a signal may end them where they are */
        struct sigaction action = {.sa_handler = on_signal};
        sigaction(SIGINT, &action, NULL);
        sigaction(SIGTERM, &action, NULL);
    }
    bool usable = status == 0;
    for (int rules = DRAUGHTS_WARCABY; usable && rules <= DRAUGHTS_ENGLISH; rules++) {
        bool wanted = task.rules < 0 || task.rules == rules;
        if (wanted && !run(&task, (enum draughts_rules)rules)) {
            status = 1;
            usable = run != build; /* a check names everything that is wrong */
        }
    }
    text_free(&task.directory);
    if (fflush(stdout) != 0) {
        fprintf(stderr, "ternion-egtb: cannot write: %s\n", strerror(errno));
        status = 1;
    }
    return status == -1 ? 0 : status;
}
