# The server, as its clients see it.
server_tests = \
	tests/server/bots_test \
	tests/server/connection_test \
	tests/server/contest_test \
	tests/server/game_test \
	tests/server/greed_test \
	tests/server/http_test \
	tests/server/operator_test \
	tests/server/orphans_test \
	tests/server/start_test \
	tests/server/storage_test \
	tests/server/store_test \
	tests/server/websocket_test
check_PROGRAMS += $(server_tests) tests/server/class tests/server/soak
TESTS += $(server_tests) tests/server/operator.sh tests/server/storm.sh
LONG_TESTS += tests/server/proxies.sh
LONG_TESTS += tests/server/class.sh tests/server/crowd.sh tests/server/soak.sh tests/server/storm.sh
EXTRA_DIST += tests/server/README.md tests/server/class.sh tests/server/operator.sh tests/server/proxies.sh tests/server/games-0.1.db tests/server/crowd.sh tests/server/soak.sh tests/server/storm.sh

# A server process and its clients.
check_LIBRARIES += tests/server/libfixture.a
tests_server_libfixture_a_SOURCES = tests/server/fixture.c tests/server/fixture.h \
	tests/server/client.c tests/server/client.h
server_test_libs = tests/server/libfixture.a $(server_libs) $(CHECK_LIBS)
tests_server_bots_test_LDADD = $(server_test_libs)
tests_server_class_LDADD = $(server_test_libs)
tests_server_connection_test_LDADD = $(server_test_libs)
tests_server_contest_test_LDADD = $(server_test_libs)
tests_server_game_test_LDADD = $(server_test_libs)
tests_server_greed_test_LDADD = $(server_test_libs)
tests_server_http_test_LDADD = $(server_test_libs)
tests_server_operator_test_LDADD = $(server_test_libs)
tests_server_orphans_test_LDADD = $(server_test_libs)
tests_server_start_test_LDADD = $(server_test_libs)
tests_server_storage_test_LDADD = $(server_test_libs)
tests_server_store_test_SOURCES = tests/server/store_test.c tests/server/power.c \
	tests/server/power.h
tests_server_store_test_LDADD = $(server_test_libs)
tests_server_websocket_test_LDADD = $(server_test_libs)
tests_server_soak_LDADD = $(server_test_libs)
