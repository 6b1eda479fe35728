/* ternion: a game engine that speaks GTP. This file reads the command line and moves bytes. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/service.h"
#include "bench.h"
#include "console.h"
#include "core/memory.h"
#include "engine.h"
#include "input.h"
#include "options.h"
#include "remote.h"
#include "review_file.h"
#include "system/standard.h"
#include "system/wait.h"
#include "terminal.h"

enum { EXIT_USAGE = 2 };

static const char usage[] =
    "Usage: ternion [OPTION]...\n"
    "       ternion bench\n"
    "       ternion analysis [OPTION]...\n"
    "       ternion review FILE [OPTION]...\n"
    "Plays quantum tic-tac-toe, draughts and Go; speaks GTP version 2 on standard\n"
    "input and output, or a friendlier dialect on a terminal.\n"
    "\n"
    "The game:\n"
    "  --game NAME        qttt (default), draughts or go\n"
    "  --rules NAME       rule set; the command list_rules has them\n"
    "  --size N           size of the board: qttt 3 to 9 (default 3), draughts 8,\n"
    "                     go 2 to 25 (default 19)\n"
    "  --win-length K     quantum tic-tac-toe: marks in a row that win (default 3,\n"
    "                     on larger boards 4)\n"
    "  --komi POINTS      Go: points for white (default 6.5, under area rules 7.5)\n"
    "\n"
    "The engine:\n"
    "  --level NAME       random, easy, medium, hard or optimal (default)\n"
    "  --seed N           fixes every random choice (default: a new one every game)\n"
    "  --threads N        threads of the search (default 1)\n"
    "  --nodes N          nodes or playouts a ply (default 0: no limit)\n"
    "  --move-time S      seconds a ply when no clock runs (default 1, or no limit\n"
    "                     with --nodes)\n"
    "  --set NAME=VALUE   any option of list_options\n"
    "\n"
    "The front:\n"
    "  --gtp              speak GTP also on a terminal\n"
    "  --console          be friendly also when not on a terminal\n"
    "  --x WHO, --o WHO, --black WHO, --white WHO\n"
    "                     human or engine decides for that side (console)\n"
    "  --color WHEN       auto (default), always or never; also --colour\n"
    "  --strict           exit with status 1 if any command failed\n"
    "  --connect HOST:PORT  play on a ternion-server instead\n"
    "  --no-files         refuse commands that read or write files\n"
    "  -h, --help         this text\n"
    "  -V, --version      the version\n"
    "\n"
    "ternion bench searches fixed positions and prints a signature of how it plays.\n"
    "ternion analysis answers queries of Go as 'katago analysis' does, --threads at a\n"
    "time; docs/analysis.md describes it. KataGo's -config, -model, -human-model and\n"
    "-override-config are read and not needed, -quit-without-waiting is obeyed.\n"
    "ternion review searches every position of a game (SGF, PDN or a text record),\n"
    "prints the three worst moves, and writes the game with comments and values to\n"
    "FILE with '-review' in its name, or to another file:\n"
    "  --time S           seconds a ply (default 1), or --nodes N\n"
    "  --output FILE      where to write; replaces what is there\n"
    "Exit status: 0 at the end of input or quit, 1 if output fails, with --strict if\n"
    "a command failed, with --connect if there is no server or if a game cannot be\n"
    "reviewed, 2 for a wrong command line.\n"
    "protocol.md describes every command. Example:\n"
    "  printf 'play x a1 c3\\ngenmove o\\nshowboard\\n' | ternion --seed 1\n";

/* What the command line asks for, kept until everything was read: the game must be set before what
 * belongs to it, whatever the order on the line. */
struct request {
    const char *game, *rules, *size;
    struct setting_request {
        const char *name, *value;
    } * settings;
    size_t setting_count;
    bool gtp, console, strict, no_files, bench;
    bool analysis, hurry;        /* KataGo's protocol; not to wait for open queries at the end */
    const char *review, *output; /* the game to be reviewed, and where to write it */
    bool reviews;                /* an option of the review is there */
    const char *color;
    const char *connect; /* a server's HOST:PORT */
    int who[2];          /* -1: not said, 0: human, 1: engine */
};

static _Noreturn void usage_error(const char *message, const char *argument) {
    fprintf(stderr, "ternion: %s%s\nTry 'ternion --help'.\n", message, argument);
    exit(EXIT_USAGE);
}

enum {
    OPT_GAME = 256,
    OPT_RULES,
    OPT_SIZE,
    OPT_SETTING,
    OPT_SET,
    OPT_GTP,
    OPT_CONSOLE,
    OPT_STRICT,
    OPT_FIRST,
    OPT_SECOND,
    OPT_COLOR,
    OPT_NO_FILES,
    OPT_CONNECT,
    OPT_NOT_NEEDED,
    OPT_HURRY,
    OPT_TIME,
    OPT_OUTPUT,
    OPT_HELP = 'h',
    OPT_VERSION = 'V'
};

static const struct option long_options[] = {
    {"game", required_argument, NULL, OPT_GAME},
    {"rules", required_argument, NULL, OPT_RULES},
    {"size", required_argument, NULL, OPT_SIZE},
    {"win-length", required_argument, NULL, OPT_SETTING},
    {"komi", required_argument, NULL, OPT_SETTING},
    {"level", required_argument, NULL, OPT_SETTING},
    {"seed", required_argument, NULL, OPT_SETTING},
    {"threads", required_argument, NULL, OPT_SETTING},
    {"nodes", required_argument, NULL, OPT_SETTING},
    {"move-time", required_argument, NULL, OPT_SETTING},
    {"set", required_argument, NULL, OPT_SET},
    {"gtp", no_argument, NULL, OPT_GTP},
    {"console", no_argument, NULL, OPT_CONSOLE},
    {"strict", no_argument, NULL, OPT_STRICT},
    {"x", required_argument, NULL, OPT_FIRST},
    {"o", required_argument, NULL, OPT_SECOND},
    {"black", required_argument, NULL, OPT_FIRST},
    {"white", required_argument, NULL, OPT_SECOND},
    {"color", required_argument, NULL, OPT_COLOR},
    {"colour", required_argument, NULL, OPT_COLOR},
    {"no-files", no_argument, NULL, OPT_NO_FILES},
    {"connect", required_argument, NULL, OPT_CONNECT},
    {"config", required_argument, NULL, OPT_NOT_NEEDED},
    {"model", required_argument, NULL, OPT_NOT_NEEDED},
    {"human-model", required_argument, NULL, OPT_NOT_NEEDED},
    {"override-config", required_argument, NULL, OPT_NOT_NEEDED},
    {"quit-without-waiting", no_argument, NULL, OPT_HURRY},
    {"time", required_argument, NULL, OPT_TIME},
    {"output", required_argument, NULL, OPT_OUTPUT},
    {"help", no_argument, NULL, OPT_HELP},
    {"version", no_argument, NULL, OPT_VERSION},
    {0},
};

/* --win-length is the option win_length. */
static void add_setting(struct request *request, char *name, const char *value) {
    for (char *c = name; *c != '\0'; c++)
        if (*c == '-')
            *c = '_';
    size_t count = request->setting_count + 1;
    request->settings = memory_grow(request->settings, count, sizeof *request->settings);
    request->settings[request->setting_count++] = (struct setting_request){name, value};
}

static int read_who(const char *word) {
    if (strcmp(word, "human") != 0 && strcmp(word, "engine") != 0)
        usage_error("a side is decided for by human or engine, not by ", word);
    return strcmp(word, "engine") == 0;
}

/* --set game=go is --game go, and comes first like it. */
static const char **find_leader(struct request *request, const char *name) {
    return strcmp(name, "game") == 0    ? &request->game
           : strcmp(name, "rules") == 0 ? &request->rules
           : strcmp(name, "size") == 0  ? &request->size
                                        : NULL;
}

static void add_set(struct request *request, char *argument) {
    char *equals = strchr(argument, '=');
    if (equals == NULL || equals == argument)
        usage_error("--set wants NAME=VALUE, not ", argument);
    *equals = '\0';
    const char **leader = find_leader(request, argument);
    if (leader != NULL)
        *leader = equals + 1;
    else
        add_setting(request, memory_string(argument), equals + 1);
    *equals = '=';
}

static void print_and_exit(const char *text) {
    fputs(text, stdout);
    exit(fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

static void read_option(struct request *request, int option, int index) {
    switch (option) {
    case OPT_GAME:
        request->game = optarg;
        break;
    case OPT_RULES:
        request->rules = optarg;
        break;
    case OPT_SIZE:
        request->size = optarg;
        break;
    case OPT_SETTING:
        add_setting(request, memory_string(long_options[index].name), optarg);
        break;
    case OPT_SET:
        add_set(request, optarg);
        break;
    case OPT_GTP:
        request->gtp = true;
        break;
    case OPT_CONSOLE:
        request->console = true;
        break;
    case OPT_STRICT:
        request->strict = true;
        break;
    case OPT_CONNECT:
        request->connect = optarg;
        break;
    case OPT_NO_FILES:
        request->no_files = true;
        break;
    case OPT_NOT_NEEDED:
    case OPT_HURRY:
        if (!request->analysis)
            usage_error("only 'ternion analysis' takes --", long_options[index].name);
        request->hurry = request->hurry || option == OPT_HURRY;
        break;
    case OPT_TIME:
        add_setting(request, memory_string("move_time"), optarg);
        request->reviews = true;
        break;
    case OPT_OUTPUT:
        request->output = optarg;
        request->reviews = true;
        break;
    case OPT_FIRST:
    case OPT_SECOND:
        request->who[option == OPT_SECOND] = read_who(optarg);
        break;
    case OPT_COLOR:
        if (strcmp(optarg, "auto") != 0 && strcmp(optarg, "always") != 0 &&
            strcmp(optarg, "never") != 0)
            usage_error("--color is auto, always or never, not ", optarg);
        request->color = optarg;
        break;
    case OPT_HELP:
        print_and_exit(usage);
        break;
    case OPT_VERSION:
        print_and_exit("Ternion " PACKAGE_VERSION "\n");
        break;
    default:
        fputs("Try 'ternion --help'.\n", stderr); /* getopt has said what is wrong */
        exit(EXIT_USAGE);
    }
}

/* The arguments that are no options. */
static void read_review(struct request *request, int argc, char **argv) {
    optind++;
    if (optind == argc)
        usage_error("review wants a file with a game", "");
    request->review = argv[optind++];
    if (request->gtp || request->console || request->no_files || request->connect != NULL ||
        request->who[0] >= 0 || request->who[1] >= 0)
        usage_error("review excludes --gtp, --console, --connect, --no-files and who plays a side",
                    "");
    if (request->game == NULL)
        request->game = review_file_kit(request->review)->game->name;
}

static void read_command_line(struct request *request, int argc, char **argv) {
    *request = (struct request){.color = "auto", .who = {-1, -1}};
    int option, index = 0;
    /* KataGo's long options have one hyphen. */
    request->analysis = argc > 1 && strcmp(argv[1], "analysis") == 0;
    while ((option = (request->analysis ? getopt_long_only : getopt_long)(
                argc, argv, "hV", long_options, &index)) != -1)
        read_option(request, option, index);
    if (request->analysis)
        optind++;
    if (!request->analysis && optind < argc && strcmp(argv[optind], "review") == 0)
        read_review(request, argc, argv);
    else if (request->reviews)
        usage_error("only 'ternion review' takes --time and --output", "");
    request->bench = optind < argc && strcmp(argv[optind], "bench") == 0;
    if (request->bench && argc > 2)
        usage_error("bench stands alone on the command line", "");
    if (optind < argc && !request->bench)
        usage_error("no argument is expected, but there is ", argv[optind]);
    if (request->gtp && request->console)
        usage_error("--gtp and --console exclude each other", "");
    if (request->gtp && (request->who[0] >= 0 || request->who[1] >= 0))
        usage_error("--gtp excludes --x, --o, --black and --white: they are the console's", "");
}

static void apply(struct engine *engine, const char *name, const char *value) {
    struct error error = {0};
    if (value == NULL || options_set(engine, name, value, &error))
        return;
    struct text message = {0};
    text_print(&message, "%s: ", name);
    error_print(&error, &message);
    usage_error(text_string(&message), "");
}

static void apply_request(struct engine *engine, const struct request *request) {
    apply(engine, "game", request->game);
    apply(engine, "rules", request->rules);
    apply(engine, "size", request->size);
    for (size_t i = 0; i < request->setting_count; i++)
        apply(engine, request->settings[i].name, request->settings[i].value);
    engine_renew(engine);
    engine->no_files = request->no_files;
}

/* The line protocol over standard input and output. */

static void write_out(void *context, const char *bytes, size_t count) {
    bool *broken = context;
    while (count > 0 && !*broken) {
        ssize_t done = write(STDOUT_FILENO, bytes, count);
        if (done < 0 && errno == EAGAIN) {
            wait_writable(STDOUT_FILENO);
            continue;
        }
        if (done < 0 && errno == EINTR)
            continue;
        *broken = done < 0;
        if (*broken && errno != EPIPE)
            fprintf(stderr, "ternion: standard output: %s\n", strerror(errno));
        bytes += done < 0 ? 0 : done;
        count -= done < 0 ? 0 : (size_t)done;
    }
}

struct line_front {
    bool broken; /* first: write_out's context is the front itself */
    struct input *input;
};

/* Where nobody reads any more nobody waits for what is being thought about. */
static bool front_pending(void *context) {
    const struct line_front *front = context;
    return front->broken || input_pending(front->input);
}

static bool front_interrupted(void *context) {
    return input_interrupted(((struct line_front *)context)->input);
}

static void front_wait(void *context, struct wakeup *wakeup, double until) {
    input_wait(((struct line_front *)context)->input, wakeup, until);
}

static void front_write(void *context, const char *bytes, size_t count) {
    write_out(&((struct line_front *)context)->broken, bytes, count);
}

/* GTP has no place for warnings in a reply; GoGui shows lines that begin like this. */
static void front_warn(void *context, const char *lines) {
    (void)context;
    for (size_t length; *lines != '\0'; lines += length + (lines[length] == '\n')) {
        length = strcspn(lines, "\n");
        fprintf(stderr, "warning: %.*s\n", (int)length, lines);
    }
}

static int run_lines(struct engine *engine, bool strict) {
    struct line_front front = {.input = input_open(standard_input())};
    engine->front = (struct frontend){.context = &front,
                                      .write = front_write,
                                      .warn = front_warn,
                                      .pending = front_pending,
                                      .interrupted = front_interrupted,
                                      .wait = front_wait,
                                      .framed = true};
    struct input_line line;
    while (!engine->quit && !front.broken && input_next(front.input, &line)) {
        if (line.too_long)
            engine_refuse_line(engine);
        else
            engine_line(engine, line.at, line.length);
        free(line.at);
    }
    input_close(front.input);
    return front.broken || (strict && engine->failures > 0) ? EXIT_FAILURE : EXIT_SUCCESS;
}

static bool wants_colour(const char *when) {
    if (strcmp(when, "auto") != 0)
        return strcmp(when, "always") == 0;
    const char *forbidden = getenv("NO_COLOR");
    return terminal_is_smart() && (forbidden == NULL || *forbidden == '\0');
}

static int run_console(struct engine *engine, const struct request *request) {
    engine->look.colour = wants_colour(request->color);
    engine->look.unicode = standard_is_utf8();
    struct console_options options = {.engine_plays = {request->who[0] == 1, request->who[1] == 1},
                                      .strict = request->strict};
    return console_run(engine, &options);
}

#ifdef _WIN32
/* What the build for Windows lacks (src/system/windows/README.md). */
static int left_out(const char *what) {
    fprintf(stderr, "ternion: %s is not in the build for Windows\n", what);
    return EXIT_USAGE;
}
#define remote_run(address, colour, unicode) left_out("--connect")
#define run_analysis(engine, request)        left_out("'ternion analysis'")
#else
/* KataGo's analysis protocol over standard input and output. */
static int run_analysis(struct engine *engine, const struct request *request) {
    long player_options[ENGINE_PLAYER_OPTIONS];
    const struct player_option *known = engine->kit->player->options;
    memcpy(player_options, engine->player_options, sizeof player_options);
    for (int i = 0; known[i].name != NULL; i++)
        if (strcmp(known[i].name, "threads") == 0)
            player_options[i] = 1; /* the threads search different positions */
    struct service_options options = {.kit = engine->kit,
                                      .player_options = player_options,
                                      .version = engine->version,
                                      .threads = (int)engine->threads,
                                      .visits = engine->nodes,
                                      .seconds = engine->move_time,
                                      .seed = engine->seed_given ? engine->seed : 0};
    bool broken = false;
    struct service *service = service_new(&options, write_out, &broken);
    struct input *input = input_open(standard_input());
    struct input_line line;
    while (!broken && input_next(input, &line)) {
        if (line.too_long)
            service_refuse_line(service);
        else
            service_line(service, line.at, line.length);
        free(line.at);
    }
    service_free(service, request->hurry || broken);
    input_close(input);
    return broken ? EXIT_FAILURE : EXIT_SUCCESS;
}
#endif

/* The time depends on the machine, so it stands apart from what does not. */
static int run_bench(void) {
    struct text text = {0};
    double began = monotonic_now();
    uint64_t nodes = bench_run(&text);
    double seconds = monotonic_now() - began;
    bool good = fputs(text_string(&text), stdout) >= 0 && fflush(stdout) == 0;
    fprintf(stderr, "%.2f s, %.0f nodes per second\n", seconds, (double)nodes / seconds);
    text_free(&text);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    standard_prepare();
    struct request request;
    read_command_line(&request, argc, argv);
    if (request.bench)
        return run_bench();
    if (request.connect != NULL)
        return remote_run(request.connect, wants_colour(request.color), standard_is_utf8());
    struct engine *engine = engine_new();
    if (request.analysis && request.game == NULL)
        request.game = "go";
    apply_request(engine, &request);
    if (request.analysis && engine->kit->game->rules_named == NULL)
        usage_error("analysis is for Go, not for ", request.game);
    bool sided = request.who[0] >= 0 || request.who[1] >= 0;
    bool console = request.console || (!request.gtp && (sided || isatty(STDIN_FILENO)));
    int status = request.analysis         ? run_analysis(engine, &request)
                 : request.review != NULL ? review_file(engine, request.review, request.output)
                 : console                ? run_console(engine, &request)
                                          : run_lines(engine, request.strict);
    engine_free(engine);
    for (size_t i = 0; i < request.setting_count; i++)
        free((char *)request.settings[i].name);
    free(request.settings);
    return status;
}
