#include "engine_queue.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "../src/core/memory.h"
#include "../src/system/now.h"
#include "address.h"
#include "config.h"

/* Seconds. Processes that gave way at once would let one who plays many games have us start them
 * without end. */
static const double REST = 1;

/* What waits of one connection, and of one address. */
struct engine_line {
    struct engine_share *share;
    unsigned long connection;
    struct engine_claims claims;
    TAILQ_ENTRY(engine_line) link;
};

struct engine_share {
    struct address *payer;
    long waiting[ENGINE_USES]; /* how many claims */
    struct engine_lines lines; /* whose turn it is, first */
    TAILQ_ENTRY(engine_share) link;
};

void engine_queue_init(struct engine_queue *queue, long most) {
    *queue = (struct engine_queue){.most = most};
    TAILQ_INIT(&queue->working);
    TAILQ_INIT(&queue->shares);
}

long engine_queue_waiting(const struct engine_queue *queue) {
    const struct engine_share *share;
    long count = 0;
    TAILQ_FOREACH(share, &queue->shares, link)
    for (int use = 0; use < ENGINE_USES; use++)
        count += share->waiting[use];
    return count;
}

bool engine_claim_waits(const struct engine_claim *claim) {
    return claim->line != NULL;
}

/* Coming and going. Whoever comes new is last. */

static struct engine_share *share_of(struct engine_queue *queue, struct address *payer) {
    struct engine_share *share = TAILQ_FIRST(&queue->shares);
    while (share != NULL && share->payer != payer)
        share = TAILQ_NEXT(share, link);
    if (share == NULL) {
        share = memory_new(1, sizeof *share);
        share->payer = payer;
        TAILQ_INIT(&share->lines);
        TAILQ_INSERT_TAIL(&queue->shares, share, link);
    }
    return share;
}

static struct engine_line *line_of(struct engine_share *share, unsigned long connection) {
    struct engine_line *line = TAILQ_FIRST(&share->lines);
    while (line != NULL && line->connection != connection)
        line = TAILQ_NEXT(line, link);
    if (line == NULL) {
        line = memory_new(1, sizeof *line);
        line->share = share;
        line->connection = connection;
        TAILQ_INIT(&line->claims);
        TAILQ_INSERT_TAIL(&share->lines, line, link);
    }
    return line;
}

void engine_queue_join(struct engine_queue *queue, struct engine_claim *claim, enum engine_use use,
                       struct address *payer, unsigned long connection) {
    assert(claim->line == NULL && !claim->running);
    claim->use = use;
    claim->payer = payer;
    claim->line = line_of(share_of(queue, payer), connection);
    claim->line->share->waiting[use]++;
    payer->claims++;
    TAILQ_INSERT_TAIL(&claim->line->claims, claim, link);
}

/* Waits no more; lines and shares without claims go. */
static void leave_line(struct engine_queue *queue, struct engine_claim *claim) {
    struct engine_line *line = claim->line;
    struct engine_share *share = line->share;
    TAILQ_REMOVE(&line->claims, claim, link);
    share->waiting[claim->use]--;
    claim->line = NULL;
    if (TAILQ_EMPTY(&line->claims)) {
        TAILQ_REMOVE(&share->lines, line, link);
        free(line);
    }
    if (TAILQ_EMPTY(&share->lines)) {
        TAILQ_REMOVE(&queue->shares, share, link);
        free(share);
    }
}

static void count_process(struct engine_queue *queue, struct engine_claim *claim, long change) {
    queue->running += change;
    queue->advising += claim->use == ENGINE_ADVISES ? change : 0;
    claim->payer->engines += change;
    claim->running = change > 0;
}

void engine_queue_leave(struct engine_queue *queue, struct engine_claim *claim) {
    if (claim->line == NULL && !claim->running)
        return;
    if (claim->running) {
        TAILQ_REMOVE(&queue->working, claim, link);
        count_process(queue, claim, -1);
    } else {
        leave_line(queue, claim);
    }
    claim->payer->claims--;
}

void engine_queue_take(struct engine_queue *queue, struct engine_claim *claim) {
    assert(claim->line != NULL);
    struct engine_line *line = claim->line;
    struct engine_share *share = line->share;
    TAILQ_REMOVE(&share->lines, line, link);
    TAILQ_INSERT_TAIL(&share->lines, line, link);
    TAILQ_REMOVE(&queue->shares, share, link);
    TAILQ_INSERT_TAIL(&queue->shares, share, link);
    leave_line(queue, claim);
    claim->idle_since = INFINITY;
    TAILQ_INSERT_TAIL(&queue->working, claim, link);
    count_process(queue, claim, 1);
}

/* Turns. */

/* Of those that an address pays for, or of all (NULL). */
static struct engine_claim *longest_idle(const struct engine_queue *queue,
                                         const struct address *payer, double now) {
    struct engine_claim *longest = NULL, *claim;
    TAILQ_FOREACH(claim, &queue->working, link) {
        if (now - claim->idle_since > REST && (payer == NULL || claim->payer == payer) &&
            (longest == NULL || claim->idle_since < longest->idle_since))
            longest = claim;
    }
    return longest;
}

/* Whether an address may have one more process for that use if *idle, unless it is NULL, goes. */
static bool has_place(const struct engine_queue *queue, const struct address *payer,
                      enum engine_use use, double now, struct engine_claim **idle) {
    bool judges = use == ENGINE_JUDGES;
    long most = queue->most + (judges ? queue->most / 4 + 1 : 0);
    long own = payer->limits->bots_per_address + judges;
    *idle = NULL;
    if (!address_may_start(payer) ||
        (use == ENGINE_ADVISES && queue->advising >= (queue->most + 1) / 2))
        return false;
    bool greedy = payer->engines >= own;
    if (!greedy && queue->running < most)
        return true;
    *idle = longest_idle(queue, greedy ? payer : NULL, now);
    return *idle != NULL && payer->engines - greedy < own && queue->running - 1 < most;
}

/* The first claim, by turns of connections, of a use that may have a process. */
static struct engine_claim *share_next(const struct engine_share *share,
                                       const bool may[ENGINE_USES]) {
    struct engine_line *line;
    struct engine_claim *claim;
    TAILQ_FOREACH(line, &share->lines, link) {
        TAILQ_FOREACH(claim, &line->claims, link) {
            if (may[claim->use])
                return claim;
        }
    }
    return NULL;
}

struct engine_claim *engine_queue_next(const struct engine_queue *queue, double now,
                                       struct engine_claim **idle) {
    struct engine_share *share;
    TAILQ_FOREACH(share, &queue->shares, link) {
        bool may[ENGINE_USES], any = false;
        struct engine_claim *gone[ENGINE_USES];
        for (int use = 0; use < ENGINE_USES; use++) {
            may[use] = share->waiting[use] > 0 &&
                       has_place(queue, share->payer, (enum engine_use)use, now, &gone[use]);
            any = any || may[use];
        }
        if (any) {
            struct engine_claim *claim = share_next(share, may);
            *idle = gone[claim->use];
            return claim;
        }
    }
    return NULL;
}

void engine_queue_run(struct engine_queue *queue) {
    struct engine_claim *claim, *idle;
    while ((claim = engine_queue_next(queue, monotonic_now(), &idle)) != NULL) {
        if (idle != NULL)
            idle->claimant->give_way(idle->owner);
        if (!claim->claimant->start(claim->owner))
            return;
    }
}
