#include "sprt_view.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../src/core/memory.h"
#include "../../src/system/file.h"
#include "../journal/records.h"

struct shards {
    const char *folder;
    struct shard_file {
        struct records_file records;
        bool checked; /* it is of this run */
    } * files;
    size_t count, reading;
    size_t first; /* the file that said what run it is, once total > 0 */
    struct sprt sprt;
    bool *known; /* by number */
    long total, games;
    struct error *error;
    bool fine;
};

static void shards_add(struct shards *shards, const char *path) {
    for (size_t i = 0; i < shards->count; i++)
        if (strcmp(shards->files[i].records.path, path) == 0)
            return;
    shards->files = memory_grow(shards->files, shards->count + 1, sizeof *shards->files);
    shards->files[shards->count++] = (struct shard_file){.records = {.path = memory_string(path)}};
}

static bool shards_list(struct shards *shards, struct error *error) {
    static const char ending[] = ".jsonl";
    DIR *folder = opendir(shards->folder);
    if (folder == NULL)
        return error_set(error, "sprt.folder", "cannot read the folder {0}: {1}", shards->folder,
                         strerror(errno), NULL);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        size_t length = strlen(entry->d_name), cut = strlen(ending);
        if (length <= cut || strcmp(entry->d_name + length - cut, ending) != 0)
            continue;
        struct text path = {0};
        text_print(&path, "%s/%s", shards->folder, entry->d_name);
        shards_add(shards, text_string(&path));
        text_free(&path);
    }
    closedir(folder);
    return true;
}

/* The first file says what run it is. */
static bool shards_begin(struct shards *shards, const struct records_file *file) {
    struct sprt_settings settings;
    struct schedule schedule = manifest_schedule(&file->manifest);
    if (!manifest_sprt(&file->manifest, &settings) || file->manifest.engine_count != 2 ||
        !schedule_is_fixed(&schedule))
        return error_set(shards->error, "sprt.none",
                         "the run of {0} has no sequential test: it was begun without --sprt",
                         file->path, NULL);
    shards->first = shards->reading;
    sprt_open(&shards->sprt, &settings, &schedule);
    shards->total = schedule_count(&schedule);
    shards->known = memory_new((size_t)shards->total, sizeof *shards->known);
    return true;
}

static bool shards_compare(const struct shards *shards, const struct records_file *file) {
    struct text why = {0};
    bool same = manifest_is_same_run(&file->manifest,
                                     &shards->files[shards->first].records.manifest, false, &why);
    if (!same)
        error_set(shards->error, "sprt.other", "{0} is not of the run that other files are of: {1}",
                  file->path, text_string(&why), NULL);
    text_free(&why);
    return same;
}

/* The head of a file is looked at before its first game is taken. */
static void shards_check(struct shards *shards) {
    struct shard_file *file = &shards->files[shards->reading];
    if (file->checked || !file->records.begun || !shards->fine)
        return;
    shards->fine = (shards->total > 0 || shards_begin(shards, &file->records)) &&
                   shards_compare(shards, &file->records);
    file->checked = shards->fine;
}

static void shards_take(void *context, struct arena_result *result) {
    struct shards *shards = context;
    long number = result->game.number;
    shards_check(shards);
    if (shards->fine && number < shards->total && !shards->known[number]) {
        struct played_game played = arena_result_played(result);
        shards->known[number] = true;
        shards->games++;
        sprt_add(&shards->sprt, &played);
    }
    arena_result_free(result);
}

static bool shards_read(struct shards *shards, struct error *error) {
    shards->error = error;
    shards->fine = shards_list(shards, error);
    for (shards->reading = 0; shards->fine && shards->reading < shards->count; shards->reading++) {
        struct records_file *file = &shards->files[shards->reading].records;
        bool read = records_read(file, shards_take, shards, shards->fine ? error : NULL);
        shards_check(shards);
        shards->fine = shards->fine && read;
    }
    return shards->fine;
}

static bool shards_stop(const struct shards *shards, struct error *error) {
    struct text path = {0}, words = {0};
    text_print(&path, "%s/%s", shards->folder, RECORDS_STOP);
    sprt_show_state(&shards->sprt, &words);
    bool fine = file_write(text_string(&path), text_string(&words), words.length, error);
    text_free(&path);
    text_free(&words);
    return fine;
}

static bool shards_are_over(const struct shards *shards) {
    return shards->total > 0 &&
           (shards->sprt.verdict != SPRT_OPEN || shards->games == shards->total);
}

static bool shards_watch(struct shards *shards, FILE *out, struct error *error) {
    static const struct timespec second = {.tv_sec = 1};
    long shown = 0;
    for (;;) {
        if (!shards_read(shards, error))
            return false;
        if (shards_are_over(shards))
            return true;
        if (shards->sprt.next > shown) {
            struct text line = {0};
            sprt_show_state(&shards->sprt, &line);
            fputs(text_string(&line), out);
            fflush(out);
            text_free(&line);
        }
        shown = shards->sprt.next;
        nanosleep(&second, NULL);
    }
}

static void shards_show(const struct shards *shards, FILE *out) {
    struct text text = {0};
    const struct manifest *run = &shards->files[shards->first].records.manifest;
    const char *names[] = {run->engines[0].name, run->engines[1].name};
    sprt_show(&shards->sprt, names, &text);
    fprintf(out, "%ld of %ld games in %zu files\n%s", shards->games, shards->total, shards->count,
            text_string(&text));
    text_free(&text);
}

bool sprt_view(const char *folder, bool watch, FILE *out, enum sprt_verdict *verdict,
               struct error *error) {
    struct shards shards = {.folder = folder};
    bool fine = watch ? shards_watch(&shards, out, error) : shards_read(&shards, error);
    if (fine && shards.total == 0)
        fine = error_set(error, "sprt.empty",
                         "there are no records in {0}: shards write them with "
                         "--records {0}/NAME.jsonl",
                         folder, NULL);
    *verdict = shards.sprt.verdict;
    fine = fine && (*verdict == SPRT_OPEN || shards_stop(&shards, error));
    if (fine)
        shards_show(&shards, out);
    for (size_t i = 0; i < shards.count; i++)
        records_file_free(&shards.files[i].records);
    free(shards.files);
    free(shards.known);
    sprt_free(&shards.sprt);
    return fine;
}
