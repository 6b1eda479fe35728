/* address: a network address, and how much its clients have used up. It is kept while
 * somebody or something of theirs is here, and until nothing has to be remembered against them. */
#ifndef TERNION_ADDRESS_H
#define TERNION_ADDRESS_H

#include <stdbool.h>

struct config;

/* How often something was done in the hour that began with the first time. */
struct tally {
    long count;
    double since;
};
long tally_count(struct tally *tally, double now);
void tally_add(struct tally *tally, double now);

/* A bucket of tokens fills by and by; each line takes one. */
struct bucket {
    double tokens, filled; /* how many, and when that was counted */
};
/* Takes one; false if there is none. It fills at `rate` up to `most`, and is in debt by `debt` at
 * most. */
bool bucket_take(struct bucket *bucket, double rate, double most, double debt);

struct address {
    struct address *next;
    char *name;
    const struct address_limits *limits; /* of the configuration */
    long clients;                        /* connections */
    long visits;                         /* connections to the HTTP port that speak HTTP */
    long engines;                        /* processes that play or answer for them */
    long claims;                         /* to such processes, got or not */
    long rooms;                          /* games whose engines are theirs */
    struct bucket lines;
    struct bucket starts;  /* of engines */
    struct bucket guesses; /* of the password */
    struct tally created;  /* games */
};

enum { ADDRESS_BUCKETS = 1024 };
struct addresses {
    const struct config *config;
    struct address *buckets[ADDRESS_BUCKETS];
};

/* By its name; made if it is new. */
struct address *address_find(struct addresses *addresses, const char *name);
/* Whether one more line may come now; it counts. */
bool address_keeps_pace(struct address *address);
/* What it asked for took so many seconds of the processor: much counts as more lines. */
void address_charge(struct address *address, double seconds);
/* Whether an engine may be started for it now, and that one was. */
bool address_may_start(const struct address *address);
void address_started(struct address *address);
/* Whether a password from there is looked at, and that it was wrong. */
bool address_may_guess(const struct address *address);
void address_guessed(struct address *address);
/* Forgets those of whom nothing is here and that are as if they were new; or all. */
void addresses_sweep(struct addresses *addresses, double now);
void addresses_clear(struct addresses *addresses);

#endif
