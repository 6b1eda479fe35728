/* How a session ends, and what its result is called. */
#include "session_inside.h"

#include <ctype.h>

void session_forget_ending(struct session *session) {
    session->ending = ENDING_NONE;
    session->winner = SIDE_NONE;
    session->margin = 0;
    session->draw_offered = SIDE_NONE;
}

bool session_goes_on(const struct session *session, struct error *error) {
    if (session_result(session, NULL).phase != PHASE_OVER)
        return true;
    struct text result = {0};
    session_print_result(session, &result);
    error_set(error, "session.over", "the game is over, {0}", text_string(&result), NULL);
    text_free(&result);
    return false;
}

bool session_end(struct session *session, enum ending ending, int winner, double margin,
                 struct error *error) {
    if (!session_goes_on(session, error))
        return false;
    session->ending = ending;
    session->winner = winner;
    session->margin = winner == SIDE_NONE ? 0 : margin;
    session->draw_offered = SIDE_NONE;
    return true;
}

bool session_resign(struct session *session, int side, struct error *error) {
    return session_end(session, ENDING_RESIGN, side_other(side), 0, error);
}

bool session_draw_offer(struct session *session, int side, struct error *error) {
    if (!session_goes_on(session, error))
        return false;
    if (session->draw_offered == side_other(side))
        return session_draw_answer(session, side, true, error);
    session->draw_offered = side;
    return true;
}

bool session_draw_answer(struct session *session, int side, bool accept, struct error *error) {
    if (!session_goes_on(session, error))
        return false;
    if (session->draw_offered != side_other(side))
        return error_set(error, "session.no-offer", "{0} has offered no draw",
                         session->game->sides[side_other(side)], NULL);
    session->draw_offered = SIDE_NONE;
    return !accept || session_end(session, ENDING_AGREED, SIDE_NONE, 0, error);
}

int session_draw_offered(const struct session *session) {
    return session->draw_offered;
}

struct result session_result(const struct session *session, enum ending *ending) {
    if (session->ending != ENDING_NONE) {
        if (ending != NULL)
            *ending = session->ending;
        return (struct result){PHASE_OVER, session->winner, session->margin};
    }
    struct past past = session_past(session);
    struct result result = session->game->result(session->state, &past);
    if (ending != NULL)
        *ending = result.phase == PHASE_OVER ? ENDING_RULES : ENDING_NONE;
    return result;
}

static const char *ending_letter(enum ending ending) {
    switch (ending) {
    case ENDING_RESIGN:
        return "R";
    case ENDING_TIME:
        return "T";
    case ENDING_FAULT:
        return "F";
    case ENDING_ADJUDICATED:
        return "A";
    case ENDING_NONE:
    case ENDING_RULES:
    case ENDING_AGREED:
    case ENDING_SCORED:
        break;
    }
    return NULL;
}

void session_print_result(const struct session *session, struct text *text) {
    enum ending ending;
    struct result result = session_result(session, &ending);
    const char *letter = ending_letter(ending);
    if (result.phase != PHASE_OVER)
        text_put(text, "*");
    else if (result.winner == SIDE_NONE || letter == NULL)
        game_print_result(session->game, &result, text);
    else
        text_print(text, "%c+%s", toupper((unsigned char)session->game->sides[result.winner][0]),
                   letter);
}
