/* Arbitrary bytes as each file that the arena reads for a run: a tournament, parameters to tune, a
 * list of openings. What a tournament says is either refused or makes a plan that can be finished
 * or refused; programs it names are looked up but never started. */
#include "fuzz.h"

#include "../../arena/plan/config.h"
#include "../../arena/plan/openings.h"
#include "../../arena/plan/tuning.h"

static void try_tuning(const char *path) {
    struct tuning tuning = {0};
    struct error error = {0};
    bool good = tuning_read(&tuning, path, &error);
    fuzz_law(good == (error.code == NULL), "parameters are taken, or refused with a reason");
    struct text text = {0};
    if (good)
        tuning_print(&tuning, &text);
    text_free(&text);
    tuning_free(&tuning);
    error_clear(&error);
}

/* Each line that is taken can be played. */
static void try_openings(const char *path, uint8_t byte) {
    struct session *session = fuzz_session(byte);
    struct openings openings = {0};
    struct error error = {0};
    struct text words = {0};
    struct plan plan;
    plan_init(&plan);
    text_print(&words, "file:%s", path);
    fuzz_law(plan_set(&plan, "openings", text_string(&words), NULL), "a file may be named");
    bool good = openings_open(&openings, &plan, session, &error);
    fuzz_law(good == (error.code == NULL), "openings are taken, or refused with a reason");
    for (size_t i = 0; good && i < openings.lines.count && i < 20; i++) {
        struct session *game = session_copy(session);
        openings_play(&openings, (long)i, game);
        fuzz_law(session_result(game, NULL).phase == PHASE_PLAYING, "an opening leaves a game");
        session_free(game);
    }
    openings_free(&openings);
    text_free(&words);
    plan_free(&plan);
    session_free(session);
    error_clear(&error);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    struct plan plan;
    struct error error = {0};
    const char *path = fuzz_file(bytes, count);
    try_tuning(path);
    try_openings(path, count > 0 ? bytes[count - 1] : 0);
    plan_init(&plan);
    if (config_read(path, &plan)) {
        bool good = plan_finish(&plan, &error);
        fuzz_law(good || error.code != NULL, "a refusal says why");
        fuzz_law(!good || plan.engine_count > 0, "a tournament has engines");
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
