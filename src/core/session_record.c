/* A session as a record, and a record as a session. */
#include "session_inside.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "tagrecord.h"

static void session_record_entry(const struct session *session, const struct log_entry *entry,
                                 void *state, struct record *record) {
    const struct game *game = session->game;
    static const enum record_kind kinds[] = {
        [LOG_PLY] = RECORD_PLY, [LOG_TURN] = RECORD_TURN, [LOG_EDIT] = RECORD_POSITION};
    struct text text = {0};
    if (entry->kind == LOG_EDIT) {
        memcpy(state, entry->state, game->state_size);
        game->save(state, &text);
    } else if (entry->kind == LOG_TURN || entry->turned) {
        game->turn(state, entry->side, NULL);
    }
    if (entry->kind == LOG_PLY) {
        game->print(state, entry->m, &text);
        game->play(state, entry->m);
    }
    struct record_entry *added = record_add(record, kinds[entry->kind], entry->side,
                                            text.length > 0 ? text_string(&text) : NULL, 0);
    added->comment = memory_string(entry->comment);
    text_free(&text);
}

void session_record(const struct session *session, struct record *record) {
    const struct game *game = session->game;
    record_init(record, game);
    record->setup = session->setup;
    void *state = memory_copy(session->start, game->state_size);
    if (!session->usual) {
        struct text position = {0};
        game->save(state, &position);
        record->position = text_take(&position);
    }
    size_t from = game->keeps_first ? session_leading_turns(session) : 0; /* the tag says it */
    record->first = session_chosen_first(session);
    if (record->first != SIDE_NONE)
        game->turn(state, record->first, NULL);
    for (size_t i = from; i < session->log_count; i++)
        session_record_entry(session, &session->log[i], state, record);
    free(state);
    struct text result = {0};
    session_print_result(session, &result);
    free(record->result);
    record->result = text_take(&result);
    for (size_t i = 0; i < session->tags.tag_count; i++)
        record_set_tag(record, session->tags.tags[i].name, session->tags.tags[i].value);
}

void session_print_record(const struct session *session, struct text *text) {
    struct record record;
    session_record(session, &record);
    if (session->game->record_print != NULL)
        session->game->record_print(&record, text);
    else
        tagrecord_print(&record, text);
    record_free(&record);
}

static bool session_result_differs(const char *stated, const char *found, struct error *error) {
    return error_set(error, "record.result", "the record says {0}, its plies give {1}", stated,
                     found, NULL);
}

/* A result that contradicts the rules is refused, where the format is our own and so has no excuse.
 */
static bool session_check_result(const struct session *session, const char *stated,
                                 struct error *error) {
    if (strcmp(stated, "*") == 0 || session->game->record_parse != NULL)
        return true;
    struct text found = {0};
    session_print_result(session, &found);
    bool same = strcmp(stated, text_string(&found)) == 0 ||
                session_result_differs(stated, text_string(&found), error);
    text_free(&found);
    return same;
}

/* An ending that a side won by: "R", "T", "F", "A", or a margin where games are counted. */
static bool session_declare(struct session *session, int winner, const char *stated,
                            struct error *error) {
    const struct game *game = session->game;
    const char *how = stated + 2;
    double margin;
    switch (*how) {
    case 'R':
        return session_resign(session, side_other(winner), error);
    case 'T':
        return session_end(session, ENDING_TIME, winner, 0, error);
    case 'F':
        return session_end(session, ENDING_FAULT, winner, 0, error);
    case 'A':
        return session_end(session, ENDING_ADJUDICATED, winner, 0, error);
    default:
        if (game->score == NULL && game->record_parse == NULL)
            return session_result_differs(stated, "no result", error);
        if (text_to_number(how, 0, 1e6, &margin) && margin > 0)
            return session_end(session, ENDING_SCORED, winner, margin, error);
        return true;
    }
}

/* The result that a record states: checked if the rules gave one, declared if they did not. */
static bool session_load_result(struct session *session, const char *stated, struct error *error) {
    enum ending ending;
    session_result(session, &ending);
    if (ending == ENDING_RULES)
        return session_check_result(session, stated, error);
    if (strcmp(stated, "0") == 0 || text_same(stated, "draw"))
        return session_end(session, ENDING_AGREED, SIDE_NONE, 0, error);
    char name[2] = {stated[0], '\0'};
    int winner = game_side(session->game, name);
    if (winner == SIDE_NONE || stated[1] != '+')
        return true;
    return session_declare(session, winner, stated, error);
}

/* Adds where in the file it happened. */
static bool session_load_error(struct error *error, const struct record_entry *entry,
                               size_t number) {
    if (error == NULL)
        return false;
    struct text why = {0}, where = {0};
    error_print(error, &why);
    if (entry->line > 0)
        text_print(&where, "line %d", entry->line);
    else
        text_print(&where, "entry %zu", number);
    error_set(error, "record.ply", "{0}: {1}: {2}", text_string(&where),
              entry->text == NULL ? "turn" : entry->text, text_string(&why), NULL);
    text_free(&why);
    text_free(&where);
    return false;
}

static bool session_load_entry(struct session *session, const struct record_entry *entry,
                               struct error *error) {
    int side = entry->side == SIDE_NONE ? session_to_play(session) : entry->side;
    switch (entry->kind) {
    case RECORD_PLY:
        return session_play(session, side, entry->text, error);
    case RECORD_TURN:
        return session_turn(session, side, error);
    case RECORD_NOTE:
        return true;
    case RECORD_POSITION:
        break;
    }
    void *state = memory_new(1, session->game->state_size);
    struct setup setup = session->setup;
    bool good = session->game->load(state, &setup, entry->text, error);
    if (good && setup.size != session->setup.size)
        good = error_set(error, "record.size", "the size changes within the game", NULL);
    if (good)
        session_edit(session, state);
    free(state);
    return good;
}

/* Replays the entries; *all says whether the end of the record was reached. */
static bool session_load_entries(struct session *session, const struct record *record, long plies,
                                 bool *all, struct error *error) {
    long played = 0;
    *all = false;
    for (size_t i = 0; i < record->entry_count; i++) {
        const struct record_entry *entry = &record->entries[i];
        if (entry->kind == RECORD_PLY && plies >= 0 && played == plies)
            return true;
        if (!session_load_entry(session, entry, error))
            return session_load_error(error, entry, i + 1);
        played += entry->kind == RECORD_PLY;
        if (entry->comment != NULL)
            session_comment(session, entry->comment);
    }
    *all = true;
    return true;
}

/* Fills a new session from the record; on failure the caller throws it away. */
static bool session_fill(struct session *session, const struct record *record, long plies,
                         struct error *error) {
    session->setup = record->setup;
    session_clear(session);
    if (record->position != NULL && !session_set_position(session, record->position, error))
        return false;
    for (size_t i = 0; i < record->tag_count; i++)
        session_set_tag(session, record->tags[i].name, record->tags[i].value);
    if (record->first != SIDE_NONE && record->first != session_to_play(session) &&
        !session_turn(session, record->first, error))
        return false;
    bool all;
    if (!session_load_entries(session, record, plies, &all, error))
        return false;
    return !all || session_load_result(session, record->result, error);
}

bool session_load(struct session *session, const struct record *record, long plies,
                  struct error *error) {
    struct session *loaded = session_new(record->game);
    if (!session_fill(loaded, record, plies, error)) {
        session_free(loaded);
        return false;
    }
    loaded->clock_settings = session->clock_settings;
    session_start_clocks(loaded);
    struct session old = *session;
    *session = *loaded;
    *loaded = old;
    session_free(loaded);
    return true;
}

bool session_load_record(struct session *session, const char *text, size_t length, size_t index,
                         long plies, struct error *error) {
    const struct game *game = session->game;
    struct record record;
    record_init(&record, game);
    record.setup = session->setup;
    bool good = game->record_parse != NULL ? game->record_parse(text, length, index, &record, error)
                                           : tagrecord_parse(text, length, index, &record, error);
    good = good && session_load(session, &record, plies, error);
    record_free(&record);
    return good;
}
