/* script: the text by which an engine is told a whole game. */
#ifndef TERNION_SCRIPT_H
#define TERNION_SCRIPT_H

#include "../src/driver/driver.h"

struct bot_config;
struct clock_settings;
struct room;

/* The commands that bring an engine to the room's position, one a line, as far as the engine knows
 * them. `known` is the reply to list_commands; by `clock` the engine plays or, if there is none,
 * thinks as long as the configuration says. False: it cannot be told the position or handicap that
 * the game began with. */
bool script_position(const struct room *room, const char *known, const struct bot_config *config,
                     const char *level, const struct clock_settings *clock, struct text *lines);
/* What the clock of the side to play has left, if the game has one and the engine wants to know. */
void script_time_left(const struct room *room, const char *known, int side, struct text *lines);
/* With an engine's reply to list_commands: one that knows set_game is told the room's game, which
 * `told` hears of, and asked again, since its commands may depend on the game: `known` gets the
 * reply. False: it is not. */
bool script_enter_game(const struct room *room, struct driver *driver, const struct reply *commands,
                       double limit, reply_fn *told, reply_fn *known, void *context);
/* Queues the lines, each with the same limit and callback. */
void script_send(struct driver *driver, const char *lines, double limit, reply_fn *done,
                 void *context);

#endif
