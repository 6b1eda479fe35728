# The server, as its clients see it.
check_PROGRAMS += tests/server_test
TESTS += tests/server_test
tests_server_test_SOURCES = tests/server_test.c tests/server_client.c tests/server_client.h
tests_server_test_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS)
tests_server_test_LDADD = $(server_libs) $(CHECK_LIBS)
