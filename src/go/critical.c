#include "critical.h"

#include "playout.h"

/* Simulations between two looks at the counts. */
enum { EVERY = 64 };

static void worth_update(struct go_critical *critical, const struct go_board *board) {
    float ends = (float)critical->ends, won = (float)critical->won / ends;
    for (int n = 0; n < board->size * board->size; n++) {
        float black = (float)critical->black[n] / ends;
        float chance = black * won + (1 - black) * (1 - won);
        float more = (float)critical->winner[n] / ends - chance;
        critical->worth[go_board_point(board, n)] = more > 0 ? more : 0;
    }
}

void go_critical_count(struct go_critical *critical, const struct go_board *end, int winner) {
    critical->won += winner == GO_BLACK;
    for (int n = 0, row = 0; row < end->size; row++)
        for (int column = 0; column < end->size; column++, n++) {
            int owner = go_playout_owner(end, go_board_at(end, column, row));
            critical->black[n] += owner == GO_BLACK;
            critical->winner[n] += owner == winner;
        }
    if (++critical->ends % EVERY == 0)
        worth_update(critical, end);
}
