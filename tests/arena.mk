# The arena: its pure parts, and whole runs against an engine that misbehaves on demand.
check_PROGRAMS += tests/stub_engine
tests_stub_engine_SOURCES = tests/stub_engine.c
tests_stub_engine_LDADD = libternion.a -lm
TESTS += tests/arena_faults.sh
EXTRA_DIST += tests/arena.bash tests/arena_faults.sh
check_PROGRAMS += tests/journal_query
tests_journal_query_SOURCES = tests/journal_query.c
tests_journal_query_CPPFLAGS = $(AM_CPPFLAGS) $(SQLITE_CFLAGS)
tests_journal_query_LDADD = $(SQLITE_LIBS)
TESTS += tests/arena_runs.sh tests/arena_resume.sh
EXTRA_DIST += tests/arena_runs.sh tests/arena_resume.sh
LONG_TESTS += tests/arena_resume.sh
check_PROGRAMS += tests/arena_test
TESTS += tests/arena_test
THREAD_TESTS += tests/arena_test tests/arena_threads.sh
tests_arena_test_SOURCES = tests/arena_test.c
tests_arena_test_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS) $(SQLITE_CFLAGS)
tests_arena_test_LDADD = $(arena_libs) $(CHECK_LIBS)
TESTS += tests/arena_clock.sh tests/arena_go.sh tests/arena_leaks.sh
EXTRA_DIST += tests/arena_clock.sh tests/arena_go.sh tests/arena_leaks.sh
LONG_TESTS += tests/arena_leaks.sh
TESTS += tests/arena_threads.sh
EXTRA_DIST += tests/arena_threads.sh
TESTS += tests/arena_shards.sh
EXTRA_DIST += tests/arena_shards.sh
LONG_TESTS += tests/arena_shards.sh
check_PROGRAMS += tests/tune_test
TESTS += tests/tune_test tests/arena_tune.sh
EXTRA_DIST += tests/arena_tune.sh
LONG_TESTS += tests/arena_tune.sh
# Starts daemons of its own: for check-long only.
EXTRA_DIST += tests/arena_cluster.sh
LONG_TESTS += tests/arena_cluster.sh
tests_tune_test_SOURCES = tests/tune_test.c
tests_tune_test_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS) $(SQLITE_CFLAGS)
tests_tune_test_LDADD = $(arena_libs) $(CHECK_LIBS)
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
check_PROGRAMS += tests/formats_test
TESTS += tests/formats_test
tests_formats_test_SOURCES = tests/formats_test.c
tests_formats_test_LDADD = $(arena_libs) $(CHECK_LIBS)
# Ratings of many engines.
check_PROGRAMS += tests/ratings_test
TESTS += tests/ratings_test
tests_ratings_test_SOURCES = tests/ratings_test.c
tests_ratings_test_LDADD = $(arena_libs) $(CHECK_LIBS)
TESTS += tests/arena_formats.sh tests/arena_openings.sh tests/arena_places.sh
EXTRA_DIST += tests/arena_formats.sh tests/arena_openings.sh tests/arena_places.sh
LONG_TESTS += tests/valgrind.sh
EXTRA_DIST += tests/valgrind.sh
# Every setting and how it is refused; what a terminal shows.
TESTS += tests/arena_settings.sh tests/arena_live.sh
EXTRA_DIST += tests/arena_settings.sh tests/arena_live.sh
# The sequential test.
check_PROGRAMS += tests/sprt_test
TESTS += tests/sprt_test
tests_sprt_test_SOURCES = tests/sprt_test.c tests/scale.h
tests_sprt_test_LDADD = $(arena_libs) $(CHECK_LIBS)
TESTS += tests/arena_sprt.sh
EXTRA_DIST += tests/arena_sprt.sh
# What reads a journal: list, show, export, replay, report.
check_PROGRAMS += tests/report_test
TESTS += tests/report_test tests/arena_views.sh
tests_report_test_SOURCES = tests/report_test.c
tests_report_test_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS) $(SQLITE_CFLAGS)
tests_report_test_LDADD = $(arena_libs) $(CHECK_LIBS)
EXTRA_DIST += tests/arena_views.sh
