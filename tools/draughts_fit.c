#include "draughts_fit.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core/memory.h"
#include "weights_text.h"

void sample_list_add(struct sample_list *list, const struct draughts_sample *sample) {
    if (list->count == list->room) {
        list->room += list->room + 65536;
        list->samples = memory_grow(list->samples, list->room, sizeof *list->samples);
    }
    list->samples[list->count++] = *sample;
}

void sample_list_shuffle(struct sample_list *list, struct rng *rng) {
    for (size_t i = list->count; i > 1; i--) {
        size_t k = (size_t)rng_below(rng, i);
        struct draughts_sample swap = list->samples[i - 1];
        list->samples[i - 1] = list->samples[k];
        list->samples[k] = swap;
    }
}

static bool sample_is_same(const struct draughts_sample *a, const struct draughts_sample *b) {
    return a->own == b->own && a->foes == b->foes && a->kings == b->kings && a->rules == b->rules;
}

bool sample_list_read(struct sample_list *list, const char *program, const char *name) {
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s: %s: %s\n", program, name, strerror(errno));
        return false;
    }
    struct draughts_sample sample;
    size_t got = 0, before = list->count;
    bool good = true;
    while (good && (got = fread(&sample, 1, sizeof sample, file)) == sizeof sample) {
        good = sample_is_sound(&sample);
        if (good) {
            sample_list_add(list, &sample);
        }
    }
    if (ferror(file) != 0) {
        fprintf(stderr, "%s: %s: %s\n", program, name, strerror(errno));
        good = false;
    } else if (!good || got > 0 || list->count == before) {
        fprintf(stderr, "%s: %s: no positions of draughts_selfplay, or damaged ones\n", program,
                name);
        good = false;
    }
    fclose(file);
    return good;
}

void sample_list_thin(struct sample_list *list) {
    size_t slots = 1;
    while (slots < 2 * list->count) {
        slots *= 2;
    }
    uint32_t *seen = memory_new(slots, sizeof *seen); /* places in the list, counted from 1 */
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct draughts_sample *sample = &list->samples[i];
        uint64_t key = rng_mix((uint64_t)sample->own << 32 | sample->foes);
        size_t at = rng_mix(key ^ (uint64_t)sample->kings << 1 ^ sample->rules) & (slots - 1);
        while (seen[at] != 0 && !sample_is_same(&list->samples[seen[at] - 1], sample)) {
            at = (at + 1) & (slots - 1);
        }
        if (seen[at] == 0) {
            list->samples[kept++] = *sample;
            seen[at] = (uint32_t)kept;
        }
    }
    list->count = kept;
    free(seen);
}

double logistic(double x) {
    return 1 / (1 + exp(-x));
}

double sample_target(const struct draughts_sample *sample, double share) {
    double score = fmin(fmax(sample->score, -1500), 1500);
    return (1 - share) * (sample->result + 1) / 2.0 + share * logistic(score / 100);
}

double sample_loss(const struct draughts_sample *sample, double value) {
    double chance = fmin(fmax(logistic(value), 1e-6), 1 - 1e-6), y = (sample->result + 1) / 2.0;
    return -(y * log(chance) + (1 - y) * log(1 - chance));
}

bool weights_write(const char *program, const char *name, const struct weights_origin *origin,
                   const int *weights, size_t count) {
    FILE *file = fopen(name, "w");
    if (file == NULL) {
        fprintf(stderr, "%s: %s: %s\n", program, name, strerror(errno));
        return false;
    }
    fprintf(file, "# Weights of the draughts evaluation, from %zu positions, made by\n#",
            origin->positions);
    for (int i = 0; i < origin->count; i++) {
        const char *slash = strrchr(origin->words[i], '/');
        fprintf(file, " %s", slash != NULL ? slash + 1 : origin->words[i]);
    }
    fputc('\n', file);
    weights_text_print(file, weights, count);
    bool good = ferror(file) == 0;
    good = fclose(file) == 0 && good;
    if (!good) {
        fprintf(stderr, "%s: cannot write %s\n", program, name);
    }
    return good;
}
