/* fuzz: what the harnesses share. Each of them defines LLVMFuzzerTestOneInput; linked with
 * libFuzzer it searches for inputs that break a law, linked with replay.c it tries given files. */
#ifndef TERNION_TESTS_FUZZ_H
#define TERNION_TESTS_FUZZ_H

#include <stdint.h>

#include "../../src/core/games.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

/* Says which law was broken and aborts, so that the fuzzer keeps the input. */
void fuzz_law(bool holds, const char *law);

/* A session in the game, rules and size that the first byte stands for. */
struct session *fuzz_session(uint8_t byte);
/* The bytes as a file without a name: its path, good until the next call. */
const char *fuzz_file(const uint8_t *bytes, size_t count);
/* Laws that hold in any session, however it came about. */
void fuzz_check_session(struct session *session);

#endif
