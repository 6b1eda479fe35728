# Go: rules, scores, records on drawn boards; GNU Go as an oracle where it is installed.
EXTRA_DIST += tests/unit/go_draw.h tools/go_judge_games.sh tests/go_judge
check_PROGRAMS += tests/unit/go_test tests/unit/go_score_test tests/unit/go_sgf_test tests/unit/go_oracle_test \
	tests/unit/go_judge_test
TESTS += tests/unit/go_test tests/unit/go_score_test tests/unit/go_sgf_test tests/unit/go_oracle_test \
	tests/unit/go_judge_test
tests_unit_go_test_SOURCES = tests/unit/go_test.c
tests_unit_go_score_test_SOURCES = tests/unit/go_score_test.c tests/unit/go_plain.c tests/unit/go_plain.h
tests_unit_go_sgf_test_SOURCES = tests/unit/go_sgf_test.c
tests_unit_go_oracle_test_SOURCES = tests/unit/go_oracle_test.c tests/support/scale.h
LONG_TESTS += tests/unit/go_oracle_test
tests_unit_go_judge_test_SOURCES = tests/unit/go_judge_test.c

# Fuzzing of SGF files.
check_PROGRAMS += tests/fuzz/replay_sgf
tests_fuzz_replay_sgf_SOURCES = tests/fuzz/replay.c tests/fuzz/sgf.c $(fuzz_common)
EXTRA_PROGRAMS += tests/fuzz/sgf
tests_fuzz_sgf_SOURCES = tests/fuzz/sgf.c $(fuzz_common)
tests_fuzz_sgf_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
fuzzers: tests/fuzz/sgf
