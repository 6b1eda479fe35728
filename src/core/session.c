#include "session_inside.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* Making and unmaking. */

void session_start_clocks(struct session *session) {
    for (int side = 0; side < 2; side++)
        clock_start(&session->clocks[side], &session->clock_settings);
}

/* A new game from the state that `start` holds. */
static void session_restart(struct session *session) {
    session_drop_log(session, 0);
    session->key_count = 0;
    memcpy(session->state, session->start, session->game->state_size);
    session_forget_ending(session);
    session_start_clocks(session);
    session_clear_tags(session);
}

void session_clear(struct session *session) {
    session->usual = true;
    memset(session->start, 0, session->game->state_size);
    session->game->init(session->start, &session->setup);
    session_restart(session);
}

void session_set_up(struct session *session, const struct setup *setup) {
    session->setup = *setup;
    session_clear(session);
}

void session_set_game(struct session *session, const struct game *game) {
    session->game = game;
    session->start = memory_grow(session->start, 1, game->state_size);
    session->state = memory_grow(session->state, 1, game->state_size);
    session->setup = (struct setup){.rules = 0, .size = game->size_default};
    game_defaults(session->game, &session->setup, SETUP_NEW);
    session_clear(session);
}

struct session *session_new(const struct game *game) {
    struct session *session = memory_new(1, sizeof *session);
    session_set_game(session, game);
    return session;
}

void session_free(struct session *session) {
    if (session == NULL)
        return;
    session_drop_log(session, 0);
    record_free(&session->tags);
    free(session->log);
    free(session->keys);
    free(session->start);
    free(session->state);
    free(session);
}

struct session *session_copy(const struct session *from) {
    struct session *copy = memory_copy(from, sizeof *from);
    size_t size = from->game->state_size;
    copy->start = memory_copy(from->start, size);
    copy->state = memory_copy(from->state, size);
    copy->keys = memory_copy(from->keys, from->key_room * sizeof *from->keys);
    copy->log = memory_copy(from->log, from->log_room * sizeof *from->log);
    for (size_t i = 0; i < copy->log_count; i++) {
        struct log_entry *entry = &copy->log[i];
        entry->comment = memory_string(entry->comment);
        if (entry->state != NULL)
            entry->state = memory_copy(entry->state, size);
    }
    copy->tags = (struct record){0};
    for (size_t i = 0; i < from->tags.tag_count; i++)
        record_set_tag(&copy->tags, from->tags.tags[i].name, from->tags.tags[i].value);
    return copy;
}

/* Settings. */

/* The known names, for an error text: "goff, earliest, sum". */
static void print_names(struct text *text, const char *const *names) {
    for (int i = 0; names[i] != NULL; i++)
        text_print(text, "%s%s", i > 0 ? ", " : "", names[i]);
}

bool session_set_rules(struct session *session, const char *name, struct error *error) {
    int rules = game_rules(session->game, name);
    if (rules < 0) {
        struct text known = {0};
        print_names(&known, session->game->rules);
        error_set(error, "session.rules", "no rule set '{0}'; {1} has {2}", name,
                  session->game->name, text_string(&known), NULL);
        text_free(&known);
        return false;
    }
    session->setup.rules = rules;
    game_defaults(session->game, &session->setup, SETUP_RULES);
    session_clear(session);
    return true;
}

bool session_set_size(struct session *session, long size, struct error *error) {
    const struct game *game = session->game;
    if (size < game->size_min || size > game->size_max) {
        struct text low = {0}, high = {0};
        text_print(&low, "%d", game->size_min);
        text_print(&high, "%d", game->size_max);
        error_set(error, "session.size",
                  game->size_min == game->size_max ? "{0} has boards of size {1} only"
                                                   : "{0} has boards from {1} to {2}",
                  game->name, text_string(&low), text_string(&high), NULL);
        text_free(&low);
        text_free(&high);
        return false;
    }
    session->setup.size = (int)size;
    game_defaults(session->game, &session->setup, SETUP_SIZE);
    session_clear(session);
    return true;
}

bool session_set(struct session *session, const char *name, const char *value,
                 struct error *error) {
    const struct game *game = session->game;
    int which = game_setting(game, name);
    if (which < 0)
        return error_set(error, "session.setting", "{0} has no setting '{1}'", game->name, name,
                         NULL);
    if (!game->set(&session->setup, which, value, error))
        return false;
    if (game->settings[which].clears) {
        session_clear(session);
    } else if (game->adjust != NULL) {
        game->adjust(session->start, &session->setup);
        game->adjust(session->state, &session->setup);
        for (size_t i = 0; i < session->log_count; i++)
            if (session->log[i].state != NULL)
                game->adjust(session->log[i].state, &session->setup);
    }
    return true;
}

bool session_set_position(struct session *session, const char *text, struct error *error) {
    const struct game *game = session->game;
    void *loaded = memory_new(1, game->state_size);
    struct setup setup = session->setup;
    bool good = game->load(loaded, &setup, text, error);
    if (good) {
        session->setup = setup;
        session->usual = false;
        memcpy(session->start, loaded, game->state_size);
        session_restart(session);
    }
    free(loaded);
    return good;
}

/* The rules judge every ply, so all of them are played again; for the players nothing begins anew.
 */
bool session_change_rules(struct session *session, int rules, struct error *error) {
    const struct clock clocks[2] = {session->clocks[0], session->clocks[1]};
    int offered = session->draw_offered;
    struct record record;
    session_record(session, &record);
    record.setup.rules = rules;
    bool good = session_load(session, &record, -1, error);
    record_free(&record);
    if (good) {
        memcpy(session->clocks, clocks, sizeof clocks);
        session->draw_offered = offered;
    }
    return good;
}

/* Looking. */

const struct game *session_game(const struct session *session) {
    return session->game;
}

const struct setup *session_setup(const struct session *session) {
    return &session->setup;
}

const void *session_state(const struct session *session) {
    return session->state;
}

const void *session_start(const struct session *session) {
    return session->start;
}

struct past session_past(const struct session *session) {
    return (struct past){session->keys, session->key_count};
}

size_t session_log(const struct session *session, const struct log_entry **entries) {
    *entries = session->log;
    return session->log_count;
}

size_t session_plies(const struct session *session) {
    return session->plies;
}

move session_last(const struct session *session, int *side) {
    int unused;
    side = side == NULL ? &unused : side;
    for (size_t i = session->log_count; i-- > 0 && session->log[i].kind != LOG_EDIT;) {
        if (session->log[i].kind == LOG_PLY) {
            *side = session->log[i].side;
            return session->log[i].m;
        }
    }
    *side = SIDE_NONE;
    return MOVE_NONE;
}

int session_to_play(const struct session *session) {
    return session->game->to_play(session->state);
}

void session_show(const struct session *session, const struct look *look, struct text *text) {
    struct look with_last = *look;
    with_last.last = session_last(session, NULL);
    with_last.ended = session_result(session, NULL).phase == PHASE_OVER;
    session->game->show(session->state, &with_last, text);
}

/* Clocks and tags. */

void session_set_clock(struct session *session, const struct clock_settings *settings) {
    session->clock_settings = *settings;
    session_start_clocks(session);
}

struct clock *session_clock(struct session *session, int side) {
    return &session->clocks[side];
}

void session_set_tag(struct session *session, const char *name, const char *value) {
    record_set_tag(&session->tags, name, value);
}

const char *session_tag(const struct session *session, const char *name) {
    return record_tag(&session->tags, name);
}

void session_clear_tags(struct session *session) {
    record_free(&session->tags);
}
