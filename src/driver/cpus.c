#include "cpus.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"

void cpus_free(struct cpus *cpus) {
    free(cpus->at);
    *cpus = (struct cpus){0};
}

static void cpus_take(struct cpus *cpus, const cpu_set_t *set) {
    cpus_free(cpus);
    for (int i = 0; i < CPU_SETSIZE; i++) {
        if (!CPU_ISSET((size_t)i, set))
            continue;
        cpus->at = memory_grow(cpus->at, cpus->count + 1, sizeof *cpus->at);
        cpus->at[cpus->count++] = i;
    }
}

void cpus_allowed(struct cpus *cpus) {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        CPU_SET(0, &set);
    cpus_take(cpus, &set);
}

static void cpus_print(const struct cpus *cpus, struct text *text) {
    for (size_t i = 0, last; i < cpus->count; i = last + 1) {
        last = i;
        while (last + 1 < cpus->count && cpus->at[last + 1] == cpus->at[last] + 1)
            last++;
        text_print(text, i > 0 ? ",%d" : "%d", cpus->at[i]);
        if (last > i)
            text_print(text, "-%d", cpus->at[last]);
    }
}

/* "3" or "0-3". */
static bool range_parse(const char *word, cpu_set_t *set) {
    struct text low = {0};
    size_t dash = strcspn(word, "-");
    long first, last;
    text_putn(&low, word, dash);
    bool fine = text_to_whole(text_string(&low), 0, CPU_SETSIZE - 1, &first);
    last = first;
    if (fine && word[dash] == '-')
        fine = text_to_whole(word + dash + 1, first, CPU_SETSIZE - 1, &last);
    for (long i = first; fine && i <= last; i++)
        CPU_SET((size_t)i, set);
    text_free(&low);
    return fine;
}

static bool list_parse(const char *text, cpu_set_t *set) {
    bool fine = *text != '\0';
    while (fine && *text != '\0') {
        struct text word = {0};
        size_t length = strcspn(text, ",");
        text_putn(&word, text, length);
        fine = range_parse(text_string(&word), set);
        text += length + (text[length] == ',');
        text_free(&word);
    }
    return fine;
}

bool cpus_parse(const char *text, struct cpus *cpus, struct error *error) {
    cpu_set_t wanted, both;
    CPU_ZERO(&wanted);
    if (!list_parse(text, &wanted))
        return error_set(error, "syntax.cpus", "{0} is no list of processors like 0-3,8", text,
                         NULL);
    struct cpus allowed = {0};
    cpus_allowed(&allowed);
    CPU_ZERO(&both);
    for (size_t i = 0; i < allowed.count; i++)
        if (CPU_ISSET((size_t)allowed.at[i], &wanted))
            CPU_SET((size_t)allowed.at[i], &both);
    bool fine = CPU_EQUAL(&both, &wanted);
    if (fine) {
        cpus_take(cpus, &wanted);
    } else {
        struct text list = {0};
        cpus_print(&allowed, &list);
        error_set(error, "plan.cpus", "of the processors {0} not all may be used here, only {1}",
                  text, text_string(&list), NULL);
        text_free(&list);
    }
    cpus_free(&allowed);
    return fine;
}

struct cpus cpus_part(const struct cpus *cpus, size_t part, size_t parts) {
    size_t begin = part * cpus->count / parts, end = (part + 1) * cpus->count / parts;
    return (struct cpus){.at = cpus->at + begin, .count = end - begin};
}
