/* The Go player: that it finds plain moves, stops at the right time, keeps its promises about
 * memory, threads and seeds. */
#include "go_draw.h"
#include "go_plain.h"

#include "../../src/core/memory.h"
#include "../../src/go/mcts.h"
#include "../../src/go/net.h"
#include "../support/scale.h"
#include "../support/suite.h"

static int point_of(const struct session *s, const char *name) {
    int p;
    ck_assert(go_vertex_parse(&state_of(s)->board, name, &p, NULL));
    return p;
}

/* The linker puts this before the network (--wrap), to count. */
static atomic_long net_asked;
void __real_go_net_evaluate(const struct go_net *net, struct go_net_input *view,
                            struct go_net_output *opinion);
void __wrap_go_net_evaluate(const struct go_net *net, struct go_net_input *view,
                            struct go_net_output *opinion);
void __wrap_go_net_evaluate(const struct go_net *net, struct go_net_input *view,
                            struct go_net_output *opinion) {
    net_asked++;
    __real_go_net_evaluate(net, view, opinion);
}

/* The player. */

struct table {
    struct session *session;
    void *memory;
};

static struct table table_open(struct session *session, long threads) {
    const long options[] = {threads, 16, 7, 0, 1};
    return (struct table){.session = session, .memory = go_player.open(&go_game, options)};
}

static void table_close(struct table *table) {
    go_player.close(table->memory);
    session_free(table->session);
}

static struct choice table_think(struct table *table, uint64_t nodes, uint64_t seed) {
    struct past past = session_past(table->session);
    struct limits limits = {.nodes = nodes, .seed = seed};
    return go_player.think(table->memory, session_state(table->session), &past, &limits, NULL,
                           NULL);
}

/* A player at the board after the side drawn to move has passed. */
static struct table table_after_pass(const char *rules, const char *drawing, const char *side) {
    struct session *s = drawing_session(rules, drawing, side);
    session_play_move(s, go_to_play(session_state(s)), GO_PASS);
    return table_open(s, 1);
}

static void choice_assert(const char *rules, const char *drawing, const char *rest,
                          const char *name) {
    struct table table = table_open(drawing_session(rules, drawing, rest), 1);
    struct choice choice = table_think(&table, 400, 3);
    struct text text = {0};
    ck_assert(!choice.resign);
    go_print(session_state(table.session), choice.m, &text);
    ck_assert_str_eq(text_string(&text), name);
    text_free(&text);
    table_close(&table);
}

START_TEST(player_finds_plain_moves) {
    /* The side that plays here takes the other's wall, and with it the game. */
    choice_assert("chinese",
                  ". . X . O . ."
                  ". . X . O . ."
                  "X X X . O O O"
                  "O O O O X X X"
                  ". . O . X . ."
                  ". . O X X . ."
                  ". . O . X . .",
                  "b", "D5");
    /* The middle of three kills, and the game hangs on it. */
    choice_assert("chinese",
                  ". . . O X . ."
                  "O O O O X . ."
                  "X X X X X X X"
                  "X . X X . X ."
                  "X X X X X X X"
                  "O O O O O O O"
                  ". O . O . O .",
                  "b", "B7");
}
END_TEST

static const char finished[] = ". X . X O . ."
                               "X X X X O O O"
                               ". X X O O . ."
                               "X X . X O O O"
                               ". X X X O . O"
                               "X X . X O O ."
                               ". X X X O O O";

/* A fight from a game: many moves, none of them clearly best. */
static const char WILD[] = ". X . X . O O O ."
                           ". . X O O O X O X"
                           ". . . X O X X X X"
                           "X X X . X O O X ."
                           "X . X X X O X O X"
                           ". X O X O O . O X"
                           "X O O O X . O . O"
                           ". X O O X O . O ."
                           "X . X . X X O . .";

/* Whether a move is looked at often enough, and wins so much more often, that it goes before
 * another. */
static bool goes_before(const struct go_candidate *candidate, const struct go_candidate *most,
                        double gap) {
    return 2 * candidate->visits >= most->visits && candidate->winrate >= most->winrate + gap;
}

/* Chance and results of the best move of an empty board, with the network or without it. */
static struct go_candidate first_best(const char *rules, int size, bool net) {
    struct go_search *search = go_search_new(16);
    struct session *s = session_new(&go_game);
    struct limits limits = {.nodes = 200, .seed = 5};
    ck_assert(session_set_size(s, size, NULL) && session_set_rules(s, rules, NULL));
    struct past past = session_past(s);
    go_search_set_net(search, net);
    struct go_candidate best =
        go_search_run(search, session_state(s), &past, &limits, 1, NULL, NULL)->best[0];
    session_free(s);
    go_search_free(search);
    return best;
}

static bool is_same(const struct go_candidate *a, const struct go_candidate *b) {
    return a->line[0] == b->line[0] && a->visits == b->visits &&
           !(a->winrate < b->winrate || a->winrate > b->winrate);
}

START_TEST(network_is_asked_where_it_knows_the_board) {
    static const struct {
        const char *rules;
        int size;
        bool asked;
    } rows[] = {{"chinese", 9, true},  {"tromp-taylor", 9, true}, {"japanese", 9, true},
                {"chinese", 8, false}, {"japanese", 13, true},    {"chinese", 17, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct go_candidate with = first_best(rows[i].rules, rows[i].size, true);
        struct go_candidate without = first_best(rows[i].rules, rows[i].size, false);
        ck_assert_msg(is_same(&with, &without) != rows[i].asked, "%s %d", rows[i].rules,
                      rows[i].size);
    }
}
END_TEST

START_TEST(network_weighs_less_as_the_board_fills) {
    struct go_tuning tuning = {.value_weight = 0.5, .value_late = 0.1};
    ck_assert_double_eq_tol(go_value_weight(&tuning, 1), 0.5, 1e-9);
    ck_assert_double_eq_tol(go_value_weight(&tuning, 0.75), 0.5, 1e-9);
    ck_assert_double_eq_tol(go_value_weight(&tuning, 0.625), 0.3, 1e-9);
    ck_assert_double_eq_tol(go_value_weight(&tuning, 0.5), 0.1, 1e-9);
    ck_assert_double_eq_tol(go_value_weight(&tuning, 0), 0.1, 1e-9);
}
END_TEST

/* Leaving the network out changes no tuning: asked again, it says the same. */
START_TEST(network_comes_back_to_a_tuned_search) {
    struct go_search *search = go_search_new(16);
    struct session *s = session_new(&go_game);
    ck_assert(session_set_size(s, 9, NULL) && session_set_rules(s, "chinese", NULL));
    struct past past = session_past(s);
    struct limits limits = {.nodes = 200, .seed = 5};
    struct go_tuning tuning;
    struct go_candidate best[3];
    go_tuning_init(&tuning, 9);
    go_search_tune(search, &tuning);
    for (int i = 0; i < 3; i++) {
        go_search_set_net(search, i != 1);
        best[i] = go_search_run(search, session_state(s), &past, &limits, 1, NULL, NULL)->best[0];
    }
    ck_assert(!is_same(&best[0], &best[1]));
    ck_assert(is_same(&best[0], &best[2]));
    session_free(s);
    go_search_free(search);
}
END_TEST

/* Half of a result is the network's opinion, which must be the right side's. */
START_TEST(network_and_simulations_know_who_is_ahead) {
    for (int side = GO_BLACK; side <= GO_WHITE; side++) {
        struct session *s = drawing_session("chinese",
                                            ". X . X . X O . ."
                                            ". X . X . X O . ."
                                            ". . X . X X O . ."
                                            ". X . X . X O . ."
                                            ". X . X . X O . ."
                                            ". X . X . X O O ."
                                            ". . X . X X X O ."
                                            ". X . X . . X O ."
                                            ". X . X . . X O .",
                                            side == GO_BLACK ? "b" : "w");
        struct past past = session_past(s);
        struct limits limits = {.nodes = 300, .seed = 1};
        struct go_search *search = go_search_new(16);
        const struct go_search_result *finding =
            go_search_run(search, session_state(s), &past, &limits, 1, NULL, NULL);
        double winrate = finding->best[0].winrate;
        if (side == GO_BLACK)
            ck_assert_double_gt(winrate, 0.85);
        else
            ck_assert_double_lt(winrate, 0.15);
        go_search_free(search);
        session_free(s);
    }
}
END_TEST

/* Where the gap is wide enough for that, another move than the one looked at most is chosen. */
START_TEST(poor_results_are_passed_over) {
    struct go_search *search = go_search_new(16);
    struct session *s = drawing_session("chinese", WILD, "b");
    struct past past = session_past(s);
    struct go_tuning tuning;
    int passed_over = 0;
    go_tuning_init(&tuning, 9);
    tuning.gap = 0.01;
    go_search_tune(search, &tuning);
    /* With the network, results and visits agree too well here. */
    go_search_set_net(search, false);
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct limits limits = {.nodes = 300, .seed = seed};
        go_search_forget(search);
        const struct go_search_result *finding =
            go_search_run(search, session_state(s), &past, &limits, 1, NULL, NULL);
        const struct go_candidate *first = &finding->best[0], *most = first;
        for (size_t i = 1; i < finding->count; i++)
            most = finding->best[i].visits > most->visits ? &finding->best[i] : most;
        for (size_t i = 1; i < finding->count; i++)
            ck_assert(most != first || !goes_before(&finding->best[i], first, tuning.gap));
        for (size_t i = 2; i < finding->count; i++)
            ck_assert_uint_le(finding->best[i].visits, finding->best[i - 1].visits);
        ck_assert(most == first || goes_before(first, most, tuning.gap));
        passed_over += most != first;
    }
    ck_assert_int_gt(passed_over, 0);
    session_free(s);
    go_search_free(search);
}
END_TEST

START_TEST(player_passes_when_nothing_is_left) {
    choice_assert("chinese", finished, "b", "pass");
    choice_assert("japanese", finished, "b", "pass");
    choice_assert("japanese", finished, "w", "pass");
}
END_TEST

/* The left side is a seki that simulations do not agree about; the right is Black's. */
static const char seki[] = "O O X . . . . . ."
                           "O X X X O X . . ."
                           "O O O X X X X . ."
                           "X X O O X . . X ."
                           "X O O O O X X . ."
                           "X X O . O O X . ."
                           ". X O O O X X . ."
                           "X X X O O X X . ."
                           ". O O . O O X . .";

/* Under territory rules Black must not fill the right while White passes: the game ends after few
 * more stones. */
START_TEST(player_does_not_fill_what_it_owns) {
    int stones = 0;
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct table table = table_after_pass("japanese", seki, "w");
        struct choice choice = table_think(&table, 1000, seed);
        while (choice.m != GO_PASS) {
            ck_assert(!choice.resign && ++stones < 20);
            session_play_move(table.session, GO_BLACK, choice.m);
            ck_assert_ptr_null(line_play(table.session, "w pass"));
            choice = table_think(&table, 1000, seed);
        }
        table_close(&table);
    }
    ck_assert_int_le(stones, 5);
}
END_TEST

/* With the option off nobody asks the network, not even the look beyond a pass, which has a tree of
 * its own: be the option set before that tree is made or after. */
START_TEST(look_behind_a_pass_obeys_the_option_net) {
    static const long settings[][2] = {{0, 0}, {1, 0}};
    struct table table = table_after_pass("japanese", seki, "w");
    for (int i = 0; i < 2; i++) {
        long net = settings[_i][i];
        go_player.set(table.memory, 4, net);
        net_asked = 0;
        for (uint64_t seed = 0; seed < 5; seed++)
            table_think(&table, 1000, seed);
        ck_assert_msg((net_asked > 0) == (net != 0), "net %ld: asked %ld times", net,
                      (long)net_asked);
    }
    table_close(&table);
}
END_TEST

/* Superko forbids Black to retake the ko at J8 at once, but not for good, and counting shows
 * nothing of it: White must end the ko before the game. */
START_TEST(player_ends_a_ko_before_it_passes) {
    static const char *const rules[] = {"chinese", "tromp-taylor"};
    for (uint64_t seed = 0; seed < 3; seed++) {
        struct session *s = drawing_session(rules[_i],
                                            ". O O O X X X X O"
                                            ". O X X X . X O ."
                                            "O . O X X X O O O"
                                            ". O O O X O O . O"
                                            "O O X X X O . O ."
                                            "X X X . X O O . O"
                                            ". X O . X O X O O"
                                            ". . . X . X X X O"
                                            ". . . . . . . X X",
                                            "b - 7 6");
        ck_assert_ptr_null(line_play(s, "b J8 w F1 b E1 w J9 b pass"));
        struct table table = table_open(s, 1);
        struct choice choice = table_think(&table, 1000, seed);
        ck_assert(!choice.resign);
        ck_assert_int_eq((int)choice.m, go_board_at(&state_of(s)->board, 8, 7));
        table_close(&table);
    }
}
END_TEST

/* White has won by any count, but Black's H9 would make a ko for the life of the right side: a pass
 * by Black is no reason to pass. */
START_TEST(player_answers_a_pass_by_a_needed_move) {
    struct table table = table_after_pass(_i == 0 ? "chinese" : "japanese",
                                          ". . . . X X O . O"
                                          ". . . X X O . O X"
                                          ". . X X O O O O ."
                                          ". . X O O O X O O"
                                          "X X X X X X X O O"
                                          "O X O O O O X X O"
                                          "O O O . O X X X X"
                                          ". O . O X . X . ."
                                          ". . . O X X . X .",
                                          "b");
    struct choice choice = table_think(&table, 600, 1);
    ck_assert(!choice.resign);
    ck_assert(choice.m != GO_PASS);
    table_close(&table);
}
END_TEST

/* White's last stone at B6 is dead, but where every stone lives it must be taken off. */
START_TEST(player_takes_dead_stones_only_where_it_must) {
    static const char dead[] = "X . X X O . ."
                               ". O . X O O O"
                               "X . X X O . ."
                               "X X X X O O O"
                               ". X X X O . O"
                               "X X . X O O ."
                               ". X X X O O O";
    choice_assert("japanese", dead, "b", "pass");
    choice_assert("chinese", dead, "b", "pass");
    struct table table = table_open(drawing_session("tromp-taylor", dead, "b"), 1);
    ck_assert(session_set(table.session, "komi", "3.5", NULL));
    struct choice choice = table_think(&table, 400, 3);
    ck_assert(!choice.resign && choice.m != GO_PASS);
    table_close(&table);
}
END_TEST

/* The middle of White's three points kills or saves the corner. Black is far ahead either way, so
 * that no winrate tells it from a pass. */
START_TEST(player_passes_up_no_points) {
    static const struct {
        const char *rules, *rest, *komi, *moves;
        const char *drawing;
    } rows[] = {{"japanese", "b - 0 0", "0.5", "B9",
                 ". . . O X . . . ."
                 "O O O O X . X . ."
                 "X X X X X . . . ."
                 ". . . . . . . . ."
                 ". X . X . X . X ."
                 "X X X X X X X X X"
                 "O O O O O O O O O"
                 ". O . O . O . O ."
                 ". . . . . . . . ."},
                {"japanese", "b - 0 0 1", "0.5", "B9",
                 ". . . O X . . . ."
                 "O O O O X . X . ."
                 "X X X X X . . . ."
                 ". . . . . . . . ."
                 ". X . X . X . X ."
                 "X X X X X X X X X"
                 "O O O O O O O O O"
                 ". O . O . O . O ."
                 ". . . . . . . . ."},
                /* Nothing is settled here: whoever moves takes what is open. */
                {"japanese", "w - 1 2", "6.5", NULL,
                 ". O X X . O O O O"
                 ". O O X . O X O O"
                 "O . O X . O X X X"
                 "O O X . . O X . X"
                 "X X . X . O O X X"
                 ". . . O X X O O O"
                 ". . X X O X X X O"
                 ". . . . O . . X X"
                 ". . . . . . . . ."},
                {"japanese", "b - 2 0", "6.5", NULL,
                 ". . . . . . ."
                 ". . O X O . ."
                 ". . O X . X ."
                 ". O O X X . X"
                 "O O X O X . X"
                 "X X X O O X X"
                 ". . . X . O O"}};
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct table table =
            table_open(drawing_session(rows[_i].rules, rows[_i].drawing, rows[_i].rest), 1);
        struct text text = {0};
        ck_assert(session_set(table.session, "komi", rows[_i].komi, NULL));
        struct choice choice = table_think(&table, 400, seed);
        ck_assert(!choice.resign && choice.m != GO_PASS);
        go_print(session_state(table.session), choice.m, &text);
        ck_assert(rows[_i].moves == NULL || strcmp(rows[_i].moves, text_string(&text)) == 0);
        text_free(&text);
        table_close(&table);
    }
}
END_TEST

/* Each side lives on its half with eyes along the edge, whatever the size. */
START_TEST(player_passes_on_settled_boards_of_all_sizes) {
    static const int sizes[] = {5, 6, 7, 9, 13, 19};
    static const char *const rules[] = {"japanese", "chinese", "tromp-taylor"};
    int size = sizes[_i];
    struct text drawing = {0};
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            text_putc(&drawing, row % 2 == 1 && (column == 0 || column == size - 1)
                                    ? '.'
                                    : (column < size / 2 ? 'X' : 'O'));
    for (int i = 0; i < 6; i++) {
        struct session *s = drawing_session(rules[i / 2], text_string(&drawing), i % 2 ? "b" : "w");
        ck_assert(session_set(s, "komi", "0.5", NULL));
        struct table table = table_open(s, 1);
        struct choice choice = table_think(&table, 120, 1);
        ck_assert_msg(choice.resign || choice.m == GO_PASS, "%s, size %d", rules[i / 2], size);
        session_play_move(s, go_to_play(session_state(s)), GO_PASS);
        choice = table_think(&table, 120, 1);
        ck_assert_msg(choice.resign || choice.m == GO_PASS, "%s, size %d", rules[i / 2], size);
        table_close(&table);
    }
    text_free(&drawing);
}
END_TEST

START_TEST(player_resigns_lost_games) {
    struct session *s = session_new(&go_game);
    ck_assert(session_set_size(s, 7, NULL));
    ck_assert(session_set(s, "komi", "60", NULL));
    struct table table = table_open(s, 1);
    ck_assert(table_think(&table, 400, 3).resign);
    go_player.set(table.memory, 2, 0);
    ck_assert(!table_think(&table, 400, 3).resign);
    table_close(&table);
}
END_TEST

/* With four stones given Black is 8.5 points ahead, which the points lent to White outweigh. */
static const char given[] = ". . . . X O . . ."
                            ". . . . X O . . ."
                            ". . . . X O . . ."
                            ". . . . X O . . ."
                            ". . . . X O . . ."
                            ". . . . X O . . ."
                            ". . . . X O . . ."
                            ". . X . X O . O ."
                            ". . . . X O . . .";

static struct choice given_think(const char *rules, const char *rest, uint64_t seed) {
    struct table table = table_open(drawing_session(rules, given, rest), 1);
    struct choice choice = table_think(&table, 1000, seed);
    table_close(&table);
    return choice;
}

START_TEST(player_resigns_no_handicap_game_that_it_wins) {
    static const char *const rules[] = {"chinese", "japanese"};
    for (uint64_t seed = 1; seed <= 3; seed++) {
        ck_assert(!given_think(rules[_i], "b - 0 0 0 0.5 4", seed).resign);
        /* Ahead by half a point, though a few lost simulations make the mean score a loss. */
        ck_assert(!given_think(rules[_i], "b - 0 0 0 8.5 4", seed).resign);
        /* White has passed, and the count is Black's. */
        struct choice choice = given_think(rules[_i], "b - 0 0 1 0.5 9", seed);
        ck_assert(!choice.resign);
        ck_assert_int_eq((int)choice.m, GO_PASS);
        /* Beyond hope for either side, with the loan and without. */
        ck_assert(given_think(rules[_i], "b - 0 0 0 60.5 4", seed).resign);
        ck_assert(given_think(rules[_i], "w - 0 0 0 -80.5 4", seed).resign);
    }
}
END_TEST

/* Where every stone lives, White's wall of dead stones wins by the count, whatever simulations
 * think; a side that can end the game so does not give it up. */
START_TEST(player_passes_rather_than_resign_a_won_count) {
    struct session *s = drawing_session("tromp-taylor",
                                        "O O O O O O O"
                                        "O O O O O O O"
                                        "O O O O O O O"
                                        "O O O O O O O"
                                        "X X X X X X ."
                                        "X X . X X X ."
                                        ". X X X . X X",
                                        "b");
    ck_assert_ptr_null(line_play(s, "b pass"));
    struct table table = table_open(s, 1);
    struct choice choice = table_think(&table, 1000, 1);
    ck_assert(!choice.resign);
    ck_assert_int_eq((int)choice.m, GO_PASS);
    table_close(&table);
}
END_TEST

/* The first plies of a game, as the player makes them. */
static uint64_t game_hash(uint64_t seed, long threads, int plies) {
    struct session *s = session_new(&go_game);
    ck_assert(session_set_size(s, 9, NULL));
    struct table table = table_open(s, threads);
    for (int i = 0; i < plies; i++) {
        struct choice choice = table_think(&table, 200, seed + (uint64_t)i);
        ck_assert(!choice.resign);
        session_play_move(s, go_to_play(session_state(s)), choice.m);
    }
    uint64_t hash = state_of(s)->board.key;
    table_close(&table);
    return hash;
}

START_TEST(same_seed_same_game) {
    ck_assert(game_hash(1, 1, 8) == game_hash(1, 1, 8));
    ck_assert(game_hash(1, 1, 8) != game_hash(2, 1, 8));
}
END_TEST

START_TEST(threads_share_one_tree) {
    game_hash(1, 4, 4);
}
END_TEST

/* After a forgotten game the next one is played as if it were the first. */
START_TEST(forgetting_is_complete) {
    struct session *s = session_new(&go_game);
    ck_assert(session_set_size(s, 9, NULL));
    struct table table = table_open(s, 1);
    struct choice first = table_think(&table, 300, 5);
    table_think(&table, 300, 6);
    go_player.forget(table.memory);
    ck_assert(table_think(&table, 300, 5).m == first.m);
    table_close(&table);
}
END_TEST

struct told {
    int reports;
    double ownership;
    uint64_t nodes;
    atomic_bool *stop;
};

static void told_report(void *context, const struct report *report) {
    struct told *told = context;
    told->reports++;
    told->nodes = report->nodes;
    told->ownership = (double)report->ownership[0];
    ck_assert_uint_gt(report->count, 0);
    ck_assert_uint_eq(report->points, 49);
    for (size_t i = 0; i < report->count; i++) {
        ck_assert_uint_gt(report->best[i].length, 0);
        ck_assert(report->best[i].winrate >= 0 && report->best[i].winrate <= 1);
    }
    if (told->stop != NULL)
        atomic_store(told->stop, true);
}

START_TEST(reports_tell_who_owns_what) {
    struct table table = table_open(drawing_session("chinese", finished, "w"), 1);
    atomic_bool stop = false;
    struct told told = {.stop = &stop};
    struct past past = session_past(table.session);
    struct limits limits = {.endless = true, .stop = &stop};
    go_player.think(table.memory, session_state(table.session), &past, &limits, told_report, &told);
    ck_assert_int_ge(told.reports, 1);
    ck_assert_uint_gt(told.nodes, 0);
    ck_assert(told.ownership < -0.9);
    table_close(&table);
}
END_TEST

static uint64_t visits_sum(const struct go_search_result *finding) {
    uint64_t sum = 0;
    for (size_t i = 0; i < finding->count; i++)
        sum += finding->best[i].visits;
    return sum;
}

/* What was thought in the other side's time is not thought again, if he plays what was expected. */
START_TEST(pondering_is_kept) {
    struct session *s = session_new(&go_game);
    struct go_search *search = go_search_new(16);
    ck_assert(session_set_size(s, 9, NULL));
    session_play_move(s, GO_BLACK, (move)point_of(s, "E5"));
    struct past past = session_past(s);
    struct limits ponder = {.endless = true, .nodes = 1500, .seed = 1};
    const struct go_search_result *finding =
        go_search_run(search, state_of(s), &past, &ponder, 1, NULL, NULL);
    ck_assert_uint_eq(finding->simulations, 1500);
    uint32_t expected = finding->best[0].visits;
    ck_assert_uint_gt(expected, 100);
    session_play_move(s, GO_WHITE, finding->best[0].line[0]);
    past = session_past(s);
    struct limits little = {.nodes = 20, .seed = 2};
    finding = go_search_run(search, state_of(s), &past, &little, 1, NULL, NULL);
    ck_assert_uint_eq(finding->simulations, 20);
    ck_assert_uint_gt(visits_sum(finding), expected / 2);
    go_search_forget(search);
    finding = go_search_run(search, state_of(s), &past, &little, 1, NULL, NULL);
    ck_assert_uint_le(visits_sum(finding), 20);
    go_search_free(search);
    session_free(s);
}
END_TEST

/* The more of the board is filled, the fewer plies a clock must last for, but some always. */
START_TEST(plies_left_shrink) {
    struct session *s = session_new(&go_game);
    ck_assert(session_set_size(s, 19, NULL));
    int first = go_game.plies_left(session_state(s));
    ck_assert_int_gt(first, 80);
    for (int i = 0; i < 120; i++)
        session_play_move(s, i & 1, (move)go_board_point(&state_of(s)->board, 2 * i));
    int later = go_game.plies_left(session_state(s));
    ck_assert_int_lt(later, first - 40);
    ck_assert_int_ge(later, 20);
    session_free(s);
    s = drawing_session("chinese", finished, "b");
    ck_assert_int_eq(go_game.plies_left(session_state(s)), 20);
    session_free(s);
}
END_TEST

/* A tree that is full goes on with what it has. */
START_TEST(small_memory_is_enough) {
    const long options[] = {1, 2, 7, 0, 1};
    struct session *s = session_new(&go_game);
    ck_assert(session_set_size(s, 19, NULL));
    struct table table = {.session = s, .memory = go_player.open(&go_game, options)};
    struct choice choice = table_think(&table, (uint64_t)test_scale(1500), 1);
    ck_assert(!choice.resign);
    ck_assert(choice.m > GO_PASS);
    table_close(&table);
}
END_TEST

/* Superko: a ko that the past forbids is no candidate. */
START_TEST(player_obeys_the_past) {
    struct session *s = drawing_session("chinese",
                                        ". X O . ."
                                        "X . X O ."
                                        ". X O . ."
                                        ". . . . ."
                                        ". . . . .",
                                        "w");
    ck_assert_ptr_null(line_play(s, "w B4"));
    struct table table = table_open(s, 1);
    for (int i = 0; i < 40 && session_result(s, NULL).phase == PHASE_PLAYING; i++) {
        struct choice choice = table_think(&table, 60, (uint64_t)i);
        struct text text = {0};
        if (choice.resign)
            break;
        go_print(session_state(s), choice.m, &text);
        ck_assert(session_play(s, go_to_play(session_state(s)), text_string(&text), NULL));
        text_free(&text);
    }
    table_close(&table);
}
END_TEST

/* All first moves of the search lie in one eighth of the board. */
START_TEST(empty_boards_are_symmetric) {
    struct session *s = session_new(&go_game);
    ck_assert(session_set_size(s, 9, NULL));
    struct go_search *search = go_search_new(8);
    struct past past = session_past(s);
    struct limits limits = {.nodes = 400};
    const struct go_search_result *finding =
        go_search_run(search, state_of(s), &past, &limits, 1, NULL, NULL);
    ck_assert_uint_gt(finding->count, 1);
    for (size_t i = 0; i < finding->count; i++) {
        int p = (int)finding->best[i].line[0];
        if (p == GO_PASS)
            continue;
        int column = go_board_column(&state_of(s)->board, p);
        ck_assert_int_ge(column, 4);
        ck_assert_int_ge(go_board_row(&state_of(s)->board, p), column);
    }
    go_search_free(search);
    session_free(s);
}
END_TEST

/* With nine stones given, White is far behind; what counts is that simulations still differ. */
START_TEST(handicap_games_are_not_lost_from_the_start) {
    struct session *s = drawing_session("chinese",
                                        ". . . . . . . . ."
                                        ". . . . . . . . ."
                                        ". . X . X . X . ."
                                        ". . . . . . . . ."
                                        ". . X . X . X . ."
                                        ". . . . . . . . ."
                                        ". . X . X . X . ."
                                        ". . . . . . . . ."
                                        ". . . . . . . . .",
                                        "w");
    struct go_state state = *state_of(s);
    struct go_search *search = go_search_new(8);
    struct past past = session_past(s);
    struct limits limits = {.nodes = 300};
    const struct go_search_result *finding =
        go_search_run(search, &state, &past, &limits, 1, NULL, NULL);
    double plain = finding->best[0].winrate;
    go_search_forget(search);
    state.handicap = 9;
    finding = go_search_run(search, &state, &past, &limits, 1, NULL, NULL);
    ck_assert(finding->best[0].winrate > plain);
    ck_assert(finding->score < -10);
    go_search_free(search);
    session_free(s);
}
END_TEST

/* Nor are they finished: however sure the simulations are, White takes up the game that was asked
 * for. */
START_TEST(handicap_games_are_not_finished_at_the_start) {
    static const char *const rules[] = {"chinese", "japanese"};
    struct session *s = session_new(&go_game);
    ck_assert(session_set_size(s, 9, NULL));
    struct table table = table_open(s, 1);
    for (int i = 0; i < 4; i++) {
        ck_assert(session_set_rules(s, rules[i % 2], NULL));
        struct go_state state = *state_of(s);
        for (int n = 0; n < 9; n++)
            go_board_play(&state.board, GO_BLACK,
                          go_board_at(&state.board, 2 + 2 * (n % 3), 2 + 2 * (n / 3)));
        state.handicap = 9;
        state.to_play = GO_WHITE;
        struct past past = {0};
        struct limits limits = {.nodes = 300, .seed = (uint64_t)i};
        struct choice choice = go_player.think(table.memory, &state, &past, &limits, NULL, NULL);
        ck_assert(!choice.resign);
        ck_assert(choice.m != GO_PASS);
        go_player.forget(table.memory);
    }
    table_close(&table);
}
END_TEST

START_TEST(player_beats_the_plain_one) {
    struct session *s = session_new(&go_game);
    int won = 0, games = (int)test_scale(2);
    ck_assert(session_set_rules(s, "chinese", NULL));
    ck_assert(session_set_size(s, 9, NULL));
    struct table table = table_open(s, 1);
    for (int game = 0; game < games; game++) {
        session_clear(s);
        go_player.forget(table.memory);
        bool resigned = false;
        int side = GO_BLACK;
        for (int i = 0; i < 120 && session_result(s, NULL).phase == PHASE_PLAYING; i++) {
            side = go_to_play(session_state(s));
            struct past past = session_past(s);
            struct choice choice =
                side == (game & 1) ? table_think(&table, 300, (uint64_t)i)
                                   : (struct choice){.m = go_plain_choose(session_state(s), &past,
                                                                          150, (uint64_t)i)};
            resigned = choice.resign;
            if (resigned)
                break;
            session_play_move(s, side, choice.m);
        }
        struct marks marks;
        struct past past = session_past(s);
        struct limits limits = {0};
        go_player.judge(table.memory, session_state(s), &past, &limits, &marks);
        int winner = resigned ? side_other(side) : go_score(session_state(s), &marks).winner;
        won += winner == (game & 1);
    }
    ck_assert_int_eq(won, games);
    table_close(&table);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("go player");
    suite_add(suite, player_finds_plain_moves);
    suite_add(suite, network_is_asked_where_it_knows_the_board);
    suite_add(suite, network_weighs_less_as_the_board_fills);
    suite_add(suite, network_comes_back_to_a_tuned_search);
    suite_add(suite, network_and_simulations_know_who_is_ahead);
    suite_add_loop(suite, look_behind_a_pass_obeys_the_option_net, 0, 2);
    suite_add(suite, poor_results_are_passed_over);
    suite_add(suite, player_passes_when_nothing_is_left);
    suite_add(suite, player_does_not_fill_what_it_owns);
    suite_add_loop(suite, player_ends_a_ko_before_it_passes, 0, 2);
    suite_add_loop(suite, player_answers_a_pass_by_a_needed_move, 0, 2);
    suite_add(suite, player_takes_dead_stones_only_where_it_must);
    suite_add_loop(suite, player_passes_up_no_points, 0, 4);
    suite_add_loop(suite, player_passes_on_settled_boards_of_all_sizes, 0, 6);
    suite_add(suite, player_resigns_lost_games);
    suite_add_loop(suite, player_resigns_no_handicap_game_that_it_wins, 0, 2);
    suite_add(suite, player_passes_rather_than_resign_a_won_count);
    suite_add(suite, same_seed_same_game);
    suite_add(suite, threads_share_one_tree);
    suite_add(suite, forgetting_is_complete);
    suite_add(suite, reports_tell_who_owns_what);
    suite_add(suite, pondering_is_kept);
    suite_add(suite, plies_left_shrink);
    suite_add(suite, small_memory_is_enough);
    suite_add(suite, player_obeys_the_past);
    suite_add(suite, empty_boards_are_symmetric);
    suite_add(suite, handicap_games_are_not_lost_from_the_start);
    suite_add(suite, handicap_games_are_not_finished_at_the_start);
    suite_add(suite, player_beats_the_plain_one);
    return suite_run(suite);
}
