/* Arbitrary bytes as lines of the text protocol, through the engine within this process. */
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../../src/engine.h"
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

static bool has_word(const char *line, size_t length, const char *const *words) {
    for (; *words; words++) {
        if (memmem(line, length, *words, strlen(*words)))
            return true;
    }
    return false;
}

/* Nothing that takes long: deep counts, long thoughts, many threads. Whatever solves or plays games
 * to their end comes through where that is soon done: quantum tic-tac-toe after a few plies, small
 * boards of Go. (The dialogues of tests/gtp do it on all boards, under the same sanitizers.) */
static bool is_costly(const struct engine *engine, const char *line, size_t length) {
    static const char *const always_so[] = {"perft", "threads", "bench", "solve", NULL};
    static const char *const at_first[] = {"hint",  "analyze", "final", "status",
                                           "score", "count",   NULL};
    const char *game = engine->kit->game->name;
    bool is_big = strcmp(game, "go") == 0 && session_setup(engine->session)->size > 7;
    bool is_bare = strcmp(game, "qttt") == 0 && session_plies(engine->session) < 4;
    return has_word(line, length, always_so) ||
           ((is_big || is_bare) && has_word(line, length, at_first));
}

/* Players open with tables as small as may be (the linker puts this before
 * options_player_defaults): to map and unmap large ones was half of the time. */
void __real_options_player_defaults(struct engine *engine);
void __wrap_options_player_defaults(struct engine *engine);
void __wrap_options_player_defaults(struct engine *engine) {
    __real_options_player_defaults(engine);
    const struct player_option *own = engine->kit->player->options;
    for (int i = 0; own != NULL && own[i].name != NULL; i++) {
        if (strcmp(own[i].name, "hash") == 0 || strcmp(own[i].name, "memory") == 0)
            engine->player_options[i] = own[i].min;
    }
}

/* Small limits before every line. */
static void bound(struct engine *engine) {
    engine->nodes = 20;
    engine->move_time = 0.001;
    engine->ponder = false;
    engine->seed = 1;
    engine->seed_given = true;
    engine->no_files = true;
}

/* A change of the game, since players have tables to clear, and thoughts about reasons: twice in an
 * input, not fifty times. */
static bool is_dear(const char *line, size_t length) {
    static const char *const words[] = {"game",   "hint",  "analyze", "final",
                                        "status", "count", NULL};
    return has_word(line, length, words);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    struct engine *engine = engine_new();
    struct text reply = {0};
    engine->front = (struct frontend){
        .context = &reply, .write = reply_write, .pending = always, .framed = true};
    const char *line = (const char *)bytes, *end = line + count;
    int dear = 0;
    for (int lines = 0; line < end && !engine->quit && lines < 50; lines++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((stop ? stop : end) - line);
        bound(engine);
        text_clear(&reply);
        dear += is_dear(line, length);
        if (!is_costly(engine, line, length) && (dear <= 2 || !is_dear(line, length)))
            engine_line(engine, line, length);
        check_frame(&reply);
        line += length + 1;
    }
    text_free(&reply);
    engine_free(engine);
    return 0;
}
