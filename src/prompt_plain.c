/* A prompt without readline: lines as the terminal gives them, not kept and not completed. */
#include "prompt.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/text.h"
#include "system/standard.h"

static volatile sig_atomic_t interrupts; /* since somebody looked */
static bool terminal;

/* Not every command looks for an interrupt: the third one ends the program. */
static void on_interrupt(int signal_number) {
    enum { PATIENCE = 3 };
    signal(signal_number, ++interrupts < PATIENCE ? on_interrupt : SIG_DFL);
    if (interrupts >= PATIENCE)
        raise(signal_number);
}

bool prompt_is_interrupted(void) {
    return interrupts != 0;
}

void prompt_forget_interrupt(void) {
    interrupts = 0;
}

bool prompt_open(prompt_complete_fn *complete, void *context) {
    (void)complete;
    (void)context;
    terminal = isatty(STDIN_FILENO) != 0;
    signal(SIGINT, on_interrupt);
    return terminal;
}

void prompt_close(void) {}

char *prompt_read(const char *words) {
    struct text line = {0};
    unsigned char c; /* file names and comments are UTF-8 */
    ssize_t count;
    if (terminal) {
        fputs(words, stdout);
        fflush(stdout);
    }
    while ((count = read(standard_input(), &c, 1)) == 1 && c != '\n')
        if ((c >= ' ' && c != 127) || c == '\t')
            text_putc(&line, (char)c);
    if (count != 1 && line.length == 0) {
        text_free(&line);
        return NULL;
    }
    return text_take(&line);
}
