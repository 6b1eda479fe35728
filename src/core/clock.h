/* clock: one side's time as pure arithmetic in seconds. Time is passed in, never read. */
#ifndef TERNION_CLOCK_H
#define TERNION_CLOCK_H

#include <stdbool.h>

#include "text.h"

enum clock_kind {
    CLOCK_NONE,     /* no limit */
    CLOCK_MOVE,     /* `period` seconds for every ply, nothing is carried over */
    CLOCK_ABSOLUTE, /* `main` seconds for the whole game */
    CLOCK_FISCHER,  /* `main` seconds, `period` added after every ply */
    CLOCK_BYOYOMI,  /* `main`, then `count` periods of `period`; a ply within a period keeps it */
    CLOCK_CANADIAN  /* `main`, then `count` plies within each `period` seconds */
};

struct clock_settings {
    enum clock_kind kind;
    double main;
    double period;
    int count;
};

/* `left` is what remains of the present stage, in main time or overtime. `count` is the number of
 * periods left (byo-yomi) or plies still due in this period (Canadian); 0 in main time. */
struct clock {
    struct clock_settings settings;
    double left;
    int count;
    bool overtime;
    bool fallen;
    double late;  /* by how much the flag was overstepped */
    double owed;  /* what earlier plies took beyond the limit: the next ones have that much less */
    int overruns; /* plies that ended beyond the limit, but within the margin */
};

/* Whether no time is below nothing, and none is no number. */
bool clock_is_ok(const struct clock *clock);
/* A clock that never had any time is taken for none. */
struct clock_settings clock_or_none(const struct clock_settings *settings);
/* GTP's time_settings: B > 0 with S = 0 means no limit, and so does 0 0 0, as some say it; B = 0 is
 * absolute; M = 0 starts in overtime. */
struct clock_settings clock_gtp(double main, double period, int stones);
void clock_start(struct clock *clock, const struct clock_settings *settings);
/* One ply took this many seconds (negative counts as 0). Returns false if the flag fell; the clock
 * then keeps `late`. Up to `margin` seconds beyond the limit do not let it fall. Where time is
 * carried over from ply to ply they are owed: a game has one margin, not one for each ply. Only a
 * period of its own for every ply (`CLOCK_MOVE`, the last one in byo-yomi) begins without debts. */
bool clock_spend(struct clock *clock, double seconds, double margin);
/* The longest the present ply may take before the flag falls; negative: no limit. */
double clock_limit(const struct clock *clock);
/* What time_left reports: seconds and count (0 in main time). */
void clock_report(const struct clock *clock, double *seconds, int *count);
/* Takes over time_left's figures, which must not be negative. */
void clock_correct(struct clock *clock, double seconds, int count);
/* The flag fell by this program's count alone, and the game goes on: another stage begins, which is
 * a period or an increment where there are any, else a tenth of the main time. */
void clock_resume(struct clock *clock);
/* A sensible time to think about the present ply, given how many own plies may still come and a
 * lag allowance; always below clock_limit (0 if nothing is left); negative: no limit. */
double clock_budget(const struct clock *clock, int plies_to_come, double lag);
/* Text for tables and records: "0.5/move", "300", "60+1", "600+3x30 byoyomi", "600+25/300
 * canadian", "none"; parse reads these back. */
void clock_print(const struct clock_settings *settings, struct text *text);
bool clock_parse(const char *string, struct clock_settings *settings);

#endif
