#include "answer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/json.h"
#include "../core/memory.h"

void answer_complaint(struct text *out, bool error, const char *id, const char *field,
                      const char *message) {
    text_putc(out, '{');
    json_member(out, error ? "error" : "warning", message);
    if (field != NULL)
        json_member(out, "field", field);
    if (id != NULL)
        json_member(out, "id", id);
    text_put(out, "}\n");
}

void answer_action(struct text *out, const struct query *query, const char *version) {
    size_t length = strlen(query->echo);
    text_putn(out, query->echo, length - 1); /* an object, which closes with a brace */
    if (version != NULL) {
        json_member(out, "version", version);
        json_member(out, "git_hash", "<omitted>");
    }
    text_put(out, "}\n");
}

static void put_head(struct text *out, const struct query *query, long turn, bool during) {
    text_putc(out, '{');
    json_member(out, "id", query->id);
    json_flag(out, "isDuringSearch", during);
    json_number(out, "turnNumber", (double)turn);
}

void answer_nothing(struct text *out, const struct query *query, long turn) {
    put_head(out, query, turn, false);
    json_flag(out, "noResults", true);
    text_put(out, "}\n");
}

/* The side to play's figures turned to whom the query wants them for. */
struct view {
    bool turned;
};

static void put_fixed(struct text *out, const char *name, double value) {
    json_name(out, name);
    text_print(out, "%.6f", value + 0.0);
}

static double turn(const struct view *view, double value) {
    return view->turned ? -value : value;
}

static double turn_rate(const struct view *view, double rate) {
    return view->turned ? 1 - rate : rate;
}

/* Rows from the top. */
static void put_board(struct text *out, const char *name, const struct view *view,
                      const float *board, size_t size) {
    json_name(out, name);
    text_putc(out, '[');
    for (size_t row = size; row-- > 0;)
        for (size_t column = 0; column < size; column++) {
            json_next(out);
            text_print(out, "%.4f", turn(view, (double)board[row * size + column]) + 0.0);
        }
    text_putc(out, ']');
}

/* What a move and the whole search have in common. What is not known is left out. */
static void put_values(struct text *out, const struct view *view, const struct variation *v) {
    double lcb = variation_lower_bound(v);
    json_number(out, "visits", (double)v->visits);
    put_fixed(out, "winrate", turn_rate(view, v->winrate));
    put_fixed(out, "utility", turn(view, 2 * v->winrate - 1));
    if (lcb >= 0) {
        put_fixed(out, "lcb", turn_rate(view, lcb));
        put_fixed(out, "utilityLcb", turn(view, 2 * lcb - 1));
    }
    if (!isnan(v->score)) {
        put_fixed(out, "scoreLead", turn(view, v->score));
        put_fixed(out, "scoreMean", turn(view, v->score));
    }
    if (v->spread > 0)
        put_fixed(out, "scoreStdev", v->spread);
}

static void put_line(struct text *out, const struct query *query, const struct session *session,
                     const struct variation *v) {
    const struct game *game = session_game(session);
    size_t most = query->pv_length > 0 ? (size_t)query->pv_length + 1 : SIZE_MAX;
    void *state = memory_copy(session_state(session), game->state_size);
    json_name(out, "pv");
    text_putc(out, '[');
    for (size_t i = 0; i < v->length && i < most; i++) {
        struct text name = {0};
        json_next(out);
        game->print(state, v->line[i], &name);
        json_quoted(out, text_string(&name));
        game->play(state, v->line[i]);
        text_free(&name);
    }
    text_putc(out, ']');
    free(state);
    for (int k = 0; k < 2 && query->pv_visits && v->line_visits != NULL; k++) {
        json_name(out, k == 0 ? "pvVisits" : "pvEdgeVisits"); /* the same in a tree */
        text_putc(out, '[');
        for (size_t i = 0; i < v->length && i < most; i++) {
            json_next(out);
            text_print(out, "%llu", (unsigned long long)v->line_visits[i]);
        }
        text_putc(out, ']');
    }
}

static void put_move(struct text *out, const struct query *query, const struct session *session,
                     const struct view *view, const struct report *report, size_t order) {
    const struct variation *v = &report->best[order];
    struct text name = {0};
    session_game(session)->print(session_state(session), v->line[0], &name);
    json_next(out);
    text_putc(out, '{');
    json_member(out, "move", text_string(&name));
    json_number(out, "order", (double)order);
    if (v->prior >= 0)
        put_fixed(out, "prior", v->prior);
    json_number(out, "edgeVisits", (double)v->visits);
    put_values(out, view, v);
    put_line(out, query, session, v);
    if (query->moves_ownership && v->ownership != NULL)
        put_board(out, "ownership", view, v->ownership, (size_t)session_setup(session)->size);
    text_putc(out, '}');
    text_free(&name);
}

static void put_root(struct text *out, const struct session *session, const struct view *view,
                     const struct report *report) {
    struct variation root = report->root != NULL ? *report->root : report->best[0];
    json_name(out, "rootInfo");
    text_putc(out, '{');
    json_member(out, "currentPlayer", session_to_play(session) == SIDE_FIRST ? "B" : "W");
    put_values(out, view, &root);
    text_putc(out, '}');
}

/* The policy has no side; after the points comes the pass. */
static void put_policy(struct text *out, const struct report *report, size_t size) {
    json_name(out, "policy");
    text_putc(out, '[');
    for (size_t row = size; row-- > 0;)
        for (size_t column = 0; column < size; column++) {
            double value = (double)report->policy[row * size + column];
            json_next(out);
            if (value < 0)
                text_put(out, "-1");
            else
                text_print(out, "%.8f", value);
        }
    json_next(out);
    text_print(out, "%.8f]", (double)report->policy[size * size]);
}

void answer_report(struct text *out, const struct query *query, long number,
                   const struct session *session, const struct report *report, bool during) {
    int side = session_to_play(session);
    size_t size = (size_t)session_setup(session)->size;
    struct view view = {.turned = (query->view == VIEW_BLACK && side == SIDE_SECOND) ||
                                  (query->view == VIEW_WHITE && side == SIDE_FIRST)};
    put_head(out, query, number, during);
    json_name(out, "moveInfos");
    text_putc(out, '[');
    for (size_t i = 0; i < report->count; i++)
        put_move(out, query, session, &view, report, i);
    text_putc(out, ']');
    if (report->root != NULL || report->count > 0)
        put_root(out, session, &view, report);
    if (query->ownership && report->ownership != NULL)
        put_board(out, "ownership", &view, report->ownership, size);
    if (query->policy && report->policy != NULL)
        put_policy(out, report, size);
    text_put(out, "}\n");
}
