/* Arbitrary lines as queries of the analysis protocol: whatever is accepted can be replayed. */
#include <string.h>

#include "../../src/analysis/answer.h"
#include "../../src/core/games.h"
#include "fuzz.h"

static void complain(void *context, bool error, const char *id, const char *field,
                     const char *message) {
    struct text *out = context;
    answer_complaint(out, error, id, field, message);
    fuzz_law(strchr(text_string(out), '\n') == text_string(out) + out->length - 1,
             "a complaint is one line");
    text_clear(out);
}

static void query_try(const struct query *query, struct text *out) {
    if (query->action != QUERY_ANALYZE) {
        answer_action(out, query, "1.0");
        return;
    }
    for (size_t i = 0; i < query->turn_count && i < 4; i++) {
        struct session *session = query_session(query, query->turns[i]);
        fuzz_law(session_is_ok(session), "a turn can be replayed");
        answer_nothing(out, query, query->turns[i]);
        session_free(session);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    const struct game *go = games_find("go")->game;
    const char *line = (const char *)bytes, *end = line + count;
    struct text out = {0};
    while (line < end) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((newline == NULL ? end : newline) - line);
        struct query *query = query_read(go, line, length, complain, &out);
        if (query != NULL) {
            query_try(query, &out);
            query_free(query);
        }
        text_clear(&out);
        line += length + 1;
    }
    text_free(&out);
    return 0;
}
