#include "evaluation.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

#include "../core/text.h"

static const char SPACE[] = " \t\r\n";

struct word {
    const char *at;
    size_t length;
};

/* The next word of a line; one that begins with a quote goes up to the next quote. */
static struct word word_next(const char *at) {
    at += strspn(at, " \t\r");
    size_t length = strcspn(at, SPACE);
    if (*at == '"' && strchr(at + 1, '"') != NULL)
        length = (size_t)(strchr(at + 1, '"') + 1 - at);
    return (struct word){at, length};
}

static bool word_is(struct word word, const char *name) {
    return word.length == strlen(name) && strncmp(word.at, name, word.length) == 0;
}

static bool word_number(struct word word, double most, double *value) {
    char digits[32];
    if (word.length == 0 || word.length >= sizeof digits)
        return false;
    memcpy(digits, word.at, word.length);
    digits[word.length] = '\0';
    return text_to_number(digits, 0, most, value);
}

static double winrate_read(struct word word, enum evaluation_style style) {
    double value;
    bool point = memchr(word.at, '.', word.length) != NULL;
    if (!word_number(word, 10000, &value))
        return -1;
    if (style == EVALUATION_LZ || (style == EVALUATION_SABAKI && !point))
        value /= 10000;
    return value <= 1 ? value : -1;
}

static bool word_is_plain(struct word word) {
    bool plain = true;
    for (size_t i = 0; i < word.length; i++)
        plain = plain && word.at[i] > ' ' && word.at[i] <= '~';
    return plain;
}

/* Moves up to the end of the line or the next "info", as many as are kept. Those of our games are
 * plain ASCII; so nothing else need be escaped where they are shown. */
static void line_read(const char *at, struct evaluation *evaluation) {
    evaluation->line = word_next(at).at;
    for (struct word word = word_next(at); word.length > 0; word = word_next(at)) {
        at = word.at + word.length;
        size_t length = (size_t)(at - evaluation->line);
        bool ends = word_is(word, "info") || word_is(word, "ownership") || !word_is_plain(word);
        if (ends || length > EVALUATION_LINE)
            return;
        evaluation->length = length;
    }
}

static void words_read(const char *at, enum evaluation_style style, struct evaluation *evaluation) {
    for (struct word word = word_next(at); word.length > 0; word = word_next(at)) {
        at = word.at + word.length;
        double value = 0;
        if (word_is(word, "winrate"))
            evaluation->winrate = winrate_read(word_next(at), style);
        else if (word_is(word, "depth") && word_number(word_next(at), INT_MAX, &value))
            evaluation->depth = (long)value;
        else if ((word_is(word, "visits") || word_is(word, "nodes")) &&
                 word_number(word_next(at), 1e18, &value))
            evaluation->nodes = (uint64_t)value;
        if (word_is(word, "pv"))
            line_read(at, evaluation);
        if (word_is(word, "pv") || word_is(word, "info"))
            return;
    }
}

/* "D4 # winrate 0.53": the comment is not part of the move. */
static void comment_read(const char *answer, struct evaluation *evaluation, size_t *length) {
    const char *sign = strchr(answer, '#');
    *length = sign != NULL ? (size_t)(sign - answer) : strlen(answer);
    while (sign != NULL && *length > 0 && strchr(SPACE, answer[*length - 1]) != NULL)
        --*length;
    if (sign != NULL)
        words_read(sign + 1, EVALUATION_SHARE, evaluation);
}

void evaluation_read(const char *answer, enum evaluation_style style, struct evaluation *evaluation,
                     const char **move, size_t *length) {
    static const char info[] = "info ", play[] = "play ";
    *evaluation = (struct evaluation){.winrate = -1};
    *move = answer;
    if (style == EVALUATION_COMMENT) {
        comment_read(answer, evaluation, length);
        return;
    }
    const char *last = NULL;
    for (const char *line = answer; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, info, sizeof info - 1) == 0)
            last = line + sizeof info - 1;
        else if (strncmp(line, play, sizeof play - 1) == 0)
            *move = line + sizeof play - 1;
    }
    *length = strlen(*move);
    if (last != NULL)
        words_read(last, style, evaluation);
}
