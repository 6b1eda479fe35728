#include "remote.h"

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "core/json.h"
#include "core/memory.h"
#include "core/player.h"
#include "core/text.h"
#include "remote_state.h"
#include "terminal.h"

struct remote {
    int socket;
    bool terminal; /* a person reads; else everything is passed on as it is */
    bool colour, unicode;
    bool typed_all; /* standard input has ended */
    bool left;
    bool failed;        /* what the server said could not be written */
    struct text in;     /* bytes from the server that are no whole message yet */
    size_t searched;    /* how many of them are known to hold no end of one */
    struct text orders; /* the server's orders, one a line, once it told them */
    struct text prompt;
    struct text asked; /* the order that was typed last */
    struct remote_state state;
};

enum { MESSAGE_MOST = 16 << 20 };

/* readline's callback has no argument to pass anything by. */
static struct remote *reading;

/* The ids by which the replies to our own questions are told from those to the person's orders. */
static const char own_help[] = "999000001", own_show[] = "999000002", own_ping[] = "999000003";

static void say(struct remote *remote, const char *line) {
    struct text text = {0};
    text_print(&text, "%s\n", line);
    for (size_t done = 0; done < text.length;) {
        ssize_t count = send(remote->socket, text.at + done, text.length - done, MSG_NOSIGNAL);
        if (count <= 0 && errno != EINTR) {
            remote->left = true;
            break;
        }
        done += count > 0 ? (size_t)count : 0;
    }
    text_free(&text);
}

/* Showing. */

/* What is printed between these two stands above the line that is being typed. */
static void above_begin(const struct remote *remote) {
    if (remote->terminal)
        rl_clear_visible_line();
}

static void above_end(const struct remote *remote) {
    fflush(stdout);
    if (remote->terminal) {
        rl_on_new_line();
        rl_redisplay();
    }
}

static void print_above(struct remote *remote, const char *text) {
    above_begin(remote);
    terminal_print(text, 0);
    above_end(remote);
}

static void set_prompt(struct remote *remote) {
    text_clear(&remote->prompt);
    remote_state_put_prompt(&remote->state, &remote->prompt);
    if (remote->prompt.length == 0)
        text_put(&remote->prompt, "server");
    text_put(&remote->prompt, "> ");
    rl_set_prompt(text_string(&remote->prompt));
}

static void ask_board(struct remote *remote) {
    struct text order = {0};
    text_print(&order, "%s show%s%s", own_show, remote->colour ? " colour" : "",
               remote->unicode ? " unicode" : "");
    if (terminal_columns() > 0)
        text_print(&order, " %d", terminal_columns());
    say(remote, text_string(&order));
    text_free(&order);
}

static void show_remarks(struct remote *remote) {
    struct text remarks = {0};
    remote_state_put_remarks(&remote->state, monotonic_now(), &remarks);
    if (remarks.length > 0)
        print_above(remote, text_string(&remarks));
    text_free(&remarks);
}

/* While a line is taken there is none that this could stand above. */
static void show_moves(const struct remote *remote) {
    struct text moves = {0};
    remote_state_put_moves(&remote->state, &moves);
    terminal_print(text_string(&moves), 0);
    text_free(&moves);
}

static void leave_game(struct remote *remote) {
    above_begin(remote);
    remote_state_forget(&remote->state);
    set_prompt(remote);
    above_end(remote);
}

static bool is_event(const char *event, const char *name) {
    size_t length = strlen(name);
    return strncmp(event, name, length) == 0 && (event[length] == ' ' || event[length] == '\0');
}

static void take_event(struct remote *remote, const char *event) {
    struct text one = {0}, two = {0}, line = {0};
    if (is_event(event, "state") || is_event(event, "ply") || is_event(event, "now")) {
        remote_state_take(&remote->state, event, is_event(event, "state"), monotonic_now());
        set_prompt(remote);
        ask_board(remote); /* the remarks follow below it */
    } else if (is_event(event, "chat")) {
        json_find(event, "from", &one);
        json_find(event, "text", &two);
        text_print(&line, "%s: %s", text_string(&one), text_string(&two));
        print_above(remote, text_string(&line));
    } else if (is_event(event, "end") || is_event(event, "bye")) {
        json_find(event, "why", &one);
        print_above(remote, text_string(&one));
    } else if (is_event(event, "closed")) {
        print_above(remote, "The game was put away.");
        leave_game(remote);
    } else if (is_event(event, "ping")) { /* a person may think for hours */
        text_print(&line, "%s ping", own_ping);
        say(remote, text_string(&line));
    }
    text_free(&one);
    text_free(&two);
    text_free(&line);
}

static bool answers(const char *reply, const char *id) {
    return strspn(reply + 1, "0123456789") == strlen(id) && strncmp(reply + 1, id, strlen(id)) == 0;
}

/* What the person has entered, and how to come back to the seats whose tokens are told:
 * {"x":"TOKEN","o":"TOKEN"}. */
static void show_room(struct remote *remote, const char *json) {
    struct text room = {0}, tokens = {0}, side = {0}, token = {0}, line = {0};
    json_find(json, "room", &room);
    json_find(json, "tokens", &tokens);
    text_print(&line, "You are in game %s; others can 'join %s' or 'watch %s'.", text_string(&room),
               text_string(&room), text_string(&room));
    for (const char *at = text_string(&tokens); json_walk(&at, &side, &token);)
        text_print(&line, " 'rejoin %s %s' brings you back as %s.", text_string(&room),
                   text_string(&token), text_string(&side));
    print_above(remote, text_string(&line));
    text_free(&room);
    text_free(&tokens);
    text_free(&side);
    text_free(&token);
    text_free(&line);
}

static void show_refusal(struct remote *remote, const char *text) {
    const char *code = strstr(text, "\ncode ");
    struct text line = {0};
    text_print(&line, "%s%.*s%s", remote->colour ? "\033[31m" : "",
               (int)(code == NULL ? strlen(text) : (size_t)(code - text)), text,
               remote->colour ? "\033[0m" : "");
    print_above(remote, text_string(&line));
    text_free(&line);
}

static bool was_asked(const struct remote *remote, const char *order) {
    return strcmp(text_string(&remote->asked), order) == 0;
}

/* What the person's own order was answered with. */
static void show_answer(struct remote *remote, const char *text) {
    if (strncmp(text, "{\"room\":", 8) == 0 && !was_asked(remote, "state")) {
        show_room(remote, text);
    } else if (*text != '\0') {
        above_begin(remote);
        terminal_print_reply(text_string(&remote->asked), text);
        above_end(remote);
    }
    if (was_asked(remote, "help"))
        print_above(remote,
                    "'board' draws the board again, 'moves' lists what you may play, 'exit' "
                    "or Ctrl-D leaves.");
    else if (was_asked(remote, "leave"))
        leave_game(remote);
}

/* A reply: to a question of ours, or to what the person typed. */
static void take_reply(struct remote *remote, const char *reply) {
    if (*reply == '\0')
        return;
    const char *text = reply + 1 + strspn(reply + 1, "0123456789");
    text += *text == ' ' || *text == '\n';
    if (answers(reply, own_ping))
        return;
    if (answers(reply, own_help)) {
        text_put(&remote->orders, "\n");
        text_put(&remote->orders, text);
    } else if (*reply == '?') {
        show_refusal(remote, text);
    } else if (answers(reply, own_show)) {
        above_begin(remote);
        terminal_print_reply("show", text);
        above_end(remote);
    } else {
        show_answer(remote, text);
    }
    if (answers(reply, own_show))
        show_remarks(remote);
}

static void take_messages(struct remote *remote) {
    for (;;) {
        const char *at = text_string(&remote->in);
        bool event = *at == '!';
        const char *end = strstr(at + remote->searched, event ? "\n" : "\n\n");
        if (end == NULL) {
            /* The last byte may be half of an end. */
            remote->searched = remote->in.length - (remote->in.length > 0);
            return;
        }
        remote->searched = 0;
        size_t length = (size_t)(end - at);
        char *message = memory_copy(at, length + 1);
        message[length] = '\0';
        text_tame(message);
        size_t used = length + (event ? 1 : 2);
        memmove(remote->in.at, remote->in.at + used, remote->in.length - used);
        text_cut(&remote->in, remote->in.length - used);
        if (event)
            take_event(remote, message + (length < 2 ? length : 2));
        else
            take_reply(remote, message);
        free(message);
    }
}

/* Typing. */

/* Whether the first word is an order of the server; anything else is a move. */
static bool is_order(const struct remote *remote, const char *line) {
    if (remote->orders.length == 0) /* not told yet, and so no game to play in */
        return true;
    size_t length = strcspn(line, " \t");
    struct text key = {0};
    text_putc(&key, '\n');
    text_putn(&key, line, length);
    bool known = false;
    for (const char *at = text_string(&remote->orders);
         !known && (at = strstr(at, text_string(&key))) != NULL; at++)
        known = at[key.length] == ' ' || at[key.length] == ':';
    text_free(&key);
    return known;
}

/* The only word of a line, or "". A comment behind it is nothing: the server does not see it
 * either. */
static void find_only_word(const char *line, struct text *word) {
    struct text bare = {0};
    struct words words;
    text_putn(&bare, line, strcspn(line, "#"));
    words_split(&words, text_string(&bare));
    if (words.count == 1)
        text_put(word, words.at[0]);
    words_free(&words);
    text_free(&bare);
}

/* What the server is told for a line. Words of the console at home mean the same here, and nobody
 * accepts a marking that was not shown. */
static void put_order(const struct remote *remote, const char *word, const char *line,
                      struct text *order) {
    static const char *const home[][2] = {
        {"?", "help"}, {"commands", "help"}, {"exit", "quit"}, {"draw", "draw offer"}};
    for (size_t i = 0; i < sizeof home / sizeof home[0]; i++)
        if (strcmp(word, home[i][0]) == 0)
            text_put(order, home[i][1]);
    if (strcmp(word, "accept") == 0)
        text_print(order, "accept %ld", remote->state.seen);
    else if (order->length == 0)
        text_print(order, "%s%s", is_order(remote, line) ? "" : "ply ",
                   *word != '\0' ? word : line);
}

static void run_line(struct remote *remote, const char *line) {
    struct text word = {0};
    find_only_word(line, &word);
    if (strcmp(text_string(&word), "board") == 0) {
        ask_board(remote);
    } else if (strcmp(text_string(&word), "moves") == 0) {
        show_moves(remote);
    } else {
        text_clear(&remote->asked);
        put_order(remote, text_string(&word), line, &remote->asked);
        say(remote, text_string(&remote->asked));
    }
    text_free(&word);
}

static void take_typed(char *line) {
    struct remote *remote = reading;
    if (line == NULL) {
        remote->left = true;
        rl_callback_handler_remove();
        return;
    }
    char *start = line + strspn(line, " \t");
    if (*start != '\0') {
        add_history(line);
        run_line(remote, start);
    }
    free(line);
}

/* Pipes: what comes in goes out. */
static void pass_on(struct remote *remote) {
    char bytes[4096];
    ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count > 0 && send(remote->socket, bytes, (size_t)count, MSG_NOSIGNAL) >= 0)
        return;
    remote->typed_all = true;
    shutdown(remote->socket, SHUT_WR);
}

static void receive(struct remote *remote) {
    char bytes[16384];
    ssize_t count = recv(remote->socket, bytes, sizeof bytes, 0);
    if (count <= 0) {
        if (remote->terminal && !remote->left)
            print_above(remote, "The server has closed the connection.");
        remote->left = true;
    } else if (remote->terminal) {
        text_putn(&remote->in, bytes, (size_t)count);
        take_messages(remote);
        if (remote->in.length > MESSAGE_MOST) {
            print_above(remote, "The server says something that has no end.");
            remote->left = true;
        }
    } else {
        if (fwrite(bytes, 1, (size_t)count, stdout) != (size_t)count || fflush(stdout) != 0) {
            fprintf(stderr, "ternion: standard output: %s\n", strerror(errno));
            remote->left = remote->failed = true;
        }
    }
}

static int connect_to(const char *address) {
    const char *colon = strrchr(address, ':');
    if (colon == NULL || colon == address || colon[1] == '\0') {
        fprintf(stderr, "ternion: --connect wants HOST:PORT, not %s\n", address);
        return -2;
    }
    bool brackets = *address == '[' && colon[-1] == ']';
    char *host = memory_copy(address + brackets, strlen(address) + 1 - brackets);
    host[colon - address - 2 * brackets] = '\0';
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    int problem = getaddrinfo(host, colon + 1, &hints, &found);
    int descriptor = -1;
    for (const struct addrinfo *one = found; one != NULL && descriptor < 0; one = one->ai_next) {
        descriptor = socket(one->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (descriptor >= 0 && connect(descriptor, one->ai_addr, one->ai_addrlen) != 0) {
            close(descriptor);
            descriptor = -1;
        }
    }
    if (descriptor < 0)
        fprintf(stderr, "ternion: %s: %s\n", address,
                problem != 0 ? gai_strerror(problem) : strerror(errno));
    if (found != NULL)
        freeaddrinfo(found);
    free(host);
    return descriptor;
}

static void remote_greet(struct remote *remote) {
    struct text order = {0};
    terminal_print(
        "Connected. 'create bot=ternion' plays the engine, 'list' shows games, 'join GAME' "
        "enters one, 'help' lists the rest; a move is played as you type it. Ctrl-D leaves.",
        0);
    text_print(&order, "%s help", own_help);
    say(remote, text_string(&order));
    text_free(&order);
    text_put(&remote->prompt, "server> ");
    rl_callback_handler_install(text_string(&remote->prompt), take_typed);
}

int remote_run(const char *address, bool colour, bool unicode) {
    struct remote remote = {.terminal = isatty(STDIN_FILENO) == 1,
                            .colour = colour,
                            .unicode = unicode,
                            .socket = connect_to(address)};
    if (remote.socket < 0)
        return remote.socket == -2 ? 2 : EXIT_FAILURE;
    reading = &remote;
    if (remote.terminal)
        remote_greet(&remote);
    while (!remote.left) {
        struct pollfd wait[2] = {{.fd = remote.socket, .events = POLLIN},
                                 {.fd = remote.typed_all ? -1 : STDIN_FILENO, .events = POLLIN}};
        if (poll(wait, 2, -1) < 0 && errno != EINTR)
            break;
        if (wait[1].revents != 0 && remote.terminal)
            rl_callback_read_char();
        else if (wait[1].revents != 0)
            pass_on(&remote);
        if (wait[0].revents != 0)
            receive(&remote);
    }
    if (remote.terminal) {
        rl_callback_handler_remove();
        printf("\n");
    }
    close(remote.socket);
    text_free(&remote.in);
    text_free(&remote.orders);
    text_free(&remote.prompt);
    text_free(&remote.asked);
    remote_state_free(&remote.state);
    return remote.failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
