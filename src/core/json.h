/* json: writing JSON values into a text, and finding one member in a text of our own making. */
#ifndef TERNION_JSON_H
#define TERNION_JSON_H

#include "text.h"

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

/* The value of the first member of that name: a string without quotes and escapes, anything else as it
 * stands; empty for null, or if there is no such member. */
void json_find(const char *json, const char *name, struct text *value);

#endif
