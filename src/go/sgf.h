/* sgf: what the reader and the writer of records share. */
#ifndef TERNION_GO_SGF_H
#define TERNION_GO_SGF_H

/* A private property of set-up nodes with the whole position, written only if stones and side do not
 * say everything (ko, prisoners, passes). */
#define SGF_POSITION "TERNION"

/* The tag that a root property is kept in ("PB": "Side0"), or NULL if it is not kept as a tag. */
const char *sgf_tag_of(const char *property);

#endif
