#include "filter.h"

#include <limits.h>
#include <string.h>

bool filter_add_engine(struct filter *filter, const char *name, struct error *error) {
    for (int i = 0; i < 2; i++)
        if (filter->engines[i] == NULL) {
            filter->engines[i] = name;
            return true;
        }
    return error_set(error, "usage.engines", "no game has three engines: leave out --engine {0}",
                     name, NULL);
}

/* ---- checking */

int filter_engine(const char *name, const struct archive *archive, struct error *error) {
    struct text names = {0};
    for (size_t i = 0; i < archive->manifest.engine_count; i++) {
        if (strcmp(archive->words.names[i], name) == 0) {
            text_free(&names);
            return (int)i;
        }
        text_put(&names, i > 0 ? ", " : "");
        text_put(&names, archive->words.names[i]);
    }
    error_set(error, "usage.engine", "no engine of this journal is called {0}; there are {1}", name,
              text_string(&names), NULL);
    text_free(&names);
    return -1;
}

static bool is_own_result(const char *wanted) {
    return strcmp(wanted, "won") == 0 || strcmp(wanted, "lost") == 0;
}

static bool check_result(const struct filter *filter, const struct archive *archive,
                         struct error *error) {
    const char *wanted = filter->result;
    if (is_own_result(wanted))
        return filter->engines[0] != NULL ||
               error_set(error, "usage.whose", "--result {0} needs --engine to say whose", wanted,
                         NULL);
    if (strcmp(wanted, "drawn") == 0 || strcmp(wanted, "void") == 0 || strcmp(wanted, "0") == 0 ||
        strchr(wanted, '+') != NULL || game_side(archive->plan.game, wanted) != SIDE_NONE)
        return true;
    return error_set(error, "usage.result",
                     "{0} is no result: won, lost, drawn, void, {1} or {2} for who won, or one as "
                     "X+0.5",
                     wanted, archive->words.sides[0], archive->words.sides[1], NULL);
}

static bool check_fault(const char *fault, struct error *error) {
    struct text kinds = {0};
    bool known = strcmp(fault, "any") == 0 || strcmp(fault, "none") == 0;
    for (int i = 0; fault_kinds[i] != NULL; i++) {
        known = known || strcmp(fault, fault_kinds[i]) == 0;
        text_print(&kinds, ", %s", fault_kinds[i]);
    }
    if (!known)
        error_set(error, "usage.fault", "{0} is none of any, none{1}", fault, text_string(&kinds),
                  NULL);
    text_free(&kinds);
    return known;
}

bool filter_check(const struct filter *filter, const struct archive *archive, struct error *error) {
    for (int i = 0; i < 2; i++)
        if (filter->engines[i] != NULL && filter_engine(filter->engines[i], archive, error) < 0)
            return false;
    return (filter->result == NULL || check_result(filter, archive, error)) &&
           (filter->fault == NULL || check_fault(filter->fault, error));
}

/* ---- passing */

/* The side an engine had, or SIDE_NONE. */
static int side_of(const struct archive *archive, const struct arena_result *result,
                   const char *name) {
    for (int side = 0; side < 2; side++)
        if (strcmp(archive->words.names[result->game.players[side]], name) == 0)
            return side;
    return SIDE_NONE;
}

static bool result_passes(const struct filter *filter, const struct archive *archive,
                          const struct arena_result *result) {
    const char *wanted = filter->result;
    if (strcmp(wanted, "void") == 0)
        return !result->counted;
    if (!result->counted)
        return false;
    if (strcmp(wanted, "drawn") == 0)
        return result->winner == SIDE_NONE;
    int side = game_side(archive->plan.game, wanted);
    if (side != SIDE_NONE)
        return result->winner == side;
    if (!is_own_result(wanted))
        return text_same(result->text, wanted);
    side = side_of(archive, result, filter->engines[0]);
    return result->winner != SIDE_NONE && (result->winner == side) == (wanted[0] == 'w');
}

static bool fault_passes(const char *fault, const struct arena_result *result) {
    if (strcmp(fault, "none") == 0 || strcmp(fault, "any") == 0)
        return (result->fault != NULL) == (fault[0] == 'a');
    const char *second = arena_result_fault(result, SIDE_SECOND);
    return result->fault != NULL &&
           (strcmp(result->fault, fault) == 0 || (second != NULL && strcmp(second, fault) == 0));
}

static bool opening_passes(const char *opening, const struct arena_result *result) {
    long number;
    if (text_to_whole(opening, 0, LONG_MAX, &number))
        return result->game.opening == number;
    return text_starts(result->opening, opening);
}

bool filter_passes(const struct filter *filter, const struct archive *archive,
                   const struct arena_result *result) {
    for (int i = 0; i < 2; i++)
        if (filter->engines[i] != NULL && side_of(archive, result, filter->engines[i]) == SIDE_NONE)
            return false;
    return (!filter->abnormal || result->fault != NULL || result->dispute) &&
           (filter->result == NULL || result_passes(filter, archive, result)) &&
           (filter->fault == NULL || fault_passes(filter->fault, result)) &&
           (filter->opening == NULL || opening_passes(filter->opening, result));
}
