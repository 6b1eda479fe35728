/* remote: the console as a client of a ternion-server. */
#ifndef TERNION_REMOTE_H
#define TERNION_REMOTE_H

#include <stdbool.h>

/* Talks to HOST:PORT until the person or the server leaves; returns the exit status. */
int remote_run(const char *address, bool colour, bool unicode);

#endif
