/* screen: how much a stream shows at a time. */
#ifndef TERNION_ARENA_SCREEN_H
#define TERNION_ARENA_SCREEN_H

#include <stdio.h>

/* A stream that is no terminal is taken for one of the usual width, and without an end below. */
void screen_size(FILE *stream, int *columns, int *rows);

#endif
