/* contract_test: the laws of game.h and session.h, tried on every game of games.c by seeded random
 * play over all rule sets, several sizes and settings. Speaks TAP: one result for each variant.
 *
 * How many games a variant gets follows from a budget of work (moves listed plus a price for each
 * position), never from the time of day, so that every run does the same. */
#include <stdio.h>
#include <string.h>

#include "../../src/core/games.h"
#include "../../src/core/memory.h"
#include "../../src/core/rng.h"
#include "../support/scale.h"
#include "../support/tap.h"

enum { BUDGET = 400000, BUDGET_SMALL = 8000000, POSITION_PRICE = 100, PLIES_MAX = 500 };

static const int sizes[] = {2, 3, 4, 5, 6, 7, 8, 9, 13, 19, 25};
static const char *const values[] = {"0", "1",   "2",    "3",       "4",    "5",
                                     "9", "0.5", "-3.5", "default", "test", "numeric"};
static const char *const garbage[] = {
    "",       " ",
    "0",      "-",
    "A",      "A0",
    "A1",     "Z99",
    "I5",     "A1-A1",
    "@",      "X1@A1",
    "A1x",    "1x2x3",
    "pass",   "--",
    "A1 - ",  "9999999",
    "\t",     "A1-B2-C3",
    "a1b2",   "6-2",
    "0-0",    "\xc3\xbc",
    "resign", "/",
    "|||",    "3 x x 9",
    "(;",     "[Game \"",
    "{",      "1.",
    "W:W:B:", "1-5",
    "-1",     "+1",
    "1e9",    "18446744073709551616",
};

struct trial {
    const struct game *game;
    struct session *session;
    struct rng rng;
    uint64_t seed;
    long work;
    long games, positions;
    int broken;
    bool mattered[3]; /* a mark that was seen to change a score */
    const char *name;
};

static void law_broken(struct trial *t, const char *law, const struct session *session) {
    struct text text = {0}, result = {0};
    session_game(session)->save(session_state(session), &text);
    session_print_result(session, &result);
    printf("# broken: %s\n#   %s, game seed %llu, ply %zu, result %s, position: %s\n", law, t->name,
           (unsigned long long)t->seed, session_plies(session), text_string(&result),
           text_string(&text));
    text_free(&text);
    text_free(&result);
    t->broken++;
}

#define LAW(condition, words)                                                                      \
    do {                                                                                           \
        if (!(condition))                                                                          \
            law_broken(t, words, t->session);                                                      \
    } while (0)

static char *state_text(const struct game *game, const void *state) {
    struct text text = {0};
    game->save(state, &text);
    return text_take(&text);
}

/* The session as one string: whatever is refused must leave it alike. */
static char *session_text(const struct session *session) {
    struct text text = {0};
    const struct game *game = session_game(session);
    game->save(session_state(session), &text);
    text_print(&text, "|%s|%d %d", game->name, session_setup(session)->rules,
               session_setup(session)->size);
    for (int i = 0; i < SETUP_VALUES; i++)
        text_print(&text, " %g", session_setup(session)->value[i]);
    text_print(&text, "|%zu plies|%zu past|%d|", session_plies(session),
               session_past(session).count, session_to_play(session));
    session_print_result(session, &text);
    return text_take(&text);
}

static bool same_result(struct result a, struct result b) {
    return a.phase == b.phase &&
           (a.phase != PHASE_OVER ||
            (a.winner == b.winner && !(a.margin < b.margin || a.margin > b.margin)));
}

static bool same_moves(const struct moves *a, const struct moves *b) {
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->at, b->at, a->count * sizeof *a->at) == 0);
}

static int by_value(const void *a, const void *b) {
    move x = *(const move *)a, y = *(const move *)b;
    return (x > y) - (x < y);
}

static void check_distinct(struct trial *t, const struct moves *list) {
    if (list->count == 0)
        return;
    move *sorted = memory_copy(list->at, list->count * sizeof *list->at);
    qsort(sorted, list->count, sizeof *sorted, by_value);
    LAW(sorted[0] != MOVE_NONE, "0 is never a move");
    bool distinct = true;
    for (size_t i = 1; i < list->count; i++)
        distinct = distinct && sorted[i] != sorted[i - 1];
    LAW(distinct, "legal moves are distinct");
    free(sorted);
}

static void check_token(struct trial *t, const void *state, const struct past *past, move m) {
    struct text token = {0};
    struct error error = {0};
    move read = MOVE_NONE;
    t->game->print(state, m, &token);
    LAW(token.length > 0 && strpbrk(text_string(&token), " \t\n") == NULL,
        "a move prints as one token");
    LAW(t->game->parse(state, past, text_string(&token), &read, &error) && read == m,
        "parse undoes print");
    error_clear(&error);
    text_free(&token);
}

/* load(save(state)) is the same position to a caller without a history. */
static void check_save(struct trial *t, const void *state) {
    const struct past none = {0};
    char *text = state_text(t->game, state);
    void *copy = memory_new(1, t->game->state_size);
    struct setup setup = *session_setup(t->session);
    struct error error = {0};
    LAW(*text && strchr(text, '\n') == NULL, "a position is one line");
    bool loaded = t->game->load(copy, &setup, text, &error);
    LAW(loaded, "load reads what save wrote");
    if (loaded) {
        char *again = state_text(t->game, copy);
        struct moves a = {0}, b = {0};
        t->game->moves(state, &none, &a);
        t->game->moves(copy, &none, &b);
        struct result ra = t->game->result(state, &none), rb = t->game->result(copy, &none);
        LAW(strcmp(text, again) == 0, "save, load, save gives the same text");
        LAW(t->game->key(state) == t->game->key(copy), "load keeps the key");
        LAW(same_moves(&a, &b), "load keeps the legal moves");
        LAW(same_result(ra, rb), "load keeps the result");
        LAW(ra.phase == PHASE_OVER || t->game->to_play(state) == t->game->to_play(copy),
            "load keeps the side to play");
        LAW(memcmp(&setup, session_setup(t->session), sizeof setup) == 0, "load keeps the setup");
        moves_free(&a);
        moves_free(&b);
        free(again);
    }
    error_clear(&error);
    free(copy);
    free(text);
}

/* States are values: a copy behaves alike and playing on it leaves the original alone. */
static void check_copy(struct trial *t, const void *state, move m) {
    size_t size = t->game->state_size;
    void *before = memory_copy(state, size), *one = memory_copy(state, size);
    void *elsewhere = memory_new(1, size + 64);
    void *two = (char *)elsewhere + 32;
    memcpy(two, state, size);
    t->game->play(one, m);
    t->game->play(two, m);
    char *a = state_text(t->game, one), *b = state_text(t->game, two);
    LAW(memcmp(before, state, size) == 0, "playing on a copy leaves the original alone");
    LAW(strcmp(a, b) == 0 && t->game->key(one) == t->game->key(two),
        "copies of a state behave alike");
    free(a);
    free(b);
    free(before);
    free(one);
    free(elsewhere);
}

static void check_show(struct trial *t, const void *state, move last) {
    struct look look = {
        .colour = rng_below(&t->rng, 2), .unicode = rng_below(&t->rng, 2), .last = last};
    struct text text = {0};
    t->game->show(state, &look, &text);
    const char *board = text_string(&text);
    LAW(text.length > 1 && board[text.length - 1] == '\n', "a board is whole lines");
    LAW(*board != '\n' && strstr(board, "\n\n") == NULL, "no line of a board is empty");
    text_clear(&text);
    t->game->due(state, &text);
    LAW(strchr(text_string(&text), '\n') == NULL, "what is due is at most one line");
    text_free(&text);
}

/* Whatever parse takes is legal; what it refuses comes with an error that says why. */
static void check_garbage(struct trial *t, const char *text, const struct moves *list) {
    const void *state = session_state(t->session);
    struct past past = session_past(t->session);
    struct error error = {0};
    struct text why = {0};
    move m = 12345;
    bool taken = t->game->parse(state, &past, text, &m, &error);
    LAW(!taken || moves_has(list, m), "parse takes only legal moves");
    LAW(taken || m == 12345, "a refused text leaves the move alone");
    if (!taken) {
        error_print(&error, &why);
        LAW(error.code && why.length > 0, "a refusal says why");
    }
    error_clear(&error);
    text_free(&why);
}

/* A text made from a good one by one to three random edits. */
static char *mutate(struct trial *t, const char *good) {
    static const char alphabet[] = "ABCDEHXOabwx0123456789-@:/,.+ ()[];\"{}|\n\x01\xff";
    size_t length = strlen(good);
    char *text = memory_new(length + 4, 1);
    memcpy(text, good, length);
    for (uint64_t edits = 1 + rng_below(&t->rng, 3); edits > 0 && length > 0; edits--) {
        size_t at = (size_t)rng_below(&t->rng, length);
        char c = alphabet[rng_below(&t->rng, sizeof alphabet - 1)];
        switch (rng_below(&t->rng, 4)) {
        case 0:
            text[at] = c;
            break;
        case 1:
            memmove(text + at, text + at + 1, length - at), length--;
            break;
        case 2:
            memmove(text + at + 1, text + at, length - at + 1), text[at] = c, length++;
            break;
        default:
            text[at] = '\0', length = at;
            break;
        }
        if (length > strlen(good))
            break;
    }
    return text;
}

/* Tries something that may be refused on the session; a refusal must change nothing. An accepted
 * position or record leaves a session whose laws hold; it goes with the copy. */
enum attempt { ATTEMPT_PLAY, ATTEMPT_POSITION, ATTEMPT_RECORD, ATTEMPT_SET, ATTEMPTS };

static void check_attempt(struct trial *t, enum attempt kind, const char *text) {
    struct session *session = session_copy(t->session), *kept = t->session;
    char *before = session_text(session);
    struct error error = {0};
    bool done = false;
    if (kind == ATTEMPT_PLAY)
        done = session_play(session, (int)rng_below(&t->rng, 2), text, &error);
    else if (kind == ATTEMPT_POSITION)
        done = session_set_position(session, text, &error);
    else if (kind == ATTEMPT_RECORD)
        done = session_load_record(session, text, strlen(text), 0, -1, &error);
    else
        done = session_set_rules(session, text, &error) ||
               (t->game->settings && t->game->settings[0].name &&
                session_set(session, t->game->settings[0].name, text, &error));
    char *after = session_text(session);
    t->session = session;
    LAW(done || strcmp(before, after) == 0, "what is refused changes nothing");
    LAW(done || error.code, "a refusal has a code");
    if (done && kind != ATTEMPT_SET)
        check_save(t, session_state(session));
    t->session = kept;
    free(before);
    free(after);
    error_clear(&error);
    session_free(session);
}

static void check_refusals(struct trial *t, const struct moves *list) {
    const char *text = garbage[rng_below(&t->rng, sizeof garbage / sizeof *garbage)];
    check_garbage(t, text, list);
    check_attempt(t, (enum attempt)rng_below(&t->rng, ATTEMPTS), text);
    char *position = state_text(t->game, session_state(t->session));
    char *broken = mutate(t, position);
    check_attempt(t, ATTEMPT_POSITION, broken);
    check_garbage(t, broken, list);
    free(broken);
    free(position);
    if (list->count > 0) {
        struct text token = {0};
        t->game->print(session_state(t->session), list->at[rng_below(&t->rng, list->count)],
                       &token);
        broken = mutate(t, text_string(&token));
        check_garbage(t, broken, list);
        free(broken);
        text_free(&token);
    }
}

static void take_report(void *context, const struct report *report) {
    *(move *)context = report->count == 1 ? report->best[0].line[0] : MOVE_NONE;
}

/* The player that every new game begins with: legal moves, the same by the same seed. */
static void check_random_player(struct trial *t, const struct moves *list) {
    const void *state = session_state(t->session);
    struct past past = session_past(t->session);
    struct limits limits = {.seed = rng_next(&t->rng)};
    void *memory = random_player.open(t->game, NULL);
    move told = MOVE_NONE;
    struct choice choice = random_player.think(memory, state, &past, &limits, take_report, &told);
    random_player.forget(memory);
    struct choice again = random_player.think(memory, state, &past, &limits, NULL, NULL);
    bool listed = list->count == 0 || moves_has(list, choice.m);
    LAW(listed && choice.resign == (list->count == 0), "the random player plays legal moves");
    LAW(told == choice.m && again.m == choice.m, "the same one by the same seed, and says so");
    random_player.close(memory);
}

/* The score depends on the marks that the rule set says, and on no other. */
static void check_marks(struct trial *t, const void *state) {
    enum mark last = t->game->scored_marks[session_setup(t->session)->rules];
    struct marks marks = {0};
    struct result alive = t->game->score(state, &marks);
    for (enum mark mark = MARK_DEAD; mark <= MARK_SEKI; mark++) {
        for (size_t i = 0; i < MARKS_POINTS; i++)
            marks.at[i] = (unsigned char)(rng_below(&t->rng, 2) ? mark : MARK_ALIVE);
        struct result other = t->game->score(state, &marks);
        bool same = other.winner == alive.winner && other.margin == alive.margin;
        LAW(same || mark <= last, "a mark that the rules do not score changes no score");
        t->mattered[mark] = t->mattered[mark] || !same;
    }
}

static void check_position(struct trial *t, const struct moves *list) {
    const void *state = session_state(t->session);
    struct past past = session_past(t->session);
    struct result result = t->game->result(state, &past);
    LAW((result.phase == PHASE_OVER) == (list->count == 0),
        "over means no moves, and no moves over");
    LAW(result.phase == PHASE_OVER || session_to_play(t->session) == t->game->to_play(state),
        "only the rules say who is to play");
    check_distinct(t, list);
    bool all = list->count < 8 || rng_below(&t->rng, 8) == 0;
    size_t step = all ? 1 : list->count / 8;
    for (size_t i = all ? 0 : (size_t)rng_below(&t->rng, step); i < list->count; i += step)
        check_token(t, state, &past, list->at[i]);
    check_save(t, state);
    if (list->count > 0)
        check_copy(t, state, list->at[rng_below(&t->rng, list->count)]);
    int side;
    if (rng_below(&t->rng, 4) == 0)
        check_show(t, state, session_last(t->session, &side));
    if (rng_below(&t->rng, 8) == 0)
        check_refusals(t, list);
    if (rng_below(&t->rng, 8) == 0)
        check_random_player(t, list);
    if (t->game->score != NULL && rng_below(&t->rng, 4) == 0)
        check_marks(t, state);
    t->work += POSITION_PRICE + (long)list->count;
    t->positions++;
}

/* Where the rules leave open who begins, undo back to the start keeps the side that began. */
static void expect_beginner(struct trial *t, char **seen, uint64_t *key) {
    const struct log_entry *log;
    if (!t->game->keeps_first || session_log(t->session, &log) == 0 || !log[0].turned)
        return;
    struct session *start = session_copy(t->session);
    session_clear(start);
    LAW(session_turn(start, log[0].side, NULL), "before the first ply the move can be handed over");
    free(*seen);
    *seen = session_text(start);
    *key = t->game->key(session_state(start));
    session_free(start);
}

/* Takes plies back and plays them again, comparing with what was seen on the way here. */
static void check_undo(struct trial *t, char *const *seen, const uint64_t *keys, size_t plies) {
    struct session *session = session_copy(t->session), *kept = t->session;
    struct error error = {0};
    const struct log_entry *log;
    int first = session_log(session, &log) > 0 ? log[0].side : SIDE_NONE;
    t->session = session;
    LAW(!session_undo(session, (long)plies + 1, &error),
        "no more plies can be undone than were made");
    error_clear(&error);
    for (size_t at = plies; at > 0;) {
        size_t back = 1 + (size_t)rng_below(&t->rng, at < 9 ? at : at / 3);
        at -= back;
        LAW(session_undo(session, (long)back, &error), "plies can be undone");
        char *text = session_text(session);
        if (at == 0 && t->game->keeps_first) {
            LAW(session_to_play(session) == first, "who began begins again after undo");
        } else {
            LAW(strcmp(text, seen[at]) == 0, "undo restores the session");
            LAW(t->game->key(session_state(session)) == keys[at], "undo restores the key");
        }
        free(text);
        error_clear(&error);
    }
    t->session = kept;
    session_free(session);
}

static void check_record(struct trial *t) {
    struct text record = {0}, again = {0};
    struct error error = {0};
    struct session *session = session_new(t->game), *kept = t->session;
    session_print_record(t->session, &record);
    bool good = session_load_record(session, text_string(&record), record.length, 0, -1, &error);
    LAW(good, "a record can be loaded");
    if (good) {
        char *a = session_text(t->session), *b = session_text(session);
        LAW(strcmp(a, b) == 0, "a record keeps the game");
        session_print_record(session, &again);
        LAW(strcmp(text_string(&record), text_string(&again)) == 0,
            "a record prints as it was read");
        free(a);
        free(b);
    } else {
        error_print(&error, &again);
        printf("# %s\n# %s\n", text_string(&again), text_string(&record));
    }
    session_free(session);
    t->session = kept;
    char *broken = mutate(t, text_string(&record));
    check_attempt(t, ATTEMPT_RECORD, broken);
    free(broken);
    error_clear(&error);
    text_free(&record);
    text_free(&again);
}

/* Sometimes the side that begins is the other one, where the rules let it. */
static int choose_side(struct trial *t) {
    int side = session_to_play(t->session);
    if (rng_below(&t->rng, 16) == 0 && session_may_play(t->session, side_other(side), NULL))
        return side_other(side);
    return side;
}

static bool play_random(struct trial *t) {
    struct moves list = {0};
    session_moves(t->session, &list);
    check_position(t, &list);
    size_t count = list.count;
    int side = count ? choose_side(t) : SIDE_NONE;
    if (count && side == session_to_play(t->session)) {
        move m = list.at[rng_below(&t->rng, count)];
        session_play_move(t->session, side, m);
        int last;
        LAW(session_last(t->session, &last) == m && last == side, "the last ply is the last ply");
    } else if (count) {
        struct session *turned = session_copy(t->session);
        struct error error = {0};
        LAW(session_turn(turned, side, &error), "who may play may be handed the move");
        moves_free(&list);
        session_moves(turned, &list);
        struct text token = {0};
        t->game->print(session_state(turned), list.at[rng_below(&t->rng, list.count)], &token);
        LAW(session_play(t->session, side, text_string(&token), &error),
            "out of turn play where allowed");
        text_free(&token);
        error_clear(&error);
        session_free(turned);
    }
    moves_free(&list);
    return count > 0;
}

static void play_game(struct trial *t) {
    char *seen[PLIES_MAX + 1] = {0};
    uint64_t keys[PLIES_MAX + 1];
    size_t plies = 0;
    rng_seed(&t->rng, ++t->seed);
    session_clear(t->session);
    size_t stop = rng_below(&t->rng, 4) == 0 ? (size_t)rng_below(&t->rng, 30) : PLIES_MAX;
    for (bool going = true; going && t->broken == 0;) {
        seen[plies] = session_text(t->session);
        keys[plies] = t->game->key(session_state(t->session));
        going = plies < stop && play_random(t);
        plies += going;
    }
    LAW(session_plies(t->session) == plies, "every ply is counted");
    expect_beginner(t, &seen[0], &keys[0]);
    if (t->broken == 0)
        check_undo(t, seen, keys, plies);
    if (t->broken == 0)
        check_record(t);
    t->games++;
    for (size_t i = 0; i <= plies; i++)
        free(seen[i]);
}

static void variant_try(const struct session *session, const char *name, long budget) {
    struct trial t = {
        .game = session_game(session), .session = session_copy(session), .name = name};
    t.seed = rng_mix((uint64_t)tap_number) >> 32;
    for (long limit = test_scale(budget); t.work < limit && t.broken == 0;)
        play_game(&t);
    if (t.game->score != NULL && session_setup(session)->size == t.game->size_default)
        for (enum mark mark = MARK_DEAD;
             mark <= t.game->scored_marks[session_setup(session)->rules]; mark++)
            t.broken += !t.mattered[mark];
    tap_ok(t.broken == 0, "%s: %ld games, %ld positions", name, t.games, t.positions);
    session_free(t.session);
}

/* The first few values of the list that a setting takes and that are not its present one. */
static void settings_try(const struct session *session, const char *name) {
    const struct setting *setting = session_game(session)->settings;
    for (; setting && setting->name && *setting->name; setting++) {
        int taken = 0;
        for (size_t i = 0; taken < 3 && i < sizeof values / sizeof *values; i++) {
            struct session *copy = session_copy(session);
            struct error error = {0};
            struct text variant = {0};
            if (session_set(copy, setting->name, values[i], &error) &&
                memcmp(session_setup(copy), session_setup(session), sizeof(struct setup)) != 0) {
                text_print(&variant, "%s %s=%s", name, setting->name, values[i]);
                variant_try(copy, text_string(&variant), BUDGET / 10);
                text_free(&variant);
                taken++;
            }
            error_clear(&error);
            session_free(copy);
        }
    }
}

static void rules_try(const struct game *game, const char *rules) {
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (sizes[i] < game->size_min || sizes[i] > game->size_max)
            continue;
        struct session *session = session_new(game);
        struct error error = {0};
        struct text name = {0};
        text_print(&name, "%s %s %d", game->name, rules, sizes[i]);
        bool small = sizes[i] == game->size_default && sizes[i] <= 3;
        if (session_set_rules(session, rules, &error) &&
            session_set_size(session, sizes[i], &error)) {
            variant_try(session, text_string(&name), small ? BUDGET_SMALL : BUDGET);
            settings_try(session, text_string(&name));
        } else {
            tap_ok(false, "%s cannot be set up", text_string(&name));
        }
        error_clear(&error);
        text_free(&name);
        session_free(session);
    }
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (const struct kit *const *kit = games; *kit; kit++)
        for (const char *const *rules = (*kit)->game->rules; *rules; rules++)
            rules_try((*kit)->game, *rules);
    return tap_done();
}
