check_PROGRAMS += tests/unit/clock_test tests/unit/text_test tests/unit/gtp_test tests/unit/session_test \
	tests/unit/input_test tests/unit/thinker_test tests/unit/engine_test
TESTS += tests/unit/clock_test tests/unit/text_test tests/unit/gtp_test tests/unit/session_test tests/unit/input_test \
	tests/unit/thinker_test tests/unit/engine_test
THREAD_TESTS += tests/unit/input_test tests/unit/thinker_test
tests_unit_clock_test_SOURCES = tests/unit/clock_test.c
tests_unit_text_test_SOURCES = tests/unit/text_test.c
tests_unit_gtp_test_SOURCES = tests/unit/gtp_test.c
tests_unit_session_test_SOURCES = tests/unit/session_test.c
tests_unit_input_test_SOURCES = tests/unit/input_test.c src/input.c src/bell.c
tests_unit_thinker_test_SOURCES = tests/unit/thinker_test.c src/thinker.c src/bell.c
tests_unit_engine_test_SOURCES = tests/unit/engine_test.c
tests_unit_engine_test_LDADD = libengine.a $(LDADD)

# The program from outside.
TESTS += tests/run/cli.sh tests/run/console.sh tests/build/documents.sh tests/run/examples.sh
THREAD_TESTS += tests/run/cli.sh
EXTRA_DIST += tests/support/tap.bash tests/support/screen.bash tests/run/cli.sh tests/run/console.sh tests/build/documents.sh tests/run/examples.sh

# How a build begins.
TESTS += tests/build/bootstrap.sh tests/build/nested_builds.sh
EXTRA_DIST += tests/build/bootstrap.sh tests/build/nested_builds.sh

# The release.
LONG_TESTS += tests/build/package.sh
EXTRA_DIST += tests/build/package.sh

# The recipe for a fourth game.
LONG_TESTS += tests/build/fourth_game.sh
EXTRA_DIST += tests/build/fourth_game.sh examples/ttt
