/* The WebAssembly module as JavaScript sees it: functions that take handles and bytes in the
 * module's memory, and a few of the host that are told what comes of them (engine.js). */
#include <stdlib.h>
#include <string.h>

#include "../../src/bench.h"
#include "../../src/core/memory.h"
#include "../../src/engine.h"
#include "../../src/local/local.h"

#define EXPORT(name) __attribute__((export_name(#name)))
#define IMPORT(name) __attribute__((import_module("host"), import_name(#name)))

/* What the engine's protocol says. */
IMPORT(write) void host_write(const char *bytes, size_t count);
/* As in struct local_host. The last two are NULL and 0 for a game that goes. */
IMPORT(say) void host_say(const char *message, size_t length);
IMPORT(keep) void host_keep(const char *id, size_t id_length, const char *game, size_t length);
IMPORT(set_timer) void host_set_timer(double when);

EXPORT(allocate) void *module_allocate(size_t size) {
    return memory_new(size, 1);
}

EXPORT(release) void module_release(void *block) {
    free(block);
}

/* A server for one person. Texts that come in end with a NUL. */

static void local_say(void *context, const char *message, size_t length) {
    (void)context;
    host_say(message, length);
}

static void local_keep(void *context, const char *id, const char *game) {
    (void)context;
    host_keep(id, strlen(id), game, game == NULL ? 0 : strlen(game));
}

static void local_set_timer(void *context, double when) {
    (void)context;
    host_set_timer(when);
}

EXPORT(local_open) struct local *module_local_open(double think) {
    static const struct local_host host = {
        .say = local_say, .keep = local_keep, .set_timer = local_set_timer};
    return local_new(&host, think);
}

EXPORT(local_recall)
bool module_local_recall(struct local *local, const char *game, size_t length) {
    (void)length;
    return local_recall(local, game);
}

EXPORT(local_enter) bool module_local_enter(struct local *local, const char *id, size_t length) {
    (void)length;
    return local_enter(local, id);
}

EXPORT(local_line) void module_local_line(struct local *local, const char *line, size_t length) {
    local_line(local, line, length);
}

EXPORT(local_tick) void module_local_tick(struct local *local) {
    local_tick(local);
}

EXPORT(local_has_work) bool module_local_has_work(const struct local *local) {
    return local_has_work(local);
}

EXPORT(local_is_sliced) bool module_local_is_sliced(const struct local *local) {
    return local_is_sliced(local);
}

EXPORT(local_work) void module_local_work(struct local *local) {
    local_work(local);
}

/* The engine by its own protocol. */

static void engine_write(void *context, const char *bytes, size_t count) {
    (void)context;
    host_write(bytes, count);
}

EXPORT(engine_open) struct engine *module_engine_open(void) {
    struct engine *engine = engine_new();
    engine->front = (struct frontend){.write = engine_write, .framed = true};
    engine->no_files = true;
    return engine;
}

EXPORT(engine_line)
void module_engine_line(struct engine *engine, const char *line, size_t length) {
    engine_line(engine, line, length);
}

EXPORT(engine_close) void module_engine_close(struct engine *engine) {
    engine_free(engine);
}

EXPORT(bench) void module_bench(void) {
    struct text text = {0};
    bench_run(&text);
    host_write(text.at, text.length);
    text_free(&text);
}
