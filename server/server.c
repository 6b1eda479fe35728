#include "server.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "../src/core/memory.h"
#include "../src/driver/driver.h"
#include "../src/system/now.h"
#include "address.h"
#include "advice.h"
#include "client.h"
#include "http.h"
#include "lobby.h"
#include "store.h"
#include "wire_lines.h"

static void tick(int descriptor, short what, void *context) {
    (void)descriptor;
    (void)what;
    struct server *server = context;
    listener_tick(server->lines);
    gate_tick(server);
    lobby_tick(server->lobby);
    bots_tick(server);
    advice_tick(server);
}

static void stop(int number, short what, void *context) {
    (void)number;
    (void)what;
    struct server *server = context;
    struct timeval moment = {.tv_usec = 200000}; /* for farewells to go out */
    gate_close(server->gate);
    event_base_loopexit(server->base, &moment);
}

/* Every connection is a descriptor. */
static void raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

bool server_open(struct server *server, const struct config *config, struct error *error) {
    *server = (struct server){.config = *config};
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a full disk is an error to tell, not a reason to die */
    raise_descriptor_limit();
    server->store = store_open(config->database, error);
    if (server->store == NULL)
        return false;
    server->base = event_loop_new();
    server->loop = driver_loop_new(server->base, &driver_loop_limits_default, NULL, NULL);
    server->gate = gate_new();
    server->lobby = lobby_open(server);
    if (config->http_port != 0) {
        server->http = http_open(server, config->address, (int)config->http_port, error);
        if (server->http == NULL)
            return false;
    }
    if (config->line_port != 0) {
        server->lines = listener_open(server, config->address, (int)config->line_port, error);
        if (server->lines == NULL)
            return false;
    }
    static const int numbers[] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; i++) {
        server->signals[i] = evsignal_new(server->base, numbers[i], stop, server);
        event_add(server->signals[i], NULL);
    }
    struct timeval second = {.tv_sec = 1};
    server->tick = event_new(server->base, -1, EV_PERSIST, tick, server);
    event_add(server->tick, &second);
    return true;
}

void server_run(struct server *server) {
    event_base_dispatch(server->base);
}

void server_close(struct server *server) {
    http_close(server->http);
    listener_close(server->lines);
    lobby_close(server->lobby);
    for (int i = 0; i < 2; i++)
        if (server->signals[i] != NULL)
            event_free(server->signals[i]);
    if (server->tick != NULL)
        event_free(server->tick);
    if (server->loop != NULL)
        driver_loop_free(server->loop);
    if (server->gate != NULL)
        gate_free(server->gate);
    if (server->base != NULL)
        event_base_free(server->base);
    store_close(server->store);
    config_free(&server->config);
    libevent_global_shutdown();
}

int server_http_port(const struct server *server) {
    return server->http == NULL ? 0 : http_port(server->http);
}

int server_line_port(const struct server *server) {
    return server->lines == NULL ? 0 : listener_port(server->lines);
}

bool server_has_place(const struct server *server, const struct address *address) {
    return server->engines < server->config.bots &&
           address->engines < server->config.bots_per_address &&
           address_may_start(address, &server->config);
}

static void count_engine(struct server *server, struct address *address, long change) {
    server->engines += change;
    if (address != NULL)
        address->engines += change;
}

bool server_find_engine(const struct bot_config *bot, struct engine_spec *spec,
                        struct error *error) {
    engine_spec_init(spec);
    spec->name = memory_string(bot->name);
    spec->errors = ENGINE_ERRORS_DROP;
    spec->memory = bot->memory;
    return engine_spec_set_command(spec, bot->command, error) && engine_spec_find(spec, error);
}

struct driver *server_start_engine(struct server *server, const struct bot_config *bot,
                                   struct address *address, const struct driver_events *events,
                                   void *context, struct error *error) {
    struct driver *driver = NULL;
    struct engine_spec spec;
    if (server_find_engine(bot, &spec, error))
        driver = driver_start(server->loop, &spec, NULL, events, context, error);
    engine_spec_free(&spec);
    count_engine(server, address, driver != NULL);
    if (address != NULL)
        address_started(address, &server->config);
    return driver;
}

bool server_may_retry(const struct server *server, const struct error *error, double *since) {
    if (!process_may_later(error))
        return false;
    if (*since == 0)
        *since = monotonic_now();
    return monotonic_now() - *since < server->config.bot_retry;
}

void server_stop_engine(struct server *server, struct driver *driver, struct address *address,
                        bool polite) {
    driver_stop(driver, polite);
    count_engine(server, address, -1);
}
