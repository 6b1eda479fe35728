check_PROGRAMS += tests/solver_test
TESTS += tests/solver_test
tests_solver_test_SOURCES = tests/solver_test.c tests/scale.h tests/qttt_oracle.h

check_PROGRAMS += tests/qttt_player_test
TESTS += tests/qttt_player_test
tests_qttt_player_test_SOURCES = tests/qttt_player_test.c tests/scale.h tests/qttt_oracle.h

check_PROGRAMS += tests/insight_test
TESTS += tests/insight_test
tests_insight_test_SOURCES = tests/insight_test.c tests/scale.h tests/qttt_oracle.h

check_PROGRAMS += tests/search_test
TESTS += tests/search_test
THREAD_TESTS += tests/search_test
tests_search_test_SOURCES = tests/search_test.c tests/scale.h tests/qttt_oracle.h

# Matches on bigger boards.
check_PROGRAMS += tests/qttt_match
tests_qttt_match_SOURCES = tests/qttt_match.c
LONG_TESTS += tests/qttt_matches.sh
EXTRA_DIST += tests/qttt_matches.sh
