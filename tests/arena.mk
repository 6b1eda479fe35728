# The arena: its pure parts, and whole runs against an engine that misbehaves on demand.
check_PROGRAMS += tests/support/stub_engine
tests_support_stub_engine_SOURCES = tests/support/stub_engine.c
tests_support_stub_engine_LDADD = libternion.a -lm
TESTS += tests/run/arena_faults.sh
EXTRA_DIST += tests/support/arena.bash tests/run/arena_faults.sh
check_PROGRAMS += tests/support/journal_query
tests_support_journal_query_SOURCES = tests/support/journal_query.c
tests_support_journal_query_CPPFLAGS = $(AM_CPPFLAGS) $(SQLITE_CFLAGS)
tests_support_journal_query_LDADD = $(SQLITE_LIBS)
TESTS += tests/run/arena_runs.sh tests/run/arena_resume.sh
EXTRA_DIST += tests/run/arena_runs.sh tests/run/arena_resume.sh
LONG_TESTS += tests/run/arena_resume.sh
check_PROGRAMS += tests/unit/arena_test
TESTS += tests/unit/arena_test
THREAD_TESTS += tests/unit/arena_test tests/run/arena_threads.sh
tests_unit_arena_test_SOURCES = tests/unit/arena_test.c
tests_unit_arena_test_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS) $(SQLITE_CFLAGS)
tests_unit_arena_test_LDADD = $(arena_libs) $(CHECK_LIBS)
TESTS += tests/run/arena_clock.sh tests/run/arena_go.sh tests/run/arena_leaks.sh
EXTRA_DIST += tests/run/arena_clock.sh tests/run/arena_go.sh tests/run/arena_leaks.sh
LONG_TESTS += tests/run/arena_leaks.sh
TESTS += tests/run/arena_threads.sh
EXTRA_DIST += tests/run/arena_threads.sh
TESTS += tests/run/arena_shards.sh
EXTRA_DIST += tests/run/arena_shards.sh
LONG_TESTS += tests/run/arena_shards.sh
check_PROGRAMS += tests/unit/tune_test
TESTS += tests/unit/tune_test tests/run/arena_tune.sh
EXTRA_DIST += tests/run/arena_tune.sh
LONG_TESTS += tests/run/arena_tune.sh
# Starts daemons of its own: for check-long only.
EXTRA_DIST += tests/run/arena_cluster.sh
LONG_TESTS += tests/run/arena_cluster.sh
tests_unit_tune_test_SOURCES = tests/unit/tune_test.c
tests_unit_tune_test_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS) $(SQLITE_CFLAGS)
tests_unit_tune_test_LDADD = $(arena_libs) $(CHECK_LIBS)
# An engine's output is the one thing that others write.
check_PROGRAMS += tests/fuzz/replay_replies
tests_fuzz_replay_replies_SOURCES = tests/fuzz/replay.c tests/fuzz/replies.c $(fuzz_common)
tests_fuzz_replay_replies_LDADD = libhost.a $(LDADD)
EXTRA_PROGRAMS += tests/fuzz/replies
fuzzers: tests/fuzz/replies
tests_fuzz_replies_SOURCES = tests/fuzz/replies.c $(fuzz_common)
tests_fuzz_replies_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_replies_LDADD = libhost.a $(LDADD)
# A tournament file may hold anything.
check_PROGRAMS += tests/fuzz/replay_tournament
tests_fuzz_replay_tournament_SOURCES = tests/fuzz/replay.c tests/fuzz/tournament.c $(fuzz_common)
tests_fuzz_replay_tournament_LDADD = $(arena_libs)
EXTRA_PROGRAMS += tests/fuzz/tournament
fuzzers: tests/fuzz/tournament
tests_fuzz_tournament_SOURCES = tests/fuzz/tournament.c $(fuzz_common)
tests_fuzz_tournament_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_tournament_LDADD = $(arena_libs)
# Schedules of every format.
check_PROGRAMS += tests/unit/formats_test
TESTS += tests/unit/formats_test
tests_unit_formats_test_SOURCES = tests/unit/formats_test.c
tests_unit_formats_test_LDADD = $(arena_libs) $(CHECK_LIBS)
# Ratings of many engines.
check_PROGRAMS += tests/unit/ratings_test
TESTS += tests/unit/ratings_test
tests_unit_ratings_test_SOURCES = tests/unit/ratings_test.c
tests_unit_ratings_test_LDADD = $(arena_libs) $(CHECK_LIBS)
TESTS += tests/run/arena_formats.sh tests/run/arena_openings.sh tests/run/arena_places.sh
EXTRA_DIST += tests/run/arena_formats.sh tests/run/arena_openings.sh tests/run/arena_places.sh
LONG_TESTS += tests/run/valgrind.sh
EXTRA_DIST += tests/run/valgrind.sh
# Every setting and how it is refused; what a terminal shows.
TESTS += tests/run/arena_settings.sh tests/run/arena_live.sh
EXTRA_DIST += tests/run/arena_settings.sh tests/run/arena_live.sh
# The sequential test.
check_PROGRAMS += tests/unit/sprt_test
TESTS += tests/unit/sprt_test
tests_unit_sprt_test_SOURCES = tests/unit/sprt_test.c tests/support/scale.h
tests_unit_sprt_test_LDADD = $(arena_libs) $(CHECK_LIBS)
TESTS += tests/run/arena_sprt.sh
EXTRA_DIST += tests/run/arena_sprt.sh
# What reads a journal: list, show, export, replay, report.
check_PROGRAMS += tests/unit/report_test
TESTS += tests/unit/report_test tests/run/arena_views.sh
tests_unit_report_test_SOURCES = tests/unit/report_test.c
tests_unit_report_test_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS) $(SQLITE_CFLAGS)
tests_unit_report_test_LDADD = $(arena_libs) $(CHECK_LIBS)
EXTRA_DIST += tests/run/arena_views.sh
