#include "standard.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* A standard descriptor that is closed would be taken by the next file: give it to one on which
 * reading and writing fail. */
void standard_prepare(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_PATH) < 0)
            abort();
    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_IGN);
}

int standard_input(void) {
    return STDIN_FILENO;
}

bool standard_is_utf8(void) {
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

int standard_columns(void) {
    struct winsize size;
    bool known = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    return known ? size.ws_col : 0;
}
