#include "check.h"

#include <event2/event.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../src/core/memory.h"
#include "../../src/core/rng.h"
#include "../../src/driver/driver.h"
#include "../../src/system/now.h"
#include "transcript.h"

enum { PLIES_MAX = 400, PIPELINED = 5, QUIET_QUESTIONS = 100 };

/* One engine under examination. ask() runs the loop until the answer is there. */
struct checker {
    const struct plan *plan;
    const struct engine_spec *spec;
    FILE *out;
    struct event_base *base;
    struct driver_loop *loop;
    struct driver *driver;
    struct session *session;
    struct text answer; /* of the last question */
    size_t answered;
    bool ok;
    bool dead; /* a fault: nothing more can be asked */
    bool silent;
    char *fault;
    struct transcript errors; /* its standard error */
    bool gone;
    enum parting parting;
    int exit_status;
    int passed, failed, warned;
};

/* Verdicts. */

static const char *answer(const struct checker *checker) {
    return text_string(&checker->answer);
}

static void put_verdict(struct checker *checker, const char *word, const char *words,
                        const char *detail) {
    fprintf(checker->out, "%s  %s", word, words);
    if (detail != NULL && detail[0] != '\0')
        fprintf(checker->out, ": %.300s", detail);
    fputc('\n', checker->out);
}

/* Of a broken engine only the first failure says anything. */
static bool verdict_why(struct checker *checker, bool fine, const char *words, const char *detail) {
    if (checker->silent)
        return fine;
    checker->silent = checker->dead;
    put_verdict(checker, fine ? "ok  " : "FAIL", words, fine ? NULL : detail);
    checker->passed += fine;
    checker->failed += !fine;
    return fine;
}

/* The last answer says why not. It is looked at only here: an argument of the call that is `fine`
 * would perhaps be taken before the question is asked. */
static bool verdict(struct checker *checker, bool fine, const char *words) {
    return verdict_why(checker, fine, words, answer(checker));
}

static void advise_why(struct checker *checker, bool fine, const char *words, const char *detail) {
    if (fine || checker->dead) {
        verdict_why(checker, fine, words, detail);
        return;
    }
    put_verdict(checker, "warn", words, detail);
    checker->warned++;
}

static void advise(struct checker *checker, bool fine, const char *words) {
    advise_why(checker, fine, words, answer(checker));
}

/* Questions. */

static void on_answer(void *context, const struct reply *reply) {
    struct checker *checker = context;
    text_clear(&checker->answer);
    text_put(&checker->answer, reply->text);
    checker->ok = reply->ok;
    checker->answered++;
}

static void on_fault(void *context, enum driver_fault fault, const char *detail) {
    struct checker *checker = context;
    struct text words = {0};
    text_print(&words, "%s: %s", driver_fault_name(fault), detail);
    free(checker->fault);
    checker->fault = text_take(&words);
    checker->dead = true;
}

static void on_traffic(void *context, enum driver_traffic kind, const char *bytes, size_t length,
                       double when) {
    struct checker *checker = context;
    if (kind == TRAFFIC_ERRORS)
        transcript_add(&checker->errors, TRANSCRIPT_STDERR, 0, bytes, length, when);
}

static void on_gone(void *context, const char *name, bool polite, enum parting parting,
                    int status) {
    (void)name, (void)polite;
    struct checker *checker = context;
    checker->gone = true;
    checker->parting = parting;
    checker->exit_status = status;
}

/* Waits for `count` more answers; the driver's own limits end it. */
static bool wait_for(struct checker *checker, size_t count) {
    size_t until = checker->answered + count;
    driver_flush(checker->driver);
    while (!checker->dead && checker->answered < until)
        event_base_loop(checker->base, EVLOOP_ONCE);
    return !checker->dead;
}

/* One answer too many comes a moment after the right one, and would be taken for a fault in the
 * next point. Games have hundreds of questions: the first hundred will do. */
static bool is_quiet(struct checker *checker) {
    static const struct timeval moment = {.tv_usec = 10000};
    if (checker->answered > QUIET_QUESTIONS)
        return true;
    event_base_loopexit(checker->base, &moment);
    event_base_dispatch(checker->base);
    return !checker->dead;
}

/* Whether the command was answered with success. */
static bool ask_within(struct checker *checker, double limit, const char *command) {
    text_clear(&checker->answer);
    checker->ok = false;
    if (checker->dead)
        return false;
    driver_send(checker->driver, command, limit, on_answer, checker);
    if (!wait_for(checker, 1) || !is_quiet(checker)) {
        text_clear(&checker->answer); /* which may have come in the same turn */
        text_put(&checker->answer, checker->fault);
        return false;
    }
    return checker->ok;
}

static bool ask(struct checker *checker, const char *command) {
    return ask_within(checker, checker->plan->answer, command);
}

/* A failure answer that begins with the standard words. */
static bool ask_refused(struct checker *checker, const char *command, const char *words) {
    ask(checker, command);
    return !checker->dead && !checker->ok && text_starts(text_string(&checker->answer), words);
}

static bool lists(const struct checker *checker, const char *name) {
    return !checker->dead && driver_has_command(checker->driver, name);
}

static bool ask_side(struct checker *checker, const char *verb, int side, const char *rest) {
    struct text line = {0};
    text_print(&line, "%s %s%s%s", verb, checker->plan->game->sides[side],
               rest[0] != '\0' ? " " : "", rest);
    bool fine = ask_within(checker, checker->plan->hang, text_string(&line));
    text_free(&line);
    return fine;
}

/* boardsize with the run's own size. */
static bool ask_size(struct checker *checker, char blank) {
    struct text line = {0};
    text_print(&line, "boardsize%c%d", blank, session_setup(checker->session)->size);
    bool fine = ask(checker, text_string(&line));
    text_free(&line);
    return fine;
}

/* What is examined. */

static void check_basics(struct checker *checker) {
    verdict(checker, ask_within(checker, checker->spec->start_limit, "protocol_version"),
            "it starts and answers protocol_version");
    verdict(checker, strcmp(answer(checker), "2") == 0, "protocol_version is 2");
    verdict_why(checker, !checker->dead && !driver_lacks_ids(checker->driver),
                "the id of a command comes back with its answer", NULL);
    verdict(checker, ask(checker, "name") && checker->answer.length > 0, "name");
    verdict(checker, ask(checker, "version"), "version");
    verdict(checker, ask(checker, "list_commands"), "list_commands");
}

static void learn_commands(struct checker *checker) {
    bool ok = ask(checker, "list_commands");
    if (!checker->dead)
        driver_learn(
            checker->driver,
            &(struct reply){.ok = ok, .text = answer(checker), .length = checker->answer.length});
}

static void check_listed(struct checker *checker) {
    static const char *const needed[] = {"boardsize", "clear_board",   "play", "genmove",
                                         "komi",      "known_command", "quit"};
    bool komi = game_setting(checker->plan->game, "komi") >= 0;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        struct text words = {0};
        text_print(&words, "list_commands has %s", needed[i]);
        if (komi || strcmp(needed[i], "komi") != 0)
            verdict_why(checker, lists(checker, needed[i]), text_string(&words), NULL);
        text_free(&words);
    }
    verdict(checker, ask(checker, "known_command genmove") && strcmp(answer(checker), "true") == 0,
            "known_command genmove is true");
    verdict(checker,
            ask(checker, "known_command no-such-thing") && strcmp(answer(checker), "false") == 0,
            "known_command of an unknown one is false");
}

/* Asked with commands that every engine has, so that only the line is on trial. */
static void check_lines(struct checker *checker) {
    verdict(checker, ask_refused(checker, "no-such-thing", "unknown command"),
            "an unknown command fails with 'unknown command'");
    verdict(checker, ask(checker, "clear_board # what is this?"), "a comment after a command");
    verdict(checker, ask_size(checker, '\t'), "a tab counts as a space");
    verdict(checker, ask(checker, "clear_board\r"), "a line that ends in CR LF");
    verdict(checker, ask(checker, "clear_board\n\n   \n# nothing but a comment\n"),
            "empty lines and comment lines are passed over");
    for (int i = 0; i < PIPELINED && !checker->dead; i++)
        driver_send(checker->driver, "clear_board", checker->plan->answer, on_answer, checker);
    bool all = !checker->dead && wait_for(checker, PIPELINED);
    verdict_why(checker, all, "commands that arrive together are answered one by one",
                checker->fault);
}

/* Commands may differ from game to game. */
static void choose_game(struct checker *checker) {
    struct text line = {0};
    if (!lists(checker, "set_game"))
        return;
    text_print(&line, "set_game %s", checker->plan->game->name);
    verdict(checker, ask(checker, text_string(&line)), text_string(&line));
    text_free(&line);
    learn_commands(checker);
}

static bool set_up(struct checker *checker) {
    const struct game *game = checker->plan->game;
    const struct setup *setup = session_setup(checker->session);
    struct text line = {0};
    bool fine = true;
    if (lists(checker, "set_rules")) {
        text_print(&line, "set_rules %s", game->rules[setup->rules]);
        fine = verdict(checker, ask(checker, text_string(&line)), text_string(&line)) && fine;
    }
    text_clear(&line);
    text_print(&line, "boardsize %d", setup->size);
    fine = verdict(checker, ask(checker, text_string(&line)), text_string(&line)) && fine;
    text_free(&line);
    if (game_setting(game, "komi") >= 0)
        verdict(checker, ask(checker, "komi 7.5"), "komi 7.5");
    return verdict(checker, ask(checker, "clear_board"), "clear_board") && fine;
}

/* An engine that takes such a size has it now: the game that follows is to be played on the right
 * one. */
static void check_sizes(struct checker *checker) {
    advise(checker, ask_refused(checker, "boardsize 1000", "unacceptable size"),
           "boardsize 1000 fails with 'unacceptable size'");
    ask(checker, "boardsize nonsense");
    advise(checker, !checker->dead && !checker->ok, "boardsize nonsense fails");
    ask_size(checker, ' ');
    if (game_setting(checker->plan->game, "komi") >= 0)
        ask(checker, "komi 7.5");
    ask(checker, "clear_board");
}

/* A seeded random legal move, as text. */
static void some_move(struct checker *checker, struct rng *rng, struct text *token) {
    struct moves moves = {0};
    session_moves(checker->session, &moves);
    text_clear(token);
    session_game(checker->session)
        ->print(session_state(checker->session), moves.at[rng_below(rng, moves.count)], token);
    moves_free(&moves);
}

static bool goes_on(const struct checker *checker) {
    return session_result(checker->session, NULL).phase == PHASE_PLAYING;
}

static void check_play(struct checker *checker) {
    struct rng rng;
    struct text token = {0}, upper = {0};
    rng_seed(&rng, 7);
    bool fine = true;
    for (int i = 0; fine && i < 3 && goes_on(checker); i++) {
        int side = session_to_play(checker->session);
        some_move(checker, &rng, &token);
        fine = ask_side(checker, "play", side, text_string(&token));
        session_play(checker->session, side, text_string(&token), NULL);
    }
    verdict(checker, fine, "play takes legal moves");
    int side = session_to_play(checker->session);
    some_move(checker, &rng, &token);
    for (const char *c = text_string(&token); *c != '\0'; c++)
        text_putc(&upper, *c >= 'A' && *c <= 'Z' ? (char)(*c + 32) : *c);
    verdict(checker, ask_side(checker, "play", side, text_string(&upper)),
            "play takes moves in lower case");
    session_play(checker->session, side, text_string(&token), NULL);
    ask_side(checker, "play", side, "nonsense");
    verdict(checker, !checker->dead && !checker->ok, "play fails for what is no move");
    ask(checker, "play");
    verdict(checker, !checker->dead && !checker->ok, "play without arguments fails");
    text_free(&token);
    text_free(&upper);
}

static void check_undo(struct checker *checker) {
    if (!lists(checker, "undo"))
        return;
    verdict(checker, ask(checker, "undo"), "undo takes a move back");
    ask(checker, "clear_board");
    advise(checker, ask_refused(checker, "undo", "cannot undo"),
           "undo on an empty board fails with 'cannot undo'");
}

static void check_clock(struct checker *checker) {
    struct text line = {0};
    if (lists(checker, "time_settings"))
        verdict(checker, ask(checker, "time_settings 600 60 5"), "time_settings 600 60 5");
    text_print(&line, "time_left %s 500 0", checker->plan->game->sides[0]);
    if (lists(checker, "time_left"))
        verdict(checker, ask(checker, text_string(&line)), text_string(&line));
    text_free(&line);
    /* The whole game that follows need not be a good one. */
    if (lists(checker, "time_settings"))
        ask(checker, "time_settings 0 1 10");
}

/* One ply of the engine's own; false: the detail says what was wrong with it. */
static bool take_ply(struct checker *checker, struct text *detail, bool *resigned) {
    struct error error = {0};
    int side = session_to_play(checker->session);
    if (!ask_side(checker, "genmove", side, "")) {
        text_put(detail, answer(checker));
        return false;
    }
    *resigned = text_same(answer(checker), "resign");
    if (*resigned || session_play(checker->session, side, answer(checker), &error))
        return true;
    text_print(detail, "'%.60s': ", answer(checker));
    error_print(&error, detail);
    error_clear(&error);
    return false;
}

/* The engine plays both sides; the session says whether every ply is legal. */
static void check_game(struct checker *checker) {
    session_clear(checker->session);
    struct text detail = {0}, why = {0};
    bool fine = ask(checker, "clear_board"), resigned = false;
    int plies = 0;
    while (fine && !resigned && plies < PLIES_MAX && goes_on(checker)) {
        fine = take_ply(checker, &why, &resigned);
        plies += !resigned;
    }
    if (why.length > 0)
        text_print(&detail, "ply %d: %s", plies, text_string(&why));
    text_free(&why);
    struct text words = {0};
    text_print(&words, "genmove plays a whole game by the rules (%d plies)", plies);
    verdict_why(checker, fine, text_string(&words), text_string(&detail));
    text_free(&words);
    if (checker->plan->game->score != NULL && lists(checker, "final_score"))
        advise(checker, ask_within(checker, checker->plan->hang, "final_score"),
               "final_score answers at the end");
    verdict(checker,
            ask(checker, "clear_board") && (session_clear(checker->session), true) &&
                ask_side(checker, "genmove", session_to_play(checker->session), ""),
            "a new game can begin");
    text_free(&detail);
}

static void check_quit(struct checker *checker) {
    if (checker->dead)
        return;
    driver_stop(checker->driver, true);
    checker->driver = NULL;
    while (!checker->gone)
        event_base_loop(checker->base, EVLOOP_ONCE);
    verdict_why(checker, checker->parting == PARTING_LEFT, "it leaves after quit", NULL);
    struct text words = {0};
    process_status_print(checker->exit_status, &words);
    advise_why(checker, checker->parting != PARTING_LEFT || checker->exit_status == 0,
               "its exit status is 0", text_string(&words));
    text_free(&words);
}

static bool engine_start(struct checker *checker) {
    static const struct driver_events events = {.fault = on_fault, .traffic = on_traffic};
    struct error error = {0};
    struct engine_spec spec = *checker->spec;
    spec.errors = ENGINE_ERRORS_KEEP;
    spec.pipeline = true;
    checker->driver = driver_start(checker->loop, &spec, NULL, &events, checker, &error);
    if (checker->driver != NULL)
        return true;
    struct text why = {0};
    error_print(&error, &why);
    verdict_why(checker, false, "it starts", text_string(&why));
    error_clear(&error);
    text_free(&why);
    return false;
}

/* A second process, whose input ends at once. */
static void check_end_of_input(struct checker *checker) {
    struct process process;
    int status = 0;
    struct engine_spec spec = *checker->spec;
    spec.errors = ENGINE_ERRORS_DROP;
    if (!process_start(&process, &spec, NULL, NULL))
        return;
    close(process.input);
    process.input = -1;
    double end = monotonic_now() + checker->spec->start_limit;
    bool left = false;
    while (!(left = process_reap(&process, &status)) && monotonic_now() < end)
        usleep(2000);
    if (!left) {
        process_signal(&process, SIGKILL);
        while (!process_reap(&process, &status))
            usleep(2000);
    }
    process_close(&process);
    verdict_why(checker, left, "it leaves at the end of its input", NULL);
}

static void check_all(struct checker *checker) {
    check_basics(checker);
    learn_commands(checker);
    choose_game(checker);
    check_listed(checker);
    bool fine = !checker->dead && set_up(checker);
    check_lines(checker);
    if (!checker->dead && fine) {
        check_sizes(checker);
        check_play(checker);
        check_undo(checker);
        check_clock(checker);
        check_game(checker);
    }
    check_quit(checker);
    if (!checker->dead)
        check_end_of_input(checker);
}

/* Why it went no further, in its own words as well. */
static void tell_end(struct checker *checker) {
    struct text last = {0};
    fprintf(checker->out, "FAIL  the engine broke down: %s\n", checker->fault);
    transcript_tail(&checker->errors, TRANSCRIPT_STDERR, 0, TRANSCRIPT_LAST_LINES, &last);
    if (last.length > 0)
        fprintf(checker->out, "      last on standard error: %s\n", text_string(&last));
    text_free(&last);
}

enum status check_engine(const struct plan *plan, FILE *out) {
    static const struct driver_loop_events events = {.gone = on_gone};
    struct checker checker = {
        .plan = plan, .spec = &plan->engines[0], .out = out, .errors = {.limit = TRANSCRIPT_LIMIT}};
    signal(SIGPIPE, SIG_IGN);
    checker.base = event_loop_new();
    checker.loop = driver_loop_new(checker.base, &driver_loop_limits_default, &events, &checker);
    checker.session = plan_session(plan, NULL);
    if (engine_start(&checker)) {
        check_all(&checker);
        if (checker.dead)
            tell_end(&checker);
        checker.failed += checker.dead;
    }
    if (checker.driver != NULL)
        driver_stop(checker.driver, false);
    driver_loop_free(checker.loop);
    event_base_free(checker.base);
    session_free(checker.session);
    fprintf(out, "%d passed, %d failed, %d warnings: %s\n", checker.passed, checker.failed,
            checker.warned,
            checker.failed == 0 ? "it keeps the protocol" : "it does not keep the protocol");
    text_free(&checker.answer);
    transcript_free(&checker.errors);
    free(checker.fault);
    return checker.failed == 0 ? STATUS_DONE : STATUS_FAULTS;
}
