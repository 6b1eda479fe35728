/* html: text made safe for a page. Bytes that are no UTF-8, and control characters, become U+FFFD.
 */
#ifndef TERNION_HTML_H
#define TERNION_HTML_H

#include "../../src/core/text.h"

/* As the content of an element or of a quoted attribute. */
void html_put(struct text *text, const char *string);
/* The same for the first characters, with an ellipsis where some were left out. */
void html_put_short(struct text *text, const char *string, size_t characters);
/* Somebody else's name, in an element that keeps its direction of writing to itself. */
void html_name(struct text *text, const char *name);
/* JSON as the content of a script element. */
void html_put_json(struct text *text, const char *json);
/* 1234567 as 1,234,567. */
void html_count(struct text *text, long count);
/* Seconds as people read them: 18 µs, 1.24 ms, 12.3 s, 5 min 07 s, 2 h 05 min. */
void html_seconds(struct text *text, double seconds);

#endif
