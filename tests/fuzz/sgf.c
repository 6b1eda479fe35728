/* Arbitrary bytes as an SGF file: the first byte chooses which game of it is read, and the rules in
 * force before. What loads into a session prints as SGF that loads the same. */
#include "fuzz.h"

#include "../../src/go/go.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    if (count == 0)
        return 0;
    struct session *session = session_new(&go_game);
    struct error error = {0};
    session_set_rules(session, go_game.rules[bytes[0] / 4 % 3], NULL);
    bool good =
        session_load_record(session, (const char *)bytes + 1, count - 1, bytes[0] % 4, -1, &error);
    fuzz_law(good || error.code != NULL, "a refusal says why");
    if (good)
        fuzz_check_session(session);
    error_clear(&error);
    session_free(session);
    return 0;
}
