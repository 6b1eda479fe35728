#include "../core/command.h"

#include "draughts.h"
#include "egtb.h"

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
        text_print(out, "; %d %s to the next capture or crowning", plies,
                   plies == 1 ? "ply" : "plies");
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

const struct command draughts_commands[] = {
    {"egtb", "", "Endgame tables: which are there, which are damaged, what they say here.",
     run_egtb},
    {0}};
