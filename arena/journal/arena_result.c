#include "arena_result.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"

const char *const fault_kinds[] = {
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

struct arena_result *arena_result_new(const struct scheduled_game *scheduled) {
    struct arena_result *result = memory_new(1, sizeof *result);
    result->game = *scheduled;
    result->winner = SIDE_NONE;
    result->fault_side = SIDE_NONE;
    result->counted = true;
    return result;
}

char *printable_line(const char *words) {
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

void arena_result_free(struct arena_result *result) {
    if (result == NULL)
        return;
    free(result->opening);
    free(result->text);
    free(result->detail);
    free(result->times);
    free(result->claims[0]);
    free(result->claims[1]);
    free(result->dead[0]);
    free(result->dead[1]);
    free(result->dialogue);
    text_free(&result->moves);
    text_free(&result->evaluations);
    free(result);
}

void arena_result_add_ply(struct arena_result *result, int side, const char *token,
                          double seconds) {
    if (result->plies == result->room) {
        result->room = result->room * 2 + 64;
        result->times = memory_grow(result->times, result->room, sizeof *result->times);
    }
    double microseconds = seconds * 1e6;
    result->times[result->plies++] = (uint64_t)(microseconds + 0.5);
    if (result->moves.length > 0)
        text_putc(&result->moves, ' ');
    text_put(&result->moves, token);
    result->side_plies[side]++;
    result->side_time[side] += seconds;
    if (seconds > result->side_slow[side])
        result->side_slow[side] = seconds;
}

/* "0.5312 9 1200 D4 E5"; what was not said is "-", or missing at the end of the line. */
void arena_result_add_evaluation(struct arena_result *result, const struct evaluation *evaluation) {
    struct text *text = &result->evaluations;
    if (evaluation->winrate < 0 && evaluation->depth == 0 && evaluation->nodes == 0 &&
        evaluation->length == 0)
        return;
    for (; result->evaluated < result->plies; result->evaluated++) {
        text_put(text, result->evaluated > 0 ? "\n" : "");
        if (result->evaluated + 1 < result->plies)
            text_putc(text, '-');
    }
    if (evaluation->winrate >= 0)
        text_print(text, "%.4f", evaluation->winrate);
    else
        text_putc(text, '-');
    text_print(text, " %ld %llu", evaluation->depth, (unsigned long long)evaluation->nodes);
    if (evaluation->length > 0) {
        text_putc(text, ' ');
        text_putn(text, evaluation->line, evaluation->length);
    }
}

/* Other programs may have written the line: what makes no sense was not said. */
static void evaluation_parse(const char *line, struct evaluation *evaluation) {
    double fields[3] = {-1, 0, 0}, most[3] = {1, INT_MAX, 1e18};
    for (int i = 0; i < 3 && *line != '\n' && *line != '\0'; i++) {
        char word[32] = "";
        size_t length = strcspn(line, " \n");
        if (length < sizeof word)
            memcpy(word, line, length);
        text_to_number(word, 0, most[i], &fields[i]);
        line += length + (line[length] == ' ');
    }
    *evaluation = (struct evaluation){.winrate = fields[0],
                                      .depth = (long)fields[1],
                                      .nodes = (uint64_t)fields[2],
                                      .line = line,
                                      .length = strcspn(line, "\n")};
}

struct evaluation *arena_result_evaluations(const struct arena_result *result) {
    struct evaluation *list = memory_new(result->plies + 1, sizeof *list);
    const char *line = result->evaluations.length > 0 ? text_string(&result->evaluations) : NULL;
    for (size_t i = 0; i < result->plies; i++) {
        list[i].winrate = -1;
        size_t length = line != NULL ? strcspn(line, "\n") : 0;
        if (length > 1)
            evaluation_parse(line, &list[i]);
        line = line != NULL && line[length] == '\n' ? line + length + 1 : NULL;
    }
    return list;
}

void arena_result_print_times(const struct arena_result *result, char between, struct text *text) {
    for (size_t i = 0; i < result->plies; i++) {
        if (i > 0)
            text_putc(text, between);
        text_print(text, "%llu", (unsigned long long)result->times[i]);
    }
}

void arena_result_blame(struct arena_result *result, const char *kind, int side, const char *detail,
                        const char *second) {
    char *line = printable_line(detail);
    if (result->fault == NULL) {
        result->fault = kind;
        result->fault_side = side;
        result->detail = line;
        return;
    }
    struct text both = {0};
    bool later = side == SIDE_SECOND;
    text_print(&both, "%s; %s: %s: %s", later ? result->detail : line, second,
               later ? kind : result->fault, later ? line : result->detail);
    free(line);
    free(result->detail);
    result->detail = text_take(&both);
    result->fault = later ? result->fault : kind;
    result->fault_side = SIDE_NONE;
}

/* The kind directly after "; NAME: ", as arena_result_blame writes it. Further on engines speak
 * for themselves, and so they do where chair_explain quotes them. */
static const char *second_kind(const char *detail) {
    static const char quoted[] = "last on standard error";
    const char *found = NULL;
    while (detail != NULL && (detail = strstr(detail, "; ")) != NULL) {
        detail += 2;
        const char *kind = strstr(detail, ": ");
        if (kind == NULL || strncmp(detail, quoted, sizeof quoted - 1) == 0)
            continue;
        for (int i = 0; fault_kinds[i] != NULL; i++) {
            size_t length = strlen(fault_kinds[i]);
            if (strncmp(kind + 2, fault_kinds[i], length) == 0 &&
                strncmp(kind + 2 + length, ": ", 2) == 0)
                found = fault_kinds[i];
        }
    }
    return found;
}

static bool both_failed(const struct arena_result *result) {
    return result->fault != NULL && result->fault_side == SIDE_NONE &&
           strcmp(result->fault, "judge") != 0;
}

bool arena_result_tells_both(const struct arena_result *result) {
    return both_failed(result) && second_kind(result->detail) != NULL;
}

const char *arena_result_fault(const struct arena_result *result, int side) {
    if (result->fault == NULL || (result->fault_side != side && !both_failed(result)))
        return NULL;
    return side == SIDE_SECOND && arena_result_tells_both(result) ? second_kind(result->detail)
                                                                  : result->fault;
}

bool arena_result_blames(const struct arena_result *result, int side) {
    return arena_result_fault(result, side) != NULL;
}

/* The moves may have been left in the journal. */
static uint64_t result_content(const struct arena_result *result) {
    bool known = result->opening != NULL && (result->plies == 0 || result->moves.length > 0);
    return known ? played_game_content(result->game.players, result->opening,
                                       text_string(&result->moves))
                 : 0;
}

static bool result_is_unplayed(const struct arena_result *result) {
    bool unplayed = false;
    for (int side = 0; side < 2; side++) {
        const char *fault = arena_result_fault(result, side);
        unplayed |=
            fault != NULL && (strcmp(fault, "start") == 0 || strcmp(fault, "withdrawn") == 0);
    }
    return unplayed;
}

/* A void game is nobody's fault, or both sides': if the judge failed, the players share the point.
 */
struct played_game arena_result_played(const struct arena_result *result) {
    bool judge = result->fault != NULL && strcmp(result->fault, "judge") == 0;
    bool narrow = result->ending == ENDING_RULES && result->winner != SIDE_NONE &&
                  result->margin > 0 && result->margin < 1;
    return (struct played_game){
        .game = result->game,
        .winner = result->winner,
        .narrow = narrow,
        .is_void = !result->counted,
        .void_shared = !result->counted && judge,
        .faults = {arena_result_blames(result, SIDE_FIRST),
                   arena_result_blames(result, SIDE_SECOND)},
        .unplayed = result_is_unplayed(result),
        .content = result_content(result),
    };
}
