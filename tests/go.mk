# Go: rules, scores, records on drawn boards; GNU Go as an oracle where it is installed.
EXTRA_DIST += tests/go_draw.h tests/go_games.sh tests/go_judge
check_PROGRAMS += tests/go_test tests/go_score_test tests/go_sgf_test tests/go_oracle_test \
	tests/go_judge_test
TESTS += tests/go_test tests/go_score_test tests/go_sgf_test tests/go_oracle_test \
	tests/go_judge_test
tests_go_test_SOURCES = tests/go_test.c
tests_go_score_test_SOURCES = tests/go_score_test.c tests/go_plain.c tests/go_plain.h
tests_go_sgf_test_SOURCES = tests/go_sgf_test.c
tests_go_oracle_test_SOURCES = tests/go_oracle_test.c tests/scale.h
LONG_TESTS += tests/go_oracle_test
tests_go_judge_test_SOURCES = tests/go_judge_test.c

# Fuzzing of SGF files.
check_PROGRAMS += tests/fuzz/replay_sgf
tests_fuzz_replay_sgf_SOURCES = tests/fuzz/replay.c tests/fuzz/sgf.c $(fuzz_common)
EXTRA_PROGRAMS += tests/fuzz/sgf
tests_fuzz_sgf_SOURCES = tests/fuzz/sgf.c $(fuzz_common)
tests_fuzz_sgf_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
fuzzers: tests/fuzz/sgf
