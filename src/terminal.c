#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/text.h"
#include "system/standard.h"

enum { LEAST_COLUMNS = 20 }; /* below that wrapping makes it worse */

static void print_lines(const char *text) {
    size_t length = strlen(text);
    fputs(text, stdout);
    if (length > 0 && text[length - 1] != '\n')
        fputc('\n', stdout);
}

int terminal_columns(void) {
    int columns = standard_columns();
    return columns >= LEAST_COLUMNS ? columns : 0;
}

bool terminal_is_smart(void) {
    const char *kind = getenv("TERM");
    return isatty(STDOUT_FILENO) && kind != NULL && strcmp(kind, "dumb") != 0;
}

void terminal_print(const char *text, size_t indent) {
    int columns = terminal_columns();
    struct text wrapped = {0};
    if (columns > 0)
        text_wrap(&wrapped, text, (size_t)columns, indent);
    else
        text_put(&wrapped, text);
    print_lines(text_string(&wrapped));
    text_free(&wrapped);
}

void terminal_print_reply(const char *command, const char *reply) {
    static const char *const sentences[] = {"evaluate", "help", "hint", "list_options"};
    size_t length = strcspn(command, " \t");
    for (size_t i = 0; i < sizeof sentences / sizeof sentences[0]; i++)
        if (strlen(sentences[i]) == length && strncmp(sentences[i], command, length) == 0) {
            terminal_print(reply, 2);
            return;
        }
    print_lines(reply);
}
