/* review_file: `ternion review`, from one file to another. */
#ifndef TERNION_REVIEW_FILE_H
#define TERNION_REVIEW_FILE_H

#include "engine.h"

/* The game whose records a file has by the end of its name, or the one with the text record. */
const struct kit *review_file_kit(const char *name);

/* Reviews the first game of the file with the engine's player, limits and seed, prints the worst
 * moves and writes the game with comments and values. output NULL: beside the file, with "-review"
 * in its name, and only if there is no such file. Returns the exit status. */
int review_file(struct engine *engine, const char *name, const char *output);

#endif
