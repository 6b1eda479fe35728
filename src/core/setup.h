/* setup: what is fixed before a game begins: rules, size, and the game's own settings. */
#ifndef TERNION_SETUP_H
#define TERNION_SETUP_H

#include <stdbool.h>

enum { SETUP_VALUES = 4 };

/* value[i] belongs to the game's settings[i]. */
struct setup {
    int rules;
    int size;
    double value[SETUP_VALUES];
};

enum setup_change { SETUP_NEW, SETUP_RULES, SETUP_SIZE };

struct setting {
    const char *name;  /* "win_length" */
    const char *usage; /* "K: marks in a row that win, 3 to the board size" */
    bool clears;       /* changing it clears the board */
};

#endif
