/* static_file: a file of the page's folder, and what HTTP says of it. */
#ifndef TERNION_STATIC_FILE_H
#define TERNION_STATIC_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "../src/core/text.h"

enum { STATIC_TAG = 128 };

struct static_file {
    int descriptor; /* the caller's to close */
    uint64_t size;
    const char *type;     /* media type */
    bool compressed;      /* by gzip */
    bool lasting;         /* its path says which version it is: it never changes */
    char tag[STATIC_TAG]; /* ETag, in quotes; another one for other content */
};

/* Opens what a request path means in a folder; false if it is no file there. Where `gzip` will do
 * and NAME.gz is there, no older than NAME, that is taken. A path /v-VERSION/NAME means NAME, for
 * good if the folder's file VERSION holds that word. Links are not followed. */
bool static_file_open(struct static_file *file, const char *folder, const char *path, bool gzip);

/* Whether a path may be served: every part is a plain file name. *name gets the path within the
 * folder. Pure. */
bool static_file_path(const char *path, struct text *name);
/* The media type by suffix. Pure. */
const char *static_file_type(const char *name);
/* Whether an Accept-Encoding header (NULL: none) takes gzip. Pure. */
bool static_file_takes_gzip(const char *header);
/* Whether an If-None-Match header (NULL: none) names the tag. Pure. */
bool static_file_matches(const char *header, const char *tag);

#endif
