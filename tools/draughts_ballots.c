/* draughts_ballots: the beginnings of three plies that are fair to both sides.
 *
 *   draughts_ballots [-n NODES] [-u UNFAIR] >data/draughts/ballots.txt
 *
 * For each rule set, every position that three plies can lead to is searched, without endgame
 * tables and from an empty memory; those whose value is at most UNFAIR hundredths of a man either
 * way are written, with that value for the side to play. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../src/draughts/search.h"

enum { PLIES = 3, MOST = 1000 };

struct list {
    long nodes, unfair;
    struct draughts_search *search;
    uint64_t keys[MOST]; /* of the positions found so far */
    int count, fair;
};

static bool is_known(const struct list *list, uint64_t key) {
    bool known = false;
    for (int i = 0; i < list->count && !known; i++) {
        known = list->keys[i] == key;
    }
    return known;
}

static void take_position(struct list *list, const struct draughts *d, const struct text *moves) {
    uint64_t key = draughts_key(d);
    if (is_known(list, key) || list->count == MOST) {
        return;
    }
    list->keys[list->count++] = key;
    struct draughts_settings settings = {.evaluation = DRAUGHTS_LEARNED, .threads = 1, .lines = 1};
    struct limits limits = {.nodes = (uint64_t)list->nodes};
    draughts_search_forget(list->search);
    int value =
        draughts_search_run(list->search, d, NULL, &settings, &limits, NULL, NULL).lines[0].score;
    if (labs((long)value) <= list->unfair) {
        printf("%s %d%s\n", draughts_game.rules[d->rules], value, text_string(moves));
        fflush(stdout);
        list->fair++;
    }
}

static void follow(struct list *list, const struct draughts *d, int plies, struct text *moves) {
    if (plies == 0) {
        take_position(list, d, moves);
        return;
    }
    move legal[DRAUGHTS_MOVES];
    size_t count = draughts_sorted(d, legal);
    for (size_t i = 0; i < count; i++) {
        struct draughts next = *d;
        size_t length = moves->length;
        text_putc(moves, ' ');
        draughts_print(d, legal[i], moves);
        draughts_play(&next, legal[i]);
        follow(list, &next, plies - 1, moves);
        text_cut(moves, length);
    }
}

static void list_rules(struct list *list, enum draughts_rules rules) {
    struct draughts d = {.rules = (uint8_t)rules, .side = (uint8_t)draughts_first_side(rules)};
    struct text moves = {0};
    draughts_start(&d.board);
    d.notation = rules == DRAUGHTS_ENGLISH ? DRAUGHTS_NUMERIC : DRAUGHTS_LETTERS;
    list->count = list->fair = 0;
    follow(list, &d, PLIES, &moves);
    fprintf(stderr, "%s: %d of %d positions are fair\n", draughts_game.rules[rules], list->fair,
            list->count);
    text_free(&moves);
}

int main(int count, char **words) {
    struct list list = {.nodes = 300000, .unfair = 40};
    int option;
    while ((option = getopt(count, words, "n:u:")) != -1) {
        long *target = option == 'n' ? &list.nodes : &list.unfair;
        if (option == '?' || !text_to_whole(optarg, 1, 1000000000, target)) {
            fputs("usage: draughts_ballots [-n NODES] [-u UNFAIR]\n", stderr);
            return 2;
        }
    }
    list.search = draughts_search_new(64);
    printf(
        "# Beginnings of three plies, by tools/draughts_ballots -n %ld -u %ld: rules, value for\n"
        "# the side to play in hundredths of a man, moves.\n",
        list.nodes, list.unfair);
    list_rules(&list, DRAUGHTS_WARCABY);
    list_rules(&list, DRAUGHTS_ENGLISH);
    draughts_search_free(list.search);
    return fflush(stdout) == 0 ? 0 : 1;
}
