/* Arbitrary bytes as a tournament file. What it says is either refused or makes a plan that can be
 * finished or refused; programs it names are looked up but never started. */
#include "fuzz.h"

#include "../../arena/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    struct plan plan;
    struct error error = {0};
    plan_init(&plan);
    if (config_read(fuzz_file(bytes, count), &plan)) {
        bool good = plan_finish(&plan, &error);
        fuzz_law(good || error.code != NULL, "a refusal says why");
        fuzz_law(!good || plan.entrant_count > 0, "a tournament has engines");
        struct session *session = good ? plan_session(&plan, NULL) : NULL;
        fuzz_law(!good || session != NULL, "a finished plan has a game");
        if (session)
            fuzz_check_session(session);
        session_free(session);
    }
    error_clear(&error);
    plan_free(&plan);
    return 0;
}
