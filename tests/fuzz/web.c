/* What of an HTTP request is ours to read: path, Origin, and Host, key or X-Forwarded-For, one
 * a line. */
#include "fuzz.h"

#include <string.h>

#include "../../server/http.h"
#include "../../server/static_file.h"
#include "../../server/websocket.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    struct text lines[3] = {0}, name = {0};
    char accept[WEBSOCKET_ACCEPT];
    int line = 0;
    for (size_t i = 0; i < count && line < 3; i++) {
        if (bytes[i] == '\n')
            line++;
        else if (bytes[i] != '\0')
            text_putc(&lines[line], (char)bytes[i]);
    }
    if (static_file_path(text_string(&lines[0]), &name)) {
        const char *path = text_string(&name);
        fuzz_law(*path != '/' && *path != '\0', "a served path is relative");
        fuzz_law(strstr(path, "..") == NULL || strstr(path, "/.") == NULL,
                 "no part begins with a dot");
        fuzz_law(strncmp(path, "..", 2) != 0 && strstr(path, "/..") == NULL, "no way up");
        fuzz_law(static_file_type(path) != NULL, "every file has a type");
    }
    char *const allowed[] = {(char *)"https://play.example"};
    bool good = http_origin(text_string(&lines[1]), text_string(&lines[2]), allowed, 1);
    bool ours = strstr(text_string(&lines[1]), text_string(&lines[2])) != NULL;
    fuzz_law(!good || ours || text_same(text_string(&lines[1]), allowed[0]) ||
                 lines[2].length == lines[1].length - 7 || lines[2].length == lines[1].length - 8,
             "an accepted origin names the host");
    websocket_accept(text_string(&lines[2]), accept);
    fuzz_law(strlen(accept) == WEBSOCKET_ACCEPT - 1, "a key of any length has an answer");
    static_file_takes_gzip(text_string(&lines[2]));
    fuzz_law(!static_file_matches(text_string(&lines[2]), "\"\\n\"") ||
                 strchr(text_string(&lines[2]), '*') != NULL ||
                 strstr(text_string(&lines[2]), "\\n") != NULL,
             "only the tag or a star matches");
    char address[64] = "";
    bool forwarded = http_forwarded(text_string(&lines[2]), address);
    fuzz_law(forwarded == (*address != '\0'), "an address that is one has a name");
    for (int i = 0; i < 3; i++)
        text_free(&lines[i]);
    text_free(&name);
    return 0;
}
