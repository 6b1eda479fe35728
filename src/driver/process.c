#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../core/memory.h"

extern char **environ;

struct word_list {
    char **at;
    size_t count;
};

static void word_list_add(struct word_list *list, struct text *word) {
    list->at = memory_grow(list->at, list->count + 2, sizeof *list->at);
    list->at[list->count] = memory_string(text_string(word));
    list->at[++list->count] = NULL;
    text_clear(word);
}

/* One character, quoted or not; returns how many characters of the line it took, 0 at a bad end. */
static size_t word_take(const char *line, char *quote, struct text *word) {
    if (*quote != '\0' && line[0] == *quote) {
        *quote = '\0';
        return 1;
    }
    if (*quote == '\0' && (line[0] == '\'' || line[0] == '"')) {
        *quote = line[0];
        return 1;
    }
    if (line[0] == '\\' && *quote != '\'') {
        if (line[1] == '\0')
            return 0;
        text_putc(word, line[1]);
        return 2;
    }
    text_putc(word, line[0]);
    return 1;
}

bool process_words(const char *line, char ***words, struct error *error) {
    struct word_list list = {.at = memory_new(1, sizeof(char *))};
    struct text word = {0};
    char quote = '\0';
    bool open = false; /* a word has begun; it may be an empty pair of quotes */
    bool fine = true;
    while (fine && *line != '\0') {
        if (quote == '\0' && strchr(" \t\n", *line) != NULL) {
            if (open)
                word_list_add(&list, &word);
            open = false;
            line++;
            continue;
        }
        open = true;
        size_t taken = word_take(line, &quote, &word);
        fine = taken > 0;
        line += taken;
    }
    if (open)
        word_list_add(&list, &word);
    text_free(&word);
    if (!fine || quote != '\0') {
        process_words_free(list.at);
        return error_set(error, "syntax.quote", "the command line ends inside a quotation", NULL);
    }
    if (list.count == 0) {
        process_words_free(list.at);
        return error_set(error, "syntax.empty-command", "the command line is empty", NULL);
    }
    *words = list.at;
    return true;
}

void process_words_free(char **words) {
    for (char **word = words; word != NULL && *word != NULL; word++)
        free(*word);
    free(words);
}

void process_put_quoted(const char *word, struct text *text) {
    text_putc(text, '\'');
    for (; *word != '\0'; word++) {
        text_put(text, *word == '\'' ? "'\\'" : "");
        text_putc(text, *word);
    }
    text_putc(text, '\'');
}

static bool is_program(const char *path) {
    struct stat file;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode) && access(path, X_OK) == 0;
}

static char *path_search(const char *name) {
    const char *path = getenv("PATH");
    struct text full = {0};
    for (path = path != NULL ? path : "/usr/bin:/bin"; *path != '\0';) {
        size_t length = strcspn(path, ":");
        text_clear(&full);
        text_putn(&full, length > 0 ? path : ".", length > 0 ? length : 1);
        text_putc(&full, '/');
        text_put(&full, name);
        if (is_program(text_string(&full)))
            return text_take(&full);
        path += length + (path[length] == ':');
    }
    text_free(&full);
    return NULL;
}

/* Takes a path and gives one that holds in any directory. Links are not followed: a program may go
 * by the name under which it was called. */
static char *path_absolute(char *path) {
    char *here = path[0] != '/' ? getcwd(NULL, 0) : NULL;
    if (here == NULL)
        return path;
    struct text full = {0};
    text_print(&full, "%s/%s", here, path);
    free(here);
    free(path);
    return text_take(&full);
}

static const char *no_program_reason(const char *name) {
    struct stat file;
    if (strchr(name, '/') == NULL)
        return "no folder of PATH has it";
    if (stat(name, &file) != 0)
        return strerror(errno);
    if (S_ISDIR(file.st_mode))
        return strerror(EISDIR);
    return strerror(EACCES);
}

char *process_find(const char *name, struct error *error) {
    char *path = NULL;
    if (strchr(name, '/') != NULL)
        path = is_program(name) ? memory_string(name) : NULL;
    else
        path = path_search(name);
    if (path == NULL) {
        error_set(
            error, "process.no-program",
            "there is no program {0} that may be run: {1} (give its path, or a name found in PATH)",
            name, no_program_reason(name), NULL);
        return NULL;
    }
    return path_absolute(path);
}

/* The parent's environment with the variables of the spec put over it. */
static char **environment_new(char *const *variables) {
    size_t count = 0, extra = 0;
    while (environ[count] != NULL)
        count++;
    while (variables != NULL && variables[extra] != NULL)
        extra++;
    char **list = memory_new(count + extra + 1, sizeof *list);
    size_t filled = 0;
    for (size_t i = 0; i < count; i++) {
        bool replaced = false;
        for (size_t j = 0; j < extra; j++) {
            size_t name = strcspn(variables[j], "=") + 1;
            replaced |= strncmp(environ[i], variables[j], name) == 0;
        }
        if (!replaced)
            list[filled++] = environ[i];
    }
    for (size_t j = 0; j < extra; j++)
        list[filled++] = variables[j];
    return list;
}

static const char code_pipe[] = "process.pipe", code_fork[] = "process.fork";

struct pipes {
    int input[2], output[2], errors[2];
};

static void pipe_close(int pair[2]) {
    for (int i = 0; i < 2; i++)
        if (pair[i] >= 0)
            close(pair[i]);
    pair[0] = pair[1] = -1;
}

static void pipes_close(struct pipes *pipes) {
    pipe_close(pipes->input);
    pipe_close(pipes->output);
    pipe_close(pipes->errors);
}

static bool pipes_open(struct pipes *pipes, enum engine_errors errors) {
    *pipes = (struct pipes){{-1, -1}, {-1, -1}, {-1, -1}};
    if (pipe2(pipes->input, O_CLOEXEC) == 0 && pipe2(pipes->output, O_CLOEXEC) == 0 &&
        (errors != ENGINE_ERRORS_KEEP || pipe2(pipes->errors, O_CLOEXEC) == 0))
        return true;
    pipes_close(pipes);
    return false;
}

/* In the child: only calls that are safe there. */
static bool child_pin(const struct cpus *cpus) {
    cpu_set_t set;
    if (cpus == NULL || cpus->count == 0)
        return true;
    CPU_ZERO(&set);
    for (size_t i = 0; i < cpus->count; i++)
        CPU_SET((size_t)cpus->at[i], &set);
    return sched_setaffinity(0, sizeof set, &set) == 0;
}

/* strerror is not safe between fork and exec. */
static const char *exec_reason(int number) {
    switch (number) {
    case ENOENT:
        return ": no such file, or none of its interpreter or loader";
    case EACCES:
        return ": permission denied";
    case ENOEXEC:
        return ": not a program of this machine, nor a script that begins with #!";
    case ENOMEM:
        return ": not enough memory";
    case E2BIG:
        return ": too long a command line or environment";
    case ETXTBSY:
        return ": its file is being written";
    default:
        return "";
    }
}

static void child_say(const char *words, const char *reason) {
    struct iovec parts[] = {
        {(char *)words, strlen(words)}, {(char *)reason, strlen(reason)}, {(char *)"\n", 1}};
    if (writev(2, parts, 3) < 0)
        _exit(126);
}

/* Runs in the child between fork and exec: only calls that are safe there. */
static _Noreturn void child_run(const struct engine_spec *spec, const struct cpus *cpus,
                                char **variables, const struct pipes *pipes, pid_t parent) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (spec->memory > 0) {
        struct rlimit most = {.rlim_cur = (rlim_t)spec->memory << 20,
                              .rlim_max = (rlim_t)spec->memory << 20};
        setrlimit(RLIMIT_AS, &most);
    }
    if (getppid() != parent)
        _exit(127); /* the parent died before it could be watched */
    struct sigaction plain = {.sa_handler = SIG_DFL};
    for (int number = 1; number < 32; number++)
        sigaction(number, &plain, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int errors = pipes->errors[1];
    if (spec->errors == ENGINE_ERRORS_DROP)
        errors = open("/dev/null", O_WRONLY);
    dup2(pipes->input[0], 0);
    dup2(pipes->output[1], 1);
    if (errors >= 0)
        dup2(errors, 2);
    /* Whatever the parent itself was started with stays here too. */
    syscall(SYS_close_range, 3U, ~0U, 0U);
    const char *failed = "cannot enter the working directory";
    errno = 0;
    if (!child_pin(cpus)) {
        failed = "cannot be bound to its processors";
    } else if (spec->directory == NULL || chdir(spec->directory) == 0) {
        execve(spec->path, spec->words, variables);
        failed = "cannot be executed";
    }
    child_say(failed, exec_reason(errno));
    _exit(127);
}

/* A descriptor that becomes readable at the end of the process; glibc has no name for the call
 * before 2.36. */
static int process_watch(pid_t pid) {
    return (int)syscall(SYS_pidfd_open, pid, 0);
}

static void set_nonblocking(int descriptor) {
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

bool process_start(struct process *process, const struct engine_spec *spec, const struct cpus *cpus,
                   struct error *error) {
    struct pipes pipes;
    if (!pipes_open(&pipes, spec->errors))
        return error_set(error, code_pipe, "no pipe for {0}: {1}", spec->words[0], strerror(errno),
                         NULL);
    char **variables = environment_new(spec->variables.at);
    pid_t parent = getpid();
    /* A signal to the child must not find our handlers there: libevent's would tell this process,
     * through the socket that both share, that the signal was for it. The child lets signals in
     * once it has none. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    if (pid == 0)
        child_run(spec, cpus, variables, &pipes, parent);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    free(variables);
    if (pid < 0) {
        pipes_close(&pipes);
        return error_set(error, code_fork, "cannot start {0}: {1}", spec->words[0], strerror(errno),
                         NULL);
    }
    setpgid(pid, pid);
    close(pipes.input[0]);
    close(pipes.output[1]);
    if (pipes.errors[1] >= 0)
        close(pipes.errors[1]);
    *process = (struct process){.pid = pid,
                                .input = pipes.input[1],
                                .output = pipes.output[0],
                                .errors = pipes.errors[0],
                                .exit = process_watch(pid)};
    set_nonblocking(process->input);
    set_nonblocking(process->output);
    if (process->errors >= 0)
        set_nonblocking(process->errors);
    return true;
}

bool process_may_later(const struct error *error) {
    return error->code == code_pipe || error->code == code_fork;
}

void process_signal(const struct process *process, int signal) {
    if (process->pid > 0 && kill(-process->pid, signal) != 0)
        kill(process->pid, signal); /* it has not made its group yet */
}

bool process_reap(struct process *process, int *status) {
    siginfo_t info = {0};
    if (process->pid <= 0)
        return true;
    if (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid == 0)
        return false;
    /* While the dead leader is not yet reaped, nobody else can have its group's number. */
    kill(-process->pid, SIGKILL);
    waitpid(process->pid, status, 0);
    process->pid = 0;
    return true;
}

static void close_one(int *descriptor) {
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

void process_close(struct process *process) {
    close_one(&process->input);
    close_one(&process->output);
    close_one(&process->errors);
    close_one(&process->exit);
}

void process_status_print(int status, struct text *text) {
    if (WIFSIGNALED(status))
        text_print(text, "was killed by signal %d (%s)", WTERMSIG(status),
                   strsignal(WTERMSIG(status)));
    else
        text_print(text, "exited with status %d", WEXITSTATUS(status));
}
