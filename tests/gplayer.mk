check_PROGRAMS += tests/gplayer_test
TESTS += tests/gplayer_test
tests_gplayer_test_SOURCES = tests/gplayer_test.c tests/go_draw.h tests/scale.h
