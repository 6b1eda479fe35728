/* record: a whole game as text, independent of any file format.
 *
 * Plies are tokens, not moves: the session checks them when it replays a record. */
#ifndef TERNION_RECORD_H
#define TERNION_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "setup.h"
#include "text.h"

struct game;

enum { RECORD_TAGS = 1000 }; /* readers refuse more: each new one is looked for among all */

struct record_tag {
    char *name;
    char *value;
};

enum record_kind {
    RECORD_PLY,      /* side played text */
    RECORD_TURN,     /* the move was handed to side; text is NULL */
    RECORD_POSITION, /* the position was set to text, as game->save prints it */
    RECORD_NOTE      /* nothing but a comment */
};

struct record_entry {
    enum record_kind kind;
    int side;
    char *text;
    char *comment; /* on the entry, or NULL */
    bool valued;
    double value; /* the result that the first side may expect then, 0 .. 1; readers pass it over */
    bool scored;
    double score; /* the same in the game's own points */
    int line;     /* where it stands in the file, 0 if unknown */
};

struct record {
    const struct game *game;
    struct setup setup;
    char *position;          /* start position, NULL: the usual one */
    int first;               /* the side that begins where the rules leave it open, or SIDE_NONE */
    char *result;            /* "X+0.5", "*" while it goes on */
    struct record_tag *tags; /* all other tags: Event, Date, player names (Side0, Side1) ... */
    size_t tag_count;
    struct record_entry *entries;
    size_t entry_count, entry_room;
    size_t end;           /* set by readers: the bytes of the text up to the end of this game */
    struct text warnings; /* by readers: what they mended or passed over, whole lines */
};

/* A record without entries for the game; setup zeroed, first SIDE_NONE, result "*". */
void record_init(struct record *record, const struct game *game);
void record_free(struct record *record);
/* The value of a tag, or NULL; names are compared exactly. */
const char *record_tag(const struct record *record, const char *name);
/* Adds a tag or replaces its value. */
void record_set_tag(struct record *record, const char *name, const char *value);
/* What every reader of files says, with false, if there is no game of the number asked for; the
 * file has `found` of them. */
bool record_refuse_number(size_t found, struct error *error);
/* Whether an error is that one: a caller that reads game after game meets it after the last. */
bool record_is_behind(const struct error *error);
/* Adds a line to the warnings: "line 7: ...", without the number where that is 0. */
void record_warn(struct record *record, int line, const char *what);
/* The whole record in the game's own format, or as a tag record. */
void record_print(const struct record *record, struct text *text);
/* Appends an entry; strings are copied and may be NULL. */
struct record_entry *record_add(struct record *record, enum record_kind kind, int side,
                                const char *text, int line);

#endif
