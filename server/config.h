/* config: what the server was told, by file (libconfuse) or by command line. */
#ifndef TERNION_SERVER_CONFIG_H
#define TERNION_SERVER_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "../src/core/error.h"
#include "../src/core/text.h"
#include "log.h"

/* An engine that may be asked to play. */
struct bot_config {
    char *name;
    char *command;
    struct words games;  /* none: all */
    struct words levels; /* the best one last; it may have none */
    double think;        /* seconds a ply when the game has no clock */
    long memory;         /* MiB of address space, 0: no limit */
};

/* What the clients of one network address may use together. */
struct address_limits {
    long clients_per_address; /* connections at once */
    long rooms_per_address;   /* games created in an hour */
    double address_rate;      /* lines a second */
    long bots_per_address;    /* engine processes at once */
    double bot_starts;        /* of these that are started a second */
};

/* Networks, separated by blanks, whose addresses have limits of their own. */
struct trusted_networks {
    struct words networks; /* an address in digits, with /BITS or without */
    struct address_limits limits;
};

struct config {
    char *address;  /* to listen on */
    long http_port; /* pages and WebSocket; 0: none, -1: any free one */
    long line_port; /* plain lines; the same */
    char *web;      /* folder of the page */
    char *database; /* file, or ":memory:" */
    char **origins; /* accepted Origin headers beside our own; NULL at the end */
    size_t origin_count;
    char **proxies; /* addresses whose word on who asks is taken; NULL at the end */
    size_t proxy_count;
    char **frame_ancestors; /* origins of pages that may show ours in a frame; NULL at the end */
    size_t frame_ancestor_count;
    char **status_from; /* networks that may read /status and /metrics; NULL at the end */
    size_t status_from_count;
    char *password; /* of the whole server; "": none */
    char *bans;     /* file of networks that may not come in; "": none */
    bool chat;      /* people may talk */
    enum log_level log_level;
    bool log_addresses;

    long clients;                 /* at once */
    struct address_limits limits; /* of an address that is in no trusted network */
    struct trusted_networks *trusted;
    size_t trusted_count;
    long rooms;            /* games at once, ended ones that wait for a rematch included */
    long contests;         /* tournaments of people at once */
    long rooms_per_client; /* created by one connection in an hour */
    long message;          /* bytes of one line or WebSocket message */
    double rate;           /* lines a second, per connection, in the long run */
    double burst;          /* lines at once */
    double idle;           /* seconds without a word until a connection is closed */
    double ping;           /* seconds between pings to a silent connection */
    long backlog;          /* bytes that may wait for a slow reader */
    long backlog_sum;      /* and for all of them together */
    long plies;            /* of one game; then it is a draw */
    double room_idle;      /* seconds until a game without people is put away */
    double keep_days;      /* until a game that does not change is deleted; 0: never */
    long bots;             /* engine processes at once */
    double bot_idle;       /* seconds until an engine without work is stopped */
    double bot_retry; /* seconds for which one that the system cannot start now is tried again */

    struct bot_config *bot;
    size_t bot_count;
};

/* The built-in configuration: loopback, the engine `engine_command` as the only bot. */
void config_defaults(struct config *config, const char *engine_command, const char *web);
void config_free(struct config *config);
/* Reads a file over the present values. Errors name file and line. */
bool config_read(struct config *config, const char *file, struct error *error);
/* No bots at all. */
void config_drop_bots(struct config *config);
/* The limits of an address in digits. */
const struct address_limits *config_limits(const struct config *config, const char *address);
/* Bot number `number`, from 0, of those that play the game, or NULL. */
const struct bot_config *config_bot_number(const struct config *config, const char *game,
                                           size_t number);
/* The bot of that name that plays the game, or NULL; an empty name finds the first that does. */
const struct bot_config *config_bot(const struct config *config, const char *name,
                                    const char *game);
/* The bot's level of that name, in either case, as the configuration spells it; NULL: it has none.
 * An empty name finds its best, which is "" where it has no levels. */
const char *config_level(const struct bot_config *bot, const char *name);

#endif
