#include "games.h"

#include "../draughts/draughts.h"
#include "../go/go.h"
#include "../qttt/qttt.h"

static const struct kit qttt_kit = {
    .game = &qttt_game, .player = &qttt_player, .commands = qttt_commands};

static const struct kit draughts_kit = {
    .game = &draughts_game, .player = &draughts_player, .commands = draughts_commands};

static const struct kit go_kit = {.game = &go_game, .player = &go_player, .commands = go_commands};

const struct kit *const games[] = {&qttt_kit, &draughts_kit, &go_kit, NULL};

const struct kit *games_find(const char *name) {
    for (int i = 0; games[i] != NULL; i++)
        if (text_same(games[i]->game->name, name))
            return games[i];
    return NULL;
}

const struct kit *games_kit(const struct game *game) {
    return games_find(game->name);
}
