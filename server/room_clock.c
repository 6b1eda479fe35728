/* The clock of the side to play. */
#include <math.h>

#include <event2/event.h>

#include "../src/driver/driver_loop.h"
#include "room_inside.h"
#include "server.h"

void room_halt_clock(struct room *room) {
    room->turn_began = room->spent = 0;
    if (room->flag != NULL)
        event_del(room->flag);
}

double room_elapsed(const struct room *room) {
    return room->turn_began > 0 ? room->spent + host_now() - room->turn_began : 0;
}

static void flag_fell(int descriptor, short what, void *context) {
    (void)descriptor;
    (void)what;
    struct room *room = context;
    int side = session_to_play(room->session);
    clock_spend(session_clock(room->session, side), room_elapsed(room), 0);
    room_end(room, ENDING_TIME, side_other(side), "time");
}

void room_run_clock(struct room *room) {
    if (room->clock.kind == CLOCK_NONE || room->turn_began > 0)
        return;
    if (room->flag == NULL)
        room->flag = event_new(room->server->base, -1, 0, flag_fell, room);
    room->turn_began = host_now();
    double limit = clock_limit(session_clock(room->session, session_to_play(room->session)));
    limit = fmax(limit - room->spent, 0);
    struct timeval delay = {.tv_sec = (time_t)limit};
    delay.tv_usec = (suseconds_t)((limit - (double)delay.tv_sec) * 1e6);
    event_add(room->flag, &delay);
}
