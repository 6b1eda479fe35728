/* The table: points, tie-breaks and ratings, and what people are told. */
#include <stdlib.h>
#include <string.h>

#include "../core/json.h"
#include "../core/memory.h"
#include "../tournament/ratings.h"
#include "contest_private.h"

static struct played_game played_of(const struct contest_game *game, size_t number) {
    return (struct played_game){.game = {.number = (long)number,
                                         .pair = (long)number,
                                         .players = {game->players[0], game->players[1]}},
                                .winner = game->result == RESULT_FIRST    ? 0
                                          : game->result == RESULT_SECOND ? 1
                                                                          : -1};
}

static void add_ratings(const struct contest *contest, struct contest_standing *standings) {
    struct statistics statistics;
    struct ratings ratings;
    statistics_init(&statistics, contest->player_count);
    for (size_t i = 0; i < contest->game_count; i++) {
        const struct contest_game *game = &contest->games[i];
        struct played_game played = played_of(game, i);
        if (!contest_is_bye(game) && game->result != RESULT_NONE && game->result != RESULT_VOID)
            statistics_add(&statistics, &played);
    }
    ratings_make(&ratings, statistics.pairs, contest->player_count);
    for (int i = 0; i < contest->player_count; i++) {
        struct wdl games = statistics_player(&statistics, i);
        standings[i].wins = games.wins;
        standings[i].draws = games.draws;
        standings[i].losses = games.losses;
        standings[i].rated = ratings.each[i].bound != RATING_NONE;
        standings[i].rating = ratings.each[i].elo;
        standings[i].error = ratings.each[i].error;
    }
    ratings_free(&ratings);
    statistics_free(&statistics);
}

/* In a round robin everybody has as many byes. */
static int halves_of(const struct contest *contest, const struct contest_game *game, int side) {
    bool nothing = contest_is_bye(game) && contest->spec.format == CONTEST_ROBIN;
    return nothing ? 0 : contest_halves(game, side);
}

/* The opponent of a bye counts as one with the player's own points. */
static void add_tie_breaks(const struct contest *contest, const int *halves,
                           struct contest_standing *standings) {
    for (size_t i = 0; i < contest->game_count; i++) {
        const struct contest_game *game = &contest->games[i];
        if (game->result == RESULT_NONE || game->result == RESULT_VOID)
            continue;
        for (int side = 0; side < 2 && game->players[side] != CONTEST_NOBODY; side++) {
            struct contest_standing *standing = &standings[game->players[side]];
            int other = game->players[1 - side];
            double points = halves[other == CONTEST_NOBODY ? game->players[side] : other] / 2.0;
            standing->buchholz += points;
            standing->sonneborn += points * contest_halves(game, side) / 2.0;
        }
    }
}

static int compare(double a, double b) {
    return (a < b) - (a > b);
}

static int by_rank(const void *a, const void *b) {
    const struct contest_standing *p = a, *q = b;
    int order = compare(p->reached, q->reached);
    order = order != 0 ? order : compare(p->halves, q->halves);
    order = order != 0 ? order : compare(p->buchholz, q->buchholz);
    order = order != 0 ? order : compare(p->sonneborn, q->sonneborn);
    return order != 0 ? order : p->player - q->player;
}

void contest_standings(const struct contest *contest, struct contest_standing *standings) {
    int *halves = memory_new((size_t)contest->player_count + 1, sizeof *halves);
    for (int i = 0; i < contest->player_count; i++)
        standings[i] = (struct contest_standing){.player = i};
    for (size_t i = 0; i < contest->game_count; i++) {
        const struct contest_game *game = &contest->games[i];
        for (int side = 0; side < 2 && game->players[side] != CONTEST_NOBODY; side++)
            halves[game->players[side]] += halves_of(contest, game, side);
        standings[game->players[0]].byes += contest_is_bye(game) && game->result != RESULT_VOID;
    }
    for (int i = 0; i < contest->player_count; i++)
        standings[i].halves = halves[i];
    add_tie_breaks(contest, halves, standings);
    if (contest->spec.format == CONTEST_KNOCKOUT)
        contest_knockout_reached(contest, standings);
    if (contest->player_count > 0)
        add_ratings(contest, standings);
    qsort(standings, (size_t)contest->player_count, sizeof *standings, by_rank);
    free(halves);
}

/* JSON. */

static void put_whole(struct text *json, const char *name, long value) {
    json_name(json, name);
    if (value < 0)
        text_put(json, "null");
    else
        text_print(json, "%ld", value);
}

static void put_player(const struct contest *contest, const struct contest_standing *standing,
                       struct text *json) {
    const struct contest_player *player = &contest->players[standing->player];
    text_putc(json, '{');
    put_whole(json, "n", standing->player);
    json_member(json, "name", player->name);
    json_member(json, "engine", player->engine);
    json_flag(json, "here", player->engine != NULL || player->visitors > 0);
    json_flag(json, "left", !contest_takes_part(contest, standing->player));
    json_number(json, "points", standing->halves / 2.0);
    json_number(json, "buchholz", standing->buchholz);
    json_number(json, "sonneborn", standing->sonneborn);
    json_number(json, "wins", (double)standing->wins);
    json_number(json, "draws", (double)standing->draws);
    json_number(json, "losses", (double)standing->losses);
    json_number(json, "byes", (double)standing->byes);
    json_name(json, "rating");
    if (standing->rated)
        text_print(json, "[%.0f,%.0f]", standing->rating, standing->error);
    else
        text_put(json, "null");
    put_whole(json, "game", contest_playing(contest, standing->player));
    json_flag(json, "claim", player->claim);
    text_putc(json, '}');
}

void contest_put_game(const struct contest *contest, size_t number, struct text *json) {
    const struct contest_game *game = &contest->games[number];
    text_putc(json, '{');
    put_whole(json, "n", (long)number);
    put_whole(json, "round", game->round);
    json_name(json, "players");
    if (contest_is_bye(game))
        text_print(json, "[%d,null]", game->players[0]);
    else
        text_print(json, "[%d,%d]", game->players[0], game->players[1]);
    json_member(json, "room", *game->room == '\0' ? NULL : game->room);
    json_member(json, "result", game->result == RESULT_NONE ? NULL : contest_results[game->result]);
    json_member(json, "why", game->why);
    if (game->by != NULL || game->reason != NULL) {
        json_member(json, "was", contest_results[game->played]);
        json_member(json, "by", game->by);
        json_member(json, "reason", game->reason);
    }
    text_putc(json, '}');
}

/* Of many games, those that go on, those of the present round and the last ones: a state is told to
 * everybody whenever anything changes. */
bool contest_is_recent(const struct contest *contest, size_t number) {
    enum { RECENT = 20 };
    const struct contest_game *game = &contest->games[number];
    return game->result == RESULT_NONE || (game->round == contest->round && game->round > 0) ||
           number + RECENT >= contest->game_count;
}

static void put_settings(const struct contest *contest, struct text *json) {
    const struct contest_spec *spec = &contest->spec;
    json_member(json, "contest", contest->code);
    json_member(json, "title", spec->title);
    json_member(json, "format", contest_formats[spec->format]);
    json_member(json, "setup", spec->setup);
    json_member(json, "phase", contest_phases[contest->phase]);
    json_number(json, "round", (double)contest->round);
    json_number(json, "rounds", (double)spec->rounds);
    json_number(json, "gone", spec->gone);
    json_flag(json, "chat", contest->chat);
    json_flag(json, "hints", contest->hints);
}

void contest_put_state(const struct contest *contest, struct text *json) {
    struct contest_standing *standings =
        memory_new((size_t)contest->player_count + 1, sizeof *standings);
    contest_standings(contest, standings);
    put_settings(contest, json);
    json_name(json, "players");
    text_putc(json, '[');
    for (int i = 0; i < contest->player_count; i++) {
        json_next(json);
        put_player(contest, &standings[i], json);
    }
    text_putc(json, ']');
    json_name(json, "games");
    text_putc(json, '[');
    for (size_t i = 0; i < contest->game_count; i++) {
        if (!contest_is_recent(contest, i))
            continue;
        json_next(json);
        contest_put_game(contest, i, json);
    }
    text_putc(json, ']');
    free(standings);
}
