/* Arbitrary text as a position: the first byte chooses game, rules and size. */
#include <stdlib.h>
#include <string.h>

#include "../../src/core/memory.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    if (count == 0)
        return 0;
    struct session *session = fuzz_session(bytes[0]);
    char *text = memory_new(count, 1);
    memcpy(text, bytes + 1, count - 1);
    if (session_set_position(session, text, NULL))
        fuzz_check_session(session);
    free(text);
    session_free(session);
    return 0;
}
