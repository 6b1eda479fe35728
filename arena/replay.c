#include "replay.h"

#include <stdlib.h>
#include <string.h>

#include "../src/core/memory.h"

void replay_each(const struct session *session, ply_fn *each, void *context) {
    const struct game *game = session_game(session);
    const struct log_entry *entries;
    size_t count = session_log(session, &entries);
    void *state = memory_copy(session_start(session), game->state_size);
    struct text token = {0};
    for (size_t i = 0; i < count; i++) {
        text_clear(&token);
        game->print(state, entries[i].m, &token);
        each(context, entries[i].side, text_string(&token));
        game->play(state, entries[i].m);
    }
    text_free(&token);
    free(state);
}

static void add_token(void *context, int side, const char *token) {
    (void)side;
    struct text *text = context;
    if (text->length > 0)
        text_putc(text, ' ');
    text_put(text, token);
}

void replay_describe(const struct session *session, const struct session *fresh,
                     struct text *text) {
    const struct game *game = session_game(session);
    struct text here = {0}, usual = {0};
    game->save(session_start(session), &here);
    game->save(session_start(fresh), &usual);
    if (strcmp(text_string(&here), text_string(&usual)) != 0)
        text_print(text, "position %s", text_string(&here));
    else
        replay_each(session, add_token, text);
    text_free(&here);
    text_free(&usual);
}
