/* go_records: the games of an SGF file, one after the other. */
#ifndef TERNION_BENCH_GO_RECORDS_H
#define TERNION_BENCH_GO_RECORDS_H

#include "../src/core/record.h"

typedef void record_visit_fn(void *context, const struct record *record);

/* Visits the games up to the first one that cannot be read. False if the file cannot be. */
bool records_visit(const char *path, record_visit_fn *visit, void *context);

#endif
