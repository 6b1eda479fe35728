/* Arbitrary bytes as a PDN file: the first byte chooses which game of it is read. What was read
 * prints as PDN that reads the same. */
#include <stdlib.h>
#include <string.h>

#include "../../src/draughts/draughts.h"
#include "fuzz.h"

static bool pdn_read(const char *bytes, size_t count, size_t index, struct record *record) {
    struct error error = {0};
    record_init(record, &draughts_game);
    record->setup.size = 8;
    bool good = draughts_record_parse(bytes, count, index, record, &error);
    fuzz_law(good || error.code != NULL, "a refusal says why");
    error_clear(&error);
    return good;
}

static void pdn_check(const struct record *record) {
    struct text one = {0}, two = {0};
    struct record again;
    draughts_record_print(record, &one);
    fuzz_law(pdn_read(text_string(&one), one.length, 0, &again), "a printed record can be read");
    draughts_record_print(&again, &two);
    fuzz_law(strcmp(text_string(&one), text_string(&two)) == 0,
             "print, read, print gives the same text");
    record_free(&again);
    text_free(&one);
    text_free(&two);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    if (count == 0)
        return 0;
    struct record record;
    if (pdn_read((const char *)bytes + 1, count - 1, bytes[0] % 4, &record))
        pdn_check(&record);
    record_free(&record);
    return 0;
}
