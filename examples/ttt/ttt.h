/* ttt: tic-tac-toe, the smallest game there is. */
#ifndef TERNION_TTT_H
#define TERNION_TTT_H

#include "../core/game.h"

extern const struct game ttt_game;

#endif
