/* Commands of Go in KataGo's words: rules, and what is known of a position before any search. */
#include "../core/command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/json.h"
#include "../core/memory.h"
#include "go.h"
#include "judge.h"

enum { RAW_PLAYOUTS = 500, RAW_MEGABYTES = 2, OPTIONS_MAX = 16 };

/* Rules. */

/* What KataGo calls the parts of our rules. Handicap stones bring White nothing in any of them. */
struct rule {
    const char *name;
    bool flag; /* true or false; else a word */
    const char *values[3];
};
static const struct rule parts[] = {
    {"friendlyPassOk", true, {"true", "true", "false"}},
    {"hasButton", true, {"false", "false", "false"}},
    {"ko", false, {"SIMPLE", "POSITIONAL", "POSITIONAL"}},
    {"scoring", false, {"TERRITORY", "AREA", "AREA"}},
    {"suicide", true, {"false", "false", "false"}},
    {"tax", false, {"SEKI", "NONE", "NONE"}},
    {"whiteHandicapBonus", false, {"0", "0", "0"}},
};
enum { PARTS = sizeof parts / sizeof *parts };

bool go_run_kata_get_rules(struct call *call) {
    int rules = session_setup(call->session)->rules;
    text_putc(call->out, '{');
    for (int i = 0; i < PARTS; i++) {
        if (parts[i].flag)
            json_flag(call->out, parts[i].name, strcmp(parts[i].values[rules], "true") == 0);
        else
            json_member(call->out, parts[i].name, parts[i].values[rules]);
    }
    text_putc(call->out, '}');
    return true;
}

/* The game goes on under the other rules, if they allow what has been played. */
bool go_change_rules(struct call *call, int rules) {
    if (session_setup(call->session)->rules == rules)
        return true;
    if (!session_change_rules(call->session, rules, call->error))
        return command_fail(call, "cannot change rules");
    call->services->renew(call->host);
    return true;
}

bool go_run_kata_set_rules(struct call *call) {
    int rules = call->count > 0 ? go_rules_named(call->tail) : -1;
    if (!command_needs(call, 1))
        return false;
    if (rules < 0)
        return command_fail_because(call, "unknown rules", "go.kata-rules",
                                    "'{0}' is neither a name of rules that KataGo knows nor an "
                                    "object as kata-get-rules prints it",
                                    call->tail);
    return go_change_rules(call, rules);
}

/* One part changes, and the others with it where no rule set of ours has it otherwise. */
bool go_run_kata_set_rule(struct call *call) {
    int rules = session_setup(call->session)->rules, which = 0;
    if (!command_needs(call, 2))
        return false;
    while (which < PARTS && !text_same(parts[which].name, call->words[0]))
        which++;
    if (which == PARTS)
        return command_fail_because(call, "unknown rules", "go.kata-rule",
                                    "'{0}' is none of friendlyPassOk, hasButton, ko, scoring, "
                                    "suicide, tax, whiteHandicapBonus",
                                    call->words[0]);
    if (text_same(parts[which].values[rules], call->words[1]))
        return true;
    bool area = strcmp(parts[which].name, "friendlyPassOk") == 0;
    for (int i = 0; i < 3; i++)
        if (text_same(parts[which].values[i], call->words[1]) && !(area && rules == GO_JAPANESE))
            return go_change_rules(call, i);
    call->failure = "cannot change rules";
    return error_set(call->error, "go.kata-rule", "no rule set has {0} {1} beside the rest",
                     parts[which].name, call->words[1], NULL);
}

/* What is known before a search. */

static void take_policy(void *context, const struct report *report) {
    float *policy = context;
    memcpy(policy, report->policy, (report->points + 1) * sizeof *policy);
}

/* By number of the point, last the pass. */
static void policy_find(const struct go_state *state, const struct past *past, float *policy) {
    long values[OPTIONS_MAX] = {0};
    for (int i = 0; go_player.options[i].name != NULL; i++)
        values[i] = go_player.options[i].megabytes ? RAW_MEGABYTES : go_player.options[i].initial;
    void *memory = go_player.open(&go_game, values);
    struct limits limits = {.nodes = 1, .endless = true, .seed = 1};
    go_player.think(memory, state, past, &limits, take_policy, policy);
    go_player.close(memory);
}

/* Rows from the top. NAN where KataGo has it: an illegal move. */
static void put_rows(const struct go_board *board, const float *values, const char *format,
                     struct text *out) {
    for (int row = board->size - 1; row >= 0; row--) {
        for (int column = 0; column < board->size; column++) {
            double value = (double)values[row * board->size + column];
            text_put(out, column > 0 ? " " : "");
            if (isnan(value))
                text_put(out, "NAN");
            else
                text_print(out, format, value);
        }
        text_putc(out, '\n');
    }
}

static void put_estimate(const struct go_state *state, struct text *out) {
    struct go_ownermap *ownermap = memory_new(1, sizeof *ownermap);
    float owned[GO_POINTS];
    go_ownermap_fill(ownermap, &state->board, RAW_PLAYOUTS, NULL);
    double lead = state->komi - (double)ownermap->area / ownermap->playouts;
    if (state->rules == GO_JAPANESE)
        lead += go_balance(state);
    text_print(out, "whiteLead %.3f\nwhiteOwnership\n", lead);
    for (int n = 0; n < state->board.size * state->board.size; n++) {
        int p = go_board_point(&state->board, n);
        owned[n] = (float)(ownermap->owned[GO_WHITE][p] - ownermap->owned[GO_BLACK][p]) /
                   (float)ownermap->playouts;
    }
    put_rows(&state->board, owned, "%.7f", out);
    free(ownermap);
}

/* [COLOUR] SYMMETRY: the board is looked at as it stands, whichever symmetry is named; so the reply
 * says 0. */
bool go_run_kata_raw_nn(struct call *call) {
    struct go_state state = *(const struct go_state *)session_state(call->session);
    struct past past = session_past(call->session);
    float policy[GO_POINTS + 1];
    int index = 0;
    long symmetry = 0;
    if (call->count > 1 && game_side(&go_game, call->words[0]) != SIDE_NONE)
        state.to_play = game_side(&go_game, call->words[index++]);
    if (!command_needs(call, index + 1))
        return false;
    if (!text_same(call->words[index], "all") && !command_whole(call, index, 0, 7, &symmetry))
        return false;
    if (!session_may_play(call->session, state.to_play, call->error))
        return false;
    int points = state.board.size * state.board.size;
    policy_find(&state, &past, policy);
    for (int n = 0; n < points; n++)
        policy[n] = policy[n] < 0 ? NAN : policy[n];
    text_put(call->out, "symmetry 0\npolicy\n");
    put_rows(&state.board, policy, "%.6f", call->out);
    text_print(call->out, "policyPass %.6f\n", (double)policy[points]);
    put_estimate(&state, call->out);
    return true;
}
