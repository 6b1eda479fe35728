#include "steps.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/vertex.h"
#include "engine.h"

/* The unfinished move. */

void steps_clear(struct steps *steps) {
    steps->count = 0;
    steps->plan = MOVE_NONE;
    steps->seconds = 0;
}

void steps_free(struct steps *steps) {
    free(steps->ways);
}

bool steps_apply(const struct steps *steps, const struct session *session) {
    return steps->wanted && session_game(session)->points != NULL;
}

static uint64_t key_of(const struct session *session) {
    return session_game(session)->key(session_state(session));
}

int steps_begun(const struct steps *steps, const struct session *session) {
    bool here =
        steps->count > 0 && steps->plies == session_plies(session) && steps->key == key_of(session);
    return here ? steps->count : 0;
}

/* Leaves the points only where they belong to this position and side. */
static void steps_settle(struct steps *steps, const struct session *session, int side) {
    if (steps_begun(steps, session) > 0 && steps->side == side)
        return;
    steps_clear(steps);
    steps->side = side;
    steps->plies = session_plies(session);
    steps->key = key_of(session);
}

/* Ways. */

static void keep_way(struct steps *steps, size_t ply, int way) {
    if (ply >= steps->room) {
        size_t room = 2 * ply + 16;
        steps->ways = memory_grow(steps->ways, room, sizeof *steps->ways);
        memset(steps->ways + steps->room, 0, room - steps->room);
        steps->room = room;
    }
    steps->ways[ply] = (unsigned char)way;
}

/* The points of a move in the way in which that ply was made. */
static int points_of_ply(const struct steps *steps, const struct session *session, size_t ply,
                         move m, struct game_point at[GAME_POINTS]) {
    const struct game *game = session_game(session);
    int way = ply < steps->room ? steps->ways[ply] : 0;
    int count = game->points(session_state(session), m, way, at);
    return count > 0 ? count : game->points(session_state(session), m, 0, at);
}

static bool same_points(const struct game_point *a, const struct game_point *b, int count) {
    for (int i = 0; i < count; i++)
        if (a[i].column != b[i].column || a[i].row != b[i].row)
            return false;
    return true;
}

/* Whether a move may be made by these points first; its points in that way, and the way. */
static bool begins_with(const struct session *session, move m, const struct game_point *first,
                        int begun, struct game_point at[GAME_POINTS], int *count, int *way) {
    const struct game *game = session_game(session);
    for (*way = 0; (*count = game->points(session_state(session), m, *way, at)) > 0; ++*way)
        if (*count >= begun && same_points(at, first, begun))
            return true;
    return false;
}

/* Playing. */

/* Adds a point. *done is the move that it completes, or MOVE_NONE. */
static bool steps_add(struct steps *steps, const struct session *session, struct game_point point,
                      move *done, struct error *error) {
    struct game_point at[GAME_POINTS];
    struct moves list = {0};
    int way, count, begun = steps->count;
    bool found = false;
    *done = MOVE_NONE;
    steps->at[begun] = point;
    session_moves(session, &list);
    for (size_t i = 0; i < list.count && *done == MOVE_NONE; i++)
        if (begins_with(session, list.at[i], steps->at, begun + 1, at, &count, &way)) {
            found = true;
            if (count == begun + 1) {
                *done = list.at[i];
                keep_way(steps, steps->plies, way);
            }
        }
    moves_free(&list);
    steps->count += found;
    if (found)
        return true;
    struct text name = {0};
    vertex_print(&name, point.column, point.row);
    error_set(error, "steps.none",
              begun > 0 ? "no legal move goes on with {0}" : "no legal move begins with {0}",
              text_string(&name), NULL);
    text_free(&name);
    return false;
}

static bool point_parse(const struct session *session, const char *text, struct game_point *point) {
    int size = session_setup(session)->size;
    int length = vertex_parse(text, &point->column, &point->row);
    return length > 0 && text[length] == '\0' && point->column < size && point->row < size;
}

bool steps_play(struct steps *steps, struct session *session, int side, const char *text,
                struct error *error) {
    struct game_point point;
    move done;
    if (!steps_apply(steps, session) || !point_parse(session, text, &point))
        return session_play(session, side, text, error);
    if (!session_may_play(session, side, error))
        return false;
    steps_settle(steps, session, side);
    if (!steps_add(steps, session, point, &done, error))
        return false;
    if (done != MOVE_NONE) {
        session_play_move(session, side, done);
        steps_clear(steps);
    }
    return true;
}

static bool undo_point(struct steps *steps, struct session *session, struct error *error) {
    if (steps_begun(steps, session) > 0) {
        steps->count--;
        steps->plan = MOVE_NONE;
        return true;
    }
    int side;
    move m = session_last(session, &side);
    size_t plies = session_plies(session);
    if (!session_undo(session, 1, error))
        return false;
    if (session_plies(session) == plies) /* it was an ending */
        return true;
    steps_settle(steps, session, side);
    steps->count = points_of_ply(steps, session, plies - 1, m, steps->at) - 1;
    return true;
}

static bool undo_points(struct steps *steps, struct session *session, long count,
                        struct error *error) {
    bool good = true;
    for (; good && count > 0; count--)
        good = undo_point(steps, session, error);
    return good;
}

bool steps_undo(struct steps *steps, struct session *session, long count, struct error *error) {
    if (!steps_apply(steps, session))
        return session_undo(session, count, error);
    struct session *copy = session_copy(session);
    struct steps trial = *steps; /* nothing is added to its ways */
    bool good = undo_points(&trial, copy, count, error);
    session_free(copy);
    return good && undo_points(steps, session, count, error);
}

int steps_print_moves(const struct steps *steps, const struct session *session, struct text *text) {
    const struct game *game = session_game(session);
    int size = session_setup(session)->size, begun = steps_begun(steps, session);
    bool seen[MARKS_POINTS] = {false};
    struct game_point at[GAME_POINTS];
    struct moves list = {0};
    int count;
    session_moves(session, &list);
    for (size_t i = 0; i < list.count; i++)
        for (int way = 0; (count = game->points(session_state(session), list.at[i], way, at)) > 0;
             way++)
            if (count > begun && same_points(at, steps->at, begun))
                seen[at[begun].row * size + at[begun].column] = true;
    moves_free(&list);
    int found = 0;
    for (int p = 0; p < size * size; p++)
        if (seen[p]) {
            text_put(text, found++ > 0 ? " " : "");
            vertex_print(text, p % size, p / size);
        }
    return found;
}

/* The engine's moves. */

/* The best move that goes on from what somebody else has begun: the first such in the report of a
 * thought, or any that is legal. */
static move best_begun(struct engine *engine, int side) {
    const struct steps *steps = &engine->steps;
    struct game_point at[GAME_POINTS];
    struct thought thought = {0};
    struct limits limits = engine_limits(engine, side);
    struct past past = session_past(engine->session);
    double began = monotonic_now();
    enum wake wake;
    void *state = engine_position(engine, side, NULL);
    thinker_start(engine->thinker, state, &past, &limits);
    free(state);
    while ((wake = engine_wait(engine, false, &thought, 0)) != WAKE_DONE)
        if (wake == WAKE_INTERRUPT)
            thinker_stop(engine->thinker);
    engine_end_timed(engine, &limits, began);
    move best = MOVE_NONE;
    int way, count;
    for (size_t i = 0; i < thought.report.count && best == MOVE_NONE; i++)
        if (begins_with(engine->session, thought.report.best[i].line[0], steps->at, steps->count,
                        at, &count, &way))
            best = thought.report.best[i].line[0];
    thought_free(&thought);
    struct moves list = {0};
    session_moves(engine->session, &list);
    for (size_t i = 0; i < list.count && best == MOVE_NONE; i++)
        if (begins_with(engine->session, list.at[i], steps->at, steps->count, at, &count, &way))
            best = list.at[i];
    moves_free(&list);
    return best;
}

/* The move whose points are told, or MOVE_NONE to resign. */
static bool choose_plan(struct engine *engine, int side, move *plan, struct error *error) {
    const struct steps *steps = &engine->steps;
    struct choice choice;
    *plan = steps->plan;
    if (*plan != MOVE_NONE)
        return true;
    if (steps->count > 0) {
        *plan = best_begun(engine, side);
        return true;
    }
    if (!engine_choose(engine, side, &choice, error))
        return false;
    *plan = choice.resign ? MOVE_NONE : choice.m;
    return true;
}

bool steps_genmove(struct engine *engine, int side, bool play, struct text *out,
                   struct error *error) {
    struct steps *steps = &engine->steps;
    struct game_point at[GAME_POINTS];
    move plan, done;
    int count, way;
    double began = monotonic_now();
    if (!session_may_play(engine->session, side, error))
        return false;
    steps_settle(steps, engine->session, side);
    if (!choose_plan(engine, side, &plan, error))
        return false;
    if (plan == MOVE_NONE) {
        text_put(out, "resign");
        return true;
    }
    begins_with(engine->session, plan, steps->at, steps->count, at, &count, &way);
    vertex_print(out, at[steps->count].column, at[steps->count].row);
    if (!play)
        return true;
    steps->plan = plan;
    steps->seconds += monotonic_now() - began;
    steps_add(steps, engine->session, at[steps->count], &done, NULL);
    if (done != MOVE_NONE) {
        engine_play(engine, side, done, steps->seconds);
        steps_clear(steps);
    }
    return true;
}
