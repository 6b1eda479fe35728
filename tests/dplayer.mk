check_PROGRAMS += tests/dplayer_test tests/egtb_test
TESTS += tests/dplayer_test tests/egtb_test
THREAD_TESTS += tests/dplayer_test
tests_dplayer_test_SOURCES = tests/dplayer_test.c tests/draughts_draw.h tests/scale.h
tests_egtb_test_SOURCES = tests/egtb_test.c
TESTS += tests/egtb.sh
EXTRA_DIST += tests/egtb.sh
