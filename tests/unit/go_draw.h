/* Boards drawn in tests: rows from the top, X black, O white, '.' empty, blanks and newlines as one
 * likes between them. A row ends with its last point: boards are square. */
#ifndef TERNION_TESTS_GO_DRAW_H
#define TERNION_TESTS_GO_DRAW_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/session.h"
#include "../../src/go/go.h"

/* A drawing as the position text that go_load reads, followed by `rest` ("b - 0 0"). */
static inline void drawing_position(const char *drawing, const char *rest, struct text *text) {
    int points = 0, size = 0;
    for (const char *c = drawing; *c != '\0'; c++)
        points += strchr("XO.", *c) != NULL;
    while (size * size < points)
        size++;
    ck_assert_msg(size * size == points, "a drawing of %d points is not square", points);
    text_print(text, "%d ", size);
    int done = 0;
    for (const char *c = drawing; *c != '\0'; c++) {
        if (strchr("XO.", *c) == NULL)
            continue;
        text_putc(text, *c);
        if (++done % size == 0 && done < points)
            text_putc(text, '/');
    }
    text_print(text, " %s", rest);
}

static inline struct session *drawing_session(const char *rules, const char *drawing,
                                              const char *rest) {
    struct session *session = session_new(&go_game);
    struct text position = {0};
    struct error error = {0};
    drawing_position(drawing, rest, &position);
    ck_assert(session_set_rules(session, rules, NULL));
    if (!session_set_position(session, text_string(&position), &error)) {
        text_clear(&position);
        error_print(&error, &position);
        ck_abort_msg("%s", text_string(&position));
    }
    text_free(&position);
    return session;
}

static inline const struct go_state *state_of(const struct session *session) {
    return session_state(session);
}

/* Plays "b D4 w E5 b pass"; the code of the first refusal, or NULL if all went well. */
static inline const char *line_play(struct session *session, const char *line) {
    struct words words;
    const char *code = NULL;
    words_split(&words, line);
    for (int i = 0; i + 1 < words.count && code == NULL; i += 2) {
        struct error error = {0};
        if (!session_play(session, game_side(&go_game, words.at[i]), words.at[i + 1], &error))
            code = error.code;
        error_clear(&error);
    }
    words_free(&words);
    return code;
}

/* Fails the test unless the stones are as drawn. */
static inline void board_assert(const struct session *session, const char *drawing) {
    struct text want = {0}, have = {0};
    drawing_position(drawing, "", &want);
    go_save(session_state(session), &have);
    text_cut(&have, want.length);
    ck_assert_str_eq(text_string(&have), text_string(&want));
    text_free(&want);
    text_free(&have);
}

#endif
