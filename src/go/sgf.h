/* sgf: what the reader and the writer of records share. */
#ifndef TERNION_GO_SGF_H
#define TERNION_GO_SGF_H

#include "../core/text.h"

/* A private property of set-up nodes with the whole position, written only if stones and side do
 * not say everything (ko, prisoners, passes, a move handed over). */
#define SGF_POSITION "TERNION"

/* The tag that a root property is kept in ("PB": "Side0"), or NULL if it is not kept as a tag. */
const char *sgf_tag_of(const char *property);
/* Comments that fall into one place follow each other in lines; an empty one adds nothing. */
void sgf_comment_add(struct text *text, const char *comment);

#endif
