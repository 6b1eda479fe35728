#include "error.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

bool error_set(struct error *error, const char *code, const char *template, ...) {
    if (error == NULL)
        return false;
    /* The arguments may point into the error that is being replaced: copy first. */
    struct error new = {.code = code, .template = template};
    va_list arguments;
    va_start(arguments, template);
    for (const char *argument; (argument = va_arg(arguments, const char *)) != NULL;)
        if (new.count < ERROR_ARGUMENTS)
            new.arguments[new.count++] = memory_string(argument);
    va_end(arguments);
    error_clear(error);
    *error = new;
    return false;
}

void error_clear(struct error *error) {
    for (int i = 0; i < error->count; i++)
        free(error->arguments[i]);
    *error = (struct error){0};
}

void error_print(const struct error *error, struct text *text) {
    const char *from = error->template == NULL ? "" : error->template;
    for (; *from != '\0'; from++) {
        int index = from[1] - '0';
        if (from[0] == '{' && index >= 0 && index < error->count && from[2] == '}') {
            text_put(text, error->arguments[index]);
            from += 2;
        } else {
            text_putc(text, *from);
        }
    }
}

bool error_is_syntax(const struct error *error) {
    return error->code != NULL && strncmp(error->code, "syntax.", 7) == 0;
}
