/* The Go player in positions that hang on one fight: what it must play there, and what it must not.
 * All searches are of fixed length from fixed seeds. */
#include "go_draw.h"

#include "../../src/go/mcts.h"
#include "../support/suite.h"

enum { SIMULATIONS = 1000, SEEDS = 3 };

/* One search of the drawn position; "pass", "resign" or a vertex in *name. */
static void position_choose(const char *drawing, const char *rest, const char *komi, uint64_t seed,
                            struct text *name) {
    const long options[] = {1, 16, 0, 0, 1};
    struct session *s = drawing_session("chinese", drawing, rest);
    void *memory = go_player.open(&go_game, options);
    struct limits limits = {.nodes = SIMULATIONS, .seed = seed};
    ck_assert(session_set(s, "komi", komi, NULL));
    struct past past = session_past(s);
    struct choice choice = go_player.think(memory, session_state(s), &past, &limits, NULL, NULL);
    text_clear(name);
    if (choice.resign)
        text_put(name, "resign");
    else
        go_print(session_state(s), choice.m, name);
    go_player.close(memory);
    session_free(s);
}

/* Whether name is among words such as "A1 B2". */
static bool is_among(const char *name, const char *words) {
    size_t length = strlen(name);
    for (const char *at = words; (at = strstr(at, name)) != NULL; at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static void must_play(const char *drawing, const char *rest, const char *komi, const char *moves) {
    struct text name = {0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        position_choose(drawing, rest, komi, seed, &name);
        ck_assert_msg(is_among(text_string(&name), moves), "%s instead of %s (seed %d)",
                      text_string(&name), moves, (int)seed);
    }
    text_free(&name);
}

static void must_not_play(const char *drawing, const char *rest, const char *komi,
                          const char *moves) {
    struct text name = {0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        position_choose(drawing, rest, komi, seed, &name);
        ck_assert_msg(!is_among(text_string(&name), moves), "%s (seed %d)", text_string(&name),
                      (int)seed);
    }
    text_free(&name);
}

/* A side that plays C6 or C7 loses its chain there, and the game. */
START_TEST(seki_is_left_alone) {
    static const char seki[] = "X O . X O . ."
                               "X O . X O . O"
                               "X O O X O O ."
                               "X X X O O O O"
                               "X X X X X X X"
                               ". X . X . X ."
                               "X X X X X X X";
    must_not_play(seki, "b", "7.5", "C6 C7");
    must_not_play(seki, "w", "13.5", "C6 C7");
}
END_TEST

/* The corner of three lives or dies by its middle. */
START_TEST(three_in_the_corner) {
    static const char corner[] = ". . . O X . ."
                                 "O O O O X . ."
                                 "X X X X X X X"
                                 "X . X X . X ."
                                 "X X X X X X X"
                                 "O O O O O O O"
                                 ". O . O . O .";
    must_play(corner, "b", "7.5", "B7");
    must_play(corner, "w", "7.5", "B7");
}
END_TEST

/* A bulky five is killed in one place. */
START_TEST(bulky_five) {
    static const char five[] = ". . O X . . . . ."
                               ". . . O X . . . ."
                               "O O O O X . . X ."
                               "X X X X X X X X X"
                               "X . X X . X . X X"
                               "X X X X X X X X X"
                               "O O O O O O O O O"
                               "O . O . O . O . O"
                               "O O O O O O O O O";
    must_play(five, "b", "20.5", "B8");
}
END_TEST

/* One liberty in common and one outside each: the outside one first. */
START_TEST(race_from_the_outside) {
    static const char race[] = ". O . X . O ."
                               "X O O X O O O"
                               "X O O X O . O"
                               "X X X O O O O"
                               "X X X X X X X"
                               ". X . X . X ."
                               "X X X X X X X";
    must_play(race, "b", "12.5", "A7");
    must_play(race, "w", "12.5", "E7");
}
END_TEST

/* D7 is taken at D6, and then all three are; D6 at once lets them connect. */
START_TEST(snapback) {
    static const char back[] = "X X O . O O ."
                               "X X O . X O O"
                               "X X X X X O ."
                               "X . X . X O O"
                               "X X X X X O O"
                               "X . X . X O ."
                               "X X X X X O O";
    must_play(back, "b", "15.5", "D7");
    must_play(back, "w", "15.5", "D7");
}
END_TEST

/* A stone in a ladder that works is given up: running makes it worse. */
START_TEST(no_running_in_a_ladder) {
    static const char caught[] = ". . . . . . . . ."
                                 ". . . . . . . . ."
                                 ". . X . X . . . ."
                                 ". . . . . . . . ."
                                 ". . X . . . . . ."
                                 ". . . . . . . . ."
                                 ". . O . . . . . ."
                                 ". O X . . . . . ."
                                 ". . O O . . . . .";
    must_not_play(caught, "b", "7.5", "D2");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("go life");
    suite_add(suite, seki_is_left_alone);
    suite_add(suite, three_in_the_corner);
    suite_add(suite, bulky_five);
    suite_add(suite, race_from_the_outside);
    suite_add(suite, snapback);
    suite_add(suite, no_running_in_a_ladder);
    return suite_run(suite);
}
