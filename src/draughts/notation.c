#include "draughts.h"

#include <ctype.h>
#include <string.h>

#include "../core/vertex.h"

enum { SQUARES_MAX = DRAUGHTS_JUMPS + 1, LISTED_MAX = 12 };

/* Squares. Two rows take nine bits: four squares, a bit left out, four squares. */

int draughts_square_row(int square) {
    return square / 9 * 2 + (square % 9 > 4);
}

int draughts_square_column(int square) {
    int within = square % 9;
    return within < 4 ? 2 * within : 2 * (within - 5) + 1;
}

int draughts_square_at(int column, int row) {
    bool on_board = column >= 0 && column < 8 && row >= 0 && row < 8;
    if (!on_board || (column + row) % 2 != 0) {
        return -1;
    }
    return row / 2 * 9 + (row % 2 == 0 ? column / 2 : 5 + column / 2);
}

int draughts_square_number(int square) {
    return (7 - draughts_square_row(square)) * 4 + draughts_square_column(square) / 2 + 1;
}

int draughts_square_numbered(int number) {
    if (number < 1 || number > DRAUGHTS_SQUARES) {
        return -1;
    }
    int row = 7 - (number - 1) / 4;
    return draughts_square_at((number - 1) % 4 * 2 + row % 2, row);
}

void draughts_square_print(int square, enum draughts_notation notation, struct text *text) {
    if (notation == DRAUGHTS_NUMERIC) {
        text_whole(text, draughts_square_number(square));
    } else {
        vertex_print(text, draughts_square_column(square), draughts_square_row(square));
    }
}

/* A move as it was written: squares in order, and whether capture marks stood between them. */
struct path {
    int square[SQUARES_MAX];
    int count;
    bool captures;
};

/* Refusals. */

/* A refusal whose {0} is a square and whose {1} is any text. */
static bool refuse(const struct draughts *d, struct error *error, const char *code,
                   const char *template, int square, const char *more) {
    struct text name = {0};
    draughts_square_print(square, d->notation, &name);
    error_set(error, code, template, text_string(&name), more, NULL);
    text_free(&name);
    return false;
}

static bool refuse_syntax(struct error *error, const char *text) {
    return error_set(error, "syntax.draughts-move",
                     "cannot read \"{0}\" as a move: write C3-D4, C3xE5xG7, or numbers: 22-18",
                     text, NULL);
}

static void print_listed(const struct draughts *d, const move *list, size_t count,
                         struct text *text) {
    for (size_t i = 0; i < count && i < LISTED_MAX; i++) {
        text_put(text, i == 0 ? "" : ", ");
        draughts_print(d, list[i], text);
    }
    if (count > LISTED_MAX) {
        text_print(text, " and %zu more", count - LISTED_MAX);
    }
}

/* A refusal whose {0} is the last square of the path and whose {1} is a list of moves. */
static bool refuse_listing(const struct draughts *d, struct error *error, const char *code,
                           const char *template, const struct path *path, const move *list,
                           size_t count) {
    struct text listed = {0};
    print_listed(d, list, count, &listed);
    refuse(d, error, code, template, path->square[path->count - 1], text_string(&listed));
    text_free(&listed);
    return false;
}

/* Reading. */

static bool refuse_place(struct error *error, const char *code, const char *template,
                         const char *from, const char *to) {
    struct text word = {0};
    text_putn(&word, from, (size_t)(to - from));
    error_set(error, code, template, text_string(&word), NULL);
    text_free(&word);
    return false;
}

/* Reads a square at *at and moves on; whole is the text for errors. */
static bool read_square(const char **at, const char *whole, int *square, struct error *error) {
    const char *from = *at, *digits = from + (isalpha((unsigned char)*from) ? 1 : 0);
    int number = 0;
    for (*at = digits; isdigit((unsigned char)**at); ++*at) {
        number = number < 1000 ? number * 10 + (**at - '0') : number;
    }
    if (*at == digits) {
        *at = from;
        return refuse_syntax(error, whole);
    }
    if (digits == from) {
        *square = draughts_square_numbered(number);
        return *square >= 0 ||
               refuse_place(error, "draughts.off-board",
                            "there is no square {0}: squares are numbered 1 to 32", from, *at);
    }
    int column = toupper((unsigned char)*from) - 'A';
    if (column < 0 || column > 7 || number < 1 || number > 8) {
        return refuse_place(error, "draughts.off-board",
                            "{0} is not on the board: columns are A to H, rows 1 to 8", from, *at);
    }
    *square = draughts_square_at(column, number - 1);
    return *square >= 0 ||
           refuse_place(error, "draughts.light-square",
                        "{0} is a light square: the game is played on the dark ones, such as A1",
                        from, *at);
}

/* Skips what may stand between two squares. */
static void read_separator(const char **at, struct path *path) {
    *at += strspn(*at, " ");
    if (**at != '\0' && strchr("-xX:", **at) != NULL) {
        path->captures = path->captures || **at != '-';
        ++*at;
        *at += strspn(*at, " ");
    }
}

static bool read_path(const char *text, struct path *path, struct error *error) {
    const char *at = text + strspn(text, " ");
    *path = (struct path){0};
    for (;;) {
        int square = -1;
        if (path->count == SQUARES_MAX) {
            return error_set(error, "draughts.too-long",
                             "no capture has more than nine jumps, and every step has two squares",
                             NULL);
        }
        if (!read_square(&at, text, &square, error)) {
            return false;
        }
        path->square[path->count++] = square;
        const char *end = at;
        read_separator(&at, path);
        if (*at == '\0') {
            return (end[strspn(end, " ")] == '\0' && path->count >= 2) ||
                   refuse_syntax(error, text);
        }
    }
}

/* Matching. */

static int jump_land(int square, int direction) {
    uint64_t at = draughts_shift(draughts_bit(square), direction);
    return draughts_first(draughts_shift(at, direction));
}

/* The squares that a move lands on, its start included; returns how many. */
static int move_squares(move m, int square[SQUARES_MAX]) {
    int jumps = draughts_jumps(m);
    square[0] = draughts_from(m);
    for (int jump = 0; jump < jumps; jump++) {
        square[jump + 1] = jump_land(square[jump], draughts_direction(m, jump));
    }
    if (jumps == 0) {
        square[1] = draughts_to(m);
    }
    return jumps == 0 ? 2 : jumps + 1;
}

int draughts_points(const void *state, move m, int way, struct game_point at[GAME_POINTS]) {
    int square[SQUARES_MAX], count = move_squares(m, square);
    (void)state;
    if (way > 0) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        at[i] =
            (struct game_point){draughts_square_column(square[i]), draughts_square_row(square[i])};
    }
    return count;
}

/* Whether the first `count` squares of the path are among those `given`, in order and beginning
 * with the same one. */
static bool passes(const struct path *path, int count, const int *square, int given) {
    int found = 0;
    for (int i = 0; i < given && found < count; i++) {
        if (square[i] == path->square[found]) {
            found++;
        } else if (i == 0) {
            return false;
        }
    }
    return found == count;
}

enum match { MATCH_NONE, MATCH_BEGUN, MATCH_MEANT, MATCH_EXACT };

static enum match match(move m, const struct path *path) {
    int square[SQUARES_MAX], given = move_squares(m, square), last = path->count - 1;
    if (square[given - 1] == path->square[last] && passes(path, last, square, given - 1)) {
        return given == path->count ? MATCH_EXACT : MATCH_MEANT;
    }
    return passes(path, path->count, square, given) ? MATCH_BEGUN : MATCH_NONE;
}

/* Why a path cannot be followed. */

struct walk {
    const struct draughts *d;
    struct error *error;
    uint64_t enemy, empty;
    int at;
    bool king;
};

static bool walk_backwards(const struct walk *walk, int row_change) {
    return !walk->king && (row_change > 0) != (walk->d->side == DRAUGHTS_WHITE);
}

static bool refuse_backwards(const struct walk *walk) {
    return refuse(walk->d, walk->error, "draughts.backwards",
                  "a man moves and captures forward only: the one on {0} cannot go back", walk->at,
                  "");
}

static bool refuse_occupied(const struct walk *walk, int square) {
    return refuse(walk->d, walk->error, "draughts.occupied", "{0} is occupied", square, "");
}

static bool refuse_geometry(const struct walk *walk, int to) {
    struct text name = {0};
    draughts_square_print(to, walk->d->notation, &name);
    const char *template =
        walk->king ? "the king on {0} cannot reach {1}: it steps one square diagonally, or jumps "
                     "an enemy piece next to it"
                   : "the man on {0} cannot reach {1}: it steps one square diagonally forward, or "
                     "jumps an enemy piece in front of it";
    refuse(walk->d, walk->error, "draughts.out-of-reach", template, walk->at, text_string(&name));
    text_free(&name);
    return false;
}

/* Makes one jump of the path; false with the reason if it is not possible. */
static bool walk_jump(struct walk *walk, int to) {
    int column = draughts_square_column(to) - draughts_square_column(walk->at);
    int row = draughts_square_row(to) - draughts_square_row(walk->at);
    if (row * row != 4 || column * column != 4) {
        return refuse_geometry(walk, to);
    }
    int over = draughts_square_at(draughts_square_column(walk->at) + column / 2,
                                  draughts_square_row(walk->at) + row / 2);
    const struct draughts_board *board = &walk->d->board;
    if (walk_backwards(walk, row)) {
        return refuse_backwards(walk);
    }
    if ((walk->enemy & draughts_bit(over)) == 0) {
        bool own = (board->side[walk->d->side] & draughts_bit(over)) != 0;
        bool enemy = (board->side[1 - walk->d->side] & draughts_bit(over)) != 0;
        return refuse(walk->d, walk->error, "draughts.nothing-to-capture",
                      own     ? "the piece on {0} is one's own: only enemy pieces are jumped"
                      : enemy ? "the piece on {0} was already jumped"
                              : "there is no piece to capture on {0}",
                      over, "");
    }
    if ((walk->empty & draughts_bit(to)) == 0) {
        return refuse_occupied(walk, to);
    }
    walk->enemy ^= draughts_bit(over);
    walk->at = to;
    return true;
}

static bool explain_jumps(struct walk *walk, const struct path *path) {
    for (int i = 1; i < path->count; i++) {
        if (!walk_jump(walk, path->square[i])) {
            return false;
        }
        bool crowned =
            !walk->king && (draughts_bit(walk->at) & draughts_crown_row(walk->d->side)) != 0;
        if (crowned && walk->d->rules == DRAUGHTS_ENGLISH && i + 1 < path->count) {
            return refuse(walk->d, walk->error, "draughts.crowned",
                          "the man is crowned on {0}, and that ends the move", walk->at, "");
        }
        walk->king = walk->king || crowned;
    }
    return refuse_geometry(walk, path->square[path->count - 1]);
}

/* The path is not a legal move, and not the beginning of one. */
static bool explain(const struct draughts *d, const struct path *path, const move *list,
                    size_t count, struct error *error) {
    int from = path->square[0], to = path->square[1];
    uint64_t start = draughts_bit(from);
    struct walk walk = {.d = d,
                        .error = error,
                        .enemy = d->board.side[1 - d->side],
                        .empty = draughts_empty(&d->board) | start,
                        .at = from,
                        .king = (d->board.kings & start) != 0};
    int column = draughts_square_column(to) - draughts_square_column(from);
    int row = draughts_square_row(to) - draughts_square_row(from);
    bool must = draughts_jumpers(&d->board, d->side) != 0;
    if (row * row != 1 || column * column != 1) {
        bool jump = row * row == 4 && column * column == 4;
        if (path->count == 2 && !jump && must) {
            return refuse_listing(d, error, "draughts.must-capture", "capturing is compulsory: {1}",
                                  path, list, count);
        }
        return explain_jumps(&walk, path);
    }
    if (walk_backwards(&walk, row)) {
        return refuse_backwards(&walk);
    }
    if ((walk.empty & draughts_bit(to)) == 0) {
        return refuse_occupied(&walk, to);
    }
    if (must) {
        return refuse_listing(d, error, "draughts.must-capture", "capturing is compulsory: {1}",
                              path, list, count);
    }
    return refuse(d, error, "draughts.step-ends", "a step ends the move: it cannot go on from {0}",
                  to, "");
}

static bool check_piece(const struct draughts *d, int from, struct error *error) {
    static const char *const names[2] = {"black", "white"};
    uint64_t bit = draughts_bit(from);
    if ((draughts_empty(&d->board) & bit) != 0) {
        return refuse(d, error, "draughts.empty-square", "there is no piece on {0}", from, "");
    }
    if ((d->board.side[d->side] & bit) == 0) {
        return refuse(d, error, "draughts.not-yours",
                      d->side == DRAUGHTS_WHITE
                          ? "the piece on {0} is {1}'s, and it is white's turn"
                          : "the piece on {0} is {1}'s, and it is black's turn",
                      from, names[1 - d->side]);
    }
    return true;
}

/* Keeps the moves that match best: the exact one, or all that the path means, or all that it
 * begins. Returns how they match. */
static enum match select_moves(const struct path *path, move *list, size_t *count) {
    enum match best = MATCH_NONE;
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        enum match now = match(list[i], path);
        if (now > best) {
            best = now;
            kept = 0;
        }
        if (now == best) {
            list[kept++] = list[i];
        }
    }
    *count = kept;
    return best;
}

bool draughts_parse(const void *state, const struct past *past, const char *text, move *m,
                    struct error *error) {
    const struct draughts *d = state;
    struct path path;
    if (!read_path(text, &path, error)) {
        return false;
    }
    if (draughts_result(d, past).phase == PHASE_OVER) {
        return error_set(error, "draughts.over", "the game is over", NULL);
    }
    if (!check_piece(d, path.square[0], error)) {
        return false;
    }
    move legal[DRAUGHTS_MOVES], found[DRAUGHTS_MOVES];
    size_t all = draughts_sorted(d, legal), count = all;
    memcpy(found, legal, all * sizeof *legal);
    switch (select_moves(&path, found, &count)) {
    case MATCH_NONE:
        return explain(d, &path, legal, all, error);
    case MATCH_BEGUN:
        return refuse_listing(d, error, "draughts.unfinished", "the capture goes on from {0}: {1}",
                              &path, found, count);
    default:
        break;
    }
    if (count > 1) {
        return refuse_listing(d, error, "draughts.ambiguous",
                              "there are several ways to {0}, write one in full: {1}", &path, found,
                              count);
    }
    if (path.captures && draughts_jumps(found[0]) == 0) {
        return refuse(d, error, "draughts.no-capture",
                      "a step to {0} captures nothing: write it with -", path.square[1], "");
    }
    *m = found[0];
    return true;
}

void draughts_print(const void *state, move m, struct text *text) {
    const struct draughts *d = state;
    int at = draughts_from(m);
    draughts_square_print(at, d->notation, text);
    if (draughts_jumps(m) == 0) {
        text_putc(text, '-');
        draughts_square_print(draughts_to(m), d->notation, text);
    }
    for (int jump = 0; jump < draughts_jumps(m); jump++) {
        at = jump_land(at, draughts_direction(m, jump));
        text_putc(text, 'x');
        draughts_square_print(at, d->notation, text);
    }
}
