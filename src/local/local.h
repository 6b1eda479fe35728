/* local: what a server is to its people, for one person in the same program: the games they have
 * here, and the engine as their bots' player, adviser and judge. The page without a server talks to
 * it in the lines of docs/server.md.
 *
 * Nothing blocks but local_work, which does the engine's thinking. The owner calls it when there is
 * nothing else to do; a bot's thought comes in one piece, advice in slices of a tenth of a second,
 * between which lines are heard. */
#ifndef TERNION_LOCAL_H
#define TERNION_LOCAL_H

#include <stdbool.h>
#include <stddef.h>

struct local;

/* Games that are kept; the one that was left alone for longest makes place for another. */
enum { LOCAL_GAMES = 50 };

/* Where things go. All must be there. */
struct local_host {
    void *context;
    /* One message without a final newline, an event or a reply. */
    void (*say)(void *context, const char *message, size_t length);
    /* A game as local_recall reads it, to be kept by its id before anybody hears of the change;
     * NULL when the game goes. */
    void (*keep)(void *context, const char *id, const char *game);
    /* local_tick is wanted at that time of monotonic_now(); INFINITY: only once a second. */
    void (*set_timer)(void *context, double when);
};

/* Says hello. `think` is the seconds that a bot without a clock, or advice, may take. */
struct local *local_new(const struct local_host *host, double think);
void local_free(struct local *local);
/* Brings a game back as it was kept; false if that is no game. */
bool local_recall(struct local *local, const char *game);
/* Puts the person on their seats in a game, as if they had never been away; false: there is none.
 */
bool local_enter(struct local *local, const char *id);
/* One line of the person's. */
void local_line(struct local *local, const char *line, size_t length);
/* Once a second, and when the timer asks for it. */
void local_tick(struct local *local);
/* Whether there is something to think about. */
bool local_has_work(const struct local *local);
/* Whether the next piece is short: lines are heard again after a tenth of a second. */
bool local_is_sliced(const struct local *local);
/* Does a piece of it. */
void local_work(struct local *local);

#endif
