check_PROGRAMS += tests/gplayer_test
TESTS += tests/gplayer_test
tests_gplayer_test_SOURCES = tests/gplayer_test.c tests/go_draw.h tests/go_plain.c tests/go_plain.h tests/scale.h
# Counts how often the network is asked.
tests_gplayer_test_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=go_net_think

check_PROGRAMS += tests/gnet_test
TESTS += tests/gnet_test
tests_gnet_test_SOURCES = tests/gnet_test.c tests/go_draw.h tests/scale.h

check_PROGRAMS += tests/gpolicy_test
TESTS += tests/gpolicy_test
tests_gpolicy_test_SOURCES = tests/gpolicy_test.c tests/go_draw.h tests/scale.h

check_PROGRAMS += tests/glife_test
TESTS += tests/glife_test
tests_glife_test_SOURCES = tests/glife_test.c tests/go_draw.h

check_PROGRAMS += tests/gbook_test
TESTS += tests/gbook_test
tests_gbook_test_SOURCES = tests/gbook_test.c tests/go_draw.h

LONG_TESTS += tests/go_learn.sh tests/trainers.sh
EXTRA_DIST += tests/go_learn.sh tests/trainers.sh

# What trainers read.
check_PROGRAMS += tests/fuzz/replay_weights
trainers_read = tools/go_sample.c tools/go_sample.h tools/draughts_sample.h tools/net_text.c tools/net_text.h
tests_fuzz_replay_weights_SOURCES = tests/fuzz/replay.c tests/fuzz/weights.c $(trainers_read) $(fuzz_common)
EXTRA_PROGRAMS += tests/fuzz/weights
tests_fuzz_weights_SOURCES = tests/fuzz/weights.c $(trainers_read) $(fuzz_common)
tests_fuzz_weights_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
fuzzers: tests/fuzz/weights
