#include "net_text.h"

#include <math.h>
#include <string.h>

#include "../src/go/net.h"

enum { WEIGHTS_A_LINE = 32 };

void net_text_print(const float *weights, size_t count, struct text *text) {
    for (size_t i = 0; i < count; i++)
        text_print(text, "%ld%c", lroundf(weights[i] * GO_NET_WEIGHT_UNIT),
                   i % WEIGHTS_A_LINE == WEIGHTS_A_LINE - 1 || i == count - 1 ? '\n' : ' ');
}

static bool line_read(const char *line, float *weights, size_t count, size_t *found) {
    struct words words;
    bool good = true;
    words_split(&words, line);
    for (int i = 0; i < words.count && good; i++) {
        long value;
        good = *found < count &&
               text_to_whole(words.at[i], -GO_NET_WEIGHT_MOST, GO_NET_WEIGHT_MOST, &value);
        if (good)
            weights[(*found)++] = (float)value / GO_NET_WEIGHT_UNIT;
    }
    words_free(&words);
    return good;
}

bool net_text_read(const char *text, float *weights, size_t count) {
    struct text line = {0};
    size_t found = 0;
    bool good = true;
    while (*text != '\0' && good) {
        size_t length = strcspn(text, "\n");
        text_clear(&line);
        text_putn(&line, text, length);
        good = *text == '#' || line_read(text_string(&line), weights, count, &found);
        text += length + (text[length] == '\n');
    }
    text_free(&line);
    return good && found == count;
}
