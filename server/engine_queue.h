/* engine_queue: whose turn it is to have an engine process. A bot that is to move, the judgement of
 * a stopped game and advice all claim one here, and each is charged to an address and, there, to a
 * connection. It starts no process itself. What it promises:
 *
 * - Addresses take turns, whatever they claim a process for; within an address connections do; the
 *   claims of one connection come in the order in which they were made. So however many claims
 *   others make, between two starts for one address that waits every other one has at most one,
 *   and the same holds for the connections of one address. Who may not have a process just now is
 *   passed over.
 * - No address has more processes than its limits allow, nor are they started faster. In all there
 *   are `most`, of which half, rounded up, may advise.
 * - No game hangs on a judgement: where these are taken, an address may have one process more for
 *   that, and in all there may be a quarter more, and at least one.
 * - A process that has had nothing to do for a second gives way to a claim that may then start: one
 *   of the same address where that has all it may have, else the one that has been idle longest. */
#ifndef TERNION_ENGINE_QUEUE_H
#define TERNION_ENGINE_QUEUE_H

#include <stdbool.h>
#include <sys/queue.h>

struct address;
struct engine_claim;
struct engine_line;
struct engine_share;

enum engine_use { ENGINE_PLAYS, ENGINE_JUDGES, ENGINE_ADVISES, ENGINE_USES };

/* What is done with a claim. */
struct engine_claimant {
    /* It is its turn: a process is to be started. False: the system refuses one just now, so that
     * there is no sense in trying with others; the claim goes on waiting. */
    bool (*start)(void *owner);
    /* Its idle process is to end. */
    void (*give_way)(void *owner);
};

TAILQ_HEAD(engine_claims, engine_claim);
TAILQ_HEAD(engine_lines, engine_line);
TAILQ_HEAD(engine_shares, engine_share);

struct engine_queue {
    long most; /* processes */
    long running, advising;
    struct engine_claims working; /* those with a process */
    struct engine_shares shares;  /* of the addresses that wait for one; whose turn it is, first */
};

/* All zero but for its claimant and owner before its first use. */
struct engine_claim {
    const struct engine_claimant *claimant;
    void *owner;
    enum engine_use use;
    struct address *payer;
    struct engine_line *line; /* while it waits */
    bool running;
    double idle_since; /* while it has a process: since when that has no work, or INFINITY */
    TAILQ_ENTRY(engine_claim) link;
};

void engine_queue_init(struct engine_queue *queue, long most);
/* Waits from now on, after what the connection has claimed so far. The claim must neither wait nor
 * have a process; the address is kept while it does. */
void engine_queue_join(struct engine_queue *queue, struct engine_claim *claim, enum engine_use use,
                       struct address *payer, unsigned long connection);
/* Neither waits any more nor has a process; fine if that is so already. */
void engine_queue_leave(struct engine_queue *queue, struct engine_claim *claim);
/* Whose turn it is among those who may have a process now, or NULL. *idle is the claim whose
 * process must end first, or NULL. Changes nothing. */
struct engine_claim *engine_queue_next(const struct engine_queue *queue, double now,
                                       struct engine_claim **idle);
/* A claim that waits has got a process: its connection and its address have had their turn. */
void engine_queue_take(struct engine_queue *queue, struct engine_claim *claim);
/* Starts one after the other as long as somebody may have a process. */
void engine_queue_run(struct engine_queue *queue);
/* How many claims wait. */
long engine_queue_waiting(const struct engine_queue *queue);
bool engine_claim_waits(const struct engine_claim *claim);

#endif
