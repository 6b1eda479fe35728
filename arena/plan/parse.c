#include "parse.h"

#include <arpa/inet.h>
#include <limits.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "../../src/core/text.h"

bool parse_long(const char *value, long min, long max, long *to, struct error *error) {
    if (text_to_whole(value, min, max, to))
        return true;
    struct text range = {0};
    if (max == LONG_MAX)
        text_print(&range, "from %ld", min);
    else
        text_print(&range, "from %ld to %ld", min, max);
    error_set(error, "syntax.number", "{0} is not a whole number {1}", value, text_string(&range),
              NULL);
    text_free(&range);
    return false;
}

bool parse_seconds(const char *value, double *to, struct error *error) {
    return text_to_number(value, 0, 1e6, to) ||
           error_set(error, "syntax.seconds", "{0} is not a number of seconds, 0 to 1000000", value,
                     NULL);
}

bool parse_clock(const char *value, struct clock_settings *to, struct error *error) {
    return clock_parse(value, to) ||
           error_set(error, "syntax.time",
                     "{0} is no clock; right are none, 0.5/move, 300, 60+1, \"600+3x30 byoyomi\", "
                     "\"600+25/300 canadian\"",
                     value, NULL);
}

bool parse_flag(const char *value, bool *to, struct error *error) {
    bool yes = text_same(value, "yes") || text_same(value, "true") || text_same(value, "on");
    bool no = text_same(value, "no") || text_same(value, "false") || text_same(value, "off");
    if (!yes && !no)
        return error_set(error, "syntax.flag", "{0} is neither yes nor no", value, NULL);
    *to = yes;
    return true;
}

/* The number of value in a list of words ended by NULL, or -1 with an error. */
int parse_word(const char *value, const char *const *words, struct error *error) {
    struct text known = {0};
    for (int i = 0; words[i] != NULL; i++) {
        if (text_same(value, words[i])) {
            text_free(&known);
            return i;
        }
        text_put(&known, i > 0 ? ", " : "");
        text_put(&known, words[i]);
    }
    error_set(error, "syntax.word", "{0} is none of {1}", value, text_string(&known), NULL);
    text_free(&known);
    return -1;
}

bool parse_pair(const char *value, struct strings *list, struct error *error) {
    const char *equals = strchr(value, '=');
    if (equals == NULL || equals == value)
        return error_set(error, "syntax.pair", "{0} is not of the form NAME=VALUE", value, NULL);
    strings_add(list, value);
    return true;
}

static bool place_read(const char *value, struct place *to) {
    const char *colon = strrchr(value, ':');
    size_t length = colon != NULL ? (size_t)(colon - value) : 0;
    *to = (struct place){.host = "127.0.0.1"};
    if (!text_to_whole(colon != NULL ? colon + 1 : value, 0, 65535, &to->port))
        return false;
    if (colon == NULL)
        return true;
    bool six = length > 2 && value[0] == '[' && value[length - 1] == ']';
    value += six;
    length -= six ? 2 : 0;
    if (length == 0 || length >= sizeof to->host)
        return false;
    memcpy(to->host, value, length);
    to->host[length] = '\0';
    unsigned char bytes[sizeof(struct in6_addr)];
    return inet_pton(six ? AF_INET6 : AF_INET, to->host, bytes) == 1;
}

bool parse_place(const char *value, struct place *to, struct error *error) {
    return place_read(value, to) ||
           error_set(error, "syntax.place",
                     "{0} is no address to serve at; right is PORT or HOST:PORT in numbers", value,
                     NULL);
}
