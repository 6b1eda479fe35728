check_PROGRAMS += tests/qttt_test
TESTS += tests/qttt_test
tests_qttt_test_SOURCES = tests/qttt_test.c tests/scale.h
