# The server, as its clients see it.
check_PROGRAMS += tests/server/server_test
TESTS += tests/server/server_test
server_house = tests/server/server_house.c tests/server/server_house.h tests/server/server_client.c tests/server/server_client.h
tests_server_server_test_SOURCES = tests/server/server_test.c $(server_house)
tests_server_server_test_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS)
tests_server_server_test_LDADD = $(server_libs) $(CHECK_LIBS)
check_PROGRAMS += tests/server/server_faults_test
TESTS += tests/server/server_faults_test
tests_server_server_faults_test_SOURCES = tests/server/server_faults_test.c $(server_house)
tests_server_server_faults_test_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS) $(SQLITE_CFLAGS)
tests_server_server_faults_test_LDADD = $(server_libs) $(CHECK_LIBS)
check_PROGRAMS += tests/server/server_greed_test
TESTS += tests/server/server_greed_test
tests_server_server_greed_test_SOURCES = tests/server/server_greed_test.c $(server_house)
tests_server_server_greed_test_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS) $(SQLITE_CFLAGS)
tests_server_server_greed_test_LDADD = $(server_libs) $(CHECK_LIBS)
check_PROGRAMS += tests/server/server_orphans_test
TESTS += tests/server/server_orphans_test
tests_server_server_orphans_test_SOURCES = tests/server/server_orphans_test.c $(server_house)
tests_server_server_orphans_test_LDADD = $(server_libs) $(CHECK_LIBS)

# The console as a client.
check_PROGRAMS += tests/support/babbler
tests_support_babbler_SOURCES = tests/support/babbler.c
TESTS += tests/run/remote.sh
EXTRA_DIST += tests/run/remote.sh

# Fuzz harnesses of what reaches the server, beside those of tests/local.mk.
check_PROGRAMS += tests/fuzz/replay_orders tests/fuzz/replay_frames tests/fuzz/replay_web
tests_fuzz_replay_orders_SOURCES = tests/fuzz/replay.c tests/fuzz/orders.c $(fuzz_common)
tests_fuzz_replay_orders_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS)
tests_fuzz_replay_orders_LDADD = $(server_libs)
tests_fuzz_replay_frames_SOURCES = tests/fuzz/replay.c tests/fuzz/frames.c $(fuzz_common)
tests_fuzz_replay_frames_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS)
tests_fuzz_replay_frames_LDADD = $(server_libs)
tests_fuzz_replay_web_SOURCES = tests/fuzz/replay.c tests/fuzz/web.c $(fuzz_common)
tests_fuzz_replay_web_LDADD = $(server_libs)
EXTRA_PROGRAMS += tests/fuzz/orders tests/fuzz/frames tests/fuzz/web
tests_fuzz_orders_SOURCES = tests/fuzz/orders.c $(fuzz_common)
tests_fuzz_orders_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS)
tests_fuzz_orders_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_orders_LDADD = $(server_libs)
tests_fuzz_frames_SOURCES = tests/fuzz/frames.c $(fuzz_common)
tests_fuzz_frames_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS)
tests_fuzz_frames_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_frames_LDADD = $(server_libs)
tests_fuzz_web_SOURCES = tests/fuzz/web.c $(fuzz_common)
tests_fuzz_web_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_web_LDADD = $(server_libs)
fuzzers: tests/fuzz/orders tests/fuzz/frames tests/fuzz/web
check_PROGRAMS += tests/fuzz/replay_service
tests_fuzz_replay_service_SOURCES = tests/fuzz/replay.c tests/fuzz/service.c $(fuzz_common)
tests_fuzz_replay_service_LDADD = $(server_libs)
EXTRA_PROGRAMS += tests/fuzz/service
tests_fuzz_service_SOURCES = tests/fuzz/service.c $(fuzz_common)
tests_fuzz_service_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_service_LDADD = $(server_libs)
fuzzers: tests/fuzz/service

TESTS += tests/server/server_storm.sh
LONG_TESTS += tests/server/server_crowd.sh tests/server/server_storm.sh
EXTRA_DIST += tests/server/server_crowd.sh tests/server/server_storm.sh

# Every program with memory that fails.
TESTS += tests/run/starve.sh
LONG_TESTS += tests/run/starve.sh
EXTRA_DIST += tests/run/starve.sh tests/support/starve.c

# Arena and server with descriptors that run out.
TESTS += tests/run/descriptors.sh
EXTRA_DIST += tests/run/descriptors.sh
