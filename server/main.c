/* ternion-server: people and engines meet. This file reads the command line. */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "../src/driver/process.h"
#include "links.h"
#include "server.h"
#include "socket.h"
#include "store.h"

enum { EXIT_USAGE = 2 };

static const char usage[] =
    "Usage: ternion-server [OPTION]... [CONFIG]\n"
    "Hosts games of quantum tic-tac-toe, draughts and Go for people and engines: a\n"
    "page over HTTP, WebSocket, and plain text lines over TCP (docs/server.md).\n"
    "\n"
    "  --demo             keep games in memory: nothing outlives the server\n"
    "  --address ADDRESS  to listen on (default 127.0.0.1)\n"
    "  --port PORT        for the page and WebSocket (default 8080; 0: none,\n"
    "                     -1: any free one)\n"
    "  --line-port PORT   for plain lines (default 8081; likewise)\n"
    "  --database FILE    where games are kept (default ternion-server.db)\n"
    "  --web FOLDER       the page's files\n"
    "  --engine COMMAND   the engine that plays as bot (default: ternion beside\n"
    "                     this program)\n"
    "  --check            say whether the configuration is good and the programs of\n"
    "                     its bots are there, and leave\n"
    "  --backup FILE      copy the database to a new file and leave; a server may run\n"
    "                     on it meanwhile\n"
    "  --erase-game GAME  delete a game and what was said in it, and leave\n"
    "  --erase-name NAME  take a person's name out of all games, delete what was said\n"
    "                     under it, and leave; both while no server runs\n"
    "  -h, --help         this text\n"
    "  -V, --version      the version\n"
    "\n"
    "CONFIG is a configuration file; man ternion-server describes it. The command\n"
    "line overrides it. Exit status: 0 when stopped by a signal or if --check finds\n"
    "nothing wrong, 1 if it does or the server cannot start, 2 for a wrong command\n"
    "line.\n";

enum {
    OPT_DEMO = 256,
    OPT_ADDRESS,
    OPT_PORT,
    OPT_LINE_PORT,
    OPT_DATABASE,
    OPT_WEB,
    OPT_ENGINE,
    OPT_CHECK,
    OPT_BACKUP,
    OPT_ERASE_GAME,
    OPT_ERASE_NAME,
    OPT_HELP = 'h',
    OPT_VERSION = 'V'
};

static const struct option long_options[] = {
    {"demo", no_argument, NULL, OPT_DEMO},
    {"address", required_argument, NULL, OPT_ADDRESS},
    {"port", required_argument, NULL, OPT_PORT},
    {"line-port", required_argument, NULL, OPT_LINE_PORT},
    {"database", required_argument, NULL, OPT_DATABASE},
    {"web", required_argument, NULL, OPT_WEB},
    {"engine", required_argument, NULL, OPT_ENGINE},
    {"check", no_argument, NULL, OPT_CHECK},
    {"backup", required_argument, NULL, OPT_BACKUP},
    {"erase-game", required_argument, NULL, OPT_ERASE_GAME},
    {"erase-name", required_argument, NULL, OPT_ERASE_NAME},
    {"help", no_argument, NULL, OPT_HELP},
    {"version", no_argument, NULL, OPT_VERSION},
    {0},
};

struct server_arguments {
    bool demo, check;
    const char *address, *port, *line_port, *database, *web, *engine, *file;
    const char *backup, *erase_game, *erase_name;
};

static _Noreturn void usage_error(const char *message, const char *argument) {
    fprintf(stderr, "ternion-server: %s%s\nTry 'ternion-server --help'.\n", message, argument);
    exit(EXIT_USAGE);
}

static _Noreturn void print_and_exit(const char *text) {
    fputs(text, stdout);
    exit(fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

static void read_option(struct server_arguments *request, int option) {
    switch (option) {
    case OPT_DEMO:
        request->demo = true;
        break;
    case OPT_ADDRESS:
        request->address = optarg;
        break;
    case OPT_PORT:
        request->port = optarg;
        break;
    case OPT_LINE_PORT:
        request->line_port = optarg;
        break;
    case OPT_DATABASE:
        request->database = optarg;
        break;
    case OPT_WEB:
        request->web = optarg;
        break;
    case OPT_ENGINE:
        request->engine = optarg;
        break;
    case OPT_CHECK:
        request->check = true;
        break;
    case OPT_BACKUP:
        request->backup = optarg;
        break;
    case OPT_ERASE_GAME:
        request->erase_game = optarg;
        break;
    case OPT_ERASE_NAME:
        request->erase_name = optarg;
        break;
    case OPT_HELP:
        print_and_exit(usage);
    case OPT_VERSION:
        print_and_exit("ternion-server (Ternion) " PACKAGE_VERSION "\n");
    default:
        fputs("Try 'ternion-server --help'.\n", stderr); /* getopt has said what is wrong */
        exit(EXIT_USAGE);
    }
}

static void read_command_line(struct server_arguments *request, int argc, char **argv) {
    *request = (struct server_arguments){0};
    int option;
    while ((option = getopt_long(argc, argv, "hV", long_options, NULL)) != -1)
        read_option(request, option);
    if (optind < argc)
        request->file = argv[optind++];
    int tasks = request->check + (request->backup != NULL) + (request->erase_game != NULL) +
                (request->erase_name != NULL);
    if (tasks > 1)
        usage_error("one of --check, --backup, --erase-game and --erase-name at a time", "");
    if (optind < argc)
        usage_error("one configuration file is enough, but there is also ", argv[optind]);
}

static int read_port(const char *word) {
    long port;
    if (!text_to_whole(word, -1, 65535, &port))
        usage_error("a port is a number from -1 to 65535, not ", word);
    return (int)port;
}

static void replace(char **slot, const char *value) {
    if (value == NULL)
        return;
    free(*slot);
    *slot = memory_string(value);
}

/* The folder of this program, where in a build tree the engine and the page are. */
static void own_folder(char folder[PATH_MAX]) {
    ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    folder[length < 0 ? 0 : length] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash != NULL)
        *slash = '\0';
}

static bool exists(const char *folder, const char *name, struct text *path) {
    text_clear(path);
    text_print(path, "%s/%s", folder, name);
    return access(text_string(path), F_OK) == 0;
}

/* A path as one word of a command (process_words), whatever is in it. */
static void put_word(const char *path, struct text *command) {
    for (; *path != '\0'; path++) {
        if (strchr(" \t\n'\"\\", *path) != NULL)
            text_putc(command, '\\');
        text_putc(command, *path);
    }
}

static void make_config(struct config *config, const struct server_arguments *request) {
    char folder[PATH_MAX];
    struct text path = {0}, engine = {0}, web = {0};
    own_folder(folder);
    put_word(exists(folder, "ternion", &path) ? text_string(&path) : "ternion", &engine);
    /* In a build tree beside the program, installed beside its folder, else where it was made for.
     */
    if (!exists(folder, "page/index.html", &web) &&
        !exists(folder, "../share/ternion/web/index.html", &web) &&
        !exists(BUILT_WEB, "index.html", &web))
        exists(INSTALLED_WEB, "index.html", &web);
    text_cut(&web, web.length - strlen("/index.html"));
    config_defaults(config, request->engine != NULL ? request->engine : text_string(&engine),
                    text_string(&web));
    text_free(&path);
    text_free(&engine);
    text_free(&web);
}

static void apply(struct config *config, const struct server_arguments *request) {
    if (request->demo)
        replace(&config->database, ":memory:");
    replace(&config->address, request->address);
    replace(&config->database, request->database);
    replace(&config->web, request->web);
    if (request->port != NULL)
        config->http_port = read_port(request->port);
    if (request->line_port != NULL)
        config->line_port = read_port(request->line_port);
}

static int complain(const struct error *error) {
    struct text message = {0};
    error_print(error, &message);
    fprintf(stderr, "ternion-server: %s\n", text_string(&message));
    text_free(&message);
    return EXIT_FAILURE;
}

/* Whether the programs of all bots are there; without it a bot would lose every game. */
static bool bots_are_there(const struct config *config) {
    bool all = true;
    for (size_t i = 0; i < config->bot_count; i++) {
        struct error error = {0};
        struct text message = {0};
        struct engine_spec spec;
        if (!server_find_engine(&config->bot[i], &spec, &error)) {
            error_print(&error, &message);
            fprintf(stderr, "ternion-server: bot %s: %s\n", config->bot[i].name,
                    text_string(&message));
            all = false;
        }
        engine_spec_free(&spec);
        text_free(&message);
        error_clear(&error);
    }
    return all;
}

static void say_pages(const char *address, int port) {
    struct text found = {0};
    struct words words;
    links_list(address, port, &found);
    words_split(&words, text_string(&found));
    for (int i = 0; i < words.count; i++)
        printf("page:  %s\n", words.at[i]);
    words_free(&words);
    text_free(&found);
}

static void say_ports(const struct server *server) {
    if (server_http_port(server) > 0)
        say_pages(server->config.address, server_http_port(server));
    if (server_line_port(server) > 0)
        printf("lines: %s port %d\n", server->config.address, server_line_port(server));
    printf("games: %s\n", server->config.database);
    fflush(stdout);
}

/* Work on the database, without a server. */

static bool erase(const struct config *config, const struct server_arguments *request,
                  struct error *error) {
    struct store *store = store_open(config->database, error);
    long games = -1;
    if (store == NULL)
        return false;
    if (request->erase_game != NULL)
        games = store_erase_game(store, request->erase_game, error) ? 1 : -1;
    else
        games = store_erase_name(store, request->erase_name, error);
    if (games >= 0 && request->erase_game != NULL)
        printf("The game %s is deleted.\n", request->erase_game);
    else if (games >= 0)
        printf("Games that had the name %s: %ld.\n", request->erase_name, games);
    store_close(store);
    return games >= 0;
}

static bool keep_house(const struct config *config, const struct server_arguments *request,
                       struct error *error) {
    if (request->backup == NULL)
        return erase(config, request, error);
    if (!store_backup(config->database, request->backup, error))
        return false;
    printf("%s is a copy of %s.\n", request->backup, config->database);
    return true;
}

/* The log. */

/* Standard error may be a pipe that nobody reads: a line that it does not take at once is lost. A
 * pipe that can be written to takes as much as a line has at least. */
static bool write_line(void *context, const char *line, size_t length) {
    (void)context;
    struct pollfd ready = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (poll(&ready, 1, 0) != 1 || (ready.revents & POLLOUT) == 0)
        return false;
    ssize_t count = send(STDERR_FILENO, line, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && errno == ENOTSOCK)
        count = write(STDERR_FILENO, line, length < PIPE_BUF ? length : PIPE_BUF);
    return count == (ssize_t)length;
}

static bool is_readable_by_all(const char *file) {
    struct stat status;
    return file != NULL && stat(file, &status) == 0 && (status.st_mode & S_IROTH) != 0;
}

/* What is allowed, but hardly wanted. */
static void warn(struct server *server, const struct server_arguments *request) {
    if (geteuid() == 0)
        log_event(&server->log, LOG_LEVEL_WARNING, "server.root", "advice",
                  "run it as a user of its own, as the systemd unit does", NULL);
    if (*server->config.password != '\0' && is_readable_by_all(request->file))
        log_event(&server->log, LOG_LEVEL_WARNING, "config.readable", "file", request->file,
                  "advice", "everybody on this machine can read the password: chmod o-r", NULL);
}

static int serve(const struct config *config, const struct server_arguments *request,
                 struct error *error) {
    struct server server;
    int status = EXIT_SUCCESS;
    if (server_open(&server, config, error)) {
        say_ports(&server);
        server_log_to(&server, write_line, NULL);
        warn(&server, request);
        server_run(&server);
    } else {
        status = complain(error);
    }
    server_close(&server);
    return status;
}

int main(int argc, char **argv) {
    struct server_arguments request;
    struct config config;
    struct error error = {0};
    int status = EXIT_SUCCESS;
    read_command_line(&request, argc, argv);
    make_config(&config, &request);
    if (request.file != NULL && !config_read(&config, request.file, &error)) {
        config_free(&config);
        status = complain(&error);
        error_clear(&error);
        return status;
    }
    apply(&config, &request);
    if (request.backup != NULL || request.erase_game != NULL || request.erase_name != NULL) {
        if (!keep_house(&config, &request, &error))
            status = complain(&error);
        config_free(&config);
        error_clear(&error);
        return status;
    }
    bool bots = bots_are_there(&config); /* a warning: they may come later */
    if (request.check) {
        puts(bots ? "The configuration is good."
                  : "The configuration is good, but for bots whose program is not there.");
        config_free(&config);
        return bots ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    status = serve(&config, &request, &error);
    error_clear(&error);
    return status;
}
