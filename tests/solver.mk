check_PROGRAMS += tests/unit/qttt_solver_test
TESTS += tests/unit/qttt_solver_test
tests_unit_qttt_solver_test_SOURCES = tests/unit/qttt_solver_test.c tests/support/scale.h tests/unit/qttt_oracle.h

check_PROGRAMS += tests/unit/qttt_player_test
TESTS += tests/unit/qttt_player_test
tests_unit_qttt_player_test_SOURCES = tests/unit/qttt_player_test.c tests/support/scale.h tests/unit/qttt_oracle.h

check_PROGRAMS += tests/unit/qttt_insight_test
TESTS += tests/unit/qttt_insight_test
tests_unit_qttt_insight_test_SOURCES = tests/unit/qttt_insight_test.c tests/support/scale.h tests/unit/qttt_oracle.h

check_PROGRAMS += tests/unit/qttt_search_test
TESTS += tests/unit/qttt_search_test
THREAD_TESTS += tests/unit/qttt_search_test
tests_unit_qttt_search_test_SOURCES = tests/unit/qttt_search_test.c tests/support/scale.h tests/unit/qttt_oracle.h

# Matches on bigger boards.
check_PROGRAMS += tests/run/qttt_match
tests_run_qttt_match_SOURCES = tests/run/qttt_match.c
LONG_TESTS += tests/run/qttt_matches.sh
EXTRA_DIST += tests/run/qttt_matches.sh
