/* Who plays whom next: src/tournament decides, by the games so far. */
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../core/rng.h"
#include "../tournament/rounds.h"
#include "../tournament/swiss.h"
#include "contest_private.h"

/* Two who have just met wait so long for somebody else to become idle. */
static const double PATIENCE = 10;

bool contest_is_bye(const struct contest_game *game) {
    return game->players[1] == CONTEST_NOBODY;
}

int contest_halves(const struct contest_game *game, int side) {
    static const int halves[][2] = {[RESULT_FIRST] = {2, 0},
                                    [RESULT_SECOND] = {0, 2},
                                    [RESULT_DRAW] = {1, 1},
                                    [RESULT_VOID] = {0, 0}};
    return halves[game->result][side];
}

/* A game between two that was played, goes on, or was left. */
static bool is_meeting(const struct contest_game *game) {
    return !contest_is_bye(game) && game->result != RESULT_VOID;
}

static long times_met(const struct contest *contest, int a, int b) {
    long count = 0;
    for (size_t i = 0; i < contest->game_count; i++) {
        const int *players = contest->games[i].players;
        count += is_meeting(&contest->games[i]) &&
                 ((players[0] == a && players[1] == b) || (players[0] == b && players[1] == a));
    }
    return count;
}

/* What the pairing of a Swiss round goes by. */

static struct swiss_player gather_player(const struct contest *contest, int player, int seed) {
    struct swiss_player gathered = {.seed = seed};
    for (size_t i = 0; i < contest->game_count; i++) {
        const struct contest_game *game = &contest->games[i];
        if (contest_is_bye(game)) {
            gathered.byes += game->players[0] == player && game->result != RESULT_VOID;
            gathered.halves += game->players[0] == player ? contest_halves(game, 0) : 0;
            continue;
        }
        for (int side = 0; side < 2; side++) {
            if (game->players[side] != player)
                continue;
            gathered.halves += contest_halves(game, side);
            gathered.last = side == 0 ? 1 : -1;
            gathered.colours += gathered.last;
        }
    }
    return gathered;
}

/* Engines are there for people: in free pairing two of them meet last. */
static void gather_meetings(const struct contest *contest, const int *list, int count, int *met) {
    int most = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            met[i * count + j] = (int)times_met(contest, list[i], list[j]);
            most = met[i * count + j] > most ? met[i * count + j] : most;
        }
    for (int i = 0; contest->spec.format == CONTEST_FREE && i < count; i++)
        for (int j = 0; j < count; j++)
            if (i != j && contest->players[list[i]].engine != NULL &&
                contest->players[list[j]].engine != NULL)
                met[i * count + j] = most + 1;
}

int contest_pair_swiss(const struct contest *contest, const bool *wanted, struct pairing *pairings,
                       int *bye) {
    int count = 0, list[CONTEST_PLAYERS], paired = 0;
    *bye = CONTEST_NOBODY;
    for (int i = 0; i < contest->player_count; i++)
        if (wanted[i])
            list[count++] = i;
    if (count < 2)
        return 0;
    struct swiss_player *players = memory_new((size_t)count, sizeof *players);
    struct swiss_pairing *found = memory_new((size_t)count, sizeof *found);
    int *met = memory_new((size_t)count * (size_t)count, sizeof *met), alone;
    for (int i = 0; i < count; i++)
        players[i] = gather_player(contest, list[i], i);
    gather_meetings(contest, list, count, met);
    paired = swiss_pair(players, count, met, contest->round, found, &alone);
    for (int i = 0; i < paired; i++)
        pairings[i] =
            (struct pairing){.players = {list[found[i].players[0]], list[found[i].players[1]]}};
    if (alone >= 0)
        *bye = list[alone];
    free(players);
    free(found);
    free(met);
    return paired;
}

/* With the colours that are due. */
static struct pairing pair_two(const struct contest *contest, int a, int b) {
    bool wanted[CONTEST_PLAYERS] = {false};
    struct pairing pairing;
    int bye;
    wanted[a] = wanted[b] = true;
    contest_pair_swiss(contest, wanted, &pairing, &bye);
    return pairing;
}

/* Round robin: of the rounds of Berger's table the one in which most have not met. Where nobody
 * comes late or leaves, these are its rounds in turn. */

/* Pairing i of round `round` of a table of `count` places, which is even. */
static void berger(int count, int round, int i, int *a, int *b) {
    int others = count - 1;
    *a = i == 0 ? others : (round + i) % others;
    *b = i == 0 ? round : (round - i + others) % others;
}

/* Those of the round who have not met. */
static int berger_round(const struct contest *contest, const int *list, int count, int round,
                        struct pairing *pairings) {
    int found = 0, places = count + count % 2;
    for (int i = 0; i < places / 2; i++) {
        int a, b;
        berger(places, round, i, &a, &b);
        if (a < count && b < count && times_met(contest, list[a], list[b]) == 0)
            pairings[found++] = (struct pairing){.players = {list[a], list[b]}};
    }
    return found;
}

/* Whoever is left over may have somebody to meet, too. */
static int pair_rest(const struct contest *contest, const int *list, int count,
                     struct pairing *pairings, int found) {
    bool taken[CONTEST_PLAYERS] = {false};
    for (int i = 0; i < found; i++)
        taken[pairings[i].players[0]] = taken[pairings[i].players[1]] = true;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            if (taken[list[i]] || taken[list[j]] || times_met(contest, list[i], list[j]) > 0)
                continue;
            taken[list[i]] = taken[list[j]] = true;
            pairings[found++] = (struct pairing){.players = {list[i], list[j]}};
        }
    return found;
}

int contest_pair_robin(const struct contest *contest, struct pairing *pairings) {
    struct pairing tried[CONTEST_PLAYERS];
    int count = 0, list[CONTEST_PLAYERS], most = 0;
    for (int i = 0; i < contest->player_count; i++)
        if (contest_takes_part(contest, i))
            list[count++] = i;
    for (int round = 0; round < count + count % 2 - 1; round++) {
        int found = berger_round(contest, list, count, round, tried);
        if (found <= most)
            continue;
        most = found;
        memcpy(pairings, tried, (size_t)found * sizeof *tried);
    }
    most = pair_rest(contest, list, count, pairings, most);
    for (int i = 0; i < most; i++)
        pairings[i] = pair_two(contest, pairings[i].players[0], pairings[i].players[1]);
    return most;
}

/* Free pairing. */

static bool is_idle(const struct contest *contest, int player) {
    const struct contest_player *them = &contest->players[player];
    return contest_takes_part(contest, player) && (them->engine != NULL || them->visitors > 0) &&
           contest_playing(contest, player) < 0;
}

/* The last opponent, or CONTEST_NOBODY. */
static int last_met(const struct contest *contest, int player) {
    for (size_t i = contest->game_count; i-- > 0;) {
        const int *players = contest->games[i].players;
        if (players[0] == player || players[1] == player)
            return players[players[0] == player];
    }
    return CONTEST_NOBODY;
}

/* Whether somebody else may become idle, for whom it is worth waiting. */
static bool should_wait(const struct contest *contest, int a, int b) {
    if (last_met(contest, a) != b || last_met(contest, b) != a)
        return false;
    int others = 0;
    for (int i = 0; i < contest->player_count; i++)
        others +=
            i != a && i != b && contest_takes_part(contest, i) && contest_playing(contest, i) >= 0;
    const struct contest_player *players = contest->players;
    double idle = players[a].idle > players[b].idle ? players[a].idle : players[b].idle;
    return others > 0 && contest->now - idle < PATIENCE;
}

int contest_pair_idle(const struct contest *contest, struct pairing *pairings) {
    bool wanted[CONTEST_PLAYERS];
    int bye, kept = 0;
    for (int i = 0; i < contest->player_count; i++)
        wanted[i] = is_idle(contest, i);
    int found = contest_pair_swiss(contest, wanted, pairings, &bye);
    for (int i = 0; i < found; i++) {
        const int *players = pairings[i].players;
        bool engines = contest->players[players[0]].engine != NULL &&
                       contest->players[players[1]].engine != NULL;
        if (!engines && !should_wait(contest, players[0], players[1]))
            pairings[kept++] = pairings[i];
    }
    return kept;
}

/* Knockout: the bracket of those who took part when it began; games that decide a draw belong to
 * the round of the draw. */

struct bracket {
    struct rounds *rounds;
    int list[CONTEST_PLAYERS], count;
};

static uint64_t lot(const struct contest *contest) {
    uint64_t hash = 0;
    for (const char *c = contest->code; *c != '\0'; c++)
        hash = rng_mix(hash ^ (unsigned char)*c);
    return hash;
}

/* Adds the games that are over; false: they do not fit. A void game is a draw here: somebody has to
 * go on. */
static bool add_results(const struct contest *contest, const struct bracket *bracket, long changed,
                        enum contest_result result) {
    for (size_t i = 0; i < contest->game_count; i++) {
        const struct contest_game *game = &contest->games[i];
        enum contest_result counts = (long)i == changed ? result : game->result;
        struct played_game played = {.winner = counts == RESULT_FIRST    ? 0
                                               : counts == RESULT_SECOND ? 1
                                                                         : -1};
        if (rounds_game(bracket->rounds, game->bracket, &played.game) != ROUNDS_PLAY ||
            bracket->list[played.game.players[0]] != game->players[0] ||
            bracket->list[played.game.players[1]] != game->players[1] ||
            (counts != RESULT_NONE && !rounds_add(bracket->rounds, &played, NULL)))
            return false;
    }
    return true;
}

static bool make_bracket(const struct contest *contest, struct bracket *bracket, long changed,
                         enum contest_result result) {
    *bracket = (struct bracket){0};
    for (int i = 0; i < contest->player_count; i++)
        if (contest->round == 0 ? contest_takes_part(contest, i) : contest->players[i].entered)
            bracket->list[bracket->count++] = i;
    struct schedule schedule = {.players = bracket->count,
                                .games = 1,
                                .format = FORMAT_KNOCKOUT,
                                .extra = 2,
                                .seed = lot(contest),
                                .shuffled = true};
    if (bracket->count < 2)
        return false;
    bracket->rounds = rounds_new(&schedule, NULL);
    return add_results(contest, bracket, changed, result);
}

static bool has_bracket_game(const struct contest *contest, long number) {
    for (size_t i = 0; i < contest->game_count; i++)
        if (contest->games[i].bracket == number)
            return true;
    return false;
}

int contest_pair_knockout(const struct contest *contest, struct pairing *pairings, long *round) {
    struct bracket bracket;
    int found = 0;
    bool good = make_bracket(contest, &bracket, -1, RESULT_NONE);
    long horizon = good ? rounds_horizon(bracket.rounds) : 0;
    *round = good ? rounds_complete(bracket.rounds) + 1 : 0;
    for (long number = 0; number < horizon && found < CONTEST_PLAYERS; number++) {
        struct scheduled_game game;
        if (rounds_game(bracket.rounds, number, &game) == ROUNDS_PLAY &&
            !has_bracket_game(contest, number))
            pairings[found++] = (struct pairing){
                .players = {bracket.list[game.players[0]], bracket.list[game.players[1]]},
                .bracket = number};
    }
    rounds_free(bracket.rounds);
    return good ? found : -1;
}

void contest_knockout_reached(const struct contest *contest, struct contest_standing *standings) {
    struct bracket bracket;
    bool good = contest->round > 0 && make_bracket(contest, &bracket, -1, RESULT_NONE);
    long last = good ? rounds_count(bracket.rounds) : -1;
    for (long round = 0; round <= last; round++)
        for (long place = 0; place < 1L << (last - round); place++) {
            int player = rounds_place(bracket.rounds, round, place);
            if (player >= 0)
                standings[bracket.list[player]].reached = (int)round;
        }
    if (contest->round > 0)
        rounds_free(bracket.rounds);
}

bool contest_knockout_stands(const struct contest *contest, long game, enum contest_result result) {
    struct bracket bracket;
    bool good = make_bracket(contest, &bracket, game, result);
    rounds_free(bracket.rounds);
    return good;
}
