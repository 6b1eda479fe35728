#include <string.h>

#include "go.h"

/* A count under way. */
struct score_count {
    const struct go_state *state;
    const struct marks *marks;
    unsigned char *owner;
    bool seen[MARKS_POINTS];
};

static bool all_stones_live(const struct go_state *state) {
    return state->rules == GO_TROMP_TAYLOR;
}

/* The colour at a point once dead stones are removed. */
static int live_colour(const struct score_count *count, int p) {
    const struct go_board *board = &count->state->board;
    int colour = go_board_colour(board, p);
    bool dead = colour < GO_EMPTY && !all_stones_live(count->state) &&
                count->marks->at[go_board_number(board, p)] == MARK_DEAD;
    return dead ? GO_EMPTY : colour;
}

/* Connected points without live stones, the sides they touch, and whether one of these is in seki.
 */
struct region {
    int points[MARKS_POINTS];
    int count;
    bool touches[2];
    bool seki;
};

static void region_fill(struct score_count *count, int start, struct region *region) {
    const struct go_board *board = &count->state->board;
    *region = (struct region){.points = {start}, .count = 1};
    count->seen[go_board_number(board, start)] = true;
    for (int i = 0; i < region->count; i++)
        for (int k = 0; k < 4; k++) {
            int p = region->points[i] + go_board_step(board, k);
            int colour = live_colour(count, p);
            if (colour == GO_EDGE)
                continue;
            int number = go_board_number(board, p);
            if (colour != GO_EMPTY) {
                region->touches[colour] = true;
                region->seki = region->seki || count->marks->at[number] == MARK_SEKI;
            } else if (!count->seen[number]) {
                count->seen[number] = true;
                region->points[region->count++] = p;
            }
        }
}

/* Under territory rules points in a seki are neutral, under area rules they are not. */
static int region_owner(const struct score_count *count, const struct region *region) {
    if (region->touches[GO_BLACK] == region->touches[GO_WHITE])
        return GO_EMPTY;
    if (region->seki && count->state->rules == GO_JAPANESE)
        return GO_EMPTY;
    return region->touches[GO_BLACK] ? GO_BLACK : GO_WHITE;
}

void go_territory(const struct go_state *state, const struct marks *marks,
                  unsigned char owner[MARKS_POINTS]) {
    const struct go_board *board = &state->board;
    struct score_count count = {.state = state, .marks = marks, .owner = owner};
    struct region region;
    memset(owner, GO_EMPTY, MARKS_POINTS);
    for (int number = 0; number < board->size * board->size; number++) {
        int p = go_board_point(board, number);
        int colour = live_colour(&count, p);
        if (colour != GO_EMPTY) {
            owner[number] = (unsigned char)colour;
        } else if (!count.seen[number]) {
            region_fill(&count, p, &region);
            for (int i = 0; i < region.count; i++)
                owner[go_board_number(board, region.points[i])] =
                    (unsigned char)region_owner(&count, &region);
        }
    }
}

void go_sheet(const void *memory, const struct marks *marks, struct sheet sheet[2]) {
    const struct go_state *state = memory;
    const struct go_board *board = &state->board;
    unsigned char owner[MARKS_POINTS];
    bool territory = state->rules == GO_JAPANESE;
    go_territory(state, marks, owner);
    sheet[GO_BLACK] = (struct sheet){0};
    sheet[GO_WHITE] = (struct sheet){.komi = state->komi};
    for (int number = 0; number < board->size * board->size; number++) {
        int colour = go_board_colour(board, go_board_point(board, number));
        bool dead = colour < GO_EMPTY && !all_stones_live(state) && marks->at[number] == MARK_DEAD;
        if (dead && territory)
            sheet[side_other(colour)].prisoners++;
        if (colour < GO_EMPTY && !dead)
            sheet[colour].stones += territory ? 0 : 1;
        else if (owner[number] != GO_EMPTY)
            sheet[owner[number]].territory++;
    }
    for (int side = 0; side < 2; side++) {
        sheet[side].prisoners += territory ? board->captured[side] : 0;
        sheet[side].total =
            sheet[side].stones + sheet[side].territory + sheet[side].prisoners + sheet[side].komi;
    }
}

int go_balance(const struct go_state *state) {
    const struct go_board *board = &state->board;
    int used[2] = {board->captured[GO_WHITE], board->captured[GO_BLACK]};
    for (int number = 0; number < board->size * board->size; number++) {
        int colour = go_board_colour(board, go_board_point(board, number));
        if (colour < GO_EMPTY)
            used[colour]++;
    }
    return used[GO_BLACK] - used[GO_WHITE];
}

struct result go_score(const void *memory, const struct marks *marks) {
    struct sheet sheet[2];
    go_sheet(memory, marks, sheet);
    double lead = sheet[GO_BLACK].total - sheet[GO_WHITE].total;
    struct result result = {.phase = PHASE_OVER, .winner = SIDE_NONE};
    if (lead > 0)
        result.winner = GO_BLACK;
    else if (lead < 0)
        result.winner = GO_WHITE;
    result.margin = lead < 0 ? -lead : lead;
    return result;
}
