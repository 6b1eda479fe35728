#include "driver.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../core/memory.h"
#include "../system/now.h"
#include "driver_private.h"

enum {
    READ_CHUNK = 16 << 10,
    SKIPPED_MAX = 64 << 10, /* blank bytes between two replies */
    DETAIL_MAX = 120,       /* bytes of garbage shown */
    LAST_WORDS = 16,        /* pieces of standard error read after a fault */
    REAP_MILLISECONDS = 5   /* how often to look where there is no exit descriptor */
};
/* Seconds from the first sign of an end to a fault; see driver_may_wait. */
static const double PATIENCE = 0.25;

enum stage {
    STAGE_LIVE,
    STAGE_FAULTY, /* reported, waits for driver_stop */
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

struct driver {
    struct driver_links links;
    struct driver_loop *loop;
    char *name;
    struct process process;
    struct event *on_output, *on_errors, *on_input, *on_exit, *timer;
    enum stage stage;
    bool polite;
    struct driver_events events;
    void *context;

    struct text out; /* queued bytes, of which `written` are gone and `recorded` were recorded */
    size_t written, recorded;
    size_t allowed;          /* of these bytes in single mode: up to the end of a line */
    struct pending *pending; /* a ring */
    size_t first, count, unsent, room;
    long next_id;
    bool lacks_ids, answered;
    bool single; /* one command at a time */

    unsigned can;   /* a bit for each ability */
    char *commands; /* list_commands, a newline before and after each; or NULL */
    bool whole_seconds;

    struct replies replies;
    size_t skipped;
    double arrived;  /* stamp of the last bytes read */
    double began;    /* when waiting for the first pending command began */
    double deadline; /* 0: none */
    double armed;    /* when the timer will fire, 0: not set */
    double patience; /* until when an end is waited for, or kept back; 0: no sign of one */
    bool ended;      /* end of output */
    bool broken;     /* the input pipe does not take anything any more */
    bool exited;     /* reaped, status below */
    bool due;        /* the timer fired */
    int status;
};

struct driver_links *driver_links(struct driver *driver) {
    return &driver->links;
}

pid_t driver_pid(const struct driver *driver) {
    return driver->process.pid;
}

const char *driver_fault_name(enum driver_fault fault) {
    static const char *const names[] = {"fine",  "crash",   "closed", "hang",
                                        "flood", "garbage", "id"};
    return names[fault];
}

static struct pending *pending_at(struct driver *driver, size_t index) {
    return &driver->pending[(driver->first + index) % driver->room];
}

/* The deadline: one lazy timer. It is moved forward only when it fires, so that a ply costs a
 * store and a comparison. */

static void timer_arm(struct driver *driver, double now) {
    double wait = driver->deadline - now;
    if (wait < 0)
        wait = 0;
    struct timeval interval = {.tv_sec = (time_t)wait,
                               .tv_usec = (suseconds_t)((wait - (double)(time_t)wait) * 1e6)};
    driver->armed = driver->deadline;
    event_add(driver->timer, &interval);
}

static void driver_set_deadline(struct driver *driver, double deadline) {
    driver->deadline = deadline;
    if (deadline > 0 && (driver->armed == 0 || deadline < driver->armed))
        timer_arm(driver, monotonic_now());
}

static void on_timer(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct driver *driver = context;
    double now = monotonic_now();
    driver->armed = 0;
    if (driver->deadline == 0)
        return;
    /* The loop counts whole milliseconds and may come a little early. */
    if (now + 0.0005 < driver->deadline) {
        timer_arm(driver, now);
        return;
    }
    driver->due = true;
    driver_loop_make_ready(driver->loop, driver);
}

/* Waiting for the first pending command, if it was sent, or for nothing. */
static void driver_wait_next(struct driver *driver, double since) {
    if (driver->count == driver->unsent) {
        driver_set_deadline(driver, 0);
        return;
    }
    const struct pending *head = pending_at(driver, 0);
    driver->began = head->sent > since ? head->sent : since;
    driver_set_deadline(driver, driver->began + head->limit);
}

void driver_forgive(struct driver *driver, double since, double now) {
    size_t sent = driver->count - driver->unsent;
    if (driver->patience > 0)
        driver->patience += now - since;
    if (driver->stage != STAGE_LIVE || sent == 0)
        return;
    for (size_t i = 0; i < sent; i++) {
        struct pending *entry = pending_at(driver, i);
        entry->sent += now - fmax(entry->sent, since);
    }
    if (driver->arrived > since) /* not judged yet; no answer comes before its command */
        driver->arrived = now;
    double lost = now - fmax(driver->began, since);
    driver->began += lost;
    driver->due = false;
    if (driver->deadline > 0)
        driver_set_deadline(driver, driver->deadline + lost);
}

/* Reading. */

static void driver_traffic(struct driver *driver, enum driver_traffic kind, const char *bytes,
                           size_t length) {
    if (driver->events.traffic != NULL && driver->stage == STAGE_LIVE)
        driver->events.traffic(driver->context, kind, bytes, length,
                               kind == TRAFFIC_RECEIVED ? driver->arrived : monotonic_now());
}

static void on_output(evutil_socket_t descriptor, short what, void *context) {
    (void)what;
    struct driver *driver = context;
    size_t room;
    if (driver->stage != STAGE_LIVE)
        /* Nobody listens; but a full pipe would keep it from leaving. */
        replies_clear(&driver->replies);
    char *space = replies_space(&driver->replies, READ_CHUNK, &room);
    ssize_t got = read(descriptor, space, room);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    driver->arrived = monotonic_now();
    if (got > 0) {
        replies_added(&driver->replies, (size_t)got);
        driver_traffic(driver, TRAFFIC_RECEIVED, space, (size_t)got);
    } else {
        driver->ended = true;
        event_del(driver->on_output);
    }
    driver_loop_make_ready(driver->loop, driver);
}

/* Returns whether there was anything. */
static bool driver_read_errors(struct driver *driver) {
    char bytes[4096];
    ssize_t got = read(driver->process.errors, bytes, sizeof bytes);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (got <= 0) {
        event_del(driver->on_errors);
        return false;
    }
    driver_traffic(driver, TRAFFIC_ERRORS, bytes, (size_t)got);
    return true;
}

static void on_errors(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    driver_read_errors(context);
}

static void on_exit_ready(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    struct driver *driver = context;
    driver->exited = driver->exited || process_reap(&driver->process, &driver->status);
    if (driver->exited)
        event_del(driver->on_exit);
    driver_loop_make_ready(driver->loop, driver);
}

/* Writing. */

/* How many of the queued bytes may go now. */
static size_t driver_allowed(const struct driver *driver) {
    const char *newline = NULL;
    if (driver->single && driver->allowed < driver->out.length)
        newline =
            memchr(driver->out.at + driver->allowed, '\n', driver->out.length - driver->allowed);
    return newline != NULL ? (size_t)(newline - driver->out.at) + 1 : driver->out.length;
}

static void driver_write(struct driver *driver) {
    size_t end = driver->single ? driver->allowed : driver->out.length;
    while (!driver->broken && driver->written < end) {
        ssize_t put =
            write(driver->process.input, driver->out.at + driver->written, end - driver->written);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0 && errno == EAGAIN) {
            event_add(driver->on_input, NULL);
            return;
        }
        if (put < 0) {
            driver->broken = true;
            driver_loop_make_ready(driver->loop, driver);
            return;
        }
        driver->written += (size_t)put;
    }
    if (driver->written == driver->out.length || driver->broken) {
        text_clear(&driver->out);
        driver->written = driver->recorded = driver->allowed = 0;
    }
}

static void on_input(evutil_socket_t descriptor, short what, void *context) {
    (void)descriptor, (void)what;
    driver_write(context);
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

void driver_send(struct driver *driver, const char *command, double limit, reply_fn *done,
                 void *context) {
    if (driver->stage != STAGE_LIVE)
        return;
    if (driver->count == driver->room) {
        struct pending *ring = memory_new(driver->room * 2 + 8, sizeof *ring);
        for (size_t i = 0; i < driver->count; i++)
            ring[i] = *pending_at(driver, i);
        free(driver->pending);
        driver->pending = ring;
        driver->first = 0;
        driver->room = driver->room * 2 + 8;
    }
    struct pending *entry = pending_at(driver, driver->count++);
    *entry =
        (struct pending){.id = REPLY_ID_NONE, .limit = limit, .done = done, .context = context};
    driver->unsent++;
    if (!driver->lacks_ids) {
        entry->id = driver->next_id++;
        put_id(&driver->out, entry->id);
    }
    text_put(&driver->out, command);
    text_putc(&driver->out, '\n');
}

/* Though no fault was told yet. */
static bool driver_has_left(const struct driver *driver) {
    return driver->exited || driver->ended || driver->broken;
}

void driver_flush(struct driver *driver) {
    if (driver->stage != STAGE_LIVE || driver->unsent == 0)
        return;
    double now = monotonic_now();
    bool idle = driver->unsent == driver->count;
    if (driver->single && !idle)
        return;
    size_t end = driver_allowed(driver);
    for (size_t left = driver->single ? 1 : driver->unsent; left > 0; left--, driver->unsent--)
        pending_at(driver, driver->count - driver->unsent)->sent = now;
    driver_traffic(driver, TRAFFIC_SENT, driver->out.at + driver->recorded, end - driver->recorded);
    driver->recorded = driver->allowed = end;
    driver_write(driver);
    /* An engine that has closed its pipes, or ended, is given a moment, not the time for an answer.
     */
    if (idle && !driver_has_left(driver))
        driver_wait_next(driver, now);
}

size_t driver_waiting(const struct driver *driver) {
    return driver->count;
}
bool driver_lacks_ids(const struct driver *driver) {
    return driver->lacks_ids;
}

/* What it can do. */

static const char *const ability_names[ABILITIES] = {
    [CAN_SET_GAME] = "set_game",
    [CAN_SET_RULES] = "set_rules",
    [CAN_SET_OPTION] = "set_option",
    [CAN_SET_POSITION] = "set_position",
    [CAN_FIXED_HANDICAP] = "fixed_handicap",
    [CAN_LEVEL] = "level",
    [CAN_TIME_SETTINGS] = "time_settings",
    [CAN_TIME_LEFT] = "time_left",
    [CAN_KATA_TIME] = "kata-time_settings",
    [CAN_KGS_TIME] = "kgs-time_settings",
    [CAN_RANDOM_SEED] = "set_random_seed",
    [CAN_FINAL_SCORE] = "final_score",
    [CAN_FINAL_STATUS] = "final_status_list",
    [CAN_GENMOVE_ANALYZE] = "genmove_analyze",
    [CAN_KATA_GENMOVE_ANALYZE] = "kata-genmove_analyze",
    [CAN_LZ_GENMOVE_ANALYZE] = "lz-genmove_analyze",
    [CAN_NAME] = "name",
    [CAN_VERSION] = "version",
};

bool driver_has_command(const struct driver *driver, const char *name) {
    struct text line = {0};
    text_print(&line, "\n%s\n", name);
    bool has = driver->commands != NULL && strstr(driver->commands, text_string(&line)) != NULL;
    text_free(&line);
    return has;
}

bool driver_can(const struct driver *driver, enum ability ability) {
    return driver->can >> ability & 1;
}

void driver_learn(struct driver *driver, const struct reply *commands) {
    struct text list = {0};
    text_putc(&list, '\n');
    for (size_t i = 0; commands->ok && i < commands->length; i++)
        if (commands->text[i] != ' ')
            text_putc(&list, commands->text[i]);
    text_putc(&list, '\n');
    free(driver->commands);
    driver->commands = text_take(&list);
    driver->can = 0;
    for (int i = 0; i < ABILITIES; i++)
        if (driver_has_command(driver, ability_names[i]))
            driver->can |= 1U << i;
}

bool driver_wants_whole_seconds(const struct driver *driver) {
    return driver->whole_seconds ||
           !(driver_can(driver, CAN_SET_GAME) || driver_can(driver, CAN_KATA_TIME));
}

void driver_set_whole_seconds(struct driver *driver) {
    driver->whole_seconds = true;
}

/* Working on what arrived. */

static void driver_fail(struct driver *driver, enum driver_fault fault, const char *detail) {
    if (driver->stage != STAGE_LIVE)
        return;
    /* Its last words may say why. */
    for (int i = 0; driver->process.errors >= 0 && i < LAST_WORDS && driver_read_errors(driver);
         i++)
        continue;
    driver->stage = STAGE_FAULTY;
    driver->count = driver->unsent = 0;
    driver_set_deadline(driver, 0);
    if (driver->events.fault != NULL)
        driver->events.fault(driver->context, fault, detail);
}

static void driver_fail_quoting(struct driver *driver, enum driver_fault fault, const char *words,
                                const struct reply *reply) {
    struct text detail = {0};
    text_put(&detail, words);
    text_putn(&detail, reply->text, reply->length < DETAIL_MAX ? reply->length : DETAIL_MAX);
    driver_fail(driver, fault, text_string(&detail));
    text_free(&detail);
}

static void driver_answer(struct driver *driver, struct reply *reply) {
    struct pending head = {0};
    bool asked = driver->count > driver->unsent;
    if (asked)
        head = *pending_at(driver, 0);
    /* What came before its command was sent cannot answer it, whatever is asked meanwhile. */
    if (!asked || driver->arrived < head.sent) {
        driver_fail_quoting(driver, DRIVER_GARBAGE, "an answer to no command: ", reply);
        return;
    }
    if (!driver->answered && reply->id == REPLY_ID_NONE && head.id != REPLY_ID_NONE)
        driver->lacks_ids = true;
    driver->answered = true;
    if (driver->lacks_ids ? reply->id != REPLY_ID_NONE : reply->id != head.id) {
        struct text words = {0};
        if (driver->lacks_ids)
            text_put(&words, "the answers before this one carried no id, it carries ");
        else
            text_print(&words, "the answer to command %ld carries ", head.id);
        text_print(&words, reply->id == REPLY_ID_NONE ? "no id: " : "id %ld: ", reply->id);
        driver_fail_quoting(driver, DRIVER_WRONG_ID, text_string(&words), reply);
        text_free(&words);
        return;
    }
    driver->first = (driver->first + 1) % driver->room;
    driver->count--;
    driver->skipped = 0;
    driver_wait_next(driver, driver->arrived);
    if (driver->single)
        driver_flush(driver);
    reply->sent = head.sent;
    reply->arrived = driver->arrived;
    if (head.done != NULL)
        head.done(head.context, reply);
}

static void driver_read_replies(struct driver *driver) {
    struct reply reply;
    while (driver->stage == STAGE_LIVE) {
        switch (
            replies_next(&driver->replies, driver->loop->limits.reply, &reply, &driver->skipped)) {
        case REPLY_WHOLE:
            driver_answer(driver, &reply);
            break;
        case REPLY_GARBAGE:
            driver_fail_quoting(driver, DRIVER_GARBAGE, "not an answer: ", &reply);
            break;
        case REPLY_FLOOD:
            driver_fail(driver, DRIVER_FLOOD, "an answer without end");
            break;
        case REPLY_MORE:
            if (driver->skipped > SKIPPED_MAX)
                driver_fail(driver, DRIVER_FLOOD, "empty lines without end");
            return;
        }
    }
}

static void driver_fail_exited(struct driver *driver) {
    struct text detail = {0};
    text_put(&detail, "the program ");
    process_status_print(driver->status, &detail);
    driver_fail(driver, DRIVER_EXITED, text_string(&detail));
    text_free(&detail);
}

/* What a program wrote before it ended still counts. */
static void driver_read_rest(struct driver *driver) {
    while (!driver->ended) {
        size_t before = driver->replies.end - driver->replies.start;
        on_output(driver->process.output, EV_READ, driver);
        if (driver->replies.end - driver->replies.start == before ||
            driver->replies.end - driver->replies.start > driver->loop->limits.reply)
            break;
    }
}

/* The author of an engine that forgets the empty line after an answer, or does not flush it, should
 * not have to guess. */
static void driver_fail_silent(struct driver *driver) {
    double limit = driver->deadline - driver->began;
    struct text words = {0};
    struct reply rest;
    replies_rest(&driver->replies, &rest);
    if (rest.length > 0)
        text_print(&words, "no empty line ended its answer within %.3f s: ", limit);
    else
        text_print(&words, "no answer within %.3f s", limit);
    driver_fail_quoting(driver, DRIVER_SILENT, text_string(&words), &rest);
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
 * about to end, and its status says more. One that was asked to leave may not be alone: a service
 * manager, or a machine that shuts down, asks all processes, and an owner of this driver that hears
 * of it in time has no fault to report. */
static bool driver_may_wait(struct driver *driver) {
    double now = monotonic_now();
    if (driver->exited && !status_is_obedient(driver->status))
        return false;
    if (driver->patience == 0)
        driver->patience = now + PATIENCE;
    if (now + 0.001 >= driver->patience)
        return false;
    driver_set_deadline(driver, driver->patience);
    return true;
}

static void driver_work_live(struct driver *driver) {
    if (driver->exited)
        driver_read_rest(driver);
    driver_read_replies(driver);
    if (driver->stage != STAGE_LIVE)
        return;
    if (driver_has_left(driver)) {
        if (driver_may_wait(driver))
            return;
        if (driver->exited)
            driver_fail_exited(driver);
        else
            driver_fail(driver, DRIVER_CLOSED,
                        driver->ended ? "it closed its output" : "it closed its input");
        return;
    }
    if (driver->due && driver->deadline > 0 && monotonic_now() + 0.001 >= driver->deadline)
        driver_fail_silent(driver);
}

/* Leaving. */

static void driver_free(struct driver *driver) {
    struct driver_loop *loop = driver->loop;
    if (loop->events.gone != NULL) {
        enum parting parting = driver->stage == STAGE_KILL   ? PARTING_KILLED
                               : driver->stage == STAGE_TERM ? PARTING_TERM
                                                             : PARTING_LEFT;
        loop->events.gone(loop->context, driver->name, driver->polite, parting, driver->status);
    }
    struct event *events[] = {driver->on_output, driver->on_errors, driver->on_input,
                              driver->on_exit, driver->timer};
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (events[i] != NULL)
            event_free(events[i]);
    process_close(&driver->process);
    *(driver->links.previous != NULL ? &driver_links(driver->links.previous)->next
                                     : &loop->drivers) = driver->links.next;
    if (driver->links.next != NULL)
        driver_links(driver->links.next)->previous = driver->links.previous;
    loop->count--;
    replies_free(&driver->replies);
    text_free(&driver->out);
    free(driver->pending);
    free(driver->commands);
    free(driver->name);
    free(driver);
    driver_loop_tidy(loop);
}

static void driver_advance(struct driver *driver, enum stage stage, double seconds) {
    driver->stage = stage;
    driver->due = false;
    if (stage == STAGE_TERM || stage == STAGE_KILL)
        process_signal(&driver->process, stage == STAGE_TERM ? SIGTERM : SIGKILL);
    driver_set_deadline(driver, monotonic_now() + seconds);
}

static void driver_work_leaving(struct driver *driver) {
    const struct driver_loop_limits *limits = &driver->loop->limits;
    if (!driver->exited)
        driver->exited = process_reap(&driver->process, &driver->status);
    if (driver->exited) {
        driver_free(driver);
        return;
    }
    if (!driver->due)
        return;
    if (driver->stage == STAGE_QUIT)
        driver_advance(driver, STAGE_TERM, limits->terminate);
    else
        driver_advance(driver, STAGE_KILL, 0.02);
}

void driver_work(struct driver *driver) {
    if (driver->stage == STAGE_LIVE)
        driver_work_live(driver);
    if (driver->stage == STAGE_LIVE)
        driver->due = false;
    /* A farewell inside a callback has put it on the ready list again: then its turn comes there.
     */
    if (driver->stage > STAGE_FAULTY && !driver->links.ready)
        driver_work_leaving(driver);
}

void driver_stop(struct driver *driver, bool polite) {
    bool live = driver->stage == STAGE_LIVE && !driver->broken;
    driver->polite = polite && live;
    if (driver->polite) {
        driver->single = false;
        text_put(&driver->out, "quit\n");
        driver_write(driver);
    }
    if (driver->process.input >= 0) {
        event_del(driver->on_input);
        close(driver->process.input);
        driver->process.input = -1;
        driver->broken = true;
    }
    driver->events = (struct driver_events){0};
    driver->count = driver->unsent = 0;
    driver_advance(driver, driver->polite ? STAGE_QUIT : STAGE_TERM,
                   driver->polite ? driver->loop->limits.quit : driver->loop->limits.terminate);
    driver_loop_make_ready(driver->loop, driver);
}

bool driver_kill(struct driver *driver, bool last) {
    if (driver->stage != STAGE_KILL) {
        driver->stage = STAGE_KILL;
        process_signal(&driver->process, SIGKILL);
    }
    if (!process_reap(&driver->process, &driver->status) && !last)
        return false;
    driver_free(driver);
    return true;
}

/* Starting. */

static void driver_watch(struct driver *driver) {
    struct event_base *base = driver->loop->base;
    const struct process *process = &driver->process;
    driver->on_output = event_new(base, process->output, EV_READ | EV_PERSIST, on_output, driver);
    driver->on_input = event_new(base, process->input, EV_WRITE, on_input, driver);
    driver->timer = event_new(base, -1, 0, on_timer, driver);
    event_add(driver->on_output, NULL);
    if (process->errors >= 0) {
        driver->on_errors =
            event_new(base, process->errors, EV_READ | EV_PERSIST, on_errors, driver);
        event_add(driver->on_errors, NULL);
    }
    static const struct timeval often = {.tv_usec = REAP_MILLISECONDS * 1000};
    driver->on_exit = event_new(base, process->exit, process->exit >= 0 ? EV_READ : EV_PERSIST,
                                on_exit_ready, driver);
    event_add(driver->on_exit, process->exit >= 0 ? NULL : &often);
}

struct driver *driver_start(struct driver_loop *loop, const struct engine_spec *spec,
                            const struct cpus *cpus, const struct driver_events *events,
                            void *context, struct error *error) {
    struct process process;
    assert(spec->path != NULL && spec->words != NULL);
    if (!process_start(&process, spec, cpus, error))
        return NULL;
    struct driver *driver = memory_new(1, sizeof *driver);
    driver->loop = loop;
    driver->name = memory_string(spec->name);
    driver->single = !spec->pipeline;
    driver->process = process;
    driver->events = *events;
    driver->context = context;
    driver->next_id = 1;
    driver->links.next = loop->drivers;
    if (loop->drivers != NULL)
        driver_links(loop->drivers)->previous = driver;
    loop->drivers = driver;
    loop->count++;
    driver_watch(driver);
    return driver;
}
