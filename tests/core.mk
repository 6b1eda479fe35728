check_PROGRAMS += tests/clock_test tests/text_test tests/gtp_test tests/session_test \
	tests/input_test tests/thinker_test tests/engine_test
TESTS += tests/clock_test tests/text_test tests/gtp_test tests/session_test tests/input_test \
	tests/thinker_test tests/engine_test
THREAD_TESTS += tests/input_test tests/thinker_test
tests_clock_test_SOURCES = tests/clock_test.c
tests_text_test_SOURCES = tests/text_test.c
tests_gtp_test_SOURCES = tests/gtp_test.c
tests_session_test_SOURCES = tests/session_test.c
tests_input_test_SOURCES = tests/input_test.c src/input.c src/bell.c
tests_thinker_test_SOURCES = tests/thinker_test.c src/thinker.c src/bell.c
tests_engine_test_SOURCES = tests/engine_test.c
tests_engine_test_LDADD = libengine.a $(LDADD)

# The program from outside.
TESTS += tests/cli.sh tests/console.sh tests/documents.sh tests/examples.sh
THREAD_TESTS += tests/cli.sh
EXTRA_DIST += tests/tap.bash tests/screen.bash tests/cli.sh tests/console.sh tests/documents.sh tests/examples.sh

# How a build begins.
TESTS += tests/bootstrap.sh tests/nested_builds.sh
EXTRA_DIST += tests/bootstrap.sh tests/nested_builds.sh

# The release.
LONG_TESTS += tests/package.sh
EXTRA_DIST += tests/package.sh

# The recipe for a fourth game.
LONG_TESTS += tests/fourth_game.sh
EXTRA_DIST += tests/fourth_game.sh examples/ttt
