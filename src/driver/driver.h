/* driver: an engine being driven: a process on an event loop, and what it can do.
 *
 * Commands are queued, sent in one write, and answered in order; every wait has a limit. Nothing
 * here blocks. Callbacks come from the loop only, never from inside the functions below, and a
 * callback may call any of them, driver_stop included. */
#ifndef TERNION_DRIVER_H
#define TERNION_DRIVER_H

#include <stdbool.h>
#include <stddef.h>

#include "driver_loop.h"
#include "process.h"
#include "replies.h"

struct driver;

enum driver_fault {
    DRIVER_FINE,
    DRIVER_EXITED,  /* the program ended */
    DRIVER_CLOSED,  /* it closed its output, or its input, and lives on */
    DRIVER_SILENT,  /* no answer within the limit */
    DRIVER_FLOOD,   /* output without end */
    DRIVER_GARBAGE, /* output that is no answer, or answers nothing */
    DRIVER_WRONG_ID /* the answer to another command */
};

/* A stable word for each: "crash", "closed", "hang", "flood", "garbage", "id". */
const char *driver_fault_name(enum driver_fault fault);

/* The reply is borrowed for the call. */
typedef void reply_fn(void *context, const struct reply *reply);

enum driver_traffic { TRAFFIC_SENT, TRAFFIC_RECEIVED, TRAFFIC_ERRORS };

/* Any of them may be NULL. */
struct driver_events {
    /* Something went wrong; outstanding commands will not be answered. Comes once. The driver waits
     * for driver_stop. A program that left as if it had been asked to is told a quarter of a second
     * later, so that an owner that was asked as well has heard of it. */
    void (*fault)(void *context, enum driver_fault fault, const char *detail);
    /* Every byte that passes, for a recorder. */
    void (*traffic)(void *context, enum driver_traffic kind, const char *bytes, size_t length,
                    double when);
};

/* Starts an engine that was found (engine_spec_find), on these processors; NULL: on any. The
 * context belongs to the events and may be changed later. Unless spec->pipeline is
 * set, a command is written only when the one before it was answered. NULL with an error if the
 * system refuses. */
struct driver *driver_start(struct driver_loop *loop, const struct engine_spec *spec,
                            const struct cpus *cpus, const struct driver_events *events,
                            void *context, struct error *error);

/* Queues a command (without newline and id). Its answer must come within `limit` seconds, counted
 * from sending or from the answer before it, whichever is later. Goes out with driver_flush. */
void driver_send(struct driver *driver, const char *command, double limit, reply_fn *done,
                 void *context);
/* Writes everything queued with one system call. */
void driver_flush(struct driver *driver);
/* Commands not yet answered. */
size_t driver_waiting(const struct driver *driver);
/* Whether an engine that left out the id of its first answer is spoken to without ids. */
bool driver_lacks_ids(const struct driver *driver);

/* Commands that are sent only to engines that list them. */
enum ability {
    CAN_SET_GAME,
    CAN_SET_RULES,
    CAN_SET_OPTION,
    CAN_SET_POSITION,
    CAN_FIXED_HANDICAP,
    CAN_LEVEL,
    CAN_TIME_SETTINGS,
    CAN_TIME_LEFT,
    CAN_KATA_TIME,
    CAN_KGS_TIME,
    CAN_RANDOM_SEED,
    CAN_FINAL_SCORE,
    CAN_FINAL_STATUS,
    CAN_GENMOVE_ANALYZE,
    CAN_KATA_GENMOVE_ANALYZE,
    CAN_LZ_GENMOVE_ANALYZE,
    CAN_NAME,
    CAN_VERSION,
    ABILITIES
};

/* Takes the reply to list_commands. Before it, and after a refusal, the engine can do nothing. */
void driver_learn(struct driver *driver, const struct reply *commands);
bool driver_can(const struct driver *driver, enum ability ability);
/* Whether list_commands has this name. */
bool driver_has_command(const struct driver *driver, const char *name);
/* Whether seconds are told without decimals. GTP has whole seconds; engines of our own protocol,
 * and KataGo, are told parts of a second until they refuse one. */
bool driver_wants_whole_seconds(const struct driver *driver);
void driver_set_whole_seconds(struct driver *driver);

/* The owner's farewell: no callback of its events comes any more, and the pointer is no longer
 * valid. A polite one sends quit and closes the input; an engine that does not leave is ended,
 * first by SIGTERM, then by SIGKILL, with its whole process group. */
void driver_stop(struct driver *driver, bool polite);

#endif
