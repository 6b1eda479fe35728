check_PROGRAMS += tests/draughts_test tests/draughts_oracle_test
TESTS += tests/draughts_test tests/draughts_oracle_test
tests_draughts_test_SOURCES = tests/draughts_test.c tests/draughts_draw.h
tests_draughts_oracle_test_SOURCES = tests/draughts_oracle_test.c tests/draughts_draw.h tests/scale.h
