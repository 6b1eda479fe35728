/* games: the only list of games there are. */
#ifndef TERNION_GAMES_H
#define TERNION_GAMES_H

#include "command.h"
#include "game.h"
#include "player.h"

/* What belongs together: the rules, their player, and the commands of that game only. */
struct kit {
    const struct game *game;
    const struct player *player;
    const struct command *commands; /* a NULL name at the end */
};

/* All kits, the default first, NULL at the end. */
extern const struct kit *const games[];

/* By name; NULL if there is none. */
const struct kit *games_find(const char *name);
const struct kit *games_kit(const struct game *game);

#endif
