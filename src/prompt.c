#include "prompt.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "core/text.h"

enum { HISTORY_LINES = 1000 };

/* Signals and readline have no argument to pass anything by. */
static volatile sig_atomic_t interrupts; /* since somebody looked */
static struct {
    bool terminal;
    char *history; /* a file's name, or NULL */
    prompt_complete_fn *complete;
    void *context;
    char *before; /* what stands in the line before the word that is completed */
} prompt;

/* Interrupts. */

/* Not every command looks for an interrupt (perft counts for as long as it takes): the third one
 * ends the program. */
static void on_interrupt(int signal_number) {
    enum { PATIENCE = 3 };
    if (++interrupts < PATIENCE)
        return;
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

bool prompt_is_interrupted(void) {
    return interrupts != 0;
}

void prompt_forget_interrupt(void) {
    interrupts = 0;
}

/* While a line is typed Ctrl-C throws it away. */
static int line_interrupted(void) {
    prompt_forget_interrupt();
    rl_replace_line("", 0);
    rl_crlf();
    rl_on_new_line();
    rl_redisplay();
    return 0;
}

/* Completion. */

static char *complete_next(const char *start, int again) {
    return prompt.complete(prompt.context, prompt.before, start, again != 0);
}

static char **complete(const char *start, int from, int to) {
    (void)to;
    rl_attempted_completion_over = 1;
    prompt.before = strndup(rl_line_buffer, (size_t)from);
    char **found = prompt.before == NULL ? NULL : rl_completion_matches(start, complete_next);
    free(prompt.before);
    prompt.before = NULL;
    return found;
}

/* History. */

/* Makes the folders above a file. */
static void make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}

static char *history_name(void) {
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    struct text name = {0};
    if (state != NULL && *state == '/')
        text_print(&name, "%s/ternion/history", state);
    else if (home != NULL && *home == '/')
        text_print(&name, "%s/.local/state/ternion/history", home);
    else
        return NULL;
    return text_take(&name);
}

/* There must be a file for lines to be appended to. */
static void history_create(void) {
    make_folders(prompt.history);
    int descriptor = open(prompt.history, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor >= 0)
        close(descriptor);
}

/* Lines. */

bool prompt_open(prompt_complete_fn *words, void *context) {
    prompt.terminal = isatty(STDIN_FILENO) == 1;
    prompt.complete = words;
    prompt.context = context;
    rl_readline_name = "ternion";
    rl_attempted_completion_function = complete;
    rl_completer_word_break_characters = " \t";
    rl_variable_bind("show-all-if-ambiguous", "on");
    rl_signal_event_hook = line_interrupted;
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    stifle_history(HISTORY_LINES);
    prompt.history = prompt.terminal ? history_name() : NULL;
    if (prompt.history != NULL) {
        read_history(prompt.history);
        history_create();
    }
    return prompt.terminal;
}

void prompt_close(void) {
    if (prompt.history != NULL)
        history_truncate_file(prompt.history, HISTORY_LINES);
    free(prompt.history);
    prompt.history = NULL;
}

static char *read_edited(const char *words) {
    char *line = readline(words);
    if (line != NULL && *line != '\0') {
        add_history(line);
        /* At once: terminals are closed, and other consoles write, too. */
        if (prompt.history != NULL)
            append_history(1, prompt.history);
    }
    return line;
}

/* poll() tells what waits only if stdio keeps nothing back, so read by the byte. */
static char *read_plain(void) {
    struct text line = {0};
    unsigned char c; /* file names and comments are UTF-8 */
    ssize_t count;
    while ((count = read(STDIN_FILENO, &c, 1)) == 1 && c != '\n')
        if ((c >= ' ' && c != 127) || c == '\t')
            text_putc(&line, (char)c);
    if (count != 1 && line.length == 0) {
        text_free(&line);
        return NULL;
    }
    return text_take(&line);
}

char *prompt_read(const char *words) {
    return prompt.terminal ? read_edited(words) : read_plain();
}
