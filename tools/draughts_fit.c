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
