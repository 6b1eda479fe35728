#include "../core/command.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "../system/file.h"
#include "go.h"
#include "handicap.h"
#include "judge.h"
#include "playout.h"
#include "tactics.h"

static const char *const colour_names[] = {"black", "white", "empty"};

static const struct go_state *call_state(const struct call *call) {
    return session_state(call->session);
}

static bool call_point(struct call *call, int index, int *p) {
    if (go_vertex_parse(&call_state(call)->board, call->words[index], p, call->error))
        return true;
    return command_fail(call, "invalid vertex");
}

static void call_list(struct call *call, const int *points, int count) {
    for (int i = 0; i < count; i++) {
        if (i > 0)
            text_putc(call->out, ' ');
        go_vertex_print(&call_state(call)->board, points[i], call->out);
    }
}

/* Komi and handicap. */

static bool run_komi(struct call *call) {
    return command_needs(call, 1) &&
           (session_set(call->session, "komi", call->words[0], call->error) ||
            command_fail(call, "syntax error"));
}

static bool run_get_komi(struct call *call) {
    go_game.get(session_setup(call->session), GO_KOMI, call->out);
    return true;
}

static bool run_get_handicap(struct call *call) {
    text_print(call->out, "%d", call_state(call)->handicap);
    return true;
}

static bool handicap_allowed(struct call *call, long *count, long most) {
    const struct go_board *board = &call_state(call)->board;
    if (!command_needs(call, 1))
        return false;
    if (count != NULL && !text_to_whole(call->words[0], -1000000, 1000000, count))
        return command_fail_because(call, "syntax error", "syntax.whole",
                                    "'{0}' is no number of stones", call->words[0]);
    if (board->empty_count != board->size * board->size || session_plies(call->session) > 0)
        return command_fail(call, "board not empty");
    if (count == NULL || (*count >= 2 && *count <= most))
        return true;
    struct text range = {0};
    text_print(&range, "2 to %ld", most);
    command_fail_because(call, "invalid number of stones", "go.handicap",
                         most < 2 ? "this board has no fixed handicaps" : "this board takes {0}",
                         text_string(&range));
    text_free(&range);
    return false;
}

/* Handicap stones are no moves: White is to play, and nothing can be undone. */
static void handicap_place(struct call *call, const int *points, int count) {
    struct go_state state = *call_state(call);
    for (int i = 0; i < count; i++)
        go_board_put(&state.board, points[i], GO_BLACK);
    state.to_play = GO_WHITE;
    state.handicap = count;
    session_edit(call->session, &state);
}

/* Places a handicap on the points that `find` gives. */
static bool handicap_run(struct call *call, int most,
                         void (*find)(const struct go_board *board, int count, int *points)) {
    int points[GO_POINTS];
    long count;
    if (!handicap_allowed(call, &count, most))
        return false;
    find(&call_state(call)->board, (int)count, points);
    handicap_place(call, points, (int)count);
    call_list(call, points, (int)count);
    return true;
}

static bool run_fixed_handicap(struct call *call) {
    int most = go_handicap_most(call_state(call)->board.size);
    return handicap_run(call, most, go_handicap_fixed);
}

static bool run_place_free_handicap(struct call *call) {
    int size = call_state(call)->board.size;
    return handicap_run(call, size * size - 1, go_handicap_free);
}

static bool run_set_free_handicap(struct call *call) {
    const struct go_board *board = &call_state(call)->board;
    int points[GO_POINTS];
    if (!handicap_allowed(call, NULL, 0))
        return false;
    if (call->count < 2 || call->count >= board->size * board->size)
        return command_fail_because(call, "bad vertex list", "go.handicap-count",
                                    "at least two stones, and one point free, are wanted", "");
    for (int i = 0; i < call->count; i++) {
        if (!go_vertex_parse(board, call->words[i], &points[i], call->error))
            return command_fail(call, "bad vertex list");
        for (int k = 0; k < i; k++)
            if (points[k] == points[i])
                return command_fail_because(call, "bad vertex list", "go.handicap-twice",
                                            "{0} is there twice", call->words[i]);
    }
    handicap_place(call, points, call->count);
    return true;
}

/* The opponent of the side that asks for it moves first. */
static bool run_resume(struct call *call) {
    int side;
    if (!command_needs(call, 1) || !command_side(call, 0, &side))
        return false;
    if (session_result(call->session, NULL).phase != PHASE_STOPPED)
        return command_fail_because(call, "cannot resume", "go.not-stopped",
                                    "the game is not stopped: two passes do that", "");
    return session_turn(call->session, side_other(side), call->error);
}

/* Commands of GNU Go. */

static bool run_all_legal(struct call *call) {
    struct go_state state = *call_state(call);
    struct past past = session_past(call->session);
    int points[GO_POINTS], count = 0;
    if (!command_needs(call, 1) || !command_side(call, 0, &state.to_play))
        return false;
    if (session_result(call->session, NULL).phase == PHASE_OVER)
        return true;
    for (int n = 0; n < state.board.size * state.board.size; n++) {
        int p = go_board_point(&state.board, n);
        if (go_check(&state, &past, state.to_play, p) == GO_LEGAL)
            points[count++] = p;
    }
    call_list(call, points, count);
    return true;
}

static bool run_list_stones(struct call *call) {
    const struct go_board *board = &call_state(call)->board;
    int points[GO_POINTS], count = 0, side;
    if (!command_needs(call, 1) || !command_side(call, 0, &side))
        return false;
    for (int n = 0; n < board->size * board->size; n++)
        if (go_board_colour(board, go_board_point(board, n)) == side)
            points[count++] = go_board_point(board, n);
    call_list(call, points, count);
    return true;
}

static bool chain_argument(struct call *call, int *p) {
    if (!command_needs(call, 1) || !call_point(call, 0, p))
        return false;
    return go_board_colour(&call_state(call)->board, *p) < GO_EMPTY ||
           command_fail_because(call, "vertex must not be empty", "go.no-stone",
                                "there is no stone at {0}", call->words[0]);
}

static bool run_countlib(struct call *call) {
    int p, liberties[GO_POINTS];
    if (!chain_argument(call, &p))
        return false;
    text_print(call->out, "%d",
               go_board_liberties(&call_state(call)->board, p, GO_POINTS, liberties));
    return true;
}

static bool run_findlib(struct call *call) {
    int p, liberties[GO_POINTS];
    if (!chain_argument(call, &p))
        return false;
    call_list(call, liberties,
              go_board_liberties(&call_state(call)->board, p, GO_POINTS, liberties));
    return true;
}

static bool run_color(struct call *call) {
    int p;
    if (!command_needs(call, 1) || !call_point(call, 0, &p))
        return false;
    text_put(call->out, colour_names[go_board_colour(&call_state(call)->board, p)]);
    return true;
}

static bool run_captures(struct call *call) {
    int side;
    if (!command_needs(call, 1) || !command_side(call, 0, &side))
        return false;
    text_print(call->out, "%d", call_state(call)->board.captured[side]);
    return true;
}

static bool run_query_boardsize(struct call *call) {
    text_print(call->out, "%d", call_state(call)->board.size);
    return true;
}

/* Scoring and estimates. */

enum { OWNERMAP_PLAYOUTS = 500, TOP_PLAYOUTS = 3000, TOP_MOVES = 10, TOP_MEGABYTES = 16 };
enum { OPTIONS_MAX = 16 };
/* Of a sacrifice: playouts for each, and the points that it may seem to lose. */
enum { SACRIFICE_PLAYOUTS = 100, SACRIFICE_POINTS = 4 };

enum status { ALIVE, DEAD, SEKI, BLACK_TERRITORY, WHITE_TERRITORY, DAME };
static const char *const status_names[] = {"alive",           "dead", "seki", "black_territory",
                                           "white_territory", "dame"};
enum { STATUSES = sizeof status_names / sizeof *status_names };

/* The status of every point. */
static bool statuses_find(struct call *call, enum status status[GO_POINTS]) {
    const struct go_state *state = call_state(call);
    struct marks marks = {0};
    unsigned char owner[MARKS_POINTS];
    if (state->rules != GO_TROMP_TAYLOR && !call->services->judge(call->host, &marks))
        return command_fail_because(call, "cannot score", "score.judge",
                                    "nobody here can judge {0}", go_game.name);
    go_territory(state, &marks, owner);
    for (int n = 0; n < state->board.size * state->board.size; n++) {
        bool stone = go_board_colour(&state->board, go_board_point(&state->board, n)) < GO_EMPTY;
        if (stone)
            status[n] = marks.at[n] == MARK_DEAD ? DEAD : marks.at[n] == MARK_SEKI ? SEKI : ALIVE;
        else
            status[n] = owner[n] == GO_EMPTY   ? DAME
                        : owner[n] == GO_BLACK ? BLACK_TERRITORY
                                               : WHITE_TERRITORY;
    }
    return true;
}

static bool run_final_status(struct call *call) {
    enum status status[GO_POINTS];
    int p;
    if (!command_needs(call, 1) || !call_point(call, 0, &p) || !statuses_find(call, status))
        return false;
    text_put(call->out, status_names[status[go_board_number(&call_state(call)->board, p)]]);
    return true;
}

/* Each chain on a line of its own, all empty points on one line, as GNU Go lists them and Kigo
 * reads them. */
static void chain_list(struct call *call, const struct go_board *board, int p) {
    int points[GO_POINTS], count = 0;
    if (go_board_colour(board, p) == GO_EMPTY)
        points[count++] = p;
    else
        for (int n = go_board_number(board, p); n < board->size * board->size; n++) {
            int q = go_board_point(board, n);
            if (go_board_colour(board, q) < GO_EMPTY &&
                go_board_head(board, q) == go_board_head(board, p))
                points[count++] = q;
        }
    if (call->out->length > 0)
        text_putc(call->out, go_board_colour(board, p) == GO_EMPTY ? ' ' : '\n');
    call_list(call, points, count);
}

static bool run_final_status_list(struct call *call) {
    const struct go_board *board = &call_state(call)->board;
    enum status status[GO_POINTS];
    int wanted = 0;
    if (!command_needs(call, 1))
        return false;
    while (wanted < STATUSES && !text_same(call->words[0], status_names[wanted]))
        wanted++;
    if (wanted == STATUSES)
        return command_fail_because(call, "invalid status", "syntax.status",
                                    "'{0}' is none of alive, dead, seki, black_territory, "
                                    "white_territory, dame",
                                    call->words[0]);
    if (!statuses_find(call, status))
        return false;
    bool listed[GO_INDEXES] = {false}; /* by head */
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        int head = go_board_colour(board, p) == GO_EMPTY ? p : go_board_head(board, p);
        if (!listed[head] && (int)status[n] == wanted)
            chain_list(call, board, p);
        listed[head] = true;
    }
    return true;
}

static void lead_print(double lead, struct text *out) {
    struct result result = {.winner = lead > 0   ? GO_BLACK
                                      : lead < 0 ? GO_WHITE
                                                 : SIDE_NONE,
                            .margin = fabs(lead)};
    game_print_result(&go_game, &result, out);
}

/* A stopped game is scored; before that, the mean of many playouts must do. The bounds are White's,
 * in GNU Go's words, which Kigo parses. */
static bool run_estimate_score(struct call *call) {
    const struct go_state *state = call_state(call);
    struct marks marks = {0};
    if (session_result(call->session, NULL).phase == PHASE_STOPPED &&
        call->services->judge(call->host, &marks)) {
        struct result result = go_score(state, &marks);
        game_print_result(&go_game, &result, call->out);
        return true;
    }
    struct go_ownermap *ownermap = memory_new(1, sizeof *ownermap);
    go_ownermap_fill(ownermap, &state->board, OWNERMAP_PLAYOUTS, NULL);
    double mean = (double)ownermap->area / ownermap->playouts;
    double spread = sqrt((double)ownermap->squares / ownermap->playouts - mean * mean);
    double lead = round(mean) - state->komi;
    if (state->rules == GO_JAPANESE)
        lead -= go_balance(state);
    lead_print(lead, call->out);
    text_put(call->out, " (upper bound: ");
    text_number(call->out, round(spread) - lead);
    text_put(call->out, ", lower: ");
    text_number(call->out, -round(spread) - lead);
    text_putc(call->out, ')');
    free(ownermap);
    return true;
}

static bool run_ownership(struct call *call) {
    const struct go_board *board = &call_state(call)->board;
    struct go_ownermap *ownermap = memory_new(1, sizeof *ownermap);
    go_ownermap_fill(ownermap, board, OWNERMAP_PLAYOUTS, NULL);
    for (int row = board->size - 1; row >= 0; row--) {
        for (int column = 0; column < board->size; column++) {
            int p = go_board_at(board, column, row);
            double lead = ownermap->owned[GO_BLACK][p] - ownermap->owned[GO_WHITE][p];
            text_print(call->out, "%s%.2f", column > 0 ? " " : "", lead / ownermap->playouts);
        }
        text_putc(call->out, '\n');
    }
    free(ownermap);
    return true;
}

struct top_moves {
    struct call *call;
    const struct go_state *state;
    bool stones; /* leave out the pass */
};

static void top_take(void *context, const struct report *report) {
    struct top_moves *top = context;
    text_clear(top->call->out);
    for (size_t i = 0; i < report->count && i < TOP_MOVES; i++) {
        if (top->stones && report->best[i].line[0] == GO_PASS)
            continue;
        if (top->call->out->length > 0)
            text_putc(top->call->out, ' ');
        go_print(top->state, report->best[i].line[0], top->call->out);
        text_print(top->call->out, " %.1f", 100 * report->best[i].winrate);
    }
}

/* The player's default options, but only as much memory as a short search needs. */
static void options_default(long values[OPTIONS_MAX]) {
    const struct player_option *option = go_player.options;
    for (int i = 0; i < OPTIONS_MAX && option != NULL && option[i].name != NULL; i++)
        values[i] = strcmp(option[i].name, "memory") == 0 ? TOP_MEGABYTES : option[i].initial;
}

static bool top_moves(struct call *call, int side, bool stones) {
    struct go_state state = *call_state(call);
    struct past past = session_past(call->session);
    state.to_play = side;
    if (session_result(call->session, NULL).phase == PHASE_OVER)
        return true;
    struct limits limits = {.nodes = TOP_PLAYOUTS, .seed = 1};
    struct top_moves top = {.call = call, .state = &state, .stones = stones};
    long values[OPTIONS_MAX];
    options_default(values);
    void *memory = go_player.open(&go_game, values);
    go_player.think(memory, &state, &past, &limits, top_take, &top);
    go_player.close(memory);
    return true;
}

static bool run_top_moves(struct call *call) {
    int side = call_state(call)->to_play;
    return (call->count == 0 || command_side(call, 0, &side)) && top_moves(call, side, false);
}

/* GNU Go's names for it, without the pass: Kigo's hint. */
static bool run_top_moves_black(struct call *call) {
    return top_moves(call, GO_BLACK, true);
}

static bool run_top_moves_white(struct call *call) {
    return top_moves(call, GO_WHITE, true);
}

/* A move towards capturing a dead enemy chain: a liberty of the chain with the fewest, and no
 * self-atari unless it captures. GO_PASS if there is none. */
static int cleanup_point(const struct call *call, int side, const enum status *status) {
    const struct go_state *state = call_state(call);
    const struct go_board *board = &state->board;
    struct past past = session_past(call->session);
    int best = GO_PASS, best_count = GO_POINTS + 1;
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n);
        if (go_board_colour(board, p) != side_other(side) || status[n] != DEAD)
            continue;
        int liberties[GO_POINTS], stones;
        int count = go_board_liberties(board, p, GO_POINTS, liberties);
        for (int i = 0; i < count && count < best_count; i++)
            if (go_check(state, &past, side, liberties[i]) == GO_LEGAL &&
                (count == 1 || go_tactics_chain_after(board, side, liberties[i], &stones) >= 2)) {
                best = liberties[i];
                best_count = count;
            }
    }
    return best;
}

/* A side's lead by area, summed over SACRIFICE_PLAYOUTS playouts. */
static long side_area(const struct go_board *board, int side) {
    struct go_ownermap *ownermap = memory_new(1, sizeof *ownermap);
    go_ownermap_fill(ownermap, board, SACRIFICE_PLAYOUTS, NULL);
    long area = side == GO_BLACK ? ownermap->area : -ownermap->area;
    free(ownermap);
    return area;
}

/* If every liberty is a self-atari, as in an eye that is filled from within: one that costs nothing
 * in the end, or GO_PASS. */
static int cleanup_sacrifice(const struct call *call, int side, const enum status *status) {
    const struct go_state *state = call_state(call);
    const struct go_board *board = &state->board;
    struct past past = session_past(call->session);
    long best_area = side_area(board, side) - SACRIFICE_POINTS * SACRIFICE_PLAYOUTS;
    int best = GO_PASS;
    for (int n = 0; n < board->size * board->size; n++) {
        int p = go_board_point(board, n), liberties[GO_POINTS];
        if (go_board_colour(board, p) != side_other(side) || status[n] != DEAD ||
            go_board_head(board, p) != p)
            continue;
        int count = go_board_liberties(board, p, GO_POINTS, liberties);
        for (int i = 0; i < count; i++) {
            if (go_check(state, &past, side, liberties[i]) != GO_LEGAL)
                continue;
            struct go_board after;
            go_board_copy(&after, board);
            go_board_play(&after, side, liberties[i]);
            long area = side_area(&after, side);
            if (area > best_area) {
                best = liberties[i];
                best_area = area;
            }
        }
    }
    return best;
}

/* Captures dead enemy stones, and passes once there are none. */
static bool run_cleanup(struct call *call) {
    enum status status[GO_POINTS];
    struct choice choice;
    double began = monotonic_now();
    int side;
    if (!command_needs(call, 1) || !command_side(call, 0, &side) ||
        !session_may_play(call->session, side, call->error) || !statuses_find(call, status) ||
        !call->services->think(call->host, side, &choice, call->error))
        return false;
    /* The enemy may play on, so a move that the player wants comes first. */
    int p = choice.resign ? GO_PASS : (int)choice.m;
    if (p == GO_PASS)
        p = cleanup_point(call, side, status);
    if (p == GO_PASS)
        p = cleanup_sacrifice(call, side, status);
    go_print(call_state(call), (move)p, call->out);
    call->services->play(call->host, side, (move)p, monotonic_now() - began);
    return true;
}

/* Records and rules. */

static bool files_allowed(struct call *call, const char *failure) {
    return call->services->files_allowed(call->host) ||
           command_fail_because(call, failure, "file.forbidden",
                                "the program was started with --no-files", "");
}

/* How many plies come before the first one at this vertex; -1, which means all, if there is none.
 */
static long plies_before(const struct record *record, const char *vertex) {
    long plies = 0;
    for (size_t i = 0; i < record->entry_count; i++) {
        if (record->entries[i].kind != RECORD_PLY)
            continue;
        if (text_same(record->entries[i].text, vertex))
            return plies;
        plies++;
    }
    return -1;
}

static bool record_load(struct call *call, const struct text *content, const char *until) {
    struct record record;
    long number = 0;
    record_init(&record, &go_game);
    record.setup = *session_setup(call->session);
    bool good = go_record_parse(text_string(content), content->length, 0, &record, call->error);
    if (good) {
        long plies = -1;
        if (until != NULL)
            plies = text_to_whole(until, 0, LONG_MAX, &number) ? number - 1
                                                               : plies_before(&record, until);
        good = session_load(call->session, &record, plies, call->error);
        if (good)
            call->services->warn(call->host, text_string(&record.warnings));
    }
    record_free(&record);
    return good;
}

/* loadsgf is for looking at a game and playing on, so a result in the file does not end the game;
 * load_record takes it over. */
static void result_drop(struct session *session) {
    enum ending ending;
    session_result(session, &ending);
    if (ending != ENDING_NONE && ending != ENDING_RULES)
        session_undo(session, 1, NULL);
}

/* A move number (0 is the whole game, as in GNU Go and Kigo), or a vertex. */
static bool word_is_move(const char *word) {
    long number;
    int p;
    struct go_board largest;
    go_board_init(&largest, GO_SIZE_MAX);
    return text_to_whole(word, 0, LONG_MAX, &number) || go_vertex_parse(&largest, word, &p, NULL);
}

/* The file's name is all words except a move at the end: GUIs do not quote blanks. */
static bool run_loadsgf(struct call *call) {
    struct text name = {0}, content = {0};
    if (!command_needs(call, 1) || !files_allowed(call, "cannot load file"))
        return false;
    const char *last = call->words[call->count - 1];
    bool until = call->count > 1 && word_is_move(last);
    words_join(&(struct words){.at = call->words, .count = call->count - until}, 0, &name);
    bool good = file_read(text_string(&name), &content, call->error) &&
                record_load(call, &content, until ? last : NULL);
    text_free(&name);
    text_free(&content);
    if (!good)
        return command_fail(call, "cannot load file");
    result_drop(call->session);
    call->services->renew(call->host);
    text_put(call->out, colour_names[call_state(call)->to_play]);
    return true;
}

static bool run_printsgf(struct call *call) {
    struct text record = {0};
    if (call->count > 0 && !files_allowed(call, "cannot save file"))
        return false;
    session_print_record(call->session, &record);
    bool good = true;
    if (call->count == 0)
        text_put(call->out, text_string(&record));
    else if (!file_write(call->tail, text_string(&record), record.length, call->error))
        good = command_fail(call, "cannot save file");
    text_free(&record);
    return good;
}

/* The names of KGS, all of which are KataGo's, too. */
static bool run_kgs_rules(struct call *call) {
    if (!command_needs(call, 1))
        return false;
    int rules = go_rules_named(call->words[0]);
    if (rules < 0)
        return command_fail_because(call, "unknown rules", "go.kgs-rules",
                                    "'{0}' is none of japanese, chinese, aga, new_zealand, "
                                    "korean, ing, tromp-taylor",
                                    call->words[0]);
    return go_change_rules(call, rules);
}

/* GUIs and servers. */

static bool run_analyze_commands(struct call *call) {
    static const char *const lines[] = {
        "string/Final Score/final_score",
        "string/Estimate Score/estimate_score",
        "plist/Alive/final_status_list alive",
        "plist/Dead/final_status_list dead",
        "plist/Seki/final_status_list seki",
        "plist/Black Territory/final_status_list black_territory",
        "plist/White Territory/final_status_list white_territory",
        "string/Final Status/final_status %p",
        "dboard/Ownership/ownership",
        "pspairs/Top Moves/top_moves %c",
        "plist/All Legal/all_legal %c",
        "plist/Liberties/findlib %p",
        "string/Count Liberties/countlib %p",
        "hstring/Evaluate/evaluate %c",
        "hstring/Hint/hint %c",
        "hstring/Options/list_options",
        "param/Engine Options/gogui-param",
        "hstring/History/history",
        "string/Position/get_position",
        "none/Clear Cache/clear_cache",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        text_print(call->out, "%s\n", lines[i]);
    return true;
}

static bool setup_colour(struct call *call, int index, int *colour) {
    if (text_same(call->words[index], "e") || text_same(call->words[index], "empty")) {
        *colour = GO_EMPTY;
        return true;
    }
    return command_side(call, index, colour);
}

static bool run_setup(struct call *call) {
    struct go_state state = *call_state(call);
    int colour, p;
    if (call->count % 2 != 0)
        return command_needs(call, call->count + 1);
    for (int i = 0; i < call->count; i += 2) {
        if (!setup_colour(call, i, &colour) || !call_point(call, i + 1, &p))
            return false;
        go_board_put(&state.board, p, colour);
    }
    if (!go_board_is_sound(&state.board, &p)) {
        struct text vertex = {0};
        go_vertex_print(&state.board, p, &vertex);
        command_fail_because(call, "invalid position", "go.no-liberty",
                             "the stone at {0} would have no liberty", text_string(&vertex));
        text_free(&vertex);
        return false;
    }
    state.passes = 0;
    session_edit(call->session, &state);
    return true;
}

static bool run_setup_player(struct call *call) {
    int side;
    return command_needs(call, 1) && command_side(call, 0, &side) &&
           session_turn(call->session, side, call->error);
}

static bool run_nothing(struct call *call) {
    (void)call;
    return true;
}

static bool run_chat(struct call *call) {
    if (!command_needs(call, 3))
        return false;
    text_put(call->out, "I am a program and play Go; I cannot talk about it.");
    return true;
}

const struct command go_commands[] = {
    {"komi", "KOMI", "Sets the points that White is given.", run_komi},
    {"get_komi", "", "The points that White is given.", run_get_komi},
    {"fixed_handicap", "N", "Places a handicap of N stones on the usual points.",
     run_fixed_handicap},
    {"place_free_handicap", "N", "Places a handicap of N stones where the engine likes them.",
     run_place_free_handicap},
    {"set_free_handicap", "VERTEX ...", "Places handicap stones on these points.",
     run_set_free_handicap},
    {"get_handicap", "", "The number of handicap stones.", run_get_handicap},
    {"resume", "COLOUR", "COLOUR wants to play on after two passes; the opponent moves first.",
     run_resume},
    {"final_status", "VERTEX", "alive, dead, seki, black_territory, white_territory or dame.",
     run_final_status},
    {"final_status_list", "STATUS", "All stones (or points) with that status, a chain a line.",
     run_final_status_list},
    {"estimate_score", "", "The score to be expected, with bounds.", run_estimate_score},
    {"ownership", "", "Whose every point will be, from -1 (white) to 1 (black), rows from the top.",
     run_ownership},
    {"top_moves", "[COLOUR]", "Good moves and their values in percent.", run_top_moves},
    {"top_moves_black", "", "Good points for Black and their values in percent.",
     run_top_moves_black},
    {"top_moves_white", "", "Good points for White and their values in percent.",
     run_top_moves_white},
    {"loadsgf", "FILE [MOVE]",
     "Reads an SGF file up to before a move, by number or vertex; tells who is to play.",
     run_loadsgf},
    {"printsgf", "[FILE]", "The game as SGF, or writes it to a file.", run_printsgf},
    {"all_legal", "COLOUR", "All points where COLOUR may play.", run_all_legal},
    {"list_stones", "COLOUR", "All stones of COLOUR.", run_list_stones},
    {"countlib", "VERTEX", "The number of liberties of the chain there.", run_countlib},
    {"findlib", "VERTEX", "The liberties of the chain there.", run_findlib},
    {"color", "VERTEX", "black, white or empty.", run_color},
    {"captures", "COLOUR", "The number of stones that COLOUR has taken.", run_captures},
    {"query_boardsize", "", "The size of the board.", run_query_boardsize},
    {"gogui-analyze_commands", "", "What GoGui offers in its analysis menu.", run_analyze_commands},
    {"gogui-setup", "STONE VERTEX ...", "Sets up stones: b, w, or e for empty.", run_setup},
    {"gogui-setup_player", "COLOUR", "Says who is to play.", run_setup_player},
    {"kata-get-rules", "", "The rules as KataGo writes them.", go_run_kata_get_rules},
    {"kata-set-rules", "RULES", "Sets the rules by KataGo's names or its JSON; the board stays.",
     go_run_kata_set_rules},
    {"kata-set-rule", "RULE VALUE", "Sets one of the rules that kata-get-rules prints.",
     go_run_kata_set_rule},
    {"kata-raw-nn", "[COLOUR] SYMMETRY", "What is known before a search: policy, lead, ownership.",
     go_run_kata_raw_nn},
    {"kgs-rules", "RULES", "Sets the rules by the names of KGS.", run_kgs_rules},
    {"kgs-genmove_cleanup", "COLOUR", "Plays to take dead stones off; passes when all are gone.",
     run_cleanup},
    {"kgs-game_over", "", "Says that the game is over; nothing happens.", run_nothing},
    {"kgs-chat", "WHERE NAME MESSAGE", "Answers a message with a sentence.", run_chat},
    {"cgos-opponent_name", "NAME", "Names the opponent; nothing happens.", run_nothing},
    {"cgos-gameover", "RESULT", "Says that the game is over; nothing happens.", run_nothing},
    {0},
};
