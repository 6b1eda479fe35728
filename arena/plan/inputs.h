/* inputs: files among the arguments of engines, as they were when a run began. They are lines of
 * text: the owner, the size, the SHA-256 and the name as it stands on the command line. Very large
 * files are left out, and so are empty ones and those that are not there yet: no game can have
 * depended on them. Logs have size 0 and INPUT_LOG in place of a hash. */
#ifndef TERNION_INPUTS_H
#define TERNION_INPUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "../../src/core/text.h"

enum { INPUT_JUDGE = -1 };
#define INPUT_LOG "log"

struct input {
    long owner; /* an engine's number, or INPUT_JUDGE */
    int64_t size;
    char hash[65];
    char *name;
};

/* Whether it is known that an engine writes to it: then it is no input, whatever it holds. */
bool input_is_log(const struct input *input);
bool input_equals(const struct input *a, const struct input *b);
/* Adds a line for each file that an engine with these words finds from its directory (NULL or
 * empty: from here). */
void inputs_add(struct text *lines, long owner, const char *directory, char *const *words);
/* Reads a line and goes on to the next; false: there are no more. NULL is no lines. What was read
 * is freed. */
bool inputs_next(const char **lines, struct input *input);
bool inputs_find(const char *lines, long owner, const char *name, struct input *input);
void input_free(struct input *input);
/* Puts the lines, and whatever `others` know for a log as a log. Returns whether that changed any
 * of them. */
bool inputs_join_logs(const char *lines, const char *others, struct text *joined);

/* While a run goes on, its engines write their logs. Files of the list that do not only change but
 * grow then are no inputs. */
struct inputs_watch {
    struct watched *at;
    size_t count;
};

/* Adds the lines of one owner. Those of `now` say what this run has found, from which growth is
 * measured: the journal's may be older. */
void inputs_watch(struct inputs_watch *watch, const char *lines, const char *now, long owner,
                  const char *directory);
/* From now on those which have grown, and begin as they did, are logs. Returns whether there were
 * any more. */
bool inputs_drop_logs(struct inputs_watch *watch);
/* Puts the lines as they are now. */
void inputs_print(const struct inputs_watch *watch, struct text *lines);
void inputs_unwatch(struct inputs_watch *watch);

#endif
