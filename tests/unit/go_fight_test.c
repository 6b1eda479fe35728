/* Fights read to their end: drawn positions and who holds them, whoever begins. Small letters are
 * stones whose life is not in question. */
#include <ctype.h>

#include "go_draw.h"

#include "../../src/go/fight.h"
#include "../support/suite.h"

enum { EMPTY_MOST = 14, NODES = 20000 };

struct arena {
    struct session *session;
    bool firm[GO_INDEXES];
};

static struct arena arena_open(const char *drawing) {
    struct arena arena = {0};
    char upper[GO_POINTS + 1];
    int count = 0, size = 0;
    for (const char *c = drawing; *c != '\0'; c++)
        if (strchr("XOxo.", *c) != NULL)
            upper[count++] = *c;
    upper[count] = '\0';
    while (size * size < count)
        size++;
    struct go_board board;
    go_board_init(&board, size);
    for (int i = 0; i < count; i++) {
        arena.firm[go_board_at(&board, i % size, size - 1 - i / size)] = islower(upper[i]) != 0;
        upper[i] = (char)toupper(upper[i]);
    }
    arena.session = drawing_session("japanese", upper, "b");
    return arena;
}

static enum go_fight_end end_of(const struct arena *arena, const char *name, int first) {
    const struct go_board *board = &state_of(arena->session)->board;
    struct go_fight *fight = go_fight_new();
    bool area[GO_INDEXES];
    int p, nodes = NODES;
    ck_assert(go_vertex_parse(board, name, &p, NULL));
    ck_assert_int_le(go_fight_area(board, p, arena->firm, EMPTY_MOST, area), EMPTY_MOST);
    enum go_fight_end end = go_fight_read(fight, board, p, arena->firm, area, first, &nodes);
    ck_assert_int_ge(nodes, 0);
    ck_assert_int_le(nodes, NODES);
    go_fight_free(fight);
    return end;
}

/* What becomes of the stone at a vertex: the ends if Black and if White begins, such as "hl" for
 * held and lost. */
static void fight_ends(const char *drawing, const char *name, const char *ends) {
    struct arena arena = arena_open(drawing);
    for (int first = 0; first < 2; first++) {
        char have = "hl?"[end_of(&arena, name, first)];
        ck_assert_msg(have == ends[first], "%s is '%c' if %s begins", name, have,
                      first == GO_BLACK ? "Black" : "White");
    }
    session_free(arena.session);
}

/* Below the corner, to be put under four rows. */
#define WALL                                                                                       \
    "x x x x . x ."                                                                                \
    "x x x x x x x"                                                                                \
    ". . . . . . ."

START_TEST(eye_shapes) {
    static const char three[] = ". . . O x . ."
                                "O O O O x . ."
                                "x x x x x x x"
                                ". x . x . x ." WALL;
    fight_ends(three, "A6", "lh");
    static const char four[] = ". . . . O x ."
                               "O O O O O x ."
                               "x x x x x x x"
                               ". x . x . x ." WALL;
    fight_ends(four, "A6", "hh");
    static const char square[] = ". . O x . . ."
                                 ". . O x . . ."
                                 "O O O x . . ."
                                 "x x x x . x ." WALL;
    fight_ends(square, "A5", "ll");
    static const char rabbity[] = ". . . O x . ."
                                  ". . . O x . ."
                                  "O O O O x . ."
                                  "x x x x x . ." WALL;
    /* In the corner six in two rows without outer liberties hang on who begins. */
    fight_ends(rabbity, "A5", "lh");
}
END_TEST

START_TEST(nakade) {
    /* Three inside: with the fourth at B6 they make a shape that kills, with that at C7 not; but it
     * need not be played there. */
    static const char three[] = "X X . O x . ."
                                "X . . O x . ."
                                "O O O O x . ."
                                "x x x x x . ." WALL;
    fight_ends(three, "A5", "ll");
    fight_ends(three, "A7", "hh");
    /* In a row of five no fourth stone kills, and White may not play either. */
    static const char row[] = ". X X X . O x"
                              "O O O O O O x"
                              "x x x x x x x"
                              ". x . x . x ." WALL;
    fight_ends(row, "A6", "hh");
    fight_ends(row, "B7", "hh");
    /* Four of a bulky five. */
    static const char bulky[] = "X X X . O x ."
                                "X . O O O x ."
                                "O O O x x x ."
                                "x x x x . x ." WALL;
    fight_ends(bulky, "A5", "ll");
    fight_ends(bulky, "A7", "hh");
}
END_TEST

START_TEST(bent_four_in_the_corner) {
    static const char bent[] = ". . . . . . ."
                               ". x . x . x ."
                               ". . x . x . ."
                               "x x x . . . ."
                               "O O x x x x ."
                               ". O O O O x ."
                               "X X X . O x .";
    fight_ends(bent, "A3", "ll");
    fight_ends(bent, "A1", "hh");
}
END_TEST

START_TEST(races) {
    /* Two liberties in common, none outside. */
    static const char seki[] = "o o . o x . x"
                               "o . o o x x x"
                               "o o o x x . x"
                               "o o o x x x x"
                               "o X X O x . x"
                               "X X . O O x ."
                               "X X . O O x .";
    fight_ends(seki, "A1", "hh");
    fight_ends(seki, "D1", "hh");
    /* Black has two more outside: seki is not for White any more. */
    static const char outside[] = "o o . o x . x"
                                  ". o o o x x x"
                                  "o . o x x . x"
                                  "o . o x x x x"
                                  ". X X O x . x"
                                  "X X . O O x ."
                                  "X X . O O x .";
    fight_ends(outside, "A1", "hh");
    fight_ends(outside, "D1", "ll");
    /* An eye each, and one liberty in common. */
    static const char eyes[] = ". o x . . . ."
                               "o o x . x . ."
                               ". o x x . x ."
                               "o o x . x . ."
                               "o o x x x x x"
                               "X X O O O O x"
                               ". X . O . O x";
    fight_ends(eyes, "A2", "hh");
    fight_ends(eyes, "C2", "hh");
    /* Only Black has an eye. */
    static const char eye[] = ". o x . . . ."
                              "o o x . x . ."
                              ". o x x . x ."
                              "o o x . x . ."
                              "o o x x x x x"
                              "X X O O O O x"
                              ". X . O O O x";
    fight_ends(eye, "A2", "hh");
    fight_ends(eye, "C2", "ll");
    /* Who begins wins. */
    static const char even[] = ". O . X . o ."
                               "x O O X o o o"
                               "x O O X o . o"
                               "x x x o o o o"
                               "x . x x x x x"
                               ". x . x . x ."
                               "x x x x x x x";
    fight_ends(even, "B6", "lh");
    fight_ends(even, "D6", "hl");
}
END_TEST

START_TEST(taking_much_lives) {
    /* Whoever fills a liberty in common loses all, and nothing is firm. */
    static const char columns[] = "X X . O O"
                                  "X X . O O"
                                  "X X . O O"
                                  "X X . O O"
                                  "X X . O O";
    fight_ends(columns, "A1", "hh");
    fight_ends(columns, "E1", "hh");
}
END_TEST

START_TEST(reading_ends) {
    static const char open[] = ". . . . . . . . ."
                               ". . . . . . . . ."
                               ". . X . . . O . ."
                               ". . . . . . . . ."
                               ". . . . X . . . ."
                               ". . . . . . . . ."
                               ". . O . . . . . ."
                               ". . . . . . . . ."
                               ". . . . . . . . .";
    struct arena arena = arena_open(open);
    const struct go_board *board = &state_of(arena.session)->board;
    struct go_fight *fight = go_fight_new();
    bool area[GO_INDEXES];
    int p = go_board_at(board, 4, 4), nodes = 500;
    ck_assert_int_gt(go_fight_area(board, p, arena.firm, EMPTY_MOST, area), EMPTY_MOST);
    ck_assert_int_eq(go_fight_area(board, p, arena.firm, GO_POINTS, area), 77);
    ck_assert_int_eq(go_fight_read(fight, board, p, arena.firm, area, GO_WHITE, &nodes),
                     GO_FIGHT_OPEN);
    ck_assert_int_eq(nodes, 0);
    go_fight_free(fight);
    session_free(arena.session);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("go fight");
    suite_add(suite, eye_shapes);
    suite_add(suite, nakade);
    suite_add(suite, bent_four_in_the_corner);
    suite_add(suite, races);
    suite_add(suite, taking_much_lives);
    suite_add(suite, reading_ends);
    return suite_run(suite);
}
