/* The order that makes a game. */
#include <stdlib.h>
#include <string.h>

#include "../core/games.h"
#include "../core/memory.h"
#include "../core/rng.h"
#include "orders.h"

enum { WISH_SETTINGS = 8 };
/* Seconds of a clock, and of one for its first ply. */
static const double LONGEST_TIME = 31 * 24 * 3600, SHORTEST_TIME = 0.1;

/* What `create` collects from its KEY=VALUE words. */
struct wish {
    const struct game *game;
    struct room_spec spec;
    bool match; /* a game that waits will do as well */
    const char *side, *begin, *bot, *level;
    struct setting_word {
        const char *name, *value;
    } settings[WISH_SETTINGS];
    int setting_count;
    const char *rules, *size;
};

static bool wish_game(struct order *order, struct wish *wish, const char *value) {
    const struct kit *kit = games_find(value);
    wish->game = kit == NULL ? NULL : kit->game;
    return kit != NULL || order_fail(order, "unknown game", "create.game",
                                     "no game '{0}'; 'games' lists them", value);
}

static bool clock_is_sensible(const struct clock_settings *settings) {
    struct clock fresh;
    clock_start(&fresh, settings);
    return settings->kind == CLOCK_NONE ||
           (settings->main <= LONGEST_TIME && settings->period <= LONGEST_TIME &&
            clock_limit(&fresh) >= SHORTEST_TIME);
}

/* A clock, with underscores for the spaces that would end the word. */
static bool wish_time(struct order *order, struct wish *wish, const char *value) {
    char *spaced = memory_string(value);
    for (char *c = spaced; *c != '\0'; c++)
        *c = *c == '_' ? ' ' : *c;
    bool good = clock_parse(spaced, &wish->spec.clock) && clock_is_sensible(&wish->spec.clock);
    free(spaced);
    return good || order_fail(order, "syntax error", "create.time",
                              "'{0}' is no clock: none, 10/move, 300, 60+1, 600+3x30, 600+25/300, "
                              "at most 31 days, and a tenth of a second for the first ply",
                              value);
}

static bool wish_handicap(struct order *order, struct wish *wish, const char *value) {
    long handicap;
    if (!text_to_whole(value, 0, 9, &handicap))
        return order_fail(order, "syntax error", "create.handicap",
                          "'{0}' is no handicap: 0, 2 to 9", value);
    wish->spec.handicap = (int)handicap;
    return true;
}

static bool wish_listed(struct order *order, struct wish *wish, const char *value) {
    wish->spec.listed = text_same(value, "yes");
    return wish->spec.listed || text_same(value, "no") ||
           order_fail(order, "syntax error", "create.listed", "listed is yes or no, not '{0}'",
                      value);
}

static bool wish_match(struct order *order, struct wish *wish, const char *value) {
    wish->match = text_same(value, "yes");
    return wish->match || text_same(value, "no") ||
           order_fail(order, "syntax error", "create.match", "match is yes or no, not '{0}'",
                      value);
}

/* A word that is kept until all are known: its place in the wish, or NULL. */
static const char **wish_slot(struct wish *wish, const char *key) {
    const struct {
        const char *key;
        const char **slot;
    } slots[] = {{"side", &wish->side},   {"begin", &wish->begin}, {"bot", &wish->bot},
                 {"level", &wish->level}, {"rules", &wish->rules}, {"size", &wish->size}};
    for (size_t i = 0; i < sizeof slots / sizeof slots[0]; i++)
        if (strcmp(key, slots[i].key) == 0)
            return slots[i].slot;
    return NULL;
}

static bool wish_word(struct order *order, struct wish *wish, char *word) {
    static const struct {
        const char *key;
        bool (*read)(struct order *order, struct wish *wish, const char *value);
    } readers[] = {{"game", wish_game},
                   {"time", wish_time},
                   {"handicap", wish_handicap},
                   {"listed", wish_listed},
                   {"match", wish_match}};
    char *equals = strchr(word, '=');
    if (equals == NULL || equals == word)
        return order_fail(order, "syntax error", "syntax.pair", "'{0}' is not KEY=VALUE", word);
    *equals = '\0';
    const char *value = equals + 1;
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++)
        if (strcmp(word, readers[i].key) == 0)
            return readers[i].read(order, wish, value);
    const char **slot = wish_slot(wish, word);
    if (slot != NULL) {
        *slot = value;
        return true;
    }
    if (wish->setting_count == WISH_SETTINGS)
        return order_fail(order, "syntax error", "create.many", "too many settings", NULL);
    wish->settings[wish->setting_count++] = (struct setting_word){word, value};
    return true;
}

/* Which side each plays: the creator one of them, both or none. */
static bool wish_sides(struct order *order, struct wish *wish) {
    int side = 0;
    bool both = strcmp(wish->side, "both") == 0;
    if (strcmp(wish->side, "random") == 0) {
        side = (int)(rng_mix((uint64_t)(order->now * 1e6)) & 1);
    } else if (strcmp(wish->side, "none") == 0) {
        side = SIDE_NONE;
    } else if (!both && *wish->side != '\0') {
        side = game_side(wish->game, wish->side);
        if (side == SIDE_NONE)
            return order_fail_side(order, "create.side", ", both, random, none", wish->game,
                                   wish->side);
    }
    for (int i = 0; i < 2; i++)
        if (both || i == side)
            wish->spec.seats[i] =
                (struct seat_spec){.kind = SEAT_HUMAN, .name = person_name(order->person)};
    return true;
}

static bool wish_begin(struct order *order, struct wish *wish) {
    if (*wish->begin == '\0')
        return true;
    wish->spec.first = game_side(wish->game, wish->begin);
    if (wish->spec.first == SIDE_NONE)
        return order_fail_side(order, "create.begin", "", wish->game, wish->begin);
    if (!wish->game->keeps_first)
        return order_fail(order, "syntax error", "create.begin-fixed",
                          "who begins is fixed by the rules of {0}", wish->game->name);
    return true;
}

const char *levels_find(const struct words *levels, const char *name) {
    for (int i = 0; *name != '\0' && i < levels->count; i++)
        if (text_same(levels->at[i], name))
            return levels->at[i];
    if (*name != '\0')
        return NULL;
    return levels->count == 0 ? "" : levels->at[levels->count - 1];
}

static bool fail_level(struct order *order, const struct room_bot *bot, const char *word) {
    struct text levels = {0};
    words_join(bot->levels, 0, &levels);
    order->failure = "unknown level";
    error_set(&order->error, "create.level",
              bot->levels->count == 0 ? "no level '{0}': the bot has none"
                                      : "no level '{0}'; there are {1}",
              word, text_string(&levels), NULL);
    text_free(&levels);
    return false;
}

/* The bot of that name, or the usual one. */
static bool find_bot(const struct room_hooks *hooks, const struct wish *wish,
                     struct room_bot *bot) {
    for (size_t i = 0; hooks->find_bot != NULL && hooks->find_bot(hooks->owner, wish->game, i, bot);
         i++)
        if (*wish->bot == '\0' || strcmp(bot->name, wish->bot) == 0)
            return true;
    return false;
}

/* Bots take the seats that are left, where the creator asks for them or only watches. The texts of
 * *name live until the room has copied them. */
static bool wish_bots(struct order *order, struct wish *wish, struct text *name) {
    struct room_bot bot;
    bool found = find_bot(order->hooks, wish, &bot);
    bool watches = wish->spec.seats[0].kind == SEAT_EMPTY && wish->spec.seats[1].kind == SEAT_EMPTY;
    if (*wish->bot == '\0' && !(watches && found))
        return true;
    if (!found)
        return order_fail(order, "unknown bot", "create.bot",
                          "no bot '{0}' plays this game; 'games' lists those that do", wish->bot);
    const char *level = levels_find(bot.levels, wish->level);
    if (level == NULL)
        return fail_level(order, &bot, wish->level);
    text_print(name, "%s%s%s", bot.name, *level == '\0' ? "" : " ", level);
    for (int side = 0; side < 2; side++)
        if (wish->spec.seats[side].kind == SEAT_EMPTY)
            wish->spec.seats[side] = (struct seat_spec){
                .kind = SEAT_BOT, .name = text_string(name), .bot = bot.name, .level = level};
    return true;
}

static bool wish_session(struct order *order, struct wish *wish) {
    struct session *session = session_new(wish->game);
    long size;
    bool good = *wish->rules == '\0' || session_set_rules(session, wish->rules, &order->error);
    if (good && *wish->size != '\0') {
        good = text_to_whole(wish->size, 1, 99, &size) ||
               order_fail(order, "syntax error", "create.size", "'{0}' is no size", wish->size);
        good = good && session_set_size(session, size, &order->error);
    }
    for (int i = 0; good && i < wish->setting_count; i++)
        good = session_set(session, wish->settings[i].name, wish->settings[i].value, &order->error);
    if (good) {
        wish->spec.session = session;
        return true;
    }
    session_free(session);
    if (order->failure == NULL)
        order->failure = "cannot create";
    return false;
}

/* Who waits for somebody to join may have to do so again. */
static void wish_maker(struct wish *wish) {
    const struct seat_spec *seats = wish->spec.seats;
    for (int side = 0; side < 2; side++)
        if (seats[side].kind == SEAT_HUMAN && seats[side_other(side)].kind == SEAT_EMPTY)
            wish->spec.maker = side;
}

/* Only a game in which one seat waits for a person can be another one that waits. */
static bool wish_may_match(struct order *order, const struct wish *wish) {
    return !wish->match || (wish->spec.maker != SIDE_NONE && wish->spec.listed) ||
           order_fail(order, "syntax error", "create.match-alone",
                      "match=yes is for a listed game with one seat left for a person", NULL);
}

static struct room *wish_room(struct order *order, struct wish *wish) {
    for (int i = 0; i < order->count; i++)
        if (!wish_word(order, wish, order->words[i]))
            return NULL;
    struct text name = {0};
    struct room *room = NULL;
    if (wish_sides(order, wish) && wish_begin(order, wish) && wish_bots(order, wish, &name)) {
        wish_maker(wish);
        if (wish_may_match(order, wish) && wish_session(order, wish))
            room = room_new(&wish->spec, order->hooks, order->now);
    }
    text_free(&name);
    return room;
}

/* One seat of a tournament's game. The texts of *name live until the room has copied them. */
static bool seat_player(struct order *order, struct wish *wish, int side, const char *name,
                        const char *engine, struct text *title) {
    struct words words = {0};
    struct room_bot bot;
    const char *level = NULL;
    if (engine == NULL) {
        wish->spec.seats[side] = (struct seat_spec){.kind = SEAT_HUMAN, .name = name};
        return true;
    }
    words_split(&words, engine);
    wish->bot = words.count > 0 ? words.at[0] : "";
    bool found = find_bot(order->hooks, wish, &bot) ||
                 order_fail(order, "unknown bot", "create.bot",
                            "no bot '{0}' plays this game; 'games' lists those that do", wish->bot);
    if (found)
        level = levels_find(bot.levels, words.count > 1 ? words.at[1] : "");
    if (found && level == NULL)
        fail_level(order, &bot, words.at[1]);
    if (level != NULL) {
        text_print(title, "%s%s%s", bot.name, *level == '\0' ? "" : " ", level);
        wish->spec.seats[side] = (struct seat_spec){
            .kind = SEAT_BOT, .name = text_string(title), .bot = bot.name, .level = level};
    }
    words_free(&words);
    return level != NULL;
}

/* All that `create` may be told, but for seats. */
static struct room *make_for(struct order *order, struct wish *wish, const char *const names[2],
                             const char *const engines[2]) {
    struct text titles[2] = {{0}, {0}};
    struct room *room = NULL;
    bool good = true;
    for (int i = 0; good && i < order->count; i++)
        good = wish_word(order, wish, order->words[i]);
    for (int side = 0; good && side < 2; side++)
        good = seat_player(order, wish, side, names[side], engines[side], &titles[side]);
    if (good && wish_begin(order, wish) && wish_session(order, wish))
        room = room_new(&wish->spec, order->hooks, order->now);
    if (room != NULL && !room_set_out(room, &order->error)) {
        room_free(room);
        room = NULL;
    }
    text_free(&titles[0]);
    text_free(&titles[1]);
    return room;
}

static const struct wish no_wish = {
    .spec = {.listed = true, .first = SIDE_NONE, .maker = SIDE_NONE},
    .side = "",
    .begin = "",
    .bot = "",
    .level = "",
    .rules = "",
    .size = ""};

struct room *room_for(const struct room_hooks *hooks, const char *setup, const char *const names[2],
                      const char *const engines[2], double now, struct error *error) {
    struct wish wish = no_wish;
    struct words words;
    wish.game = games[0]->game;
    wish.spec.listed = false;
    words_split(&words, setup);
    struct order order = {.hooks = hooks, .now = now, .count = words.count, .words = words.at};
    struct room *room = make_for(&order, &wish, names, engines);
    words_free(&words);
    *error = order.error;
    return room;
}

/* The game that waits for somebody who wants this one; NULL: none, or none is wanted. Whoever did
 * not choose a side takes either. */
static struct room *find_match(struct order *order, const struct wish *wish,
                               const struct room *room) {
    if (!wish->match || order->hooks->find_match == NULL)
        return NULL;
    bool any = strcmp(wish->side, "random") == 0;
    return order->hooks->find_match(order->hooks->owner, room, order->person,
                                    any ? SIDE_NONE : wish->spec.maker);
}

bool order_create(struct order *order) {
    struct person *person = order->person;
    struct wish wish = no_wish;
    wish.game = games[0]->game;
    struct room *room = wish_room(order, &wish);
    if (room == NULL)
        return false;
    order->failure = "cannot create";
    bool good = room_set_out(room, &order->error);
    struct room *match = good ? find_match(order, &wish, room) : NULL;
    /* All that can be wrong with the wish is known by then: what it costs the owner comes last. */
    good =
        good && match == NULL && (order->hooks->admit == NULL || order->hooks->admit(order, room));
    if (!good) {
        room_free(room);
        return match != NULL && order_join_room(order, match, SIDE_NONE);
    }
    room_watch(room, order->now, person);
    for (int side = 0; side < 2; side++)
        if (room->seats[side].kind == SEAT_HUMAN)
            room_sit(room, order->now, person, side);
    order_put_seats(order, room);
    room_tell_state(room, person);
    room_go_on(room, order->now);
    return true;
}
