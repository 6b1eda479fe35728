#include "review_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/memory.h"
#include "review.h"
#include "system/file.h"

/* Names of files. */

/* Where ".sgf" begins, or the end of the name: a dot that begins the name begins no suffix. */
static const char *find_suffix(const char *name) {
    const char *slash = strrchr(name, '/'), *base = slash != NULL ? slash + 1 : name;
    const char *dot = strrchr(base, '.');
    return dot != NULL && dot > base ? dot : name + strlen(name);
}

const struct kit *review_file_kit(const char *name) {
    const char *suffix = find_suffix(name);
    const struct kit *plain = games[0];
    for (int i = 0; games[i] != NULL; i++) {
        const char *own = games[i]->game->record_suffix;
        if (own == NULL)
            plain = games[i];
        else if (*suffix != '\0' && text_same(suffix + 1, own))
            return games[i];
    }
    return plain;
}

static char *default_output(const char *name) {
    const char *suffix = find_suffix(name);
    struct text output = {0};
    text_putn(&output, name, (size_t)(suffix - name));
    text_print(&output, "-review%s", suffix);
    return text_take(&output);
}

/* Before a long search: whether its result can be written. */
static bool check_output(const char *name, const char *output, bool asked_for,
                         struct error *error) {
    struct stat from, to;
    if (stat(output, &to) != 0) {
        struct text folder = {0};
        const char *slash = strrchr(output, '/');
        text_putn(&folder, output, slash == NULL ? 0 : (size_t)(slash + 1 - output));
        text_put(&folder, ".");
        bool good = access(text_string(&folder), W_OK) == 0;
        text_free(&folder);
        return good || error_set(error, "review.folder", "{0}: its folder cannot be written to",
                                 output, NULL);
    }
    if (stat(name, &from) == 0 && from.st_dev == to.st_dev && from.st_ino == to.st_ino)
        return error_set(error, "review.same",
                         "{0} is the game itself; --output names another file", output, NULL);
    return asked_for || error_set(error, "review.exists",
                                  "{0} is there already; --output {0} replaces it", output, NULL);
}

/* Reading and writing. */

/* A line for people, with words of a stranger's file in it. */
static void describe(const char *what, struct text *line) {
    if (line->length > 0)
        text_tame(line->at);
    fprintf(stderr, "%s: %s\n", what, text_string(line));
}

static int fail(struct error *error) {
    struct text message = {0};
    error_print(error, &message);
    describe("ternion", &message);
    text_free(&message);
    error_clear(error);
    return EXIT_FAILURE;
}

static void warn_of_others(const struct engine *engine, const char *name,
                           const struct text *content) {
    struct error error = {0};
    struct session *other = session_copy(engine->session);
    if (session_load_record(other, text_string(content), content->length, 1, -1, &error) ||
        !record_is_behind(&error))
        fprintf(stderr, "warning: %s has several games: the first one is reviewed\n", name);
    session_free(other);
    error_clear(&error);
}

static bool load_game(struct engine *engine, const char *name, struct error *error) {
    struct text content = {0}, warnings = {0}, line = {0};
    struct error why = {0};
    if (!file_read(name, &content, error))
        return false;
    bool good = session_read_record(engine->session, text_string(&content), content.length, 0, -1,
                                    &warnings, &why);
    if (good && session_plies(engine->session) == 0)
        good = error_set(&why, "review.empty", "there are no moves in this game", NULL);
    if (good) {
        const char *rest = text_string(&warnings);
        while (text_next_line(&rest, &line))
            describe("warning", &line);
        warn_of_others(engine, name, &content);
    } else {
        error_print(&why, &line);
        error_set(error, "review.game", "{0}: {1}", name, text_string(&line), NULL);
    }
    error_clear(&why);
    text_free(&content);
    text_free(&warnings);
    text_free(&line);
    return good;
}

static bool save_game(const struct engine *engine, const struct review *review, const char *output,
                      struct error *error) {
    struct record record;
    struct text text = {0};
    session_record(engine->session, &record);
    review_annotate(review, &record);
    record_print(&record, &text);
    bool good = file_write(output, text_string(&text), text.length, error);
    text_free(&text);
    record_free(&record);
    return good;
}

/* Telling. */

static void show_progress(void *context, const struct review *review, size_t total) {
    (void)context;
    fprintf(stderr, "\rply %zu of %zu", review->count, total);
}

static bool print_worst(const struct engine *engine, const struct review *review) {
    enum { MOST = 3 };
    size_t worst[MOST], count = review_worst(review, MOST, worst);
    struct text text = {0};
    for (size_t i = 0; i < count; i++) {
        const struct review_ply *ply = &review->plies[worst[i]];
        text_print(&text, "%zu. %s %s: ", worst[i] + 1, engine->kit->game->sides[ply->side],
                   ply->played_text);
        review_print(ply, &text);
        text_putc(&text, '\n');
    }
    if (count == 0)
        text_put(&text, "No move was worse than another that was found.\n");
    bool good = fputs(text_string(&text), stdout) >= 0 && fflush(stdout) == 0;
    text_free(&text);
    return good;
}

/* What an engine with its settings thinks of its session. */
static void make_review(struct engine *engine, struct review *review) {
    const struct player *player = engine->kit->player;
    struct review_limits limits = {.nodes = engine->nodes,
                                   .seconds = engine->move_time > 0 ? engine->move_time
                                              : engine->nodes == 0  ? 1
                                                                    : 0,
                                   .seed = engine->seed_given ? engine->seed : 0};
    bool terminal = isatty(STDERR_FILENO);
    void *memory = player->open(engine->kit->game, engine->player_options);
    review_make(review, engine->session, player, memory, &limits, terminal ? show_progress : NULL,
                NULL);
    player->close(memory);
    if (terminal)
        fputc('\n', stderr);
}

static int review_to(struct engine *engine, const char *name, const char *output, bool asked_for) {
    struct error error = {0};
    if (!load_game(engine, name, &error) || !check_output(name, output, asked_for, &error))
        return fail(&error);
    struct review review;
    make_review(engine, &review);
    bool printed = print_worst(engine, &review);
    bool saved = save_game(engine, &review, output, &error);
    review_free(&review);
    if (!saved)
        return fail(&error);
    printed = printed && printf("The game with comments is in %s\n", output) > 0;
    return printed && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int review_file(struct engine *engine, const char *name, const char *output) {
    char *usual = default_output(name);
    int status = review_to(engine, name, output != NULL ? output : usual, output != NULL);
    free(usual);
    return status;
}
