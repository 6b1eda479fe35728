/* service: KataGo's analysis protocol, without input and output of its own: lines of queries in,
 * lines of answers out, several positions at a time on threads. */
#ifndef TERNION_ANALYSIS_SERVICE_H
#define TERNION_ANALYSIS_SERVICE_H

#include "../core/games.h"

struct service_options {
    const struct kit *kit;      /* its game must understand other programs' names of rules */
    const long *player_options; /* of each search; borrowed until the service is freed */
    const char *version;
    int threads;     /* positions at a time, at least one */
    uint64_t visits; /* of queries that do not say; 0: 500 */
    double seconds;  /* the same; 0: no limit */
    uint64_t seed;
};

/* Gets whole lines, one call at a time, from any thread. */
typedef void service_write_fn(void *context, const char *bytes, size_t count);

struct service;
struct service *service_new(const struct service_options *options, service_write_fn *write,
                            void *context);
/* Takes one query; what it asks for is answered in the course of time. Blank lines are nothing. */
void service_line(struct service *service, const char *line, size_t length);
/* Says that a line was too long to be read. */
void service_refuse_line(struct service *service);
/* Waits until everything is answered, or (hurry) ends what is searched and drops the rest. */
void service_free(struct service *service, bool hurry);

#endif
