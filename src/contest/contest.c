#include "contest.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../core/strings.h"
#include "contest_private.h"

const char *const contest_formats[] = {"free", "robin", "swiss", "knockout", NULL};
const char *const contest_phases[] = {"open", "playing", "paused", "over", NULL};
const char *const contest_results[] = {"none", "1-0", "0-1", "draw", "void", NULL};

int contest_word(const char *const *list, const char *word) {
    for (int i = 0; list[i] != NULL; i++)
        if (text_same(list[i], word))
            return i;
    return -1;
}

/* Life. */

struct contest *contest_new(const struct contest_spec *spec, const struct contest_hooks *hooks,
                            double now) {
    assert(strlen(spec->code) < CONTEST_CODE);
    struct contest *contest = memory_new(1, sizeof *contest);
    contest->hooks = hooks;
    contest->spec = *spec;
    contest->spec.title = memory_string(spec->title);
    contest->spec.setup = memory_string(spec->setup);
    contest->spec.proof = memory_string(spec->proof);
    strncpy(contest->code, spec->code, CONTEST_CODE - 1);
    contest->spec.code = contest->code;
    contest->hints = true;
    contest->now = contest->touched = now;
    return contest;
}

void contest_free(struct contest *contest) {
    for (int i = 0; i < contest->player_count; i++) {
        free(contest->players[i].name);
        free(contest->players[i].engine);
    }
    for (size_t i = 0; i < contest->game_count; i++) {
        free(contest->games[i].why);
        free(contest->games[i].by);
        free(contest->games[i].reason);
    }
    free(contest->players);
    free(contest->games);
    free((char *)contest->spec.title);
    free((char *)contest->spec.setup);
    free((char *)contest->spec.proof);
    free(contest);
}

void contest_set_time(struct contest *contest, double now) {
    contest->now = fmax(contest->now, now);
}

/* Questions. */

static bool is_player(const struct contest *contest, long player) {
    return player >= 0 && player < contest->player_count;
}

bool contest_takes_part(const struct contest *contest, int player) {
    return !contest->players[player].left && !contest->players[player].removed;
}

static bool goes_on(const struct contest_game *game) {
    return game->result == RESULT_NONE;
}

long contest_playing(const struct contest *contest, int player) {
    for (size_t i = contest->game_count; i-- > 0;) {
        const struct contest_game *game = &contest->games[i];
        if (goes_on(game) && (game->players[0] == player || game->players[1] == player))
            return (long)i;
    }
    return -1;
}

long contest_running(const struct contest *contest) {
    long count = 0;
    for (size_t i = 0; i < contest->game_count; i++)
        count += goes_on(&contest->games[i]);
    return count;
}

long contest_find_game(const struct contest *contest, const char *room) {
    for (size_t i = 0; i < contest->game_count; i++)
        if (*room != '\0' && strcmp(contest->games[i].room, room) == 0)
            return (long)i;
    return -1;
}

int contest_find_player(const struct contest *contest, const char *word, struct error *error) {
    long number;
    if (text_to_whole(word, 0, contest->player_count - 1, &number))
        return (int)number;
    for (int i = 0; i < contest->player_count; i++)
        if (text_same(contest->players[i].name, word))
            return i;
    error_set(error, "contest.player", "there is no player '{0}': a number or a name", word, NULL);
    return CONTEST_NOBODY;
}

static int opponent(const struct contest_game *game, int player) {
    return game->players[game->players[0] == player];
}

bool contest_may_claim(const struct contest *contest, int player) {
    long number = contest_playing(contest, player);
    if (number < 0)
        return false;
    const struct contest_player *other =
        &contest->players[opponent(&contest->games[number], player)];
    return contest->phase != CONTEST_PAUSED && other->engine == NULL && other->visitors == 0 &&
           contest->now - other->away >= contest->spec.gone;
}

/* The log: what each kind of entry does. False: it makes no sense. */

static void add_player(struct contest *contest, const struct contest_player *player) {
    contest->players =
        memory_grow(contest->players, (size_t)contest->player_count + 1, sizeof *contest->players);
    contest->players[contest->player_count++] = *player;
}

static bool take_player(struct contest *contest, const struct contest_entry *entry) {
    struct contest_player player = {.away = contest->now, .idle = contest->now};
    if (entry->text == NULL || entry->word == NULL || contest->player_count == CONTEST_PLAYERS)
        return false;
    if (strcmp(entry->kind, "engine") == 0)
        player.engine = memory_string(entry->word);
    else if (strlen(entry->word) < ROOM_PROOF)
        strncpy(player.proof, entry->word, ROOM_PROOF - 1);
    else
        return false;
    player.name = memory_string(entry->text);
    add_player(contest, &player);
    return true;
}

static bool take_key(struct contest *contest, const struct contest_entry *entry) {
    if (!is_player(contest, entry->one) || contest->players[entry->one].engine != NULL ||
        entry->word == NULL || strlen(entry->word) >= ROOM_PROOF)
        return false;
    strncpy(contest->players[entry->one].proof, entry->word, ROOM_PROOF - 1);
    return true;
}

static bool take_leave(struct contest *contest, const struct contest_entry *entry) {
    if (!is_player(contest, entry->one))
        return false;
    struct contest_player *player = &contest->players[entry->one];
    player->left = strcmp(entry->kind, "return") != 0;
    player->removed = player->removed || strcmp(entry->kind, "remove") == 0;
    player->idle = contest->now;
    return true;
}

static bool take_round(struct contest *contest, const struct contest_entry *entry) {
    if (entry->one < contest->round)
        return false;
    for (int i = 0; contest->round == 0 && i < contest->player_count; i++)
        contest->players[i].entered = contest_takes_part(contest, i);
    contest->round = entry->one;
    return true;
}

static bool take_phase(struct contest *contest, const struct contest_entry *entry) {
    int phase = contest_word(contest_phases, entry->word == NULL ? "" : entry->word);
    if (phase < 0)
        return false;
    for (int i = 0; contest->phase == CONTEST_PAUSED && i < contest->player_count; i++)
        contest->players[i].away = contest->now; /* who is gone has the whole time to come back */
    contest->phase = (enum contest_phase)phase;
    return true;
}

static bool take_switch(struct contest *contest, const struct contest_entry *entry) {
    *(strcmp(entry->kind, "chat") == 0 ? &contest->chat : &contest->hints) = entry->one != 0;
    return true;
}

/* A bye has no room and is won from the beginning; so is a game against somebody who has left. */
static bool take_game(struct contest *contest, const struct contest_entry *entry) {
    bool bye = strcmp(entry->kind, "bye") == 0;
    if (!is_player(contest, entry->one) || (!bye && !is_player(contest, entry->other)) ||
        (entry->word != NULL && strlen(entry->word) >= ROOM_ID))
        return false;
    struct contest_game game = {
        .round = contest->round,
        .players = {(int)entry->one, bye ? CONTEST_NOBODY : (int)entry->other},
        .result = bye ? RESULT_FIRST : RESULT_NONE,
        .played = bye ? RESULT_FIRST : RESULT_NONE};
    if (entry->word != NULL)
        strncpy(game.room, entry->word, ROOM_ID - 1);
    if (entry->text != NULL && !text_to_whole(entry->text, 0, 1000000, &game.bracket))
        return false;
    contest->games = memory_grow(contest->games, contest->game_count + 1, sizeof *contest->games);
    contest->games[contest->game_count++] = game;
    return true;
}

static struct contest_game *find_result(struct contest *contest,
                                        const struct contest_entry *entry) {
    bool known = entry->one >= 0 && (size_t)entry->one < contest->game_count &&
                 entry->other > RESULT_NONE && entry->other <= RESULT_VOID;
    return known ? &contest->games[entry->one] : NULL;
}

static bool take_result(struct contest *contest, const struct contest_entry *entry) {
    struct contest_game *game = find_result(contest, entry);
    if (game == NULL || !goes_on(game))
        return false;
    game->result = game->played = (enum contest_result)entry->other;
    string_replace(&game->why, entry->word);
    for (int side = 0; side < 2; side++)
        contest->players[game->players[side]].idle = contest->now;
    return true;
}

static bool take_correction(struct contest *contest, const struct contest_entry *entry) {
    struct contest_game *game = find_result(contest, entry);
    if (game == NULL || goes_on(game))
        return false;
    game->result = (enum contest_result)entry->other;
    string_replace(&game->by, entry->word);
    string_replace(&game->reason, entry->text);
    return true;
}

bool contest_replay(struct contest *contest, const struct contest_entry *entry) {
    static const struct {
        const char *kind;
        bool (*take)(struct contest *contest, const struct contest_entry *entry);
    } kinds[] = {{"player", take_player}, {"engine", take_player},     {"key", take_key},
                 {"leave", take_leave},   {"remove", take_leave},      {"return", take_leave},
                 {"round", take_round},   {"phase", take_phase},       {"chat", take_switch},
                 {"hints", take_switch},  {"game", take_game},         {"bye", take_game},
                 {"result", take_result}, {"correct", take_correction}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].kind, entry->kind) == 0) {
            bool good = kinds[i].take(contest, entry);
            contest->entries += good;
            return good;
        }
    return false;
}

/* Stored before it counts, and before anybody is told. */
static bool commit(struct contest *contest, const struct contest_entry *entries, size_t count,
                   struct error *error) {
    if (!contest->hooks->store(contest, entries, count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        bool good = contest_replay(contest, &entries[i]);
        assert(good);
    }
    contest->changed = true;
    contest->touched = contest->now;
    return true;
}

static bool commit_one(struct contest *contest, struct contest_entry entry, struct error *error) {
    return commit(contest, &entry, 1, error);
}

static bool must_not_be_over(const struct contest *contest, struct error *error) {
    return contest->phase != CONTEST_OVER ||
           error_set(error, "contest.over", "the tournament is over", NULL);
}

/* People and engines. */

static bool may_take(const struct contest *contest, const char *name, struct error *error) {
    if (!must_not_be_over(contest, error))
        return false;
    if (*name == '\0' || text_same(name, "guest"))
        return error_set(error, "contest.nameless", "say your name first: 'name TEXT'", NULL);
    for (int i = 0; i < contest->player_count; i++)
        if (text_same(contest->players[i].name, name))
            return error_set(error, "contest.name-taken",
                             "there is a player {0} already: add a letter or a number", name, NULL);
    if (contest->player_count == CONTEST_PLAYERS)
        return error_set(error, "contest.full", "the tournament has as many players as it can",
                         NULL);
    if (contest->spec.format == CONTEST_KNOCKOUT && contest->round > 0)
        return error_set(error, "contest.begun", "a knockout takes nobody once it has begun", NULL);
    return true;
}

bool contest_join(struct contest *contest, const char *name, const char *proof, int *player,
                  struct error *error) {
    *player = contest->player_count;
    return may_take(contest, name, error) &&
           commit_one(contest,
                      (struct contest_entry){.kind = "player", .word = proof, .text = name}, error);
}

bool contest_add_engine(struct contest *contest, const char *name, const char *engine,
                        struct error *error) {
    return may_take(contest, name, error) &&
           commit_one(contest,
                      (struct contest_entry){.kind = "engine", .word = engine, .text = name},
                      error);
}

static enum contest_result won_by(const struct contest_game *game, int player) {
    return game->players[0] == player ? RESULT_FIRST : RESULT_SECOND;
}

/* A game ends otherwise than on the board. */
static void end_game(struct contest *contest, long number, const char *why) {
    const struct contest_game *game = &contest->games[number];
    int winner = game->result == RESULT_FIRST ? 0 : game->result == RESULT_SECOND ? 1 : SIDE_NONE;
    if (*game->room != '\0')
        contest->hooks->end_game(contest, game->room, winner, why);
}

bool contest_leave(struct contest *contest, int player, bool removed, struct error *error) {
    assert(is_player(contest, player));
    if (!contest_takes_part(contest, player))
        return error_set(error, "contest.left", "{0} has left", contest->players[player].name,
                         NULL);
    long number = contest_playing(contest, player);
    struct contest_entry entries[2] = {{.kind = removed ? "remove" : "leave", .one = player}};
    if (number >= 0) {
        const struct contest_game *game = &contest->games[number];
        entries[1] = (struct contest_entry){.kind = "result",
                                            .one = number,
                                            .other = won_by(game, opponent(game, player)),
                                            .word = "left"};
    }
    if (!commit(contest, entries, number >= 0 ? 2 : 1, error))
        return false;
    if (number >= 0)
        end_game(contest, number, "left");
    return true;
}

bool contest_return(struct contest *contest, int player, struct error *error) {
    assert(is_player(contest, player));
    if (contest->players[player].removed)
        return error_set(error, "contest.removed", "the leader has removed you", NULL);
    if (!contest->players[player].left)
        return true;
    return must_not_be_over(contest, error) &&
           commit_one(contest, (struct contest_entry){.kind = "return", .one = player}, error);
}

bool contest_new_key(struct contest *contest, int player, const char *proof, struct error *error) {
    assert(is_player(contest, player));
    if (contest->players[player].engine != NULL)
        return error_set(error, "contest.player", "there is no player '{0}': a number or a name",
                         contest->players[player].name, NULL);
    return commit_one(contest, (struct contest_entry){.kind = "key", .one = player, .word = proof},
                      error);
}

bool contest_claim(struct contest *contest, int player, struct error *error) {
    assert(is_player(contest, player));
    long number = contest_playing(contest, player);
    if (number < 0)
        return error_set(error, "contest.idle", "you are in no game of the tournament", NULL);
    if (!contest_may_claim(contest, player)) {
        struct text seconds = {0};
        text_number(&seconds, contest->spec.gone);
        error_set(error, "contest.not-gone",
                  "only an opponent who has been gone for {0} seconds can be claimed against",
                  text_string(&seconds), NULL);
        text_free(&seconds);
        return false;
    }
    struct contest_entry entry = {.kind = "result",
                                  .one = number,
                                  .other = won_by(&contest->games[number], player),
                                  .word = "gone"};
    if (!commit_one(contest, entry, error))
        return false;
    end_game(contest, number, "gone");
    return true;
}

void contest_come(struct contest *contest, int player) {
    assert(is_player(contest, player));
    contest->changed = contest->changed || contest->players[player].visitors == 0;
    contest->players[player].visitors++;
}

void contest_go(struct contest *contest, int player) {
    assert(is_player(contest, player) && contest->players[player].visitors > 0);
    if (--contest->players[player].visitors > 0)
        return;
    contest->players[player].away = contest->now;
    contest->changed = true;
}

/* Pairing. */

/* The games of new pairings are made first: a game that no entry names is nobody's. */
static bool add_games(struct contest *contest, const struct pairing *pairings, int count,
                      struct contest_entry *entries, char (*rooms)[ROOM_ID], struct text *brackets,
                      struct error *error) {
    for (int i = 0; i < count; i++) {
        const int *players = pairings[i].players;
        rooms[i][0] = '\0';
        if (contest_takes_part(contest, players[0]) && contest_takes_part(contest, players[1]) &&
            !contest->hooks->make_game(contest, players, rooms[i], error))
            return false;
        text_print(&brackets[i], "%ld", pairings[i].bracket);
        entries[i] = (struct contest_entry){.kind = "game",
                                            .one = players[0],
                                            .other = players[1],
                                            .word = rooms[i],
                                            .text = text_string(&brackets[i])};
    }
    return true;
}

/* Where one has left the other has won; where both have, the first. */
static size_t add_walkovers(const struct contest *contest, const struct pairing *pairings,
                            int count, struct contest_entry *entries) {
    size_t added = 0;
    for (int i = 0; i < count; i++) {
        bool here[2] = {contest_takes_part(contest, pairings[i].players[0]),
                        contest_takes_part(contest, pairings[i].players[1])};
        if (here[0] && here[1])
            continue;
        entries[added++] = (struct contest_entry){.kind = "result",
                                                  .one = (long)contest->game_count + i,
                                                  .other = here[1] ? RESULT_SECOND : RESULT_FIRST,
                                                  .word = "left"};
    }
    return added;
}

/* One round, or whatever is paired at once: `first` comes before the games. */
static bool commit_pairings(struct contest *contest, const struct contest_entry *first,
                            size_t first_count, const struct pairing *pairings, int count, int bye,
                            struct error *error) {
    size_t room = first_count + 2 * (size_t)count + 1, used = first_count;
    struct contest_entry *entries = memory_new(room, sizeof *entries);
    char(*rooms)[ROOM_ID] = memory_new((size_t)count + 1, sizeof *rooms);
    struct text *brackets = memory_new((size_t)count + 1, sizeof *brackets);
    for (size_t i = 0; i < first_count; i++)
        entries[i] = first[i];
    bool good = add_games(contest, pairings, count, entries + used, rooms, brackets, error);
    used += (size_t)count;
    used += good ? add_walkovers(contest, pairings, count, entries + used) : 0;
    if (bye != CONTEST_NOBODY)
        entries[used++] = (struct contest_entry){.kind = "bye", .one = bye};
    good = good && commit(contest, entries, used, error);
    for (int i = 0; i < count; i++)
        text_free(&brackets[i]);
    free(brackets);
    free(rooms);
    free(entries);
    return good;
}

static struct contest_entry phase_entry(enum contest_phase phase) {
    return (struct contest_entry){.kind = "phase", .word = contest_phases[phase]};
}

/* It has begun by now; a pause goes on. */
static struct contest_entry begun_entry(const struct contest *contest) {
    return phase_entry(contest->phase == CONTEST_PAUSED ? CONTEST_PAUSED : CONTEST_PLAYING);
}

static bool must_be_complete(const struct contest *contest, struct error *error) {
    long running = contest_running(contest);
    if (running == 0)
        return true;
    struct text count = {0};
    text_print(&count, "%ld", running);
    error_set(error, "contest.round-open",
              "{0} games go on: wait for them, or close the round by hand", text_string(&count),
              NULL);
    text_free(&count);
    return false;
}

/* Whether there is another round at all. */
static bool may_pair(const struct contest *contest, struct error *error) {
    if (!must_not_be_over(contest, error))
        return false;
    int players = 0;
    for (int i = 0; i < contest->player_count; i++)
        players += contest_takes_part(contest, i);
    if (players < 2)
        return error_set(error, "contest.few", "there are fewer than two players", NULL);
    if (contest->spec.format == CONTEST_FREE || contest->spec.format == CONTEST_KNOCKOUT)
        return true;
    if (contest->spec.rounds > 0 && contest->round >= contest->spec.rounds)
        return error_set(error, "contest.rounds", "all rounds were played", NULL);
    return must_be_complete(contest, error);
}

static int find_pairings(const struct contest *contest, struct pairing *pairings, int *bye,
                         long *round) {
    *bye = CONTEST_NOBODY;
    *round = contest->round + 1;
    if (contest->spec.format == CONTEST_ROBIN)
        return contest_pair_robin(contest, pairings);
    if (contest->spec.format == CONTEST_KNOCKOUT)
        return contest_pair_knockout(contest, pairings, round);
    bool wanted[CONTEST_PLAYERS];
    for (int i = 0; i < contest->player_count; i++)
        wanted[i] = contest_takes_part(contest, i);
    return contest_pair_swiss(contest, wanted, pairings, bye);
}

bool contest_pair(struct contest *contest, struct error *error) {
    if (!may_pair(contest, error))
        return false;
    if (contest->spec.format == CONTEST_FREE)
        return contest->phase != CONTEST_OPEN ||
               commit_one(contest, phase_entry(CONTEST_PLAYING), error);
    struct pairing pairings[CONTEST_PLAYERS];
    long round;
    int bye, count = find_pairings(contest, pairings, &bye, &round);
    if (count <= 0)
        return must_be_complete(contest, error) &&
               error_set(error, "contest.complete", "nobody is left to be paired", NULL);
    struct contest_entry first[] = {begun_entry(contest), {.kind = "round", .one = round}};
    return commit_pairings(contest, first, 2, pairings, count, bye, error);
}

/* A bye of the present round that is still worth its point, or -1. */
static long bye_of(const struct contest *contest, int player) {
    for (size_t i = 0; i < contest->game_count; i++) {
        const struct contest_game *game = &contest->games[i];
        if (contest_is_bye(game) && game->round == contest->round && game->players[0] == player &&
            game->result == RESULT_FIRST)
            return (long)i;
    }
    return -1;
}

static bool must_be_idle(const struct contest *contest, int player, struct error *error) {
    if (contest_takes_part(contest, player) && contest_playing(contest, player) < 0)
        return true;
    return error_set(error, "contest.busy", "{0} is playing or has left",
                     contest->players[player].name, NULL);
}

bool contest_pair_two(struct contest *contest, int one, int other, struct error *error) {
    assert(is_player(contest, one) && is_player(contest, other));
    if (!must_not_be_over(contest, error) || !must_be_idle(contest, one, error) ||
        !must_be_idle(contest, other, error))
        return false;
    if (one == other || contest->spec.format == CONTEST_KNOCKOUT)
        return error_set(error, "contest.pair", "two players are paired by hand, not in a knockout",
                         NULL);
    bool wanted[CONTEST_PLAYERS] = {false};
    wanted[one] = wanted[other] = true;
    struct pairing pairing;
    struct contest_entry first[3] = {begun_entry(contest)};
    size_t used = 1;
    int bye, both[2] = {one, other};
    contest_pair_swiss(contest, wanted, &pairing, &bye);
    for (int i = 0; i < 2; i++) { /* a point for nothing, and a game as well, would be too much */
        long number = bye_of(contest, both[i]);
        if (number >= 0)
            first[used++] = (struct contest_entry){
                .kind = "correct", .one = number, .other = RESULT_VOID, .text = "paired"};
    }
    return commit_pairings(contest, first, used, &pairing, 1, CONTEST_NOBODY, error);
}

bool contest_close_round(struct contest *contest, struct error *error) {
    size_t count = 0, running = (size_t)contest_running(contest);
    if (running == 0)
        return error_set(error, "contest.idle-round", "no game goes on", NULL);
    struct contest_entry *entries = memory_new(running, sizeof *entries);
    for (size_t i = 0; i < contest->game_count; i++)
        if (goes_on(&contest->games[i]))
            entries[count++] = (struct contest_entry){
                .kind = "result", .one = (long)i, .other = RESULT_DRAW, .word = "closed"};
    bool good = commit(contest, entries, count, error);
    for (size_t i = 0; good && i < count; i++)
        end_game(contest, entries[i].one, "closed");
    free(entries);
    return good;
}

bool contest_pause(struct contest *contest, bool pause, struct error *error) {
    enum contest_phase wanted = pause ? CONTEST_PAUSED : CONTEST_PLAYING;
    if (contest->phase == wanted)
        return true;
    if (contest->phase != CONTEST_PLAYING && contest->phase != CONTEST_PAUSED)
        return error_set(error, "contest.not-playing", "the tournament has not begun, or is over",
                         NULL);
    if (!commit_one(contest, phase_entry(wanted), error))
        return false;
    contest->hooks->switched(contest);
    return true;
}

bool contest_end(struct contest *contest, struct error *error) {
    bool paused = contest->phase == CONTEST_PAUSED;
    if (!must_not_be_over(contest, error) || !commit_one(contest, phase_entry(CONTEST_OVER), error))
        return false;
    if (paused)
        contest->hooks->switched(contest);
    return true;
}

bool contest_switch(struct contest *contest, const char *what, bool on, struct error *error) {
    bool chat = strcmp(what, "chat") == 0;
    if ((chat ? contest->chat : contest->hints) == on)
        return true;
    if (!commit_one(contest, (struct contest_entry){.kind = chat ? "chat" : "hints", .one = on},
                    error))
        return false;
    contest->hooks->switched(contest);
    return true;
}

bool contest_correct(struct contest *contest, long game, enum contest_result result, const char *by,
                     const char *reason, struct error *error) {
    bool known = game >= 0 && (size_t)game < contest->game_count;
    if (!known || goes_on(&contest->games[game]))
        return error_set(error, "contest.result", "only a game that is over can be corrected",
                         NULL);
    if (result == RESULT_NONE)
        return error_set(error, "syntax.contest-result", "a result is 1-0, 0-1, draw or void",
                         NULL);
    if (contest->spec.format == CONTEST_KNOCKOUT && !contest_knockout_stands(contest, game, result))
        return error_set(error, "contest.past", "games were paired by that result", NULL);
    return commit_one(
        contest,
        (struct contest_entry){
            .kind = "correct", .one = game, .other = result, .word = by, .text = reason},
        error);
}

/* Time passes. */

void contest_game_over(struct contest *contest, const char *room, int winner, const char *why) {
    long number = contest_find_game(contest, room);
    if (number < 0 || !goes_on(&contest->games[number]))
        return;
    struct error error = {0};
    struct contest_entry entry = {.kind = "result",
                                  .one = number,
                                  .other = winner == 0   ? RESULT_FIRST
                                           : winner == 1 ? RESULT_SECOND
                                                         : RESULT_DRAW,
                                  .word = why};
    commit_one(contest, entry, &error); /* if not now, then when the game is looked at again */
    error_clear(&error);
}

/* A claim becomes possible by the passing of time alone. */
static void note_claims(struct contest *contest) {
    for (int i = 0; i < contest->player_count; i++) {
        struct contest_player *player = &contest->players[i];
        bool may = player->visitors > 0 && contest_may_claim(contest, i);
        contest->changed = contest->changed || may != player->claim;
        player->claim = may;
    }
}

void contest_tick(struct contest *contest) {
    note_claims(contest);
    if (contest->phase != CONTEST_PLAYING || contest->spec.format != CONTEST_FREE)
        return;
    struct pairing pairings[CONTEST_PLAYERS];
    struct error error = {0};
    int count = contest_pair_idle(contest, pairings);
    if (count > 0)
        commit_pairings(contest, NULL, 0, pairings, count, CONTEST_NOBODY, &error);
    error_clear(&error);
}
