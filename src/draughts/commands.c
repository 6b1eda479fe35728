#include <limits.h>
#include <string.h>

#include "../core/command.h"

#include "draughts.h"
#include "egtb.h"
#include "puzzle.h"

struct survey {
    int good;
    struct text faults;
};

static void note_table(void *context, const char *file, const char *wrong) {
    struct survey *survey = context;
    if (wrong == NULL) {
        survey->good++;
    } else {
        text_print(&survey->faults, "\n%s: %s", file, wrong);
    }
}

/* While files are opened only faults count: what opens is then read to its end. */
static void note_fault(void *context, const char *file, const char *wrong) {
    if (wrong != NULL) {
        note_table(context, file, wrong);
    }
}

static void put_verdict(const struct draughts *d, int byte, struct text *out) {
    if (byte == DRAUGHTS_EGTB_UNKNOWN) {
        text_put(out, "\nthis position: not in the tables");
    } else if (byte == DRAUGHTS_EGTB_DRAW) {
        text_put(out, "\nthis position: a draw");
    } else {
        bool won = byte < DRAUGHTS_EGTB_LOSS;
        int winner = won ? d->side : side_other(d->side);
        int plies = won ? byte : byte - DRAUGHTS_EGTB_LOSS;
        text_print(out, "\nthis position: %s wins", winner == DRAUGHTS_WHITE ? "white" : "black");
        if (plies < DRAUGHTS_EGTB_FAR) {
            text_print(out, "; %d %s to the next capture or crowning", plies,
                       plies == 1 ? "ply" : "plies");
        }
    }
}

/* What the player would find in the directory of the tables, and what they say here. */
static bool run_egtb(struct call *call) {
    const struct draughts *d = session_state(call->session);
    struct text path = {0};
    if (!draughts_egtb_directory(&path)) {
        return command_fail_because(call, "no directory for endgame tables", "egtb.no-directory",
                                    "neither {0} nor HOME is set", "XDG_CACHE_HOME");
    }
    struct survey survey = {0};
    struct draughts_egtb *egtb =
        draughts_egtb_open(text_string(&path), d->rules, note_fault, &survey);
    draughts_egtb_verify(egtb, note_table, &survey);
    text_print(call->out, "%d tables of %s in %s", survey.good, draughts_game.rules[d->rules],
               text_string(&path));
    text_put(call->out, survey.good == 0 ? "; ternion-egtb build makes them" : "");
    text_put(call->out, text_string(&survey.faults));
    put_verdict(d, draughts_egtb_probe(egtb, &d->board, d->side), call->out);
    draughts_egtb_close(egtb);
    text_free(&survey.faults);
    text_free(&path);
    return true;
}

static bool call_kind(struct call *call, long seed, enum draughts_puzzle_kind *kind) {
    *kind = (enum draughts_puzzle_kind)(seed % DRAUGHTS_PUZZLE_KINDS);
    if (call->count < 2) {
        return true;
    }
    for (int k = 0; k < DRAUGHTS_PUZZLE_KINDS; k++) {
        if (strcmp(call->words[1], draughts_puzzle_kinds[k]) == 0) {
            *kind = (enum draughts_puzzle_kind)k;
            return true;
        }
    }
    return command_fail_because(call, "syntax error", "draughts.puzzle-kind",
                                "'{0}' is none of win, draw", call->words[1]);
}

static bool run_puzzle(struct call *call) {
    const struct draughts *d = session_state(call->session);
    long seed;
    enum draughts_puzzle_kind kind;
    if (!command_needs(call, 1) || !command_whole(call, 0, 0, INT32_MAX, &seed) ||
        !call_kind(call, seed, &kind)) {
        return false;
    }
    struct draughts_egtb *egtb = draughts_game.tables_open(d->rules, call->error);
    if (egtb == NULL) {
        return command_fail(call, "no endgame tables");
    }
    struct draughts_puzzle puzzle;
    bool made =
        draughts_puzzle_make(&puzzle, egtb, (enum draughts_rules)d->rules, kind, (uint64_t)seed);
    draughts_game.tables_close(egtb);
    if (!made) {
        return command_fail_because(call, "no endgame tables", "draughts.puzzle-tables",
                                    "one of those with up to 4 pieces is missing or damaged: "
                                    "`ternion-egtb --rules {0} build` mends that",
                                    draughts_game.rules[d->rules]);
    }
    puzzle.position.notation = d->notation;
    draughts_puzzle_print(&puzzle, call->out);
    return true;
}

const struct command draughts_commands[] = {
    {"egtb", "", "Endgame tables: which are there, which are damaged, what they say here.",
     run_egtb},
    {"puzzle", "SEED [win|draw]",
     "A position with something to find, by the endgame tables: goal, solutions, and the "
     "refutation of other moves.",
     run_puzzle},
    {0}};
