/* game: what every game promises, and nothing about any one of them.
 *
 * A game is a table of functions over flat states. Nothing here prints, waits, or keeps memory
 * between calls. Functions that can refuse take an error (may be NULL) and change nothing when
 * they return false. */
#ifndef TERNION_GAME_H
#define TERNION_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "record.h"
#include "setup.h"
#include "text.h"

/* A decision of one side, a pass included. Its meaning is the game's own and is read together with
 * a state; 0 is never a move. Two moves of one state are the same decision if they are equal. */
typedef uint64_t move;
enum { MOVE_NONE = 0 };

/* The sides are 0 and 1: x and o, black and white. Side 0 need not begin. */
enum { SIDE_NONE = -1, SIDE_FIRST = 0, SIDE_SECOND = 1 };
static inline int side_other(int side) {
    return 1 - side;
}

/* A growable list of moves; all zero is the empty list. */
struct moves {
    move *at;
    size_t count;
    size_t room;
};
void moves_add(struct moves *list, move m);
bool moves_has(const struct moves *list, move m);
void moves_free(struct moves *list);

/* The keys of all earlier positions of this history, oldest first, the present one left out.
 * Borrowed: valid while the owner (a session, a search) does not move on. */
struct past {
    const uint64_t *keys;
    size_t count;
};

/* How often key stands in the past. */
size_t past_count(const struct past *past, uint64_t key);

enum phase {
    PHASE_PLAYING,
    PHASE_STOPPED, /* scoring is due, but play may go on (Go after two passes) */
    PHASE_OVER     /* no moves; winner and margin are final */
};

struct result {
    enum phase phase;
    int winner;    /* SIDE_NONE: a draw, no result, or not over */
    double margin; /* points for the winner; 0 for a draw */
};

/* How a board is to be drawn. */
struct look {
    bool colour;  /* ANSI colour is welcome */
    bool unicode; /* the terminal shows UTF-8 */
    int columns;  /* of the terminal, into which the board should fit if it can; 0: any number */
    move last;    /* the last move, to be marked, or MOVE_NONE */
    bool digits;  /* cells are typed by their digits, where the game has any */
    bool ended;   /* also by a resignation and the like, of which the state knows nothing */
};

/* The status of every point of a stopped game, indexed as the game numbers its points. */
enum { MARKS_POINTS = 25 * 25 };
enum mark { MARK_ALIVE, MARK_DEAD, MARK_SEKI };
struct marks {
    unsigned char at[MARKS_POINTS];
};

/* What a side's score is made of; what a rule set does not count is 0. */
struct sheet {
    int stones;    /* live stones on the board */
    int territory; /* points without a live stone */
    int prisoners; /* stones captured, and dead ones taken off at the end */
    double komi;
    double total;
};

/* A cell by column and row from 0 at the bottom left; a move is made by at most GAME_POINTS. */
enum { GAME_POINTS = 16 };
struct game_point {
    int column, row;
};

struct game {
    const char *name;  /* "qttt" */
    const char *title; /* "Quantum tic-tac-toe" */

    const char *sides[2];                 /* "x", "o": printed in lower case */
    const char *const *side_words[2];     /* all accepted spellings, lower case, NULL at the end */
    const char *const *rules;             /* rule set names, the default first, NULL at the end */
    const struct setting *settings;       /* further settings, a NULL name at the end; or NULL */
    int size_min, size_max, size_default; /* board sizes */
    bool keeps_first; /* who begins is open until the first ply and then stays, also after undo */

    /* These three may be NULL where there are no settings.
     * What a new game, a new rule set or a new size brings along: fills values of `setup` whose
     * rules and size are valid. `changed` says which of the three it was. */
    void (*defaults)(struct setup *setup, enum setup_change changed);
    /* Reads and prints setting number `which`; a refused text changes nothing. */
    bool (*set)(struct setup *setup, int which, const char *text, struct error *error);
    void (*get)(const struct setup *setup, int which, struct text *text);

    /* A state is state_size bytes without pointers: copying the bytes copies it. init makes the
     * start position; adjust carries settings that do not clear the board into a state. */
    size_t state_size;
    void (*init)(void *state, const struct setup *setup);
    void (*adjust)(void *state, const struct setup *setup);

    /* The side that decides next; only the rules know. The answer for an over position is
     * meaningless. */
    int (*to_play)(const void *state);
    /* Hands the move to a side, or says why that cannot be. */
    bool (*turn)(void *state, int side, struct error *error);
    /* Appends all legal moves in a fixed order; none when over. */
    void (*moves)(const void *state, const struct past *past, struct moves *list);
    /* A legal move from text (the words of a move joined by single spaces), or the rule it breaks.
     */
    bool (*parse)(const void *state, const struct past *past, const char *text, move *m,
                  struct error *error);
    /* Appends one token that parse reads back in this state. m must be legal here. */
    void (*print)(const void *state, move m, struct text *text);
    /* m must be legal. */
    void (*play)(void *state, move m);
    struct result (*result)(const void *state, const struct past *past);
    /* Identifies a position as the rules' repetition does. */
    uint64_t (*key)(const void *state);

    /* The position as one line; load(save) gives the same key and behaviour with an empty past. The
     * text may carry size and settings, which then go into *setup; rules stay as they are. */
    void (*save)(const void *state, struct text *text);
    bool (*load)(void *state, struct setup *setup, const char *text, struct error *error);
    /* A board for people: whole lines, each ended by a newline, none of them empty. */
    void (*show)(const void *state, const struct look *look, struct text *text);

    /* What is due of the side to play, for a prompt: "place a pair", "collapse X3: A1 or B2". */
    void (*due)(const void *state, struct text *text);

    /* The rest may be NULL. */

    /* The number of the rule set that is meant by a name, or by text of another kind, that other
     * programs use; -1: none. */
    int (*rules_named)(const char *text);
    /* What a person at a prompt has to know: how moves are typed and the board is read. Whole
     * sentences in one line. */
    const char *how;
    /* Whether text is a good first half of a move whose rest may follow as a line of its own ("6",
     * then "2"); the error says what is wrong with it otherwise. */
    bool (*partial)(const void *state, const char *text, struct error *error);
    /* The digit that names a cell as well (column and row as below), or -1. */
    int (*digit)(const void *state, int column, int row);
    /* The side that holds a cell (column and row from 0 at the bottom left), or SIDE_NONE: what a
     * display of one stone per cell can show. */
    int (*holder)(const void *state, int column, int row);
    /* The cells that make up m, in the order in which a person points at them, and their number.
     * Way 0 is the usual order; 0 is returned if there is no such way. Moves of one position that
     * are made by different cells are different, and no move is the beginning of another. */
    int (*points)(const void *state, move m, int way, struct game_point at[GAME_POINTS]);
    /* With points: what such a display does not show by itself (kings, spooky marks, a waiting
     * cycle), in lines of GoGui's gfx commands. */
    void (*gfx)(const void *state, struct text *text);
    /* Whether level `hard` never plays this ply at random. */
    bool (*critical)(const void *state);
    /* About how many plies each side has still to make, for a clock to be shared among them. NULL:
     * as if always 30. */
    int (*plies_left)(const void *state);
    /* Whether m, legal here, is reversible: no capture, no advance that cannot be taken back, so
     * that plies of this kind could go on for ever. NULL: no ply is. */
    bool (*quiet)(const void *state, move m);
    /* Takes a position that is drawn by its past, or by plies without progress, as a new beginning.
     */
    void (*play_on)(void *state);
    /* A faster count for game_perft, and the same one: false where draws by the past could change
     * it within `depth` plies, of which there is at least one. */
    bool (*perft)(const void *state, int depth, uint64_t *count);
    /* The score of a position whose stones have these marks: pure arithmetic. A game without it
     * has a score only when it is over. */
    struct result (*score)(const void *state, const struct marks *marks);
    /* With score: for each rule set the last mark, in the order of enum mark, that its score
     * depends on: MARK_ALIVE where every stone on the board lives. */
    const enum mark *scored_marks;
    /* With score: gives the whole chain at a vertex a status; refuses a vertex without a stone. */
    bool (*mark)(const void *state, struct marks *marks, const char *vertex, enum mark mark,
                 struct error *error);
    /* With score: whose point each is under these marks: a side, or 2 for nobody's. */
    void (*territory)(const void *state, const struct marks *marks,
                      unsigned char owner[MARKS_POINTS]);
    /* With score: how it comes about; the totals differ by its margin. */
    void (*sheet)(const void *state, const struct marks *marks, struct sheet sheet[2]);
    /* Fair beginning number `index` of a rule set, its moves separated by spaces; NULL after the
     * last one. */
    const char *(*ballot)(int rules, size_t index);
    /* Tables of results that were computed beforehand, of all of which there may be none: opens
     * those of a rule set; NULL with an error that says how to make them. */
    void *(*tables_open)(int rules, struct error *error);
    void (*tables_close)(void *tables);
    /* With tables_open: the result that best play leads to from a position that is not over. False:
     * they do not know it. */
    bool (*tables_result)(void *tables, const void *state, struct result *result);
    /* The game's own record format in place of the tag record: prints a whole record; reads game
     * number `index` (from 0) of a file's text. */
    const char *record_suffix; /* "sgf" */
    void (*record_print)(const struct record *record, struct text *text);
    bool (*record_parse)(const char *text, size_t length, size_t index, struct record *record,
                         struct error *error);
};

/* The side a word names ("x", "Black"), or SIDE_NONE. */
int game_side(const struct game *game, const char *word);
/* The number of a rule set or setting, or -1. */
int game_rules(const struct game *game, const char *name);
int game_setting(const struct game *game, const char *name);
/* The game's defaults, where it has any. */
void game_defaults(const struct game *game, struct setup *setup, enum setup_change changed);
/* "X+0.5", "0" : the result of an over game, the winner's letter in upper case. */
void game_print_result(const struct game *game, const struct result *result, struct text *text);
/* The number of move sequences of `depth` plies from here (games that end earlier do not count). */
uint64_t game_perft(const struct game *game, const void *state, const struct past *past, int depth);

#endif
