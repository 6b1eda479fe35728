/* query: one line of KataGo's analysis protocol, read and checked. */
#ifndef TERNION_ANALYSIS_QUERY_H
#define TERNION_ANALYSIS_QUERY_H

#include "../core/avoid.h"
#include "../core/session.h"

enum query_action { QUERY_ANALYZE, QUERY_VERSION, QUERY_CLEAR_CACHE, QUERY_TERMINATE };

/* For whom winrates, scores and owners are told. */
enum query_view { VIEW_BLACK, VIEW_WHITE, VIEW_TO_MOVE };

struct query_ply {
    int side;
    move m;
};

struct query {
    char *id;
    enum query_action action;
    char *echo; /* what the query said, for actions: they are answered with it */

    /* QUERY_TERMINATE; no numbers: every turn. */
    char *terminate_id;
    bool all; /* whatever its id */
    long *numbers;
    size_t number_count;

    /* QUERY_ANALYZE */
    struct session *start; /* before the first ply */
    struct query_ply *plies;
    size_t ply_count;
    long *turns, *priorities; /* as many of both; which turns are wanted, each once */
    size_t turn_count;
    struct avoid_list avoid;
    uint64_t visits;    /* 0: not said */
    double seconds;     /* 0: not said */
    long pv_length;     /* plies after the first; 0: not said */
    double every;       /* seconds between reports while it is searched; 0: none */
    double first_after; /* seconds before the first of them */
    bool ownership, moves_ownership, policy, pv_visits;
    enum query_view view;
};

/* Where the protocol's complaints go: an error ends the query, a warning does not. `field` and `id`
 * are NULL where there is none. */
typedef void query_complaint_fn(void *context, bool error, const char *id, const char *field,
                                const char *message);

/* Reads a line, for a game whose rules other programs name; NULL after an error was told. */
struct query *query_read(const struct game *game, const char *line, size_t length,
                         query_complaint_fn *complain, void *context);
void query_free(struct query *query);
/* A session in which the first `turn` plies are played; the caller frees it. */
struct session *query_session(const struct query *query, long turn);

#endif
