/* table: results as people read them. */
#ifndef TERNION_TABLE_H
#define TERNION_TABLE_H

#include "../../src/core/text.h"
#include "../../src/tournament/ratings.h"
#include "../journal/arena_result.h"
#include "arena_statistics.h"

/* What a table says of the engines beside their games. Names are indexed by engine. */
struct table_words {
    const char *const *names;
    const char *const *sides;           /* what the two sides of the game are called */
    const struct rating_anchor *anchor; /* from which ratings count; NULL: from their mean */
};

/* A string, filled up with spaces to a number of columns. */
void table_pad(struct text *text, const char *string, size_t width);
/* The columns that the longest name needs, or the heading above them. */
size_t table_width(const char *const *names, int count);
/* The ranking alone: a heading and a line for each engine. */
void table_ranking(const struct arena_statistics *stats, const struct table_words *words,
                   struct text *text);
/* What is to be known before the ranking is believed: forfeits, plies beyond the clock, repeats,
 * games that count for nobody. Each paragraph begins with an empty line. */
void table_notes(const struct arena_statistics *stats, const struct table_words *words,
                 struct text *text);
/* The ranking, and how its ratings are to be read. */
void table_final(const struct arena_statistics *stats, const struct table_words *words,
                 struct text *text);
/* Everything: ranking, likelihoods of superiority, who beat whom, by colour, time, forfeits. */
void table_full(const struct arena_statistics *stats, const struct table_words *words,
                struct text *text);
/* What went wrong in a game, by whom: "crash by NAME: what happened". */
void table_fault(const struct arena_result *result, const char *const *names, struct text *text);
/* How the dead stones that the engines name differ from the judge's; nothing if nobody named any.
 */
void table_dead(const struct arena_result *result, const char *const *names, struct text *text);
/* What the engines say of its score. */
void table_claims(const struct arena_result *result, struct text *text);
/* Both, where there was a fault, and where one of them disputes the result; or nothing. */
void table_remark(const struct arena_result *result, const char *const *names, struct text *text);
/* One game in one line. */
void table_game(const struct arena_result *result, const struct table_words *words,
                struct text *text);
/* "+35 [+12 .. +60]", "> +338", "?": never anything but numbers that mean something. */
void table_elo(const struct elo *elo, struct text *text);
/* "  +123 ± 45", anchored "   2123 ± 45"; after > a lower bound, after < an upper bound; "?"
 * without games. */
void table_rating(const struct rating *rating, struct text *text);

/* ", 3 beyond the clock, within the margin"; of none, nothing. */
void table_overruns(long plies, struct text *text);
/* "2 h 05 min", "3 min 20 s", "7 s"; of less than nothing, "0 s". */
void table_duration(double seconds, struct text *text);

#endif
