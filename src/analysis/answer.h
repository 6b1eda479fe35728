/* answer: what the analysis protocol says, as lines of JSON. */
#ifndef TERNION_ANALYSIS_ANSWER_H
#define TERNION_ANALYSIS_ANSWER_H

#include "../core/player.h"
#include "query.h"

/* Appends a complaint as a line; id and field may be NULL. */
void answer_complaint(struct text *out, bool error, const char *id, const char *field,
                      const char *message);
/* Appends the echo of an action; a version, if there is one, joins it. */
void answer_action(struct text *out, const struct query *query, const char *version);
/* Appends that a turn has no result: it was ended before it began, or the game was over. */
void answer_nothing(struct text *out, const struct query *query, long turn);
/* Appends a report about a position, in which somebody is to play. */
void answer_report(struct text *out, const struct query *query, long turn,
                   const struct session *session, const struct report *report, bool during);

#endif
