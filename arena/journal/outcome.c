#include "outcome.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"

const char *const outcome_faults[] = {
    "start",  "setup",   "crash",     "closed",  "hang", "flood",     "garbage", "id",
    "failed", "illegal", "malformed", "refused", "time", "withdrawn", "judge",   NULL};

static const char *const ending_names[] = {"none",   "rules",  "resign", "time",
                                           "agreed", "scored", "fault",  "adjudicated"};

const char *ending_name(enum ending ending) {
    return ending_names[ending];
}

int ending_number(const char *name) {
    for (int i = 0; i <= ENDING_ADJUDICATED; i++)
        if (strcmp(name, ending_names[i]) == 0)
            return i;
    return -1;
}

struct outcome *outcome_new(const struct scheduled_game *fixture) {
    struct outcome *outcome = memory_new(1, sizeof *outcome);
    outcome->fixture = *fixture;
    outcome->winner = SIDE_NONE;
    outcome->fault_side = SIDE_NONE;
    outcome->counted = true;
    return outcome;
}

char *outcome_line(const char *words) {
    struct text line = {0};
    while (*words != '\0') {
        bool shown = text_letter(words) > 0 && *words != '\n' && *words != '\t';
        if (shown || text_character(words) == 0) {
            words += text_put_character(&line, words);
        } else {
            text_putc(&line, ' ');
            words += text_character(words);
        }
    }
    return text_take(&line);
}

void outcome_free(struct outcome *outcome) {
    if (outcome == NULL)
        return;
    free(outcome->opening);
    free(outcome->result);
    free(outcome->detail);
    free(outcome->times);
    free(outcome->claims[0]);
    free(outcome->claims[1]);
    free(outcome->dialogue);
    text_free(&outcome->moves);
    free(outcome);
}

void outcome_add_ply(struct outcome *outcome, int side, const char *token, double seconds) {
    if (outcome->plies == outcome->room) {
        outcome->room = outcome->room * 2 + 64;
        outcome->times = memory_grow(outcome->times, outcome->room, sizeof *outcome->times);
    }
    double microseconds = seconds * 1e6;
    outcome->times[outcome->plies++] = (uint64_t)(microseconds + 0.5);
    if (outcome->moves.length > 0)
        text_putc(&outcome->moves, ' ');
    text_put(&outcome->moves, token);
    outcome->side_plies[side]++;
    outcome->side_time[side] += seconds;
    if (seconds > outcome->side_slow[side])
        outcome->side_slow[side] = seconds;
}

void outcome_print_times(const struct outcome *outcome, char between, struct text *text) {
    for (size_t i = 0; i < outcome->plies; i++) {
        if (i > 0)
            text_putc(text, between);
        text_print(text, "%llu", (unsigned long long)outcome->times[i]);
    }
}

void outcome_blame(struct outcome *outcome, const char *kind, int side, const char *detail,
                   const char *second) {
    char *line = outcome_line(detail);
    if (outcome->fault == NULL) {
        outcome->fault = kind;
        outcome->fault_side = side;
        outcome->detail = line;
        return;
    }
    struct text both = {0};
    bool later = side == SIDE_SECOND;
    text_print(&both, "%s; %s: %s: %s", later ? outcome->detail : line, second,
               later ? kind : outcome->fault, later ? line : outcome->detail);
    free(line);
    free(outcome->detail);
    outcome->detail = text_take(&both);
    outcome->fault = later ? outcome->fault : kind;
    outcome->fault_side = SIDE_NONE;
}

/* The kind directly behind "; NAME: ", as outcome_blame writes it. Further on engines speak for
 * themselves, and so they do where chair_explain quotes them. */
static const char *second_kind(const char *detail) {
    static const char quoted[] = "last on standard error";
    const char *found = NULL;
    while (detail != NULL && (detail = strstr(detail, "; ")) != NULL) {
        detail += 2;
        const char *kind = strstr(detail, ": ");
        if (kind == NULL || strncmp(detail, quoted, sizeof quoted - 1) == 0)
            continue;
        for (int i = 0; outcome_faults[i] != NULL; i++) {
            size_t length = strlen(outcome_faults[i]);
            if (strncmp(kind + 2, outcome_faults[i], length) == 0 &&
                strncmp(kind + 2 + length, ": ", 2) == 0)
                found = outcome_faults[i];
        }
    }
    return found;
}

static bool both_failed(const struct outcome *outcome) {
    return outcome->fault != NULL && outcome->fault_side == SIDE_NONE &&
           strcmp(outcome->fault, "judge") != 0;
}

bool outcome_tells_both(const struct outcome *outcome) {
    return both_failed(outcome) && second_kind(outcome->detail) != NULL;
}

const char *outcome_kind(const struct outcome *outcome, int side) {
    if (outcome->fault == NULL || (outcome->fault_side != side && !both_failed(outcome)))
        return NULL;
    return side == SIDE_SECOND && outcome_tells_both(outcome) ? second_kind(outcome->detail)
                                                              : outcome->fault;
}

bool outcome_blames(const struct outcome *outcome, int side) {
    return outcome_kind(outcome, side) != NULL;
}

/* A void game is nobody's fault, or both sides': if the judge failed, the players share the point.
 */
struct played_game outcome_played(const struct outcome *outcome) {
    bool judge = outcome->fault != NULL && strcmp(outcome->fault, "judge") == 0;
    bool narrow = outcome->ending == ENDING_RULES && outcome->winner != SIDE_NONE &&
                  outcome->margin > 0 && outcome->margin < 1;
    return (struct played_game){
        .game = outcome->fixture,
        .winner = outcome->winner,
        .narrow = narrow,
        .is_void = !outcome->counted,
        .void_shared = !outcome->counted && judge,
        .faults = {outcome_blames(outcome, SIDE_FIRST), outcome_blames(outcome, SIDE_SECOND)},
    };
}
