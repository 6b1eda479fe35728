#include "socket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Another port helps where this one is taken, or is for root only. */
static void listen_fail(const char *address, const char *port, const char *option,
                        struct error *error) {
    bool other = errno == EADDRINUSE || errno == EACCES;
    error_set(error, "server.listen",
              other
                  ? "cannot listen on {0} port {1}: {2}; {3} chooses another one (-1: any free one)"
                  : "cannot listen on {0} port {1}: {2}",
              address, port, strerror(errno), option, NULL);
}

int socket_listen(const char *address, int port, const char *option, struct error *error) {
    char service[16];
    snprintf(service, sizeof service, "%d", port < 0 ? 0 : port);
    struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    int problem = getaddrinfo(address, service, &hints, &found);
    if (problem != 0) {
        error_set(error, "server.address", "{0}: {1}", address, gai_strerror(problem), NULL);
        return -1;
    }
    int descriptor = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    int on = 1;
    bool good = descriptor >= 0 &&
                setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
                bind(descriptor, found->ai_addr, found->ai_addrlen) == 0 &&
                listen(descriptor, SOMAXCONN) == 0;
    if (!good) {
        listen_fail(address, service, option, error);
        if (descriptor >= 0)
            close(descriptor);
        descriptor = -1;
    }
    freeaddrinfo(found);
    return descriptor;
}

int socket_port(int descriptor) {
    struct sockaddr_storage name;
    socklen_t length = sizeof name;
    if (getsockname(descriptor, (struct sockaddr *)&name, &length) != 0)
        return 0;
    if (name.ss_family == AF_INET6)
        return ntohs(((struct sockaddr_in6 *)&name)->sin6_port);
    return ntohs(((struct sockaddr_in *)&name)->sin_port);
}

void socket_name(struct sockaddr_storage *peer, socklen_t length, char name[64]) {
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)peer;
    if (peer->ss_family == AF_INET6 && !IN6_IS_ADDR_V4MAPPED(&six->sin6_addr))
        memset(six->sin6_addr.s6_addr + 8, 0, 8);
    if (getnameinfo((struct sockaddr *)peer, length, name, 64, NULL, 0, NI_NUMERICHOST) != 0)
        snprintf(name, 64, "unknown");
}

static bool address_read(const char *digits, struct sockaddr_storage *address, socklen_t *length) {
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    if (getaddrinfo(digits, NULL, &hints, &found) != 0)
        return false;
    *length = found->ai_addrlen;
    memcpy(address, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    return true;
}

bool socket_name_read(const char *digits, char name[64]) {
    struct sockaddr_storage address = {0};
    socklen_t length;
    if (!address_read(digits, &address, &length))
        return false;
    socket_name(&address, length, name);
    return true;
}

/* The bytes of an address; those of IPv4 within IPv6 are its last four. */
static size_t address_bytes(const struct sockaddr_storage *address, const unsigned char **bytes) {
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
    bool mapped = address->ss_family == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&six->sin6_addr);
    if (address->ss_family == AF_INET6) {
        *bytes = six->sin6_addr.s6_addr + (mapped ? 12 : 0);
        return mapped ? 4 : 16;
    }
    *bytes = (const unsigned char *)&((const struct sockaddr_in *)address)->sin_addr;
    return address->ss_family == AF_INET ? 4 : 0;
}

bool socket_is_from(const struct sockaddr_storage *peer, const char *digits) {
    struct sockaddr_storage wanted = {0};
    socklen_t length;
    const unsigned char *bytes, *wanted_bytes;
    if (!address_read(digits, &wanted, &length))
        return false;
    size_t count = address_bytes(peer, &bytes);
    return count > 0 && count == address_bytes(&wanted, &wanted_bytes) &&
           memcmp(bytes, wanted_bytes, count) == 0;
}

/* A network as an address, and how many of its bits count. */
static bool network_read(const char *network, struct sockaddr_storage *address, size_t *bits) {
    const unsigned char *bytes;
    const char *slash = strchr(network, '/');
    struct text digits = {0};
    socklen_t length;
    long count = -1;
    text_putn(&digits, network, slash == NULL ? strlen(network) : (size_t)(slash - network));
    bool good = address_read(text_string(&digits), address, &length) &&
                (slash == NULL || text_to_whole(slash + 1, 0, 128, &count));
    text_free(&digits);
    size_t whole = good ? 8 * address_bytes(address, &bytes) : 0;
    *bits = count < 0 ? whole : (size_t)count;
    return good && *bits <= whole;
}

bool socket_network_is_ok(const char *network) {
    struct sockaddr_storage address = {0};
    size_t bits;
    return network_read(network, &address, &bits);
}

bool socket_is_within(const char *name, const char *network) {
    struct sockaddr_storage one = {0}, other = {0};
    const unsigned char *a, *b;
    size_t bits;
    socklen_t length;
    if (!address_read(name, &one, &length) || !network_read(network, &other, &bits))
        return false;
    size_t count = address_bytes(&one, &a);
    if (count != address_bytes(&other, &b))
        return false;
    bits = count == 16 && bits > 64 ? 64 : bits;
    size_t whole = bits / 8, rest = bits % 8;
    return memcmp(a, b, whole) == 0 && (rest == 0 || (a[whole] ^ b[whole]) >> (8 - rest) == 0);
}

void socket_addresses(struct text *list) {
    struct ifaddrs *all = NULL;
    char name[64];
    if (getifaddrs(&all) != 0)
        return;
    for (const struct ifaddrs *one = all; one != NULL; one = one->ifa_next) {
        bool wanted = one->ifa_addr != NULL && one->ifa_addr->sa_family == AF_INET &&
                      (one->ifa_flags & IFF_UP) != 0 && (one->ifa_flags & IFF_LOOPBACK) == 0;
        if (wanted && getnameinfo(one->ifa_addr, sizeof(struct sockaddr_in), name, sizeof name,
                                  NULL, 0, NI_NUMERICHOST) == 0)
            text_print(list, "%s ", name);
    }
    freeifaddrs(all);
}

bool socket_is_local(int descriptor) {
    struct sockaddr_storage own = {0};
    socklen_t length = sizeof own;
    const unsigned char *bytes = NULL;
    if (getsockname(descriptor, (struct sockaddr *)&own, &length) != 0)
        return false;
    size_t count = address_bytes(&own, &bytes);
    return count == 4 ? bytes[0] == 127
                      : count == 16 && memcmp(bytes, &in6addr_loopback, count) == 0;
}

socklen_t socket_other(int descriptor, struct sockaddr_storage *peer) {
    socklen_t length = sizeof *peer;
    *peer = (struct sockaddr_storage){0};
    return getpeername(descriptor, (struct sockaddr *)peer, &length) == 0 ? length : 0;
}

void socket_peer(int descriptor, char name[64]) {
    struct sockaddr_storage peer;
    socklen_t length = socket_other(descriptor, &peer);
    socket_name(&peer, length, name);
}
