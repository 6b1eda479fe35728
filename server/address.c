#include "address.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core/memory.h"
#include "../src/core/rng.h"
#include "../src/system/now.h"
#include "config.h"

enum { BURST = 10 /* seconds of its lines or engines that an address may have at once */ };

long tally_count(struct tally *tally, double now) {
    if (now - tally->since > 3600)
        *tally = (struct tally){0};
    return tally->count;
}

void tally_add(struct tally *tally, double now) {
    if (tally_count(tally, now) == 0)
        tally->since = now;
    tally->count++;
}

static double bucket_tokens(const struct bucket *bucket, double rate, double most, double now) {
    return fmin(most, bucket->tokens + (now - bucket->filled) * rate);
}

bool bucket_take(struct bucket *bucket, double rate, double most, double debt) {
    double now = monotonic_now();
    double tokens = bucket_tokens(bucket, rate, most, now) - 1;
    *bucket = (struct bucket){fmax(tokens, -debt), now};
    return tokens >= 0;
}

struct address *address_find(struct addresses *addresses, const char *name) {
    uint64_t hash = 0;
    for (const char *c = name; *c != '\0'; c++)
        hash = rng_mix(hash ^ (unsigned char)*c);
    struct address **slot = &addresses->buckets[hash % ADDRESS_BUCKETS];
    while (*slot != NULL && strcmp((*slot)->name, name) != 0)
        slot = &(*slot)->next;
    if (*slot == NULL) {
        *slot = memory_new(1, sizeof **slot);
        (*slot)->name = memory_string(name);
        (*slot)->limits = config_limits(addresses->config, name);
        (*slot)->lines = (*slot)->starts = (*slot)->guesses =
            (struct bucket){HUGE_VAL, monotonic_now()}; /* to the brim at the first look */
    }
    return *slot;
}

bool address_keeps_pace(struct address *address) {
    double rate = address->limits->address_rate;
    return bucket_take(&address->lines, rate, BURST * rate, rate);
}

/* Most orders take a hundredth of that. At 400 lines a second nobody has more than a fifth of the
 * loop's time, whatever they ask for. */
static const double LINE_TIME = 0.0005;

void address_charge(struct address *address, double seconds) {
    address->lines.tokens -= floor(seconds / LINE_TIME);
}

static bool is_full(const struct bucket *bucket, double rate, double now) {
    return bucket_tokens(bucket, rate, BURST * rate, now) >= BURST * rate;
}

bool address_may_start(const struct address *address) {
    double rate = address->limits->bot_starts;
    return bucket_tokens(&address->starts, rate, BURST * rate, monotonic_now()) >= 1;
}

void address_started(struct address *address) {
    double rate = address->limits->bot_starts;
    bucket_take(&address->starts, rate, BURST * rate, 0);
}

/* A class behind one address may mistype, but nobody tries a dictionary. */
static const double GUESS_RATE = 1, GUESSES = 60;

bool address_may_guess(const struct address *address) {
    return bucket_tokens(&address->guesses, GUESS_RATE, GUESSES, monotonic_now()) >= 1;
}

void address_guessed(struct address *address) {
    bucket_take(&address->guesses, GUESS_RATE, GUESSES, 0);
}

/* Just the same as one that is new. Who breaks a connection off and makes another has not slept it
 * off. */
static bool is_rested(struct address *address, double now) {
    return is_full(&address->lines, address->limits->address_rate, now) &&
           is_full(&address->starts, address->limits->bot_starts, now) &&
           bucket_tokens(&address->guesses, GUESS_RATE, GUESSES, now) >= GUESSES &&
           tally_count(&address->created, now) == 0;
}

static bool is_wanted(struct address *address, double now) {
    return address->clients + address->visits + address->claims + address->rooms > 0 ||
           !is_rested(address, now);
}

static void address_forget(struct address **slot) {
    struct address *address = *slot;
    *slot = address->next;
    free(address->name);
    free(address);
}

void addresses_sweep(struct addresses *addresses, double now) {
    for (int i = 0; i < ADDRESS_BUCKETS; i++)
        for (struct address **slot = &addresses->buckets[i]; *slot != NULL;) {
            if (is_wanted(*slot, now))
                slot = &(*slot)->next;
            else
                address_forget(slot);
        }
}

void addresses_clear(struct addresses *addresses) {
    for (int i = 0; i < ADDRESS_BUCKETS; i++)
        while (addresses->buckets[i] != NULL)
            address_forget(&addresses->buckets[i]);
}
