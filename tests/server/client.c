#include "client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../src/core/memory.h"
#include "../../src/core/player.h"

struct talker {
    int descriptor;
    bool websocket;
    bool closed;
    struct text in;      /* bytes not yet understood */
    struct text message; /* the last one handed out */
};

static void give_up(const char *what) {
    fprintf(stderr, "client: %s\n", what);
    abort();
}

/* The server. */

static bool read_ports(int descriptor, struct served *served, struct text *said) {
    char byte;
    double until = monotonic_now() + 30;
    while (monotonic_now() < until) {
        struct pollfd wait = {.fd = descriptor, .events = POLLIN};
        if (poll(&wait, 1, 100) <= 0)
            continue;
        if (read(descriptor, &byte, 1) != 1)
            return false;
        text_putc(said, byte);
        const char *games = strstr(text_string(said), "games: ");
        if (games != NULL && byte == '\n') {
            const char *page = strstr(text_string(said), "http://");
            const char *lines = strstr(text_string(said), "lines: ");
            const char *port = page == NULL ? NULL : strchr(page, '\n');
            while (port != NULL && *port != ':')
                port--;
            served->http_port = port == NULL ? 0 : (int)strtol(port + 1, NULL, 10);
            served->line_port =
                lines == NULL ? 0 : (int)strtol(strstr(lines, "port ") + 5, NULL, 10);
            return true;
        }
    }
    return false;
}

void served_start(struct served *served, const char *const *arguments, long file_limit,
                  struct text *said) {
    const char *words[40] = {"./ternion-server", "--port", "-1", "--line-port", "-1"};
    int count = 5;
    for (; *arguments != NULL && count < 39; arguments++)
        words[count++] = *arguments;
    int output[2];
    if (pipe2(output, O_CLOEXEC) != 0)
        give_up("no pipe");
    pid_t pid = fork();
    *served = (struct served){.pid = pid};
    if (served->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(output[1], 1);
        dup2(output[1], 2);
        struct rlimit most = {(rlim_t)file_limit, (rlim_t)file_limit};
        if (file_limit > 0)
            setrlimit(RLIMIT_FSIZE, &most);
        /* Not execv, which in a build that counts lines writes a file first. */
        execvpe(words[0], (char *const *)words, environ);
        _exit(127);
    }
    close(output[1]);
    struct text text = {0};
    if (!read_ports(output[0], served, &text)) {
        waitpid(served->pid, NULL, 0);
        served->pid = -1;
    }
    if (said != NULL)
        text_put(said, text_string(&text));
    text_free(&text);
    /* What it prints later goes nowhere; the pipe stays open so that it never breaks. */
    if (served->pid > 0)
        fcntl(output[0], F_SETFD, FD_CLOEXEC);
    else
        close(output[0]);
}

int served_stop(struct served *served, bool polite) {
    int status = 0;
    if (served->pid <= 0)
        return 0;
    kill(served->pid, polite ? SIGTERM : SIGKILL);
    waitpid(served->pid, &status, 0);
    served->pid = -1;
    return status;
}

/* Connections. */

static struct sockaddr_in loopback(int port, int neighbour) {
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr = {htonl(INADDR_LOOPBACK + (uint32_t)neighbour)}};
}

static struct talker *talker_connect(int port, int neighbour) {
    struct sockaddr_in address = loopback(port, 0), own = loopback(0, neighbour);
    struct talker *talker = memory_new(1, sizeof *talker);
    int on = 1;
    talker->descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(talker->descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if ((neighbour > 0 && bind(talker->descriptor, (struct sockaddr *)&own, sizeof own) != 0) ||
        connect(talker->descriptor, (struct sockaddr *)&address, sizeof address) != 0)
        give_up("cannot connect");
    return talker;
}

struct talker *talker_lines(int port) {
    return talker_connect(port, 0);
}

struct talker *talker_lines_from(int port, int neighbour) {
    return talker_connect(port, neighbour);
}

/* More bytes within the time; false at the end or when time is up. */
static bool talker_read(struct talker *talker, double until) {
    char bytes[65536];
    struct pollfd wait = {.fd = talker->descriptor, .events = POLLIN};
    double left = until - monotonic_now();
    if (talker->closed || left <= 0 || poll(&wait, 1, (int)(left * 1000) + 1) <= 0)
        return false;
    ssize_t count = recv(talker->descriptor, bytes, sizeof bytes, 0);
    if (count <= 0) {
        talker->closed = true;
        return false;
    }
    text_putn(&talker->in, bytes, (size_t)count);
    return true;
}

static void talker_drop(struct talker *talker, size_t count) {
    memmove(talker->in.at, talker->in.at + count, talker->in.length - count);
    text_cut(&talker->in, talker->in.length - count);
}

struct talker *talker_websocket(int port, const char *origin) {
    struct talker *talker = talker_connect(port, 0);
    struct text request = {0};
    text_print(&request,
               "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
               "Connection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
               port);
    if (origin != NULL)
        text_print(&request, "Origin: %s\r\n", origin);
    text_put(&request, "\r\n");
    talker_raw(talker, request.at, request.length);
    text_free(&request);
    double until = monotonic_now() + 10;
    char *end = NULL;
    while ((end = talker->in.length > 0 ? strstr(talker->in.at, "\r\n\r\n") : NULL) == NULL &&
           talker_read(talker, until))
        ;
    bool good = end != NULL && strncmp(talker->in.at, "HTTP/1.1 101", 12) == 0 &&
                strstr(talker->in.at, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") != NULL;
    if (!good) {
        talker_close(talker);
        return NULL;
    }
    talker_drop(talker, (size_t)(end + 4 - talker->in.at));
    talker->websocket = true;
    return talker;
}

void talker_close(struct talker *talker) {
    close(talker->descriptor);
    text_free(&talker->in);
    text_free(&talker->message);
    free(talker);
}

void talker_reset(struct talker *talker) {
    struct linger at_once = {.l_onoff = 1};
    setsockopt(talker->descriptor, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    talker_close(talker);
}

void talker_finish(struct talker *talker) {
    shutdown(talker->descriptor, SHUT_WR);
}

void talker_raw(struct talker *talker, const void *bytes, size_t count) {
    const char *at = bytes;
    while (count > 0) {
        ssize_t sent = send(talker->descriptor, at, count, MSG_NOSIGNAL);
        if (sent <= 0)
            return; /* the other side is gone, which the test will see */
        at += sent;
        count -= (size_t)sent;
    }
}

void talker_frame(struct talker *talker, int opcode, bool final, bool masked, const void *bytes,
                  size_t count) {
    static const unsigned char mask[4] = {0x12, 0x34, 0x56, 0x78};
    struct text frame = {0};
    text_putc(&frame, (char)((final ? 0x80 : 0) | opcode));
    char high = (char)(masked ? 0x80 : 0);
    if (count < 126) {
        text_putc(&frame, (char)(high | (char)count));
    } else if (count < 65536) {
        text_putc(&frame, (char)(high | 126));
        text_putc(&frame, (char)(count >> 8));
        text_putc(&frame, (char)count);
    } else {
        text_putc(&frame, (char)(high | 127));
        for (int shift = 56; shift >= 0; shift -= 8)
            text_putc(&frame, (char)(count >> shift));
    }
    if (masked)
        text_putn(&frame, (const char *)mask, 4);
    for (size_t i = 0; i < count; i++)
        text_putc(&frame, (char)(((const unsigned char *)bytes)[i] ^ (masked ? mask[i % 4] : 0)));
    talker_raw(talker, frame.at, frame.length);
    text_free(&frame);
}

void talker_say(struct talker *talker, const char *line) {
    if (talker->websocket) {
        talker_frame(talker, 1, true, true, line, strlen(line));
        return;
    }
    struct text text = {0};
    text_print(&text, "%s\n", line);
    talker_raw(talker, text.at, text.length);
    text_free(&text);
}

/* Takes one message out of what came; false if there is no whole one. */
static bool take_frame(struct talker *talker) {
    const unsigned char *at = (const unsigned char *)talker->in.at;
    size_t have = talker->in.length;
    if (have < 2)
        return false;
    size_t length = at[1] & 127, head = 2;
    if (length == 126) {
        if (have < 4)
            return false;
        length = (size_t)at[2] << 8 | at[3];
        head = 4;
    } else if (length == 127) {
        if (have < 10)
            return false;
        length = 0;
        for (int i = 2; i < 10; i++)
            length = length << 8 | at[i];
        head = 10;
    }
    if (have < head + length)
        return false;
    int opcode = at[0] & 15;
    text_clear(&talker->message);
    text_putn(&talker->message, talker->in.at + head, length);
    talker_drop(talker, head + length);
    if (opcode == 8)
        talker->closed = true;
    if (opcode == 9)
        talker_frame(talker, 10, true, true, talker->message.at, talker->message.length);
    if (opcode != 1)
        text_clear(&talker->message);
    return opcode == 1 || take_frame(talker);
}

static bool take_line(struct talker *talker) {
    const char *at = text_string(&talker->in);
    bool event = *at == '!';
    const char *end = strstr(at, event ? "\n" : "\n\n");
    if (end == NULL)
        return false;
    text_clear(&talker->message);
    text_putn(&talker->message, at, (size_t)(end - at));
    talker_drop(talker, (size_t)(end - at) + (event ? 1 : 2));
    return true;
}

const char *talker_next(struct talker *talker, double seconds) {
    double until = monotonic_now() + seconds;
    do {
        if (talker->websocket ? take_frame(talker) : take_line(talker))
            return text_string(&talker->message);
    } while (talker_read(talker, until));
    return NULL;
}

const char *talker_reply(struct talker *talker) {
    const char *message;
    while ((message = talker_next(talker, 30)) != NULL)
        if (*message == '=' || *message == '?')
            return message;
    give_up("no reply");
    return NULL;
}

const char *talker_event(struct talker *talker, const char *name) {
    const char *message;
    size_t length = strlen(name);
    while ((message = talker_next(talker, 30)) != NULL)
        if (strncmp(message, "! ", 2) == 0 && strncmp(message + 2, name, length) == 0 &&
            (message[2 + length] == ' ' || message[2 + length] == '\0'))
            return message + 2 + length;
    give_up(name);
    return NULL;
}

const char *talker_ask(struct talker *talker, const char *line) {
    talker_say(talker, line);
    return talker_reply(talker);
}

void talker_rest(struct talker *talker, struct text *bytes) {
    double until = monotonic_now() + 30;
    while (talker_read(talker, until))
        ;
    if (!talker->closed)
        give_up("the connection stays open");
    text_putn(bytes, text_string(&talker->in), talker->in.length);
}

bool talker_is_closed(struct talker *talker, double seconds) {
    double until = monotonic_now() + seconds;
    while (!talker->closed && monotonic_now() < until)
        talker_next(talker, 0.1);
    return talker->closed;
}
