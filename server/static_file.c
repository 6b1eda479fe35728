#include "static_file.h"

#include <assert.h>
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../src/core/memory.h"

/* What may be asked for. */

bool static_file_path(const char *path, struct text *name) {
    if (*path != '/')
        return false;
    text_clear(name);
    text_put(name, path[1] == '\0' ? "index.html" : path + 1);
    bool start = true;
    for (const char *c = text_string(name); *c != '\0'; c++) {
        bool plain = isalnum((unsigned char)*c) || *c == '-' || *c == '_' ||
                     (*c == '.' && !start) || (*c == '/' && !start);
        if (!plain)
            return false;
        start = *c == '/';
    }
    return !start;
}

const char *static_file_type(const char *name) {
    static const struct {
        const char *suffix, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".txt", "text/plain; charset=utf-8"},
        {".wasm", "application/wasm"},
        {".wav", "audio/wav"},
        {".webmanifest", "application/manifest+json"},
    };
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot != NULL && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(dot, types[i].suffix) == 0)
            return types[i].type;
    return "application/octet-stream";
}

/* A header's next word, without blanks around it, in a list whose items are separated by commas;
 * NULL at its end. */
static const char *next_item(const char **at, size_t *length) {
    *at += strspn(*at, " \t,");
    const char *item = *at;
    *length = strcspn(item, ",");
    *at += *length;
    while (*length > 0 && (item[*length - 1] == ' ' || item[*length - 1] == '\t'))
        --*length;
    return *length == 0 ? NULL : item;
}

bool static_file_takes_gzip(const char *header) {
    size_t length;
    for (const char *item; header != NULL && (item = next_item(&header, &length)) != NULL;) {
        size_t name = strcspn(item, "; \t,");
        bool gzip = (name == 4 && strncasecmp(item, "gzip", 4) == 0) || (name == 1 && *item == '*');
        const char *weight = memchr(item, '=', length);
        if (gzip) /* a weight of 0 says no */
            return weight == NULL || strtod(weight + 1, NULL) > 0;
    }
    return false;
}

bool static_file_matches(const char *header, const char *tag) {
    size_t length;
    for (const char *item; header != NULL && (item = next_item(&header, &length)) != NULL;) {
        if (length > 2 && strncmp(item, "W/", 2) == 0) { /* a proxy has compressed it since */
            item += 2;
            length -= 2;
        }
        if ((length == strlen(tag) && strncmp(item, tag, length) == 0) ||
            (length == 1 && *item == '*'))
            return true;
    }
    return false;
}

/* What is there. */

/* A file below the folder; links that lead out of it are not followed. */
static int open_below(const char *folder, const char *name, struct stat *status) {
    int descriptor = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    char *copy = memory_string(name);
    char *rest = copy;
    for (char *part; descriptor >= 0 && (part = strtok_r(rest, "/", &rest)) != NULL;) {
        bool last = *rest == '\0';
        int flags = O_NOFOLLOW | O_CLOEXEC | O_RDONLY | O_NONBLOCK | (last ? 0 : O_DIRECTORY);
        int next = openat(descriptor, part, flags);
        close(descriptor);
        descriptor = next;
    }
    free(copy);
    if (descriptor >= 0 && (fstat(descriptor, status) != 0 || !S_ISREG(status->st_mode))) {
        close(descriptor);
        descriptor = -1;
    }
    return descriptor;
}

/* The word in the folder's file VERSION, which the build has made from all content; "" if there is
 * none. */
static void read_version(const char *folder, char version[64]) {
    struct stat status;
    int descriptor = open_below(folder, "VERSION", &status);
    ssize_t length = descriptor < 0 ? -1 : read(descriptor, version, 63);
    version[length < 0 ? 0 : length] = '\0';
    version[strspn(version, "0123456789abcdef")] = '\0';
    if (descriptor >= 0)
        close(descriptor);
}

static bool is_older(const struct stat *one, const struct stat *other) {
    return one->st_mtim.tv_sec < other->st_mtim.tv_sec ||
           (one->st_mtim.tv_sec == other->st_mtim.tv_sec &&
            one->st_mtim.tv_nsec < other->st_mtim.tv_nsec);
}

/* In place of the file itself, if it is there and made from no earlier one. */
static void open_compressed(struct static_file *file, const char *folder, const char *name,
                            struct stat *status) {
    struct stat found;
    struct text compressed = {0};
    text_print(&compressed, "%s.gz", name);
    int descriptor = open_below(folder, text_string(&compressed), &found);
    text_free(&compressed);
    if (descriptor < 0)
        return;
    file->compressed = !is_older(&found, status);
    close(file->compressed ? file->descriptor : descriptor);
    if (file->compressed) {
        file->descriptor = descriptor;
        *status = found;
    }
}

/* Tells the version in a path from what follows it. */
static const char *path_after_version(const char *path, const char *version, bool *right) {
    const char *end = strncmp(path, "/v-", 3) == 0 ? strchr(path + 1, '/') : NULL;
    *right = false;
    if (end == NULL)
        return path;
    *right = *version != '\0' && (size_t)(end - path) == 3 + strlen(version) &&
             strncmp(path + 3, version, strlen(version)) == 0;
    return end;
}

bool static_file_open(struct static_file *file, const char *folder, const char *path, bool gzip) {
    assert(folder != NULL && path != NULL);
    struct text name = {0};
    struct stat status;
    char version[64];
    *file = (struct static_file){.descriptor = -1};
    read_version(folder, version);
    path = path_after_version(path, version, &file->lasting);
    if (static_file_path(path, &name))
        file->descriptor = open_below(folder, text_string(&name), &status);
    if (file->descriptor >= 0) {
        file->type = static_file_type(text_string(&name));
        if (gzip)
            open_compressed(file, folder, text_string(&name), &status);
        file->size = (uint64_t)status.st_size;
        /* Packages may give all their files one time: the version tells them apart, the rest a file
         * that somebody has changed by hand. */
        snprintf(file->tag, STATIC_TAG, "\"%s-%llx-%llx%09lx%s\"", version,
                 (unsigned long long)status.st_size, (unsigned long long)status.st_mtim.tv_sec,
                 (unsigned long)status.st_mtim.tv_nsec, file->compressed ? "-gz" : "");
    }
    text_free(&name);
    return file->descriptor >= 0;
}
