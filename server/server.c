#include "server.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "../src/core/memory.h"
#include "../src/driver/driver.h"
#include "../src/system/now.h"
#include "address.h"
#include "advice.h"
#include "bot.h"
#include "client.h"
#include "contests.h"
#include "http.h"
#include "lobby.h"
#include "store.h"
#include "wire_lines.h"

enum { FAREWELL = 6 }; /* seconds to wait for those who are told to go */

static void tick(int descriptor, short what, void *context) {
    (void)descriptor;
    (void)what;
    struct server *server = context;
    http_tick(server->http);
    listener_tick(server->lines);
    gate_tick(server);
    lobby_tick(server->lobby);
    contests_tick(server);
    bots_tick(server);
    advice_tick(server);
    engine_queue_run(&server->engines);
}

static void start_engines(int descriptor, short what, void *context) {
    (void)descriptor;
    (void)what;
    struct server *server = context;
    engine_queue_run(&server->engines);
}

/* A second signal does not wait for anybody. */
static void stop(int number, short what, void *context) {
    (void)number;
    (void)what;
    struct server *server = context;
    if (server->stopping) {
        event_base_loopbreak(server->base);
        return;
    }
    char digits[LOG_NUMBER];
    struct timeval patience = {.tv_sec = FAREWELL};
    log_event(&server->log, LOG_LEVEL_INFO, "server.stopping", "connections",
              log_number(digits, gate_count(server->gate)), NULL);
    server->stopping = true;
    http_quiesce(server->http);
    listener_quiesce(server->lines);
    gate_close(server->gate);
    event_base_loopexit(server->base, &patience);
    server_client_gone(server);
}

void server_client_gone(struct server *server) {
    if (server->stopping && gate_count(server->gate) == 0)
        event_base_loopexit(server->base, NULL);
}

/* The file of bans, and whoever is banned by it. */
static bool read_bans(struct server *server, struct error *error) {
    if (*server->config.bans == '\0')
        return true;
    if (!bans_read(&server->bans, server->config.bans, error))
        return false;
    gate_expel(server->gate, &server->bans);
    return true;
}

static void reload(int number, short what, void *context) {
    (void)number;
    (void)what;
    struct server *server = context;
    struct error error = {0};
    struct text why = {0};
    char digits[LOG_NUMBER];
    if (read_bans(server, &error)) {
        log_event(&server->log, LOG_LEVEL_INFO, "server.reloaded", "bans",
                  log_number(digits, server->bans.networks.count), NULL);
    } else {
        error_print(&error, &why);
        log_event(&server->log, LOG_LEVEL_ERROR, "bans.refused", "why", text_string(&why), NULL);
    }
    text_free(&why);
    error_clear(&error);
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
    server->gate = gate_new(&server->config);
    engine_queue_init(&server->engines, config->bots);
    server->start_engines = event_new(server->base, -1, 0, start_engines, server);
    server->log.level = config->log_level;
    server->log.addresses = config->log_addresses;
    server->status.began = monotonic_now();
    if (!read_bans(server, error))
        return false;
    server->contests = contests_open(server);
    server->lobby = lobby_open(server);
    contests_bring_back(server);
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
    static const struct {
        int number;
        event_callback_fn happens;
    } signals[] = {{SIGINT, stop}, {SIGTERM, stop}, {SIGHUP, reload}};
    for (int i = 0; i < 3; i++) {
        server->signals[i] =
            evsignal_new(server->base, signals[i].number, signals[i].happens, server);
        event_add(server->signals[i], NULL);
    }
    struct timeval second = {.tv_sec = 1};
    server->tick = event_new(server->base, -1, EV_PERSIST, tick, server);
    event_add(server->tick, &second);
    return true;
}

void server_log_to(struct server *server, bool (*write)(void *, const char *, size_t),
                   void *context) {
    char http[LOG_NUMBER], lines[LOG_NUMBER];
    log_open(&server->log, write, context);
    log_event(&server->log, LOG_LEVEL_INFO, "server.started", "version", PACKAGE_VERSION,
              "http_port", log_number(http, server_http_port(server)), "line_port",
              log_number(lines, server_line_port(server)), NULL);
}

void server_run(struct server *server) {
    event_base_dispatch(server->base);
    log_event(&server->log, LOG_LEVEL_INFO, "server.stopped", NULL);
}

void server_close(struct server *server) {
    http_close(server->http);
    listener_close(server->lines);
    lobby_close(server->lobby);
    contests_close(server->contests);
    for (int i = 0; i < 3; i++)
        if (server->signals[i] != NULL)
            event_free(server->signals[i]);
    if (server->tick != NULL)
        event_free(server->tick);
    if (server->start_engines != NULL)
        event_free(server->start_engines);
    if (server->loop != NULL)
        driver_loop_free(server->loop);
    if (server->gate != NULL)
        gate_free(server->gate);
    if (server->base != NULL)
        event_base_free(server->base);
    store_close(server->store);
    bans_free(&server->bans);
    config_free(&server->config);
    libevent_global_shutdown();
}

int server_http_port(const struct server *server) {
    return server->http == NULL ? 0 : http_port(server->http);
}

int server_line_port(const struct server *server) {
    return server->lines == NULL ? 0 : listener_port(server->lines);
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
                                   struct engine_claim *claim, const struct driver_events *events,
                                   void *context, struct error *error) {
    struct driver *driver = NULL;
    struct engine_spec spec;
    if (server_find_engine(bot, &spec, error))
        driver = driver_start(server->loop, &spec, NULL, events, context, error);
    engine_spec_free(&spec);
    address_started(claim->payer);
    server->status.engine_starts += driver != NULL;
    if (driver != NULL)
        engine_queue_take(&server->engines, claim);
    return driver;
}

bool server_may_retry(const struct server *server, const struct error *error, double *since) {
    if (!process_may_later(error))
        return false;
    if (*since == 0)
        *since = monotonic_now();
    return monotonic_now() - *since < server->config.bot_retry;
}

/* The next one is not started here: whoever stops one is in the middle of something. */
void server_stop_engine(struct server *server, struct driver *driver, struct engine_claim *claim,
                        bool polite) {
    driver_stop(driver, polite);
    engine_queue_leave(&server->engines, claim);
    event_active(server->start_engines, EV_TIMEOUT, 0);
}
