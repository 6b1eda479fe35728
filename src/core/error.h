/* error: why something was refused, as a stable code with arguments.
 *
 * The English text is made from a template whose {0} {1} ... stand for the arguments, so that a
 * client can say the same in another language from code and arguments alone. */
#ifndef TERNION_ERROR_H
#define TERNION_ERROR_H

#include <stdbool.h>

#include "text.h"

enum { ERROR_ARGUMENTS = 4 };

/* All zero means no error. code and template point to string constants. Codes are lower case words
 * joined by '-', with the owner before a dot: "qttt.same-cell", "session.wrong-side".
 * A code that begins with "syntax." says that the text could not be read at all; any other code
 * that it was understood and is not allowed. */
struct error {
    const char *code;
    const char *template;
    char *arguments[ERROR_ARGUMENTS];
    int count;
};

/* Sets the error from string arguments ended by NULL. Always returns false, so that a function
 * may `return error_set(...)`. error may be NULL: then nothing is recorded. */
bool error_set(struct error *error, const char *code, const char *template, ...)
    __attribute__((sentinel));
/* Forgets the error and frees the arguments. */
void error_clear(struct error *error);
/* Appends the English text. */
void error_print(const struct error *error, struct text *text);
bool error_is_syntax(const struct error *error);

#endif
