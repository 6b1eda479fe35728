EXTRA_DIST += tests/go_draw.h
check_PROGRAMS += tests/go_test
TESTS += tests/go_test
tests_go_test_SOURCES = tests/go_test.c
