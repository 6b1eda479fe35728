/* The games of a report: what went wrong, the list, and the data of those that can be replayed. */
#include <stdlib.h>
#include <string.h>

#include "../../src/core/json.h"
#include "../../src/core/memory.h"
#include "report_page.h"
#include "table.h"

enum {
    FAULTS_SHOWN = 200,        /* games in the list of faults */
    FAULTS_OPEN = 8,           /* of these, before the rest is folded away */
    DIALOGUE_BYTES = 16 << 10, /* shown of one dialogue: its end */
    DIALOGUES_BYTES = 2 << 20, /* of all of them together */
    EDIT_COST = 8              /* bytes of an edit, about: nearer ones are joined */
};

static const char *ending_words(enum ending ending) {
    static const char *const words[] = {
        [ENDING_NONE] = "unfinished",    [ENDING_RULES] = "by the rules",
        [ENDING_RESIGN] = "resignation", [ENDING_TIME] = "time",
        [ENDING_AGREED] = "agreement",   [ENDING_SCORED] = "scored",
        [ENDING_FAULT] = "fault",        [ENDING_ADJUDICATED] = "adjudicated",
    };
    return words[ending];
}

/* "X+1"; a draw is written as 0 in journals and records. */
static const char *result_words(const struct arena_result *result) {
    return strcmp(result->text, "0") == 0 ? "draw" : result->text;
}

/* ---- faults */

/* Disputes, and what the judge did, are no engine's. */
static void put_fault_kinds(struct report_page *report) {
    const struct arena_statistics *stats = &report->data->stats;
    struct text *page = &report->page;
    bool any_fault = false;
    for (int i = 0; i < stats->results.players; i++)
        any_fault |= stats->each[i].fault_count > 0;
    if (!any_fault)
        return;
    text_put(page,
             "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Faults by "
             "engine\"><table><thead><tr><th scope=\"col\" class=\"name\">Engine</th>"
             "<th scope=\"col\">Games</th><th scope=\"col\">Kinds</th></tr></thead><tbody>\n");
    for (int place = 0; place < stats->results.players; place++) {
        const struct engine_statistics *engine = &stats->each[report->data->ranks[place]];
        if (engine->fault_count == 0)
            continue;
        text_put(page, "<tr><th scope=\"row\" class=\"name\">");
        html_name(page, report->names[report->data->ranks[place]]);
        text_print(page, "</th><td>%ld</td><td>", engine->fault_count);
        for (int kind = 0, any = 0; fault_kinds[kind] != NULL; kind++)
            if (engine->faults[kind] > 0)
                text_print(page, "%s%s %ld", any++ > 0 ? ", " : "", fault_kinds[kind],
                           engine->faults[kind]);
        text_put(page, "</td></tr>\n");
    }
    text_put(page, "</tbody></table></div>\n");
}

static void put_versus(struct report_page *report, const struct arena_result *result) {
    for (int side = 0; side < 2; side++) {
        text_put(&report->page, side == 0 ? "" : " – ");
        html_name(&report->page, report->names[result->game.players[side]]);
    }
}

/* The end of a dialogue, from the beginning of a line on. */
static size_t put_dialogue(struct report_page *report, const char *dialogue) {
    size_t length = strlen(dialogue), shown = length;
    if (length > DIALOGUE_BYTES) {
        const char *line = strchr(dialogue + length - DIALOGUE_BYTES, '\n');
        shown = line != NULL ? strlen(line + 1) : 0;
    }
    text_put(&report->page, "<pre tabindex=\"0\">");
    if (shown < length)
        text_print(&report->page, "(%zu bytes before this are left out)\n", length - shown);
    html_put(&report->page, dialogue + length - shown);
    text_put(&report->page, "</pre>");
    return shown;
}

static void put_fault(struct report_page *report, const struct arena_result *result,
                      size_t *bytes) {
    struct text *page = &report->page, remark = {0};
    table_remark(result, report->names, &remark);
    text_print(page, "<li id=\"fault-%ld\"><p>", result->game.number);
    report_link(report, result->game.number, 0);
    text_put(page, ", ");
    put_versus(report, result);
    text_put(page, ", <strong>");
    html_put(page, result_words(result));
    text_put(page, "</strong><br>");
    html_put(page, text_string(&remark));
    text_put(page, "</p>");
    if (result->dialogue == NULL) {
        text_put(page, "<p class=\"note\">Its dialogue was not kept.</p>");
    } else if (*bytes >= DIALOGUES_BYTES) {
        text_print(page,
                   "<p class=\"note\">Its dialogue is left out of this page: <code>ternion-arena "
                   "show</code> has it.</p>");
    } else {
        text_print(
            page, "<details><summary>Dialogue with both engines</summary><div id=\"dialogue-%ld\">",
            result->game.number);
        *bytes += put_dialogue(report, result->dialogue);
        text_put(page, "</div></details>");
    }
    text_put(page, "</li>\n");
    text_free(&remark);
}

static struct arena_result *brief_result(struct report_page *report, const struct brief *brief,
                                         struct error *error) {
    struct text number = {0};
    text_print(&number, "%ld", brief->number);
    struct arena_result *result = archive_game(report->archive, text_string(&number), error);
    text_free(&number);
    return result;
}

static bool put_fault_list(struct report_page *report, size_t count, struct error *error) {
    const struct report_data *data = report->data;
    size_t shown = count < FAULTS_SHOWN ? count : FAULTS_SHOWN, seen = 0, bytes = 0;
    size_t put_count = 0;
    text_put(&report->page, "<ol class=\"faults\">\n");
    for (size_t i = 0; i < data->brief_count; i++) {
        if (!data->briefs[i].abnormal)
            continue;
        bool taken = (seen + 1) * shown / count > seen * shown / count;
        seen++;
        if (!taken)
            continue;
        struct arena_result *result = brief_result(report, &data->briefs[i], error);
        if (result == NULL)
            return false;
        if (put_count++ == FAULTS_OPEN)
            text_print(&report->page,
                       "</ol><details class=\"further\"><summary>%zu further games</summary>"
                       "<ol class=\"faults\">\n",
                       shown - FAULTS_OPEN);
        put_fault(report, result, &bytes);
        arena_result_free(result);
    }
    text_put(&report->page, shown > FAULTS_OPEN ? "</ol></details>\n" : "</ol>\n");
    if (shown < count)
        text_print(&report->page,
                   "<p class=\"note\">%zu of %zu such games, evenly spread over the run; "
                   "<code>ternion-arena list --faults</code> has all of them.</p>\n",
                   shown, count);
    return true;
}

bool report_faults(struct report_page *report, struct error *error) {
    const struct report_data *data = report->data;
    size_t count = 0;
    for (size_t i = 0; i < data->brief_count; i++)
        count += data->briefs[i].abnormal;
    report_open(report, "faults", "Faults", NULL);
    bool fine = true;
    if (count == 0) {
        text_put(&report->page, "<p>No engine had a fault, and no result was disputed.</p>\n");
    } else {
        put_fault_kinds(report);
        fine = put_fault_list(report, count, error);
    }
    report_close(report);
    return fine;
}

/* ---- games as data */

struct edits {
    struct text *json;
    size_t kept; /* bytes since the last edit */
};

static void put_edit(struct edits *edits, size_t drop, const char *insert, size_t length) {
    struct text piece = {0};
    text_putn(&piece, insert, length);
    json_next(edits->json);
    text_print(edits->json, "%zu,%zu,", edits->kept, drop);
    json_quoted(edits->json, text_string(&piece));
    text_free(&piece);
    edits->kept = 0;
}

/* What both begin and end with is kept, the rest is one edit. */
static void put_middle(struct edits *edits, const char *from, size_t from_length, const char *to,
                       size_t to_length) {
    size_t shorter = from_length < to_length ? from_length : to_length, head = 0, tail = 0;
    while (head < shorter && from[head] == to[head])
        head++;
    while (tail < shorter - head && from[from_length - 1 - tail] == to[to_length - 1 - tail])
        tail++;
    edits->kept += head;
    if (head + tail < from_length || head + tail < to_length)
        put_edit(edits, from_length - head - tail, to + head, to_length - head - tail);
    edits->kept += tail;
}

/* Words of one length are compared place by place. */
static void put_places(struct edits *edits, const char *from, const char *to, size_t length) {
    size_t at = 0;
    while (at < length) {
        size_t begin = at;
        while (at < length && from[at] == to[at])
            at++;
        edits->kept += at - begin;
        if (at == length)
            return;
        size_t end = at + 1;
        for (size_t i = end; i < length && i < end + EDIT_COST; i++)
            if (from[i] != to[i])
                end = i + 1;
        put_edit(edits, end - at, to + at, end - at);
        at = end;
    }
}

static size_t count_words(const char *text) {
    size_t count = 1;
    for (; *text != '\0'; text++)
        count += *text == ' ';
    return count;
}

void report_put_edits(const char *from, const char *to, struct text *json) {
    struct edits edits = {.json = json};
    text_putc(json, '[');
    bool alike = count_words(from) == count_words(to);
    while (alike) {
        size_t a = strcspn(from, " "), b = strcspn(to, " ");
        if (a == b)
            put_places(&edits, from, to, a);
        else
            put_middle(&edits, from, a, to, b);
        from += a;
        to += b;
        if (*from == '\0')
            break;
        from++;
        to++;
        edits.kept++;
    }
    if (!alike)
        put_middle(&edits, from, strlen(from), to, strlen(to));
    text_putc(json, ']');
}

/* Positions are made here, by the game itself, so that the page knows no rules. */
static bool put_plies(const struct report_page *report, const struct arena_result *result,
                      struct text *json, struct error *error) {
    const struct game *game = report->archive->plan.game;
    struct session *session = archive_start(report->archive, result, error);
    if (session == NULL)
        return false;
    struct text before = {0}, after = {0}, sides = {0};
    struct words words;
    bool fine = true;
    words_split(&words, text_string(&result->moves));
    game->save(session_state(session), &before);
    json_member(json, "start", text_string(&before));
    json_name(json, "steps");
    text_putc(json, '[');
    for (int i = 0; fine && i < words.count && (size_t)i < result->plies; i++) {
        int side = session_to_play(session);
        fine = session_play(session, side, words.at[i], error);
        text_clear(&after);
        game->save(session_state(session), &after);
        json_next(json);
        report_put_edits(text_string(&before), text_string(&after), json);
        text_putc(&sides, side == SIDE_FIRST ? '0' : '1');
        text_clear(&before);
        text_put(&before, text_string(&after));
    }
    text_putc(json, ']');
    json_member(json, "by", text_string(&sides));
    words_free(&words);
    text_free(&before);
    text_free(&after);
    text_free(&sides);
    session_free(session);
    return fine;
}

/* [[winrate, depth, nodes, "line"], 0, ...]: by ply what its engine said, 0 for nothing. */
static void put_evaluations(const struct arena_result *result, struct text *json) {
    struct evaluation *evaluations = arena_result_evaluations(result);
    struct text line = {0};
    json_name(json, "said");
    text_putc(json, '[');
    for (size_t i = 0; i < result->evaluated; i++) {
        const struct evaluation *evaluation = &evaluations[i];
        json_next(json);
        if (evaluation->winrate < 0) {
            text_putc(json, '0');
            continue;
        }
        text_print(json, "[%.4g,%ld,%llu,", evaluation->winrate, evaluation->depth,
                   (unsigned long long)evaluation->nodes);
        text_clear(&line);
        text_putn(&line, evaluation->line, evaluation->length);
        json_quoted(json, text_string(&line));
        text_putc(json, ']');
    }
    text_putc(json, ']');
    text_free(&line);
    free(evaluations);
}

static bool put_game(const struct report_page *report, const struct arena_result *result,
                     struct text *json, struct error *error) {
    struct text remark = {0};
    table_remark(result, report->names, &remark);
    json_next(json);
    text_print(json, "{\"n\":%ld,\"e\":[%d,%d],\"w\":%d", result->game.number,
               result->game.players[0], result->game.players[1],
               result->counted ? result->winner : -2);
    json_member(json, "result", result_words(result));
    json_member(json, "ending", ending_words(result->ending));
    if (remark.length > 0)
        json_member(json, "remark", text_string(&remark));
    if (result->opening[0] != '\0')
        json_member(json, "opening", result->opening);
    json_member(json, "moves", text_string(&result->moves));
    json_name(json, "us");
    text_putc(json, '[');
    arena_result_print_times(result, ',', json);
    text_putc(json, ']');
    if (result->evaluated > 0)
        put_evaluations(result, json);
    bool fine = put_plies(report, result, json, error);
    text_putc(json, '}');
    text_free(&remark);
    return fine;
}

static void put_data_head(const struct report_page *report, struct text *json) {
    text_putc(json, '{');
    json_member(json, "game", report->archive->plan.game->name);
    json_name(json, "sides");
    text_print(json, "[\"%s\",\"%s\"]", report->sides[0], report->sides[1]);
    json_name(json, "engines");
    text_putc(json, '[');
    for (int i = 0; i < report->data->stats.results.players; i++) {
        json_next(json);
        json_quoted(json, report->names[i]);
    }
    text_putc(json, ']');
    json_name(json, "games");
    text_putc(json, '[');
}

/* ---- games as a list */

static void put_game_row(struct report_page *report, const struct arena_result *result) {
    struct text *page = &report->page, remark = {0};
    table_remark(result, report->names, &remark);
    text_print(page, "<tr data-game=\"%ld\"><td><a href=\"#game-%ld\">%ld</a></td>",
               result->game.number, result->game.number, result->game.number);
    for (int side = 0; side < 2; side++) {
        bool won = result->counted && result->winner == side;
        text_print(page, "<td class=\"name\">%s", won ? "<strong>" : "");
        html_name(page, report->names[result->game.players[side]]);
        text_print(page, "%s</td>", won ? "</strong>" : "");
    }
    text_put(page, "<td>");
    html_put(page, result_words(result));
    text_print(page, "</td><td>%s</td><td>%zu</td><td class=\"remark\">",
               ending_words(result->ending), result->plies);
    html_put_short(page, text_string(&remark), 80);
    text_put(page, "</td></tr>\n");
    text_free(&remark);
}

static void put_list_head(struct report_page *report) {
    text_print(&report->page,
               "<div class=\"scroll tall\" tabindex=\"0\" role=\"group\" aria-label=\"Games\">"
               "<table id=\"list\"><thead><tr><th scope=\"col\">Game</th>"
               "<th scope=\"col\" class=\"name\">%s</th><th scope=\"col\" class=\"name\">%s</th>"
               "<th scope=\"col\">Result</th><th scope=\"col\">Ending</th>"
               "<th scope=\"col\">Plies</th><th scope=\"col\">Remarks</th></tr></thead><tbody>\n",
               report->sides[0], report->sides[1]);
}

static void put_scope(struct report_page *report) {
    struct text *page = &report->page;
    size_t total = report->data->brief_count;
    text_put(page, "<p class=\"note\">");
    if (report->chosen_count == total) {
        text_put(page, "All games of the run are here.");
    } else {
        html_count(page, (long)report->chosen_count);
        text_put(page, " of ");
        html_count(page, (long)total);
        text_put(page,
                 " games are here: first those with faults or disputed results, then those "
                 "that the weaker engine won, then others spread over the run. "
                 "<code>ternion-arena report --replays all</code> puts all of them in; "
                 "<code>ternion-arena list</code> and <code>export</code> have them as well.");
    }
    text_put(page, "</p>\n");
}

static bool put_games(struct report_page *report, struct error *error) {
    struct text json = {0};
    bool fine = true;
    put_data_head(report, &json);
    put_list_head(report);
    for (size_t i = 0; fine && i < report->chosen_count; i++) {
        const struct brief *brief = &report->data->briefs[report->chosen[i]];
        struct arena_result *result = brief_result(report, brief, error);
        fine = result != NULL && put_game(report, result, &json, error);
        if (fine)
            put_game_row(report, result);
        arena_result_free(result);
    }
    text_put(&json, "]}");
    text_put(&report->page,
             "</tbody></table></div>\n<script type=\"application/json\" id=\"data\">");
    html_put_json(&report->page, text_string(&json));
    text_put(&report->page, "</script>\n");
    text_free(&json);
    return fine;
}

/* The script fills it and shows it. */
static const char REPLAY[] =
    "<noscript><p class=\"note\">Replaying games on a board needs JavaScript; everything else on "
    "this page does not.</p></noscript>\n"
    "<div id=\"replay\" hidden>\n"
    "<div class=\"stage\"><div id=\"board\"></div>\n"
    "<div class=\"controls\" role=\"group\" aria-label=\"Replay\">"
    "<button type=\"button\" id=\"first\" aria-label=\"To the start\"><svg viewBox=\"0 0 16 16\" "
    "aria-hidden=\"true\"><path d=\"M4 3v10M13 3L6 8l7 5z\"/></svg></button>"
    "<button type=\"button\" id=\"back\" aria-label=\"One ply back\"><svg viewBox=\"0 0 16 16\" "
    "aria-hidden=\"true\"><path d=\"M11 3L4 8l7 5z\"/></svg></button>"
    "<input type=\"range\" id=\"ply\" min=\"0\" value=\"0\" aria-label=\"Ply\">"
    "<button type=\"button\" id=\"next\" aria-label=\"One ply on\"><svg viewBox=\"0 0 16 16\" "
    "aria-hidden=\"true\"><path d=\"M5 3l7 5-7 5z\"/></svg></button>"
    "<button type=\"button\" id=\"last\" aria-label=\"To the end\"><svg viewBox=\"0 0 16 16\" "
    "aria-hidden=\"true\"><path d=\"M12 3v10M3 3l7 5-7 5z\"/></svg></button></div>\n"
    "<p class=\"keys\">Arrow keys: ← → ply, ↑ ↓ game, Home and End</p></div>\n"
    "<div class=\"facts\"><div class=\"pager\"><button type=\"button\" id=\"earlier\">← "
    "earlier</button>"
    "<h3 id=\"title\" tabindex=\"-1\"></h3><button type=\"button\" id=\"later\">later "
    "→</button></div>\n"
    "<dl id=\"seats\"></dl>\n<p id=\"result\"></p>\n<p id=\"now\" aria-live=\"polite\"></p>\n"
    "<div id=\"values\"></div>\n<div id=\"clock\" aria-hidden=\"true\"></div>\n<ol "
    "id=\"moves\"></ol></div>\n</div>\n"
    "<form id=\"choose\" hidden><label>Engine <select id=\"whose\"><option value=\"\">all</option>"
    "</select></label> <label>Result <select id=\"which\"><option value=\"\">all</option>"
    "<option value=\"won\">won</option><option value=\"drawn\">drawn</option>"
    "<option value=\"lost\">lost</option><option value=\"remark\">with remarks</option></select>"
    "</label> <output id=\"found\"></output></form>\n";

bool report_games(struct report_page *report, struct error *error) {
    bool fine = true;
    report_open(report, "games", "Games", NULL);
    put_scope(report);
    if (report->chosen_count > 0) {
        text_put(&report->page, REPLAY);
        fine = put_games(report, error);
    }
    report_close(report);
    return fine;
}
