/* vertex: a point of a board as GTP writes it: columns A, B, C ... without I, row 1 at the bottom.
 */
#ifndef TERNION_VERTEX_H
#define TERNION_VERTEX_H

#include <stdbool.h>

#include "text.h"

/* Appends the vertex in upper case: column 0, row 0 is A1. */
void vertex_print(struct text *text, int column, int row);

/* Reads a vertex in either case at the start of string. Returns the number of characters read, 0 if
 * there is no vertex. Column and row are 0-based and may lie off the caller's board (columns up to
 * 24, rows up to 998): that is for the caller to say. */
int vertex_parse(const char *string, int *column, int *row);

/* The letter of a column, and back (-1 if the letter is none). */
char vertex_letter(int column);
int vertex_column(char letter);

#endif
