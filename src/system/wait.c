#include "wait.h"

#include <poll.h>

bool wait_is_readable(int descriptor) {
    struct pollfd watched = {.fd = descriptor, .events = POLLIN};
    return poll(&watched, 1, 0) > 0;
}

void wait_readable(int descriptor) {
    struct pollfd watched = {.fd = descriptor, .events = POLLIN};
    poll(&watched, 1, -1);
}

void wait_writable(int descriptor) {
    struct pollfd watched = {.fd = descriptor, .events = POLLOUT};
    poll(&watched, 1, -1);
}
