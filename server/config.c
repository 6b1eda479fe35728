#include "config.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core/games.h"
#include "../src/core/memory.h"
#include "../src/driver/conf.h"
#include "../src/room/room.h"

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
        .clients_per_address = 200,
        .rooms = 10000,
        .rooms_per_client = 120,
        .rooms_per_address = 2000,
        .message = 16384,
        .rate = 20,
        .burst = 100,
        .address_rate = 400,
        .idle = 3600,
        .ping = 30,
        .backlog = 1 << 20,
        .plies = 3000,
        .room_idle = 24 * 3600,
        .bots = 16,
        .bots_per_address = 8,
        .bot_starts = 4,
        .bot_idle = 60,
        .bot_retry = 60,
    };
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
    config_drop_bots(config);
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
    size_t offset;   /* in struct config */
    double least, most;
};

#define WHOLE(name, least, most)                                                                   \
    { #name, CFGT_INT, offsetof(struct config, name), least, most }
#define NUMBER(name, least, most)                                                                  \
    { #name, CFGT_FLOAT, offsetof(struct config, name), least, most }

static const struct field fields[] = {
    WHOLE(http_port, -1, 65535),
    WHOLE(line_port, -1, 65535),
    WHOLE(clients, 1, 1e6),
    WHOLE(clients_per_address, 1, 1e6),
    WHOLE(rooms, 1, 1e6),
    WHOLE(rooms_per_client, 1, 1e6),
    WHOLE(rooms_per_address, 1, 1e6),
    WHOLE(message, 256, 1 << 20),
    NUMBER(rate, 0.1, 1e6),
    NUMBER(burst, 1, 1e6),
    NUMBER(address_rate, 1, 1e7),
    NUMBER(idle, 1, 1e7),
    NUMBER(ping, 1, 1e7),
    WHOLE(backlog, 65536, 1 << 30),
    NUMBER(room_idle, 1, 1e9),
    NUMBER(keep_days, 0, 1e6),
    WHOLE(plies, 2, 1e6),
    WHOLE(bots, 0, 10000),
    WHOLE(bots_per_address, 1, 10000),
    NUMBER(bot_starts, 0.1, 1e6),
    NUMBER(bot_idle, 1, 1e6),
    NUMBER(bot_retry, 0, 1e6),
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

static void *field_slot(struct config *config, const struct field *field) {
    return (char *)config + field->offset;
}

/* The option by which libconfuse reads a field; what stands there now is its default. */
static cfg_opt_t field_option(struct config *config, const struct field *field) {
    char *name = (char *)field->name; /* libconfuse copies it */
    if (field->type == CFGT_INT)
        return (cfg_opt_t)CFG_INT(name, *(long *)field_slot(config, field), CFGF_NONE);
    return (cfg_opt_t)CFG_FLOAT(name, *(double *)field_slot(config, field), CFGF_NONE);
}

static void field_take(struct config *config, const struct field *field, cfg_t *cfg) {
    if (field->type == CFGT_INT)
        *(long *)field_slot(config, field) = cfg_getint(cfg, field->name);
    else
        *(double *)field_slot(config, field) = cfg_getfloat(cfg, field->name);
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
    double value = field->type == CFGT_INT ? (double)cfg_getint(cfg, field->name)
                                           : cfg_getfloat(cfg, field->name);
    return is_within(value, field->least, field->most, field->name, file, error);
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

static bool values_good(cfg_t *cfg, const char *file, struct error *error) {
    for (size_t i = 0; i < FIELDS; i++)
        if (!field_good(&fields[i], cfg, file, error))
            return false;
    for (unsigned i = 0; i < cfg_size(cfg, "bot"); i++)
        if (!bot_good(cfg_getnsec(cfg, "bot", i), file, error))
            return false;
    return proxies_good(cfg, file, error);
}

static void take_values(struct config *config, cfg_t *cfg) {
    replace(&config->address, cfg_getstr(cfg, "address"));
    replace(&config->web, cfg_getstr(cfg, "web"));
    replace(&config->database, cfg_getstr(cfg, "database"));
    for (size_t i = 0; i < FIELDS; i++)
        field_take(config, &fields[i], cfg);
    take_list(cfg, "origins", &config->origins, &config->origin_count);
    take_list(cfg, "proxies", &config->proxies, &config->proxy_count);
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
    cfg_opt_t options[FIELDS + 7] = {
        [FIELDS] = CFG_STR("address", config->address, CFGF_NONE),
        CFG_STR("web", config->web, CFGF_NONE),
        CFG_STR("database", config->database, CFGF_NONE),
        CFG_STR_LIST("origins", NULL, CFGF_NONE),
        CFG_STR_LIST("proxies", NULL, CFGF_NONE),
        CFG_SEC("bot", bot, CFGF_MULTI | CFGF_TITLE | CFGF_NO_TITLE_DUPES),
        CFG_END(),
    };
    for (size_t i = 0; i < FIELDS; i++)
        options[i] = field_option(config, &fields[i]);
    cfg_t *cfg = cfg_init(options, CFGF_NONE);
    bool good = conf_parse(cfg, file, error) && values_good(cfg, file, error);
    if (good)
        take_values(config, cfg);
    cfg_free(cfg);
    return good;
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
