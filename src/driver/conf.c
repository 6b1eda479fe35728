#include "conf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/memory.h"
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

/* Comments: libconfuse counts the line of each three times, so they become spaces before it
 * reads */

/* Up to where `end` begins, or all; line breaks stay. */
static size_t blank_until(char *at, const char *end) {
    size_t length = 0;
    for (; at[length] != '\0' && strncmp(at + length, end, strlen(end)) != 0; length++)
        if (at[length] != '\n')
            at[length] = ' ';
    return length;
}

/* The bytes before the quote that closes, or up to the end. */
static size_t quoted_length(const char *at) {
    size_t length = 1;
    while (at[length] != '\0' && at[length] != at[0])
        length += at[length] == '\\' && at[length + 1] != '\0' ? 2 : 1;
    return length;
}

/* A comment begins only where a word could; inside of a word its signs belong to it. */
static void blank_comments(char *text) {
    bool fresh = true;
    for (char *at = text; *at != '\0'; at++) {
        if (*at == '"' || *at == '\'')
            at += quoted_length(at);
        else if (fresh && (*at == '#' || strncmp(at, "//", 2) == 0))
            at += blank_until(at, "\n");
        else if (fresh && strncmp(at, "/*", 2) == 0 && strstr(at + 2, "*/") != NULL) {
            memset(at, ' ', 2); /* its asterisk cannot be that of the end */
            memset(at += blank_until(at, "*/"), ' ', 2);
        }
        if (*at == '\0')
            return;
        fresh = strchr(" \t\r\n\"'(){}=,", *at) != NULL;
    }
}

/* The line of the outermost brace that none closes, or 0: libconfuse takes the end of a file, which
 * may have been cut off, for the end of a section. Comments must be gone. */
static long unclosed_line(const char *text) {
    long line = 1, depth = 0, opened = 0;
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\'') {
            for (size_t left = quoted_length(text); left > 0; left--)
                line += *text++ == '\n';
            if (*text == '\0')
                break;
        }
        line += *text == '\n';
        if (*text == '{' && depth++ == 0)
            opened = line;
        else if (*text == '}' && depth > 0)
            depth--;
    }
    return depth > 0 ? opened : 0;
}

/* A value that ends too early leaves a rest, which is taken for an option: `time = 60+1`. */
static void explain_rest(const char *text) {
    static const char words[] = "no such option '";
    char *name = strstr(text_string(&complaint), words);
    if (name == NULL)
        return;
    name += sizeof words - 1;
    size_t length = strcspn(name, "'");
    for (const char *at = text; *at != '\0'; at++) {
        bool begins = at == text || strchr(" \t\r\n{}", at[-1]) != NULL;
        if (!begins || strncmp(at, name, length) != 0)
            continue;
        const char *line = at, *next = at + length + strspn(at + length, " \t");
        while (line > text && strchr(" \t", line[-1]) != NULL)
            line--;
        bool first = (line == text || line[-1] == '\n') && strchr(" \t\r\n", at[length]) != NULL;
        if (first || *next == '=' || *next == '{' || strncmp(next, "+=", 2) == 0)
            return; /* where an option may stand: a name that is none */
    }
    text_put(&complaint, " (values with + or blanks need quotes)");
}

/* Reading. */

static bool read_all(const char *path, struct text *content) {
    FILE *file = fopen(path, "re");
    char bytes[4096];
    size_t count;
    if (file == NULL)
        return false;
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0)
        text_putn(content, bytes, count);
    bool good = ferror(file) == 0;
    fclose(file);
    return good;
}

static int parse_file(cfg_t *cfg, const char *path) {
    struct text content = {0};
    if (!read_all(path, &content)) {
        text_free(&content);
        return CFG_FILE_ERROR;
    }
    if (content.length == 0)
        text_putc(&content, '\n'); /* a stream of nothing cannot be opened */
    blank_comments(content.at);
    FILE *stream = fmemopen(content.at, content.length, "r");
    free(cfg->filename);
    cfg->filename = memory_string(path);
    int status = stream != NULL ? cfg_parse_fp(cfg, stream) : CFG_FILE_ERROR;
    long unclosed = status == CFG_SUCCESS ? unclosed_line(content.at) : 0;
    if (unclosed > 0) {
        text_print(&complaint, "%s:%ld: no } closes what begins here", path, unclosed);
        status = CFG_PARSE_ERROR;
    } else if (status == CFG_PARSE_ERROR && complaint.length == 0) {
        text_print(&complaint, "%s: this is no configuration file", path);
    }
    explain_rest(content.at);
    if (stream != NULL)
        fclose(stream);
    text_free(&content);
    return status;
}

bool conf_parse(cfg_t *cfg, const char *path, struct error *error) {
    cfg_set_error_function(cfg, complain);
    text_clear(&complaint);
    int status = parse_file(cfg, path);
    if (status == CFG_FILE_ERROR)
        error_set(error, "config.file", "{0}: cannot be read: {1}", path, strerror(errno), NULL);
    else if (status != CFG_SUCCESS)
        error_set(error, "config.parse", "{0}", text_string(&complaint), NULL);
    text_free(&complaint);
    return status == CFG_SUCCESS;
}

int conf_refuse(cfg_t *cfg, struct error *error) {
    struct text text = {0};
    error_print(error, &text);
    cfg_error(cfg, "%s", text_string(&text));
    text_free(&text);
    error_clear(error);
    return -1;
}
