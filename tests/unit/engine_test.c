/* The engine's time: how long a thought may take, and what it learns from thoughts that ended late.
 */
#include "../../src/engine.h"
#include "../../src/options.h"
#include "../support/suite.h"

static struct engine *engine;

static void setup(void) {
    const struct clock_settings settings = clock_gtp(120, 0, 0);
    engine = engine_new();
    session_set_clock(engine->session, &settings);
}

static void teardown(void) {
    engine_free(engine);
}

/* The deadline must be `budget` seconds from some moment of this call. */
static void deadline_assert(double budget) {
    double before = monotonic_now();
    double deadline = engine_limits(engine, 0).deadline;
    double after = monotonic_now();
    ck_assert_double_ge(deadline, before + budget - 1e-9);
    ck_assert_double_le(deadline, after + budget + 1e-9);
}

static double budget_now(void) {
    const struct game *game = engine->kit->game;
    return clock_budget(session_clock(engine->session, 0),
                        game->plies_left != NULL ? game->plies_left(session_state(engine->session))
                                                 : 30,
                        engine->lag);
}

START_TEST(late_thoughts_shorten_the_next_one) {
    double budget = budget_now();
    ck_assert_double_gt(budget, 0.5);
    deadline_assert(budget);
    engine->overrun = 0.25;
    deadline_assert(budget - 0.25);
    /* However late they were, some time is left to think. */
    engine->overrun = 1000;
    deadline_assert(0.1 * budget);
}
END_TEST

START_TEST(lateness_is_forgotten_bit_by_bit) {
    struct choice choice;
    struct error error = {0};
    engine->nodes = 1;
    engine->overrun = 1;
    ck_assert(engine_choose(engine, 0, &choice, &error));
    ck_assert_double_eq_tol(engine->overrun, 0.9, 1e-9);
    ck_assert(engine_choose(engine, 0, &choice, &error));
    ck_assert_double_eq_tol(engine->overrun, 0.81, 1e-9);
}
END_TEST

START_TEST(without_a_clock_nothing_is_late) {
    const struct clock_settings none = {.kind = CLOCK_NONE};
    session_set_clock(engine->session, &none);
    engine->overrun = 3;
    engine->move_time = 2;
    deadline_assert(2);
    engine->move_time = 0;
    deadline_assert(1);
    engine->nodes = 10;
    ck_assert_double_eq(engine_limits(engine, 0).deadline, 0);
}
END_TEST

/* No time_left came, and by the engine's own count nothing is left: it thinks on all the same. */
START_TEST(an_overrun_does_not_end_thinking) {
    struct moves list = {0};
    session_moves(engine->session, &list);
    engine_play(engine, 0, list.at[0], 1000);
    moves_free(&list);
    ck_assert_double_gt(budget_now(), 0.1);
}
END_TEST

START_TEST(the_usual_lag_spares_short_moves) {
    const struct clock_settings settings = clock_gtp(0, 0.2, 1);
    session_set_clock(engine->session, &settings);
    deadline_assert(0.18);
    ck_assert(options_set(engine, "lag", "0.05", NULL));
    deadline_assert(0.15);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("engine");
    suite_add_with(suite, setup, teardown, late_thoughts_shorten_the_next_one);
    suite_add_with(suite, setup, teardown, lateness_is_forgotten_bit_by_bit);
    suite_add_with(suite, setup, teardown, without_a_clock_nothing_is_late);
    suite_add_with(suite, setup, teardown, an_overrun_does_not_end_thinking);
    suite_add_with(suite, setup, teardown, the_usual_lag_spares_short_moves);
    return suite_run(suite);
}
