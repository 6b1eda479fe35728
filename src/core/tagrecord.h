/* tagrecord: the plain record format of games that have no format of their own: tag pairs, then
 * numbered plies, then the result. protocol.md describes it. */
#ifndef TERNION_TAGRECORD_H
#define TERNION_TAGRECORD_H

#include "error.h"
#include "record.h"

void tagrecord_print(const struct record *record, struct text *text);
/* Reads game number index (from 0) of a text. record must be record_init'ed for the expected game;
 * a record of another game is refused. Errors name the line. */
bool tagrecord_parse(const char *text, size_t length, size_t index, struct record *record,
                     struct error *error);

#endif
