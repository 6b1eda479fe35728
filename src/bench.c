#include "bench.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/games.h"
#include "core/memory.h"

/* A position: either `position` (as set_position reads it) or the start, then `moves`. */
struct bench_position {
    const char *game, *name;
    const char *rules; /* NULL: the game's default */
    int size;          /* 0: the game's default */
    const char *position;
    const char *moves; /* separated by spaces */
    uint64_t nodes;
    const char *option; /* an option of the player that differs from its default, or NULL */
    long value;
};

static const struct bench_position positions[] = {
    {"qttt", "3x3-start", .nodes = 20000},
    {"qttt", "3x3-middle", .moves = "A2-B2 C1-B2 A1-A2 C1-A3", .nodes = 200000},
    {"qttt", "3x3-measured", .moves = "A1-B2 A1-B2 O2@A1 C1-B3 C1-A2", .nodes = 200000},
    {"qttt", "3x3-earliest", "earliest", .moves = "A1-B2 B2-C3 A2-B2 A1-A3 C1-B2", .nodes = 200000},
    {"qttt", "3x3-sum", "sum", .moves = "A1-B2 C1-C3 C1-C3 X3@C1 B1-B3 B1-A3", .nodes = 200000},
    {"qttt", "4x4-start", .size = 4, .nodes = 6000},
    {"qttt", "4x4-collapse", "earliest", 4, .moves = "A1-D1 A1-D1 O2@D1 C3-A4 C3-D4 A4-D4",
     .nodes = 4000},
    {"qttt", "5x5-middle", .size = 5, .moves = "B2-C3 B2-C3 O2@B2 C2-B3 B3-C4", .nodes = 4000},
    {"qttt", "6x6-late", "sum", 6,
     .moves = "C3-D3 C3-D3 O2@C3 C4-D4 C4-D4 O4@D4 B2-E2 B2-E2 O6@B2 B5-E5 B5-E5 O8@B5 B3-E3 E3-E4 "
              "E3-E4 X11@E3 A1-D5 A1-F1 A1-F1 O14@F1 D2-F3 D2-F3 O16@D2",
     .nodes = 3000},
    {"qttt", "9x9-early", .size = 9, .moves = "E4-E5 E4-E5 O2@E4 D5-F5 D5-F5 O4@F5", .nodes = 1000},

    {"draughts", "warcaby-start", .nodes = 60000},
    {"draughts", "warcaby-opening",
     .moves = "C3-B4 F6-E5 B4-A5 G7-F6 B2-C3 H8-G7 E3-D4 E5-F4 G3xE5 D6xF4 C3-B4 F6-G5",
     .nodes = 100000},
    {"draughts", "warcaby-kings",
     .moves = "C3-B4 F6-E5 B4-A5 G7-F6 B2-C3 H8-G7 E3-D4 E5-F4 G3xE5 D6xF4 C3-B4 F6-G5 F2-G3 "
              "E7-D6 G3xE5 D6xF4 D4-E5 F8-E7 G1-F2 E7-D6 D2-C3 F4-E3 F2xD4 D6xF4 D4-E5 F4-E3 "
              "C3-D4 G5-H4 H2-G3 H4xF2 E1xG3 D8-E7 C1-B2 E3-D2 B2-C3 D2-C1 G3-H4 E7-D6",
     .nodes = 100000},
    {"draughts", "warcaby-endgame", .position = "W:WK3,7,19,21:B1,12,13,K31,K32", .nodes = 100000},
    {"draughts", "warcaby-by-hand", .moves = "C3-B4 F6-E5 B4-A5", .nodes = 60000, .option = "eval"},
    {"draughts", "english-start", "english", .nodes = 60000},
    {"draughts", "english-middle", "english",
     .moves = "F6-G5 C3-D4 G5-H4 B2-C3 G7-F6 A1-B2 D6-C5 G3-F4 H8-G7 F4-E5 E7-D6 F2-G3 H4xF2 "
              "E1xG3 D6xF4 E3xG5xE7 F8xD6 D4-E5 D6xF4 G3xE5 B6-A5",
     .nodes = 100000},
    {"draughts", "english-endgame", "english", .position = "B:WK2,17,19,20:B1,10,12,K27",
     .nodes = 100000},

    {"go", "7x7-finished", "chinese", 7,
     .moves = "D5 D4 C4 E4 C3 E5 D6 D2 C2 E6 E2 C5 C6 B5 B6 D3 D1 D7 F3 G3 A5 G2 F4 G4 F5 B4 F6 "
              "pass",
     .nodes = 1000},
    {"go", "9x9-start", .size = 9, .nodes = 600},
    {"go", "9x9-book", "chinese", 9, .moves = "J9", .nodes = 200},
    {"go", "9x9-no-book", "chinese", 9, .moves = "J9", .nodes = 200, .option = "book"},
    {"go", "9x9-fight", .size = 9, .moves = "G7 C4 G3 D7 D3 D4 E4 E5 F5 E3 F4 D2 E6 D6 D5 C5 E5 C3",
     .nodes = 800},
    {"go", "9x9-no-net", "chinese", 9, .moves = "G7 C4 G3 D7 D3 D4 E4 E5 F5 E3 F4 D2 E6 D6 D5 C5",
     .nodes = 2000, .option = "net"},
    {"go", "9x9-endgame", .size = 9,
     .position = "9 .OOX...../OOOXXX.../.XOOOXX../OOOOX..../..OXXX.../.OOOXX.../.XO.OOX../"
                 "OOOOOOXX./.O.O.OOX. b - 1 12 0 6.5 0",
     .nodes = 2000},
    {"go", "9x9-handicap", .size = 9,
     .position = "9 ........./........./..X...X../........./........./........./..X...X../"
                 "........./......... w - 0 0 0 6.5 4",
     .nodes = 600},
    {"go", "9x9-tromp-taylor", "tromp-taylor", 9,
     .moves = "E5 E3 D3 D4 E4 F3 C4 D5 C5 D6 F4 G4 G5 G3 E6 C6 B6 B7 B5 E7", .nodes = 600},
    {"go", "13x13-middle", .size = 13,
     .moves = "K10 K4 C11 D5 D3 C3 L7 J7 G11 D2 E3 E2 F3 C9 F2 G4 C4 C5 B3 C2 B5 B6 B7 C7 B8 B9",
     .nodes = 1000},
    {"go", "19x19-start", .nodes = 400},
    {"go", "19x19-middle", "chinese",
     .moves = "Q17 R3 D16 C4 O4 F3 K3 H3 C13 R6 C8 Q10 M16 R15 P15 S17 H17 C17 D17 C16 C18 B18 D18 "
              "D15 C15 C14 D14 E15 E14 B15 F15 B19 E16 B13 C15 B14 D15 D13 C12 E13 F13 E12 E10 F12",
     .nodes = 600},
};

/* What a search said last. */
struct bench_report {
    uint64_t nodes;
    struct text value;
};

static void take_report(void *context, const struct report *report) {
    struct bench_report *last = context;
    last->nodes = report->nodes;
    text_clear(&last->value);
    if (report->count == 0)
        text_put(&last->value, "-");
    else if (report->best[0].words != NULL)
        text_put(&last->value, report->best[0].words);
    else
        text_print(&last->value, "%.3f", report->best[0].winrate);
}

/* A table of the bench that a game refuses is a fault of the program. */
static void check(bool good, const struct bench_position *position, const struct error *error) {
    if (good)
        return;
    struct text message = {0};
    error_print(error, &message);
    fprintf(stderr, "ternion: bench: %s: %s\n", position->name, text_string(&message));
    abort();
}

static struct session *set_up(const struct bench_position *position, const struct game *game) {
    struct error error = {0};
    struct session *session = session_new(game);
    if (position->rules != NULL)
        check(session_set_rules(session, position->rules, &error), position, &error);
    if (position->size > 0)
        check(session_set_size(session, position->size, &error), position, &error);
    if (position->position != NULL)
        check(session_set_position(session, position->position, &error), position, &error);
    struct words moves = {0};
    words_split(&moves, position->moves != NULL ? position->moves : "");
    for (int i = 0; i < moves.count; i++)
        check(session_play(session, session_to_play(session), moves.at[i], &error), position,
              &error);
    words_free(&moves);
    return session;
}

/* Defaults, but for the position's own option and endgame tables, which not every machine has. */
static void *open_player(const struct bench_position *position, const struct kit *kit) {
    const struct player_option *options = kit->player->options;
    long values[16] = {0};
    for (size_t i = 0; options != NULL && options[i].name != NULL; i++) {
        assert(i < sizeof values / sizeof *values);
        values[i] = options[i].initial;
        if (strcmp(options[i].name, "egtb") == 0)
            values[i] = 0;
        if (position->option != NULL && strcmp(options[i].name, position->option) == 0)
            values[i] = position->value;
    }
    return kit->player->open(kit->game, values);
}

static void put_choice(struct text *text, const struct session *session,
                       const struct choice *choice) {
    if (choice->resign)
        text_put(text, "resign");
    else
        session_game(session)->print(session_state(session), choice->m, text);
}

/* Searches one position: its move, and in *last the value and the nodes. */
static void search(const struct bench_position *position, struct text *chosen,
                   struct bench_report *last) {
    const struct kit *kit = games_find(position->game);
    assert(kit != NULL);
    struct session *session = set_up(position, kit->game);
    void *memory = open_player(position, kit);
    struct limits limits = {.nodes = position->nodes, .seed = 1};
    struct past past = session_past(session);
    struct choice choice =
        kit->player->think(memory, session_state(session), &past, &limits, take_report, last);
    put_choice(chosen, session, &choice);
    kit->player->close(memory);
    session_free(session);
}

/* FNV-1a. */
static uint64_t hash_add(uint64_t hash, const struct text *text) {
    for (size_t i = 0; i < text->length; i++)
        hash = (hash ^ (unsigned char)text->at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t bench_run(struct text *text) {
    uint64_t signature = UINT64_C(0xcbf29ce484222325), nodes = 0;
    size_t count = sizeof positions / sizeof *positions;
    for (size_t i = 0; i < count; i++) {
        struct text chosen = {0}, told = {0};
        struct bench_report last = {0};
        search(&positions[i], &chosen, &last);
        text_print(text, "%-9s %-17s %-9s %-14s %8" PRIu64 "\n", positions[i].game,
                   positions[i].name, text_string(&chosen), text_string(&last.value), last.nodes);
        text_print(&told, "%s %" PRIu64 "\n", text_string(&chosen), last.nodes);
        signature = hash_add(signature, &told);
        nodes += last.nodes;
        text_free(&told);
        text_free(&chosen);
        text_free(&last.value);
    }
    text_print(text, "%zu positions, %" PRIu64 " nodes\nsignature %016" PRIx64 "\n", count, nodes,
               signature);
    return nodes;
}
