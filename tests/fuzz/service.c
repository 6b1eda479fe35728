/* Arbitrary bytes as the server's configuration: refused with a reason, or within its bounds. */
#include "fuzz.h"

#include "../../server/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    struct config config;
    struct error error = {0};
    config_defaults(&config, "ternion", "web");
    bool good = config_read(&config, fuzz_file(bytes, count), &error);
    fuzz_law(good || error.code != NULL, "a refusal says why");
    fuzz_law(config.clients > 0 && config.rooms > 0 && config.message >= 256, "bounds are kept");
    fuzz_law(config.rate > 0 && config.burst >= 1 && config.idle >= 1, "no rate stands still");
    for (size_t i = 0; i < config.bot_count; i++)
        fuzz_law(*config.bot[i].command != '\0', "a bot has a command");
    error_clear(&error);
    config_free(&config);
    return 0;
}
