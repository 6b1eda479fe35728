/* sgf: what the reader and the writer of records share. */
#ifndef TERNION_GO_SGF_H
#define TERNION_GO_SGF_H

#include "../core/text.h"

/* A private property of set-up nodes with the whole position, written only if stones and side are
 * not all of it (ko, prisoners, passes, a turn handed over). */
#define SGF_POSITION "TERNION"

/* The record's tag for a root property ("PB": "Side0"), or NULL if it has none. */
const char *sgf_tag_of(const char *property);
/* Appends a comment on a line of its own; an empty one adds nothing. */
void sgf_comment_add(struct text *text, const char *comment);

#endif
