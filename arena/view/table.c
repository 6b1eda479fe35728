#include "table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"

void table_pad(struct text *text, const char *string, size_t width) {
    size_t columns = text_columns(string);
    text_put(text, string);
    if (columns < width)
        text_fill(text, ' ', width - columns);
}

size_t table_width(const char *const *names, int count) {
    size_t width = strlen("engine");
    for (int i = 0; i < count; i++) {
        size_t columns = text_columns(names[i]);
        width = columns > width ? columns : width;
    }
    return width;
}

enum { OPENINGS_SHOWN = 10, OPENING_COLUMNS = 60 };

void table_elo(const struct elo *elo, struct text *text) {
    int decimals = elo->known ? elo_decimals(elo->high - elo->low) : 0;
    if (elo->known)
        text_print(text, "%+.*f [%+.*f .. %+.*f]", decimals, elo_rounded(elo->difference, decimals),
                   decimals, elo_rounded(elo->low, decimals), decimals,
                   elo_rounded(elo->high, decimals));
    else if (elo->open_low && elo->open_high)
        text_putc(text, '?');
    else
        text_print(text, elo->open_high ? "> %+.0f" : "< %+.0f",
                   elo_rounded(elo->open_high ? elo->low : elo->high, 0));
}

/* ---- ranking */

struct table_place {
    int engine;
    double key;
};

static int place_compare(const void *a, const void *b) {
    const struct table_place *p = a, *q = b;
    if (p->key != q->key)
        return p->key < q->key ? 1 : -1;
    return p->engine - q->engine;
}

/* By rating where all compare, else by score. The two of a match stay as they were given: its
 * question is what the first is worth against the second. */
static struct table_place *places_new(const struct arena_statistics *stats,
                                      const struct ratings *ratings) {
    struct table_place *places = memory_new((size_t)stats->results.players, sizeof *places);
    bool rated = stats->results.players > 2;
    for (int i = 0; i < stats->results.players; i++)
        rated &= ratings_compare(ratings, 0, i);
    for (int i = 0; i < stats->results.players; i++) {
        struct wdl wdl = statistics_player(&stats->results, i);
        places[i] = (struct table_place){.engine = i,
                                         .key = stats->results.players == 2 ? 0
                                                : rated                     ? ratings->each[i].elo
                                                                            : wdl_rank(&wdl)};
    }
    qsort(places, (size_t)stats->results.players, sizeof *places, place_compare);
    return places;
}

void table_duration(double seconds, struct text *text) {
    long whole = seconds > 0 ? (long)(seconds + 0.5) : 0;
    if (whole >= 3600)
        text_print(text, "%ld h %02ld min", whole / 3600, whole / 60 % 60);
    else if (whole >= 60)
        text_print(text, "%ld min %02ld s", whole / 60, whole % 60);
    else
        text_print(text, "%ld s", whole);
}

void table_rating(const struct rating *rating, struct text *text) {
    static const char marks[] = {
        [RATING_EXACT] = ' ', [RATING_FLOOR] = '>', [RATING_CEILING] = '<', [RATING_LOOSE] = '~'};
    int decimals = rating_decimals(rating);
    if (rating->bound == RATING_NONE)
        text_put(text, "      ?");
    else
        text_print(text, rating->anchored ? "%c %*.*f ± %.*f" : "%c %+*.*f ± %.*f",
                   marks[rating->bound], decimals > 0 ? 7 : 5, decimals,
                   elo_rounded(rating->elo, decimals), decimals, rating->error);
}

/* "nElo +50 ± 30, pairs won and lost 30:20 (1.50)", as far as there are any. */
static void put_normalized(const struct wdl *wdl, struct text *text) {
    double value, error;
    bool known = elo_normalized(wdl, &value, &error);
    int decimals = known ? elo_decimals(2 * error) : 0;
    if (known)
        text_print(text, "nElo %+.*f ± %.*f", decimals, elo_rounded(value, decimals), decimals,
                   error);
    else
        text_put(text, "nElo ?");
    if (wdl->joint.pairs > 0)
        text_print(text, ", pairs won and lost %ld:%ld", wdl->joint.won, wdl->joint.lost);
    if (wdl->joint.lost > 0)
        text_print(text, " (%.2f)", (double)wdl->joint.won / (double)wdl->joint.lost);
    text_putc(text, '\n');
}

/* Between two engines the difference says more than two ratings. */
static void put_difference(const struct arena_statistics *stats, const struct table_words *words,
                           struct text *text) {
    const struct wdl *wdl = &stats->results.pairs[1];
    if (wdl_games(wdl) == 0)
        return;
    struct elo elo = elo_estimate(wdl);
    text_print(text, "     %s against %s: Elo ", words->names[0], words->names[1]);
    table_elo(&elo, text);
    text_print(text, ", LOS %.1f %%\n     ", 100 * wdl_superiority(wdl));
    put_normalized(wdl, text);
}

/* Most games know no narrow wins, and their tables no column for them. */
static bool any_narrow(const struct arena_statistics *stats) {
    bool any = false;
    for (int i = 0; i < stats->results.players; i++) {
        struct wdl wdl = statistics_player(&stats->results, i);
        any |= wdl.narrow_wins > 0;
    }
    return any;
}

static void put_ranking(const struct arena_statistics *stats, const struct ratings *ratings,
                        const struct table_place *places, const struct table_words *words,
                        struct text *text) {
    size_t width = table_width(words->names, stats->results.players);
    text_put(text, "     ");
    table_pad(text, "engine", width);
    bool narrow = any_narrow(stats);
    text_put(text, "  games    score    won  drawn   lost");
    text_put(text, narrow ? "    narrow" : "");
    text_put(text, stats->results.players > 2 ? "   rating ± 95 %\n" : "\n");
    for (int i = 0; i < stats->results.players; i++) {
        int engine = places[i].engine;
        struct wdl wdl = statistics_player(&stats->results, engine);
        text_print(text, "%3d  ", i + 1);
        table_pad(text, words->names[engine], width);
        text_print(text, " %6ld ", wdl_games(&wdl));
        if (wdl_games(&wdl) > 0)
            text_print(text, "%6.1f %%", 100 * wdl_score(&wdl));
        else
            text_put(text, "       –");
        text_print(text, " %6ld %6ld %6ld", wdl.wins, wdl.draws, wdl.losses);
        if (narrow)
            text_print(text, stats->results.players > 2 ? "  %4ld-%-4ld" : "  %4ld-%ld",
                       wdl.narrow_wins, wdl.narrow_losses);
        text_put(text, stats->results.players <= 2 ? "" : narrow ? " " : "  ");
        if (stats->results.players > 2)
            table_rating(&ratings->each[engine], text);
        text_putc(text, '\n');
    }
    if (stats->results.players == 2)
        put_difference(stats, words, text);
}

/* Rows and columns in the order of the ranking. */
static void put_superiority(const struct arena_statistics *stats, const struct ratings *ratings,
                            const struct table_place *places, const struct table_words *words,
                            struct text *text) {
    size_t width = table_width(words->names, stats->results.players);
    text_put(text, "\nlikelihood that the row's engine is stronger than the column's, in %\n     ");
    text_fill(text, ' ', width);
    for (int j = 0; j < stats->results.players; j++)
        text_print(text, "%6d", j + 1);
    text_putc(text, '\n');
    for (int i = 0; i < stats->results.players; i++) {
        text_print(text, "%3d  ", i + 1);
        table_pad(text, words->names[places[i].engine], width);
        for (int j = 0; j < stats->results.players; j++) {
            int a = places[i].engine, b = places[j].engine;
            if (a == b)
                text_put(text, "     –");
            else if (!ratings_compare(ratings, a, b))
                text_put(text, "     ?");
            else
                text_print(text, "%6.1f", 100 * ratings_superiority(ratings, a, b));
        }
        text_putc(text, '\n');
    }
}

static void put_anchor(const struct ratings *ratings, const struct table_words *words,
                       struct text *text) {
    const struct rating_anchor *anchor = words->anchor;
    const char *name = words->names[anchor->player];
    if (ratings->each[anchor->player].anchored)
        text_print(text, "     ratings count from %s at %.0f; ± is of the difference to it\n", name,
                   anchor->elo);
    else
        text_print(text, "     %s has no games that count: nothing is anchored\n", name);
}

static void put_rating_notes(const struct ratings *ratings, const struct table_words *words,
                             struct text *text) {
    bool open = false;
    if (words->anchor != NULL)
        put_anchor(ratings, words, text);
    for (int i = 0; i < ratings->players; i++)
        open |= ratings->each[i].bound > RATING_EXACT;
    if (open)
        text_put(text, "     > at least, < at most, ~ about: its results alone do not bound it,\n"
                       "     so one game counts as drawn\n");
    if (ratings->groups > 1)
        text_put(text, "     ratings of engines that are joined by no games do not compare\n");
}

static void put_ranked(const struct arena_statistics *stats, const struct table_words *words,
                       bool noted, struct text *text) {
    struct ratings ratings;
    ratings_make_anchored(&ratings, stats->results.pairs, stats->results.players, words->anchor);
    struct table_place *places = places_new(stats, &ratings);
    put_ranking(stats, &ratings, places, words, text);
    if (noted && stats->results.players > 2)
        put_rating_notes(&ratings, words, text);
    free(places);
    ratings_free(&ratings);
}

void table_ranking(const struct arena_statistics *stats, const struct table_words *words,
                   struct text *text) {
    put_ranked(stats, words, false, text);
}

void table_final(const struct arena_statistics *stats, const struct table_words *words,
                 struct text *text) {
    put_ranked(stats, words, true, text);
}

/* ---- the rest */

static void put_wdl(const struct wdl *wdl, struct text *text) {
    if (wdl_games(wdl) > 0)
        text_print(text, "%6.1f %%", 100 * wdl_score(wdl));
    else
        text_put(text, "       –");
    text_print(text, " %3ld-%ld-%ld", wdl->wins, wdl->draws, wdl->losses);
}

static void put_colours(const struct arena_statistics *stats, const struct table_words *words,
                        size_t width, struct text *text) {
    text_put(text, "\nby colour (won-drawn-lost)\n");
    for (int i = 0; i < stats->results.players; i++) {
        text_put(text, "     ");
        table_pad(text, words->names[i], width);
        for (int side = 0; side < 2; side++) {
            text_print(text, "  %s", words->sides[side]);
            put_wdl(&stats->results.by_side[i][side], text);
        }
        text_putc(text, '\n');
    }
}

void table_overruns(long plies, struct text *text) {
    if (plies > 0)
        text_print(text, ", %ld beyond the clock, within the margin", plies);
}

static void put_times(const struct arena_statistics *stats, const struct table_words *words,
                      size_t width, struct text *text) {
    text_put(text, "\ntime per ply\n");
    for (int i = 0; i < stats->results.players; i++) {
        const struct engine_statistics *engine = &stats->each[i];
        text_put(text, "     ");
        table_pad(text, words->names[i], width);
        double mean = engine->plies > 0 ? engine->time / (double)engine->plies : 0;
        text_print(text, "  %zu plies, %.3f ms each, slowest %.3f ms", engine->plies, 1e3 * mean,
                   1e3 * engine->slowest);
        table_overruns(engine->overruns, text);
        text_putc(text, '\n');
    }
}

static void put_agreement(const struct arena_statistics *stats, const struct table_words *words,
                          size_t width, struct text *text) {
    bool any = false;
    for (int i = 0; i < stats->results.players; i++) {
        const struct engine_statistics *engine = &stats->each[i];
        if (engine->counts == 0)
            continue;
        text_put(text, any ? "" : "\ndead stones as the judge sees them\n");
        text_put(text, "     ");
        table_pad(text, words->names[i], width);
        text_print(text, "  in %ld of %ld games\n", engine->agreed, engine->counts);
        any = true;
    }
}

/* What it is worth to move first. */
static void put_first(const struct arena_statistics *stats, const struct table_words *words,
                      size_t width, struct text *text) {
    if (wdl_games(&stats->results.first) == 0)
        return;
    struct elo elo = elo_estimate(&stats->results.first);
    text_put(text, "     ");
    table_pad(text, "all", width);
    text_print(text, "  %s", words->sides[0]);
    put_wdl(&stats->results.first, text);
    text_put(text, "  Elo ");
    table_elo(&elo, text);
    text_putc(text, '\n');
}

/* The most lopsided first; without a difference the first that came. */
static int opening_compare(const void *a, const void *b) {
    const struct opening_statistics *const *p = a, *const *q = b;
    double lean = fabs(wdl_score(&(*p)->first) - 0.5) * sqrt((double)wdl_games(&(*p)->first));
    double other = fabs(wdl_score(&(*q)->first) - 0.5) * sqrt((double)wdl_games(&(*q)->first));
    if (lean != other)
        return lean < other ? 1 : -1;
    return *p < *q ? -1 : *p > *q;
}

static void put_opening(const struct arena_statistics *stats,
                        const struct opening_statistics *opening, const struct table_words *words,
                        struct text *text) {
    text_print(text, "     %6ld  %s", wdl_games(&opening->first), words->sides[0]);
    put_wdl(&opening->first, text);
    if (stats->results.players == 2) {
        text_print(text, "  %s", words->names[0]);
        put_wdl(&opening->engine, text);
    }
    int length = (int)strlen(opening->text);
    text_print(text, "  %.*s%s\n", length > OPENING_COLUMNS ? OPENING_COLUMNS : length,
               opening->text, length > OPENING_COLUMNS ? "..." : "");
}

static void put_openings(const struct arena_statistics *stats, const struct table_words *words,
                         struct text *text) {
    size_t count = stats->opening_count;
    if (count < 2)
        return;
    const struct opening_statistics **sorted = memory_new(count, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = &stats->openings[i];
    qsort(sorted, count, sizeof *sorted, opening_compare);
    size_t shown = count < OPENINGS_SHOWN ? count : OPENINGS_SHOWN;
    text_put(text, "\nby opening (games, won-drawn-lost)");
    if (shown < count)
        text_print(text, ": the %zu most one-sided of %zu%s", shown, count,
                   stats->openings_cut ? " and more" : "");
    text_putc(text, '\n');
    for (size_t i = 0; i < shown; i++)
        put_opening(stats, sorted[i], words, text);
    free(sorted);
}

static void put_cross(const struct arena_statistics *stats, const struct table_words *words,
                      size_t width, struct text *text) {
    text_put(text, "\neach against each (won-drawn-lost, Elo, likelihood of superiority)\n");
    for (int i = 0; i < stats->results.players; i++)
        for (int j = 0; j < stats->results.players; j++) {
            const struct wdl *wdl = &stats->results.pairs[i * stats->results.players + j];
            if (i >= j || wdl_games(wdl) == 0)
                continue;
            struct elo elo = elo_estimate(wdl);
            text_put(text, "     ");
            table_pad(text, words->names[i], width);
            text_put(text, " - ");
            table_pad(text, words->names[j], width);
            put_wdl(wdl, text);
            text_put(text, "  Elo ");
            table_elo(&elo, text);
            text_print(text, "  %.1f %%\n", 100 * wdl_superiority(wdl));
        }
}

/* The same meetings on the scale that tells how many games it takes to see a difference. */
static void put_normalized_all(const struct arena_statistics *stats,
                               const struct table_words *words, size_t width, struct text *text) {
    int players = stats->results.players;
    text_put(text, "\nnormalized Elo, pairs of games won and lost (ratio)\n");
    for (int i = 0; i < players; i++)
        for (int j = i + 1; j < players; j++) {
            const struct wdl *wdl = &stats->results.pairs[i * players + j];
            if (wdl_games(wdl) == 0)
                continue;
            text_put(text, "     ");
            table_pad(text, words->names[i], width);
            text_put(text, " - ");
            table_pad(text, words->names[j], width + 2);
            put_normalized(wdl, text);
        }
}

static void put_faults(const struct arena_statistics *stats, const struct table_words *words,
                       size_t width, struct text *text) {
    bool any = false;
    for (int i = 0; i < stats->results.players; i++) {
        const struct engine_statistics *engine = &stats->each[i];
        if (engine->fault_count == 0)
            continue;
        text_put(text,
                 any ? "" : "\nforfeits (`list --faults` has the games, `show` the dialogues)\n");
        any = true;
        text_put(text, "     ");
        table_pad(text, words->names[i], width);
        for (int kind = 0; fault_kinds[kind] != NULL; kind++)
            if (engine->faults[kind] > 0)
                text_print(text, "  %s %ld", fault_kinds[kind], engine->faults[kind]);
        text_putc(text, '\n');
    }
}

/* Games that are the same say as much as one of them, but every count takes them for several. */
static void put_repeats(const struct arena_statistics *stats, struct text *text) {
    if (!arena_statistics_repeat(stats))
        return;
    text_print(text,
               "\n%ld of %ld games repeat an earlier one move for move, so that intervals and\n"
               "likelihoods claim too much: let openings make games differ (--openings)\n",
               stats->repeats, stats->results.games);
}

static void put_sums(const struct arena_statistics *stats, struct text *text) {
    if (stats->results.games > 0)
        text_print(text,
                   stats->results.games == 1 ? "\n%ld game, %.0f plies\n"
                                             : "\n%ld games, %.1f plies each\n",
                   stats->results.games, (double)stats->plies / (double)stats->results.games);
    put_repeats(stats, text);
    if (stats->results.voids > 0)
        text_print(text, "\n%ld %s for nobody: see `list --faults`\n", stats->results.voids,
                   stats->results.voids == 1 ? "game counts" : "games count");
    if (stats->disputes > 0)
        text_print(text, "\nin %ld %s an engine's own final_score differs from the result\n",
                   stats->disputes, stats->disputes == 1 ? "game" : "games");
}

static void put_overruns(const struct arena_statistics *stats, const struct table_words *words,
                         struct text *text) {
    for (int i = 0; i < stats->results.players; i++)
        if (stats->each[i].overruns > 0)
            text_print(text, "\n%s: %ld of %zu plies beyond the clock, within the margin\n",
                       words->names[i], stats->each[i].overruns, stats->each[i].plies);
}

void table_notes(const struct arena_statistics *stats, const struct table_words *words,
                 struct text *text) {
    put_faults(stats, words, table_width(words->names, stats->results.players), text);
    put_overruns(stats, words, text);
    put_sums(stats, text);
}

void table_full(const struct arena_statistics *stats, const struct table_words *words,
                struct text *text) {
    size_t width = table_width(words->names, stats->results.players);
    struct ratings ratings;
    ratings_make_anchored(&ratings, stats->results.pairs, stats->results.players, words->anchor);
    struct table_place *places = places_new(stats, &ratings);
    put_ranking(stats, &ratings, places, words, text);
    if (stats->results.players > 2) {
        put_rating_notes(&ratings, words, text);
        put_superiority(stats, &ratings, places, words, text);
        put_cross(stats, words, width, text);
        put_normalized_all(stats, words, width, text);
    }
    free(places);
    ratings_free(&ratings);
    put_colours(stats, words, width, text);
    put_first(stats, words, width, text);
    put_times(stats, words, width, text);
    put_agreement(stats, words, width, text);
    put_openings(stats, words, text);
    put_faults(stats, words, width, text);
    put_sums(stats, text);
}

/* Of a fault without a side the judge's is its own; any other is of both engines, before play: the
 * first one's, with the other's in the detail. */
void table_fault(const struct arena_result *result, const char *const *names, struct text *text) {
    int side = arena_result_tells_both(result) ? SIDE_FIRST : result->fault_side;
    text_put(text, result->fault);
    if (side != SIDE_NONE)
        text_print(text, " by %s", names[result->game.players[side]]);
    else if (arena_result_blames(result, 0))
        text_put(text, " by both");
    if (result->detail != NULL)
        text_print(text, ": %s", result->detail);
}

void table_claims(const struct arena_result *result, struct text *text) {
    text_print(text, "the engines say %s and %s",
               result->claims[0] != NULL ? result->claims[0] : "nothing",
               result->claims[1] != NULL ? result->claims[1] : "nothing");
}

void table_dead(const struct arena_result *result, const char *const *names, struct text *text) {
    for (int side = 0; side < 2; side++) {
        const char *dead = result->dead[side];
        if (dead == NULL)
            continue;
        text_print(text, "%s%s %s", text->length > 0 ? "; " : "", names[result->game.players[side]],
                   *dead != '\0' ? "differs from the judge: " : "agrees with the judge");
        text_put(text, dead);
    }
}

static bool differs(const char *dead) {
    return dead != NULL && *dead != '\0';
}

void table_remark(const struct arena_result *result, const char *const *names, struct text *text) {
    if (result->fault != NULL)
        table_fault(result, names, text);
    else if (result->detail != NULL)
        text_put(text, result->detail);
    if (result->dispute) {
        text_put(text, text->length > 0 ? "; " : "");
        table_claims(result, text);
    }
    for (int side = 0; side < 2; side++)
        if (differs(result->dead[side]))
            text_print(text, "%s%s sees other stones dead than the judge",
                       text->length > 0 ? "; " : "", names[result->game.players[side]]);
}

void table_game(const struct arena_result *result, const struct table_words *words,
                struct text *text) {
    const int *engines = result->game.players;
    text_print(text, "%s (%s) - %s (%s)  %s, %s, %zu plies", words->names[engines[0]],
               words->sides[0], words->names[engines[1]], words->sides[1], result->text,
               ending_name(result->ending), result->plies);
    if (result->fault != NULL) {
        text_put(text, "; ");
        table_fault(result, words->names, text);
    }
}
