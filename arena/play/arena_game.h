/* arena_game: one game between two engines, from taking their seats to its result. The session is
 * the referee; the game carries plies between it and the engines, keeps the clocks, and survives
 * whatever an engine does. */
#ifndef TERNION_ARENA_GAME_H
#define TERNION_ARENA_GAME_H

#include "../../src/driver/pool.h"
#include "../journal/arena_result.h"
#include "../plan/openings.h"
#include "../plan/plan.h"
#include "dialogue.h"
#include "run_hooks.h"

struct event_base;

/* What all games of a run share. */
struct run_shared {
    const struct plan *plan;
    struct pool *pool; /* of the plan's engines and, as the last, the judge */
    struct openings *openings;
    struct dialogue_files *dialogues;
    void *tables;                  /* of the game, or NULL */
    const struct session *fresh;   /* a session with the plan's settings, never played in */
    const struct run_hooks *hooks; /* or NULL */
    /* Called from the loop when a game is over, with all engines given back. The result is the
     * receiver's; the game may be begun again or freed inside the call. */
    void (*finished)(void *context, struct arena_result *result);
    /* The system has no room for another engine. Whether the game shall try again in a while; if
     * not, the receiver ends the loop, and there is no result. */
    bool (*starved)(void *context, const struct error *error);
};

struct arena_game;

/* Of the games at a time, this one has its place: 0 .. concurrency-1. */
struct arena_game *arena_game_new(const struct run_shared *shared, long place, void *context);
void arena_game_free(struct arena_game *game);
/* Begins a game. absent[side] (may be NULL) says that an engine is withdrawn and forfeits. The end
 * always comes from the loop, never from inside this call. */
void arena_game_begin(struct arena_game *game, struct event_base *base,
                      const struct scheduled_game *scheduled, const bool *absent);
/* Whether it waits until the system has room for an engine. */
bool arena_game_is_starved(const struct arena_game *game);
/* Puts what watchers see of it as a JSON object: players, position, last ply, clocks, values.
 * False, and nothing, if it is not being played. */
bool arena_game_put(const struct arena_game *game, double now, struct text *json);
/* Gives the game up without a result; its engines are ended. */
void arena_game_abandon(struct arena_game *game);

#endif
