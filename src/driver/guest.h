/* guest: an engine process on an event loop.
 *
 * Commands are queued, sent in one write, and answered in order; every wait has a limit. Nothing
 * here blocks. Callbacks come from the loop only, never from inside the functions below, and a
 * callback may call any of them, guest_stop included. */
#ifndef TERNION_GUEST_H
#define TERNION_GUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "host.h"
#include "process.h"

struct guest;

enum guest_fault {
    GUEST_FINE,
    GUEST_EXITED,  /* the program ended */
    GUEST_CLOSED,  /* it closed its output, or its input, and lives on */
    GUEST_SILENT,  /* no answer within the limit */
    GUEST_FLOOD,   /* output without end */
    GUEST_GARBAGE, /* output that is no answer, or answers nothing */
    GUEST_WRONG_ID /* the answer to another command */
};

/* A stable word for each: "crash", "closed", "hang", "flood", "garbage", "id". */
const char *guest_fault_name(enum guest_fault fault);

struct reply {
    bool ok;
    const char *text; /* borrowed for the call */
    size_t length;
    double sent;    /* when the command was written (host_now) */
    double arrived; /* when the answer's last byte was read; never before the command was written */
};

typedef void reply_fn(void *context, const struct reply *reply);

enum guest_tape { TAPE_SENT, TAPE_RECEIVED, TAPE_ERRORS };

/* Any of them may be NULL. */
struct guest_events {
    /* Something went wrong; outstanding commands will not be answered. Comes once. The guest waits
     * for guest_stop. A program that left as if it had been asked to is told a quarter of a second
     * later, so that an owner who was asked, too, has heard of it. */
    void (*fault)(void *context, enum guest_fault fault, const char *detail);
    /* Every byte that passes, for a recorder. */
    void (*tape)(void *context, enum guest_tape kind, const char *bytes, size_t length,
                 double when);
};

/* Starts the program. The context belongs to the events and may be changed later. NULL with an
 * error if the system refuses. The name is for host_events.gone. */
struct guest *guest_start(struct host *host, const char *name, const struct process_spec *spec,
                          const struct guest_events *events, void *context, struct error *error);
/* From now on a command is written only when the one before it was answered, for engines that lose
 * lines which arrive together. */
void guest_set_single(struct guest *guest);

/* Queues a command (without newline and id). Its answer must come within `limit` seconds, counted
 * from sending or from the answer before it, whichever is later. Goes out with guest_flush. */
void guest_send(struct guest *guest, const char *command, double limit, reply_fn *done,
                void *context);
/* Writes everything queued with one system call. */
void guest_flush(struct guest *guest);
/* Commands not yet answered. */
size_t guest_waiting(const struct guest *guest);
/* Whether an engine that left out the id of its first answer is spoken to without ids. */
bool guest_lacks_ids(const struct guest *guest);

/* The owner's farewell: no callback of its events comes any more, and the pointer is no longer
 * valid. A polite one sends quit and closes the input; whoever does not leave is ended, first by
 * SIGTERM, then by SIGKILL, with its whole process group. */
void guest_stop(struct guest *guest, bool polite);

#endif
