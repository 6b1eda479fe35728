#include "config.h"

#include <confuse.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/core/memory.h"

static void replace(char **slot, const char *value) {
    char *copy = memory_string(value);
    free(*slot);
    *slot = copy;
}

static void bot_free(struct bot_config *bot) {
    free(bot->name);
    free(bot->command);
    free(bot->games);
    free(bot->levels);
}

void config_drop_bots(struct config *config) {
    for (size_t i = 0; i < config->bot_count; i++)
        bot_free(&config->bot[i]);
    free(config->bot);
    config->bot = NULL;
    config->bot_count = 0;
}

static void origins_free(struct config *config) {
    for (size_t i = 0; i < config->origin_count; i++)
        free(config->origins[i]);
    free(config->origins);
    config->origins = NULL;
    config->origin_count = 0;
}

void config_defaults(struct config *config, const char *engine_command, const char *web) {
    *config = (struct config){
        .http_port = 8080,
        .line_port = 8081,
        .clients = 10000,
        .clients_per_address = 200,
        .rooms = 10000,
        .rooms_per_client = 120,
        .message = 16384,
        .rate = 20,
        .burst = 100,
        .address_rate = 400,
        .idle = 3600,
        .ping = 30,
        .backlog = 1 << 20,
        .room_idle = 24 * 3600,
        .bots = 16,
        .bot_idle = 60,
    };
    config->address = memory_string("127.0.0.1");
    config->web = memory_string(web);
    config->database = memory_string("ternion-server.db");
    config->bot = memory_new(1, sizeof *config->bot);
    config->bot_count = 1;
    config->bot[0] = (struct bot_config){
        .name = memory_string("ternion"),
        .command = memory_string(engine_command),
        .games = memory_string(""),
        .levels = memory_string("random easy medium hard optimal"),
        .think = 1,
        .memory = 4096,
    };
}

void config_free(struct config *config) {
    free(config->address);
    free(config->web);
    free(config->database);
    origins_free(config);
    config_drop_bots(config);
}

/* libconfuse tells errors through a function without context; this is where they wait. */
static _Thread_local struct text complaint;

static void complain(cfg_t *cfg, const char *format, va_list arguments) {
    char message[400];
    vsnprintf(message, sizeof message, format, arguments);
    if (complaint.length > 0)
        return;
    if (cfg != NULL && cfg->filename != NULL && cfg->line > 0)
        text_print(&complaint, "%s:%d: ", cfg->filename, cfg->line);
    text_put(&complaint, message);
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
            .games = memory_string(cfg_getstr(section, "games")),
            .levels = memory_string(cfg_getstr(section, "levels")),
            .think = cfg_getfloat(section, "think"),
            .memory = cfg_getint(section, "memory"),
        };
    }
}

static void take_origins(struct config *config, cfg_t *cfg) {
    size_t count = cfg_size(cfg, "origins");
    origins_free(config);
    config->origins = memory_new(count + 1, sizeof *config->origins);
    config->origin_count = count;
    for (size_t i = 0; i < count; i++)
        config->origins[i] = memory_string(cfg_getnstr(cfg, "origins", (unsigned)i));
}

struct bound {
    const char *name;
    double least, most;
};

static const struct bound bounds[] = {
    {"http_port", -1, 65535},
    {"line_port", -1, 65535},
    {"clients", 1, 1e6},
    {"clients_per_address", 1, 1e6},
    {"rooms", 1, 1e6},
    {"rooms_per_client", 1, 1e6},
    {"message", 256, 1 << 20},
    {"rate", 0.1, 1e6},
    {"burst", 1, 1e6},
    {"address_rate", 1, 1e7},
    {"idle", 1, 1e7},
    {"ping", 1, 1e7},
    {"backlog", 65536, 1 << 30},
    {"room_idle", 1, 1e9},
    {"bots", 0, 10000},
    {"bot_idle", 1, 1e6},
};

static bool within_bounds(cfg_t *cfg, const char *file, struct error *error) {
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        cfg_opt_t *option = cfg_getopt(cfg, bounds[i].name);
        double value = option->type == CFGT_INT ? (double)cfg_opt_getnint(option, 0)
                                                : cfg_opt_getnfloat(option, 0);
        if (value >= bounds[i].least && value <= bounds[i].most)
            continue;
        struct text wanted = {0};
        text_number(&wanted, bounds[i].least);
        text_put(&wanted, " to ");
        text_number(&wanted, bounds[i].most);
        error_set(error, "config.bounds", "{0}: {1} must be from {2}", file, bounds[i].name,
                  text_string(&wanted), NULL);
        text_free(&wanted);
        return false;
    }
    for (unsigned i = 0; i < cfg_size(cfg, "bot"); i++) {
        cfg_t *bot = cfg_getnsec(cfg, "bot", i);
        if (*cfg_getstr(bot, "command") == '\0')
            return error_set(error, "config.bot", "{0}: the bot {1} has no command", file,
                             cfg_title(bot), NULL);
    }
    return true;
}

static void take_values(struct config *config, cfg_t *cfg) {
    replace(&config->address, cfg_getstr(cfg, "address"));
    replace(&config->web, cfg_getstr(cfg, "web"));
    replace(&config->database, cfg_getstr(cfg, "database"));
    config->http_port = (int)cfg_getint(cfg, "http_port");
    config->line_port = (int)cfg_getint(cfg, "line_port");
    config->clients = cfg_getint(cfg, "clients");
    config->clients_per_address = cfg_getint(cfg, "clients_per_address");
    config->rooms = cfg_getint(cfg, "rooms");
    config->rooms_per_client = cfg_getint(cfg, "rooms_per_client");
    config->message = cfg_getint(cfg, "message");
    config->rate = cfg_getfloat(cfg, "rate");
    config->burst = cfg_getfloat(cfg, "burst");
    config->address_rate = cfg_getfloat(cfg, "address_rate");
    config->idle = cfg_getfloat(cfg, "idle");
    config->ping = cfg_getfloat(cfg, "ping");
    config->backlog = cfg_getint(cfg, "backlog");
    config->room_idle = cfg_getfloat(cfg, "room_idle");
    config->bots = cfg_getint(cfg, "bots");
    config->bot_idle = cfg_getfloat(cfg, "bot_idle");
    take_origins(config, cfg);
    take_bots(config, cfg);
}

bool config_read(struct config *config, const char *file, struct error *error) {
    cfg_opt_t bot_options[] = {
        CFG_STR("command", "", CFGF_NONE),  CFG_STR("games", "", CFGF_NONE),
        CFG_STR("levels", "", CFGF_NONE),   CFG_FLOAT("think", 1, CFGF_NONE),
        CFG_INT("memory", 4096, CFGF_NONE), CFG_END(),
    };
    cfg_opt_t options[] = {
        CFG_STR("address", config->address, CFGF_NONE),
        CFG_INT("http_port", config->http_port, CFGF_NONE),
        CFG_INT("line_port", config->line_port, CFGF_NONE),
        CFG_STR("web", config->web, CFGF_NONE),
        CFG_STR("database", config->database, CFGF_NONE),
        CFG_STR_LIST("origins", NULL, CFGF_NONE),
        CFG_INT("clients", config->clients, CFGF_NONE),
        CFG_INT("clients_per_address", config->clients_per_address, CFGF_NONE),
        CFG_INT("rooms", config->rooms, CFGF_NONE),
        CFG_INT("rooms_per_client", config->rooms_per_client, CFGF_NONE),
        CFG_INT("message", config->message, CFGF_NONE),
        CFG_FLOAT("rate", config->rate, CFGF_NONE),
        CFG_FLOAT("burst", config->burst, CFGF_NONE),
        CFG_FLOAT("address_rate", config->address_rate, CFGF_NONE),
        CFG_FLOAT("idle", config->idle, CFGF_NONE),
        CFG_FLOAT("ping", config->ping, CFGF_NONE),
        CFG_INT("backlog", config->backlog, CFGF_NONE),
        CFG_FLOAT("room_idle", config->room_idle, CFGF_NONE),
        CFG_INT("bots", config->bots, CFGF_NONE),
        CFG_FLOAT("bot_idle", config->bot_idle, CFGF_NONE),
        CFG_SEC("bot", bot_options, CFGF_MULTI | CFGF_TITLE | CFGF_NO_TITLE_DUPES),
        CFG_END(),
    };
    cfg_t *cfg = cfg_init(options, CFGF_NONE);
    cfg_set_error_function(cfg, complain);
    text_clear(&complaint);
    int status = cfg_parse(cfg, file);
    bool good = status == CFG_SUCCESS;
    if (status == CFG_FILE_ERROR)
        error_set(error, "config.file", "{0}: cannot be read", file, NULL);
    else if (!good)
        error_set(error, "config.parse", "{0}", text_string(&complaint), NULL);
    good = good && within_bounds(cfg, file, error);
    if (good)
        take_values(config, cfg);
    cfg_free(cfg);
    text_free(&complaint);
    return good;
}

bool config_has_word(const char *words, const char *word) {
    struct words list;
    words_split(&list, words);
    bool found = false;
    for (int i = 0; i < list.count; i++)
        found = found || strcmp(list.at[i], word) == 0;
    words_free(&list);
    return found;
}

const struct bot_config *config_bot(const struct config *config, const char *name,
                                    const char *game) {
    for (size_t i = 0; i < config->bot_count; i++) {
        const struct bot_config *bot = &config->bot[i];
        bool plays = *bot->games == '\0' || config_has_word(bot->games, game);
        if (plays && (*name == '\0' || strcmp(bot->name, name) == 0))
            return bot;
    }
    return NULL;
}
