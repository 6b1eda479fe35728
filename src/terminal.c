#include "terminal.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/text.h"

enum { LEAST_COLUMNS = 20 }; /* below that wrapping makes it worse */

void terminal_print(const char *text, size_t indent) {
    struct winsize size;
    struct text wrapped = {0};
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
        size.ws_col >= LEAST_COLUMNS)
        text_wrap(&wrapped, text, size.ws_col, indent);
    else
        text_put(&wrapped, text);
    fputs(text_string(&wrapped), stdout);
    if (wrapped.length > 0 && wrapped.at[wrapped.length - 1] != '\n')
        fputc('\n', stdout);
    text_free(&wrapped);
}
