/* records: the games of a run as JSON lines, appended to a file while the run goes on. The first
 * line says what run it is. Runs whose shards write such files into one folder are judged as one by
 * `ternion-arena sprt`, which leaves the file "stop" there. docs/journal.md describes the lines. */
#ifndef TERNION_RECORDS_H
#define TERNION_RECORDS_H

#include "arena_result.h"
#include "manifest.h"

#define RECORDS_STOP "stop"

/* Appends one game as a line. */
void records_print(const struct arena_result *result, const char *const *names, struct text *text);

struct records;

/* Opens for appending, making the file if need be. A line that was cut short is removed. An
 * existing file must be of the manifest's run. */
struct records *records_open(const char *path, const struct manifest *manifest,
                             struct error *error);
void records_close(struct records *records);
/* Whether the file has this game. Not while another thread may put one. */
bool records_has(const struct records *records, long number);
bool records_put(struct records *records, const struct arena_result *result, struct error *error);
/* Whether the file "stop" is in the folder of the records: no new game is wanted. */
bool records_want_stop(const struct records *records);

/* A file of records as it grows. All zero but the path is one that was not read yet. */
struct records_file {
    char *path;
    long offset; /* of the first byte that was not read */
    long line;   /* its number, from 0 */
    bool begun;  /* its first line was read: */
    struct manifest manifest;
};

/* Hands every new game to `each`, which frees it, in the order of the file; a last line without its
 * end waits for the next call. False with an error if a line makes no sense. */
bool records_read(struct records_file *file, void (*each)(void *, struct arena_result *),
                  void *context, struct error *error);
void records_file_free(struct records_file *file);

#endif
