#include "go_side.h"

#include <stdlib.h>
#include <string.h>

void side_init(struct side *side, int size, uint64_t nodes) {
    *side = (struct side){.nodes = nodes};
    go_tuning_init(&side->tuning, size);
}

static bool side_set(struct side *side, const char *name, double value) {
    struct go_tuning *tuning = &side->tuning;
    const struct {
        const char *name;
        double *value;
    } numbers[] = {
        {"rave", &tuning->rave},
        {"fade", &tuning->fade},
        {"explore", &tuning->explore},
        {"lean", &tuning->lean},
        {"widen", &tuning->widen},
        {"gap", &tuning->gap},
        {"margin", &tuning->margin},
        {"trust", &tuning->trust},
        {"even", &tuning->guesses.even},
        {"low", &tuning->guesses.low},
        {"shape", &tuning->guesses.shape},
        {"near", &tuning->guesses.near},
        {"tactics", &tuning->guesses.tactics},
        {"learned", &tuning->guesses.learned},
        {"net", &tuning->guesses.net},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(name, numbers[i].name) == 0) {
            *numbers[i].value = value;
            return true;
        }
    if (strcmp(name, "habits") == 0)
        tuning->habits = (unsigned)value;
    else if (strcmp(name, "priors") == 0)
        tuning->guesses.kinds = (unsigned)value;
    else if (strcmp(name, "expand") == 0)
        tuning->expand = (int)value;
    else if (strcmp(name, "reuse") == 0)
        tuning->reuse = value > 0;
    else if (strcmp(name, "nodes") == 0)
        side->nodes = (uint64_t)value;
    else
        return false;
    return true;
}

bool side_read(struct side *side, const char *word) {
    char name[32];
    const char *equals = strchr(word, '=');
    if (equals == NULL || (size_t)(equals - word) >= sizeof name)
        return false;
    memcpy(name, word, (size_t)(equals - word));
    name[equals - word] = '\0';
    char *end;
    double value = strtod(equals + 1, &end);
    return *end == '\0' && end != equals + 1 && side_set(side, name, value);
}

void side_open(struct side *side) {
    enum { MEGABYTES = 64 };
    side->search = go_search_new(MEGABYTES);
    go_search_tune(side->search, &side->tuning);
}

void side_close(struct side *side) {
    go_search_free(side->search);
}
