#include "openings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../../src/core/rng.h"
#include "opening_games.h"

/* The most legal moves that are listed to find one random opening, for that is what costs time. */
enum { SEARCH_MOVES = 2000000 };

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
        fine = error_set(error, "openings.over", "the game is over behind this opening", NULL);
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

/* Plays as many plies as asked for, or until the game is over; how many moves were listed for it.
 */
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

/* Where the first is not found it is no use to begin. */
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
