check_PROGRAMS += tests/unit/draughts_test tests/unit/draughts_oracle_test
TESTS += tests/unit/draughts_test tests/unit/draughts_oracle_test
tests_unit_draughts_test_SOURCES = tests/unit/draughts_test.c tests/unit/draughts_draw.h
tests_unit_draughts_oracle_test_SOURCES = tests/unit/draughts_oracle_test.c tests/unit/draughts_draw.h tests/support/scale.h
check_PROGRAMS += tests/unit/draughts_pdn_test
TESTS += tests/unit/draughts_pdn_test
tests_unit_draughts_pdn_test_SOURCES = tests/unit/draughts_pdn_test.c tests/unit/draughts_draw.h

# The fuzz harness of PDN beside those of tests/local.mk.
check_PROGRAMS += tests/fuzz/replay_pdn
tests_fuzz_replay_pdn_SOURCES = tests/fuzz/replay.c tests/fuzz/pdn.c $(fuzz_common)
EXTRA_PROGRAMS += tests/fuzz/pdn
tests_fuzz_pdn_SOURCES = tests/fuzz/pdn.c $(fuzz_common)
tests_fuzz_pdn_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
fuzzers: tests/fuzz/pdn
# Endgame tables come from a cache that anything may have damaged.
check_PROGRAMS += tests/fuzz/replay_tables
tests_fuzz_replay_tables_SOURCES = tests/fuzz/replay.c tests/fuzz/tables.c $(fuzz_common)
EXTRA_PROGRAMS += tests/fuzz/tables
tests_fuzz_tables_SOURCES = tests/fuzz/tables.c $(fuzz_common)
tests_fuzz_tables_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
fuzzers: tests/fuzz/tables
