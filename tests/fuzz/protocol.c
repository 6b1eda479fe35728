/* Arbitrary bytes as lines of the text protocol, through the engine within this process. */
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../../src/engine.h"
#include "../../src/options.h"
#include "fuzz.h"

static void reply_write(void *context, const char *bytes, size_t count) {
    text_putn(context, bytes, count);
}

/* Analyses end at once. */
static bool always(void *context) {
    (void)context;
    return true;
}

static void check_frame(const struct text *reply) {
    const char *frame = text_string(reply);
    if (*frame == '\0')
        return;
    fuzz_law(*frame == '=' || *frame == '?', "a reply begins with = or ?");
    const char *end = strstr(frame, "\n\n");
    fuzz_law(end && end[2] == '\0', "a reply ends with its only empty line");
    fuzz_law(strlen(frame) == reply->length, "a reply holds no zero byte");
}

/* Nothing that takes long: deep counts, long thoughts, many threads. */
static bool is_costly(const char *line, size_t length) {
    return memmem(line, length, "perft", 5) || memmem(line, length, "threads", 7) ||
           memmem(line, length, "bench", 5) || memmem(line, length, "solve", 5);
}

/* Small limits before every line, and small tables after a change of game. */
static void bound(struct engine *engine, const struct kit **kit) {
    if (*kit != engine->kit)
        options_set(engine, "hash", "1", NULL);
    *kit = engine->kit;
    engine->nodes = 20;
    engine->move_time = 0.001;
    engine->ponder = false;
    engine->seed = 1;
    engine->seed_given = true;
    engine->no_files = true;
}

/* A change of the game, since players have tables to clear, and a hint, which solves for its reason: twice
 * in an input, not fifty times. */
static bool is_dear(const char *line, size_t length) {
    return memmem(line, length, "game", 4) || memmem(line, length, "hint", 4);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    struct engine *engine = engine_new();
    struct text reply = {0};
    engine->front = (struct frontend){
        .context = &reply, .write = reply_write, .pending = always, .framed = true};
    const struct kit *kit = NULL;
    const char *line = (const char *)bytes, *end = line + count;
    int dear = 0;
    for (int lines = 0; line < end && !engine->quit && lines < 50; lines++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((stop ? stop : end) - line);
        bound(engine, &kit);
        text_clear(&reply);
        dear += is_dear(line, length);
        if (!is_costly(line, length) && (dear <= 2 || !is_dear(line, length)))
            engine_line(engine, line, length);
        check_frame(&reply);
        line += length + 1;
    }
    text_free(&reply);
    engine_free(engine);
    return 0;
}
