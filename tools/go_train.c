/* go_train: learns the weights of the features of Go moves and of the neighbourhoods around them.
 *
 *   go_train [-e EPOCHS] [-r RATE] [-k KEPT] [-d DECAY] [-a] -o FOLDER FILE.sgf...
 *
 * A neighbourhood gets a weight if a move was played in it KEPT times, or if it is small and
 * common. Every move of a game is a choice among all moves of its position; the weights that make
 * the choices most likely are found by stochastic gradient ascent with a step of its own for each
 * weight. Every tenth game is kept apart, unless -a is given: what is printed after each epoch is
 * how often the strongest move of a position was the one played, and the mean logarithm of the
 * played move's chance. Writes weights.txt and patterns.txt into FOLDER. */
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

enum { TEST_EVERY = 10, OPENING_PLIES = 4, COMMON_SIZES = 3, COMMON = 2000 };
enum { WEIGHTS_MAX = UINT16_MAX };

/* How often each code was met: played and seen. */
struct tally {
    uint32_t code, played, seen;
    uint32_t number; /* of its weight, or 0 */
};

struct tallies {
    struct tally *at;
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

struct trainer {
    struct samples train, test;
    struct go_neighbourhoods neighbourhoods;
    struct go_move_features features[GO_INDEXES];
    struct go_grid grid;
    struct tallies tallies;
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

static struct tally *tally_find(const struct tallies *tallies, uint32_t code) {
    size_t i = (code * 0x9e3779b1u) & tallies->mask;
    while ((tallies->at[i].played | tallies->at[i].seen) != 0 && tallies->at[i].code != code)
        i = (i + 1) & tallies->mask;
    return &tallies->at[i];
}

static void tallies_grow(struct tallies *tallies) {
    struct tallies larger = {.mask = tallies->at == NULL ? (1 << 20) - 1 : tallies->mask * 2 + 1,
                             .count = tallies->count};
    larger.at = memory_new(larger.mask + 1, sizeof *larger.at);
    for (size_t i = 0; tallies->at != NULL && i <= tallies->mask; i++)
        if ((tallies->at[i].played | tallies->at[i].seen) != 0)
            *tally_find(&larger, tallies->at[i].code) = tallies->at[i];
    free(tallies->at);
    *tallies = larger;
}

static struct tally *tally_make(struct tallies *tallies, uint32_t code) {
    if (tallies->at == NULL || 2 * tallies->count > tallies->mask)
        tallies_grow(tallies);
    struct tally *tally = tally_find(tallies, code);
    if ((tally->played | tally->seen) == 0) {
        tally->code = code;
        tallies->count++;
    }
    return tally;
}

struct count {
    struct tallies *tallies;
    bool played;
    int size;
};

static bool code_count(void *context, uint32_t code) {
    struct count *count = context;
    struct tally *tally = tally_make(count->tallies, code);
    if (count->played)
        tally->played++;
    else
        tally->seen++;
    return ++count->size < COMMON_SIZES || count->played;
}

static bool is_choice(const struct go_state *state, int p) {
    return go_board_is_legal(&state->board, state->to_play, p) &&
           !go_board_is_eye(&state->board, state->to_play, p);
}

static void point_count(struct trainer *trainer, const struct go_board *board, int p, bool played) {
    struct count count = {.tallies = &trainer->tallies, .played = played};
    go_neighbourhood_codes(&trainer->neighbourhoods, &trainer->grid, go_board_column(board, p),
                           go_board_row(board, p), code_count, &count);
}

static void position_count(struct trainer *trainer, const struct go_state *state, int played) {
    const struct go_board *board = &state->board;
    go_grid_init(&trainer->grid, board, state->to_play);
    point_count(trainer, board, played, true);
    for (int i = 0; i < board->empty_count; i++)
        if (board->empty[i] != played && is_choice(state, board->empty[i]))
            point_count(trainer, board, board->empty[i], false);
}

/* A larger neighbourhood is met less often than a smaller one of the same point, so whenever it is
 * kept, the smaller ones are too. */
static bool tallies_number(struct trainer *trainer) {
    trainer->weights = GO_FEATURES;
    for (size_t i = 0; i <= trainer->tallies.mask; i++) {
        struct tally *tally = &trainer->tallies.at[i];
        if (tally->played < trainer->kept && tally->played + tally->seen < COMMON)
            continue;
        if (trainer->weights == WEIGHTS_MAX)
            return false;
        tally->number = trainer->weights++;
    }
    return true;
}

/* Samples. */

struct numbers {
    const struct tallies *tallies;
    uint16_t *at;
    int count;
};

static bool code_number(void *context, uint32_t code) {
    struct numbers *numbers = context;
    const struct tally *tally = tally_find(numbers->tallies, code);
    if (tally->number == 0)
        return false;
    numbers->at[numbers->count++] = (uint16_t)tally->number;
    return true;
}

/* Returns where the next move's numbers go. */
static uint16_t *move_number(struct trainer *trainer, const struct go_board *board, int p,
                             uint16_t *at) {
    const struct go_move_features *features = &trainer->features[p];
    struct numbers numbers = {.tallies = &trainer->tallies, .at = at + 1};
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

static void position_add(struct trainer *trainer, struct samples *into,
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

static void game_learn(struct trainer *trainer, const struct record *record, enum pass pass) {
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

static bool file_learn(struct trainer *trainer, const char *path, enum pass pass) {
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
        else /* behind the last game there is none, and that is no fault */
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

/* The chances of all moves; returns the number of the strongest. */
static int sample_chances(const struct trainer *trainer, const struct sample *sample,
                          double *chance) {
    const uint16_t *at = sample->numbers;
    double total = 0;
    int best = 0;
    for (int i = 0; i < sample->moves; i++) {
        double sum = 0;
        for (int left = *at++; left > 0; left--)
            sum += trainer->weight[*at++];
        chance[i] = exp(sum);
        total += chance[i];
        if (chance[i] > chance[best])
            best = i;
    }
    for (int i = 0; i < sample->moves; i++)
        chance[i] /= total;
    return best;
}

static void weight_step(struct trainer *trainer, uint32_t number, double rate) {
    double g = trainer->gradient[number] - trainer->decay * trainer->weight[number];
    trainer->gradient[number] = 0;
    trainer->slope[number] += g * g;
    trainer->weight[number] += rate * g / sqrt(trainer->slope[number] + 1);
}

static void sample_step(struct trainer *trainer, const struct sample *sample, double rate) {
    double chance[GO_POINTS + 1];
    const uint16_t *at = sample->numbers;
    sample_chances(trainer, sample, chance);
    for (int i = 0; i < sample->moves; i++)
        for (int left = *at++; left > 0; left--)
            trainer->gradient[*at++] += (i == 0) - chance[i];
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

static void samples_test(const struct trainer *trainer, const struct samples *samples,
                         const char *name, int least, int most) {
    double chance[GO_POINTS + 1];
    double sum = 0;
    size_t hits = 0, count = 0;
    for (size_t i = 0; i < samples->count; i++) {
        if (samples->at[i].size < least || samples->at[i].size > most)
            continue;
        hits += sample_chances(trainer, &samples->at[i], chance) == 0;
        sum += log(chance[0]);
        count++;
    }
    double all = count > 0 ? (double)count : 1;
    printf("  %s %zu: first %.1f %%, log %.3f", name, count, 100 * (double)hits / all, sum / all);
}

static void trainer_learn(struct trainer *trainer, long epochs, double rate) {
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
        fprintf(file, "# From %zu moves, made by go_train; see CONTRIBUTING.md.\n", moves);
    return file;
}

static int weight_print(const struct trainer *trainer, uint32_t number) {
    double value = 100 * trainer->weight[number];
    return (int)lround(value > 9999 ? 9999 : value < -9999 ? -9999 : value);
}

/* Hundredths, a row of them a line; a row of N zeros is zN. */
static bool features_write(const struct trainer *trainer, const char *folder) {
    FILE *file = file_open(folder, "weights.txt", trainer->train.count);
    if (file == NULL)
        return false;
    int zeros = 0, width = 0;
    for (uint32_t f = 0; f <= GO_FEATURES; f++) {
        int value = f < GO_FEATURES ? weight_print(trainer, f) : 1;
        if (value == 0) {
            zeros++;
            continue;
        }
        if (zeros > 0)
            width += fprintf(file, zeros > 1 ? "z%d " : "0 ", zeros);
        zeros = 0;
        if (f < GO_FEATURES)
            width += fprintf(file, "%d ", value);
        if (width > 90 || f == GO_FEATURES) {
            fputc('\n', file);
            width = 0;
        }
    }
    return fclose(file) == 0;
}

static int tally_order(const void *a, const void *b) {
    const struct tally *x = a, *y = b;
    return (x->code > y->code) - (x->code < y->code);
}

/* Codes and hundredths in turn, by code. */
static bool diamonds_write(const struct trainer *trainer, const char *folder) {
    FILE *file = file_open(folder, "patterns.txt", trainer->train.count);
    if (file == NULL)
        return false;
    struct tally *kept = memory_new(trainer->weights, sizeof *kept);
    size_t count = 0;
    for (size_t i = 0; i <= trainer->tallies.mask; i++)
        if (trainer->tallies.at[i].number != 0)
            kept[count++] = trainer->tallies.at[i];
    qsort(kept, count, sizeof *kept, tally_order);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%08x %d%c", (unsigned)kept[i].code, weight_print(trainer, kept[i].number),
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
    struct trainer *trainer = memory_new(1, sizeof *trainer);
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
    tallies_grow(&trainer->tallies);
    for (enum pass pass = PASS_COUNT; pass <= PASS_ADD; pass++) {
        trainer->games = 0;
        for (int i = optind; i < count; i++)
            if (!file_learn(trainer, arguments[i], pass))
                return 1;
        if (pass == PASS_COUNT && !tallies_number(trainer)) {
            fprintf(stderr, "go_train: too many neighbourhoods; give a larger -k\n");
            return 1;
        }
    }
    printf("%zu games, %u weights\n", trainer->games, (unsigned)trainer->weights);
    trainer_learn(trainer, epochs, rate);
    if (features_write(trainer, output) && diamonds_write(trainer, output))
        return 0;
    perror(output);
    return 1;
}
