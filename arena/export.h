/* export: everything that is derived from a journal: list, show, export. */
#ifndef TERNION_EXPORT_H
#define TERNION_EXPORT_H

#include "plan.h"
#include "run.h"

bool export_knows(const char *word);
/* words: "list JOURNAL", "show JOURNAL [GAME]", "export FORMAT JOURNAL [GAME...]". */
enum status export_run(const struct strings *words, bool faults, const char *output,
                       struct error *error);

#endif
