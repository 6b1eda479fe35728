#include "gtp.h"

#include <string.h>

/* What GTP says to do with a line before anybody looks at it, but for comments. */
static void clean(const char *line, size_t length, struct text *cleaned) {
    bool marked =
        length >= 3 && memcmp(line, "\xEF\xBB\xBF", 3) == 0; /* files of Windows begin so */
    for (size_t i = marked ? 3 : 0; i < length; i++) {
        unsigned char c = (unsigned char)line[i];
        if (c == '\t')
            text_putc(cleaned, ' ');
        else if (c >= 32 && c != 127)
            text_putc(cleaned, (char)c);
    }
}

static bool is_id(const char *word) {
    return strspn(word, "0123456789") == strlen(word);
}

static bool parse(const char *line, size_t length, struct gtp_request *request) {
    struct text cleaned = {0};
    clean(line, length, &cleaned);
    *request = (struct gtp_request){.id = "", .name = ""};
    words_split(&request->words, text_string(&cleaned));
    text_free(&cleaned);
    int next = 0;
    char **at = request->words.at;
    if (next < request->words.count && is_id(at[next]))
        request->id = at[next++];
    if (next < request->words.count)
        request->name = at[next++];
    request->arguments = at + next;
    request->count = request->words.count - next;
    if (request->words.count > 0)
        return true;
    gtp_free(request);
    return false;
}

bool gtp_parse(const char *line, size_t length, struct gtp_request *request) {
    const char *comment = length > 0 ? memchr(line, '#', length) : NULL; /* the line may be NULL */
    return parse(line, comment == NULL ? length : (size_t)(comment - line), request);
}

bool gtp_parse_text(const char *line, size_t length, bool (*takes_text)(const char *name),
                    struct gtp_request *request) {
    if (!parse(line, length, request))
        return false;
    if (takes_text(request->name))
        return true;
    gtp_free(request);
    return gtp_parse(line, length, request);
}

void gtp_free(struct gtp_request *request) {
    words_free(&request->words);
}

void gtp_reply(struct text *out, bool good, const char *id, const char *body) {
    text_print(out, "%c%s", good ? '=' : '?', id);
    if (*body != '\n' && *body != '\0')
        text_putc(out, ' ');
    char last = ' ';
    for (; *body != '\0'; body++) {
        if (*body == '\n' && last == '\n')
            continue;
        text_putc(out, *body);
        last = *body;
    }
    text_put(out, last == '\n' ? "\n" : "\n\n");
}

void gtp_open(struct text *out, const char *id) {
    text_print(out, "=%s\n", id);
}

void gtp_close(struct text *out) {
    text_putc(out, '\n');
}
