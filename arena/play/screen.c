#include "screen.h"

#include <limits.h>
#include <stdbool.h>
#include <sys/ioctl.h>

void screen_size(FILE *stream, int *columns, int *rows) {
    struct winsize size;
    bool known = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0;
    *columns = known && size.ws_col > 0 ? size.ws_col : 80;
    *rows = known && size.ws_row > 0 ? size.ws_row : INT_MAX;
}
