/* archive: a journal opened for reading, with the game that its manifest describes. */
#ifndef TERNION_ARCHIVE_H
#define TERNION_ARCHIVE_H

#include "../view/table.h"
#include "journal.h"

struct archive {
    struct journal *journal;
    struct manifest manifest;
    struct plan plan;         /* game, rules, size and settings only */
    struct session *fresh;    /* the game as it begins, before any opening */
    struct table_words words; /* names by engine, and of the sides */
};

/* All that is read is of one moment: several walks see the same games. False with an error;
 * archive_close is due in any case. */
bool archive_open(struct archive *archive, const char *path, struct error *error);
void archive_close(struct archive *archive);
/* Lets writers go on: from now on only single games are read, which never change. */
void archive_let_go(struct archive *archive);

/* What a walk over games does with each; false with an error ends it. The result is the walk's. */
typedef bool archive_fn(void *context, const struct arena_result *result, struct error *error);
/* Every game in the order of numbers; without plies and dialogues unless `full`. Every result's
 * engines and sides are within bounds. False: `each` said so, or the journal is damaged. */
bool archive_each(struct archive *archive, bool full, archive_fn *each, void *context,
                  struct error *error);
/* One game, the caller's, by its number as a word; NULL with an error if there is none such. */
struct arena_result *archive_game(struct archive *archive, const char *number, struct error *error);

/* The position in which a game of the archive begins: after its opening. NULL with an error. */
struct session *archive_start(const struct archive *archive, const struct arena_result *result,
                              struct error *error);
/* A whole game with tags and ending. */
struct session *archive_session(const struct archive *archive, const struct arena_result *result,
                                struct error *error);

/* What an engine said of a ply, as it stands behind the ply's time: ", 53.1%, depth 9, 1200 nodes:
 * D4 E5"; nothing if it said nothing. */
void archive_print_evaluation(const struct evaluation *evaluation, struct text *text);
/* "2026-05-17 09:30:00", in universal time. */
void archive_print_time(double seconds, struct text *text);

#endif
