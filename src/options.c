#include "options.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

struct option {
    const char *name;
    const char *usage;
    bool (*set)(struct engine *engine, const char *value, struct error *error);
    void (*get)(const struct engine *engine, struct text *text);
};

static bool refuse(struct error *error, const char *value, const char *wanted) {
    return error_set(error, "option.value", "'{0}' will not do: {1}", value, wanted, NULL);
}

static bool set_game(struct engine *engine, const char *value, struct error *error) {
    const struct kit *kit = games_find(value);
    if (kit == NULL) {
        struct text known = {0};
        for (int i = 0; games[i] != NULL; i++)
            text_print(&known, "%s%s", i > 0 ? ", " : "", games[i]->game->name);
        error_set(error, "option.game", "no game '{0}'; there are {1}", value, text_string(&known),
                  NULL);
        text_free(&known);
        return false;
    }
    engine_set_kit(engine, kit);
    return true;
}

static void get_game(const struct engine *engine, struct text *text) {
    text_put(text, engine->kit->game->name);
}

static bool set_rules(struct engine *engine, const char *value, struct error *error) {
    if (!session_set_rules(engine->session, value, error))
        return false;
    engine_renew(engine);
    return true;
}

static void get_rules(const struct engine *engine, struct text *text) {
    text_put(text, engine->kit->game->rules[session_setup(engine->session)->rules]);
}

static bool set_size(struct engine *engine, const char *value, struct error *error) {
    long size;
    if (!text_is_whole(value))
        return refuse(error, value, "a whole number of lines or cells");
    if (!text_to_whole(value, INT_MIN, INT_MAX, &size))
        size = INT_MAX; /* no game has a board of such a size */
    if (!session_set_size(engine->session, size, error))
        return false;
    engine_renew(engine);
    return true;
}

static void get_size(const struct engine *engine, struct text *text) {
    text_print(text, "%d", session_setup(engine->session)->size);
}

/* GNU Go counts its levels from 0 to 10, which is its usual one; Kigo's slider sends them. */
static enum level level_of_number(long number) {
    return (enum level)((number + 2) / 3);
}

static bool set_level(struct engine *engine, const char *value, struct error *error) {
    long number;
    if (text_to_whole(value, 0, 10, &number)) {
        engine->level = level_of_number(number);
        return true;
    }
    for (int i = 0; level_names[i] != NULL; i++) {
        if (text_same(level_names[i], value)) {
            engine->level = (enum level)i;
            return true;
        }
    }
    return refuse(error, value, "the levels are random, easy, medium, hard, optimal, or 0 to 10");
}

static void get_level(const struct engine *engine, struct text *text) {
    text_put(text, level_names[engine->level]);
}

static bool set_seed(struct engine *engine, const char *value, struct error *error) {
    int64_t seed;
    if (text_same(value, "auto")) {
        engine->seed_given = false;
        engine_renew(engine);
        return true;
    }
    if (!text_to_wide(value, 0, INT64_MAX, &seed))
        return refuse(error, value, "a whole number from 0 to 9223372036854775807, or auto");
    engine->seed = (uint64_t)seed;
    engine->seed_given = true;
    return true;
}

static void get_seed(const struct engine *engine, struct text *text) {
    if (engine->seed_given)
        text_print(text, "%llu", (unsigned long long)engine->seed);
    else
        text_put(text, "auto");
}

static bool set_nodes(struct engine *engine, const char *value, struct error *error) {
    int64_t nodes;
    if (!text_to_wide(value, 0, INT64_MAX, &nodes))
        return refuse(
            error, value,
            "a whole number of nodes or playouts up to 9223372036854775807, 0 for no limit");
    engine->nodes = (uint64_t)nodes;
    thinker_forget(engine->thinker); /* what had no limit must not change choices that have one */
    return true;
}

static void get_nodes(const struct engine *engine, struct text *text) {
    text_print(text, "%llu", (unsigned long long)engine->nodes);
}

static bool set_move_time(struct engine *engine, const char *value, struct error *error) {
    return text_to_number(value, 0, 1e6, &engine->move_time) ||
           refuse(error, value, "seconds from 0 to 1000000, 0 for the usual second");
}

static void get_move_time(const struct engine *engine, struct text *text) {
    text_number(text, engine->move_time);
}

static bool set_lag(struct engine *engine, const char *value, struct error *error) {
    bool good = text_to_number(value, 0, 60, &engine->lag);
    engine->lag_given |= good;
    return good || refuse(error, value, "seconds from 0 to 60");
}

static void get_lag(const struct engine *engine, struct text *text) {
    text_number(text, engine->lag);
}

static bool set_ponder(struct engine *engine, const char *value, struct error *error) {
    static const char *const yes[] = {"on", "true", "1", "yes"};
    static const char *const no[] = {"off", "false", "0", "no"};
    for (int i = 0; i < 4; i++) {
        if (text_same(value, yes[i]) || text_same(value, no[i])) {
            engine->ponder = text_same(value, yes[i]);
            return true;
        }
    }
    return refuse(error, value, "on or off");
}

static void get_ponder(const struct engine *engine, struct text *text) {
    text_put(text, engine->ponder ? "on" : "off");
}

/* Where the player keeps an option of that name; -1 if it has none. */
static int player_option(const struct engine *engine, const char *name) {
    const struct player_option *options = engine->kit->player->options;
    for (int i = 0; options != NULL && options[i].name != NULL; i++)
        if (strcmp(options[i].name, name) == 0)
            return i;
    return -1;
}

static bool set_player_option(struct engine *engine, int which, const char *value,
                              struct error *error) {
    const struct player_option *option = &engine->kit->player->options[which];
    long number;
    if (!text_to_whole(value, option->min, option->max, &number)) {
        struct text wanted = {0};
        text_print(&wanted, "a whole number from %ld to %ld", option->min, option->max);
        refuse(error, value, text_string(&wanted));
        text_free(&wanted);
        return false;
    }
    if (option->megabytes) {
        thinker_set(engine->thinker, which, option->min); /* what is held now is given back first */
        if (!memory_can_have((size_t)number << 20)) {
            thinker_set(engine->thinker, which, engine->player_options[which]);
            return refuse(error, value, "this machine has not so much memory to give");
        }
    }
    engine->player_options[which] = number;
    thinker_set(engine->thinker, which, number);
    return true;
}

/* Kept by the engine, so that it survives a change of game, and handed to players that can use it.
 */
static bool set_threads(struct engine *engine, const char *value, struct error *error) {
    long threads;
    if (!text_to_whole(value, 1, 256, &threads))
        return refuse(error, value, "a whole number from 1 to 256");
    int which = player_option(engine, "threads");
    if (which >= 0 && !set_player_option(engine, which, value, error))
        return false;
    engine->threads = threads;
    return true;
}

static void get_threads(const struct engine *engine, struct text *text) {
    text_print(text, "%ld", engine->threads);
}

/* Lizzie takes every engine for Leela Zero, and stops for good when it is told a version below
 * 0.15. */
static bool set_version(struct engine *engine, const char *value, struct error *error) {
    for (const char *c = value; *c != '\0' || c == value; c++)
        if (*c <= ' ' || *c > '~')
            return refuse(error, value, "one word of ASCII");
    free(engine->version);
    engine->version = memory_string(value);
    return true;
}

static void get_version(const struct engine *engine, struct text *text) {
    text_put(text, engine->version);
}

static const struct option options[] = {
    {"game", "the game; see list_games", set_game, get_game},
    {"rules", "the rule set; see list_rules", set_rules, get_rules},
    {"size", "lines or cells of the board", set_size, get_size},
    {"level", "random, easy, medium, hard or optimal", set_level, get_level},
    {"seed", "whole number that fixes every random choice, or auto", set_seed, get_seed},
    {"nodes", "nodes or playouts a ply, 0 for no limit", set_nodes, get_nodes},
    {"move_time", "seconds a ply when no clock runs, 0 for the usual second", set_move_time,
     get_move_time},
    {"lag", "seconds kept back from every clock", set_lag, get_lag},
    {"ponder", "on or off: think while the other side does", set_ponder, get_ponder},
    {"threads", "threads of the search, where the player can use them", set_threads, get_threads},
    {"version", "what version answers, for programs that want another", set_version, get_version},
};
enum { OPTION_COUNT = sizeof options / sizeof options[0] };

/* An option of another game's rules (komi), which people may well have in mind. */
static bool refuse_foreign(const struct engine *engine, const char *name, struct error *error) {
    for (int i = 0; games[i] != NULL; i++)
        if (game_setting(games[i]->game, name) >= 0)
            return error_set(error, "option.foreign",
                             "'{0}' belongs to {1}, and the game is {2}: choose the game first",
                             name, games[i]->game->name, engine->kit->game->name, NULL);
    return true;
}

static bool refuse_unknown(const struct engine *engine, const char *name, struct error *error) {
    const struct game *game = engine->kit->game;
    if (!refuse_foreign(engine, name, error))
        return false;
    const struct player_option *own = engine->kit->player->options;
    struct text known = {0};
    for (int i = 0; i < OPTION_COUNT; i++)
        text_print(&known, "%s%s", i > 0 ? ", " : "", options[i].name);
    for (int i = 0; game->settings != NULL && game->settings[i].name != NULL; i++)
        text_print(&known, ", %s", game->settings[i].name);
    for (int i = 0; own != NULL && own[i].name != NULL; i++)
        if (strcmp(own[i].name, "threads") != 0)
            text_print(&known, ", %s", own[i].name);
    error_set(error, "option.unknown", "no option '{0}'; there are {1}", name, text_string(&known),
              NULL);
    text_free(&known);
    return false;
}

bool options_set(struct engine *engine, const char *name, const char *value, struct error *error) {
    for (int i = 0; i < OPTION_COUNT; i++)
        if (strcmp(options[i].name, name) == 0)
            return options[i].set(engine, value, error);
    int setting = game_setting(engine->kit->game, name);
    if (setting >= 0) {
        if (!session_set(engine->session, name, value, error))
            return false;
        if (engine->kit->game->settings[setting].clears)
            engine_renew(engine);
        return true;
    }
    int which = player_option(engine, name);
    if (which >= 0)
        return set_player_option(engine, which, value, error);
    return refuse_unknown(engine, name, error);
}

const char *options_name(const struct engine *engine, size_t index) {
    const struct game *game = engine->kit->game;
    const struct player_option *own = engine->kit->player->options;
    if (index < OPTION_COUNT)
        return options[index].name;
    index -= OPTION_COUNT;
    for (int i = 0; game->settings != NULL && game->settings[i].name != NULL; i++)
        if (index-- == 0)
            return game->settings[i].name;
    for (int i = 0; own != NULL && own[i].name != NULL; i++)
        if (strcmp(own[i].name, "threads") != 0 && index-- == 0)
            return own[i].name;
    return NULL;
}

/* Its value and, if usage is not NULL, what it means. */
static bool option_tell(const struct engine *engine, const char *name, struct text *text,
                        const char **usage) {
    const struct game *game = engine->kit->game;
    const char *meaning = NULL;
    int setting = game_setting(game, name), which = player_option(engine, name);
    for (int i = 0; i < OPTION_COUNT && meaning == NULL; i++)
        if (strcmp(options[i].name, name) == 0) {
            options[i].get(engine, text);
            meaning = options[i].usage;
        }
    if (meaning == NULL && setting >= 0) {
        game->get(session_setup(engine->session), setting, text);
        meaning = game->settings[setting].usage;
    } else if (meaning == NULL && which >= 0) {
        text_print(text, "%ld", engine->player_options[which]);
        meaning = engine->kit->player->options[which].usage;
    }
    if (usage != NULL)
        *usage = meaning;
    return meaning != NULL;
}

bool options_get(const struct engine *engine, const char *name, struct text *text,
                 struct error *error) {
    return option_tell(engine, name, text, NULL) || refuse_unknown(engine, name, error);
}

bool options_clears(const struct engine *engine, const char *name) {
    static const char *const clearing[] = {"game", "rules", "size"};
    int setting = game_setting(engine->kit->game, name);
    for (size_t i = 0; i < sizeof clearing / sizeof *clearing; i++)
        if (strcmp(clearing[i], name) == 0)
            return true;
    return setting >= 0 && engine->kit->game->settings[setting].clears;
}

bool options_is_flag(const struct engine *engine, const char *name) {
    int which = player_option(engine, name);
    const struct player_option *own = engine->kit->player->options;
    return which >= 0 && own[which].min == 0 && own[which].max == 1;
}

void options_list(const struct engine *engine, struct text *text) {
    const char *name, *usage;
    for (size_t i = 0; (name = options_name(engine, i)) != NULL; i++) {
        text_print(text, "%s ", name);
        option_tell(engine, name, text, &usage);
        text_print(text, " (%s)\n", usage);
    }
}

void options_player_defaults(struct engine *engine) {
    const struct player_option *own = engine->kit->player->options;
    for (int i = 0; own != NULL && own[i].name != NULL; i++) {
        bool threads = strcmp(own[i].name, "threads") == 0;
        long wanted = threads ? engine->threads : own[i].initial, most = own[i].max;
        if (own[i].megabytes && engine->most_megabytes > 0 && engine->most_megabytes < most)
            most = engine->most_megabytes;
        engine->player_options[i] = wanted > most ? most : wanted;
    }
}
