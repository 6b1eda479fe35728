#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
#include "go.h"
#include "sgf.h"

/* Game information in the order in which it is written. Properties without a tag common to all
 * games are tags by their own name. */
static const struct {
    const char *property;
    const char *tag;
} names[] = {
    {"GN", "GN"},    {"EV", "Event"}, {"RO", "Round"}, {"PC", "Site"},  {"DT", "Date"},
    {"PB", "Side0"}, {"BR", "BR"},    {"BT", "BT"},    {"PW", "Side1"}, {"WR", "WR"},
    {"WT", "WT"},    {"TM", "TM"},    {"OT", "OT"},    {"ON", "ON"},    {"AN", "AN"},
    {"SO", "SO"},    {"US", "US"},    {"CP", "CP"},    {"GC", "GC"},    {"C", "Comment"},
};
enum { NAMES = sizeof names / sizeof *names };

const char *sgf_tag_of(const char *property) {
    for (int i = 0; i < NAMES; i++)
        if (strcmp(names[i].property, property) == 0)
            return names[i].tag;
    return NULL;
}

void sgf_comment_add(struct text *text, const char *comment) {
    if (text->length > 0 && *comment != '\0')
        text_putc(text, '\n');
    text_put(text, comment);
}

static void put_text(struct text *text, const char *property, const char *value) {
    text_print(text, "%s[", property);
    for (; *value != '\0'; value++) {
        if (*value == ']' || *value == '\\')
            text_putc(text, '\\');
        text_putc(text, *value);
    }
    text_putc(text, ']');
}

static void put_point(struct text *text, const struct go_board *board, int p) {
    text_print(text, "[%c%c]", 'a' + go_board_column(board, p),
               'a' + board->size - 1 - go_board_row(board, p));
}

/* The points that have one colour in `to` and another one in `from`. */
static void put_stones(struct text *text, const char *property, const struct go_board *from,
                       const struct go_board *to, int colour) {
    bool first = true;
    for (int n = 0; n < to->size * to->size; n++) {
        int p = go_board_point(to, n);
        if (go_board_colour(to, p) != colour || go_board_colour(from, p) == colour)
            continue;
        if (first)
            text_put(text, property);
        first = false;
        put_point(text, to, p);
    }
}

/* Whether stones and side are all of the position. */
static bool says_all(const struct go_state *state) {
    const struct go_board *board = &state->board;
    bool bare = board->empty_count == board->size * board->size;
    return !(bare && state->handicap > 0) && board->ko == GO_NO_POINT &&
           board->captured[GO_BLACK] == 0 && board->captured[GO_WHITE] == 0 && state->passes == 0;
}

static void put_setup(struct text *text, const struct go_state *from, const struct go_state *to) {
    put_stones(text, "AE", &from->board, &to->board, GO_EMPTY);
    put_stones(text, "AB", &from->board, &to->board, GO_BLACK);
    put_stones(text, "AW", &from->board, &to->board, GO_WHITE);
    text_put(text, to->to_play == GO_BLACK ? "PL[B]" : "PL[W]");
}

static void put_position(struct text *text, const struct go_state *state) {
    struct text position = {0};
    go_save(state, &position);
    put_text(text, SGF_POSITION, text_string(&position));
    text_free(&position);
}

static void put_result(struct text *text, const char *result) {
    static const struct {
        char letter;
        const char *word;
    } words[] = {{'R', "Resign"}, {'T', "Time"}, {'F', "Forfeit"}};
    if (strcmp(result, "*") == 0)
        return;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(result) == 3 && result[2] == words[i].letter) {
            text_print(text, "RE[%.2s%s]", result, words[i].word);
            return;
        }
    put_text(text, "RE", result);
}

/* Entries before the first ply belong to the root, with their comments. Returns their number. */
static size_t start_make(const struct record *record, struct go_state *start,
                         struct text *comment) {
    const char *remark = record_tag(record, "Comment");
    size_t i = 0;
    struct setup setup = record->setup;
    go_init(start, &setup);
    if (record->position != NULL)
        go_load(start, &setup, record->position, NULL);
    if (remark != NULL)
        sgf_comment_add(comment, remark);
    for (; i < record->entry_count; i++) {
        const struct record_entry *entry = &record->entries[i];
        if (entry->kind == RECORD_POSITION)
            go_load(start, &setup, entry->text, NULL);
        else if (entry->kind == RECORD_TURN)
            go_turn(start, entry->side, NULL);
        else if (entry->kind == RECORD_PLY)
            break;
        if (entry->comment != NULL)
            sgf_comment_add(comment, entry->comment);
    }
    return i;
}

static void put_root(struct text *text, const struct record *record, const struct go_state *start,
                     const struct text *comment) {
    static const char *const rules[] = {"Japanese", "Chinese", "Tromp-Taylor"};
    struct go_state usual;
    go_init(&usual, &record->setup);
    text_print(text, "(;FF[4]GM[1]CA[UTF-8]AP[Ternion:" PACKAGE_VERSION "]SZ[%d]RU[%s]KM[",
               record->setup.size, rules[record->setup.rules]);
    text_number(text, record->setup.value[GO_KOMI]);
    text_put(text, "]");
    if (start->handicap > 0)
        text_print(text, "HA[%d]", start->handicap);
    put_result(text, record->result);
    for (int i = 0; i < NAMES; i++) {
        const char *value = record_tag(record, names[i].tag);
        if (strcmp(names[i].property, "C") == 0)
            value = comment->length > 0 ? text_string(comment) : NULL;
        if (value != NULL)
            put_text(text, names[i].property, value);
    }
    if (start->board.key != usual.board.key || start->to_play != usual.to_play ||
        start->handicap > 0 || !says_all(start))
        put_setup(text, &usual, start);
    if (!says_all(start))
        put_position(text, start);
}

static void put_ply(struct text *text, struct go_state *state, const struct record_entry *entry) {
    int p = GO_PASS;
    text_print(text, ";%c", entry->side == GO_BLACK ? 'B' : 'W');
    if (text_same(entry->text, "pass") || !go_vertex_parse(&state->board, entry->text, &p, NULL))
        text_put(text, "[]");
    else
        put_point(text, &state->board, p);
    if (state->to_play != entry->side)
        go_turn(state, entry->side, NULL);
    go_play(state, (move)p);
}

/* A set-up in the middle of the game. */
static void put_edit(struct text *text, struct go_state *state, const struct record *record,
                     const struct record_entry *entry) {
    struct go_state after;
    struct setup setup = record->setup;
    if (!go_load(&after, &setup, entry->text, NULL))
        return;
    text_putc(text, ';');
    put_setup(text, state, &after);
    put_position(text, &after);
    memcpy(state, &after, sizeof after);
}

void go_record_print(const struct record *record, struct text *text) {
    enum { PLIES_A_LINE = 10 };
    struct go_state *state = memory_new(1, sizeof *state);
    struct text comment = {0};
    int plies = 0;
    size_t first = start_make(record, state, &comment);
    put_root(text, record, state, &comment);
    text_free(&comment);
    for (size_t i = first; i < record->entry_count; i++) {
        const struct record_entry *entry = &record->entries[i];
        if (plies++ % PLIES_A_LINE == 0)
            text_putc(text, '\n');
        switch (entry->kind) {
        case RECORD_PLY:
            put_ply(text, state, entry);
            break;
        case RECORD_TURN:
            text_print(text, ";PL[%c]", entry->side == GO_BLACK ? 'B' : 'W');
            go_turn(state, entry->side, NULL);
            break;
        case RECORD_POSITION:
            put_edit(text, state, record, entry);
            break;
        case RECORD_NOTE:
            text_putc(text, ';');
            break;
        }
        if (entry->valued) /* in percent for Black, as Sabaki and Lizzie read it */
            text_print(text, "SBKV[%.2f]", 100 * entry->value);
        if (entry->scored)
            text_print(text, "V[%.1f]", entry->score);
        if (entry->comment != NULL)
            put_text(text, "C", entry->comment);
    }
    text_put(text, ")\n");
    free(state);
}
