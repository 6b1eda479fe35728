#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void fuzz_law(bool holds, const char *law) {
    if (holds)
        return;
    fprintf(stderr, "broken: %s\n", law);
    abort();
}

const char *fuzz_file(const uint8_t *bytes, size_t count) {
    static char path[32];
    static int file = -1;
    if (file >= 0)
        close(file);
    file = memfd_create("input", MFD_CLOEXEC);
    fuzz_law(file >= 0 && write(file, bytes, count) == (ssize_t)count, "there is room for a file");
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return path;
}

struct session *fuzz_session(uint8_t byte) {
    static const int sizes[] = {0, 2, 3, 4, 5, 7, 9, 13};
    int count = 0, rules = 0;
    while (games[count])
        count++;
    const struct game *game = games[byte % count]->game;
    byte = (uint8_t)(byte / count);
    while (game->rules[rules])
        rules++;
    struct session *session = session_new(game);
    session_set_rules(session, game->rules[byte % rules], NULL);
    int size = sizes[byte / rules % 8];
    if (size)
        session_set_size(session, size, NULL);
    return session;
}

static char *position_text(const struct session *session) {
    struct text text = {0};
    session_game(session)->save(session_state(session), &text);
    return text_take(&text);
}

static void check_position(const struct session *session) {
    struct session *again = session_copy(session);
    char *text = position_text(session);
    fuzz_law(session_set_position(again, text, NULL), "a saved position can be loaded");
    char *twice = position_text(again);
    fuzz_law(strcmp(text, twice) == 0, "save, load, save gives the same text");
    const struct game *game = session_game(session);
    fuzz_law(game->key(session_state(session)) == game->key(session_state(again)),
             "load keeps the key");
    free(text);
    free(twice);
    session_free(again);
}

static void check_moves(struct session *session) {
    struct moves list = {0};
    session_moves(session, &list);
    struct past past = session_past(session);
    for (size_t i = 0; i < list.count && i < 20; i++) {
        struct text token = {0};
        move m = MOVE_NONE;
        const struct game *game = session_game(session);
        game->print(session_state(session), list.at[i], &token);
        bool read = game->parse(session_state(session), &past, text_string(&token), &m, NULL);
        fuzz_law(read && m == list.at[i], "parse undoes print");
        text_free(&token);
    }
    if (list.count > 0 && session_result(session, NULL).phase != PHASE_OVER)
        session_play_move(session, session_to_play(session), list.at[list.count / 2]);
    moves_free(&list);
}

static void check_record(const struct session *session) {
    struct text record = {0}, again = {0};
    struct session *copy = session_new(session_game(session));
    session_print_record(session, &record);
    fuzz_law(session_load_record(copy, text_string(&record), record.length, 0, -1, NULL),
             "a printed record can be loaded");
    session_print_record(copy, &again);
    fuzz_law(strcmp(text_string(&record), text_string(&again)) == 0,
             "a record prints as it was read");
    text_free(&record);
    text_free(&again);
    session_free(copy);
}

void fuzz_check_session(struct session *session) {
    struct text board = {0};
    session_show(session, &(struct look){.unicode = true, .colour = true}, &board);
    fuzz_law(board.length > 0, "there is a board");
    text_free(&board);
    check_position(session);
    check_record(session);
    check_moves(session);
    check_position(session);
}
