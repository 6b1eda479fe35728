#include "session.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "assert_hot.h"
#include "memory.h"
#include "tagrecord.h"

struct session {
    const struct game *game;
    struct setup setup;
    void *start;
    void *state;
    bool usual; /* start is what game->init makes */

    struct log_entry *log;
    size_t log_count, log_room;
    size_t plies;   /* in the log */
    uint64_t *keys; /* of the positions before each ply since the last edit */
    size_t key_count, key_room;

    enum ending ending; /* declared, not by the rules */
    int winner;
    double margin;
    int draw_offered;

    struct clock_settings clock_settings;
    struct clock clocks[2];
    struct record tags; /* used for its tags only */
};

/* The log and the keys of repetition. */

static struct log_entry *session_log_add(struct session *session, struct log_entry entry) {
    if (session->log_count == session->log_room) {
        session->log_room = session->log_room == 0 ? 64 : 2 * session->log_room;
        session->log = memory_grow(session->log, session->log_room, sizeof *session->log);
    }
    session->log[session->log_count] = entry;
    session->plies += entry.kind == LOG_PLY;
    return &session->log[session->log_count++];
}

static void session_drop_log(struct session *session, size_t keep) {
    while (session->log_count > keep) {
        struct log_entry *entry = &session->log[--session->log_count];
        session->plies -= entry->kind == LOG_PLY;
        free(entry->state);
        free(entry->comment);
    }
}

static void session_key_add(struct session *session) {
    if (session->key_count == session->key_room) {
        session->key_room = session->key_room == 0 ? 64 : 2 * session->key_room;
        session->keys = memory_grow(session->keys, session->key_room, sizeof *session->keys);
    }
    session->keys[session->key_count++] = session->game->key(session->state);
}

/* Making and unmaking. */

static size_t count_plies(const struct session *session) {
    size_t count = 0;
    for (size_t i = 0; i < session->log_count; i++)
        count += session->log[i].kind == LOG_PLY;
    return count;
}

bool session_is_ok(const struct session *session) {
    const struct game *game = session->game;
    bool ended = session->ending != ENDING_NONE;
    return session->log_count <= session->log_room && session->key_count <= session->key_room &&
           session->key_count <= session->plies && session->plies == count_plies(session) &&
           session->setup.size >= game->size_min && session->setup.size <= game->size_max &&
           session->setup.rules >= 0 && session->winner >= SIDE_NONE &&
           session->winner <= SIDE_SECOND && (ended || session->winner == SIDE_NONE) &&
           !(ended && session->draw_offered != SIDE_NONE) && clock_is_ok(&session->clocks[0]) &&
           clock_is_ok(&session->clocks[1]);
}

static void session_forget_ending(struct session *session) {
    session->ending = ENDING_NONE;
    session->winner = SIDE_NONE;
    session->margin = 0;
    session->draw_offered = SIDE_NONE;
}

static void session_start_clocks(struct session *session) {
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
    assert(session_is_ok(session));
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

/* The result. */

struct result session_result(const struct session *session, enum ending *ending) {
    if (session->ending != ENDING_NONE) {
        if (ending != NULL)
            *ending = session->ending;
        return (struct result){PHASE_OVER, session->winner, session->margin};
    }
    struct past past = session_past(session);
    struct result result = session->game->result(session->state, &past);
    if (ending != NULL)
        *ending = result.phase == PHASE_OVER ? ENDING_RULES : ENDING_NONE;
    return result;
}

static const char *ending_letter(enum ending ending) {
    switch (ending) {
    case ENDING_RESIGN:
        return "R";
    case ENDING_TIME:
        return "T";
    case ENDING_FAULT:
        return "F";
    case ENDING_ADJUDICATED:
        return "A";
    case ENDING_NONE:
    case ENDING_RULES:
    case ENDING_AGREED:
    case ENDING_SCORED:
        break;
    }
    return NULL;
}

void session_print_result(const struct session *session, struct text *text) {
    enum ending ending;
    struct result result = session_result(session, &ending);
    const char *letter = ending_letter(ending);
    if (result.phase != PHASE_OVER)
        text_put(text, "*");
    else if (result.winner == SIDE_NONE || letter == NULL)
        game_print_result(session->game, &result, text);
    else
        text_print(text, "%c+%s", toupper((unsigned char)session->game->sides[result.winner][0]),
                   letter);
}

static bool session_goes_on(const struct session *session, struct error *error) {
    if (session_result(session, NULL).phase != PHASE_OVER)
        return true;
    struct text result = {0};
    session_print_result(session, &result);
    error_set(error, "session.over", "the game is over, {0}", text_string(&result), NULL);
    text_free(&result);
    return false;
}

void session_show(const struct session *session, const struct look *look, struct text *text) {
    struct look with_last = *look;
    with_last.last = session_last(session, NULL);
    with_last.ended = session_result(session, NULL).phase == PHASE_OVER;
    session->game->show(session->state, &with_last, text);
}

/* Plies. */

static bool session_wrong_side(const struct session *session, struct error *error) {
    return error_set(error, "session.wrong-side", "{0} is to play",
                     session->game->sides[session_to_play(session)], NULL);
}

/* Whether the rules would hand the move to side; *turned then holds the state in which it has it
 * (the caller frees it). */
static bool session_try_turn(const struct session *session, int side, void **turned,
                             struct error *error) {
    *turned = memory_copy(session->state, session->game->state_size);
    if (session->game->turn(*turned, side, NULL))
        return true;
    free(*turned);
    *turned = NULL;
    return session_wrong_side(session, error);
}

bool session_may_play(const struct session *session, int side, struct error *error) {
    if (!session_goes_on(session, error))
        return false;
    if (session_to_play(session) == side)
        return true;
    void *turned;
    bool may = session_try_turn(session, side, &turned, error);
    free(turned);
    return may;
}

bool session_parse(const struct session *session, int side, const char *text, move *m,
                   struct error *error) {
    if (!session_goes_on(session, error))
        return false;
    struct past past = session_past(session);
    if (session_to_play(session) == side)
        return session->game->parse(session->state, &past, text, m, error);
    void *turned;
    if (!session_try_turn(session, side, &turned, error))
        return false;
    bool good = session->game->parse(turned, &past, text, m, error);
    free(turned);
    return good;
}

bool session_play(struct session *session, int side, const char *text, struct error *error) {
    move m;
    if (!session_parse(session, side, text, &m, error))
        return false;
    session_play_move(session, side, m);
    return true;
}

/* Whether the rules let the side make this move now. */
static bool is_legal(const struct session *session, int side, move m) {
    struct past past = session_past(session);
    struct moves list = {0};
    void *state = memory_copy(session->state, session->game->state_size);
    bool turned = session->game->to_play(state) == side || session->game->turn(state, side, NULL);
    if (turned)
        session->game->moves(state, &past, &list);
    bool legal = moves_has(&list, m);
    moves_free(&list);
    free(state);
    return legal;
}

void session_play_move(struct session *session, int side, move m) {
    assert((side == SIDE_FIRST || side == SIDE_SECOND) && m != MOVE_NONE);
    assert_hot(is_legal(session, side, m));
    bool turned = session_to_play(session) != side;
    session_key_add(session);
    if (turned)
        session->game->turn(session->state, side, NULL);
    session->game->play(session->state, m);
    session_log_add(session,
                    (struct log_entry){.kind = LOG_PLY, .side = side, .turned = turned, .m = m});
    session->draw_offered = SIDE_NONE;
    assert_hot(session_is_ok(session));
}

void session_moves(const struct session *session, struct moves *list) {
    if (session->ending != ENDING_NONE)
        return;
    struct past past = session_past(session);
    session->game->moves(session->state, &past, list);
}

void session_print_moves(const struct session *session, struct text *text) {
    struct moves list = {0};
    session_moves(session, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (i > 0)
            text_putc(text, ' ');
        session->game->print(session->state, list.at[i], text);
    }
    moves_free(&list);
}

bool session_turn(struct session *session, int side, struct error *error) {
    if (!session_goes_on(session, error))
        return false;
    if (!session->game->turn(session->state, side, error))
        return false;
    session_log_add(session, (struct log_entry){.kind = LOG_TURN, .side = side});
    return true;
}

void session_edit(struct session *session, const void *state) {
    size_t size = session->game->state_size;
    session_log_add(
        session,
        (struct log_entry){.kind = LOG_EDIT, .side = SIDE_NONE, .state = memory_copy(state, size)});
    memcpy(session->state, state, size);
    session->key_count = 0;
    session_forget_ending(session);
}

void session_comment(struct session *session, const char *text) {
    if (session->log_count == 0) {
        session_set_tag(session, "Comment", text);
        return;
    }
    struct log_entry *entry = &session->log[session->log_count - 1];
    char *copy = memory_string(text);
    free(entry->comment);
    entry->comment = copy;
}

void session_value(struct session *session, double value) {
    assert(value >= 0 && value <= 1);
    if (session->log_count == 0)
        return;
    struct log_entry *entry = &session->log[session->log_count - 1];
    entry->valued = true;
    entry->value = value;
}

/* Taking back. */

/* Undo replays: everything before the plies that go is played again from the start. */
static void session_replay(struct session *session) {
    memcpy(session->state, session->start, session->game->state_size);
    session->key_count = 0;
    for (size_t i = 0; i < session->log_count; i++) {
        const struct log_entry *entry = &session->log[i];
        switch (entry->kind) {
        case LOG_EDIT:
            memcpy(session->state, entry->state, session->game->state_size);
            session->key_count = 0;
            break;
        case LOG_TURN:
            session->game->turn(session->state, entry->side, NULL);
            break;
        case LOG_PLY:
            session_key_add(session);
            if (entry->turned)
                session->game->turn(session->state, entry->side, NULL);
            session->game->play(session->state, entry->m);
            break;
        }
    }
}

static size_t session_leading_turns(const struct session *session) {
    size_t count = 0;
    while (count < session->log_count && session->log[count].kind == LOG_TURN)
        count++;
    return count;
}

/* The last word counts: the first ply's, if it was out of turn. A side that would have begun anyway
 * was not chosen. */
static int session_chosen_first(const struct session *session) {
    if (!session->game->keeps_first)
        return SIDE_NONE;
    size_t turns = session_leading_turns(session);
    int first = SIDE_NONE;
    if (turns < session->log_count && session->log[turns].turned)
        first = session->log[turns].side;
    else if (turns > 0)
        first = session->log[turns - 1].side;
    return first == session->game->to_play(session->start) ? SIDE_NONE : first;
}

long session_steps_back(const struct session *session, const bool decides[2]) {
    long steps = session->ending != ENDING_NONE;
    for (size_t i = session->log_count; i-- > 0;) {
        if (session->log[i].kind != LOG_PLY)
            continue;
        steps++;
        if (decides[session->log[i].side])
            return steps;
    }
    return 0;
}

bool session_undo(struct session *session, long count, struct error *error) {
    if (count <= 0)
        return true;
    if (session->ending != ENDING_NONE)
        count--;
    size_t keep = session->log_count;
    while (count > 0 && keep > 0 && session->log[keep - 1].kind != LOG_EDIT)
        count -= session->log[--keep].kind == LOG_PLY;
    if (count > 0)
        return error_set(error, "session.undo", "there are not so many plies to take back", NULL);
    session_forget_ending(session);
    if (keep == session->log_count)
        return true;
    int first = SIDE_NONE;
    if (session->game->keeps_first && keep <= session_leading_turns(session)) {
        first = session_chosen_first(session);
        keep = 0;
    }
    session_drop_log(session, keep);
    session_replay(session);
    assert(session_is_ok(session));
    return first == SIDE_NONE || first == session_to_play(session) ||
           session_turn(session, first, error);
}

/* Endings beyond the rules. */

bool session_end(struct session *session, enum ending ending, int winner, double margin,
                 struct error *error) {
    assert(ending != ENDING_NONE && ending != ENDING_RULES);
    assert(winner >= SIDE_NONE && winner <= SIDE_SECOND);
    if (!session_goes_on(session, error))
        return false;
    session->ending = ending;
    session->winner = winner;
    session->margin = winner == SIDE_NONE ? 0 : margin;
    session->draw_offered = SIDE_NONE;
    return true;
}

bool session_resign(struct session *session, int side, struct error *error) {
    return session_end(session, ENDING_RESIGN, side_other(side), 0, error);
}

bool session_draw_offer(struct session *session, int side, struct error *error) {
    if (!session_goes_on(session, error))
        return false;
    if (session->draw_offered == side_other(side))
        return session_draw_answer(session, side, true, error);
    session->draw_offered = side;
    return true;
}

bool session_draw_answer(struct session *session, int side, bool accept, struct error *error) {
    if (!session_goes_on(session, error))
        return false;
    if (session->draw_offered != side_other(side))
        return error_set(error, "session.no-offer", "{0} has offered no draw",
                         session->game->sides[side_other(side)], NULL);
    session->draw_offered = SIDE_NONE;
    return !accept || session_end(session, ENDING_AGREED, SIDE_NONE, 0, error);
}

int session_draw_offered(const struct session *session) {
    return session->draw_offered;
}

/* Clocks and tags. */

void session_set_clock(struct session *session, const struct clock_settings *settings) {
    session->clock_settings = *settings;
    session_start_clocks(session);
}

const struct clock *session_clock(const struct session *session, int side) {
    assert(side == SIDE_FIRST || side == SIDE_SECOND);
    return &session->clocks[side];
}

void session_put_clock(struct session *session, int side, const struct clock *clock) {
    assert((side == SIDE_FIRST || side == SIDE_SECOND) && clock_is_ok(clock));
    session->clocks[side] = *clock;
}

bool session_spend_time(struct session *session, int side, double seconds, double margin) {
    assert(side == SIDE_FIRST || side == SIDE_SECOND);
    return clock_spend(&session->clocks[side], seconds, margin);
}

void session_correct_clock(struct session *session, int side, double seconds, int count) {
    assert(side == SIDE_FIRST || side == SIDE_SECOND);
    clock_correct(&session->clocks[side], seconds, count);
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

/* Records. */

static void session_record_entry(const struct session *session, const struct log_entry *entry,
                                 void *state, struct record *record) {
    const struct game *game = session->game;
    static const enum record_kind kinds[] = {
        [LOG_PLY] = RECORD_PLY, [LOG_TURN] = RECORD_TURN, [LOG_EDIT] = RECORD_POSITION};
    struct text text = {0};
    if (entry->kind == LOG_EDIT)
        memcpy(state, entry->state, game->state_size);
    if (entry->waived)
        return;
    if (entry->kind == LOG_EDIT) {
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
    added->valued = entry->valued;
    added->value = entry->value;
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
    record_print(&record, text);
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

/* Elsewhere games may go on where the rules here see a draw: so do their records. */
static void session_waive_draw(struct session *session) {
    struct result result = session_result(session, NULL);
    if (session->game->play_on == NULL || result.phase != PHASE_OVER || result.winner != SIDE_NONE)
        return;
    void *state = memory_copy(session->state, session->game->state_size);
    session->game->play_on(state);
    session_edit(session, state);
    session->log[session->log_count - 1].waived = true;
    free(state);
}

static bool session_load_entry(struct session *session, const struct record_entry *entry,
                               struct error *error) {
    int side = entry->side == SIDE_NONE ? session_to_play(session) : entry->side;
    if (entry->kind == RECORD_PLY)
        session_waive_draw(session);
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
    assert(session_is_ok(session));
    return true;
}

bool session_load_record(struct session *session, const char *text, size_t length, size_t index,
                         long plies, struct error *error) {
    struct text warnings = {0};
    bool good = session_read_record(session, text, length, index, plies, &warnings, error);
    text_free(&warnings);
    return good;
}

bool session_read_record(struct session *session, const char *text, size_t length, size_t index,
                         long plies, struct text *warnings, struct error *error) {
    const struct game *game = session->game;
    struct record record;
    record_init(&record, game);
    record.setup = session->setup;
    bool good = game->record_parse != NULL ? game->record_parse(text, length, index, &record, error)
                                           : tagrecord_parse(text, length, index, &record, error);
    good = good && session_load(session, &record, plies, error);
    if (good)
        text_put(warnings, text_string(&record.warnings));
    record_free(&record);
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
