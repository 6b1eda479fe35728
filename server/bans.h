/* bans: networks that may not come in, from a file that the operator keeps: one address or network
 * in digits a line; blanks, empty lines and what follows a # do not count. */
#ifndef TERNION_BANS_H
#define TERNION_BANS_H

#include "../src/core/error.h"
#include "../src/core/text.h"

/* All zero: nobody is banned. */
struct bans {
    struct words networks;
};

/* Reads the file in place of what was known. False with an error that names file and line: then
 * nothing has changed. */
bool bans_read(struct bans *bans, const char *file, struct error *error);
/* Whether a name that socket_name has given is banned. */
bool bans_have(const struct bans *bans, const char *name);
void bans_free(struct bans *bans);

#endif
