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
#include "core/text.h"
#include "terminal.h"

struct remote {
    int socket;
    bool terminal; /* a person reads; else everything is passed on as it is */
    bool colour, unicode;
    bool typed_all; /* standard input has ended */
    bool left;
    bool failed;        /* what the server said could not be written */
    struct text in;     /* bytes from the server that are no whole message yet */
    struct text orders; /* the server's orders, one a line, once it told them */
    struct text prompt;
    struct text result; /* how the game ended, to be said below the board that was asked for */
    struct text asked;  /* the order that was typed last */
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

static void set_prompt(struct remote *remote, const char *json) {
    struct text side = {0}, due = {0}, phase = {0};
    json_find(json, "toPlay", &side);
    json_find(json, "due", &due);
    json_find(json, "phase", &phase);
    text_clear(&remote->prompt);
    if (side.length > 0 && strcmp(text_string(&phase), "playing") == 0)
        text_print(&remote->prompt, "%s, %s> ", text_string(&side), text_string(&due));
    else
        text_print(&remote->prompt, "%s> ", text_string(&phase));
    text_free(&side);
    text_free(&due);
    text_free(&phase);
    if (remote->terminal)
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

static void keep_result(struct remote *remote, const char *json) {
    struct text result = {0}, ending = {0};
    json_find(json, "result", &result);
    json_find(json, "ending", &ending);
    text_clear(&remote->result);
    if (ending.length > 0)
        text_print(&remote->result, "Game over: %s (%s). 'rematch' plays again.",
                   text_string(&result), text_string(&ending));
    text_free(&result);
    text_free(&ending);
}

static void show_result(struct remote *remote) {
    if (remote->result.length > 0)
        print_above(remote, text_string(&remote->result));
    text_clear(&remote->result);
}

static void take_event(struct remote *remote, const char *event) {
    struct text one = {0}, two = {0}, line = {0};
    if (strncmp(event, "state ", 6) == 0 || strncmp(event, "ply ", 4) == 0) {
        set_prompt(remote, event);
        keep_result(remote, event);
        ask_board(remote);
    } else if (strncmp(event, "chat ", 5) == 0) {
        json_find(event, "from", &one);
        json_find(event, "text", &two);
        text_print(&line, "%s: %s", text_string(&one), text_string(&two));
        print_above(remote, text_string(&line));
    } else if (strncmp(event, "end ", 4) == 0 || strncmp(event, "bye ", 4) == 0) {
        json_find(event, "why", &one);
        print_above(remote, text_string(&one));
    } else if (strncmp(event, "closed", 6) == 0) {
        print_above(remote, "The game was put away.");
    } else if (strncmp(event, "ping", 4) == 0) { /* a person may think for hours */
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

/* How to come back to the seats whose tokens follow: {"x":"TOKEN","o":"TOKEN"}. */
static void put_ways_back(const char *tokens, const char *room, struct text *out) {
    for (const char *at = tokens; (*at == '{' || *at == ',') && at[1] == '"';) {
        size_t side = strcspn(at + 2, "\"");
        const char *token = at + 2 + side;
        if (strncmp(token, "\":\"", 3) != 0)
            return;
        token += 3;
        size_t length = strcspn(token, "\"");
        text_print(out, " 'rejoin %s %.*s' brings you back as %.*s.", room, (int)length, token,
                   (int)side, at + 2);
        at = token + length + (token[length] == '"');
    }
}

/* What the person has entered. */
static void show_room(struct remote *remote, const char *json) {
    static const char key[] = "\"tokens\":";
    const char *tokens = strstr(json, key);
    struct text room = {0}, line = {0};
    json_find(json, "room", &room);
    text_print(&line, "You are in game %s; others can 'join %s' or 'watch %s'.", text_string(&room),
               text_string(&room), text_string(&room));
    if (tokens != NULL)
        put_ways_back(tokens + strlen(key), text_string(&room), &line);
    print_above(remote, text_string(&line));
    text_free(&room);
    text_free(&line);
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
        const char *code = strstr(text, "\ncode ");
        struct text line = {0};
        text_print(&line, "%s%.*s%s", remote->colour ? "\033[31m" : "",
                   (int)(code == NULL ? strlen(text) : (size_t)(code - text)), text,
                   remote->colour ? "\033[0m" : "");
        print_above(remote, text_string(&line));
        text_free(&line);
    } else if (strncmp(text, "{\"room\":", 8) == 0 &&
               strcmp(text_string(&remote->asked), "state") != 0) {
        show_room(remote, text);
    } else if (*text != '\0') {
        above_begin(remote);
        terminal_print_reply(text_string(&remote->asked), text);
        above_end(remote);
    }
    if (answers(reply, own_show))
        show_result(remote);
}

static void take_messages(struct remote *remote) {
    for (;;) {
        const char *at = text_string(&remote->in);
        bool event = *at == '!';
        const char *end = strstr(at, event ? "\n" : "\n\n");
        if (end == NULL)
            return;
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
        struct text order = {0};
        text_print(&order, "%s%s", is_order(remote, start) ? "" : "ply ", start);
        say(remote, text_string(&order));
        text_free(&remote->asked);
        remote->asked = order;
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
    text_free(&remote.result);
    text_free(&remote.asked);
    return remote.failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
