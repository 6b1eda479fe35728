#include "rounds_table.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"

struct rounds *rounds_of(const struct manifest *manifest) {
    struct schedule schedule = manifest_schedule(manifest);
    if (!schedule_is_ok(&schedule) || schedule_is_fixed(&schedule))
        return NULL;
    long *strikes = memory_new(manifest->engine_count, sizeof *strikes);
    manifest_strikes(manifest, strikes);
    struct rounds *rounds = rounds_new(&schedule, strikes);
    free(strikes);
    return rounds;
}

/* ---- Swiss */

/* Whom the engine met in a round: the opponent's place in the standings, and its own points. */
static void put_meeting(const struct rounds *rounds, const int *places, int engine, long round,
                        struct text *text) {
    for (long i = 0; i < rounds_meetings(rounds, round); i++) {
        struct meeting_view view = rounds_meeting(rounds, round, i);
        int side = view.players[1] == engine;
        if (view.players[side] != engine)
            continue;
        if (view.players[1] < 0)
            text_print(text, "  bye:%-4g", view.halves[0] / 2.0);
        else
            text_print(text, "  %3d:%-4g", places[view.players[1 - side]], view.halves[side] / 2.0);
        return;
    }
    text_put(text, "    –     ");
}

static void put_standings(const struct rounds *rounds, const struct table_words *words,
                          struct text *text) {
    size_t count = (size_t)rounds_players(rounds),
           width = table_width(words->names, rounds_players(rounds));
    struct swiss_standing *standings = memory_new(count, sizeof *standings);
    int *places = memory_new(count, sizeof *places);
    rounds_standings(rounds, standings);
    for (size_t i = 0; i < count; i++)
        places[standings[i].player] = (int)i + 1;
    text_print(text, "Swiss tournament, %ld of %ld rounds complete\n     ", rounds_complete(rounds),
               rounds_count(rounds));
    table_pad(text, "engine", width);
    text_put(text, "  points  Buchholz  Sonneborn  opponent:points of every round\n");
    for (size_t i = 0; i < count; i++) {
        const struct swiss_standing *standing = &standings[i];
        text_print(text, "%3zu  ", i + 1);
        table_pad(text, words->names[standing->player], width);
        text_print(text, "  %6.1f  %8.1f  %9.2f", standing->halves / 2.0, standing->buchholz,
                   standing->sonneborn);
        for (long round = 0; round < rounds_count(rounds); round++)
            put_meeting(rounds, places, standing->player, round, text);
        text_put(text, standing->withdrawn ? "  withdrawn\n" : "\n");
    }
    free(standings);
    free(places);
}

/* ---- knockout */

/* The row of the drawing in which a place of a round stands: between the two it comes from. */
static long row_of(long round, long place) {
    return (2L << round) * place + (1L << round) - 1;
}

struct bracket {
    const struct rounds *rounds;
    const struct table_words *words;
    size_t width; /* of a name */
    bool any_by_seed;
};

/* What a place shows: a name and its points in this round's meeting. */
static void put_place(struct bracket *bracket, long round, long place, struct text *text) {
    int engine = rounds_place(bracket->rounds, round, place);
    struct text points = {0};
    if (round < rounds_count(bracket->rounds)) {
        struct meeting_view view = rounds_meeting(bracket->rounds, round, place / 2);
        int side = view.players[1] == engine;
        if (view.games > 0 && view.players[side] == engine)
            text_print(&points, "%g%s", view.halves[side] / 2.0,
                       view.by_seed && view.winner == engine ? "*" : "");
        bracket->any_by_seed |= view.by_seed;
    }
    table_pad(text,
              engine >= 0  ? bracket->words->names[engine]
              : round == 0 ? "–"
                           : "?",
              bracket->width + 1);
    table_pad(text, text_string(&points), 5);
    text_free(&points);
}

/* The lines that join two places of a round to one of the next. */
static const char *joint(long round, long row) {
    long span = 4L << round; /* rows from one meeting to the next */
    long inside = row % span, upper = row_of(round, 0), lower = row_of(round, 1);
    if (inside == upper)
        return "─┐ ";
    if (inside == lower)
        return "─┘ ";
    if (inside == (upper + lower) / 2)
        return " ├ ";
    return inside > upper && inside < lower ? " │ " : "   ";
}

static void put_row(struct bracket *bracket, long row, struct text *text) {
    long last = rounds_count(bracket->rounds);
    struct text line = {0};
    for (long round = 0; round <= last; round++) {
        long step = 2L << round, first = row_of(round, 0);
        bool here = row % step == first % step && row >= first;
        if (here)
            put_place(bracket, round, row / step, &line);
        else if (round < last)
            text_fill(&line, ' ', bracket->width + 6);
        if (round < last)
            text_put(&line, joint(round, row));
    }
    while (line.length > 0 && line.at[line.length - 1] == ' ')
        line.at[--line.length] = '\0';
    text_print(text, "  %s\n", text_string(&line));
    text_free(&line);
}

static void put_bracket(const struct rounds *rounds, const struct table_words *words,
                        struct text *text) {
    struct bracket bracket = {.rounds = rounds,
                              .words = words,
                              .width = table_width(words->names, rounds_players(rounds))};
    text_print(text, "knockout, %ld of %ld rounds complete\n", rounds_complete(rounds),
               rounds_count(rounds));
    for (long row = 0; row < (2L << rounds_count(rounds)) - 1; row++)
        put_row(&bracket, row, text);
    if (bracket.any_by_seed)
        text_put(text, "  * tied after all games: the better seed goes on\n");
}

void rounds_print(const struct rounds *rounds, const struct table_words *words, struct text *text) {
    if (rounds_is_swiss(rounds))
        put_standings(rounds, words, text);
    else
        put_bracket(rounds, words, text);
}
