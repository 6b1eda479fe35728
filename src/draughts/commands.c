#include "../core/command.h"

#include "draughts.h"

const struct command draughts_commands[] = {{0}};
