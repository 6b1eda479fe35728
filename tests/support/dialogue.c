/* dialogue: runs golden dialogues. Each file holds commands and the replies that must follow them,
 * byte for byte; tests/gtp/README.md describes the format. Speaks TAP, one result per file.
 *
 *   dialogue [--write] PROGRAM FILE-OR-FOLDER...
 *
 * --write puts the program's present replies into the files instead of comparing; read the
 * difference before you keep it. */
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <limits.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../src/system/now.h"
#include "tap.h"

enum { ARGUMENTS_MAX = 64, TIMEOUT_DEFAULT = 60 };

struct bytes {
    char *at;
    size_t length;
};

enum line_kind { LINE_PLAIN, LINE_COMMAND, LINE_PATTERN, LINE_ANY, LINE_COMMENT };

/* One line of a dialogue file; text is what follows the prefix. */
struct line {
    enum line_kind kind;
    char *text;
    char *raw;
};

struct dialogue {
    const char *path;
    struct line *lines;
    size_t count;
    char *arguments; /* of the program, as one string */
    int status;      /* expected exit status */
    int timeout;     /* seconds */
    struct bytes input;
};

static void die(const char *what) {
    perror(what);
    exit(99);
}

static void *grown(void *old, size_t size) {
    void *new = realloc(old, size ? size : 1);
    if (new == NULL)
        die("dialogue");
    return new;
}

static void bytes_put(struct bytes *bytes, const char *from, size_t count) {
    bytes->at = grown(bytes->at, bytes->length + count + 1);
    memcpy(bytes->at + bytes->length, from, count);
    bytes->length += count;
    bytes->at[bytes->length] = '\0';
}

static struct bytes file_read(const char *path) {
    struct bytes bytes = {0};
    FILE *file = fopen(path, "r");
    if (file == NULL)
        die(path);
    char part[4096];
    for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;)
        bytes_put(&bytes, part, n);
    fclose(file);
    return bytes;
}

/* The bytes of a command: with escapes for `>$ `, else the line and its newline. @DIR@ stands for
 * the folder of the dialogue file. */
static void command_put(struct bytes *input, const char *text, const char *folder, bool escapes) {
    for (const char *p = text; *p; p++) {
        if (strncmp(p, "@DIR@", 5) == 0) {
            bytes_put(input, folder, strlen(folder));
            p += 4;
        } else if (escapes && *p == '\\' && p[1] != '\0') {
            static const char names[] = "nrt\\", values[] = "\n\r\t\\";
            const char *name = strchr(names, *++p);
            char c = name ? values[name - names] : *p;
            if (*p == 'x') {
                char *end;
                char digits[3] = {p[1], p[1] ? p[2] : '\0', '\0'};
                c = (char)strtol(digits, &end, 16);
                p += end - digits;
            }
            bytes_put(input, &c, 1);
        } else {
            bytes_put(input, p, 1);
        }
    }
    if (!escapes)
        bytes_put(input, "\n", 1);
}

static void directive_read(struct dialogue *d, const char *text) {
    if (strncmp(text, "#args:", 6) == 0)
        d->arguments = strdup(text + 6);
    else if (strncmp(text, "#status:", 8) == 0)
        d->status = (int)strtol(text + 8, NULL, 10);
    else if (strncmp(text, "#timeout:", 9) == 0)
        d->timeout = (int)strtol(text + 9, NULL, 10);
}

static struct line line_read(struct dialogue *d, char *raw, const char *folder, bool header) {
    struct line line = {.kind = LINE_PLAIN, .text = raw, .raw = raw};
    if (header && raw[0] == '#') {
        line.kind = LINE_COMMENT;
        directive_read(d, raw);
    } else if (strncmp(raw, "##", 2) == 0) {
        line.kind = LINE_COMMENT;
    } else if (strcmp(raw, ">") == 0 || strncmp(raw, "> ", 2) == 0) {
        line.kind = LINE_COMMAND;
        line.text = raw[1] ? raw + 2 : raw + 1;
        command_put(&d->input, line.text, folder, false);
    } else if (strncmp(raw, ">$ ", 3) == 0) {
        line.kind = LINE_COMMAND;
        line.text = raw + 3;
        command_put(&d->input, line.text, folder, true);
    } else if (strcmp(raw, "~*") == 0) {
        line.kind = LINE_ANY;
    } else if (strncmp(raw, "~ ", 2) == 0) {
        line.kind = LINE_PATTERN;
        line.text = raw + 2;
    }
    return line;
}

static void dialogue_read(struct dialogue *d, const char *path, char *source) {
    *d = (struct dialogue){.path = path, .timeout = TIMEOUT_DEFAULT};
    char *folder = strdup(path);
    char *slash = strrchr(folder, '/');
    *(slash ? slash : folder) = '\0';
    bool header = true;
    for (char *p = source; *p;) {
        char *end = strchr(p, '\n');
        char *next = end ? end + 1 : p + strlen(p);
        if (end)
            *end = '\0';
        d->lines = grown(d->lines, (d->count + 1) * sizeof *d->lines);
        d->lines[d->count] = line_read(d, p, *folder ? folder : ".", header);
        header = header && d->lines[d->count].kind == LINE_COMMENT;
        d->count++;
        p = next;
    }
    free(folder);
}

/* The program in a fresh empty folder, so that files it writes trouble nobody. */
static pid_t program_start(char *program, const struct dialogue *d, const char *folder, int *to,
                           int *from) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
        die("pipe");
    pid_t pid = fork();
    if (pid < 0)
        die("fork");
    if (pid == 0) {
        char *argv[ARGUMENTS_MAX + 1] = {program};
        int count = 1;
        char *rest = d->arguments, *word;
        while (rest && count < ARGUMENTS_MAX && (word = strsep(&rest, " \t")) != NULL)
            if (*word)
                argv[count++] = word;
        dup2(in[0], 0);
        dup2(out[1], 1);
        setenv("HOME", folder, 1);
        setenv("XDG_STATE_HOME", folder, 1);
        setenv("XDG_CACHE_HOME", folder, 1);
        if (chdir(folder) == 0)
            execv(program, argv);
        perror(program);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    *to = in[1];
    *from = out[0];
    return pid;
}

/* Writes all commands and reads all replies at once. False: out of time. */
static bool program_talk(const struct dialogue *d, int to, int from, struct bytes *output) {
    size_t sent = 0;
    double end = monotonic_now() + d->timeout;
    char part[65536];
    bytes_put(output, "", 0);
    for (;;) {
        if (to >= 0 && sent == d->input.length) {
            close(to);
            to = -1;
        }
        struct pollfd fds[2] = {{.fd = from, .events = POLLIN}, {.fd = to, .events = POLLOUT}};
        double left = end - monotonic_now();
        if (left <= 0 || poll(fds, 2, (int)(left * 1000) + 1) < 0) {
            if (to >= 0)
                close(to);
            return false;
        }
        if (fds[1].revents) {
            ssize_t n = write(to, d->input.at + sent, d->input.length - sent);
            sent = n > 0 ? sent + (size_t)n : errno == EAGAIN ? sent : d->input.length;
        }
        if (fds[0].revents) {
            ssize_t n = read(from, part, sizeof part);
            if (n <= 0) {
                if (to >= 0)
                    close(to);
                return true;
            }
            bytes_put(output, part, (size_t)n);
        }
    }
}

static void folder_remove(char *folder) {
    FTS *fts = fts_open((char *[]){folder, NULL}, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *e; fts && (e = fts_read(fts)) != NULL;)
        if (e->fts_info != FTS_D)
            remove(e->fts_accpath);
    if (fts)
        fts_close(fts);
}

/* Runs the program on the dialogue. False with a message if it hung or ended badly. */
static bool dialogue_run(char *program, struct dialogue *d, struct bytes *output) {
    char folder[] = "/tmp/dialogue-XXXXXX";
    if (mkdtemp(folder) == NULL)
        die("mkdtemp");
    int to, from, status;
    pid_t pid = program_start(program, d, folder, &to, &from);
    bool ended = program_talk(d, to, from, output);
    close(from);
    if (!ended)
        kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    folder_remove(folder);
    if (!ended)
        printf("# %s: not done after %d s\n", d->path, d->timeout);
    else if (WIFSIGNALED(status))
        printf("# %s: ended by signal %d\n", d->path, WTERMSIG(status));
    else if (WEXITSTATUS(status) != d->status)
        printf("# %s: exit status %d, expected %d\n", d->path, WEXITSTATUS(status), d->status);
    else
        return true;
    return false;
}

static bool pattern_matches(const char *pattern, const char *text) {
    regex_t regex;
    char *whole = grown(NULL, strlen(pattern) + 5);
    sprintf(whole, "^(%s)$", pattern);
    bool found = false;
    if (regcomp(&regex, whole, REG_EXTENDED | REG_NOSUB) == 0) {
        found = regexec(&regex, text, 0, NULL, 0) == 0;
        regfree(&regex);
    } else {
        printf("# bad pattern: %s\n", pattern);
    }
    free(whole);
    return found;
}

static bool line_matches(const struct line *line, const char *got) {
    return line->kind == LINE_PATTERN ? pattern_matches(line->text, got)
                                      : strcmp(line->text, got) == 0;
}

static void mismatch_print(const struct dialogue *d, size_t at, const struct line *command,
                           char **got, size_t left) {
    printf("# %s:%zu: after the command \"%s\"\n", d->path, at + 1, command ? command->text : "");
    bool expected = at < d->count && d->lines[at].kind != LINE_COMMAND;
    printf("# -%s\n", expected ? d->lines[at].raw : at < d->count ? "(the next command)" : "(end)");
    for (size_t i = 0; i < left && i < 8; i++)
        printf("# +%s\n", got[i]);
    if (left == 0)
        printf("# +(end of output)\n");
}

/* Compares the output with the expected lines; stops at the first difference and shows it. */
static bool dialogue_compare(const struct dialogue *d, char **got, size_t count) {
    const struct line *command = NULL;
    size_t g = 0;
    for (size_t i = 0; i < d->count; i++) {
        const struct line *line = &d->lines[i];
        if (line->kind == LINE_COMMENT)
            continue;
        if (line->kind == LINE_COMMAND) {
            command = line;
        } else if (line->kind == LINE_ANY) {
            while (g < count && *got[g])
                g++;
        } else if (g < count && line_matches(line, got[g])) {
            g++;
        } else {
            mismatch_print(d, i, command, got + g, count - g);
            return false;
        }
    }
    if (g < count)
        mismatch_print(d, d->count, command, got + g, count - g);
    return g == count;
}

/* Cuts the output into lines in place. A last line without newline gets a mark. */
static char **output_split(struct bytes *output, size_t *count) {
    char **lines = grown(NULL, sizeof *lines);
    *count = 0;
    if (output->length && output->at[output->length - 1] != '\n')
        bytes_put(output, "(no newline)", 12);
    for (char *p = output->at, *end; p && *p; p = end + 1) {
        lines[(*count)++] = p;
        lines = grown(lines, (*count + 1) * sizeof *lines);
        end = strchr(p, '\n');
        if (end == NULL)
            break;
        *end = '\0';
    }
    return lines;
}

/* Whether a command line asks for a reply: something is left without comment and white space. */
static bool command_speaks(const char *text) {
    for (; *text && *text != '#'; text++)
        if ((unsigned char)*text > ' ')
            return true;
    return false;
}

/* Writes the file again with the replies just given; blocks that match stay as they are. */
static void dialogue_write(const struct dialogue *d, char **got, size_t count) {
    FILE *file = fopen(d->path, "w");
    if (file == NULL)
        die(d->path);
    size_t g = 0;
    for (size_t i = 0; i < d->count;) {
        fprintf(file, "%s\n", d->lines[i].raw);
        const struct line *line = &d->lines[i++];
        if (line->kind != LINE_COMMAND || !command_speaks(line->text))
            continue;
        size_t end = i, last = g;
        while (end < d->count && d->lines[end].kind != LINE_COMMAND)
            end++;
        while (last < count && *got[last])
            last++;
        last += last < count;
        struct dialogue block = {.path = d->path, .lines = d->lines + i, .count = end - i};
        fflush(stdout);
        bool same = dialogue_compare(&block, got + g, last - g);
        for (size_t k = g; k < last && !same; k++)
            fprintf(file, "%s\n", got[k]);
        for (size_t k = i; k < end; k++)
            if (same || d->lines[k].kind == LINE_COMMENT)
                fprintf(file, "%s\n", d->lines[k].raw);
        i = end;
        g = last;
    }
    fclose(file);
}

static void dialogue_test(char *program, const char *path, bool rewrite) {
    struct bytes source = file_read(path), output = {0};
    struct dialogue d;
    bytes_put(&source, "", 0);
    dialogue_read(&d, path, source.at);
    fflush(stdout);
    bool good = dialogue_run(program, &d, &output);
    size_t count;
    char **got = output_split(&output, &count);
    if (rewrite)
        dialogue_write(&d, got, count);
    else
        good = dialogue_compare(&d, got, count) && good;
    const char *name = strstr(path, "tests/");
    tap_ok(good, "%s", name ? name : path);
    free(got);
    free(output.at);
    free(d.lines);
    free(d.arguments);
    free(d.input.at);
    free(source.at);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All .gtp files below the paths, sorted. */
static char **files_find(char **paths, size_t *count) {
    char **files = NULL;
    *count = 0;
    FTS *fts = fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, NULL);
    if (fts == NULL)
        die("fts_open");
    for (FTSENT *e; (e = fts_read(fts)) != NULL;) {
        if (e->fts_info == FTS_NS || e->fts_info == FTS_DNR)
            die(e->fts_path);
        if (e->fts_info != FTS_F || e->fts_pathlen < 4 ||
            strcmp(e->fts_path + e->fts_pathlen - 4, ".gtp") != 0)
            continue;
        files = grown(files, (*count + 1) * sizeof *files);
        files[(*count)++] = realpath(e->fts_path, NULL);
    }
    fts_close(fts);
    if (*count)
        qsort(files, *count, sizeof *files, by_name);
    return files;
}

int main(int argc, char **argv) {
    bool rewrite = argc > 1 && strcmp(argv[1], "--write") == 0;
    argv += rewrite;
    argc -= rewrite;
    if (argc < 3) {
        fprintf(stderr, "usage: dialogue [--write] PROGRAM FILE-OR-FOLDER...\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    char *program = realpath(argv[1], NULL);
    if (program == NULL)
        die(argv[1]);
    size_t count;
    char **files = files_find(argv + 2, &count);
    if (count == 0)
        return tap_skip_all("no dialogues here");
    for (size_t i = 0; i < count; i++) {
        dialogue_test(program, files[i], rewrite);
        free(files[i]);
    }
    free(files);
    free(program);
    return tap_done();
}
