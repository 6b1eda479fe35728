/* session_inside: a session as its own files know it. session.c makes and shows it, session_play.c
 * plays and takes back, session_ending.c ends it, session_record.c turns it into a record and back.
 */
#ifndef TERNION_SESSION_INSIDE_H
#define TERNION_SESSION_INSIDE_H

#include "session.h"

struct session {
    const struct game *game;
    struct setup setup;
    void *start;
    void *state;
    bool usual; /* start is what game->init makes */

    struct log_entry *log;
    size_t log_count, log_room;
    size_t plies;   /* in the log */
    uint64_t *keys; /* of the positions before each ply since the last edit */
    size_t key_count, key_room;

    enum ending ending; /* declared, not by the rules */
    int winner;
    double margin;
    int draw_offered;

    struct clock_settings clock_settings;
    struct clock clocks[2];
    struct record tags; /* used for its tags only */
};

/* session.c: clocks as at the beginning of a game. */
void session_start_clocks(struct session *session);
/* session_play.c: drops the log's entries behind the first `keep`. */
void session_drop_log(struct session *session, size_t keep);
/* session_play.c: how many entries hand over the move before anything else happens. */
size_t session_leading_turns(const struct session *session);
/* session_play.c: the side that was told to begin, where such a choice stays made; else SIDE_NONE.
 */
int session_chosen_first(const struct session *session);
/* session_ending.c: no ending is declared and no draw offered any more. */
void session_forget_ending(struct session *session);
/* session_ending.c: refuses once the game has ended in any way. */
bool session_goes_on(const struct session *session, struct error *error);

#endif
