#include "openings.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../../src/core/memory.h"
#include "../../src/core/rng.h"
#include "../../src/core/tagrecord.h"
#include "../../src/system/file.h"
#include "../journal/hash.h"

/* The most legal moves that are listed to find one random opening, for that is what costs time. */
enum { SEARCH_MOVES = 2000000 };

/* Files of recorded games. */

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

/* Recorded games as lines. */

/* How games become lines. */
struct game_source {
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
            break; /* trying the line will fail there, and say so */
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

/* The position after the plies, by the rules of the tournament. */
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

/* Reads game number `index` of the text and adds its line; *more becomes false where there is none,
 * *end is where it ends. */
static bool read_game(const char *text, size_t length, size_t index,
                      const struct game_source *source, bool *more, size_t *end,
                      struct error *error) {
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

/* One game after the other, so that a file is read once. A game that is wrong is read again with
 * the whole file before it, because only then is the number of its line known. */
static bool read_file(const char *path, const struct game_source *source, struct error *error) {
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
    const struct game_source source = {.fresh = fresh, .plies = plies, .lines = lines};
    struct strings files = {0};
    bool fine = list_files(path, session_game(fresh), &files, error);
    for (size_t i = 0; fine && i < files.count; i++)
        fine = read_file(files.at[i], &source, error);
    strings_free(&files);
    return fine;
}

/* Lines. */

static bool session_goes_on(const struct session *session) {
    return session_result(session, NULL).phase == PHASE_PLAYING;
}

bool opening_play(const char *line, struct session *session, struct error *error) {
    if (strncmp(line, "position ", 9) == 0)
        return session_set_position(session, line + 9, error);
    struct words words;
    words_split(&words, line);
    bool fine = true;
    for (int i = 0; fine && i < words.count; i++)
        fine = session_play(session, session_to_play(session), words.at[i], error);
    words_free(&words);
    return fine;
}

static bool line_try(const char *line, const struct session *fresh, struct error *error) {
    struct session *session = session_copy(fresh);
    bool fine = opening_play(line, session, error);
    if (fine && !session_goes_on(session))
        fine = error_set(error, "openings.over", "the game is over after this opening", NULL);
    session_free(session);
    return fine;
}

static void cut_line(char *line) {
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r\n", line[length - 1]) != NULL)
        line[--length] = '\0';
}

static bool openings_read(struct openings *openings, FILE *file, const char *path,
                          const struct session *fresh, struct error *error) {
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    bool fine = true;
    for (int number = 1; fine && (length = getline(&line, &room, file)) >= 0; number++) {
        bool whole = strlen(line) == (size_t)length;
        cut_line(line);
        const char *begin = line + strspn(line, " \t");
        if (whole && (*begin == '\0' || *begin == '#'))
            continue;
        struct error cause = {0};
        fine = whole ? line_try(begin, fresh, &cause)
                     : error_set(&cause, "syntax.nul", "a byte 0 is no text", NULL);
        if (fine) {
            strings_add(&openings->lines, begin);
            continue;
        }
        struct text place = {0}, why = {0};
        text_print(&place, "%s:%d", path, number);
        error_print(&cause, &why);
        error_set(error, "openings.line", "{0}: {1}", text_string(&place), text_string(&why), NULL);
        text_free(&place);
        text_free(&why);
        error_clear(&cause);
    }
    if (fine && ferror(file))
        fine =
            error_set(error, "openings.file", "cannot read {0}: {1}", path, strerror(errno), NULL);
    free(line);
    if (fine && openings->lines.count == 0)
        return error_set(error, "openings.empty", "{0} holds no opening", path, NULL);
    return fine;
}

/* Every game must be playable, and not over where it is cut. */
static bool openings_take_games(struct openings *openings, const struct plan *plan,
                                const struct session *fresh, struct error *error) {
    if (!opening_games_read(plan->opening_file, fresh, plan->record_plies, &openings->lines, error))
        return false;
    for (size_t i = 0; i < openings->lines.count; i++) {
        struct error cause = {0};
        if (line_try(openings->lines.at[i], fresh, &cause))
            continue;
        struct text place = {0}, why = {0};
        text_print(&place, "%s: game %zu", plan->opening_file, i + 1);
        error_print(&cause, &why);
        error_set(error, "openings.game", "{0}: {1}; opening-plies takes fewer of its moves",
                  text_string(&place), text_string(&why), NULL);
        text_free(&place);
        text_free(&why);
        error_clear(&cause);
        return false;
    }
    return true;
}

static bool openings_take_lines(struct openings *openings, const struct plan *plan,
                                const struct session *fresh, struct error *error) {
    FILE *file = fopen(plan->opening_file, "re");
    if (file == NULL)
        return error_set(error, "openings.file", "cannot read {0}: {1}", plan->opening_file,
                         strerror(errno), NULL);
    bool fine = openings_read(openings, file, plan->opening_file, fresh, error);
    fclose(file);
    return fine;
}

/* The game's own list, which is fair and legal. */
static bool openings_take_ballots(struct openings *openings, const struct plan *plan,
                                  struct error *error) {
    const char *moves;
    int rules = game_rules(plan->game, plan->rules);
    if (plan->game->ballot != NULL)
        for (size_t i = 0; (moves = plan->game->ballot(rules, i)) != NULL; i++)
            strings_add(&openings->lines, moves);
    if (openings->lines.count == 0)
        return error_set(error, "openings.no-ballots",
                         "{0} has no list of fair openings; use random:PLIES or file:PATH",
                         plan->game->title, NULL);
    return true;
}

/* Random plies. */

/* Plays as many plies as asked for, or until the game is over; returns how many moves were
 * listed for it. */
static long random_play(struct session *session, long plies, uint64_t seed) {
    struct rng rng;
    rng_seed(&rng, seed);
    struct moves moves = {0};
    long listed = 0;
    for (long ply = 0; ply < plies && session_goes_on(session); ply++) {
        moves.count = 0;
        session_moves(session, &moves);
        listed += (long)moves.count;
        session_play_move(session, session_to_play(session),
                          moves.at[rng_below(&rng, moves.count)]);
    }
    moves_free(&moves);
    return listed;
}

/* Random plies may end the game: then other ones are tried, from seeds that belong to the number.
 * Beginning anew finds an opening sooner than going back a ply at a time, for what decides a game
 * lies further back (quantum tic-tac-toe, 12 plies: 1 in 2,000 plies played against 1 in 24,000).
 */
static bool random_find(const struct openings *openings, long index, struct session *session) {
    uint64_t seed = rng_mix(openings->seed + 0x6f70656eU) ^ rng_mix((uint64_t)index);
    long listed = 0;
    for (uint64_t try = 0; listed < SEARCH_MOVES; try++) {
        session_clear(session);
        listed += random_play(session, openings->plies, rng_mix(seed + try));
        if (session_goes_on(session))
            return true;
    }
    return false;
}

/* If the first one is not found, the run had better not begin. */
static bool random_try(const struct openings *openings, const struct session *fresh,
                       struct error *error) {
    struct session *session = session_copy(fresh);
    bool fine = random_find(openings, 0, session);
    session_free(session);
    return fine || error_set(error, "openings.short",
                             "random openings of that many plies end the game; use fewer", NULL);
}

bool openings_open(struct openings *openings, const struct plan *plan, const struct session *fresh,
                   struct error *error) {
    *openings = (struct openings){.shuffle = plan->opening_shuffle, .seed = plan->seed};
    bool fine = true;
    if (plan->openings == OPENINGS_RANDOM) {
        openings->plies = plan->opening_plies;
        fine = random_try(openings, fresh, error);
    } else if (plan->openings == OPENINGS_FILE) {
        fine = openings_take_lines(openings, plan, fresh, error);
    } else if (plan->openings == OPENINGS_GAMES) {
        fine = openings_take_games(openings, plan, fresh, error);
    } else if (plan->openings == OPENINGS_BALLOTS) {
        fine = openings_take_ballots(openings, plan, error);
    }
    if (!fine)
        openings_free(openings);
    return fine;
}

void openings_free(struct openings *openings) {
    strings_free(&openings->lines);
    free(openings->order);
    openings->order = NULL;
}

/* Every cycle through the file has an order of its own, made by a seeded shuffle. */
static void openings_shuffle(struct openings *openings, uint64_t cycle) {
    size_t count = openings->lines.count;
    struct rng rng;
    rng_seed(&rng, rng_mix(openings->seed + 0x73687566U) + cycle);
    free(openings->order);
    openings->order = memory_new(count, sizeof *openings->order);
    openings->cycle = cycle;
    for (size_t i = 0; i < count; i++) {
        size_t j = (size_t)rng_below(&rng, i + 1);
        openings->order[i] = openings->order[j];
        openings->order[j] = i;
    }
}

static size_t shuffled(struct openings *openings, long index) {
    size_t count = openings->lines.count;
    uint64_t cycle = (uint64_t)index / count;
    if (openings->order == NULL || openings->cycle != cycle)
        openings_shuffle(openings, cycle);
    return openings->order[(size_t)index % count];
}

void openings_play(struct openings *openings, long index, struct session *session) {
    size_t count = openings->lines.count;
    if (openings->plies > 0) {
        /* The first one is there in any case: openings_open has found it. */
        if (!random_find(openings, index, session))
            random_find(openings, 0, session);
    } else if (count > 0) {
        size_t at = openings->shuffle ? shuffled(openings, index) : (size_t)index % count;
        opening_play(openings->lines.at[at], session, NULL);
    }
}
