#include "guest.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../core/memory.h"
#include "frames.h"
#include "inside.h"

enum {
    READ_CHUNK = 16 << 10,
    SKIPPED_MAX = 64 << 10, /* blank bytes between two replies */
    DETAIL_MAX = 120,       /* bytes of garbage shown */
    LAST_WORDS = 16,        /* pieces of standard error read after a fault */
    REAP_MILLISECONDS = 5   /* how often to look where there is no exit descriptor */
};
static const double PATIENCE =
    0.25; /* from the first sign of an end to a fault; see guest_may_wait */

enum stage {
    STAGE_LIVE,
    STAGE_FAULTY, /* reported, waits for guest_stop */
    STAGE_QUIT,   /* told to leave */
    STAGE_TERM,
    STAGE_KILL
};

/* A command that was queued or sent. */
struct pending {
    long id;
    double limit;
    double sent;
    reply_fn *done;
    void *context;
};

struct guest {
    struct guest_links links;
    struct host *host;
    char *name;
    struct process process;
    struct event *on_output, *on_errors, *on_input, *on_exit, *timer;
    enum stage stage;
    bool polite;
    struct guest_events events;
    void *context;

    struct text out; /* queued bytes, of which `written` are gone and `taped` were recorded */
    size_t written, taped;
    size_t allowed;          /* of these bytes in single mode: up to the end of a line */
    struct pending *pending; /* a ring */
    size_t first, count, unsent, room;
    long next_id;
    bool lacks_ids, answered;
    bool single; /* one command at a time */

    struct frames frames;
    size_t skipped;
    double arrived;  /* stamp of the last bytes read */
    double began;    /* when waiting for the first pending command began */
    double deadline; /* 0: none */
    double armed;    /* when the timer will fire, 0: not set */
    double
        patience; /* until when an end is waited for, or kept back; 0: there was no sign of one */
    bool ended;   /* end of output */
    bool broken;  /* the input pipe does not take anything any more */
    bool exited;  /* reaped, status below */
    bool due;     /* the timer fired */
    int status;
};

struct guest_links *guest_links(struct guest *guest) {
    return &guest->links;
}

pid_t guest_pid(const struct guest *guest) {
    return guest->process.pid;
}

const char *guest_fault_name(enum guest_fault fault) {
    static const char *const names[] = {"fine",  "crash",   "closed", "hang",
                                        "flood", "garbage", "id"};
    return names[fault];
}

static struct pending *pending_at(struct guest *guest, size_t index) {
    return &guest->pending[(guest->first + index) % guest->room];
}

/* ---- the deadline: one lazy timer. It is moved forward only when it fires, so that a ply costs a
 * store and a comparison. */

static void timer_arm(struct guest *guest, double now) {
    double wait = guest->deadline - now;
    if (wait < 0)
        wait = 0;
    struct timeval interval = {.tv_sec = (time_t)wait,
                               .tv_usec = (suseconds_t)((wait - (double)(time_t)wait) * 1e6)};
    guest->armed = guest->deadline;
    event_add(guest->timer, &interval);
}

static void guest_set_deadline(struct guest *guest, double deadline) {
    guest->deadline = deadline;
    if (deadline > 0 && (guest->armed == 0 || deadline < guest->armed))
        timer_arm(guest, host_now());
}

static void on_timer(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct guest *guest = context;
    double now = host_now();
    guest->armed = 0;
    if (guest->deadline == 0)
        return;
    /* The loop counts whole milliseconds and may come a little early. */
    if (now + 0.0005 < guest->deadline) {
        timer_arm(guest, now);
        return;
    }
    guest->due = true;
    host_make_ready(guest->host, guest);
}

/* Waiting for the first pending command, if it was sent, or for nothing. */
static void guest_wait_next(struct guest *guest, double since) {
    if (guest->count == guest->unsent) {
        guest_set_deadline(guest, 0);
        return;
    }
    const struct pending *head = pending_at(guest, 0);
    guest->began = head->sent > since ? head->sent : since;
    guest_set_deadline(guest, guest->began + head->limit);
}

void guest_forgive(struct guest *guest, double since, double now) {
    size_t sent = guest->count - guest->unsent;
    if (guest->patience > 0)
        guest->patience += now - since;
    if (guest->stage != STAGE_LIVE || sent == 0)
        return;
    for (size_t i = 0; i < sent; i++) {
        struct pending *entry = pending_at(guest, i);
        entry->sent += now - fmax(entry->sent, since);
    }
    if (guest->arrived > since) /* not judged yet; no answer comes before its command */
        guest->arrived = now;
    double lost = now - fmax(guest->began, since);
    guest->began += lost;
    guest->due = false;
    if (guest->deadline > 0)
        guest_set_deadline(guest, guest->deadline + lost);
}

/* ---- reading */

static void guest_tape(struct guest *guest, enum guest_tape kind, const char *bytes,
                       size_t length) {
    if (guest->events.tape != NULL && guest->stage == STAGE_LIVE)
        guest->events.tape(guest->context, kind, bytes, length,
                           kind == TAPE_RECEIVED ? guest->arrived : host_now());
}

static void on_output(evutil_socket_t descriptor, short what, void *context) {
    (void)what;
    struct guest *guest = context;
    size_t room;
    if (guest->stage != STAGE_LIVE)
        frames_clear(
            &guest->frames); /* nobody listens; but a full pipe would keep it from leaving */
    char *space = frames_space(&guest->frames, READ_CHUNK, &room);
    ssize_t got = read(descriptor, space, room);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    guest->arrived = host_now();
    if (got > 0) {
        frames_added(&guest->frames, (size_t)got);
        guest_tape(guest, TAPE_RECEIVED, space, (size_t)got);
    } else {
        guest->ended = true;
        event_del(guest->on_output);
    }
    host_make_ready(guest->host, guest);
}

/* Returns whether there was anything. */
static bool guest_read_errors(struct guest *guest) {
    char bytes[4096];
    ssize_t got = read(guest->process.errors, bytes, sizeof bytes);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (got <= 0) {
        event_del(guest->on_errors);
        return false;
    }
    guest_tape(guest, TAPE_ERRORS, bytes, (size_t)got);
    return true;
}

static void on_errors(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    guest_read_errors(context);
}

static void on_exit_ready(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct guest *guest = context;
    guest->exited = guest->exited || process_reap(&guest->process, &guest->status);
    if (guest->exited)
        event_del(guest->on_exit);
    host_make_ready(guest->host, guest);
}

/* ---- writing */

/* How many of the queued bytes may go now. */
static size_t guest_allowed(const struct guest *guest) {
    const char *newline = NULL;
    if (guest->single && guest->allowed < guest->out.length)
        newline = memchr(guest->out.at + guest->allowed, '\n', guest->out.length - guest->allowed);
    return newline != NULL ? (size_t)(newline - guest->out.at) + 1 : guest->out.length;
}

static void guest_write(struct guest *guest) {
    size_t end = guest->single ? guest->allowed : guest->out.length;
    while (!guest->broken && guest->written < end) {
        ssize_t put =
            write(guest->process.input, guest->out.at + guest->written, end - guest->written);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0 && errno == EAGAIN) {
            event_add(guest->on_input, NULL);
            return;
        }
        if (put < 0) {
            guest->broken = true;
            host_make_ready(guest->host, guest);
            return;
        }
        guest->written += (size_t)put;
    }
    if (guest->written == guest->out.length || guest->broken) {
        text_clear(&guest->out);
        guest->written = guest->taped = guest->allowed = 0;
    }
}

static void on_input(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    guest_write(context);
}

static void put_id(struct text *text, long id) {
    char digits[24];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + id % 10);
    while ((id /= 10) > 0);
    text_putn(text, digits + at, sizeof digits - at);
    text_putc(text, ' ');
}

void guest_send(struct guest *guest, const char *command, double limit, reply_fn *done,
                void *context) {
    if (guest->stage != STAGE_LIVE)
        return;
    if (guest->count == guest->room) {
        struct pending *ring = memory_new(guest->room * 2 + 8, sizeof *ring);
        for (size_t i = 0; i < guest->count; i++)
            ring[i] = *pending_at(guest, i);
        free(guest->pending);
        guest->pending = ring;
        guest->first = 0;
        guest->room = guest->room * 2 + 8;
    }
    struct pending *entry = pending_at(guest, guest->count++);
    *entry =
        (struct pending){.id = FRAME_ID_NONE, .limit = limit, .done = done, .context = context};
    guest->unsent++;
    if (!guest->lacks_ids) {
        entry->id = guest->next_id++;
        put_id(&guest->out, entry->id);
    }
    text_put(&guest->out, command);
    text_putc(&guest->out, '\n');
}

/* Though no fault was told yet. */
static bool guest_has_left(const struct guest *guest) {
    return guest->exited || guest->ended || guest->broken;
}

void guest_flush(struct guest *guest) {
    if (guest->stage != STAGE_LIVE || guest->unsent == 0)
        return;
    double now = host_now();
    bool idle = guest->unsent == guest->count;
    if (guest->single && !idle)
        return;
    size_t end = guest_allowed(guest);
    for (size_t left = guest->single ? 1 : guest->unsent; left > 0; left--, guest->unsent--)
        pending_at(guest, guest->count - guest->unsent)->sent = now;
    guest_tape(guest, TAPE_SENT, guest->out.at + guest->taped, end - guest->taped);
    guest->taped = guest->allowed = end;
    guest_write(guest);
    /* Who has closed its pipes, or ended, is given a moment, not the time for an answer. */
    if (idle && !guest_has_left(guest))
        guest_wait_next(guest, now);
}

void guest_set_single(struct guest *guest) {
    guest->single = true;
}

size_t guest_waiting(const struct guest *guest) {
    return guest->count;
}
bool guest_lacks_ids(const struct guest *guest) {
    return guest->lacks_ids;
}

/* ---- working on what arrived */

static void guest_fail(struct guest *guest, enum guest_fault fault, const char *detail) {
    if (guest->stage != STAGE_LIVE)
        return;
    /* Its last words may say why. */
    for (int i = 0; guest->process.errors >= 0 && i < LAST_WORDS && guest_read_errors(guest); i++)
        continue;
    guest->stage = STAGE_FAULTY;
    guest->count = guest->unsent = 0;
    guest_set_deadline(guest, 0);
    if (guest->events.fault != NULL)
        guest->events.fault(guest->context, fault, detail);
}

static void guest_fail_quoting(struct guest *guest, enum guest_fault fault, const char *words,
                               const struct frame *frame) {
    struct text detail = {0};
    text_put(&detail, words);
    text_putn(&detail, frame->text, frame->length < DETAIL_MAX ? frame->length : DETAIL_MAX);
    guest_fail(guest, fault, text_string(&detail));
    text_free(&detail);
}

static void guest_answer(struct guest *guest, const struct frame *frame) {
    struct pending head = {0};
    bool asked = guest->count > guest->unsent;
    if (asked)
        head = *pending_at(guest, 0);
    /* What came before its command was sent cannot answer it, whatever is asked meanwhile. */
    if (!asked || guest->arrived < head.sent) {
        guest_fail_quoting(guest, GUEST_GARBAGE, "an answer to no command: ", frame);
        return;
    }
    if (!guest->answered && frame->id == FRAME_ID_NONE && head.id != FRAME_ID_NONE)
        guest->lacks_ids = true;
    guest->answered = true;
    if (guest->lacks_ids ? frame->id != FRAME_ID_NONE : frame->id != head.id) {
        struct text words = {0};
        if (guest->lacks_ids)
            text_put(&words, "the answers before this one carried no id, it carries ");
        else
            text_print(&words, "the answer to command %ld carries ", head.id);
        text_print(&words, frame->id == FRAME_ID_NONE ? "no id: " : "id %ld: ", frame->id);
        guest_fail_quoting(guest, GUEST_WRONG_ID, text_string(&words), frame);
        text_free(&words);
        return;
    }
    guest->first = (guest->first + 1) % guest->room;
    guest->count--;
    guest->skipped = 0;
    guest_wait_next(guest, guest->arrived);
    if (guest->single)
        guest_flush(guest);
    const struct reply reply = {.ok = frame->ok,
                                .text = frame->text,
                                .length = frame->length,
                                .sent = head.sent,
                                .arrived = guest->arrived};
    if (head.done != NULL)
        head.done(head.context, &reply);
}

static void guest_read_frames(struct guest *guest) {
    struct frame frame;
    while (guest->stage == STAGE_LIVE) {
        switch (frames_next(&guest->frames, guest->host->limits.reply, &frame, &guest->skipped)) {
        case FRAME_REPLY:
            guest_answer(guest, &frame);
            break;
        case FRAME_GARBAGE:
            guest_fail_quoting(guest, GUEST_GARBAGE, "not an answer: ", &frame);
            break;
        case FRAME_FLOOD:
            guest_fail(guest, GUEST_FLOOD, "an answer without end");
            break;
        case FRAME_MORE:
            if (guest->skipped > SKIPPED_MAX)
                guest_fail(guest, GUEST_FLOOD, "empty lines without end");
            return;
        }
    }
}

static void guest_fail_exited(struct guest *guest) {
    struct text detail = {0};
    text_put(&detail, "the program ");
    process_status_print(guest->status, &detail);
    guest_fail(guest, GUEST_EXITED, text_string(&detail));
    text_free(&detail);
}

/* What a program wrote before it ended still counts. */
static void guest_read_rest(struct guest *guest) {
    while (!guest->ended) {
        size_t before = guest->frames.end - guest->frames.start;
        on_output(guest->process.output, EV_READ, guest);
        if (guest->frames.end - guest->frames.start == before ||
            guest->frames.end - guest->frames.start > guest->host->limits.reply)
            break;
    }
}

/* Who forgets the empty line behind an answer, or does not flush it, should not have to guess. */
static void guest_fail_silent(struct guest *guest) {
    double limit = guest->deadline - guest->began;
    struct text words = {0};
    struct frame rest;
    frames_rest(&guest->frames, &rest);
    if (rest.length > 0)
        text_print(&words, "no empty line ended its answer within %.3f s: ", limit);
    else
        text_print(&words, "no answer within %.3f s", limit);
    guest_fail_quoting(guest, GUEST_SILENT, text_string(&words), &rest);
    text_free(&words);
}

/* Killed by a signal that asks to leave, or gone as one goes that heeds it, itself or through a
 * shell. */
static bool status_is_obedient(int status) {
    static const int signals[] = {SIGTERM, SIGHUP, SIGINT};
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if ((WIFSIGNALED(status) && WTERMSIG(status) == signals[i]) ||
            (WIFEXITED(status) && WEXITSTATUS(status) == 128 + signals[i]))
            return true;
    return false;
}

/* Whether it is too early to say what is the matter. A program that closed its pipes is mostly
 * about to end, and its status says more. One that was asked to leave may not be alone: who stops a
 * service, or the machine, asks all of its processes, and whoever owns this guest and hears of that
 * in time has no fault to report. */
static bool guest_may_wait(struct guest *guest) {
    double now = host_now();
    if (guest->exited && !status_is_obedient(guest->status))
        return false;
    if (guest->patience == 0)
        guest->patience = now + PATIENCE;
    if (now + 0.001 >= guest->patience)
        return false;
    guest_set_deadline(guest, guest->patience);
    return true;
}

static void guest_work_live(struct guest *guest) {
    if (guest->exited)
        guest_read_rest(guest);
    guest_read_frames(guest);
    if (guest->stage != STAGE_LIVE)
        return;
    if (guest_has_left(guest)) {
        if (guest_may_wait(guest))
            return;
        if (guest->exited)
            guest_fail_exited(guest);
        else
            guest_fail(guest, GUEST_CLOSED,
                       guest->ended ? "it closed its output" : "it closed its input");
        return;
    }
    if (guest->due && guest->deadline > 0 && host_now() + 0.001 >= guest->deadline)
        guest_fail_silent(guest);
}

/* ---- leaving */

static void guest_free(struct guest *guest) {
    struct host *host = guest->host;
    if (host->events.gone != NULL) {
        enum parting parting = guest->stage == STAGE_KILL   ? PARTING_KILLED
                               : guest->stage == STAGE_TERM ? PARTING_TERM
                                                            : PARTING_LEFT;
        host->events.gone(host->context, guest->name, guest->polite, parting, guest->status);
    }
    struct event *events[] = {guest->on_output, guest->on_errors, guest->on_input, guest->on_exit,
                              guest->timer};
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (events[i] != NULL)
            event_free(events[i]);
    process_close(&guest->process);
    *(guest->links.previous != NULL ? &guest_links(guest->links.previous)->next : &host->guests) =
        guest->links.next;
    if (guest->links.next != NULL)
        guest_links(guest->links.next)->previous = guest->links.previous;
    host->count--;
    frames_free(&guest->frames);
    text_free(&guest->out);
    free(guest->pending);
    free(guest->name);
    free(guest);
    host_tidy(host);
}

static void guest_advance(struct guest *guest, enum stage stage, double seconds) {
    guest->stage = stage;
    guest->due = false;
    if (stage == STAGE_TERM || stage == STAGE_KILL)
        process_signal(&guest->process, stage == STAGE_TERM ? SIGTERM : SIGKILL);
    guest_set_deadline(guest, host_now() + seconds);
}

static void guest_work_leaving(struct guest *guest) {
    const struct host_limits *limits = &guest->host->limits;
    if (!guest->exited)
        guest->exited = process_reap(&guest->process, &guest->status);
    if (guest->exited) {
        guest_free(guest);
        return;
    }
    if (!guest->due)
        return;
    if (guest->stage == STAGE_QUIT)
        guest_advance(guest, STAGE_TERM, limits->terminate);
    else
        guest_advance(guest, STAGE_KILL, 0.02);
}

void guest_work(struct guest *guest) {
    if (guest->stage == STAGE_LIVE)
        guest_work_live(guest);
    if (guest->stage == STAGE_LIVE)
        guest->due = false;
    /* A farewell inside a callback has put it on the ready list again: then its turn comes there.
     */
    if (guest->stage > STAGE_FAULTY && !guest->links.ready)
        guest_work_leaving(guest);
}

void guest_stop(struct guest *guest, bool polite) {
    bool live = guest->stage == STAGE_LIVE && !guest->broken;
    guest->polite = polite && live;
    if (guest->polite) {
        guest->single = false;
        text_put(&guest->out, "quit\n");
        guest_write(guest);
    }
    if (guest->process.input >= 0) {
        event_del(guest->on_input);
        close(guest->process.input);
        guest->process.input = -1;
        guest->broken = true;
    }
    guest->events = (struct guest_events){0};
    guest->count = guest->unsent = 0;
    guest_advance(guest, guest->polite ? STAGE_QUIT : STAGE_TERM,
                  guest->polite ? guest->host->limits.quit : guest->host->limits.terminate);
    host_make_ready(guest->host, guest);
}

bool guest_kill(struct guest *guest, bool last) {
    if (guest->stage != STAGE_KILL) {
        guest->stage = STAGE_KILL;
        process_signal(&guest->process, SIGKILL);
    }
    if (!process_reap(&guest->process, &guest->status) && !last)
        return false;
    guest_free(guest);
    return true;
}

/* ---- starting */

static void guest_watch(struct guest *guest) {
    struct event_base *base = guest->host->base;
    const struct process *process = &guest->process;
    guest->on_output = event_new(base, process->output, EV_READ | EV_PERSIST, on_output, guest);
    guest->on_input = event_new(base, process->input, EV_WRITE, on_input, guest);
    guest->timer = event_new(base, -1, 0, on_timer, guest);
    event_add(guest->on_output, NULL);
    if (process->errors >= 0) {
        guest->on_errors = event_new(base, process->errors, EV_READ | EV_PERSIST, on_errors, guest);
        event_add(guest->on_errors, NULL);
    }
    static const struct timeval often = {.tv_usec = REAP_MILLISECONDS * 1000};
    guest->on_exit = event_new(base, process->exit, process->exit >= 0 ? EV_READ : EV_PERSIST,
                               on_exit_ready, guest);
    event_add(guest->on_exit, process->exit >= 0 ? NULL : &often);
}

struct guest *guest_start(struct host *host, const char *name, const struct process_spec *spec,
                          const struct guest_events *events, void *context, struct error *error) {
    struct process process;
    if (!process_start(&process, spec, error))
        return NULL;
    struct guest *guest = memory_new(1, sizeof *guest);
    guest->host = host;
    guest->name = memory_string(name);
    guest->process = process;
    guest->events = *events;
    guest->context = context;
    guest->next_id = 1;
    guest->links.next = host->guests;
    if (host->guests != NULL)
        guest_links(host->guests)->previous = guest;
    host->guests = guest;
    host->count++;
    guest_watch(guest);
    return guest;
}
