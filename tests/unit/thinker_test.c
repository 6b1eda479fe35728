/* Thoughts on the worker: begun, reported, stopped, finished. A player made for this test shows
 * what the worker does with it. All of it happens once more where no thread can be had. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/games.h"
#include "../../src/core/memory.h"
#include "../../src/system/thread.h"
#include "../../src/thinker.h"
#include "../support/suite.h"

/* Reports as often as its option says; an endless thought then waits to be stopped. */
struct puppet {
    const struct game *game;
    long reports;
    int forgotten, thoughts;
};

static const struct player_option puppet_options[] = {
    {"reports", "how many reports a thought brings", 0, 1000000, 3, false}, {0}};

static void *puppet_open(const struct game *game, const long *options) {
    struct puppet *puppet = memory_new(1, sizeof *puppet);
    puppet->game = game;
    puppet->reports = options[0];
    return puppet;
}

static void puppet_set(void *memory, int which, long value) {
    ck_assert_int_eq(which, 0);
    ((struct puppet *)memory)->reports = value;
}

static void puppet_forget(void *memory) {
    ((struct puppet *)memory)->forgotten++;
}

static struct choice puppet_think(void *memory, const void *state, const struct past *past,
                                  const struct limits *limits, report_fn *report, void *context) {
    struct puppet *puppet = memory;
    struct moves list = {0};
    puppet->thoughts++;
    puppet->game->moves(state, past, &list);
    for (long i = 0; i < puppet->reports; i++) {
        float ownership[2] = {0.5f, -0.5f};
        char words[] = "made on the stack";
        struct variation best[2] = {
            {.line = list.at, .length = 2, .words = words, .visits = (uint64_t)i + 1},
            {.line = list.at + 1, .length = 1, .visits = past->count}};
        report(context, &(struct report){.best = best,
                                         .count = 2,
                                         .nodes = (uint64_t)i + 1,
                                         .ownership = ownership,
                                         .points = 2});
    }
    while (limits->endless && !limits_reached(limits))
        ;
    struct choice choice = {.m = list.at[limits->seed % list.count]};
    moves_free(&list);
    return choice;
}

static const struct player puppet_player = {.name = "puppet",
                                            .options = puppet_options,
                                            .open = puppet_open,
                                            .close = free,
                                            .set = puppet_set,
                                            .forget = puppet_forget,
                                            .think = puppet_think};

static struct kit kit;
static struct wakeup wakeup;
static struct thinker *thinker;
static struct session *session;
static struct moves legal;

static void setup(void) {
    static const long options[] = {3};
    kit = (struct kit){.game = games[0]->game, .player = &puppet_player};
    session = session_new(kit.game);
    session_moves(session, &legal);
    wakeup_init(&wakeup);
    thinker = thinker_new(&kit, options, &wakeup);
}

static bool no_threads;

bool __wrap_thread_start(pthread_t *thread, void *(*run)(void *), void *context);
bool __real_thread_start(pthread_t *thread, void *(*run)(void *), void *context);

bool __wrap_thread_start(pthread_t *thread, void *(*run)(void *), void *context) {
    return !no_threads && __real_thread_start(thread, run, context);
}

static void setup_alone(void) {
    no_threads = true;
    setup();
}

static void teardown(void) {
    thinker_free(thinker);
    wakeup_destroy(&wakeup);
    moves_free(&legal);
    session_free(session);
}

static void start(struct limits limits) {
    struct past past = session_past(session);
    thinker_start(thinker, session_state(session), &past, &limits);
}

/* Until something has happened, or to make it happen. */
static void wait(void) {
    ck_assert_int_eq(thinker_work(thinker), no_threads);
    if (!no_threads)
        wakeup_watch(&wakeup, -1, 0);
}

static bool is_done(void) {
    wakeup_lock(&wakeup);
    bool done = thinker_done(thinker);
    wakeup_unlock(&wakeup);
    return done;
}

static bool has_news(struct thought *thought) {
    wakeup_lock(&wakeup);
    bool news = thinker_news(thinker, thought);
    wakeup_unlock(&wakeup);
    return news;
}

START_TEST(never_asked) {
    ck_assert(!thinker_busy(thinker));
}
END_TEST

START_TEST(one_thought) {
    start((struct limits){.seed = 5});
    ck_assert(thinker_busy(thinker));
    while (!is_done())
        wait();
    ck_assert(thinker_busy(thinker));
    struct choice choice = thinker_finish(thinker);
    ck_assert(!thinker_busy(thinker));
    ck_assert_uint_eq(choice.m, legal.at[5]);
    ck_assert(!choice.resign);
}
END_TEST

START_TEST(many_thoughts) {
    for (uint64_t i = 0; i < 200; i++) {
        start((struct limits){.seed = i});
        ck_assert_uint_eq(thinker_finish(thinker).m, legal.at[i % legal.count]);
    }
}
END_TEST

START_TEST(an_endless_thought_is_stopped) {
    struct thought thought = {0};
    for (uint64_t i = 0; i < 20; i++) {
        start((struct limits){.endless = true, .seed = i});
        while (i % 2 == 0 && !has_news(&thought)) /* every other one is stopped at once */
            wait();
        thinker_stop(thinker);
        ck_assert_uint_eq(thinker_finish(thinker).m, legal.at[i]);
    }
    thought_free(&thought);
    double deadline = monotonic_now() + 0.02; /* the stop does not reach the next thought */
    start((struct limits){.endless = true, .deadline = deadline, .seed = 1});
    ck_assert_uint_eq(thinker_finish(thinker).m, legal.at[1]);
    ck_assert_double_ge(monotonic_now(), deadline);
}
END_TEST

START_TEST(a_deadline_ends_it) {
    start((struct limits){.endless = true, .deadline = monotonic_now() + 0.01});
    ck_assert_uint_eq(thinker_finish(thinker).m, legal.at[0]);
}
END_TEST

START_TEST(reports_are_copies_and_the_newest_counts) {
    struct thought thought = {0};
    start((struct limits){.seed = 0});
    while (!is_done())
        wait();
    ck_assert(has_news(&thought));
    ck_assert_uint_eq(thought.report.nodes, 3);
    ck_assert_uint_eq(thought.report.count, 2);
    ck_assert_uint_eq(thought.report.best[0].visits, 3);
    ck_assert_uint_eq(thought.report.best[0].line[0], legal.at[0]);
    ck_assert_uint_eq(thought.report.best[0].line[1], legal.at[1]);
    ck_assert_uint_eq(thought.report.best[1].line[0], legal.at[1]);
    ck_assert_str_eq(thought.report.best[0].words, "made on the stack");
    ck_assert_ptr_null(thought.report.best[1].words);
    ck_assert_float_eq(thought.report.ownership[1], -0.5f);
    ck_assert(!has_news(&thought));
    ck_assert_uint_eq(thought.report.nodes, 3); /* what was taken stays */
    thinker_finish(thinker);
    thinker_set(thinker, 0, 0);
    start((struct limits){.seed = 0});
    thinker_finish(thinker);
    ck_assert(!has_news(&thought)); /* a thought without reports has no old ones */
    thought_free(&thought);
    thought_free(&thought);
}
END_TEST

START_TEST(news_while_it_works) {
    struct thought thought = {0};
    thinker_set(thinker, 0, 2000);
    start((struct limits){.endless = true});
    uint64_t last = 0;
    while (last < 2000) {
        wait();
        if (has_news(&thought)) {
            ck_assert_uint_gt(thought.report.nodes, last);
            last = thought.report.nodes;
            ck_assert_uint_eq(thought.report.best[0].visits, last);
        }
    }
    ck_assert(!is_done());
    thinker_stop(thinker);
    thinker_finish(thinker);
    thought_free(&thought);
}
END_TEST

/* The position may go on while the worker thinks about its copy. */
START_TEST(the_question_is_a_copy) {
    thinker_set(thinker, 0, 1000);
    start((struct limits){.endless = true, .seed = 3});
    for (int i = 0; i < 5; i++) {
        struct moves list = {0};
        session_moves(session, &list);
        session_play_move(session, session_to_play(session), list.at[0]);
        moves_free(&list);
    }
    thinker_stop(thinker);
    ck_assert_uint_eq(thinker_finish(thinker).m, legal.at[3]);
}
END_TEST

START_TEST(freed_while_thinking) {
    start((struct limits){.endless = true});
}
END_TEST

START_TEST(freed_with_an_answer_nobody_took) {
    start((struct limits){.seed = 1});
    while (!is_done())
        wait();
}
END_TEST

START_TEST(players_of_all_games) {
    for (int i = 0; games[i] != NULL; i++) {
        struct session *own = session_new(games[i]->game);
        long options[32] = {0};
        const struct player_option *known = games[i]->player->options;
        for (int k = 0; known != NULL && known[k].name != NULL; k++)
            options[k] = known[k].initial;
        struct thinker *other = thinker_new(games[i], options, &wakeup);
        struct past past = session_past(own);
        struct limits limits = {.nodes = 50, .deadline = monotonic_now() + 5};
        thinker_start(other, session_state(own), &past, &limits);
        struct choice choice = thinker_finish(other);
        struct moves list = {0};
        session_moves(own, &list);
        ck_assert_msg(choice.resign || moves_has(&list, choice.m), "%s", games[i]->game->name);
        moves_free(&list);
        thinker_forget(other);
        thinker_free(other);
        session_free(own);
    }
}
END_TEST

static void add_tests(Suite *suite, void (*begin)(void)) {
    suite_add_with(suite, begin, teardown, never_asked);
    suite_add_with(suite, begin, teardown, one_thought);
    suite_add_with(suite, begin, teardown, many_thoughts);
    suite_add_with(suite, begin, teardown, an_endless_thought_is_stopped);
    suite_add_with(suite, begin, teardown, a_deadline_ends_it);
    suite_add_with(suite, begin, teardown, reports_are_copies_and_the_newest_counts);
    suite_add_with(suite, begin, teardown, news_while_it_works);
    suite_add_with(suite, begin, teardown, the_question_is_a_copy);
    suite_add_with(suite, begin, teardown, freed_while_thinking);
    suite_add_with(suite, begin, teardown, freed_with_an_answer_nobody_took);
    suite_add_with(suite, begin, teardown, players_of_all_games);
}

int main(void) {
    Suite *suite = suite_create("thinker");
    add_tests(suite, setup);
    add_tests(suite, setup_alone);
    return suite_run(suite);
}
