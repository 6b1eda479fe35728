#include "conf.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../core/text.h"

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

bool conf_parse(cfg_t *cfg, const char *path, struct error *error) {
    cfg_set_error_function(cfg, complain);
    text_clear(&complaint);
    int status = cfg_parse(cfg, path);
    if (status == CFG_FILE_ERROR)
        error_set(error, "config.file", "{0}: cannot be read: {1}", path, strerror(errno), NULL);
    else if (status != CFG_SUCCESS)
        error_set(error, "config.parse", "{0}", text_string(&complaint), NULL);
    text_free(&complaint);
    return status == CFG_SUCCESS;
}
