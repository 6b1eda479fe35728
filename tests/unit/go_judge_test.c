/* The judge against GNU Go's final_status_list on finished games made by tools/go_games.sh judge:
 * their root comments hold GNU Go's answers. At least 99 of 100 chains must be judged alike. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/session.h"
#include "../../src/go/go.h"
#include "../../src/go/judge.h"
#include "../../src/system/file.h"
#include "../support/tap.h"

struct count {
    int games, chains, alike, fallen; /* fallen: dead or seki by GNU Go */
};

/* "dead: A1 B2\nseki: C3" as marks. */
static struct marks comment_marks(const struct go_board *board, const char *comment) {
    struct marks marks = {0};
    struct words words;
    unsigned char mark = MARK_ALIVE;
    char *line = strdup(comment);
    for (char *c = line; *c != '\0'; c++)
        *c = *c == '\n' ? ' ' : *c;
    words_split(&words, line);
    for (int i = 0; i < words.count; i++) {
        int p;
        if (strcmp(words.at[i], "dead:") == 0)
            mark = MARK_DEAD;
        else if (strcmp(words.at[i], "seki:") == 0)
            mark = MARK_SEKI;
        else if (go_vertex_parse(board, words.at[i], &p, NULL))
            marks.at[go_board_number(board, p)] = mark;
    }
    words_free(&words);
    free(line);
    return marks;
}

static void chains_compare(const char *name, const struct go_board *board, const struct marks *want,
                           const struct marks *have, struct count *count) {
    static const char *const words[] = {"alive", "dead", "seki"};
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        if (go_board_colour(board, p) >= GO_EMPTY || go_board_head(board, p) != p)
            continue;
        count->chains++;
        count->fallen += want->at[n] != MARK_ALIVE;
        count->alike += want->at[n] == have->at[n];
        if (want->at[n] != have->at[n]) {
            struct text vertex = {0};
            go_vertex_print(board, p, &vertex);
            printf("# %s: %s is %s, judged %s\n", name, text_string(&vertex), words[want->at[n]],
                   words[have->at[n]]);
            text_free(&vertex);
        }
    }
}

static bool game_compare(const char *folder, const char *name, struct count *count) {
    struct text path = {0}, content = {0};
    struct session *session = session_new(&go_game);
    text_print(&path, "%s/%s", folder, name);
    bool good = file_read(text_string(&path), &content, NULL) &&
                session_load_record(session, text_string(&content), content.length, 0, -1, NULL) &&
                session_tag(session, "Comment") != NULL;
    if (good) {
        const struct go_state *state = session_state(session);
        struct marks want = comment_marks(&state->board, session_tag(session, "Comment"));
        struct marks have;
        go_judge(&state->board, NULL, &have);
        chains_compare(name, &state->board, &want, &have, count);
        count->games++;
    } else {
        printf("# %s cannot be read\n", name);
    }
    text_free(&path);
    text_free(&content);
    session_free(session);
    return good;
}

static int is_record(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".sgf") == 0;
}

int main(int argc, char **argv) {
    const char *source = getenv("srcdir");
    struct text folder = {0};
    struct dirent **names = NULL;
    struct count count = {0};
    if (argc > 1)
        text_put(&folder, argv[1]);
    else
        text_print(&folder, "%s/tests/go_judge", source == NULL ? "." : source);
    int found = scandir(text_string(&folder), &names, is_record, alphasort);
    bool good = found > 0;
    for (int i = 0; i < found; i++) {
        good = game_compare(text_string(&folder), names[i]->d_name, &count) && good;
        free(names[i]);
    }
    free(names);
    good = good && count.alike * 100 >= count.chains * 99;
    tap_ok(good, "%d of %d chains of %d games judged as GNU Go does, %d of them dead or seki",
           count.alike, count.chains, count.games, count.fallen);
    text_free(&folder);
    return tap_done();
}
