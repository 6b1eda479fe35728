/* What an engine is told, and what becomes of its answers: the stub engine at the other end of a
 * driver, on a loop of the test's own. */
#include <event2/event.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../src/core/games.h"
#include "../../src/core/memory.h"
#include "../../src/driver/send_game.h"
#include "../../src/system/now.h"
#include "../support/suite.h"

#define STUB    "./tests/support/stub_engine "
#define FOREIGN "boardsize,komi,clear_board,play,genmove,time_settings,time_left"

static struct event_base *base;
static struct driver_loop *loop;
static struct session *session;
static struct driver *driver;
static struct sender sender;
static struct handshake handshake;
static struct strings startup;

/* What happened. */
static struct text sent; /* commands without ids, each ended by a newline */
static struct text detail;
static bool ready, told, refused, judged, replied;
static enum refusal refusal;
static enum driver_fault fault;
static struct marks marks;
static bool has_marks;

static void on_ready(void *context) {
    (void)context;
    ready = true;
}

static void on_told(void *context) {
    (void)context;
    told = true;
}

static void on_refused(void *context, enum refusal what, const char *words) {
    (void)context;
    refused = true;
    refusal = what;
    text_put(&detail, words);
}

static void on_dead(void *context, const struct marks *list, const char *words) {
    (void)context;
    judged = true;
    has_marks = list != NULL;
    if (has_marks)
        marks = *list;
    else
        text_put(&detail, words);
}

static void on_reply(void *context, const struct reply *reply) {
    (void)context;
    (void)reply;
    replied = true;
}

static void on_fault(void *context, enum driver_fault what, const char *words) {
    (void)context;
    fault = what;
    text_put(&detail, words);
}

static void on_traffic(void *context, enum driver_traffic kind, const char *bytes, size_t length,
                       double when) {
    (void)context;
    (void)when;
    bool fresh = true; /* at the beginning of a line, where its id stands */
    for (size_t i = 0; kind == TRAFFIC_SENT && i < length; i++) {
        bool id = fresh && ((bytes[i] >= '0' && bytes[i] <= '9') || bytes[i] == ' ');
        fresh = id || bytes[i] == '\n';
        if (!id)
            text_putc(&sent, bytes[i]);
    }
}

static void setup(void) {
    signal(SIGPIPE, SIG_IGN);
    base = event_loop_new();
    loop = driver_loop_new(base, &driver_loop_limits_default, NULL, NULL);
}

static void teardown(void) {
    if (driver != NULL)
        driver_stop(driver, false);
    driver_loop_free(loop);
    event_base_free(base);
    session_free(session);
    strings_free(&startup);
    free(handshake.name);
    free(handshake.version);
    text_free(&sent);
    text_free(&detail);
}

/* Turns the loop until the flag is set; a fault or a refusal ends the wait as well. */
static bool wait_for(const bool *flag) {
    while (!*flag && !refused && fault == DRIVER_FINE)
        event_base_loop(base, EVLOOP_ONCE);
    return *flag;
}

/* Starts the stub with these options for a game, and shakes hands; says whether it is ready. */
static bool start(const char *game, const char *options) {
    static const struct driver_events events = {.fault = on_fault, .traffic = on_traffic};
    static const struct sender_events sender_events = {
        .ready = on_ready, .told = on_told, .refused = on_refused, .dead = on_dead};
    struct engine_spec spec;
    struct text command = {0};
    engine_spec_init(&spec);
    spec.name = memory_string("stub");
    spec.errors = ENGINE_ERRORS_PASS;
    text_print(&command, STUB "--game %s %s", game, options);
    ck_assert(engine_spec_set_command(&spec, text_string(&command), NULL));
    ck_assert(engine_spec_find(&spec, NULL));
    driver = driver_start(loop, &spec, NULL, &events, NULL, NULL);
    ck_assert_ptr_nonnull(driver);
    text_free(&command);
    engine_spec_free(&spec);
    session = session_new(games_find(game)->game);
    sender = (struct sender){.driver = driver, .events = &sender_events, .limit = 20};
    handshake = (struct handshake){
        .game = session_game(session), .startup = &startup, .start_limit = 20, .introduces = true};
    send_handshake(&sender, &handshake);
    driver_flush(driver);
    return wait_for(&ready);
}

/* Tells the game; says whether the engine took it. */
static bool tell(const struct engine_game *game) {
    text_clear(&sent);
    if (!send_game(&sender, game))
        return false;
    driver_flush(driver);
    return wait_for(&told);
}

static void ck_sent(const char *line) {
    struct text whole = {0}, all = {0};
    text_print(&whole, "\n%s\n", line);
    text_print(&all, "\n%s", text_string(&sent));
    ck_assert_msg(strstr(text_string(&all), text_string(&whole)) != NULL, "no '%s' in:%s", line,
                  text_string(&all));
    text_free(&whole);
    text_free(&all);
}

static void ck_not_sent(const char *words) {
    ck_assert_msg(strstr(text_string(&sent), words) == NULL, "'%s' in:\n%s", words,
                  text_string(&sent));
}

START_TEST(handshake_learns) {
    strings_add(&startup, "komi 3.5");
    ck_assert(start("go", ""));
    ck_assert_str_eq(text_string(&sent),
                     "list_commands\nset_game go\nlist_commands\nname\nversion\nkomi 3.5\n");
    ck_assert(handshake.lists);
    ck_assert_str_eq(handshake.name, "Stub");
    ck_assert_str_eq(handshake.version, "1.0");
    ck_assert(driver_can(driver, CAN_SET_POSITION));
    ck_assert(!driver_can(driver, CAN_KATA_TIME));
    ck_assert(driver_has_command(driver, "play"));
    ck_assert(!driver_has_command(driver, "pla"));
}
END_TEST

START_TEST(handshake_of_a_mute_engine) {
    ck_assert(start("qttt", "--minimal"));
    ck_assert(!handshake.lists);
    ck_assert(tell(&(struct engine_game){.session = session, .level = "hard", .seeded = true}));
    ck_assert_str_eq(text_string(&sent), "boardsize 3\nclear_board\n");
}
END_TEST

START_TEST(handshake_refused) {
    strings_add(&startup, "komi 3.5");
    strings_add(&startup, "no-such-thing");
    ck_assert(!start("go", ""));
    ck_assert_int_eq(refusal, REFUSAL_START);
    ck_assert_ptr_nonnull(strstr(text_string(&detail), "'no-such-thing' was refused"));
}
END_TEST

/* Never more than there is, and never nothing, which would mean no limit. */
static const struct {
    const char *lists, *clock, *told, *left; /* after half a second */
} clocks[] = {
    {FOREIGN, "10.75/move", "time_settings 0 10 1", "time_left b 10 1"},
    {FOREIGN, "10.25/move", "time_settings 0 10 1", "time_left b 9 1"},
    {FOREIGN, "0.75/move", "time_settings 0 1 1", "time_left b 0 1"},
    {FOREIGN, "0.75", "time_settings 1 0 0", "time_left b 0 0"},
    {FOREIGN, "59.9", "time_settings 59 0 0", "time_left b 59 0"},
    {FOREIGN, "59.9+0.9", "time_settings 59 0 0", "time_left b 59 0"},
    {FOREIGN, "59.9+3x9.9 byoyomi", "time_settings 59 9 1", "time_left b 59 0"},
    {FOREIGN, "0.25+3x9.9 byoyomi", "time_settings 0 9 1", "time_left b 9 1"},
    {FOREIGN, "59.9+25/299.9 canadian", "time_settings 59 299 25", "time_left b 59 0"},
    {FOREIGN ",kgs-time_settings", "59.9+3x9.9 byoyomi", "kgs-time_settings byoyomi 59 9 3",
     "time_left b 59 0"},
    {FOREIGN ",kgs-time_settings", "0.25+3x9.9 byoyomi", "kgs-time_settings byoyomi 0 9 3",
     "time_left b 9 3"},
    {FOREIGN ",kata-time_settings", "59.9+0.9", "kata-time_settings fischer 59.9 0.9",
     "time_left b 59.4 0"},
    {FOREIGN ",set_game", "10.75/move", "time_settings 0 10.75 1", "time_left b 10.25 1"},
    {FOREIGN ",set_game", "1.2348/move", "time_settings 0 1.234 1", "time_left b 0.734 1"},
    {FOREIGN ",set_game", "0.57/move", "time_settings 0 0.57 1", "time_left b 0.07 1"},
};

START_TEST(clocks_are_rounded_down) {
    struct text options = {0};
    struct clock_settings settings;
    text_print(&options, "--lists %s", clocks[_i].lists);
    ck_assert(clock_parse(clocks[_i].clock, &settings));
    ck_assert(start("go", text_string(&options)));
    ck_assert(tell(&(struct engine_game){.session = session, .clock = &settings}));
    ck_sent(clocks[_i].told);
    text_clear(&sent);
    session_set_clock(session, &settings);
    send_time_left(&sender, session_game(session), 0, session_clock(session, 0), 0.5);
    driver_flush(driver);
    text_cut(&sent, sent.length - 1);
    ck_assert_str_eq(text_string(&sent), clocks[_i].left);
    text_free(&options);
}
END_TEST

/* An engine that refuses parts of a second is told whole ones, now and from then on. */
START_TEST(decimals_are_refused) {
    static const struct clock_settings clock = {.kind = CLOCK_MOVE, .period = 1.75};
    ck_assert(start("go", "--whole"));
    ck_assert(tell(&(struct engine_game){.session = session, .clock = &clock}));
    ck_sent("time_settings 0 1.75 1");
    ck_sent("time_settings 0 1 1");
    told = false;
    ck_assert(tell(&(struct engine_game){.session = session, .clock = &clock}));
    ck_sent("time_settings 0 1 1");
    ck_not_sent(".75");
}
END_TEST

/* What may clear the board comes before it is cleared; the clock and the plies come after. */
START_TEST(settings_come_first) {
    static const struct clock_settings clock = {.kind = CLOCK_ABSOLUTE, .main = 60};
    ck_assert(start("go", "--lists set_game,set_rules,level,set_random_seed,time_settings,x"));
    ck_assert(session_set_rules(session, "japanese", NULL));
    ck_assert(session_set_size(session, 9, NULL));
    ck_assert(session_play(session, 0, "C3", NULL));
    const struct engine_game game = {.session = session,
                                     .clock = &clock,
                                     .level = "hard",
                                     .lines = "x 1\nx 2\n",
                                     .seeded = true,
                                     .seed = 7};
    ck_assert(tell(&game));
    ck_assert_str_eq(text_string(&sent),
                     "set_game go\nset_rules japanese\nboardsize 9\nkomi 6.5\nlevel hard\nx 1\n"
                     "x 2\nclear_board\nset_random_seed 7\ntime_settings 60 0 0\nplay b C3\n");
    text_clear(&sent);
    ck_assert(session_play(session, 1, "D4", NULL));
    send_plies(&sender, session, 1);
    driver_flush(driver);
    ck_assert_str_eq(text_string(&sent), "play w D4\n");
}
END_TEST

/* A setting without a command of its own is an option, where the engine has options. */
START_TEST(settings_by_option) {
    ck_assert(start("draughts", "--lists set_option"));
    ck_assert(tell(&(struct engine_game){.session = session, .think = 1.5}));
    ck_sent("set_option notation letters");
    ck_sent("set_option move_time 1.5");
}
END_TEST

/* KataGo's set_position wants a list of stones, not our text: it is told ply by ply, as long as
 * that is possible. An engine that knows set_game means ours. */
static const struct {
    const char *lists, *game, *position;
    const char *told; /* NULL: it cannot be told */
} starts[] = {
    {FOREIGN ",set_position", "go", "3 .X./.../X.. w - 0 0 0 0.5 2", "play b B3"},
    {FOREIGN, "go", "3 .X./.../X.. w - 0 0 0 0.5 2", "play b A1"},
    {FOREIGN ",set_position,set_game", "go", "3 .X./.../X.. w - 0 0 0 0.5 2",
     "set_position 3 .X./.../X.. w - 0 0 0 0.5 2"},
    {FOREIGN ",set_position", "go", "4 .XO./X.XO/.XO./.... w B3 1 0 0",
     "set_position 4 .XO./X.XO/.XO./.... w B3 1 0 0"}, /* stones cannot tell the ko */
    {FOREIGN, "go", "4 .XO./X.XO/.XO./.... w B3 1 0 0", NULL},
    {FOREIGN ",set_position", "draughts", "W:W18:B1", "set_position W:W18:B1"},
    {FOREIGN, "draughts", "W:W18:B1", NULL},
};

START_TEST(positions_are_told) {
    struct text options = {0};
    const char *position = starts[_i].position;
    text_print(&options, "--lists %s", starts[_i].lists);
    ck_assert(start(starts[_i].game, text_string(&options)));
    if (strcmp(starts[_i].game, "go") == 0)
        ck_assert(session_set_size(session, position[0] - '0', NULL));
    ck_assert(session_set_position(session, position, NULL));
    bool can = tell(&(struct engine_game){.session = session, .position = position});
    ck_assert_int_eq(can, starts[_i].told != NULL);
    if (starts[_i].told == NULL)
        ck_assert_uint_eq(driver_waiting(driver), 0);
    else
        ck_sent(starts[_i].told);
    if (starts[_i].told == NULL || strncmp(starts[_i].told, "play", 4) == 0)
        ck_not_sent("set_position");
    text_free(&options);
}
END_TEST

START_TEST(handicaps_are_told) {
    ck_assert(start("go", _i == 0 ? "--lists fixed_handicap" : "--lists place_free_handicap"));
    const struct engine_game game = {.session = session, .handicap = 3};
    ck_assert_int_eq(tell(&game), _i == 0);
    if (_i == 0)
        ck_sent("fixed_handicap 3");
}
END_TEST

/* A legal ply that is refused. */
START_TEST(plies_are_refused) {
    ck_assert(start("go", "--fault refuse --at 0"));
    ck_assert(session_play(session, 0, "C3", NULL));
    ck_assert(!tell(&(struct engine_game){.session = session}));
    ck_assert_int_eq(refusal, REFUSAL_PLY);
    ck_assert_str_eq(text_string(&detail), "it refused a legal ply of the game: illegal move");
}
END_TEST

/* White's chain A1 A2 is dead, Black's stone at C3 lives; whoever names one stone names its chain.
 */
static const struct {
    const char *rules, *options;
    bool asks_seki, says;
    enum mark a2, c3;
} judges[] = {
    {"japanese", "--dead A1 --seki C3", true, true, MARK_DEAD, MARK_SEKI},
    {"japanese", "--dead 'A1 A2'", true, true, MARK_DEAD, MARK_ALIVE}, /* knows no seki */
    {"japanese", "--dead A1 --seki A2", true, true, MARK_DEAD, MARK_ALIVE},
    {"japanese", "--dead A1 --seki nonsense", true, true, MARK_DEAD, MARK_ALIVE},
    {"chinese", "--dead a1 --seki C3", false, true, MARK_DEAD, MARK_ALIVE},
    {"chinese", "--dead 'E5 A1'", false, true, MARK_DEAD, MARK_ALIVE}, /* E5 is empty */
    {"chinese", "--dead ''", false, true, MARK_ALIVE, MARK_ALIVE},
    {"chinese", "--dead 'A1 nonsense'", false, false, MARK_ALIVE, MARK_ALIVE},
    {"chinese", "--dead A6", false, false, MARK_ALIVE, MARK_ALIVE},
    {"japanese", "--seki C3", true, false, MARK_ALIVE, MARK_ALIVE}, /* refuses */
};

START_TEST(dead_stones_are_asked_for) {
    static const char *const plies[] = {"C3", "A1", "C4", "A2", "pass", "pass"};
    ck_assert(start("go", judges[_i].options));
    ck_assert(session_set_rules(session, judges[_i].rules, NULL));
    ck_assert(session_set_size(session, 5, NULL));
    for (int i = 0; i < 6; i++)
        ck_assert(session_play(session, i % 2, plies[i], NULL));
    ck_assert(tell(&(struct engine_game){.session = session}));
    text_clear(&sent);
    send_dead(&sender, session, 20);
    driver_flush(driver);
    ck_assert(wait_for(&judged));
    ck_assert_str_eq(text_string(&sent), judges[_i].asks_seki
                                             ? "final_status_list seki\nfinal_status_list dead\n"
                                             : "final_status_list dead\n");
    ck_assert_int_eq(has_marks, judges[_i].says);
    if (!has_marks)
        return;
    ck_assert_int_eq(marks.at[0 * 5 + 0], judges[_i].a2);
    ck_assert_int_eq(marks.at[1 * 5 + 0], judges[_i].a2);
    ck_assert_int_eq(marks.at[2 * 5 + 2], judges[_i].c3);
}
END_TEST

/* Engines that answer too late, or nonsense. */
static const struct {
    const char *options;
    double limit;
    enum driver_fault fault;
    const char *detail;
} troubles[] = {
    {"--fault hang --at 1", 0.1, DRIVER_SILENT, "no answer within 0.100 s"},
    {"--fault half --at 1", 0.1, DRIVER_SILENT, "no empty line ended its answer"},
    {"--fault garbage --at 1", 20, DRIVER_GARBAGE, "not an answer: thinking..."},
    {"--fault id --at 1", 20, DRIVER_WRONG_ID, "carries id 987654"},
    {"--fault flood --at 1", 20, DRIVER_FLOOD, "an answer without end"},
    {"--fault exit --at 1", 20, DRIVER_EXITED, "the program exited with status 3"},
};

START_TEST(engines_in_trouble) {
    ck_assert(start("qttt", troubles[_i].options));
    ck_assert(tell(&(struct engine_game){.session = session}));
    driver_send(driver, "genmove x", troubles[_i].limit, on_reply, NULL);
    driver_flush(driver);
    ck_assert(!wait_for(&replied));
    ck_assert_int_eq(fault, troubles[_i].fault);
    ck_assert_msg(strstr(text_string(&detail), troubles[_i].detail) != NULL, "%s",
                  text_string(&detail));
}
END_TEST

START_TEST(trouble_at_start_up) {
    ck_assert(!start("qttt", "--start garbage"));
    ck_assert_int_eq(fault, DRIVER_GARBAGE);
}
END_TEST

static double waited, stalled;

static void on_timed(void *context, const struct reply *reply) {
    (void)context;
    waited = reply->arrived - reply->sent;
    replied = true;
}

static void on_stalled(void *context, double seconds) {
    (void)context;
    stalled += seconds;
}

/* The arena's margin is shorter than half a second, and so is what it forgives. */
START_TEST(short_stalls_are_nobodys) {
    const struct timespec nap = {.tv_nsec = 300000000};
    ck_assert(start("qttt", ""));
    driver_loop_watch(loop, 0.05, on_stalled);
    driver_send(driver, "name", 20, on_timed, NULL);
    double began = monotonic_now();
    driver_flush(driver);
    nanosleep(&nap, NULL);
    ck_assert(wait_for(&replied));
    ck_assert_double_ge(stalled, 0.3);
    ck_assert_double_le(waited, monotonic_now() - began - 0.3);
}
END_TEST

/* What answers say of their plies. */
static const struct {
    enum evaluation_style style;
    const char *answer, *move;
    double winrate;
    long depth, nodes;
    const char *line;
} answers[] = {
    {EVALUATION_COMMENT, "D4", "D4", -1, 0, 0, ""},
    {EVALUATION_COMMENT, "D4 # winrate 0.53 depth 9 nodes 1200 pv D4 E5", "D4", 0.53, 9, 1200,
     "D4 E5"},
    {EVALUATION_COMMENT, "D4 #", "D4", -1, 0, 0, ""},
    {EVALUATION_COMMENT, "# winrate 1", "", 1, 0, 0, ""},
    {EVALUATION_COMMENT, "D4 # winrate 1.5 depth -3 nodes x pv", "D4", -1, 0, 0, ""},
    {EVALUATION_COMMENT, "D4 # winrate", "D4", -1, 0, 0, ""},
    {EVALUATION_COMMENT, "D4 # winrate nan depth 99999999999999999999", "D4", -1, 0, 0, ""},
    {EVALUATION_COMMENT, "D4 # pv D4 \303\244 E5", "D4", -1, 0, 0, "D4"},
    {EVALUATION_COMMENT, "play D4", "play D4", -1, 0, 0, ""},
    {EVALUATION_SHARE, "play D4", "D4", -1, 0, 0, ""},
    {EVALUATION_SHARE, "info move D4 visits 7 winrate 1 pv D4\nplay D4", "D4", 1, 0, 7, "D4"},
    {EVALUATION_SHARE,
     "info move D4 winrate 0.1 pv D4\ninfo move E5 visits 9 value \"winrate 0.2 men\" winrate 0.3 "
     "depth 4 pv E5 C3 info move C3 winrate 0.4 pv C3\nplay E5",
     "E5", 0.3, 4, 9, "E5 C3"},
    {EVALUATION_SHARE, "info move D4 winrate 0.5 pv D4 E5 ownership 0.1 0.2\nplay resign", "resign",
     0.5, 0, 0, "D4 E5"},
    {EVALUATION_SABAKI, "info move D4 winrate 5300 pv D4\nplay D4", "D4", 0.53, 0, 0, "D4"},
    {EVALUATION_SABAKI, "info move D4 winrate 0.53 pv D4\nplay D4", "D4", 0.53, 0, 0, "D4"},
    {EVALUATION_LZ, "info move D4 winrate 1 pv D4\nplay D4", "D4", 0.0001, 0, 0, "D4"},
    {EVALUATION_LZ, "info", "info", -1, 0, 0, ""},
    {EVALUATION_LZ, "", "", -1, 0, 0, ""},
};

START_TEST(answers_are_read) {
    struct evaluation evaluation;
    const char *m;
    size_t length;
    evaluation_read(answers[_i].answer, answers[_i].style, &evaluation, &m, &length);
    ck_assert_uint_eq(length, strlen(answers[_i].move));
    ck_assert_int_eq(strncmp(m, answers[_i].move, length), 0);
    ck_assert_double_eq_tol(evaluation.winrate, answers[_i].winrate, 1e-9);
    ck_assert_int_eq(evaluation.depth, answers[_i].depth);
    ck_assert_uint_eq(evaluation.nodes, (uint64_t)answers[_i].nodes);
    ck_assert_uint_eq(evaluation.length, strlen(answers[_i].line));
    ck_assert_int_eq(strncmp(evaluation.line != NULL ? evaluation.line : "", answers[_i].line,
                             evaluation.length),
                     0);
}
END_TEST

START_TEST(lines_are_cut_after_a_move) {
    struct text answer = {0};
    struct evaluation evaluation;
    const char *m;
    size_t length;
    text_put(&answer, "D4 # pv");
    for (int i = 0; i < 100; i++)
        text_put(&answer, " D4");
    evaluation_read(text_string(&answer), EVALUATION_COMMENT, &evaluation, &m, &length);
    ck_assert_uint_eq(evaluation.length, EVALUATION_LINE / 3 * 3 - 1);
    text_free(&answer);
}
END_TEST

/* Which command asks for a ply, by what the engine lists. */
static const struct {
    const char *game, *options, *sent;
    enum evaluation_style style;
    bool evaluated;
} questions[] = {
    {"qttt", "--evaluates own:0.5", "genmove x\n", EVALUATION_COMMENT, false},
    {"qttt", "--evaluates own:0.5", "genmove_analyze x 100000 maxmoves 1\n", EVALUATION_SHARE,
     true},
    {"qttt", "--evaluates lz:0.5", "lz-genmove_analyze x 100000\n", EVALUATION_LZ, true},
    {"qttt", "", "genmove x\n", EVALUATION_COMMENT, true},
    {"go", "--game go --lists " FOREIGN ",kata-genmove_analyze,lz-genmove_analyze",
     "kata-genmove_analyze b 100000 maxmoves 1\n", EVALUATION_SHARE, true},
    {"go", "--game go --lists " FOREIGN ",genmove_analyze", "genmove_analyze b 100000\n",
     EVALUATION_SABAKI, true},
};

START_TEST(plies_are_asked_for) {
    ck_assert(start(questions[_i].game, questions[_i].options));
    ck_assert(tell(&(struct engine_game){.session = session}));
    text_clear(&sent);
    enum evaluation_style style = send_genmove(&sender, session_game(session), 0,
                                               questions[_i].evaluated, 20, on_reply, NULL);
    driver_flush(driver);
    ck_assert(wait_for(&replied));
    ck_assert_int_eq(style, questions[_i].style);
    ck_assert_str_eq(text_string(&sent), questions[_i].sent);
}
END_TEST

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static void add(Suite *suite, const TTest *test, int count) {
    suite_add_loop_with(suite, setup, teardown, test, 0, count);
}

int main(void) {
    Suite *suite = suite_create("driver");
    add(suite, handshake_learns, 1);
    add(suite, handshake_of_a_mute_engine, 1);
    add(suite, handshake_refused, 1);
    add(suite, clocks_are_rounded_down, COUNT(clocks));
    add(suite, decimals_are_refused, 1);
    add(suite, settings_come_first, 1);
    add(suite, settings_by_option, 1);
    add(suite, positions_are_told, COUNT(starts));
    add(suite, handicaps_are_told, 2);
    add(suite, plies_are_refused, 1);
    add(suite, dead_stones_are_asked_for, COUNT(judges));
    suite_add_loop_with(suite, NULL, NULL, answers_are_read, 0, COUNT(answers));
    suite_add_loop_with(suite, NULL, NULL, lines_are_cut_after_a_move, 0, 1);
    add(suite, plies_are_asked_for, COUNT(questions));
    add(suite, engines_in_trouble, COUNT(troubles));
    add(suite, trouble_at_start_up, 1);
    add(suite, short_stalls_are_nobodys, 1);
    return suite_run(suite);
}
