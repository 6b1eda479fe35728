/* power: a file system for SQLite that knows what a power cut leaves: what was synced, and of the
 * rest whatever it likes. */
#ifndef TERNION_TESTS_POWER_H
#define TERNION_TESTS_POWER_H

#include <stdbool.h>
#include <stdint.h>

/* From now on SQLite opens its files by it. `happens` (may be NULL) is called before every write
 * (`what` is 'w'), cut of a file ('t') and sync ('s') of a file whose name ends so, by whatever
 * thread does it. */
void power_start(void (*happens)(void *context, const char *name, char what, long long offset),
                 void *context);
/* Takes effect at once; SQLite opens its files as usual again. All files must be closed. */
void power_stop(void);
/* Writes to the folder the files as a power cut at this moment may leave them. How much of what was
 * not synced survives, and which parts, depends on the seed. */
void power_cut(const char *folder, uint64_t seed);

#endif
