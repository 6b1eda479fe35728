/* json: writing JSON values into a text; nobody here reads any. */
#ifndef TERNION_JSON_H
#define TERNION_JSON_H

#include "../src/core/text.h"

/* A string value with quotes; NULL gives null. Bytes that are no UTF-8 become U+FFFD. */
void json_string(struct text *text, const char *value);
/* "name": before a value, with a comma before it unless an object or array was just opened. */
void json_name(struct text *text, const char *name);
/* Both at once. */
void json_member(struct text *text, const char *name, const char *value);
void json_number(struct text *text, const char *name, double value);
void json_flag(struct text *text, const char *name, bool value);
/* A comma, unless an object or array was just opened; before an element of an array. */
void json_next(struct text *text);

#endif
