/* pdn: what the PDN reader and writer share. */
#ifndef TERNION_DRAUGHTS_PDN_H
#define TERNION_DRAUGHTS_PDN_H

#include "draughts.h"

/* Appends a comment as it is kept: its lines without space around them, none of them empty. */
void pdn_comment_add(const char *from, size_t length, struct text *text);

#endif
