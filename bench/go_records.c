#include "go_records.h"

#include "../src/go/go.h"
#include "../src/go/sgf.h"
#include "../src/system/file.h"

bool records_visit(const char *path, record_visit_fn *visit, void *context) {
    struct text text = {0};
    bool fine = file_read(path, &text, NULL);
    bool more = fine;
    for (size_t index = 0; more; index++) {
        struct record record;
        record_init(&record, &go_game);
        more = go_record_parse(text_string(&text), text.length, index, &record, NULL);
        if (more)
            visit(context, &record);
        record_free(&record);
    }
    text_free(&text);
    return fine;
}
