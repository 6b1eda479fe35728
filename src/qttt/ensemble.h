/* ensemble: the classical boards that a position stands for. Each of them puts every mark in one of
 * its cells, no two in the same; all count alike. */
#ifndef TERNION_QTTT_ENSEMBLE_H
#define TERNION_QTTT_ENSEMBLE_H

#include "qttt.h"

struct ensemble {
    uint64_t boards; /* below 2^43: at most 3^27 on 81 cells */
    /* In how many of a cell's `of` cases it ends with a mark of a side; the others leave it empty.
     */
    struct {
        uint8_t side[2], of;
    } cell[QTTT_CELLS];
};

void ensemble_make(struct ensemble *ensemble, const struct qttt *q);
/* "boards 6", then a line for each cell: "A1 x 1/2 o 1/3 empty 1/6"; no newline at the end. */
void ensemble_print(const struct qttt *q, struct text *text);
/* At most `count` of the boards, from number `from` (1 is the first) on, a line each: the board's
 * share, then every mark in its cell by number: "1/6 X1@A1 O2@B1"; no newline at the end. `from`
 * must be a board's number. */
void ensemble_print_boards(const struct qttt *q, uint64_t from, int count, struct text *text);

#endif
