/* Arbitrary bytes as a record: the first byte chooses the game. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    if (count == 0)
        return 0;
    struct session *session = fuzz_session(bytes[0]);
    if (session_load_record(session, (const char *)bytes + 1, count - 1, 0, -1, NULL))
        fuzz_check_session(session);
    session_free(session);
    return 0;
}
