#include "status.h"

#include <unistd.h>

#include "../src/system/now.h"
#include "client.h"
#include "lobby.h"
#include "server.h"
#include "store.h"

static const double bounds[STATUS_BOUNDS] = {0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1};

void status_count_order(struct status *status, double seconds) {
    status->orders++;
    status->order_seconds += seconds;
    for (int i = 0; i < STATUS_BOUNDS; i++)
        status->order_within[i] += seconds <= bounds[i];
}

/* What is now, collected once for both forms. */
struct figures {
    struct lobby_counts games;
    struct store_figures store;
    double uptime;
};

static void collect(const struct server *server, struct figures *figures) {
    *figures = (struct figures){.uptime = monotonic_now() - server->status.began};
    lobby_count(server->lobby, &figures->games);
    store_figures(server->store, &figures->store);
}

/* For people. */

static void put_uptime(struct text *text, double seconds) {
    long minutes = (long)(seconds / 60);
    text_print(text, "%ld d %02ld:%02ld", minutes / 1440, minutes / 60 % 24, minutes % 60);
}

/* The median and the rest as bounds: enough to see whether people wait. */
static double order_bound(const struct status *status, double share) {
    for (int i = 0; i < STATUS_BOUNDS; i++)
        if ((double)status->order_within[i] >= share * (double)status->orders)
            return bounds[i] * 1000;
    return -1;
}

static void put_latency(struct text *text, const struct status *status) {
    static const double shares[] = {0.5, 0.99};
    for (int i = 0; i < 2; i++) {
        double bound = order_bound(status, shares[i]);
        text_print(text, "%s%g %% within ", i == 0 ? "" : ", ", shares[i] * 100);
        if (bound < 0)
            text_put(text, "more than a second");
        else
            text_print(text, "%g ms", bound);
    }
}

void status_put_page(const struct server *server, struct text *text) {
    const struct status *status = &server->status;
    struct figures now;
    collect(server, &now);
    text_put(text, "ternion-server " PACKAGE_VERSION "\n\nup           ");
    put_uptime(text, now.uptime);
    text_print(text, "%s\nconnections  %ld of %ld, %ld turned away so far\n",
               server->stopping ? ", going down" : "", gate_count(server->gate),
               server->config.clients, status->refused);
    text_print(text, "games        %ld of %ld in memory (%ld over, %ld without people)\n",
               now.games.rooms, server->config.rooms, now.games.over, now.games.alone);
    text_print(text, "so far       %ld games, %ld plies, %ld orders\norders       ", status->games,
               status->plies, status->orders);
    put_latency(text, status);
    text_print(text, "\nengines      %ld of %ld, %ld waiting, %ld failures so far\n",
               server->engines.running, server->config.bots, engine_queue_waiting(&server->engines),
               status->engine_faults);
    text_print(text, "backlog      %zu bytes wait for slow readers\n", gate_backlog(server->gate));
    text_print(text, "database     %lld bytes, log %lld bytes, %ld changes not yet on the disk%s\n",
               now.store.database_bytes, now.store.log_bytes, now.store.unsynced,
               now.store.failing ? ": THE DISK REFUSES" : "");
    text_put(text, "\naddress (connections, games, engines), the busiest first\n");
    gate_put_addresses(server->gate, text);
}

/* For Prometheus. */

static void put_metric(struct text *text, const char *name, const char *type, const char *help,
                       double value) {
    text_print(text, "# HELP ternion_%s %s\n# TYPE ternion_%s %s\nternion_%s %.17g\n", name, help,
               name, type, name, value);
}

static void put_gauge(struct text *text, const char *name, const char *help, double value) {
    put_metric(text, name, "gauge", help, value);
}

static void put_counter(struct text *text, const char *name, const char *help, long value) {
    put_metric(text, name, "counter", help, (double)value);
}

static void put_histogram(struct text *text, const struct status *status) {
    static const char name[] = "ternion_order_seconds";
    text_print(text, "# HELP %s Time that the server took for an order.\n# TYPE %s histogram\n",
               name, name);
    for (int i = 0; i < STATUS_BOUNDS; i++)
        text_print(text, "%s_bucket{le=\"%g\"} %ld\n", name, bounds[i], status->order_within[i]);
    text_print(text, "%s_bucket{le=\"+Inf\"} %ld\n%s_sum %.17g\n%s_count %ld\n", name,
               status->orders, name, status->order_seconds, name, status->orders);
}

void status_put_metrics(const struct server *server, struct text *text) {
    const struct status *status = &server->status;
    struct figures now;
    collect(server, &now);
    put_gauge(text, "up_seconds", "Time since the server began.", now.uptime);
    put_gauge(text, "connections", "Clients by WebSocket and lines.",
              (double)gate_count(server->gate));
    put_counter(text, "connections_total", "Clients that came in.", status->clients);
    put_counter(text, "refused_total", "Clients that were turned away.", status->refused);
    put_counter(text, "http_requests_total", "Requests over HTTP.", status->requests);
    put_gauge(text, "games", "Games in memory.", (double)now.games.rooms);
    put_gauge(text, "games_over", "Of these, ended ones.", (double)now.games.over);
    put_gauge(text, "games_alone", "Of these, games without people.", (double)now.games.alone);
    put_counter(text, "games_total", "Games created.", status->games);
    put_counter(text, "plies_total", "Plies stored.", status->plies);
    put_gauge(text, "engines", "Engine processes.", (double)server->engines.running);
    put_gauge(text, "engines_waiting", "Claims that wait for one.",
              (double)engine_queue_waiting(&server->engines));
    put_counter(text, "engine_starts_total", "Engine processes started.", status->engine_starts);
    put_counter(text, "engine_faults_total", "Failures of engines.", status->engine_faults);
    put_histogram(text, status);
    put_gauge(text, "backlog_bytes", "Bytes that wait for slow readers.",
              (double)gate_backlog(server->gate));
    put_gauge(text, "database_bytes", "Size of the database.", (double)now.store.database_bytes);
    put_gauge(text, "wal_bytes", "Size of its write-ahead log.", (double)now.store.log_bytes);
    put_gauge(text, "unsynced_changes", "Changes that a power cut would take now.",
              (double)now.store.unsynced);
    put_counter(text, "store_failures_total", "Changes that could not be stored.",
                status->store_failures);
    put_gauge(text, "store_failing", "Whether the last sync failed.", now.store.failing);
}
