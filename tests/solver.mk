check_PROGRAMS += tests/solver_test
TESTS += tests/solver_test
tests_solver_test_SOURCES = tests/solver_test.c tests/scale.h
