check_PROGRAMS += tests/unit/draughts_player_test tests/unit/egtb_test
TESTS += tests/unit/draughts_player_test tests/unit/egtb_test
THREAD_TESTS += tests/unit/draughts_player_test
tests_unit_draughts_player_test_SOURCES = tests/unit/draughts_player_test.c tests/unit/draughts_draw.h tests/support/scale.h
tests_unit_egtb_test_SOURCES = tests/unit/egtb_test.c
TESTS += tests/run/egtb.sh
EXTRA_DIST += tests/run/egtb.sh
