#include "club.h"

#include <stdlib.h>
#include <string.h>

#include "../core/json.h"
#include "../core/memory.h"
#include "contest_private.h"

/* All contests. */

void club_add(struct club *club, struct contest *contest) {
    contest->next = club->contests;
    club->contests = contest;
}

static void visitor_free(struct contest *contest, struct visitor **link) {
    struct visitor *visitor = *link;
    *link = visitor->next;
    if (visitor->player != CONTEST_NOBODY)
        contest_go(contest, visitor->player);
    free(visitor);
}

static void remove_contest(struct club *club, struct contest *contest) {
    struct contest **link = &club->contests;
    while (*link != contest)
        link = &(*link)->next;
    *link = contest->next;
    while (contest->visitors != NULL)
        visitor_free(contest, &contest->visitors);
    contest_free(contest);
}

void club_free(struct club *club) {
    while (club->contests != NULL)
        remove_contest(club, club->contests);
}

bool club_make_place(struct club *club) {
    struct contest *longest = NULL;
    for (struct contest *contest = club->contests; contest != NULL; contest = contest->next)
        if (contest->visitors == NULL && (longest == NULL || contest->touched < longest->touched))
            longest = contest;
    if (longest != NULL)
        remove_contest(club, longest);
    return longest != NULL;
}

struct contest *club_find(struct club *club, const char *code, struct error *error) {
    struct contest *contest = club->contests;
    while (contest != NULL && !text_same(contest->code, code))
        contest = contest->next;
    return contest != NULL ? contest : club->hooks->load(club, code, error);
}

/* Visitors. */

static struct visitor *find_visitor(const struct contest *contest, const struct person *person) {
    struct visitor *visitor = contest->visitors;
    while (visitor != NULL && visitor->person != person)
        visitor = visitor->next;
    return visitor;
}

static struct visitor *visit(struct contest *contest, struct person *person) {
    struct visitor *visitor = find_visitor(contest, person);
    if (visitor == NULL) {
        visitor = memory_new(1, sizeof *visitor);
        *visitor = (struct visitor){person, contest->visitors, CONTEST_NOBODY, false, false};
        contest->visitors = visitor;
    }
    contest->touched = contest->now;
    return visitor;
}

static void visit_as(struct contest *contest, struct visitor *visitor, int player) {
    if (visitor->player == player)
        return;
    if (visitor->player != CONTEST_NOBODY)
        contest_go(contest, visitor->player);
    visitor->player = player;
    contest_come(contest, player);
}

void club_forget(struct club *club, const struct person *person, double now) {
    for (struct contest *contest = club->contests; contest != NULL; contest = contest->next) {
        contest_set_time(contest, now);
        for (struct visitor **link = &contest->visitors; *link != NULL;)
            if ((*link)->person == person)
                visitor_free(contest, link);
            else
                link = &(*link)->next;
    }
}

/* Telling. */

static void put_visitor(const struct visitor *visitor, struct text *json) {
    json_name(json, "you");
    if (visitor == NULL || visitor->player == CONTEST_NOBODY)
        text_put(json, "null");
    else
        text_print(json, "%d", visitor->player);
    json_flag(json, "leads", visitor != NULL && visitor->leads);
}

static void tell(const struct visitor *visitor, const char *state) {
    struct text event = {0};
    text_print(&event, "contest {%s", state);
    put_visitor(visitor, &event);
    text_putc(&event, '}');
    person_event(visitor->person, text_string(&event));
    text_free(&event);
}

/* Made once for all: there may be many. */
static void tell_all(struct contest *contest) {
    struct text state = {0};
    contest_put_state(contest, &state);
    for (const struct visitor *visitor = contest->visitors; visitor != NULL;
         visitor = visitor->next)
        tell(visitor, text_string(&state));
    text_free(&state);
    contest->changed = false;
}

static void tell_one(const struct contest *contest, const struct visitor *visitor) {
    struct text state = {0};
    contest_put_state(contest, &state);
    tell(visitor, text_string(&state));
    text_free(&state);
}

/* Boards, all of them or those that have changed; false: there are none. */
static bool put_boards(const struct club *club, struct contest *contest, bool all,
                       struct text *event) {
    bool any = false;
    text_put(event, "boards {");
    json_member(event, "contest", contest->code);
    json_name(event, "boards");
    text_putc(event, '[');
    for (size_t i = 0; i < contest->game_count; i++) {
        struct contest_game *game = &contest->games[i];
        unsigned long fresh = 0, *shown = all ? &fresh : &game->shown;
        struct text board = {0};
        if (*game->room != '\0' && contest_is_recent(contest, i) &&
            club->hooks->put_board(club->hooks->contest.owner, game->room, shown, &board)) {
            json_next(event);
            text_put(event, text_string(&board));
            any = true;
        }
        text_free(&board);
    }
    text_put(event, "]}");
    return any;
}

static void tell_boards(const struct club *club, struct contest *contest) {
    bool watched = false;
    for (const struct visitor *v = contest->visitors; v != NULL; v = v->next)
        watched = watched || v->watches;
    struct text event = {0};
    if (watched && put_boards(club, contest, false, &event))
        for (const struct visitor *v = contest->visitors; v != NULL; v = v->next)
            if (v->watches)
                person_event(v->person, text_string(&event));
    text_free(&event);
}

void club_tick(struct club *club, double now, double idle) {
    for (struct contest *contest = club->contests, *next; contest != NULL; contest = next) {
        next = contest->next;
        contest_set_time(contest, now);
        contest_tick(contest);
        if (contest->changed)
            tell_all(contest);
        tell_boards(club, contest);
        if (contest->visitors == NULL && now - contest->touched > idle)
            remove_contest(club, contest);
    }
}

/* Orders. */

/* What is being done, with the contest that it is done to. */
struct deed {
    struct club *club;
    struct order *order;
    struct contest *contest;
    struct visitor *visitor; /* NULL: has not come in */
    const char *words[3];    /* after the code; "" where there are fewer */
    struct text rest;        /* all of them */
};

static struct error *why(struct deed *deed) {
    return &deed->order->error;
}

static bool parse_seconds(const char *value, double *seconds) {
    return text_to_number(value, 1, 86400, seconds);
}

static bool refuse_key(struct order *order, const char *key) {
    return order_fail(order, "syntax error", "syntax.contest-key",
                      "'{0}' is none of format=free|robin|swiss|knockout, rounds=N, gone=SECONDS, "
                      "or what 'create' says of a game",
                      key);
}

/* One KEY=VALUE: the contest's own, or the games'. */
static bool read_key(struct order *order, struct contest_spec *spec, struct text *setup,
                     char *word) {
    static const char *const others[] = {"side", "bot", "level", "listed", "match"};
    char *value = strchr(word, '=');
    if (value == NULL)
        return refuse_key(order, word);
    size_t length = (size_t)(value++ - word);
    bool good = true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        good = good && (strlen(others[i]) != length || strncmp(others[i], word, length) != 0);
    if (strncmp(word, "format=", 7) == 0) {
        int format = contest_word(contest_formats, value);
        good = format >= 0;
        spec->format = (enum contest_format)(good ? format : 0);
    } else if (strncmp(word, "rounds=", 7) == 0) {
        good = text_to_whole(value, 0, 100, &spec->rounds);
    } else if (strncmp(word, "gone=", 5) == 0) {
        good = parse_seconds(value, &spec->gone);
    } else {
        text_print(setup, "%s%s", setup->length > 0 ? " " : "", word);
    }
    return good || refuse_key(order, word);
}

/* The title is the rest after the keys. */
static bool read_keys(struct order *order, struct contest_spec *spec, struct text *setup,
                      struct text *title) {
    for (int i = 1; i < order->count; i++) {
        bool key = title->length == 0 && strchr(order->words[i], '=') != NULL;
        if (key && !read_key(order, spec, setup, order->words[i]))
            return false;
        if (!key)
            text_print(title, "%s%s", title->length > 0 ? " " : "", order->words[i]);
    }
    return title->length <= 100 || order_fail(order, "syntax error", "syntax.contest-title",
                                              "a title has at most 100 bytes", NULL);
}

static void put_tokens(struct order *order, const struct contest *contest,
                       const struct visitor *visitor, const char *name, const char *token) {
    text_putc(&order->out, '{');
    json_member(&order->out, "contest", contest->code);
    put_visitor(visitor, &order->out);
    if (name != NULL)
        json_member(&order->out, name, token);
    text_putc(&order->out, '}');
}

static bool open_contest(struct club *club, struct order *order, const struct contest_spec *spec,
                         const char *key) {
    struct contest *contest = contest_new(spec, &club->hooks->contest, order->now);
    if (!club->hooks->admit(order, contest)) {
        contest_free(contest);
        return false;
    }
    club_add(club, contest);
    struct visitor *visitor = visit(contest, order->person);
    visitor->leads = true;
    put_tokens(order, contest, visitor, "key", key);
    tell_one(contest, visitor);
    return true;
}

static bool order_open(struct club *club, struct order *order) {
    char code[CONTEST_CODE], key[ROOM_TOKEN], proof[ROOM_PROOF];
    struct text setup = {0}, title = {0};
    struct contest_spec spec = {.code = code, .proof = proof, .format = CONTEST_FREE, .gone = 120};
    club->hooks->new_code(code);
    club->hooks->new_key(key, proof);
    bool good = read_keys(order, &spec, &setup, &title);
    spec.setup = text_string(&setup);
    spec.title = text_string(&title);
    if (good)
        order->failure = "cannot open";
    good = good &&
           club->hooks->check(club->hooks->contest.owner, spec.setup, NULL, NULL, &order->error) &&
           open_contest(club, order, &spec, key);
    text_free(&setup);
    text_free(&title);
    return good;
}

/* Everybody. */

static bool deed_join(struct deed *deed) {
    char key[ROOM_TOKEN], proof[ROOM_PROOF];
    struct person *person = deed->order->person;
    int player;
    if (deed->visitor != NULL && deed->visitor->player != CONTEST_NOBODY)
        return error_set(why(deed), "contest.joined", "you are in it already", NULL);
    deed->club->hooks->new_key(key, proof);
    if (!contest_join(deed->contest, person->name == NULL ? "" : person->name, proof, &player,
                      why(deed)))
        return false;
    struct visitor *visitor = visit(deed->contest, person);
    visit_as(deed->contest, visitor, player);
    put_tokens(deed->order, deed->contest, visitor, "token", key);
    tell_one(deed->contest, visitor);
    return true;
}

static int player_of_key(const struct deed *deed, const char *key) {
    for (int i = 0; i < deed->contest->player_count; i++)
        if (deed->contest->players[i].engine == NULL &&
            deed->club->hooks->is_key(key, deed->contest->players[i].proof))
            return i;
    return CONTEST_NOBODY;
}

static bool deed_rejoin(struct deed *deed) {
    const char *key = deed->words[0];
    bool leads = deed->club->hooks->is_key(key, deed->contest->spec.proof);
    int player = leads ? CONTEST_NOBODY : player_of_key(deed, key);
    if (!leads && player == CONTEST_NOBODY)
        return error_set(why(deed), "contest.key", "that is no key of this tournament", NULL);
    struct visitor *visitor = visit(deed->contest, deed->order->person);
    visitor->leads = visitor->leads || leads;
    if (!leads)
        visit_as(deed->contest, visitor, player);
    put_tokens(deed->order, deed->contest, visitor, NULL, NULL);
    tell_one(deed->contest, visitor);
    return true;
}

static bool deed_watch(struct deed *deed) {
    struct visitor *visitor = visit(deed->contest, deed->order->person);
    struct text event = {0};
    visitor->watches = true;
    tell_one(deed->contest, visitor);
    put_boards(deed->club, deed->contest, true, &event);
    person_event(visitor->person, text_string(&event));
    text_free(&event);
    return true;
}

static bool deed_quit(struct deed *deed) {
    for (struct visitor **link = &deed->contest->visitors; *link != NULL; link = &(*link)->next)
        if (*link == deed->visitor) {
            visitor_free(deed->contest, link);
            break;
        }
    return true;
}

static bool deed_state(struct deed *deed) {
    text_putc(&deed->order->out, '{');
    contest_put_state(deed->contest, &deed->order->out);
    put_visitor(deed->visitor, &deed->order->out);
    text_putc(&deed->order->out, '}');
    return true;
}

static bool deed_games(struct deed *deed) {
    enum { LISTED = 100 }; /* on one page */
    struct text *json = &deed->order->out;
    long page = 1;
    if (*deed->words[0] != '\0' && !text_to_whole(deed->words[0], 1, 1000000, &page))
        return order_fail(deed->order, "syntax error", "syntax.whole",
                          "'{0}' is no page of the list: they count from 1", deed->words[0]);
    text_putc(json, '[');
    for (size_t i = (size_t)(page - 1) * LISTED;
         i < deed->contest->game_count && i < (size_t)page * LISTED; i++) {
        json_next(json);
        contest_put_game(deed->contest, i, json);
    }
    text_putc(json, ']');
    return true;
}

/* Players. */

static bool refuse_game(struct deed *deed) {
    return error_set(why(deed), "contest.no-game", "there is no game {0} of yours", deed->words[0],
                     NULL);
}

/* The game that goes on, or the last one. */
static long own_game(const struct contest *contest, int player) {
    long number = contest_playing(contest, player);
    for (size_t i = contest->game_count; number < 0 && i-- > 0;) {
        const struct contest_game *game = &contest->games[i];
        if (*game->room != '\0' && (game->players[0] == player || game->players[1] == player))
            number = (long)i;
    }
    return number;
}

static bool deed_sit(struct deed *deed) {
    int player = deed->visitor->player;
    long number = own_game(deed->contest, player);
    if (*deed->words[0] != '\0')
        number = contest_find_game(deed->contest, deed->words[0]);
    if (number < 0 || *deed->contest->games[number].room == '\0')
        return refuse_game(deed);
    const struct contest_game *game = &deed->contest->games[number];
    if (game->players[0] != player && game->players[1] != player)
        return refuse_game(deed);
    return deed->club->hooks->sit(deed->order, game->room, game->players[1] == player);
}

static bool deed_leave(struct deed *deed) {
    return contest_leave(deed->contest, deed->visitor->player, false, why(deed));
}

static bool deed_return(struct deed *deed) {
    return contest_return(deed->contest, deed->visitor->player, why(deed));
}

static bool deed_claim(struct deed *deed) {
    return contest_claim(deed->contest, deed->visitor->player, why(deed));
}

/* The leader. */

static bool deed_engine(struct deed *deed) {
    struct text name = {0}, numbered = {0};
    struct contest *contest = deed->contest;
    const char *engine = text_string(&deed->rest);
    bool good = deed->club->hooks->check(deed->club->hooks->contest.owner, contest->spec.setup,
                                         engine, &name, why(deed));
    if (!good)
        deed->order->failure = "cannot add";
    text_put(&numbered, text_string(&name));
    for (int n = 2; good && contest_find_player(contest, text_string(&numbered), NULL) >= 0; n++) {
        text_clear(&numbered);
        text_print(&numbered, "%s %d", text_string(&name), n);
    }
    good = good && contest_add_engine(contest, text_string(&numbered), engine, why(deed));
    text_free(&name);
    text_free(&numbered);
    return good;
}

static bool deed_pair(struct deed *deed) {
    if (*deed->words[0] == '\0')
        return contest_pair(deed->contest, why(deed));
    int one = contest_find_player(deed->contest, deed->words[0], why(deed));
    int other = one < 0 ? one : contest_find_player(deed->contest, deed->words[1], why(deed));
    return other >= 0 && contest_pair_two(deed->contest, one, other, why(deed));
}

static bool deed_close(struct deed *deed) {
    return contest_close_round(deed->contest, why(deed));
}

static bool deed_pause(struct deed *deed) {
    return contest_pause(deed->contest, true, why(deed));
}

static bool deed_resume(struct deed *deed) {
    return contest_pause(deed->contest, false, why(deed));
}

static bool deed_end(struct deed *deed) {
    return contest_end(deed->contest, why(deed));
}

static bool deed_remove(struct deed *deed) {
    int player = contest_find_player(deed->contest, text_string(&deed->rest), why(deed));
    return player >= 0 && contest_leave(deed->contest, player, true, why(deed));
}

/* For who has lost the way to it, with a tablet that is broken or was cleared. */
static bool deed_seat(struct deed *deed) {
    char key[ROOM_TOKEN], proof[ROOM_PROOF];
    int player = contest_find_player(deed->contest, text_string(&deed->rest), why(deed));
    deed->club->hooks->new_key(key, proof);
    if (player < 0 || !contest_new_key(deed->contest, player, proof, why(deed)))
        return false;
    text_putc(&deed->order->out, '{');
    json_member(&deed->order->out, "contest", deed->contest->code);
    json_member(&deed->order->out, "token", key);
    text_putc(&deed->order->out, '}');
    return true;
}

static bool switch_to(struct deed *deed, const char *what) {
    bool on = text_same(deed->words[0], "on");
    if (!on && !text_same(deed->words[0], "off"))
        return error_set(why(deed), "syntax.contest-switch", "on or off, not '{0}'", deed->words[0],
                         NULL);
    return contest_switch(deed->contest, what, on, why(deed));
}

static bool deed_chat(struct deed *deed) {
    return switch_to(deed, "chat");
}

static bool deed_hints(struct deed *deed) {
    return switch_to(deed, "hints");
}

static bool deed_result(struct deed *deed) {
    long game;
    int result = contest_word(contest_results, deed->words[1]);
    if (!text_to_whole(deed->words[0], 0, 1000000, &game))
        game = -1;
    struct text reason = {0};
    struct words words = {.at = deed->order->words, .count = deed->order->count};
    words_join(&words, 4, &reason);
    bool good =
        contest_correct(deed->contest, game, result < 0 ? RESULT_NONE : (enum contest_result)result,
                        person_name(deed->order->person), text_string(&reason), why(deed));
    text_free(&reason);
    return good;
}

/* The table. */

enum who { EVERYBODY, PLAYER, LEADER };

static const struct verb {
    const char *name;
    bool (*run)(struct deed *deed);
    enum who who;
    int least; /* words after the code */
} verbs[] = {
    {"join", deed_join, EVERYBODY, 0},   {"rejoin", deed_rejoin, EVERYBODY, 1},
    {"watch", deed_watch, EVERYBODY, 0}, {"quit", deed_quit, EVERYBODY, 0},
    {"state", deed_state, EVERYBODY, 0}, {"games", deed_games, EVERYBODY, 0},
    {"sit", deed_sit, PLAYER, 0},        {"leave", deed_leave, PLAYER, 0},
    {"return", deed_return, PLAYER, 0},  {"claim", deed_claim, PLAYER, 0},
    {"engine", deed_engine, LEADER, 1},  {"pair", deed_pair, LEADER, 0},
    {"close", deed_close, LEADER, 0},    {"pause", deed_pause, LEADER, 0},
    {"resume", deed_resume, LEADER, 0},  {"end", deed_end, LEADER, 0},
    {"remove", deed_remove, LEADER, 1},  {"seat", deed_seat, LEADER, 1},
    {"chat", deed_chat, LEADER, 1},      {"hints", deed_hints, LEADER, 1},
    {"result", deed_result, LEADER, 2},
};

static const struct verb *find_verb(const char *name) {
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    return NULL;
}

static bool may_do(struct deed *deed, const struct verb *verb) {
    if (verb->who == PLAYER && (deed->visitor == NULL || deed->visitor->player == CONTEST_NOBODY))
        return error_set(why(deed), "contest.no-player", "join it first, or rejoin with your token",
                         NULL);
    return verb->who != LEADER || (deed->visitor != NULL && deed->visitor->leads) ||
           error_set(why(deed), "contest.no-leader", "only the leader may, who has the key", NULL);
}

static bool run_verb(struct club *club, struct order *order, const struct verb *verb) {
    struct deed deed = {.club = club, .order = order, .words = {"", "", ""}};
    struct words words = {.at = order->words, .count = order->count};
    deed.contest = club_find(club, order->words[1], &order->error);
    if (deed.contest == NULL)
        return false;
    contest_set_time(deed.contest, order->now);
    deed.visitor = find_visitor(deed.contest, order->person);
    for (int i = 0; i < 3 && i + 2 < order->count; i++)
        deed.words[i] = order->words[i + 2];
    words_join(&words, 2, &deed.rest);
    bool good = may_do(&deed, verb) && verb->run(&deed);
    text_free(&deed.rest);
    return good;
}

bool club_order(struct club *club, struct order *order) {
    if (strcmp(order->words[0], "open") == 0)
        return order_open(club, order);
    const struct verb *verb = find_verb(order->words[0]);
    if (verb == NULL)
        return order_fail(order, "syntax error", "syntax.contest",
                          "'{0}' is nothing to do with a tournament; see docs/server.md",
                          order->words[0]);
    if (order->count < 2 + verb->least)
        return order_fail(order, "syntax error", "syntax.usage", "{0} is missing",
                          order->count < 2 ? "CODE" : "a word after CODE");
    return run_verb(club, order, verb);
}
