/* dialogue: what passes between the arena and an engine, appended to the file that its `dialogue=`
 * names, line by line as it happens. Unlike a transcript it has no bound. */
#ifndef TERNION_DIALOGUE_H
#define TERNION_DIALOGUE_H

#include "../plan/plan.h"
#include "transcript.h"

/* Lines of which only a part has come, by kind. All zero is none. */
struct dialogue_parts {
    struct text at[TRANSCRIPT_REMARK + 1];
};

struct dialogue_files;

/* Opens the files of a plan's engines. What is no regular file is refused, and so is one that holds
 * something else. */
struct dialogue_files *dialogue_files_open(const struct plan *plan, struct error *error);
void dialogue_files_close(struct dialogue_files *files);
/* Takes bytes of an engine in a game; lines go out as soon as they are whole. Does nothing for an
 * engine without such a file, of which the judge is one. */
void dialogue_files_add(struct dialogue_files *files, int engine, long game,
                        struct dialogue_parts *parts, enum transcript_kind kind, const char *bytes,
                        size_t length, double when);
/* The engine leaves the game: lines go out as far as they have come. */
void dialogue_files_end(struct dialogue_files *files, int engine, long game,
                        struct dialogue_parts *parts);
void dialogue_parts_free(struct dialogue_parts *parts);
/* False with an error if something could not be written. */
bool dialogue_files_are_written(const struct dialogue_files *files, struct error *error);

#endif
