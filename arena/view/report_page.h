/* report_page: what the parts of a report share. Each part appends one section of the page. */
#ifndef TERNION_REPORT_PAGE_H
#define TERNION_REPORT_PAGE_H

#include "../../src/tournament/rounds.h"
#include "../../src/tournament/sprt.h"
#include "html.h"
#include "report_data.h"

struct report_page {
    struct archive *archive;
    const struct report_data *data;
    const char *const *names; /* by engine */
    const char *sides[2];     /* as people call them: x and o, black and white */
    struct rounds *rounds;    /* NULL: the schedule has none */
    struct sprt sprt;         /* of a match of two; else without games */
    struct text page;
    size_t *chosen; /* indices of briefs that can be replayed */
    size_t chosen_count;
};

/* Beginning and end of a section; the note, plain text without signs to escape, may be NULL. */
void report_open(struct report_page *report, const char *id, const char *title, const char *note);
void report_close(struct report_page *report);
/* "game 17", as a link where it can be replayed, at a ply if that is not 0. */
void report_link(struct report_page *report, long number, size_t ply);
void report_percent(struct report_page *report, double share);
/* Between two engines the difference says more than two ratings. */
bool report_is_match(const struct report_page *report);
/* Whether ratings count from an anchor: one was given, and it has games. */
bool report_is_anchored(const struct report_page *report);
struct wdl report_engine(const struct report_page *report, int engine);
/* A whole number with its sign, a true minus among them. */
void report_signed(struct text *page, double value);
/* The same, and a number with decimals, without a plus where it counts from an anchor. */
void report_anchored(struct text *page, double value);
void report_decimal(struct text *page, double value, int decimals, bool anchored);
/* Elo with as many decimals as the interval lets mean anything. */
void report_rating(struct text *page, const struct rating *rating);
/* The difference, and its interval: "+12 … +60"; both must be known. */
void report_difference(struct text *page, const struct elo *elo);
void report_bounds(struct text *page, const struct elo *elo);

/* Where pairings follow from results: finds them out; a section; a sentence about who won. Both are
 * nothing elsewhere. */
bool report_gather_rounds(struct report_page *report, struct error *error);
void report_rounds(struct report_page *report);
void report_champion(struct report_page *report);

/* The same for a sequential test: its state, a section, a word about its verdict. */
bool report_gather_sprt(struct report_page *report, struct error *error);
void report_sprt(struct report_page *report);
/* How many pairs of games with swapped colours gave how many points; of a test those that it rests
 * on. Nothing where there are none. */
void report_pairs(struct report_page *report);
void report_verdict(struct report_page *report);

void report_standings(struct report_page *report);
void report_ratings(struct report_page *report);
void report_cross(struct report_page *report);
void report_course(struct report_page *report);
void report_times(struct report_page *report);
void report_colours(struct report_page *report);
void report_openings(struct report_page *report);
bool report_faults(struct report_page *report, struct error *error);
bool report_games(struct report_page *report, struct error *error);
/* How one text becomes the next, for rows of texts that differ little from each other: a JSON array
 * of edits [keep, drop, "insert", keep, drop, "insert", ...]. The numbers are bytes; what comes
 * after the last edit is kept. Both texts are ASCII. */
void report_put_edits(const char *from, const char *to, struct text *json);

#endif
