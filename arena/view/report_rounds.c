/* The rounds of a report: the tree of a knockout, the standings of a Swiss tournament. */
#include <stdlib.h>

#include "../../src/core/memory.h"
#include "report_inside.h"
#include "rounds_table.h"

static void put_points(struct text *page, int halves) {
    if (halves != 1)
        text_print(page, "%d", halves / 2);
    text_put(page, halves % 2 != 0 ? "½" : "");
}

/* ---- knockout */

static void put_seat(struct report_page *report, const struct meeting_view *view, int side,
                     bool first) {
    struct text *page = &report->page;
    int engine = view->players[side];
    text_print(page, "<span class=\"seat%s\">",
               engine >= 0 && view->winner == engine ? " winner" : "");
    if (engine >= 0)
        html_name(page, report->names[engine]);
    else
        text_put(page, first ? "<small>bye</small>" : "<small>open</small>");
    if (engine >= 0 && view->played > 0) {
        text_put(page, "<b>");
        put_points(page, view->halves[side]);
        text_put(page, view->by_seed && view->winner == engine ? "*</b>" : "</b>");
    }
    text_put(page, "</span>");
}

static void put_round_name(struct report_page *report, const struct rounds *rounds, long round) {
    static const char *const names[] = {"Final", "Semi-finals", "Quarter-finals"};
    long left = rounds_count(rounds) - 1 - round;
    if (left < (long)(sizeof names / sizeof *names))
        text_put(&report->page, names[left]);
    else
        text_print(&report->page, "Round %ld", round + 1);
}

static bool put_round(struct report_page *report, const struct rounds *rounds, long round) {
    struct text *page = &report->page;
    bool by_seed = false;
    text_put(page, "<div class=\"round\"><h3>");
    put_round_name(report, rounds, round);
    text_put(page, "</h3><ol>");
    for (long i = 0; i < rounds_meetings(rounds, round); i++) {
        struct meeting_view view = rounds_meeting(rounds, round, i);
        text_put(page, "<li class=\"meeting\">");
        put_seat(report, &view, 0, round == 0);
        put_seat(report, &view, 1, round == 0);
        text_put(page, "</li>");
        by_seed = by_seed || view.by_seed;
    }
    text_put(page, "</ol></div>\n");
    return by_seed;
}

static void put_tree(struct report_page *report, const struct rounds *rounds) {
    struct text *page = &report->page;
    int winner = rounds_place(rounds, rounds_count(rounds), 0);
    bool by_seed = false;
    text_put(page, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Tree\">"
                   "<div class=\"tree\">\n");
    for (long round = 0; round < rounds_count(rounds); round++)
        by_seed = put_round(report, rounds, round) || by_seed;
    if (winner >= 0) {
        text_put(page, "<div class=\"round\"><h3>Winner</h3><ol><li class=\"meeting\">"
                       "<span class=\"seat winner\">");
        html_name(page, report->names[winner]);
        text_put(page, "</span></li></ol></div>\n");
    }
    text_put(page, "</div></div>\n");
    if (by_seed)
        text_put(page, "<p class=\"note\">* Tied after all games: the better seed went on.</p>\n");
}

/* ---- Swiss */

/* Whom an engine met in a round: the opponent's place, and its own points. */
static void put_met(struct report_page *report, const struct rounds *rounds, const int *places,
                    int engine, long round) {
    struct text *page = &report->page;
    text_put(page, "<td>");
    for (long i = 0; i < rounds_meetings(rounds, round); i++) {
        struct meeting_view view = rounds_meeting(rounds, round, i);
        int side = view.players[1] == engine;
        if (view.players[side] != engine)
            continue;
        if (view.players[1 - side] < 0)
            text_put(page, "<small>bye</small> ");
        else
            text_print(page, "<small>%d:</small> ", places[view.players[1 - side]]);
        put_points(page, view.halves[side]);
    }
    text_put(page, "</td>");
}

static void put_swiss_heads(struct report_page *report, const struct rounds *rounds) {
    struct text *page = &report->page;
    text_put(page, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Rounds\">"
                   "<table class=\"numbers\"><thead><tr><th scope=\"col\">#</th>"
                   "<th scope=\"col\" class=\"name\">Engine</th><th scope=\"col\">Points</th>"
                   "<th scope=\"col\">Buchholz</th><th scope=\"col\">Sonneborn</th>");
    for (long round = 0; round < rounds_count(rounds); round++)
        text_print(page, "<th scope=\"col\">Round %ld</th>", round + 1);
    text_put(page, "</tr></thead><tbody>\n");
}

static void put_swiss(struct report_page *report, const struct rounds *rounds) {
    struct text *page = &report->page;
    size_t count = (size_t)rounds_players(rounds);
    struct standing *standings = memory_new(count, sizeof *standings);
    int *places = memory_new(count, sizeof *places);
    rounds_standings(rounds, standings);
    for (size_t i = 0; i < count; i++)
        places[standings[i].player] = (int)i + 1;
    put_swiss_heads(report, rounds);
    for (size_t i = 0; i < count; i++) {
        const struct standing *standing = &standings[i];
        text_print(page, "<tr><td class=\"rank\">%zu</td><th scope=\"row\" class=\"name\">", i + 1);
        html_name(page, report->names[standing->player]);
        text_put(page, standing->withdrawn ? " <small>withdrawn</small></th><td><strong>"
                                           : "</th><td><strong>");
        put_points(page, standing->halves);
        text_print(page, "</strong></td><td>%.1f</td><td>%.2f</td>", standing->buchholz,
                   standing->sonneborn);
        for (long round = 0; round < rounds_count(rounds); round++)
            put_met(report, rounds, places, standing->player, round);
        text_put(page, "</tr>\n");
    }
    text_put(page, "</tbody></table></div>\n");
    free(standings);
    free(places);
}

/* ---- outside */

static bool rounds_take(void *context, const struct arena_result *result, struct error *error) {
    struct played_game played = arena_result_played(result);
    return rounds_add(context, &played, error);
}

bool report_gather_rounds(struct report_page *report, struct error *error) {
    report->rounds = rounds_of(&report->archive->manifest);
    return report->rounds == NULL ||
           archive_each(report->archive, false, rounds_take, report->rounds, error);
}

void report_rounds(struct report_page *report) {
    const struct rounds *rounds = report->rounds;
    if (rounds == NULL)
        return;
    struct text note = {0};
    text_print(
        &note, "%ld of %ld rounds are complete.%s", rounds_complete(rounds), rounds_count(rounds),
        rounds_is_swiss(rounds)
            ? " Points, then Buchholz, then Sonneborn and Berger decide; each round: place of the "
              "opponent, points made."
            : " Points of each meeting; its winner goes on.");
    report_open(report, "rounds", "Rounds", text_string(&note));
    if (rounds_is_swiss(rounds))
        put_swiss(report, rounds);
    else
        put_tree(report, rounds);
    report_close(report);
    text_free(&note);
}

static int rounds_winner(const struct rounds *rounds) {
    if (rounds_complete(rounds) < rounds_count(rounds))
        return -1;
    if (!rounds_is_swiss(rounds))
        return rounds_place(rounds, rounds_count(rounds), 0);
    struct standing *standings = memory_new((size_t)rounds_players(rounds), sizeof *standings);
    rounds_standings(rounds, standings);
    int winner = standings[0].player;
    free(standings);
    return winner;
}

void report_champion(struct report_page *report) {
    int winner = report->rounds != NULL ? rounds_winner(report->rounds) : -1;
    if (winner < 0)
        return;
    text_put(&report->page, "<strong>");
    html_name(&report->page, report->names[winner]);
    text_print(&report->page, "</strong> has won the %s. By %s, ",
               rounds_is_swiss(report->rounds) ? "tournament" : "knockout",
               report->digest->rated ? "rating" : "score");
}
