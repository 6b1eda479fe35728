#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "commands.h"
#include "judge.h"
#include "playout.h"

enum { FORECAST_PLAYOUTS = 500, TOP_PLAYOUTS = 3000, TOP_MOVES = 10, TOP_MEGABYTES = 16 };
enum { OPTIONS_MAX = 16 };
/* Of a sacrifice: playouts for each, and the points by which it may seem to lose. */
enum { SACRIFICE_PLAYOUTS = 100, SACRIFICE_POINTS = 4 };

enum status { ALIVE, DEAD, SEKI, BLACK_TERRITORY, WHITE_TERRITORY, DAME };
static const char *const status_names[] = {"alive",           "dead", "seki", "black_territory",
                                           "white_territory", "dame"};
enum { STATUSES = sizeof status_names / sizeof *status_names };

/* The status of every point. */
static bool statuses_find(struct call *call, enum status status[GO_POINTS]) {
    const struct go_state *state = go_call_state(call);
    struct marks marks = {0};
    unsigned char owner[MARKS_POINTS];
    if (state->rules != GO_TROMP_TAYLOR && !call->services->judge(call->host, &marks))
        return command_fail_because(call, "cannot score", "score.judge",
                                    "nobody here can judge {0}", go_game.name);
    go_territory(state, &marks, owner);
    for (int n = 0; n < state->board.size * state->board.size; n++) {
        bool stone = go_board_colour(&state->board, go_board_point(&state->board, n)) < GO_EMPTY;
        if (stone)
            status[n] = marks.at[n] == MARK_DEAD ? DEAD : marks.at[n] == MARK_SEKI ? SEKI : ALIVE;
        else
            status[n] = owner[n] == GO_EMPTY   ? DAME
                        : owner[n] == GO_BLACK ? BLACK_TERRITORY
                                               : WHITE_TERRITORY;
    }
    return true;
}

bool go_run_final_status(struct call *call) {
    enum status status[GO_POINTS];
    int p;
    if (!command_needs(call, 1) || !go_call_point(call, 0, &p) || !statuses_find(call, status))
        return false;
    text_put(call->out, status_names[status[go_board_number(&go_call_state(call)->board, p)]]);
    return true;
}

/* The points of a chain on a line of its own, empty points all on one, as GNU Go lists them and
 * Kigo reads them. */
static void chain_list(struct call *call, const struct go_board *board, int p) {
    int points[GO_POINTS], count = 0;
    if (go_board_colour(board, p) == GO_EMPTY)
        points[count++] = p;
    else
        for (int n = go_board_number(board, p); n < board->size * board->size; n++) {
            int q = go_board_point(board, n);
            if (go_board_colour(board, q) < GO_EMPTY &&
                go_board_head(board, q) == go_board_head(board, p))
                points[count++] = q;
        }
    if (call->out->length > 0)
        text_putc(call->out, go_board_colour(board, p) == GO_EMPTY ? ' ' : '\n');
    go_call_list(call, points, count);
}

bool go_run_final_status_list(struct call *call) {
    const struct go_board *board = &go_call_state(call)->board;
    enum status status[GO_POINTS];
    int wanted = 0;
    if (!command_needs(call, 1))
        return false;
    while (wanted < STATUSES && !text_same(call->words[0], status_names[wanted]))
        wanted++;
    if (wanted == STATUSES)
        return command_fail_because(call, "invalid status", "syntax.status",
                                    "'{0}' is none of alive, dead, seki, black_territory, "
                                    "white_territory, dame",
                                    call->words[0]);
    if (!statuses_find(call, status))
        return false;
    bool listed[GO_INDEXES] = {false}; /* by head */
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        int head = go_board_colour(board, p) == GO_EMPTY ? p : go_board_head(board, p);
        if (!listed[head] && (int)status[n] == wanted)
            chain_list(call, board, p);
        listed[head] = true;
    }
    return true;
}

static void lead_print(double lead, struct text *out) {
    struct result result = {.winner = lead > 0   ? GO_BLACK
                                      : lead < 0 ? GO_WHITE
                                                 : SIDE_NONE,
                            .margin = fabs(lead)};
    game_print_result(&go_game, &result, out);
}

/* A stopped game is counted; before that, the mean of many playouts must do. The bounds are
 * White's, and everything is written as GNU Go does, since Kigo takes it apart by its words. */
bool go_run_estimate_score(struct call *call) {
    const struct go_state *state = go_call_state(call);
    struct marks marks = {0};
    if (session_result(call->session, NULL).phase == PHASE_STOPPED &&
        call->services->judge(call->host, &marks)) {
        struct result result = go_score(state, &marks);
        game_print_result(&go_game, &result, call->out);
        return true;
    }
    struct go_forecast *forecast = memory_new(1, sizeof *forecast);
    go_forecast_make(forecast, &state->board, FORECAST_PLAYOUTS, NULL);
    double mean = (double)forecast->area / forecast->playouts;
    double spread = sqrt((double)forecast->squares / forecast->playouts - mean * mean);
    double lead = round(mean) - state->komi;
    if (state->rules == GO_JAPANESE)
        lead -= go_balance(state);
    lead_print(lead, call->out);
    text_put(call->out, " (upper bound: ");
    text_number(call->out, round(spread) - lead);
    text_put(call->out, ", lower: ");
    text_number(call->out, -round(spread) - lead);
    text_putc(call->out, ')');
    free(forecast);
    return true;
}

bool go_run_ownership(struct call *call) {
    const struct go_board *board = &go_call_state(call)->board;
    struct go_forecast *forecast = memory_new(1, sizeof *forecast);
    go_forecast_make(forecast, board, FORECAST_PLAYOUTS, NULL);
    for (int row = board->size - 1; row >= 0; row--) {
        for (int column = 0; column < board->size; column++) {
            int p = go_board_at(board, column, row);
            double lead = forecast->owned[GO_BLACK][p] - forecast->owned[GO_WHITE][p];
            text_print(call->out, "%s%.2f", column > 0 ? " " : "", lead / forecast->playouts);
        }
        text_putc(call->out, '\n');
    }
    free(forecast);
    return true;
}

struct top {
    struct call *call;
    const struct go_state *state;
    bool stones; /* passing is no move worth telling */
};

static void top_take(void *context, const struct report *report) {
    struct top *top = context;
    text_clear(top->call->out);
    for (size_t i = 0; i < report->count && i < TOP_MOVES; i++) {
        if (top->stones && report->best[i].line[0] == GO_PASS)
            continue;
        if (top->call->out->length > 0)
            text_putc(top->call->out, ' ');
        go_print(top->state, report->best[i].line[0], top->call->out);
        text_print(top->call->out, " %.1f", 100 * report->best[i].winrate);
    }
}

/* The player's options as they are at first, with no more memory than a short thought needs. */
static void options_usual(long values[OPTIONS_MAX]) {
    const struct player_option *option = go_player.options;
    for (int i = 0; i < OPTIONS_MAX && option != NULL && option[i].name != NULL; i++)
        values[i] = strcmp(option[i].name, "memory") == 0 ? TOP_MEGABYTES : option[i].initial;
}

static bool top_moves(struct call *call, int side, bool stones) {
    struct go_state state = *go_call_state(call);
    struct past past = session_past(call->session);
    state.to_play = side;
    if (session_result(call->session, NULL).phase == PHASE_OVER)
        return true;
    struct limits limits = {.nodes = TOP_PLAYOUTS, .seed = 1};
    struct top top = {.call = call, .state = &state, .stones = stones};
    long values[OPTIONS_MAX];
    options_usual(values);
    void *memory = go_player.open(&go_game, values);
    go_player.think(memory, &state, &past, &limits, top_take, &top);
    go_player.close(memory);
    return true;
}

bool go_run_top_moves(struct call *call) {
    int side = go_call_state(call)->to_play;
    return (call->count == 0 || command_side(call, 0, &side)) && top_moves(call, side, false);
}

/* GNU Go's names for it, and its way to tell of points only: Kigo's hint. */
bool go_run_top_moves_black(struct call *call) {
    return top_moves(call, GO_BLACK, true);
}

bool go_run_top_moves_white(struct call *call) {
    return top_moves(call, GO_WHITE, true);
}

/* A point that works towards taking a dead enemy chain: of all their liberties one that leaves the
 * chain with the fewest, and is no self-atari unless it takes. */
static int cleanup_point(const struct call *call, int side, const enum status *status) {
    const struct go_state *state = go_call_state(call);
    const struct go_board *board = &state->board;
    struct past past = session_past(call->session);
    int best = GO_PASS, best_count = GO_POINTS + 1;
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        if (go_board_colour(board, p) != side_other(side) || status[n] != DEAD)
            continue;
        int liberties[GO_POINTS], stones;
        int count = go_board_liberties(board, p, GO_POINTS, liberties);
        for (int i = 0; i < count && count < best_count; i++)
            if (go_check(state, &past, side, liberties[i]) == GO_FINE &&
                (count == 1 || go_playout_shape(board, side, liberties[i], &stones) >= 2)) {
                best = liberties[i];
                best_count = count;
            }
    }
    return best;
}

/* What a side owns after so many playouts, in points times playouts. */
static long side_area(const struct go_board *board, int side) {
    struct go_forecast *forecast = memory_new(1, sizeof *forecast);
    go_forecast_make(forecast, board, SACRIFICE_PLAYOUTS, NULL);
    long area = side == GO_BLACK ? forecast->area : -forecast->area;
    free(forecast);
    return area;
}

/* Where each liberty that is left gives stones away, as in an eye that is filled from within: the
 * one that costs nothing in the end, or a pass. */
static int cleanup_sacrifice(const struct call *call, int side, const enum status *status) {
    const struct go_state *state = go_call_state(call);
    const struct go_board *board = &state->board;
    struct past past = session_past(call->session);
    long best_area = side_area(board, side) - SACRIFICE_POINTS * SACRIFICE_PLAYOUTS;
    int best = GO_PASS;
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n), liberties[GO_POINTS];
        if (go_board_colour(board, p) != side_other(side) || status[n] != DEAD ||
            go_board_head(board, p) != p)
            continue;
        int count = go_board_liberties(board, p, GO_POINTS, liberties);
        for (int i = 0; i < count; i++) {
            if (go_check(state, &past, side, liberties[i]) != GO_FINE)
                continue;
            struct go_board after;
            go_board_copy(&after, board);
            go_board_play(&after, side, liberties[i]);
            long area = side_area(&after, side);
            if (area > best_area) {
                best = liberties[i];
                best_area = area;
            }
        }
    }
    return best;
}

/* Dead stones of the enemy are taken off; once none is left, passing is right. */
bool go_run_cleanup(struct call *call) {
    enum status status[GO_POINTS];
    struct choice choice;
    double began = monotonic_now();
    int side;
    if (!command_needs(call, 1) || !command_side(call, 0, &side) ||
        !session_may_play(call->session, side, call->error) || !statuses_find(call, status) ||
        !call->services->think(call->host, side, &choice, call->error))
        return false;
    /* The enemy may play on: what the player would still answer comes first. */
    int p = choice.resign ? GO_PASS : (int)choice.m;
    if (p == GO_PASS)
        p = cleanup_point(call, side, status);
    if (p == GO_PASS)
        p = cleanup_sacrifice(call, side, status);
    go_print(go_call_state(call), (move)p, call->out);
    call->services->play(call->host, side, (move)p, monotonic_now() - began);
    return true;
}
