/* Whose turn it is to have an engine process: the promises of engine_queue.h, without processes. */
#include <math.h>
#include <string.h>

#include "../../server/address.h"
#include "../../server/config.h"
#include "../../server/engine_queue.h"
#include "../../src/core/rng.h"
#include "../../src/system/now.h"
#include "../support/suite.h"

enum { CLAIMS = 200 };

static struct config config;
static struct addresses addresses;
static struct engine_queue queue;
static struct engine_claim claims[CLAIMS];
static int made;
static double now;

static struct address *address(const char *name) {
    return address_find(&addresses, name);
}

static void begin(long most, long per_address) {
    config_defaults(&config, "ternion", "web");
    config.limits.bots_per_address = per_address;
    config.limits.bot_starts = 1e6;
    addresses = (struct addresses){.config = &config};
    engine_queue_init(&queue, most);
    memset(claims, 0, sizeof claims);
    made = 0;
    now = monotonic_now();
}

/* Nobody waits or works: nothing is left of what was claimed. */
static void end(void) {
    for (int i = 0; i < made; i++)
        engine_queue_leave(&queue, &claims[i]);
    ck_assert_int_eq(queue.running, 0);
    ck_assert_int_eq(queue.advising, 0);
    ck_assert(TAILQ_EMPTY(&queue.shares) && TAILQ_EMPTY(&queue.working));
    for (int i = 0; i < made; i++) {
        ck_assert_int_eq(claims[i].payer->engines, 0);
        ck_assert_int_eq(claims[i].payer->claims, 0);
    }
    addresses_clear(&addresses);
    config_free(&config);
}

/* A new claim; who made it can be seen by its owner, a letter. */
static struct engine_claim *claim(const char *letter, const char *name, unsigned long connection,
                                  enum engine_use use) {
    ck_assert_int_lt(made, CLAIMS);
    struct engine_claim *one = &claims[made++];
    one->owner = (void *)letter;
    engine_queue_join(&queue, one, use, address(name), connection);
    ck_assert(engine_claim_waits(one));
    return one;
}

static void claim_many(int count, const char *letter, const char *name, unsigned long connection,
                       enum engine_use use) {
    while (count-- > 0)
        claim(letter, name, connection, use);
}

/* Gives processes to all who may have one, without anybody going; the letters of who got them. */
static const char *start_all(void) {
    static char letters[CLAIMS + 1];
    int count = 0;
    struct engine_claim *next, *idle;
    while ((next = engine_queue_next(&queue, now, &idle)) != NULL && idle == NULL) {
        engine_queue_take(&queue, next);
        letters[count++] = *(const char *)next->owner;
    }
    letters[count] = '\0';
    return letters;
}

/* The same where one process is free at a time: the order of all. */
static const char *start_each(void) {
    static char letters[CLAIMS + 1];
    int count = 0;
    struct engine_claim *next, *idle;
    while ((next = engine_queue_next(&queue, now, &idle)) != NULL) {
        ck_assert_ptr_null(idle);
        engine_queue_take(&queue, next);
        letters[count++] = *(const char *)next->owner;
        engine_queue_leave(&queue, next);
    }
    letters[count] = '\0';
    return letters;
}

START_TEST(addresses_take_turns) {
    begin(1, 8);
    claim_many(4, "a", "10.0.0.1", 1, ENGINE_JUDGES);
    claim_many(2, "b", "10.0.0.2", 2, ENGINE_PLAYS);
    claim("c", "10.0.0.3", 3, ENGINE_ADVISES);
    ck_assert_str_eq(start_each(), "abcabaa");
    end();
}
END_TEST

START_TEST(connections_take_turns) {
    begin(1, 8);
    claim_many(3, "a", "10.0.0.1", 1, ENGINE_PLAYS);
    claim_many(2, "b", "10.0.0.1", 2, ENGINE_ADVISES);
    claim("c", "10.0.0.1", 3, ENGINE_JUDGES);
    claim_many(5, "x", "10.0.0.2", 4, ENGINE_PLAYS);
    ck_assert_str_eq(start_each(), "axbxcxaxbxa");
    end();
}
END_TEST

START_TEST(claims_in_order) {
    begin(1, 8);
    claim("a", "10.0.0.1", 1, ENGINE_ADVISES);
    claim("b", "10.0.0.1", 1, ENGINE_PLAYS);
    claim("c", "10.0.0.1", 1, ENGINE_JUDGES);
    claim("d", "10.0.0.1", 1, ENGINE_PLAYS);
    ck_assert_str_eq(start_each(), "abcd");
    end();
}
END_TEST

/* Two who come again and again as if they were new do not pass the one who has waited. */
START_TEST(newcomers_are_last) {
    begin(1, 8);
    static const char *const letters[] = {"y", "z"};
    claim_many(20, "x", "10.0.0.1", 1, ENGINE_PLAYS);
    claim("y", "10.0.0.1", 2, ENGINE_PLAYS);
    claim("z", "10.0.0.1", 3, ENGINE_PLAYS);
    int turns = 0;
    for (int i = 0; i < 30; i++) {
        struct engine_claim *idle, *next = engine_queue_next(&queue, now, &idle);
        const char *letter = next->owner;
        engine_queue_take(&queue, next);
        engine_queue_leave(&queue, next);
        turns += *letter == 'x';
        if (*letter != 'x')
            claim(letters[*letter == 'z'], "10.0.0.1", *letter == 'y' ? 2 : 3, ENGINE_PLAYS);
    }
    ck_assert_int_eq(turns, 10);
    end();
}
END_TEST

/* Forty stopped games of one address leave the processes of the others alone. */
START_TEST(judgements_are_charged) {
    begin(16, 8);
    claim_many(40, "j", "10.0.0.1", 1, ENGINE_JUDGES);
    ck_assert_str_eq(start_all(), "jjjjjjjjj");
    claim("b", "10.0.0.2", 2, ENGINE_PLAYS);
    ck_assert_str_eq(start_all(), "b");
    claim("h", "10.0.0.1", 3, ENGINE_ADVISES); /* all kinds together */
    claim("p", "10.0.0.1", 4, ENGINE_PLAYS);
    ck_assert_str_eq(start_all(), "");
    end();
}
END_TEST

START_TEST(limits_of_all) {
    begin(4, 100);
    claim_many(3, "h", "10.0.0.1", 1, ENGINE_ADVISES);
    ck_assert_str_eq(start_all(), "hh"); /* half of them advise */
    claim_many(3, "p", "10.0.0.2", 2, ENGINE_PLAYS);
    ck_assert_str_eq(start_all(), "pp");
    claim_many(3, "j", "10.0.0.3", 3, ENGINE_JUDGES);
    ck_assert_str_eq(start_all(), "jj"); /* a quarter more, and one */
    end();
}
END_TEST

/* No game hangs on its judgement because its players' other bots think. */
START_TEST(one_more_to_judge) {
    begin(16, 2);
    claim_many(3, "p", "10.0.0.1", 1, ENGINE_PLAYS);
    claim_many(2, "j", "10.0.0.1", 1, ENGINE_JUDGES);
    ck_assert_str_eq(start_all(), "ppj");
    end();
}
END_TEST

/* What may not start blocks nobody: not another address, not another kind. */
START_TEST(passed_over) {
    begin(2, 1);
    claim_many(2, "a", "10.0.0.1", 1, ENGINE_ADVISES);
    claim("b", "10.0.0.2", 2, ENGINE_ADVISES);
    claim("p", "10.0.0.2", 2, ENGINE_PLAYS);
    ck_assert_str_eq(start_all(), "ap");
    end();
}
END_TEST

START_TEST(starts_have_a_rate) {
    begin(16, 16);
    config.limits.bot_starts = 0.1; /* one at once */
    struct engine_claim *first = claim("a", "10.0.0.1", 1, ENGINE_PLAYS), *idle;
    ck_assert_ptr_eq(engine_queue_next(&queue, now, &idle), first);
    address_started(address("10.0.0.1"));
    ck_assert_ptr_null(engine_queue_next(&queue, now, &idle));
    claim("b", "10.0.0.2", 2, ENGINE_PLAYS);
    ck_assert_str_eq(start_all(), "b");
    end();
}
END_TEST

/* A network has its own limits. */
START_TEST(trusted) {
    begin(16, 1);
    struct trusted_networks school = {.limits = {.bots_per_address = 3, .bot_starts = 1e6}};
    words_split(&school.networks, "10.9.0.0/16 10.0.0.2");
    config.trusted = &school;
    config.trusted_count = 1;
    claim_many(5, "a", "10.0.0.1", 1, ENGINE_PLAYS);
    claim_many(5, "b", "10.0.0.2", 2, ENGINE_PLAYS);
    claim_many(5, "c", "10.9.8.7", 3, ENGINE_PLAYS);
    claim_many(5, "d", "10.8.8.7", 4, ENGINE_PLAYS);
    ck_assert_str_eq(start_all(), "abcdbcbc");
    config.trusted = NULL;
    config.trusted_count = 0;
    words_free(&school.networks);
    end();
}
END_TEST

/* An idle process gives way, but not at once, and not to one that may not start all the same. */
START_TEST(idle_processes) {
    begin(2, 2);
    struct engine_claim *old = claim("a", "10.0.0.1", 1, ENGINE_PLAYS), *idle;
    struct engine_claim *young = claim("b", "10.0.0.2", 2, ENGINE_PLAYS);
    ck_assert_str_eq(start_all(), "ab");
    struct engine_claim *next = claim("c", "10.0.0.3", 3, ENGINE_PLAYS);
    ck_assert_ptr_null(engine_queue_next(&queue, now + 100, &idle)); /* both work */
    old->idle_since = now;
    young->idle_since = now + 1;
    ck_assert_ptr_null(engine_queue_next(&queue, now + 0.9, &idle));
    ck_assert_ptr_eq(engine_queue_next(&queue, now + 3, &idle), next);
    ck_assert_ptr_eq(idle, old);
    engine_queue_leave(&queue, old);
    ck_assert_ptr_eq(engine_queue_next(&queue, now + 3, &idle), next);
    ck_assert_ptr_null(idle);
    end();
}
END_TEST

/* Who has all that they may have is given one of their own. */
START_TEST(idle_of_ones_own) {
    begin(16, 1);
    struct engine_claim *other = claim("a", "10.0.0.1", 1, ENGINE_PLAYS), *idle;
    struct engine_claim *own = claim("b", "10.0.0.2", 2, ENGINE_PLAYS);
    ck_assert_str_eq(start_all(), "ab");
    struct engine_claim *next = claim("c", "10.0.0.2", 3, ENGINE_PLAYS);
    other->idle_since = now;
    ck_assert_ptr_null(engine_queue_next(&queue, now + 9, &idle));
    own->idle_since = now + 5;
    ck_assert_ptr_eq(engine_queue_next(&queue, now + 9, &idle), next);
    ck_assert_ptr_eq(idle, own);
    end();
}
END_TEST

static bool waits(const char *name) {
    const struct address *payer = address(name);
    return payer->claims > payer->engines;
}

/* However claims come and go: between two starts for an address that waits, or before its first,
 * every other one has at most one. */
START_TEST(random_claims) {
    enum { PLACES = 3, ADDRESSES = 5 };
    static const char *const names[] = {"10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5"};
    static const char *const letters[] = {"0", "1", "2", "3", "4"};
    int passed[ADDRESSES][ADDRESSES] = {0}; /* starts of the second while the first waits */
    int started = 0;
    struct rng rng;
    rng_seed(&rng, (uint64_t)_i);
    begin(PLACES, 100);
    while (made < CLAIMS) {
        int who = rng_draw(&rng, 2) == 0 ? 0 : rng_draw(&rng, ADDRESSES); /* one is greedy */
        if (!waits(names[who]))
            memset(passed[who], 0, sizeof passed[who]);
        claim(letters[who], names[who], (unsigned long)rng_draw(&rng, 3), ENGINE_PLAYS);
        engine_queue_leave(&queue, &claims[rng_draw(&rng, made)]); /* often one that is gone */
        if (queue.running == PLACES)
            engine_queue_leave(&queue, TAILQ_FIRST(&queue.working));
        struct engine_claim *idle, *next = engine_queue_next(&queue, now, &idle);
        ck_assert_int_eq(next != NULL, queue.running < PLACES && !TAILQ_EMPTY(&queue.shares));
        if (next == NULL)
            continue;
        int chosen = *(const char *)next->owner - '0';
        for (int i = 0; i < ADDRESSES; i++)
            if (i != chosen && waits(names[i]))
                ck_assert_int_le(++passed[i][chosen], 1);
        memset(passed[chosen], 0, sizeof passed[chosen]);
        engine_queue_take(&queue, next);
        started++;
    }
    ck_assert_int_gt(started, CLAIMS / 3);
    end();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("engine_queue");
    suite_add(suite, addresses_take_turns);
    suite_add(suite, connections_take_turns);
    suite_add(suite, claims_in_order);
    suite_add(suite, newcomers_are_last);
    suite_add(suite, judgements_are_charged);
    suite_add(suite, limits_of_all);
    suite_add(suite, one_more_to_judge);
    suite_add(suite, passed_over);
    suite_add(suite, starts_have_a_rate);
    suite_add(suite, trusted);
    suite_add(suite, idle_processes);
    suite_add(suite, idle_of_ones_own);
    suite_add_loop(suite, random_claims, 0, 20);
    return suite_run(suite);
}
