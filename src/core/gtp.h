/* gtp: the framing of GTP version 2, and nothing about what commands mean. */
#ifndef TERNION_GTP_H
#define TERNION_GTP_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

enum { GTP_LINE_MAX = 1 << 20 };

/* A command line after cleaning; all strings belong to `words`. */
struct gtp_request {
    struct words words;
    const char *id;   /* digits, "" if none was given */
    const char *name; /* "" if the line held only an id */
    int count;        /* arguments */
    char **arguments;
};

/* Reads a line of length bytes: drops control characters, makes tabs spaces, cuts the comment,
 * splits off the id. False: there is nothing to answer (an empty line). free with gtp_free. */
bool gtp_parse(const char *line, size_t length, struct gtp_request *request);
/* The same where some commands take what people say, in which a '#' begins no comment. */
bool gtp_parse_text(const char *line, size_t length, bool (*takes_text)(const char *name),
                    struct gtp_request *request);
void gtp_free(struct gtp_request *request);

/* Appends "=id body" or "?id body" and the empty line that ends it. Empty lines within the body are
 * left out, since they would end the reply; a body that begins with a newline starts on a line of
 * its own. */
void gtp_reply(struct text *out, bool good, const char *id, const char *body);
/* The first line of a reply whose body follows piece by piece; gtp_close ends it. */
void gtp_open(struct text *out, const char *id);
void gtp_close(struct text *out);

#endif
