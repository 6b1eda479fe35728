#include "terminal.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/text.h"

enum { LEAST_COLUMNS = 20 }; /* below that wrapping makes it worse */

static void print_lines(const char *text) {
    size_t length = strlen(text);
    fputs(text, stdout);
    if (length > 0 && text[length - 1] != '\n')
        fputc('\n', stdout);
}

void terminal_print(const char *text, size_t indent) {
    struct winsize size;
    struct text wrapped = {0};
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
        size.ws_col >= LEAST_COLUMNS)
        text_wrap(&wrapped, text, size.ws_col, indent);
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
