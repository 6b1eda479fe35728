#include <string.h>

#include "net.h"
#include "tactics.h"

static int cell_of(const struct go_board *board, int p) {
    return go_net_cell(go_board_column(board, p), go_board_row(board, p));
}

static void view_set(struct go_net_view *view, const struct go_board *board, int p, int input) {
    view->at[cell_of(board, p)][input] = GO_NET_UNIT;
}

static bool is_caught(const struct go_board *board, int side, int head, int liberties) {
    int first;
    if (liberties == 2)
        return go_tactics_ladder(board, head, &first);
    return liberties == 1 && go_board_colour(board, head) == side && !go_tactics_runs(board, head);
}

static void chain_look(const struct go_board *board, int side, int head, struct go_net_view *view) {
    int room[4];
    bool other = go_board_colour(board, head) != side;
    int liberties =
        board->point[head].liberties > 12 ? 4 : go_board_liberties(board, head, 4, room);
    bool caught = is_caught(board, side, head, liberties);
    if (other && liberties == 1)
        view_set(view, board, room[0], GO_NET_TAKES);
    int p = head;
    do {
        view_set(view, board, p, other ? GO_NET_ENEMY : GO_NET_OWN);
        if (liberties <= 3)
            view_set(view, board, p,
                     (other ? GO_NET_ENEMY_LIBERTIES : GO_NET_OWN_LIBERTIES) + liberties - 1);
        if (caught)
            view_set(view, board, p, other ? GO_NET_ENEMY_CAUGHT : GO_NET_OWN_CAUGHT);
        p = go_board_next(board, p);
    } while (p != head);
}

static void point_look(const struct go_board *board, int side, int p, struct go_net_view *view) {
    if (go_board_is_eye(board, side, p))
        view_set(view, board, p, GO_NET_OWN_EYE);
    if (go_board_is_eye(board, 1 - side, p))
        view_set(view, board, p, GO_NET_ENEMY_EYE);
    if (!go_board_is_legal(board, side, p))
        view_set(view, board, p, GO_NET_FORBIDDEN);
    else if (go_tactics_throws_away(board, side, p))
        view_set(view, board, p, GO_NET_THROWN);
}

void go_net_look(const struct go_board *board, int side, int last, int before, double komi,
                 struct go_net_view *view) {
    double share = (side == GO_WHITE ? komi : -komi) / 8;
    share = share > 4 ? 4 : share < -4 ? -4 : share;
    memset(view, 0, sizeof *view);
    view->komi = side == GO_WHITE ? komi : -komi;
    for (int n = 0; n < GO_NET_SIZE * GO_NET_SIZE; n++) {
        int p = go_board_point(board, n);
        int colour = go_board_colour(board, p);
        int16_t *cell = view->at[cell_of(board, p)];
        cell[GO_NET_BOARD] = GO_NET_UNIT;
        cell[GO_NET_KOMI] = (int16_t)(share * GO_NET_UNIT);
        if (colour == GO_EMPTY)
            point_look(board, side, p, view);
        else if (go_board_head(board, p) == p)
            chain_look(board, side, p, view);
    }
    if (last > GO_PASS)
        view_set(view, board, last, GO_NET_LAST);
    if (before > GO_PASS)
        view_set(view, board, before, GO_NET_BEFORE);
    if (board->ko != GO_NO_POINT && board->ko_side == side)
        view_set(view, board, board->ko, GO_NET_KO);
}
