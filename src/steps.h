/* steps: moves made one point at a time, as GoGui plays them: a draughts move by the squares of its
 * path, a pair of quantum tic-tac-toe by its cells in either order, a collapse by one cell.
 *
 * A client that asks for any gogui-rules_ command wants them. Until the last point of a move has
 * come the session knows nothing of it, and the same side is to play. Nobody else's commands
 * change: whole moves are taken at any time. */
#ifndef TERNION_STEPS_H
#define TERNION_STEPS_H

#include "core/session.h"

struct engine;

struct steps {
    bool wanted;
    /* The first points of a move, and the position and side that they belong to: elsewhere they are
     * void. */
    struct game_point at[GAME_POINTS];
    int count;
    int side;
    size_t plies;
    uint64_t key;
    /* The engine's choice, of which these are the first points, or MOVE_NONE; what it cost. */
    move plan;
    double seconds;
    /* In which way the plies of the game were made, for taking back their last points. */
    unsigned char *ways;
    size_t room;
};

void steps_free(struct steps *steps);
/* The unfinished move, if there is one, is forgotten. */
void steps_clear(struct steps *steps);
/* Whether moves are made and told by points in the present game. */
bool steps_apply(const struct steps *steps, const struct session *session);
/* The points of the unfinished move; 0 if there is none. */
int steps_begun(const struct steps *steps, const struct session *session);

/* Plays a point, or a whole move. */
bool steps_play(struct steps *steps, struct session *session, int side, const char *text,
                struct error *error);
/* Takes back `count` points (plies, where nobody wants points), or nothing if there are fewer. */
bool steps_undo(struct steps *steps, struct session *session, long count, struct error *error);
/* Appends the points that may come next, separated by spaces, and returns how many there are. */
int steps_print_moves(const struct steps *steps, const struct session *session, struct text *text);
/* The engine's next point, which it plays (or only tells); "resign". */
bool steps_genmove(struct engine *engine, int side, bool play, struct text *out,
                   struct error *error);

#endif
