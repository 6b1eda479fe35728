#include "config.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core/games.h"
#include "../src/core/memory.h"
#include "../src/driver/conf.h"
#include "../src/room/room.h"
#include "socket.h"

static void replace(char **slot, const char *value) {
    char *copy = memory_string(value);
    free(*slot);
    *slot = copy;
}

static void bot_free(struct bot_config *bot) {
    free(bot->name);
    free(bot->command);
    words_free(&bot->games);
    words_free(&bot->levels);
}

void config_drop_bots(struct config *config) {
    for (size_t i = 0; i < config->bot_count; i++)
        bot_free(&config->bot[i]);
    free(config->bot);
    config->bot = NULL;
    config->bot_count = 0;
}

static void drop_trusted(struct config *config) {
    for (size_t i = 0; i < config->trusted_count; i++)
        words_free(&config->trusted[i].networks);
    free(config->trusted);
    config->trusted = NULL;
    config->trusted_count = 0;
}

static void list_free(char ***list, size_t *count) {
    for (size_t i = 0; i < *count; i++)
        free((*list)[i]);
    free(*list);
    *list = NULL;
    *count = 0;
}

void config_defaults(struct config *config, const char *engine_command, const char *web) {
    *config = (struct config){
        .http_port = 8080,
        .line_port = 8081,
        .clients = 10000,
        .limits = {.clients_per_address = 200,
                   .rooms_per_address = 2000,
                   .address_rate = 400,
                   .bots_per_address = 8,
                   .bot_starts = 4},
        .rooms = 10000,
        .contests = 100,
        .rooms_per_client = 120,
        .message = 16384,
        .rate = 20,
        .burst = 100,
        .idle = 3600,
        .ping = 30,
        .backlog = 1 << 20,
        .backlog_sum = 1 << 28,
        .plies = 3000,
        .room_idle = 24 * 3600,
        .bots = 16,
        .bot_idle = 60,
        .bot_retry = 60,
        .chat = true,
        .log_level = LOG_LEVEL_INFO,
    };
    static const char *const loopback[] = {"127.0.0.0/8", "::1"};
    config->status_from_count = 2;
    config->status_from = memory_new(2 + 1, sizeof *config->status_from);
    for (int i = 0; i < 2; i++)
        config->status_from[i] = memory_string(loopback[i]);
    config->password = memory_string("");
    config->bans = memory_string("");
    config->address = memory_string("127.0.0.1");
    config->web = memory_string(web);
    config->database = memory_string("ternion-server.db");
    config->bot = memory_new(1, sizeof *config->bot);
    config->bot_count = 1;
    config->bot[0] = (struct bot_config){
        .name = memory_string("ternion"),
        .command = memory_string(engine_command),
        .think = 1,
        .memory = 4096,
    };
    words_split(&config->bot[0].levels, "random easy medium hard optimal");
}

void config_free(struct config *config) {
    free(config->address);
    free(config->web);
    free(config->database);
    list_free(&config->origins, &config->origin_count);
    list_free(&config->proxies, &config->proxy_count);
    list_free(&config->frame_ancestors, &config->frame_ancestor_count);
    list_free(&config->status_from, &config->status_from_count);
    free(config->password);
    free(config->bans);
    config_drop_bots(config);
    drop_trusted(config);
}

static void take_bots(struct config *config, cfg_t *cfg) {
    size_t count = cfg_size(cfg, "bot");
    if (count == 0)
        return;
    config_drop_bots(config);
    config->bot = memory_new(count, sizeof *config->bot);
    config->bot_count = count;
    for (size_t i = 0; i < count; i++) {
        cfg_t *section = cfg_getnsec(cfg, "bot", (unsigned)i);
        config->bot[i] = (struct bot_config){
            .name = memory_string(cfg_title(section)),
            .command = memory_string(cfg_getstr(section, "command")),
            .think = cfg_getfloat(section, "think"),
            .memory = cfg_getint(section, "memory"),
        };
        words_split(&config->bot[i].games, cfg_getstr(section, "games"));
        words_split(&config->bot[i].levels, cfg_getstr(section, "levels"));
    }
}

static void take_list(cfg_t *cfg, const char *name, char ***list, size_t *count) {
    list_free(list, count);
    *count = cfg_size(cfg, name);
    *list = memory_new(*count + 1, sizeof **list);
    for (size_t i = 0; i < *count; i++)
        (*list)[i] = memory_string(cfg_getnstr(cfg, name, (unsigned)i));
}

/* A setting that is one number. */
struct field {
    const char *name;
    cfg_type_t type; /* CFGT_INT in a long, CFGT_FLOAT in a double */
    size_t offset;   /* in struct config or struct address_limits */
    double least, most;
};

#define WHOLE(name, least, most)                                                                   \
    { #name, CFGT_INT, offsetof(struct config, name), least, most }
#define NUMBER(name, least, most)                                                                  \
    { #name, CFGT_FLOAT, offsetof(struct config, name), least, most }

static const struct field fields[] = {
    WHOLE(http_port, -1, 65535), WHOLE(line_port, -1, 65535),     WHOLE(clients, 1, 1e6),
    WHOLE(rooms, 1, 1e6),        WHOLE(rooms_per_client, 1, 1e6), WHOLE(message, 256, 1 << 20),
    NUMBER(rate, 0.1, 1e6),      NUMBER(burst, 1, 1e6),           NUMBER(idle, 1, 1e7),
    NUMBER(ping, 1, 1e7),        WHOLE(backlog, 65536, 1 << 30),  WHOLE(backlog_sum, 1 << 20, 1e12),
    NUMBER(room_idle, 1, 1e9),   NUMBER(keep_days, 0, 1e6),       WHOLE(plies, 2, 1e6),
    WHOLE(contests, 0, 1e5),     WHOLE(bots, 0, 10000),           NUMBER(bot_idle, 1, 1e6),
    NUMBER(bot_retry, 0, 1e6),
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

#define LIMIT(type, name, least, most)                                                             \
    { #name, type, offsetof(struct address_limits, name), least, most }

/* Those of an address, which trusted networks have again. */
static const struct field limits[] = {
    LIMIT(CFGT_INT, clients_per_address, 1, 1e6), LIMIT(CFGT_INT, rooms_per_address, 1, 1e6),
    LIMIT(CFGT_FLOAT, address_rate, 1, 1e7),      LIMIT(CFGT_INT, bots_per_address, 1, 10000),
    LIMIT(CFGT_FLOAT, bot_starts, 0.1, 1e6),
};
enum { LIMITS = sizeof limits / sizeof limits[0] };

static void *field_slot(void *record, const struct field *field) {
    return (char *)record + field->offset;
}

/* The option by which libconfuse reads a field; what stands in the record now is its default. */
static cfg_opt_t field_option(void *record, const struct field *field) {
    char *name = (char *)field->name; /* libconfuse copies it */
    if (field->type == CFGT_INT)
        return (cfg_opt_t)CFG_INT(name, *(long *)field_slot(record, field), CFGF_NONE);
    return (cfg_opt_t)CFG_FLOAT(name, *(double *)field_slot(record, field), CFGF_NONE);
}

static double field_value(const struct field *field, cfg_t *cfg) {
    return field->type == CFGT_INT ? (double)cfg_getint(cfg, field->name)
                                   : cfg_getfloat(cfg, field->name);
}

static void field_take(void *record, const struct field *field, cfg_t *cfg) {
    if (field->type == CFGT_INT)
        *(long *)field_slot(record, field) = cfg_getint(cfg, field->name);
    else
        *(double *)field_slot(record, field) = cfg_getfloat(cfg, field->name);
}

/* What a section leaves out, where the option is 0, is as for everybody. */
static void take_trusted(struct config *config, cfg_t *cfg) {
    drop_trusted(config);
    config->trusted_count = cfg_size(cfg, "trusted_networks");
    config->trusted = memory_new(config->trusted_count + 1, sizeof *config->trusted);
    for (size_t i = 0; i < config->trusted_count; i++) {
        cfg_t *section = cfg_getnsec(cfg, "trusted_networks", (unsigned)i);
        struct trusted_networks *trusted = &config->trusted[i];
        words_split(&trusted->networks, cfg_title(section));
        trusted->limits = config->limits;
        for (size_t j = 0; j < LIMITS; j++)
            if (field_value(&limits[j], section) != 0)
                field_take(&trusted->limits, &limits[j], section);
    }
}

static bool is_within(double value, double least, double most, const char *name, const char *file,
                      struct error *error) {
    if (value >= least && value <= most)
        return true;
    struct text wanted = {0};
    text_number(&wanted, least);
    text_put(&wanted, " to ");
    text_number(&wanted, most);
    error_set(error, "config.bounds", "{0}: {1} must be from {2}", file, name, text_string(&wanted),
              NULL);
    text_free(&wanted);
    return false;
}

static bool field_good(const struct field *field, cfg_t *cfg, const char *file,
                       struct error *error) {
    return is_within(field_value(field, cfg), field->least, field->most, field->name, file, error);
}

static bool bot_plays_games(cfg_t *bot, const char *file, struct error *error) {
    struct words list;
    words_split(&list, cfg_getstr(bot, "games"));
    bool good = true;
    for (int i = 0; i < list.count && good; i++)
        good = games_find(list.at[i]) != NULL ||
               error_set(error, "config.games", "{0}: the bot {1} plays {2}, which is no game here",
                         file, cfg_title(bot), list.at[i], NULL);
    words_free(&list);
    return good;
}

/* Whether `create` and the page can name it: one word, without what ends it or parts it there. */
static bool is_name(const char *word) {
    for (const char *c = word; *c != '\0'; c++)
        if ((unsigned char)*c <= ' ' || *c == 127 || *c == '/' || *c == '#')
            return false;
    return *word != '\0';
}

static bool bot_has_names(cfg_t *bot, const char *file, struct error *error) {
    struct words levels;
    words_split(&levels, cfg_getstr(bot, "levels"));
    const char *bad = is_name(cfg_title(bot)) ? NULL : cfg_title(bot);
    for (int i = 0; i < levels.count && bad == NULL; i++)
        bad = is_name(levels.at[i]) ? NULL : levels.at[i];
    bool good =
        bad == NULL ||
        error_set(error, "config.name",
                  "{0}: '{1}' names no bot and no level: a name is one word without / and #", file,
                  bad, NULL);
    words_free(&levels);
    return good;
}

static bool bot_good(cfg_t *bot, const char *file, struct error *error) {
    if (!bot_has_names(bot, file, error))
        return false;
    if (*cfg_getstr(bot, "command") == '\0')
        return error_set(error, "config.bot", "{0}: the bot {1} has no command", file,
                         cfg_title(bot), NULL);
    return is_within(cfg_getfloat(bot, "think"), 0.01, 86400, "think of a bot", file, error) &&
           is_within((double)cfg_getint(bot, "memory"), 0, 1e9, "memory of a bot", file, error) &&
           bot_plays_games(bot, file, error);
}

static bool proxies_good(cfg_t *cfg, const char *file, struct error *error) {
    unsigned char bytes[16];
    for (unsigned i = 0; i < cfg_size(cfg, "proxies"); i++) {
        const char *proxy = cfg_getnstr(cfg, "proxies", i);
        if (inet_pton(AF_INET, proxy, bytes) != 1 && inet_pton(AF_INET6, proxy, bytes) != 1)
            return error_set(error, "config.proxy", "{0}: the proxy {1} is no address in digits",
                             file, proxy, NULL);
    }
    return true;
}

/* https://name or https://name:8443, and nothing that means more in a policy: no path, no star. */
static bool is_origin(const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                ".-:[]";
    size_t scheme = text_starts(word, "https://") ? 8 : text_starts(word, "http://") ? 7 : 0;
    size_t length = strspn(word + scheme, plain);
    return scheme > 0 && length > 0 && word[scheme + length] == '\0';
}

static bool ancestors_good(cfg_t *cfg, const char *file, struct error *error) {
    for (unsigned i = 0; i < cfg_size(cfg, "frame_ancestors"); i++) {
        const char *origin = cfg_getnstr(cfg, "frame_ancestors", i);
        if (!is_origin(origin))
            return error_set(
                error, "config.frame",
                "{0}: frame_ancestors: '{1}' is no origin such as https://moodle.example", file,
                origin, NULL);
    }
    return true;
}

static bool trusted_good(cfg_t *section, const char *file, struct error *error) {
    struct words networks;
    words_split(&networks, cfg_title(section));
    const char *bad = networks.count == 0 ? "" : NULL;
    for (int i = 0; i < networks.count && bad == NULL; i++)
        bad = socket_network_is_ok(networks.at[i]) ? NULL : networks.at[i];
    bool good = bad == NULL ||
                error_set(error, "config.network",
                          "{0}: '{1}' of trusted_networks is no address in digits, with /BITS "
                          "or without",
                          file, bad, NULL);
    words_free(&networks);
    for (size_t i = 0; i < LIMITS && good; i++)
        good =
            field_value(&limits[i], section) == 0 || field_good(&limits[i], section, file, error);
    return good;
}

static bool log_good(cfg_t *cfg, const char *file, struct error *error) {
    enum log_level level;
    const char *name = cfg_getstr(cfg, "log_level");
    return log_level_find(name, &level) ||
           error_set(error, "config.log",
                     "{0}: log_level is error, warning, info or debug, not '{1}'", file, name,
                     NULL);
}

/* A password is typed at the end of a line, and in the box of a browser. */
static bool password_good(cfg_t *cfg, const char *file, struct error *error) {
    const char *password = cfg_getstr(cfg, "password");
    size_t length = strlen(password);
    bool good = length == 0 ||
                (length >= 8 && length <= 100 && password[0] != ' ' && password[length - 1] != ' ');
    for (const char *c = password; *c != '\0'; c++)
        good = good && (unsigned char)*c >= ' ' && *c != 127;
    return good || error_set(error, "config.password",
                             "{0}: a password has 8 to 100 bytes, no control characters and no "
                             "blank at either end",
                             file, NULL);
}

static bool status_good(cfg_t *cfg, const char *file, struct error *error) {
    for (unsigned i = 0; i < cfg_size(cfg, "status_from"); i++) {
        const char *network = cfg_getnstr(cfg, "status_from", i);
        if (!socket_network_is_ok(network))
            return error_set(error, "config.network",
                             "{0}: '{1}' of status_from is no address in digits, with /BITS or "
                             "without",
                             file, network, NULL);
    }
    return true;
}

static bool values_good(cfg_t *cfg, const char *file, struct error *error) {
    for (size_t i = 0; i < FIELDS; i++)
        if (!field_good(&fields[i], cfg, file, error))
            return false;
    for (size_t i = 0; i < LIMITS; i++)
        if (!field_good(&limits[i], cfg, file, error))
            return false;
    for (unsigned i = 0; i < cfg_size(cfg, "trusted_networks"); i++)
        if (!trusted_good(cfg_getnsec(cfg, "trusted_networks", i), file, error))
            return false;
    for (unsigned i = 0; i < cfg_size(cfg, "bot"); i++)
        if (!bot_good(cfg_getnsec(cfg, "bot", i), file, error))
            return false;
    return proxies_good(cfg, file, error) && ancestors_good(cfg, file, error) &&
           log_good(cfg, file, error) && password_good(cfg, file, error) &&
           status_good(cfg, file, error);
}

static void take_values(struct config *config, cfg_t *cfg) {
    replace(&config->address, cfg_getstr(cfg, "address"));
    replace(&config->web, cfg_getstr(cfg, "web"));
    replace(&config->database, cfg_getstr(cfg, "database"));
    for (size_t i = 0; i < FIELDS; i++)
        field_take(config, &fields[i], cfg);
    for (size_t i = 0; i < LIMITS; i++)
        field_take(&config->limits, &limits[i], cfg);
    take_trusted(config, cfg);
    take_list(cfg, "origins", &config->origins, &config->origin_count);
    take_list(cfg, "proxies", &config->proxies, &config->proxy_count);
    take_list(cfg, "frame_ancestors", &config->frame_ancestors, &config->frame_ancestor_count);
    if (cfg_size(cfg, "status_from") > 0)
        take_list(cfg, "status_from", &config->status_from, &config->status_from_count);
    replace(&config->password, cfg_getstr(cfg, "password"));
    replace(&config->bans, cfg_getstr(cfg, "bans"));
    config->chat = cfg_getbool(cfg, "chat");
    config->log_addresses = cfg_getbool(cfg, "log_addresses");
    log_level_find(cfg_getstr(cfg, "log_level"), &config->log_level);
    take_bots(config, cfg);
    if (config->bots == 0) /* no process could ever play for them */
        config_drop_bots(config);
}

bool config_read(struct config *config, const char *file, struct error *error) {
    cfg_opt_t bot[] = {
        CFG_STR("command", "", CFGF_NONE),  CFG_STR("games", "", CFGF_NONE),
        CFG_STR("levels", "", CFGF_NONE),   CFG_FLOAT("think", 1, CFGF_NONE),
        CFG_INT("memory", 4096, CFGF_NONE), CFG_END(),
    };
    struct address_limits none = {0};
    cfg_opt_t trusted[LIMITS + 1] = {[LIMITS] = CFG_END()};
    for (size_t i = 0; i < LIMITS; i++)
        trusted[i] = field_option(&none, &limits[i]);
    cfg_opt_t options[FIELDS + LIMITS + 15] = {
        [FIELDS + LIMITS] = CFG_STR("address", config->address, CFGF_NONE),
        CFG_STR("web", config->web, CFGF_NONE),
        CFG_STR("database", config->database, CFGF_NONE),
        CFG_STR_LIST("origins", NULL, CFGF_NONE),
        CFG_STR_LIST("proxies", NULL, CFGF_NONE),
        CFG_STR_LIST("frame_ancestors", NULL, CFGF_NONE),
        CFG_STR_LIST("status_from", NULL, CFGF_NONE),
        CFG_STR("password", "", CFGF_NONE),
        CFG_STR("bans", "", CFGF_NONE),
        CFG_BOOL("chat", cfg_true, CFGF_NONE),
        CFG_STR("log_level", "info", CFGF_NONE),
        CFG_BOOL("log_addresses", cfg_false, CFGF_NONE),
        CFG_SEC("trusted_networks", trusted, CFGF_MULTI | CFGF_TITLE | CFGF_NO_TITLE_DUPES),
        CFG_SEC("bot", bot, CFGF_MULTI | CFGF_TITLE | CFGF_NO_TITLE_DUPES),
        CFG_END(),
    };
    for (size_t i = 0; i < FIELDS; i++)
        options[i] = field_option(config, &fields[i]);
    for (size_t i = 0; i < LIMITS; i++)
        options[FIELDS + i] = field_option(&config->limits, &limits[i]);
    cfg_t *cfg = cfg_init(options, CFGF_NONE);
    bool good = conf_parse(cfg, file, error) && values_good(cfg, file, error);
    if (good)
        take_values(config, cfg);
    cfg_free(cfg);
    return good;
}

const struct address_limits *config_limits(const struct config *config, const char *address) {
    for (size_t i = 0; i < config->trusted_count; i++)
        for (int j = 0; j < config->trusted[i].networks.count; j++)
            if (socket_is_within(address, config->trusted[i].networks.at[j]))
                return &config->trusted[i].limits;
    return &config->limits;
}

/* The word of a list that is the same but for its case, or NULL. */
static const char *find_word(const struct words *list, const char *word) {
    for (int i = 0; i < list->count; i++)
        if (text_same(list->at[i], word))
            return list->at[i];
    return NULL;
}

const char *config_level(const struct bot_config *bot, const char *name) {
    return levels_find(&bot->levels, name);
}

const struct bot_config *config_bot_number(const struct config *config, const char *game,
                                           size_t number) {
    for (size_t i = 0; i < config->bot_count; i++) {
        const struct bot_config *bot = &config->bot[i];
        if ((bot->games.count == 0 || find_word(&bot->games, game) != NULL) && number-- == 0)
            return bot;
    }
    return NULL;
}

const struct bot_config *config_bot(const struct config *config, const char *name,
                                    const char *game) {
    const struct bot_config *bot;
    for (size_t i = 0; (bot = config_bot_number(config, game, i)) != NULL; i++)
        if (*name == '\0' || strcmp(bot->name, name) == 0)
            return bot;
    return NULL;
}
