#include "dialogue.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../../src/core/memory.h"
#include "../../src/system/now.h"

/* Every run begins with such a line: by it a file is known as one of ours. */
static const char HEAD[] = "# dialogue of ternion-arena";

struct dialogue {
    const struct engine_spec *spec;
    int descriptor; /* -1: it has none */
    int wrong;      /* errno of the first failure */
};

struct dialogue_files {
    struct dialogue *each; /* by number of the engine */
    size_t count;
    double start; /* monotonic_now of the head */
    struct text line;
};

static void dialogue_write(struct dialogue *dialogue, const struct text *line) {
    size_t done = 0;
    while (dialogue->wrong == 0 && done < line->length) {
        ssize_t count = write(dialogue->descriptor, line->at + done, line->length - done);
        if (count >= 0)
            done += (size_t)count;
        else if (errno != EINTR)
            dialogue->wrong = errno;
    }
}

static bool dialogue_fail(const struct dialogue *dialogue, const char *why, struct error *error) {
    return error_set(error, "dialogue.write", "the dialogue {0}: {1}", dialogue->spec->dialogue,
                     why, NULL);
}

/* Whether the file is empty, or begins as ours do. */
static bool file_is_ours(int descriptor, off_t size) {
    char head[sizeof HEAD - 1];
    return size == 0 || (pread(descriptor, head, sizeof head, 0) == (ssize_t)sizeof head &&
                         memcmp(head, HEAD, sizeof head) == 0);
}

static void dialogue_files_put_head(struct dialogue_files *files, struct dialogue *dialogue) {
    char moment[32] = "";
    time_t now = (time_t)calendar_now();
    struct tm parts;
    if (gmtime_r(&now, &parts) != NULL)
        strftime(moment, sizeof moment, "%Y-%m-%dT%H:%M:%SZ", &parts);
    text_clear(&files->line);
    text_print(&files->line, "%s, %s: seconds from %s on, game, engine\n", HEAD,
               dialogue->spec->name, moment);
    dialogue_write(dialogue, &files->line);
}

static bool dialogue_files_begin(struct dialogue_files *files, struct dialogue *dialogue,
                                 struct error *error) {
    struct stat status;
    if (dialogue->spec->dialogue == NULL)
        return true;
    /* Without waiting for the reader of a pipe, which is refused then. */
    int flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    dialogue->descriptor = open(dialogue->spec->dialogue, flags, 0666);
    if (dialogue->descriptor < 0 || fstat(dialogue->descriptor, &status) != 0)
        return dialogue_fail(dialogue, strerror(errno), error);
    if (!S_ISREG(status.st_mode))
        return dialogue_fail(dialogue, "it is no regular file", error);
    if (!file_is_ours(dialogue->descriptor, status.st_size))
        return dialogue_fail(dialogue, "the file holds something else", error);
    dialogue_files_put_head(files, dialogue);
    return dialogue->wrong == 0 || dialogue_fail(dialogue, strerror(dialogue->wrong), error);
}

struct dialogue_files *dialogue_files_open(const struct plan *plan, struct error *error) {
    struct dialogue_files *files = memory_new(1, sizeof *files);
    files->count = plan->engine_count;
    files->each = memory_new(plan->engine_count, sizeof *files->each);
    files->start = monotonic_now();
    for (size_t i = 0; i < plan->engine_count; i++)
        files->each[i] = (struct dialogue){.spec = &plan->engines[i], .descriptor = -1};
    bool fine = true;
    for (size_t i = 0; fine && i < plan->engine_count; i++)
        fine = dialogue_files_begin(files, &files->each[i], error);
    if (!fine) {
        dialogue_files_close(files);
        return NULL;
    }
    return files;
}

void dialogue_files_close(struct dialogue_files *files) {
    if (files == NULL)
        return;
    for (size_t i = 0; i < files->count; i++)
        if (files->each[i].descriptor >= 0)
            close(files->each[i].descriptor);
    free(files->each);
    text_free(&files->line);
    free(files);
}

/* Writes what has come of a line, which is nothing afterwards. */
static void dialogue_files_put(struct dialogue_files *files, struct dialogue *dialogue, long game,
                               enum transcript_kind kind, struct text *part, double when) {
    struct text name = {0};
    if (part->length == 0)
        return;
    text_print(&name, "%ld %s", game, dialogue->spec->name);
    text_clear(&files->line);
    transcript_put_line(when - files->start, text_string(&name), kind, part->at, part->length,
                        &files->line);
    dialogue_write(dialogue, &files->line);
    text_clear(part);
    text_free(&name);
}

static struct dialogue *dialogue_files_find(struct dialogue_files *files, int engine) {
    bool has = (size_t)engine < files->count && files->each[engine].descriptor >= 0;
    return has ? &files->each[engine] : NULL;
}

void dialogue_files_add(struct dialogue_files *files, int engine, long game,
                        struct dialogue_parts *parts, enum transcript_kind kind, const char *bytes,
                        size_t length, double when) {
    struct dialogue *dialogue = dialogue_files_find(files, engine);
    struct text *part = &parts->at[kind];
    if (dialogue == NULL)
        return;
    while (length > 0) {
        const char *newline = memchr(bytes, '\n', length);
        size_t count = newline != NULL ? (size_t)(newline - bytes) : length;
        text_putn(part, bytes, count);
        /* A line without end is cut. */
        if (newline != NULL || part->length >= TRANSCRIPT_CHUNK)
            dialogue_files_put(files, dialogue, game, kind, part, when);
        count += newline != NULL;
        bytes += count;
        length -= count;
    }
}

void dialogue_files_end(struct dialogue_files *files, int engine, long game,
                        struct dialogue_parts *parts) {
    struct dialogue *dialogue = dialogue_files_find(files, engine);
    for (int kind = 0; dialogue != NULL && kind <= TRANSCRIPT_REMARK; kind++)
        dialogue_files_put(files, dialogue, game, (enum transcript_kind)kind, &parts->at[kind],
                           monotonic_now());
}

void dialogue_parts_free(struct dialogue_parts *parts) {
    for (int kind = 0; kind <= TRANSCRIPT_REMARK; kind++)
        text_free(&parts->at[kind]);
}

bool dialogue_files_are_written(const struct dialogue_files *files, struct error *error) {
    for (size_t i = 0; i < files->count; i++)
        if (files->each[i].wrong != 0)
            return dialogue_fail(&files->each[i], strerror(files->each[i].wrong), error);
    return true;
}
