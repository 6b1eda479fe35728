/* evaluation: what an engine says of its ply: how it expects the game to end, how far it looked,
 * and what it expects to follow. Read out of its answer to genmove; pure. */
#ifndef TERNION_EVALUATION_H
#define TERNION_EVALUATION_H

#include <stddef.h>
#include <stdint.h>

enum { EVALUATION_LINE = 160 }; /* bytes kept of a line of moves, at most */

struct evaluation {
    double winrate;   /* the expected result of the side that played, 0 .. 1; negative: not said */
    long depth;       /* plies, 0: not said */
    uint64_t nodes;   /* or playouts, spent on this ply; 0: not said */
    const char *line; /* the ply and what is expected to follow; borrowed from the answer */
    size_t length;    /* of the line, cut after a move; 0: not said */
};

/* How the answer says it, which follows from the command that was sent. */
enum evaluation_style {
    EVALUATION_COMMENT, /* genmove: "D4 # winrate 0.53 depth 9 nodes 1200 pv D4 E5", or nothing */
    EVALUATION_SHARE,   /* lines "info move D4 ... winrate 0.53 ...", then "play D4" */
    EVALUATION_SABAKI,  /* the same; a winrate without a point is in ten-thousandths */
    EVALUATION_LZ       /* the same, always in ten-thousandths */
};

/* Reads an answer. The move in it is *move with *length bytes. */
void evaluation_read(const char *answer, enum evaluation_style style, struct evaluation *evaluation,
                     const char **move, size_t *length);

#endif
