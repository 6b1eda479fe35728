/* go_train: learns the weights of the features of Go moves and of the neighbourhoods around them.
 *
 *   go_train [-e EPOCHS] [-r RATE] [-k KEPT] [-d DECAY] [-a] -o FOLDER FILE.sgf...
 *
 * A neighbourhood gets a weight if a move was played in it KEPT times, or if it is small and
 * common. Every move of a game is a choice among all moves of its position; the weights of maximum
 * likelihood are found by stochastic gradient ascent with a step size for each weight (AdaGrad).
 * Every tenth game is held out, unless -a is given: each epoch prints how often the most probable
 * move was the one played, and the mean log-likelihood. Writes weights.txt and patterns.txt into
 * FOLDER. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/core/memory.h"
#include "../src/core/rng.h"
#include "../src/go/features.h"
#include "../src/go/go.h"
#include "../src/go/neighbourhood.h"
#include "../src/go/sgf.h"
#include "../src/system/file.h"
#include "weights_text.h"

enum { TEST_EVERY = 10, OPENING_PLIES = 4, COMMON_SIZES = 3, COMMON = 2000 };
enum { WEIGHTS_MAX = UINT16_MAX };

/* How often a neighbourhood was played, and how often it was seen but not played. */
struct code_entry {
    uint32_t code, played, seen;
    uint32_t number; /* of its weight, or 0 */
};

struct code_table {
    struct code_entry *at;
    size_t mask, count;
};

/* One choice: for every move, the one played first, how many numbers of weights follow, then these.
 */
struct sample {
    uint16_t *numbers;
    int moves;
    int size; /* of the board */
};

struct samples {
    struct sample *at;
    size_t count, room;
};

struct policy_trainer {
    struct samples train, test;
    struct go_neighbourhoods neighbourhoods;
    struct go_move_features features[GO_INDEXES];
    struct go_grid grid;
    struct code_table codes;
    uint32_t weights; /* how many there are */
    double weight[WEIGHTS_MAX];
    double slope[WEIGHTS_MAX];    /* sums of squared gradients */
    double gradient[WEIGHTS_MAX]; /* all 0 between steps */
    uint32_t kept;
    double decay;
    bool all;
    size_t games;
};

/* Counting neighbourhoods. */

static struct code_entry *entry_find(const struct code_table *codes, uint32_t code) {
    size_t i = (code * 0x9e3779b1u) & codes->mask;
    while ((codes->at[i].played | codes->at[i].seen) != 0 && codes->at[i].code != code)
        i = (i + 1) & codes->mask;
    return &codes->at[i];
}

static void table_grow(struct code_table *codes) {
    struct code_table larger = {.mask = codes->at == NULL ? (1 << 20) - 1 : codes->mask * 2 + 1,
                                .count = codes->count};
    larger.at = memory_new(larger.mask + 1, sizeof *larger.at);
    for (size_t i = 0; codes->at != NULL && i <= codes->mask; i++)
        if ((codes->at[i].played | codes->at[i].seen) != 0)
            *entry_find(&larger, codes->at[i].code) = codes->at[i];
    free(codes->at);
    *codes = larger;
}

static struct code_entry *entry_make(struct code_table *codes, uint32_t code) {
    if (codes->at == NULL || 2 * codes->count > codes->mask)
        table_grow(codes);
    struct code_entry *entry = entry_find(codes, code);
    if ((entry->played | entry->seen) == 0) {
        entry->code = code;
        codes->count++;
    }
    return entry;
}

struct count_context {
    struct code_table *codes;
    bool played;
    int size;
};

static bool code_count(void *context, uint32_t code) {
    struct count_context *count = context;
    struct code_entry *entry = entry_make(count->codes, code);
    if (count->played)
        entry->played++;
    else
        entry->seen++;
    return ++count->size < COMMON_SIZES || count->played;
}

static bool is_choice(const struct go_state *state, int p) {
    return go_board_is_legal(&state->board, state->to_play, p) &&
           !go_board_is_eye(&state->board, state->to_play, p);
}

static void point_count(struct policy_trainer *trainer, const struct go_board *board, int p,
                        bool played) {
    struct count_context count = {.codes = &trainer->codes, .played = played};
    go_neighbourhood_codes(&trainer->neighbourhoods, &trainer->grid, go_board_column(board, p),
                           go_board_row(board, p), code_count, &count);
}

static void position_count(struct policy_trainer *trainer, const struct go_state *state,
                           int played) {
    const struct go_board *board = &state->board;
    go_grid_init(&trainer->grid, board, state->to_play);
    point_count(trainer, board, played, true);
    for (int i = 0; i < board->empty_count; i++)
        if (board->empty[i] != played && is_choice(state, board->empty[i]))
            point_count(trainer, board, board->empty[i], false);
}

/* A larger neighbourhood is met less often than a smaller one of the same point, so whenever it is
 * kept, the smaller ones are too. */
static bool table_number(struct policy_trainer *trainer) {
    trainer->weights = GO_FEATURES;
    for (size_t i = 0; i <= trainer->codes.mask; i++) {
        struct code_entry *entry = &trainer->codes.at[i];
        if (entry->played < trainer->kept && entry->played + entry->seen < COMMON)
            continue;
        if (trainer->weights == WEIGHTS_MAX)
            return false;
        entry->number = trainer->weights++;
    }
    return true;
}

/* Samples. */

struct numbers {
    const struct code_table *codes;
    uint16_t *at;
    int count;
};

static bool code_number(void *context, uint32_t code) {
    struct numbers *numbers = context;
    const struct code_entry *entry = entry_find(numbers->codes, code);
    if (entry->number == 0)
        return false;
    numbers->at[numbers->count++] = (uint16_t)entry->number;
    return true;
}

/* Returns where the next move's numbers go. */
static uint16_t *move_number(struct policy_trainer *trainer, const struct go_board *board, int p,
                             uint16_t *at) {
    const struct go_move_features *features = &trainer->features[p];
    struct numbers numbers = {.codes = &trainer->codes, .at = at + 1};
    for (int i = 0; i < features->count; i++)
        numbers.at[numbers.count++] = features->at[i];
    go_neighbourhood_codes(&trainer->neighbourhoods, &trainer->grid, go_board_column(board, p),
                           go_board_row(board, p), code_number, &numbers);
    *at = (uint16_t)numbers.count;
    return at + numbers.count + 1;
}

static void samples_add(struct samples *samples, struct sample sample) {
    if (samples->count == samples->room) {
        samples->room = samples->room * 2 + 1024;
        samples->at = memory_grow(samples->at, samples->room, sizeof *samples->at);
    }
    samples->at[samples->count++] = sample;
}

static void position_add(struct policy_trainer *trainer, struct samples *into,
                         const struct go_state *state, int last, int before, int played) {
    enum { NUMBERS = 1 + sizeof trainer->features->at / 2 + GO_NEIGHBOURHOODS };
    static uint16_t numbers[GO_POINTS * NUMBERS];
    const struct go_board *board = &state->board;
    struct sample sample = {.moves = 1, .size = board->size};
    go_features_find(board, state->to_play, last, before, trainer->features);
    go_grid_init(&trainer->grid, board, state->to_play);
    uint16_t *end = move_number(trainer, board, played, numbers);
    for (int i = 0; i < board->empty_count; i++)
        if (board->empty[i] != played && is_choice(state, board->empty[i])) {
            end = move_number(trainer, board, board->empty[i], end);
            sample.moves++;
        }
    sample.numbers = memory_new((size_t)(end - numbers), sizeof *numbers);
    memcpy(sample.numbers, numbers, (size_t)(end - numbers) * sizeof *numbers);
    samples_add(into, sample);
}

/* Games. */

enum pass { PASS_COUNT, PASS_ADD };

static void game_learn(struct policy_trainer *trainer, const struct record *record,
                       enum pass pass) {
    struct go_state *state = memory_new(1, sizeof *state);
    bool apart = trainer->games++ % TEST_EVERY == 0 && !trainer->all;
    struct samples *into = apart ? &trainer->test : &trainer->train;
    struct past past = {0};
    int last = GO_PASS, before = GO_PASS;
    go_init(state, &record->setup);
    for (size_t i = 0; i < record->entry_count; i++) {
        const struct record_entry *entry = &record->entries[i];
        move m;
        if (entry->kind != RECORD_PLY)
            continue;
        state->to_play = entry->side;
        if (!go_parse(state, &past, entry->text, &m, NULL))
            break;
        bool counts = m != GO_PASS && i >= OPENING_PLIES && is_choice(state, (int)m);
        if (counts && pass == PASS_COUNT && !apart)
            position_count(trainer, state, (int)m);
        else if (counts && pass == PASS_ADD)
            position_add(trainer, into, state, last, before, (int)m);
        before = last;
        last = (int)m;
        go_play(state, m);
    }
    free(state);
}

static bool file_learn(struct policy_trainer *trainer, const char *path, enum pass pass) {
    struct text text = {0};
    struct error error = {0};
    bool fine = file_read(path, &text, &error);
    bool more = fine;
    for (size_t index = 0; more; index++) {
        struct record record;
        record_init(&record, &go_game);
        more = go_record_parse(text_string(&text), text.length, index, &record, &error);
        if (more)
            game_learn(trainer, &record, pass);
        else /* after the last game there is none, which is no error */
            fine = index > 0 && record_is_behind(&error);
        record_free(&record);
    }
    if (!fine) {
        text_clear(&text);
        error_print(&error, &text);
        fprintf(stderr, "go_train: %s: %s\n", path, text_string(&text));
    }
    error_clear(&error);
    text_free(&text);
    return fine;
}

/* Learning. */

/* The probabilities of all moves; returns the number of the most probable one. */
static int sample_probabilities(const struct policy_trainer *trainer, const struct sample *sample,
                                double *probability) {
    const uint16_t *at = sample->numbers;
    double total = 0;
    int best = 0;
    for (int i = 0; i < sample->moves; i++) {
        double sum = 0;
        for (int left = *at++; left > 0; left--)
            sum += trainer->weight[*at++];
        probability[i] = exp(sum);
        total += probability[i];
        if (probability[i] > probability[best])
            best = i;
    }
    for (int i = 0; i < sample->moves; i++)
        probability[i] /= total;
    return best;
}

static void weight_step(struct policy_trainer *trainer, uint32_t number, double rate) {
    double g = trainer->gradient[number] - trainer->decay * trainer->weight[number];
    trainer->gradient[number] = 0;
    trainer->slope[number] += g * g;
    trainer->weight[number] += rate * g / sqrt(trainer->slope[number] + 1);
}

static void sample_step(struct policy_trainer *trainer, const struct sample *sample, double rate) {
    double probability[GO_POINTS + 1];
    const uint16_t *at = sample->numbers;
    sample_probabilities(trainer, sample, probability);
    for (int i = 0; i < sample->moves; i++)
        for (int left = *at++; left > 0; left--)
            trainer->gradient[*at++] += (i == 0) - probability[i];
    const uint16_t *end = at;
    for (at = sample->numbers; at < end;)
        for (int left = *at++; left > 0; left--, at++)
            if (trainer->gradient[*at] > 0 || trainer->gradient[*at] < 0)
                weight_step(trainer, *at, rate);
}

static void samples_shuffle(struct samples *samples, struct rng *rng) {
    for (size_t i = samples->count; i > 1; i--) {
        size_t k = (size_t)rng_below(rng, i);
        struct sample swap = samples->at[i - 1];
        samples->at[i - 1] = samples->at[k];
        samples->at[k] = swap;
    }
}

static void samples_test(const struct policy_trainer *trainer, const struct samples *samples,
                         const char *name, int least, int most) {
    double probability[GO_POINTS + 1];
    double sum = 0;
    size_t hits = 0, count = 0;
    for (size_t i = 0; i < samples->count; i++) {
        if (samples->at[i].size < least || samples->at[i].size > most)
            continue;
        hits += sample_probabilities(trainer, &samples->at[i], probability) == 0;
        sum += log(probability[0]);
        count++;
    }
    double all = count > 0 ? (double)count : 1;
    printf("  %s %zu: first %.1f %%, log %.3f", name, count, 100 * (double)hits / all, sum / all);
}

static void trainer_learn(struct policy_trainer *trainer, long epochs, double rate) {
    struct rng rng;
    rng_seed(&rng, 1);
    for (long epoch = 1; epoch <= epochs; epoch++) {
        samples_shuffle(&trainer->train, &rng);
        for (size_t i = 0; i < trainer->train.count; i++)
            sample_step(trainer, &trainer->train.at[i], rate);
        printf("epoch %ld", epoch);
        samples_test(trainer, &trainer->train, "train", 0, GO_SIZE_MAX);
        samples_test(trainer, &trainer->test, "test to 9x9", 0, 9);
        samples_test(trainer, &trainer->test, "to 14x14", 10, 14);
        samples_test(trainer, &trainer->test, "larger", 15, GO_SIZE_MAX);
        putchar('\n');
        fflush(stdout);
    }
}

/* Writing. */

static FILE *file_open(const char *folder, const char *name, size_t moves) {
    struct text path = {0};
    text_print(&path, "%s/%s", folder, name);
    FILE *file = fopen(text_string(&path), "w");
    text_free(&path);
    if (file != NULL)
        fprintf(file, "# From %zu moves, made by go_train; see tools/README.md.\n", moves);
    return file;
}

static int weight_in_hundredths(const struct policy_trainer *trainer, uint32_t number) {
    double value = 100 * trainer->weight[number];
    return (int)lround(value > 9999 ? 9999 : value < -9999 ? -9999 : value);
}

static bool features_write(const struct policy_trainer *trainer, const char *folder) {
    int weights[GO_FEATURES];
    FILE *file = file_open(folder, "weights.txt", trainer->train.count);
    if (file == NULL)
        return false;
    for (uint32_t f = 0; f < GO_FEATURES; f++)
        weights[f] = weight_in_hundredths(trainer, f);
    weights_text_print(file, weights, GO_FEATURES);
    return fclose(file) == 0;
}

static int entry_order(const void *a, const void *b) {
    const struct code_entry *x = a, *y = b;
    return (x->code > y->code) - (x->code < y->code);
}

/* Codes and hundredths in turn, by code. */
static bool neighbourhoods_write(const struct policy_trainer *trainer, const char *folder) {
    FILE *file = file_open(folder, "patterns.txt", trainer->train.count);
    if (file == NULL)
        return false;
    struct code_entry *kept = memory_new(trainer->weights, sizeof *kept);
    size_t count = 0;
    for (size_t i = 0; i <= trainer->codes.mask; i++)
        if (trainer->codes.at[i].number != 0)
            kept[count++] = trainer->codes.at[i];
    qsort(kept, count, sizeof *kept, entry_order);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%08x %d%c", (unsigned)kept[i].code,
                weight_in_hundredths(trainer, kept[i].number),
                i % 7 == 6 || i == count - 1 ? '\n' : ' ');
    free(kept);
    return fclose(file) == 0;
}

static int usage(void) {
    fprintf(stderr, "usage: go_train [-e EPOCHS] [-r RATE] [-k KEPT] [-d DECAY] [-a] -o FOLDER "
                    "FILE.sgf...\n");
    return 2;
}

int main(int count, char **arguments) {
    struct policy_trainer *trainer = memory_new(1, sizeof *trainer);
    const char *output = NULL;
    long epochs = 12, kept = 5;
    double rate = 0.2;
    int option;
    bool good = true;
    trainer->decay = 0.001;
    while (good && (option = getopt(count, arguments, "ae:r:k:d:o:")) != -1) {
        good = option == 'e'   ? text_to_whole(optarg, 0, 100000, &epochs)
               : option == 'r' ? text_to_number(optarg, 0, 100, &rate)
               : option == 'k' ? text_to_whole(optarg, 1, UINT32_MAX, &kept)
               : option == 'd' ? text_to_number(optarg, 0, 100, &trainer->decay)
                               : option == 'a' || option == 'o';
        if (option == 'a')
            trainer->all = true;
        else if (option == 'o')
            output = optarg;
    }
    if (!good || output == NULL || optind == count)
        return usage();
    trainer->kept = (uint32_t)kept;
    go_neighbourhoods_init(&trainer->neighbourhoods);
    table_grow(&trainer->codes);
    for (enum pass pass = PASS_COUNT; pass <= PASS_ADD; pass++) {
        trainer->games = 0;
        for (int i = optind; i < count; i++)
            if (!file_learn(trainer, arguments[i], pass))
                return 1;
        if (pass == PASS_COUNT && !table_number(trainer)) {
            fprintf(stderr, "go_train: too many neighbourhoods; give a larger -k\n");
            return 1;
        }
    }
    printf("%zu games, %u weights\n", trainer->games, (unsigned)trainer->weights);
    trainer_learn(trainer, epochs, rate);
    if (features_write(trainer, output) && neighbourhoods_write(trainer, output))
        return 0;
    perror(output);
    return 1;
}
