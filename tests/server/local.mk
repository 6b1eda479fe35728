# The server, as its clients see it.
server_tests = \
	tests/server/server_faults_test \
	tests/server/server_greed_test \
	tests/server/server_orphans_test \
	tests/server/server_test
check_PROGRAMS += $(server_tests)
TESTS += $(server_tests) tests/server/server_storm.sh
LONG_TESTS += tests/server/server_crowd.sh tests/server/server_storm.sh
EXTRA_DIST += tests/server/server_crowd.sh tests/server/server_storm.sh

# A server with its clients in one process.
check_LIBRARIES += tests/server/libhouse.a
tests_server_libhouse_a_SOURCES = tests/server/server_house.c tests/server/server_house.h \
	tests/server/server_client.c tests/server/server_client.h
server_test_libs = tests/server/libhouse.a $(server_libs) $(CHECK_LIBS)
tests_server_server_faults_test_LDADD = $(server_test_libs)
tests_server_server_greed_test_LDADD = $(server_test_libs)
tests_server_server_orphans_test_LDADD = $(server_test_libs)
tests_server_server_test_LDADD = $(server_test_libs)
