#include "opening_games.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../../src/core/memory.h"
#include "../../src/core/tagrecord.h"
#include "../../src/system/file.h"
#include "../journal/hash.h"

/* ---- files */

static const char *suffix_of(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot != NULL && strchr(dot, '/') == NULL ? dot + 1 : "";
}

static const char *wanted_suffix(const struct game *game) {
    return game->record_suffix != NULL ? game->record_suffix : "record";
}

static bool is_directory(const char *path) {
    struct stat file;
    return stat(path, &file) == 0 && S_ISDIR(file.st_mode);
}

static bool list_directory(const char *path, const char *suffix, struct strings *files,
                           struct error *error) {
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0)
        return error_set(error, "openings.file", "cannot read {0}: {1}", path, strerror(errno),
                         NULL);
    for (int i = 0; i < count; i++) {
        struct text name = {0};
        text_print(&name, "%s/%s", path, entries[i]->d_name);
        if (text_same(suffix_of(entries[i]->d_name), suffix))
            strings_add(files, text_string(&name));
        text_free(&name);
        free(entries[i]);
    }
    free(entries);
    return files->count > 0 ||
           error_set(error, "openings.empty", "{0} holds no file *.{1}", path, suffix, NULL);
}

/* The file itself, or those of the directory. */
static bool list_files(const char *path, const struct game *game, struct strings *files,
                       struct error *error) {
    const char *suffix = suffix_of(path), *wanted = wanted_suffix(game);
    if (is_directory(path))
        return list_directory(path, wanted, files, error);
    bool foreign =
        (text_same(suffix, "sgf") || text_same(suffix, "pdn")) && !text_same(suffix, wanted);
    if (foreign)
        return error_set(error, "openings.format", "{0} has its games in files *.{1}, not in {2}",
                         game->name, wanted, path, NULL);
    strings_add(files, path);
    return true;
}

bool opening_games_hash(const char *path, const struct game *game, char digits[65],
                        struct error *error) {
    struct strings files = {0};
    struct text all = {0};
    bool fine = list_files(path, game, &files, error);
    for (size_t i = 0; fine && i < files.count; i++) {
        fine = hash_file(files.at[i], digits, error);
        text_put(&all, digits);
    }
    if (fine)
        hash_bytes(text_string(&all), all.length, digits);
    text_free(&all);
    strings_free(&files);
    return fine;
}

/* ---- games */

/* What games become lines of. */
struct source {
    const struct session *fresh;
    long plies; /* of each, -1: all */
    struct strings *lines;
};

/* Whether the plies wanted are nothing but moves in turn from the usual position. */
static bool is_plain(const struct record *record, const struct session *fresh, long plies) {
    if (record->position != NULL ||
        (record->first != SIDE_NONE && record->first != session_to_play(fresh)))
        return false;
    struct session *session = session_copy(fresh);
    bool plain = true;
    for (size_t i = 0; plain && i < record->entry_count && plies != 0; i++) {
        const struct record_entry *entry = &record->entries[i];
        if (entry->kind == RECORD_NOTE)
            continue;
        int side = session_to_play(session);
        plain = entry->kind == RECORD_PLY && (entry->side == SIDE_NONE || entry->side == side);
        if (plain && !session_play(session, side, entry->text, NULL))
            break; /* whoever tries the line says so, with its place */
        plies--;
    }
    session_free(session);
    return plain;
}

static void print_moves(const struct record *record, long plies, struct text *line) {
    for (size_t i = 0; i < record->entry_count && plies != 0; i++) {
        if (record->entries[i].kind != RECORD_PLY)
            continue;
        text_put(line, line->length > 0 ? " " : "");
        text_put(line, record->entries[i].text);
        plies--;
    }
}

/* The position behind the plies, by the rules of the tournament. */
static bool print_position(struct record *record, const struct session *fresh, long plies,
                           struct text *line, struct error *error) {
    struct session *session = session_copy(fresh);
    record->setup = *session_setup(fresh);
    bool fine = session_load(session, record, plies >= 0 ? plies : LONG_MAX, error);
    if (fine) {
        text_put(line, "position ");
        record->game->save(session_state(session), line);
    }
    session_free(session);
    return fine;
}

static bool print_game(struct record *record, const struct session *fresh, long plies,
                       struct text *line, struct error *error) {
    if (record->setup.size != session_setup(fresh)->size) {
        struct text sizes = {0};
        text_print(&sizes, "%d, not %d", record->setup.size, session_setup(fresh)->size);
        error_set(error, "openings.size", "its board is of size {0} as in this tournament",
                  text_string(&sizes), NULL);
        text_free(&sizes);
        return false;
    }
    if (!is_plain(record, fresh, plies))
        return print_position(record, fresh, plies, line, error);
    print_moves(record, plies, line);
    return true;
}

static void error_place(struct error *error, const char *path, size_t index, struct error *cause) {
    struct text place = {0}, why = {0};
    text_print(&place, "%s: game %zu", path, index + 1);
    error_print(cause, &why);
    error_set(error, "openings.game", "{0}: {1}", text_string(&place), text_string(&why), NULL);
    text_free(&place);
    text_free(&why);
    error_clear(cause);
}

/* Reads game number `index` of the text and adds its line; *more is false where there is none any
 * more, *end is where it ends. */
static bool read_game(const char *text, size_t length, size_t index, const struct source *source,
                      bool *more, size_t *end, struct error *error) {
    const struct session *fresh = source->fresh;
    const struct game *game = session_game(fresh);
    struct record record;
    struct text line = {0};
    record_init(&record, game);
    record.setup = *session_setup(fresh);
    bool fine = game->record_parse != NULL ? game->record_parse(text, length, index, &record, error)
                                           : tagrecord_parse(text, length, index, &record, error);
    *more = fine || !record_is_behind(error);
    *end = record.end;
    fine = fine && print_game(&record, fresh, source->plies, &line, error);
    if (fine)
        strings_add(source->lines, text_string(&line));
    text_free(&line);
    record_free(&record);
    return fine;
}

static bool too_many(const char *path, struct error *error) {
    struct text most = {0};
    text_print(&most, "%d", OPENING_GAMES_MAX);
    error_set(error, "openings.many", "{0} holds more than {1} games", path, text_string(&most),
              NULL);
    text_free(&most);
    return false;
}

/* One game behind the other, so that a file is read once. What is wrong with one is asked again
 * with all of the file before it, for the number of the line. */
static bool read_file(const char *path, const struct source *source, struct error *error) {
    struct text content = {0};
    bool fine = file_read(path, &content, error), more = fine;
    const char *text = text_string(&content);
    size_t at = 0, end = 0;
    for (size_t index = 0; fine && more; index++, at = end) {
        struct error cause = {0};
        fine = read_game(text + at, content.length - at, 0, source, &more, &end, &cause);
        end += at;
        if (!fine && more && index > 0) {
            error_clear(&cause);
            fine = read_game(text, content.length, index, source, &more, &end, &cause);
        }
        if (!fine && (more || index == 0))
            error_place(error, path, index, &cause);
        error_clear(&cause);
        fine |= !more && index > 0;
        if (fine && source->lines->count > OPENING_GAMES_MAX)
            fine = too_many(path, error);
    }
    text_free(&content);
    return fine;
}

bool opening_games_read(const char *path, const struct session *fresh, long plies,
                        struct strings *lines, struct error *error) {
    const struct source source = {.fresh = fresh, .plies = plies, .lines = lines};
    struct strings files = {0};
    bool fine = list_files(path, session_game(fresh), &files, error);
    for (size_t i = 0; fine && i < files.count; i++)
        fine = read_file(files.at[i], &source, error);
    strings_free(&files);
    return fine;
}
