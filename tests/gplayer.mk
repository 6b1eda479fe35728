check_PROGRAMS += tests/unit/go_player_test
TESTS += tests/unit/go_player_test
tests_unit_go_player_test_SOURCES = tests/unit/go_player_test.c tests/unit/go_draw.h tests/unit/go_plain.c tests/unit/go_plain.h tests/support/scale.h
# Counts how often the network is asked.
tests_unit_go_player_test_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=go_net_think

check_PROGRAMS += tests/unit/go_net_test
TESTS += tests/unit/go_net_test
tests_unit_go_net_test_SOURCES = tests/unit/go_net_test.c tests/unit/go_draw.h tests/support/scale.h

check_PROGRAMS += tests/unit/go_policy_test
TESTS += tests/unit/go_policy_test
tests_unit_go_policy_test_SOURCES = tests/unit/go_policy_test.c tests/unit/go_draw.h tests/support/scale.h

check_PROGRAMS += tests/unit/go_life_test
TESTS += tests/unit/go_life_test
tests_unit_go_life_test_SOURCES = tests/unit/go_life_test.c tests/unit/go_draw.h

check_PROGRAMS += tests/unit/go_book_test
TESTS += tests/unit/go_book_test
tests_unit_go_book_test_SOURCES = tests/unit/go_book_test.c tests/unit/go_draw.h

LONG_TESTS += tests/run/go_learn.sh tests/run/trainers.sh
EXTRA_DIST += tests/run/go_learn.sh tests/run/trainers.sh

# What trainers read.
check_PROGRAMS += tests/fuzz/replay_weights
trainers_read = tools/go_sample.c tools/go_sample.h tools/draughts_sample.h tools/net_text.c tools/net_text.h
tests_fuzz_replay_weights_SOURCES = tests/fuzz/replay.c tests/fuzz/weights.c $(trainers_read) $(fuzz_common)
EXTRA_PROGRAMS += tests/fuzz/weights
tests_fuzz_weights_SOURCES = tests/fuzz/weights.c $(trainers_read) $(fuzz_common)
tests_fuzz_weights_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
fuzzers: tests/fuzz/weights
