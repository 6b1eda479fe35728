/* json: writes JSON values into a text, and reads what it wrote: there are no blanks between
 * values. */
#ifndef TERNION_JSON_H
#define TERNION_JSON_H

#include "text.h"

/* A string value with quotes; NULL gives null. Bytes that are no UTF-8 become U+FFFD. jansson has a
 * json_string, which a program that links both would take ours for. */
void json_quoted(struct text *text, const char *value);
/* "name": before a value, with a comma before it unless an object or array was just opened. */
void json_name(struct text *text, const char *name);
/* Both at once. */
void json_member(struct text *text, const char *name, const char *value);
void json_number(struct text *text, const char *name, double value);
void json_flag(struct text *text, const char *name, bool value);
/* A comma, unless an object or array was just opened; before an element of an array. */
void json_next(struct text *text);

/* Steps through an object or an array: *at stands on its bracket before the first step. The name is
 * empty in an array. The value is a string without quotes and escapes, anything else (objects and
 * arrays, too) as it stands, empty for null. False, and both empty, after the last one. */
bool json_walk(const char **at, struct text *name, struct text *value);
/* The value, as above, of the first member of that name in the first object of the text; empty if
 * there is none. What objects and strings within that object look like does not matter. */
void json_find(const char *json, const char *name, struct text *value);

#endif
