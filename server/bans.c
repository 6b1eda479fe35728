#include "bans.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "socket.h"

static bool take_line(char *line, struct text *networks) {
    static const char blanks[] = " \t\r\n";
    line[strcspn(line, "#")] = '\0';
    char *word = line + strspn(line, blanks), *end = word + strcspn(word, blanks);
    bool alone = end[strspn(end, blanks)] == '\0';
    *end = '\0';
    text_print(networks, "%s ", word);
    return *word == '\0' || (alone && socket_network_is_ok(word));
}

bool bans_read(struct bans *bans, const char *file, struct error *error) {
    FILE *stream = fopen(file, "re");
    if (stream == NULL)
        return error_set(error, "bans.file", "cannot read {0}: {1}", file, strerror(errno), NULL);
    struct text networks = {0};
    char *line = NULL, where[24];
    size_t room = 0;
    int number = 0;
    bool good = true;
    while (good && getline(&line, &room, stream) >= 0) {
        number++;
        good = take_line(line, &networks);
    }
    snprintf(where, sizeof where, "%d", number);
    if (!good)
        error_set(error, "bans.line",
                  "{0}:{1}: that is no address in digits, with /BITS or without", file, where,
                  NULL);
    else if (ferror(stream) != 0)
        good = error_set(error, "bans.file", "cannot read {0}", file, NULL);
    if (good) {
        words_free(&bans->networks);
        words_split(&bans->networks, text_string(&networks));
    }
    free(line);
    fclose(stream);
    text_free(&networks);
    return good;
}

bool bans_have(const struct bans *bans, const char *name) {
    for (int i = 0; i < bans->networks.count; i++)
        if (socket_is_within(name, bans->networks.at[i]))
            return true;
    return false;
}

void bans_free(struct bans *bans) {
    words_free(&bans->networks);
}
