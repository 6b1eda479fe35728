/* Counts move sequences and compares them with the known numbers in tests/perft. Each line of its
 * files reads
 *
 *   GAME RULES SIZE [SETTING=VALUE]... [position TEXT] | DEPTH COUNT [DEPTH COUNT]...
 *
 * with `-` for a game's default rules or size; `#` begins a comment. Counts beyond 2 million (less
 * where TERNION_TEST_SCALE is below 100) are left for `make check-long`. */
#include <fts.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../../src/core/games.h"
#include "../../src/core/memory.h"
#include "../support/scale.h"
#include "../support/tap.h"

enum { LIMIT = 2000000 };

/* Sets the session up from the words before the bar. */
static struct session *position_make(char *text, struct error *error) {
    struct words words;
    words_split(&words, text);
    const struct kit *kit = words.count >= 3 ? games_find(words.at[0]) : NULL;
    struct session *session = kit ? session_new(kit->game) : NULL;
    bool good = session != NULL;
    if (!good)
        error_set(error, "perft.line", "a line begins with GAME RULES SIZE", NULL);
    if (good && strcmp(words.at[1], "-") != 0)
        good = session_set_rules(session, words.at[1], error);
    if (good && strcmp(words.at[2], "-") != 0)
        good = session_set_size(session, strtol(words.at[2], NULL, 10), error);
    for (int i = 3; good && i < words.count; i++) {
        char *equals = strchr(words.at[i], '=');
        if (strcmp(words.at[i], "position") == 0) {
            struct text rest = {0};
            words_join(&words, i + 1, &rest);
            good = session_set_position(session, text_string(&rest), error);
            text_free(&rest);
            break;
        }
        if (equals)
            *equals = '\0';
        good = session_set(session, words.at[i], equals ? equals + 1 : "", error);
    }
    words_free(&words);
    if (!good && session) {
        session_free(session);
        session = NULL;
    }
    return session;
}

static void counts_check(const struct session *session, const char *counts, const char *file,
                         int line, const char *name) {
    int depth, used;
    uint64_t expected;
    struct past past = session_past(session);
    for (; sscanf(counts, "%d %" SCNu64 "%n", &depth, &expected, &used) == 2; counts += used) {
        if (test_scale(100) <= 100 && expected > (uint64_t)test_scale(LIMIT)) {
            printf("# left for check-long: %s depth %d\n", name, depth);
            continue;
        }
        uint64_t got = game_perft(session_game(session), session_state(session), &past, depth);
        if (got != expected)
            printf("# expected %" PRIu64 ", got %" PRIu64 "\n", expected, got);
        tap_ok(got == expected, "%s:%d: %s depth %d", file, line, name, depth);
    }
    if (counts[strspn(counts, " \t")] != '\0')
        tap_ok(false, "%s:%d: only numbers in pairs may follow the bar", file, line);
}

static void line_check(char *text, const char *file, int line) {
    text[strcspn(text, "#\n")] = '\0';
    if (text[strspn(text, " \t")] == '\0')
        return;
    char *bar = strrchr(text, '|');
    if (bar == NULL) {
        tap_ok(false, "%s:%d: a bar separates position and counts", file, line);
        return;
    }
    *bar = '\0';
    char *name = memory_string(text);
    struct error error = {0};
    struct session *session = position_make(text, &error);
    if (session) {
        counts_check(session, bar + 1, file, line, name);
        session_free(session);
    } else {
        struct text why = {0};
        error_print(&error, &why);
        tap_ok(false, "%s:%d: %s", file, line, text_string(&why));
        text_free(&why);
    }
    error_clear(&error);
    free(name);
}

static void file_check(const char *path) {
    FILE *file = fopen(path, "r");
    const char *name = strrchr(path, '/');
    char *text = NULL;
    size_t room = 0;
    if (file == NULL) {
        tap_ok(false, "%s: cannot be read", path);
        return;
    }
    for (int line = 1; getline(&text, &room, file) >= 0; line++)
        line_check(text, name ? name + 1 : path, line);
    free(text);
    fclose(file);
}

static int by_name(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

int main(void) {
    const char *source = getenv("srcdir");
    struct text folder = {0};
    setvbuf(stdout, NULL, _IOLBF, 0);
    text_print(&folder, "%s/tests/perft", source ? source : ".");
    char *paths[] = {memory_string(text_string(&folder)), NULL};
    FTS *fts = fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, by_name);
    for (FTSENT *e; fts && (e = fts_read(fts)) != NULL;)
        if (e->fts_info == FTS_F && e->fts_pathlen > 4 &&
            strcmp(e->fts_path + e->fts_pathlen - 4, ".txt") == 0)
            file_check(e->fts_path);
    if (fts)
        fts_close(fts);
    free(paths[0]);
    text_free(&folder);
    return tap_done();
}
