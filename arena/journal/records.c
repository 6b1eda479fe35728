#include "records.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../src/core/json.h"
#include "../../src/core/memory.h"
#include "../../src/system/file.h"

/* ---- printing */

static void put_whole(struct text *text, const char *name, long value) {
    json_name(text, name);
    text_print(text, "%ld", value);
}

static void put_seconds(struct text *text, const char *name, double value) {
    json_name(text, name);
    text_print(text, "%.6f", value);
}

static void put_pair(struct text *text, const char *name, const double values[2]) {
    json_name(text, name);
    text_print(text, "[%.6f,%.6f]", values[0], values[1]);
}

static void put_ending(struct text *text, const struct arena_result *result) {
    json_member(text, "result", result->text);
    json_flag(text, "counted", result->counted);
    put_whole(text, "winner", result->winner);
    json_number(text, "margin", result->margin);
    json_member(text, "ending", ending_name(result->ending));
    json_member(text, "fault", result->fault);
    put_whole(text, "fault_side", result->fault_side);
    put_seconds(text, "late", result->late);
    json_member(text, "detail", result->detail);
}

static void put_evaluations(struct text *text, const struct arena_result *result) {
    struct evaluation *evaluations = arena_result_evaluations(result);
    struct text line = {0};
    json_name(text, "evaluations");
    text_putc(text, '[');
    for (size_t i = 0; i < result->evaluated; i++) {
        const struct evaluation *evaluation = &evaluations[i];
        json_next(text);
        text_putc(text, '{');
        if (evaluation->winrate >= 0)
            json_number(text, "winrate", evaluation->winrate);
        if (evaluation->depth > 0)
            put_whole(text, "depth", evaluation->depth);
        if (evaluation->nodes > 0)
            put_whole(text, "nodes", (long)evaluation->nodes);
        if (evaluation->length > 0) {
            text_clear(&line);
            text_putn(&line, evaluation->line, evaluation->length);
            json_member(text, "line", text_string(&line));
        }
        text_putc(text, '}');
    }
    text_putc(text, ']');
    text_free(&line);
    free(evaluations);
}

void records_print(const struct arena_result *result, const char *const *names, struct text *text) {
    text_print(text, "{\"game\":%ld,\"pair\":%ld,\"seed\":\"%016llx\"", result->game.number,
               result->game.pair, (unsigned long long)result->game.seed);
    json_member(text, "engine0", names[result->game.players[0]]);
    json_member(text, "engine1", names[result->game.players[1]]);
    json_member(text, "opening", result->opening);
    put_ending(text, result);
    put_whole(text, "plies", (long)result->plies);
    put_pair(text, "time", result->side_time);
    put_pair(text, "slowest", result->side_slow);
    json_name(text, "overruns");
    text_print(text, "[%ld,%ld]", result->side_overruns[0], result->side_overruns[1]);
    json_member(text, "claim0", result->claims[0]);
    json_member(text, "claim1", result->claims[1]);
    json_flag(text, "dispute", result->dispute);
    json_member(text, "dead0", result->dead[0]);
    json_member(text, "dead1", result->dead[1]);
    put_seconds(text, "began", result->began);
    put_seconds(text, "seconds", result->seconds);
    json_member(text, "moves", text_string(&result->moves));
    json_name(text, "microseconds");
    text_putc(text, '[');
    arena_result_print_times(result, ',', text);
    text_putc(text, ']');
    put_evaluations(text, result);
    text_put(text, "}\n");
}

static void put_manifest(const struct manifest *manifest, struct text *text) {
    text_put(text, "{\"run\":{");
    for (size_t i = 0; i < manifest->pair_count; i++)
        json_member(text, manifest->pairs[i].name, manifest->pairs[i].value);
    text_put(text, "},\"engines\":[");
    for (size_t i = 0; i < manifest->engine_count; i++) {
        const struct manifest_engine *engine = &manifest->engines[i];
        json_next(text);
        text_putc(text, '{');
        json_member(text, "name", engine->name);
        json_member(text, "command", engine->command);
        json_member(text, "directory", engine->directory);
        json_member(text, "variables", engine->variables);
        json_member(text, "startup", engine->startup);
        json_member(text, "path", engine->path);
        json_member(text, "sha256", engine->hash);
        json_member(text, "depends", engine->depends);
        text_putc(text, '}');
    }
    text_put(text, "]}\n");
}

/* ---- reading */

static void read_engine(const char *json, struct manifest *manifest) {
    struct manifest_engine *engine = manifest_add_engine(manifest);
    struct text name = {0}, value = {0};
    while (json_walk(&json, &name, &value)) {
        const struct {
            const char *name;
            char **to;
        } members[] = {{"name", &engine->name},           {"command", &engine->command},
                       {"directory", &engine->directory}, {"variables", &engine->variables},
                       {"startup", &engine->startup},     {"path", &engine->path},
                       {"sha256", &engine->hash},         {"depends", &engine->depends}};
        for (size_t i = 0; i < sizeof members / sizeof *members; i++)
            if (strcmp(text_string(&name), members[i].name) == 0)
                string_replace(members[i].to, text_string(&value));
    }
    text_free(&name);
    text_free(&value);
}

static bool read_manifest(const char *line, struct manifest *manifest) {
    struct text json = {0}, name = {0}, value = {0};
    *manifest = (struct manifest){0};
    json_find(line, "run", &json);
    const char *at = text_string(&json);
    while (json_walk(&at, &name, &value))
        manifest_add(manifest, text_string(&name), text_string(&value));
    json_find(line, "engines", &json);
    at = text_string(&json);
    while (json_walk(&at, &name, &value))
        read_engine(text_string(&value), manifest);
    bool fine = manifest->engine_count > 0;
    for (size_t i = 0; i < manifest->engine_count; i++)
        fine = fine && manifest->engines[i].name != NULL && manifest->engines[i].command != NULL;
    struct schedule schedule = manifest_schedule(manifest);
    text_free(&json);
    text_free(&name);
    text_free(&value);
    if (fine && schedule_is_ok(&schedule))
        return true;
    manifest_free(manifest);
    return false;
}

/* The players are those of the schedule, if that is fixed: a line has their names. What only
 * describes the game is left out. */
static struct arena_result *read_game(const char *line, const struct schedule *schedule) {
    struct text name = {0}, value = {0};
    long number = -1, winner = SIDE_NONE - 1L, fault_side = SIDE_NONE;
    double margin = 0;
    bool counted = true;
    char *fault = NULL, *ending = NULL;
    struct text moves = {0}, opening = {0};
    for (const char *at = line; json_walk(&at, &name, &value);) {
        const char *key = text_string(&name), *word = text_string(&value);
        if (strcmp(key, "game") == 0)
            text_to_whole(word, 0, schedule_count(schedule) - 1, &number);
        else if (strcmp(key, "winner") == 0)
            text_to_whole(word, SIDE_NONE, SIDE_SECOND, &winner);
        else if (strcmp(key, "margin") == 0)
            text_to_number(word, -1e9, 1e9, &margin);
        else if (strcmp(key, "counted") == 0)
            counted = strcmp(word, "true") == 0;
        else if (strcmp(key, "fault_side") == 0)
            text_to_whole(word, SIDE_NONE, SIDE_SECOND, &fault_side);
        else if (strcmp(key, "fault") == 0 && *word != '\0')
            string_replace(&fault, word);
        else if (strcmp(key, "ending") == 0)
            string_replace(&ending, word);
        else if (strcmp(key, "moves") == 0)
            text_put(&moves, word);
        else if (strcmp(key, "opening") == 0)
            text_put(&opening, word);
    }
    struct arena_result *result = NULL;
    int end = ending != NULL ? ending_number(ending) : -1;
    if (number >= 0 && winner >= SIDE_NONE && end >= 0) {
        struct scheduled_game scheduled = {.number = number};
        if (schedule_is_fixed(schedule))
            scheduled = schedule_game(schedule, number);
        result = arena_result_new(&scheduled);
        result->winner = (int)winner;
        result->margin = margin;
        result->counted = counted;
        result->ending = (enum ending)end;
        result->fault_side = (int)fault_side;
        for (int i = 0; fault != NULL && fault_kinds[i] != NULL; i++)
            if (strcmp(fault, fault_kinds[i]) == 0)
                result->fault = fault_kinds[i];
        result->opening = text_take(&opening);
        text_put(&result->moves, text_string(&moves));
    }
    free(fault);
    free(ending);
    text_free(&name);
    text_free(&value);
    text_free(&moves);
    text_free(&opening);
    return result;
}

static bool records_refuse(const struct records_file *file, struct error *error) {
    struct text line = {0};
    text_print(&line, "%ld", file->line + 1);
    error_set(error, "records.line", "{0}:{1}: this is no line of `--records`", file->path,
              text_string(&line), NULL);
    text_free(&line);
    return false;
}

/* A run that goes on with more games says so by another head. */
static bool file_take(struct records_file *file, const char *line,
                      void (*each)(void *, struct arena_result *), void *context,
                      struct error *error) {
    static const char head[] = "{\"run\":";
    if (!file->begun || strncmp(line, head, sizeof head - 1) == 0) {
        if (file->begun)
            manifest_free(&file->manifest);
        file->begun = read_manifest(line, &file->manifest);
        return file->begun || records_refuse(file, error);
    }
    struct schedule schedule = manifest_schedule(&file->manifest);
    struct arena_result *result = read_game(line, &schedule);
    if (result == NULL)
        return records_refuse(file, error);
    each(context, result);
    return true;
}

bool records_read(struct records_file *file, void (*each)(void *, struct arena_result *),
                  void *context, struct error *error) {
    struct stat status;
    bool regular = stat(file->path, &status) != 0 || S_ISREG(status.st_mode);
    FILE *stream = regular ? fopen(file->path, "r") : NULL;
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    bool fine = true;
    if (stream == NULL)
        return error_set(error, "records.open", "cannot read {0}: {1}", file->path,
                         regular ? strerror(errno) : "it is no regular file", NULL);
    fseek(stream, file->offset, SEEK_SET);
    while (fine && (length = getline(&line, &room, stream)) > 0 && line[length - 1] == '\n') {
        line[length - 1] = '\0';
        fine = file_take(file, line, each, context, error);
        file->offset += fine ? length : 0;
        file->line += fine;
    }
    free(line);
    fclose(stream);
    return fine;
}

void records_file_free(struct records_file *file) {
    free(file->path);
    if (file->begun)
        manifest_free(&file->manifest);
    *file = (struct records_file){0};
}

/* ---- writing */

struct records {
    char *path, *stop;
    int lock, descriptor;
    const char **names; /* borrowed from the manifest below */
    struct records_file file;
    bool *known; /* by number */
    long total;
    struct text line;
};

static void records_know(void *context, struct arena_result *result) {
    struct records *records = context;
    long number = result->game.number;
    if (number < records->total)
        records->known[number] = true;
    arena_result_free(result);
}

static bool records_fail(const struct records *records, struct error *error) {
    return error_set(error, "records.write", "the records {0}: {1}", records->path, strerror(errno),
                     NULL);
}

static bool records_write(struct records *records, struct error *error) {
    size_t done = 0;
    while (done < records->line.length) {
        ssize_t count =
            write(records->descriptor, records->line.at + done, records->line.length - done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return records_fail(records, error);
        done += (size_t)count;
    }
    return true;
}

static bool records_put_head(struct records *records, const struct manifest *manifest,
                             struct error *error) {
    text_clear(&records->line);
    put_manifest(manifest, &records->line);
    return records_write(records, error) &&
           records_read(&records->file, records_know, records, error);
}

static bool records_begin(struct records *records, const struct manifest *manifest,
                          struct error *error) {
    struct records_file *file = &records->file;
    if (!records_read(file, records_know, records, error) ||
        (ftruncate(records->descriptor, file->offset) != 0 && !records_fail(records, error)))
        return false;
    if (!file->begun)
        return records_put_head(records, manifest, error);
    struct text why = {0};
    const char *shard = manifest_value(manifest, MANIFEST_SHARD);
    const char *theirs = manifest_value(&file->manifest, MANIFEST_SHARD);
    bool same = manifest_is_same_run(&file->manifest, manifest, true, &why) &&
                strcmp(shard != NULL ? shard : "", theirs != NULL ? theirs : "") == 0;
    if (!same)
        error_set(error, "records.other", "{0} has the records of another run or shard{1}{2}",
                  records->path, why.length > 0 ? ": " : "", text_string(&why), NULL);
    text_free(&why);
    struct schedule before = manifest_schedule(&file->manifest);
    return same && (schedule_count(&before) == records->total ||
                    records_put_head(records, manifest, error));
}

static char *stop_path(const char *path) {
    const char *slash = strrchr(path, '/');
    struct text stop = {0};
    if (slash != NULL)
        text_putn(&stop, path, (size_t)(slash + 1 - path));
    text_put(&stop, RECORDS_STOP);
    return text_take(&stop);
}

struct records *records_open(const char *path, const struct manifest *manifest,
                             struct error *error) {
    struct schedule schedule = manifest_schedule(manifest);
    struct records *records = memory_new(1, sizeof *records);
    records->path = memory_string(path);
    records->file.path = memory_string(path);
    records->stop = stop_path(path);
    records->total = schedule_count(&schedule);
    records->known = memory_new((size_t)records->total + 1, sizeof *records->known);
    records->descriptor = -1;
    records->lock = file_lock(path, "records.locked", "another arena is writing {0}", error);
    if (records->lock >= 0)
        records->descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    bool fine = records->lock >= 0 && (records->descriptor >= 0 || records_fail(records, error)) &&
                records_begin(records, manifest, error);
    if (!fine) {
        records_close(records);
        return NULL;
    }
    const struct manifest *own = &records->file.manifest;
    records->names = memory_new(own->engine_count, sizeof *records->names);
    for (size_t i = 0; i < own->engine_count; i++)
        records->names[i] = own->engines[i].name;
    return records;
}

void records_close(struct records *records) {
    if (records == NULL)
        return;
    if (records->descriptor >= 0)
        close(records->descriptor);
    if (records->lock >= 0)
        close(records->lock);
    free(records->path);
    free(records->stop);
    free((void *)records->names);
    free(records->known);
    text_free(&records->line);
    records_file_free(&records->file);
    free(records);
}

bool records_has(const struct records *records, long number) {
    return number >= 0 && number < records->total && records->known[number];
}

bool records_put(struct records *records, const struct arena_result *result, struct error *error) {
    text_clear(&records->line);
    records_print(result, records->names, &records->line);
    return records_write(records, error);
}

bool records_want_stop(const struct records *records) {
    return access(records->stop, F_OK) == 0;
}
