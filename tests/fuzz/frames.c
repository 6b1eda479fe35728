/* Arbitrary bytes after a WebSocket handshake: the server reads them as frames, answers or closes.
 */
#include "fuzz.h"

#include <event2/event.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../../server/lobby.h"
#include "../../server/server.h"
#include "../../server/websocket.h"

static struct server server;
static struct websocket *sockets;

static void released(void *handle) {
    close(*(int *)handle);
}

static void server_ready(void) {
    if (server.store != NULL)
        return;
    struct error error = {0};
    struct config config;
    config_defaults(&config, "none", "none");
    config_drop_bots(&config);
    free(config.database);
    config.database = strdup(":memory:");
    config.http_port = config.line_port = 0;
    config.rooms_per_client = 1;
    fuzz_law(server_open(&server, &config, &error), "the server opens");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    int pair[2];
    char sink[65536];
    server_ready();
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return 0;
    fcntl(pair[1], F_SETFL, O_NONBLOCK);
    size_t extra = count > 0 && bytes[0] < 32 && bytes[0] < count ? bytes[0] : 0;
    websocket_start(&server, &sockets, pair[0], "here", (const char *)bytes, extra, released,
                    &pair[0]);
    for (size_t done = extra; done < count;) {
        size_t piece = count - done < 700 ? count - done : 700;
        ssize_t sent = send(pair[1], bytes + done, piece, MSG_NOSIGNAL);
        if (sent <= 0)
            break;
        done += (size_t)sent;
        event_base_loop(server.base, EVLOOP_NONBLOCK);
        while (recv(pair[1], sink, sizeof sink, 0) > 0)
            ;
    }
    shutdown(pair[1], SHUT_WR);
    for (int i = 0; i < 4; i++)
        event_base_loop(server.base, EVLOOP_NONBLOCK);
    websocket_end_all(&sockets);
    close(pair[1]);
    return 0;
}
