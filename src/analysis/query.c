/* jansson reads the queries. */
#include "query.h"

#include <assert.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../core/vertex.h"

/* A line with more plies, stones or turns than this is no game. */
enum { PLIES_MAX = 20000, TURNS_MAX = PLIES_MAX + 1, PRIORITY_MAX = 1000000000 };

struct reader {
    const struct game *game;
    query_complaint_fn *complain;
    void *context;
    json_t *root;
    struct query *query;
};

/* Complaints. */

static bool fail(const struct reader *reader, const char *field, const char *message) {
    reader->complain(reader->context, true, reader->query == NULL ? NULL : reader->query->id, field,
                     message);
    return false;
}

static bool fail_with(const struct reader *reader, const char *field, const char *message,
                      const char *detail) {
    struct text text = {0};
    text_print(&text, "%s%s", message, detail);
    fail(reader, field, text_string(&text));
    text_free(&text);
    return false;
}

static void warn(const struct reader *reader, const char *field, const char *message) {
    reader->complain(reader->context, false, reader->query->id, field, message);
}

/* Single values. A field that is missing leaves the value as it is. */

static json_t *field_get(const struct reader *reader, const char *name) {
    return json_object_get(reader->root, name);
}

static bool read_flag(const struct reader *reader, const char *name, bool *value) {
    const json_t *json = field_get(reader, name);
    if (json == NULL)
        return true;
    if (!json_is_boolean(json))
        return fail(reader, name, "Must be a boolean");
    *value = json_is_true(json);
    return true;
}

static bool read_whole(const struct reader *reader, const char *name, long long min, long long max,
                       const char *message, long long *value) {
    const json_t *json = field_get(reader, name);
    if (json == NULL)
        return true;
    if (!json_is_integer(json) || json_integer_value(json) < min || json_integer_value(json) > max)
        return fail(reader, name, message);
    *value = json_integer_value(json);
    return true;
}

static bool number_is(const json_t *json, double min, double max) {
    return json_is_number(json) && json_number_value(json) >= min && json_number_value(json) <= max;
}

static bool read_seconds(const struct reader *reader, const char *name, double *value) {
    const json_t *json = field_get(reader, name);
    if (json == NULL)
        return true;
    if (!number_is(json, 0.001, 1e6))
        return fail(reader, name, "Must be number of seconds from 0.001 to 1000000.0");
    *value = json_number_value(json);
    return true;
}

/* An array of whole numbers; false: it is none. */
static bool read_wholes(const json_t *json, long min, long max, long **at, size_t *count) {
    if (!json_is_array(json) || json_array_size(json) > TURNS_MAX)
        return false;
    *count = json_array_size(json);
    *at = memory_new(*count, sizeof **at);
    for (size_t i = 0; i < *count; i++) {
        const json_t *one = json_array_get(json, i);
        if (!json_is_integer(one) || json_integer_value(one) < min || json_integer_value(one) > max)
            return false;
        (*at)[i] = (long)json_integer_value(one);
    }
    return true;
}

static bool read_side(const struct reader *reader, const json_t *json, int *side) {
    *side = json_is_string(json) ? game_side(reader->game, json_string_value(json)) : SIDE_NONE;
    return *side != SIDE_NONE;
}

/* "(3,15)" counts from the top left; what is no such pair stays as it is. */
static void put_vertex(const char *text, int size, struct text *out) {
    struct words words;
    struct text spaced = {0};
    long column, row;
    for (const char *c = text; *c != '\0'; c++)
        text_putc(&spaced, strchr("(,)", *c) != NULL ? ' ' : *c);
    words_split(&words, text_string(&spaced));
    if (*text == '(' && words.count == 2 && text_to_whole(words.at[0], 0, size - 1, &column) &&
        text_to_whole(words.at[1], 0, size - 1, &row))
        vertex_print(out, (int)column, size - 1 - (int)row);
    else
        text_put(out, text);
    words_free(&words);
    text_free(&spaced);
}

/* Rules, size and komi. */

static bool read_rules(const struct reader *reader, struct setup *setup) {
    json_t *json = field_get(reader, "rules");
    int rules = -1;
    if (json_is_string(json)) {
        rules = reader->game->rules_named(json_string_value(json));
        if (rules < 0)
            return fail_with(reader, "rules", "Could not parse rules: ", json_string_value(json));
    } else if (json_is_object(json)) {
        char *dump = json_dumps(json, JSON_COMPACT);
        rules = dump == NULL ? -1 : reader->game->rules_named(dump);
        free(dump);
        if (rules < 0)
            return fail(reader, "rules", "Could not parse rules");
    } else {
        return fail(reader, "rules",
                    "Must specify rules string, such as \"chinese\" or \"tromp-taylor\", or a JSON "
                    "object with detailed rules parameters");
    }
    setup->rules = rules;
    game_defaults(reader->game, setup, SETUP_RULES);
    return true;
}

static bool read_size(const struct reader *reader, struct setup *setup) {
    struct text message = {0};
    long long x = 0, y = 0, min = reader->game->size_min, max = reader->game->size_max;
    text_print(&message, "Must provide an integer from %lld to %lld", min, max);
    bool good = read_whole(reader, "boardXSize", min, max, text_string(&message), &x) &&
                read_whole(reader, "boardYSize", min, max, text_string(&message), &y);
    if (good && (x == 0 || y == 0))
        good = fail(reader, x == 0 ? "boardXSize" : "boardYSize", text_string(&message));
    if (good && x != y)
        good = fail(reader, "boardYSize", "Must be the same as boardXSize: boards are square");
    text_free(&message);
    setup->size = (int)x;
    return good;
}

/* Komi is the only setting of the game by this name. */
static bool read_komi(const struct reader *reader, struct session *session) {
    static const char message[] = "Must be a integer or half-integer from -400.0 to 400.0";
    const json_t *json = field_get(reader, "komi");
    if (json == NULL)
        return true;
    if (!number_is(json, -400, 400) ||
        fabs(json_number_value(json) * 2 - round(json_number_value(json) * 2)) > 1e-9)
        return fail(reader, "komi", message);
    struct text komi = {0};
    text_number(&komi, json_number_value(json));
    bool good = session_set(session, "komi", text_string(&komi), NULL);
    text_free(&komi);
    return good || fail(reader, "komi", message);
}

/* Stones and plies. */

static const char pairs_wanted[] =
    "Must be an array of pairs of the form: [\"b\" or \"w\", GTP board vertex]";

/* Element `index` of a list of pairs: a side, and a vertex appended to *vertex. */
static bool read_pair(const struct reader *reader, const char *field, const json_t *list,
                      size_t index, int size, int *side, struct text *vertex) {
    const json_t *pair = json_array_get(list, index);
    const json_t *place = json_array_get(pair, 1);
    if (!json_is_array(pair) || json_array_size(pair) != 2 || !json_is_string(place) ||
        !json_is_string(json_array_get(pair, 0)))
        return fail(reader, field, pairs_wanted);
    if (!read_side(reader, json_array_get(pair, 0), side))
        return fail_with(reader, field,
                         "Could not parse player: ", json_string_value(json_array_get(pair, 0)));
    put_vertex(json_string_value(place), size, vertex);
    return true;
}

static bool is_list(const struct reader *reader, const char *field, const json_t *list) {
    return (json_is_array(list) && json_array_size(list) <= PLIES_MAX) ||
           fail(reader, field, pairs_wanted);
}

/* The position as the game's own line of text, the side to play included. */
static bool set_stones(const struct reader *reader, const json_t *stones, int first) {
    int size = session_setup(reader->query->start)->size, side, column, row;
    char *rows = memory_new((size_t)size * (size_t)(size + 1) + 1, 1);
    struct text text = {0}, vertex = {0};
    bool good = true;
    for (int i = 0; i < size * (size + 1); i++)
        rows[i] = i % (size + 1) < size ? '.' : '/';
    rows[size * (size + 1) - 1] = '\0';
    for (size_t i = 0; good && i < json_array_size(stones); i++) {
        text_clear(&vertex);
        good = read_pair(reader, "initialStones", stones, i, size, &side, &vertex);
        int used = good ? vertex_parse(text_string(&vertex), &column, &row) : 0;
        if (good &&
            (used == 0 || text_string(&vertex)[used] != '\0' || column >= size || row >= size))
            good = fail_with(reader, "initialStones",
                             "Could not parse board location: ", text_string(&vertex));
        if (good)
            rows[(size - 1 - row) * (size + 1) + column] = side == SIDE_FIRST ? 'X' : 'O';
    }
    struct error error = {0};
    text_print(&text, "%d %s %s", size, rows, reader->game->sides[first]);
    if (good && !session_set_position(reader->query->start, text_string(&text), &error)) {
        text_clear(&text);
        error_print(&error, &text);
        good = fail(reader, "initialStones", text_string(&text));
    }
    error_clear(&error);
    text_free(&text);
    text_free(&vertex);
    free(rows);
    return good;
}

/* Who begins: as told, else whoever plays first, else White after stones of Black alone. */
static bool first_side(const struct reader *reader, const json_t *stones, const json_t *moves,
                       int *first) {
    const json_t *told = field_get(reader, "initialPlayer");
    if (told != NULL)
        return read_side(reader, told, first) ||
               fail(reader, "initialPlayer", "Must be \"b\" or \"w\"");
    if (json_array_size(moves) > 0 &&
        read_side(reader, json_array_get(json_array_get(moves, 0), 0), first))
        return true;
    *first = json_array_size(stones) > 0 ? SIDE_SECOND : SIDE_FIRST;
    for (size_t i = 0; i < json_array_size(stones); i++) {
        int side;
        if (read_side(reader, json_array_get(json_array_get(stones, i), 0), &side) &&
            side == SIDE_SECOND)
            *first = SIDE_FIRST;
    }
    return true;
}

static bool read_start(struct reader *reader) {
    struct setup setup = {0};
    const json_t *stones = field_get(reader, "initialStones"), *moves = field_get(reader, "moves");
    int first;
    reader->query->start = session_new(reader->game);
    setup = *session_setup(reader->query->start);
    if (!read_size(reader, &setup) || !read_rules(reader, &setup))
        return false;
    session_set_up(reader->query->start, &setup);
    if (!read_komi(reader, reader->query->start))
        return false;
    if (moves == NULL)
        return fail(reader, "moves", "Must specify an array of [player,location] pairs");
    if (!is_list(reader, "moves", moves) ||
        (stones != NULL && !is_list(reader, "initialStones", stones)) ||
        !first_side(reader, stones, moves, &first))
        return false;
    return (json_array_size(stones) == 0 && first == session_to_play(reader->query->start)) ||
           set_stones(reader, stones, first);
}

/* Turns. */

static bool read_turns(struct reader *reader) {
    struct query *query = reader->query;
    json_t *turns = field_get(reader, "analyzeTurns"), *many = field_get(reader, "priorities");
    long last = (long)json_array_size(field_get(reader, "moves"));
    long long priority = 0;
    size_t count = 0;
    if (turns == NULL) {
        query->turns = memory_new(1, sizeof *query->turns);
        query->turns[0] = last;
        query->turn_count = 1;
    } else if (!read_wholes(turns, 0, last, &query->turns, &query->turn_count)) {
        return fail(reader, "analyzeTurns",
                    "Must specify an array of integers indicating turns to analyze, from 0 to the "
                    "number of moves");
    }
    if (many != NULL && (turns == NULL || field_get(reader, "priority") != NULL))
        return fail(reader, "priorities",
                    "Can only specify when also specifying analyzeTurns, and not priority");
    if (!read_whole(reader, "priority", -PRIORITY_MAX, PRIORITY_MAX,
                    "Must be a number between -10^9 and 10^9", &priority))
        return false;
    if (many != NULL &&
        (!read_wholes(many, -PRIORITY_MAX, PRIORITY_MAX, &query->priorities, &count) ||
         count != query->turn_count))
        return fail(reader, "priorities",
                    "Must specify an array of integers of matching length to analyzeTurns");
    if (many == NULL)
        query->priorities = memory_new(query->turn_count, sizeof *query->priorities);
    for (size_t i = 0; many == NULL && i < query->turn_count; i++)
        query->priorities[i] = (long)priority;
    return true;
}

static bool is_turn(const struct query *query, long turn) {
    for (size_t i = 0; i < query->turn_count; i++)
        if (query->turns[i] == turn)
            return true;
    return false;
}

/* Each turn once, where it stands first. */
static void drop_twins(struct query *query) {
    size_t kept = 0;
    bool *seen = memory_new(query->ply_count + 1, sizeof *seen);
    for (size_t i = 0; i < query->turn_count; i++) {
        if (seen[query->turns[i]])
            continue;
        seen[query->turns[i]] = true;
        query->turns[kept] = query->turns[i];
        query->priorities[kept++] = query->priorities[i];
    }
    query->turn_count = kept;
    free(seen);
}

/* Plays the moves once, to see that they are legal and leave something to look at. */
static bool read_moves(struct reader *reader) {
    struct query *query = reader->query;
    const json_t *moves = field_get(reader, "moves");
    size_t count = json_array_size(moves);
    struct session *session = session_copy(query->start);
    struct text text = {0};
    bool good = true;
    query->plies = memory_new(count, sizeof *query->plies);
    for (size_t i = 0; good && i <= count; i++) {
        struct past past = session_past(session);
        struct query_ply *ply = &query->plies[i];
        if (query->avoid.count > 0 && is_turn(query, (long)i) &&
            session_may_play(session, session_to_play(session), NULL) &&
            !avoid_leaves_any(&query->avoid, reader->game, session_state(session), &past))
            good = fail(reader, field_get(reader, "allowMoves") ? "allowMoves" : "avoidMoves",
                        "No legal move is left");
        if (!good || i == count)
            break;
        text_clear(&text);
        good =
            read_pair(reader, "moves", moves, i, session_setup(session)->size, &ply->side, &text);
        if (!good)
            break;
        struct error error = {0};
        bool legal = session_parse(session, ply->side, text_string(&text), &ply->m, &error);
        if (legal)
            session_play_move(session, ply->side, ply->m);
        struct text message = {0};
        if (!legal && error_is_syntax(&error))
            text_print(&message, "Could not parse board location: %s", text_string(&text));
        else if (!legal)
            text_print(&message, "Illegal move %zu: %s", i, text_string(&text));
        good = legal || fail(reader, "moves", text_string(&message));
        text_free(&message);
        error_clear(&error);
        query->ply_count += legal;
    }
    text_free(&text);
    session_free(session);
    return good;
}

/* Moves to avoid, or the only ones. */

static bool read_restriction(struct reader *reader, const char *field, const json_t *one) {
    const json_t *moves = json_object_get(one, "moves"),
                 *depth = json_object_get(one, "untilDepth");
    bool allow = strcmp(field, "allowMoves") == 0;
    struct query *query = reader->query;
    int side, size = session_setup(query->start)->size;
    if (!read_side(reader, json_object_get(one, "player"), &side) || !json_is_array(moves) ||
        json_array_size(moves) > PLIES_MAX || !json_is_integer(depth) ||
        json_integer_value(depth) < 1)
        return fail(reader, field,
                    "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'");
    size_t count = json_array_size(moves);
    char **words = memory_new(count, sizeof *words);
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        const char *word = json_string_value(json_array_get(moves, i));
        struct text vertex = {0};
        put_vertex(word == NULL ? "" : word, size, &vertex);
        words[i] = text_take(&vertex);
    }
    json_int_t plies = json_integer_value(depth);
    struct error error = {0};
    if (!avoid_add(&query->avoid, reader->game, session_setup(query->start), side, words, count,
                   plies > 1000 ? 1000 : (int)plies, allow, &error)) {
        struct text message = {0};
        error_print(&error, &message);
        good = fail_with(reader, field, "Could not parse board location: ", text_string(&message));
        text_free(&message);
    }
    error_clear(&error);
    for (size_t i = 0; i < count; i++)
        free(words[i]);
    free(words);
    return good;
}

static bool read_restrictions(struct reader *reader) {
    const json_t *avoid = field_get(reader, "avoidMoves"), *allow = field_get(reader, "allowMoves");
    const char *field = allow != NULL ? "allowMoves" : "avoidMoves";
    const json_t *list = allow != NULL ? allow : avoid;
    bool seen[2] = {false, false};
    if (list == NULL)
        return true;
    if (avoid != NULL && allow != NULL)
        return fail(reader, field, "Cannot specify both allowMoves and avoidMoves");
    if (!json_is_array(list) || json_array_size(list) > 1000)
        return fail(reader, field,
                    "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        int side;
        bool known = read_side(reader, json_object_get(one, "player"), &side);
        if (allow != NULL && known && seen[side])
            return fail(reader, field,
                        "Cannot specify allowMoves more than once for the same player");
        if (known)
            seen[side] = true;
        if (!read_restriction(reader, field, one))
            return false;
    }
    return true;
}

/* Settings. */

static bool read_view(struct reader *reader, const json_t *value) {
    static const char *const names[] = {"BLACK", "WHITE", "SIDETOMOVE"};
    for (int i = 0; i < 3; i++)
        if (json_is_string(value) && text_same(json_string_value(value), names[i])) {
            reader->query->view = (enum query_view)i;
            return true;
        }
    return fail(reader, "overrideSettings",
                "Could not set settings: reportAnalysisWinratesAs is BLACK, WHITE or SIDETOMOVE");
}

/* Numbers may come as strings. */
static bool setting_number(const json_t *value, double *number) {
    if (json_is_string(value))
        return text_to_number(json_string_value(value), 0, 1e18, number);
    *number = json_number_value(value);
    return number_is(value, 0, 1e18);
}

static bool read_setting(struct reader *reader, const char *key, const json_t *value,
                         struct text *unknown) {
    double number;
    struct query *query = reader->query;
    bool time = strcmp(key, "maxTime") == 0;
    bool visits = strcmp(key, "maxVisits") == 0 || strcmp(key, "maxPlayouts") == 0;
    if (strcmp(key, "reportAnalysisWinratesAs") == 0)
        return read_view(reader, value);
    if (!time && !visits) {
        text_print(unknown, "%s%s", unknown->length > 0 ? "," : "", key);
        return true;
    }
    if (!setting_number(value, &number))
        return fail_with(reader, "overrideSettings", "Could not set settings: no number for ", key);
    if (time)
        query->seconds = fmin(fmax(number, 0.001), 1e6);
    else if (query->visits == 0 || number < (double)query->visits)
        query->visits = number < 1 ? 1 : (uint64_t)number;
    return true;
}

static bool read_settings(struct reader *reader) {
    json_t *settings = field_get(reader, "overrideSettings"), *value;
    struct text unknown = {0};
    const char *key;
    bool good = true;
    if (settings != NULL && !json_is_object(settings))
        return fail(reader, "overrideSettings", "Must be an object");
    json_object_foreach(settings, key, value) good =
        good && read_setting(reader, key, value, &unknown);
    if (good && unknown.length > 0) {
        struct text message = {0};
        text_print(&message, "Unknown config params: %s", text_string(&unknown));
        warn(reader, "overrideSettings", text_string(&message));
        text_free(&message);
    }
    text_free(&unknown);
    return good;
}

static bool read_limits(struct reader *reader) {
    struct query *query = reader->query;
    long long visits = 0, length = 0;
    if (!read_whole(reader, "maxVisits", 1, 1LL << 50, "Must be an integer from 1 to 2^50",
                    &visits) ||
        !read_whole(reader, "analysisPVLen", 1, 1000, "Must be an integer from 1 to 1000",
                    &length) ||
        !read_seconds(reader, "reportDuringSearchEvery", &query->every))
        return false;
    query->visits = (uint64_t)visits;
    query->pv_length = (long)length;
    query->first_after = query->every;
    if (!read_seconds(reader, "firstReportDuringSearchAfter", &query->first_after))
        return false;
    if (query->first_after > 0 && query->every <= 0)
        query->every = 1e6;
    return read_settings(reader);
}

static bool read_inclusions(struct reader *reader) {
    struct query *query = reader->query;
    static const char *const absent[] = {"includeOwnershipStdev", "includeMovesOwnershipStdev",
                                         "includeNoResultValue"};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
        bool wanted = false;
        if (!read_flag(reader, absent[i], &wanted))
            return false;
        if (wanted)
            warn(reader, absent[i], "Not known to this engine, left out");
    }
    return read_flag(reader, "includeOwnership", &query->ownership) &&
           read_flag(reader, "includeMovesOwnership", &query->moves_ownership) &&
           read_flag(reader, "includePolicy", &query->policy) &&
           read_flag(reader, "includePVVisits", &query->pv_visits);
}

/* White's compensation for handicap stones is komi here. */
static bool read_bonus(struct reader *reader) {
    const json_t *json = field_get(reader, "whiteHandicapBonus");
    const char *word = json_string_value(json);
    if (json == NULL || (word != NULL && strcmp(word, "0") == 0))
        return true;
    if (word == NULL || (strcmp(word, "N") != 0 && strcmp(word, "N-1") != 0))
        return fail(reader, "whiteHandicapBonus", "Must be \"0\", \"N-1\" or \"N\"");
    warn(reader, "whiteHandicapBonus", "Not known to this engine, only komi counts");
    return true;
}

/* A misspelt field would otherwise do nothing, and nobody would know. */
static void warn_of_unknown(struct reader *reader) {
    static const char *const known[] = {"id",
                                        "rules",
                                        "komi",
                                        "boardXSize",
                                        "boardYSize",
                                        "initialStones",
                                        "initialPlayer",
                                        "moves",
                                        "analyzeTurns",
                                        "maxVisits",
                                        "analysisPVLen",
                                        "avoidMoves",
                                        "allowMoves",
                                        "includeOwnership",
                                        "includeOwnershipStdev",
                                        "includeMovesOwnership",
                                        "includeMovesOwnershipStdev",
                                        "includePolicy",
                                        "includePVVisits",
                                        "includeNoResultValue",
                                        "overrideSettings",
                                        "reportDuringSearchEvery",
                                        "firstReportDuringSearchAfter",
                                        "priority",
                                        "priorities",
                                        "whiteHandicapBonus"};
    const char *key;
    json_t *value;
    json_object_foreach(reader->root, key, value) {
        bool found = false;
        for (size_t i = 0; i < sizeof known / sizeof *known && !found; i++)
            found = strcmp(known[i], key) == 0;
        if (!found)
            warn(reader, key, "Unexpected or unused field");
    }
}

static bool read_analysis(struct reader *reader) {
    if (!read_start(reader) || !read_turns(reader) || !read_restrictions(reader) ||
        !read_limits(reader) || !read_inclusions(reader) || !read_bonus(reader) ||
        !read_moves(reader))
        return false;
    drop_twins(reader->query);
    warn_of_unknown(reader);
    return true;
}

/* Actions. */

static bool read_terminate(struct reader *reader) {
    struct query *query = reader->query;
    const json_t *which = field_get(reader, "terminateId");
    json_t *numbers = field_get(reader, "turnNumbers");
    if (!query->all && !json_is_string(which))
        return fail(reader, "terminateId",
                    "Requests for a terminate action must have a string \"terminateId\" field");
    if (!query->all)
        query->terminate_id = memory_string(json_string_value(which));
    return numbers == NULL ||
           read_wholes(numbers, LONG_MIN, LONG_MAX, &query->numbers, &query->number_count) ||
           fail(reader, "turnNumbers",
                "If provided, must be an array of integers indicating turns to terminate");
}

static bool read_action(struct reader *reader, const char *action) {
    struct query *query = reader->query;
    query->echo = json_dumps(reader->root, JSON_COMPACT);
    if (query->echo == NULL)
        return fail(reader, NULL, "Could not echo the request");
    query->all = strcmp(action, "terminate_all") == 0;
    if (query->all || strcmp(action, "terminate") == 0) {
        query->action = QUERY_TERMINATE;
        return read_terminate(reader);
    }
    if (strcmp(action, "query_version") != 0 && strcmp(action, "clear_cache") != 0)
        return fail(reader, "action",
                    "'action' field must be 'query_version' or 'clear_cache' or 'terminate' or "
                    "'terminate_all'");
    query->action = strcmp(action, "query_version") == 0 ? QUERY_VERSION : QUERY_CLEAR_CACHE;
    return true;
}

/* The whole line. */

static bool read_root(struct reader *reader) {
    const json_t *id = field_get(reader, "id"), *action = field_get(reader, "action");
    if (!json_is_object(reader->root))
        return fail(reader, NULL, "Request line was valid json but was not an object, ignoring");
    if (!json_is_string(id))
        return fail(reader, NULL, "Request must have a string \"id\" field");
    reader->query = memory_new(1, sizeof *reader->query);
    reader->query->id = memory_string(json_string_value(id));
    return json_is_string(action) ? read_action(reader, json_string_value(action))
                                  : read_analysis(reader);
}

struct query *query_read(const struct game *game, const char *line, size_t length,
                         query_complaint_fn *complain, void *context) {
    assert(game->rules_named != NULL);
    struct reader reader = {.game = game, .complain = complain, .context = context};
    json_error_t error;
    reader.root = json_loadb(line, length, JSON_DECODE_ANY, &error);
    if (reader.root == NULL) {
        fail_with(&reader, NULL, "Could not parse input line as json request: ", error.text);
        return NULL;
    }
    bool good = read_root(&reader);
    json_decref(reader.root);
    if (!good && reader.query != NULL) {
        query_free(reader.query);
        reader.query = NULL;
    }
    return reader.query;
}

void query_free(struct query *query) {
    free(query->id);
    free(query->echo);
    free(query->terminate_id);
    free(query->numbers);
    if (query->start != NULL)
        session_free(query->start);
    free(query->plies);
    free(query->turns);
    free(query->priorities);
    avoid_free(&query->avoid);
    free(query);
}

struct session *query_session(const struct query *query, long turn) {
    assert(turn >= 0 && (size_t)turn <= query->ply_count);
    struct session *session = session_copy(query->start);
    for (long i = 0; i < turn; i++)
        session_play_move(session, query->plies[i].side, query->plies[i].m);
    return session;
}
