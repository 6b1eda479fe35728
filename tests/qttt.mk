check_PROGRAMS += tests/unit/qttt_test
TESTS += tests/unit/qttt_test
tests_unit_qttt_test_SOURCES = tests/unit/qttt_test.c tests/support/scale.h
