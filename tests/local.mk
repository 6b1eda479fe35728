# Every test speaks TAP on its standard output; Check programs do so through CK_TAP_LOG_FILE_NAME.
# A unit test of one part is three lines in that part's file:
#   check_PROGRAMS += tests/unit/text_test
#   TESTS += tests/unit/text_test
#   tests_unit_text_test_SOURCES = tests/unit/text_test.c
# It links libternion.a, Check and -lm without being told (LDADD below).
# All run with points in numbers (awk reads commas elsewhere); what is about another locale sets it.
AM_TESTS_ENVIRONMENT = LC_ALL=C.UTF-8; export LC_ALL; CK_TAP_LOG_FILE_NAME=-; export CK_TAP_LOG_FILE_NAME; \
	CK_DEFAULT_TIMEOUT=$${CK_DEFAULT_TIMEOUT:-300}; export CK_DEFAULT_TIMEOUT; \
	srcdir='$(abs_srcdir)'; export srcdir; builddir='$(abs_builddir)'; export builddir; \
	CC='$(CC)'; export CC; THREAD_TESTS='$(THREAD_TESTS)'; export THREAD_TESTS; \
	LONG_TESTS='$(LONG_TESTS)'; export LONG_TESTS; \
	$(given_flags); export CPPFLAGS LDFLAGS PKG_CONFIG_PATH;
# For tests that configure anew.
given_flags = CPPFLAGS='$(CPPFLAGS)' LDFLAGS='$(LDFLAGS)' PKG_CONFIG_PATH='$(PKG_CONFIG_PATH)'
TEST_EXTENSIONS = .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_COMPILER = bash
LDADD = libternion.a $(CHECK_LIBS) -lm

# Laws of every game, known numbers of move sequences.
check_PROGRAMS += tests/unit/contract_test tests/unit/perft_test
TESTS += tests/unit/contract_test tests/run/perft_tables.sh
tests_unit_contract_test_SOURCES = tests/unit/contract_test.c tests/support/scale.h
tests_unit_perft_test_SOURCES = tests/unit/perft_test.c tests/support/scale.h
EXTRA_DIST += tests/run/perft_tables.sh tests/perft tests/support/suite.h

# Golden dialogues.
check_PROGRAMS += tests/support/dialogue
tests_support_dialogue_SOURCES = tests/support/dialogue.c
tests_support_dialogue_LDADD =
EXTRA_DIST += tests/run/dialogues.sh tests/gtp
TESTS += tests/run/dialogues.sh

# The program as a shell sees it: options, exit status, manual, completion.
TESTS += tests/run/program.sh
EXTRA_DIST += tests/run/program.sh

# Fuzz harnesses: with replay.c they try the corpus under any compiler; make fuzzers, which needs
# clang, links them with libFuzzer, as tests/build/fuzz.sh does.
check_PROGRAMS += tests/fuzz/replay_position tests/fuzz/replay_record tests/fuzz/replay_protocol
TESTS += tests/run/corpus.sh
fuzz_common = tests/fuzz/fuzz.c tests/fuzz/fuzz.h
tests_fuzz_replay_position_SOURCES = tests/fuzz/replay.c tests/fuzz/position.c $(fuzz_common)
tests_fuzz_replay_record_SOURCES = tests/fuzz/replay.c tests/fuzz/record.c $(fuzz_common)
tests_fuzz_replay_protocol_SOURCES = tests/fuzz/replay.c tests/fuzz/protocol.c $(fuzz_common)
tests_fuzz_replay_protocol_LDFLAGS = $(AM_LDFLAGS) $(small_tables)
tests_fuzz_replay_protocol_LDADD = libengine.a $(LDADD)
small_tables = -Wl,--wrap=options_player_defaults
fuzzers = tests/fuzz/position tests/fuzz/record tests/fuzz/protocol
EXTRA_PROGRAMS += $(fuzzers)
tests_fuzz_position_SOURCES = tests/fuzz/position.c $(fuzz_common)
tests_fuzz_record_SOURCES = tests/fuzz/record.c $(fuzz_common)
tests_fuzz_protocol_SOURCES = tests/fuzz/protocol.c $(fuzz_common)
tests_fuzz_position_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_record_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_protocol_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer $(small_tables)
tests_fuzz_protocol_LDADD = libengine.a $(LDADD)
fuzzers: $(fuzzers)
.PHONY: fuzzers
EXTRA_DIST += tests/run/corpus.sh tests/fuzz/account.txt tests/fuzz/corpus tests/fuzz/unwatched.txt tests/support/fuzzing.bash tools/fuzz_hours.sh tools/mutants.sh
fuzz-hours: nested-source
	@$(given_flags) srcdir='$(abs_srcdir)' builddir='$(abs_builddir)' bash $(srcdir)/tools/fuzz_hours.sh
.PHONY: fuzz-hours

# The text of the sources themselves.
TESTS += tests/build/includes.sh tests/build/format.sh
EXTRA_DIST += tests/build/includes.sh tests/build/format.sh .clang-format

# Runs that build the tree anew, from the files that a distribution would hold, with other compilers
# and sanitizers, and test there.
NESTED_TESTS = tests/build/warnings.sh tests/build/address.sh tests/build/thread.sh tests/build/fuzz.sh
if NESTED
TESTS += $(NESTED_TESTS)
endif
EXTRA_DIST += $(NESTED_TESTS) tests/support/nested.bash
AM_DISTCHECK_CONFIGURE_FLAGS = --disable-nested-checks
nested-source:
	@$(MKDIR_P) nested
	@$(MAKE) $(AM_MAKEFLAGS) distdir distdir=nested/source >/dev/null
tests/build/warnings.log tests/build/address.log tests/build/thread.log tests/build/fuzz.log tests/build/foreign.log: nested-source
.PHONY: nested-source
clean-local:
	-chmod -R u+w nested 2>/dev/null; rm -rf nested

# Longer proofs: the same laws with ten times the games, perft tables to their ends, LONG_TESTS. Automake
# knows how to run scripts, and those programs only that are also in TESTS.
check-long: all
	$(MAKE) $(AM_MAKEFLAGS) check TESTS=
	TERNION_TEST_SCALE=1000 CK_DEFAULT_TIMEOUT=3600 $(MAKE) $(AM_MAKEFLAGS) check-TESTS \
	  TESTS='tests/unit/contract_test tests/run/perft_tables.sh $(LONG_TESTS)'
.PHONY: check-long

# Other machines, by cross compilers and an emulator.
check_PROGRAMS += tests/support/speaker
tests_support_speaker_SOURCES = tests/support/speaker.c
tests_support_speaker_LDADD = libengine.a libternion.a -lm
LONG_TESTS += tests/build/foreign.sh
EXTRA_DIST += tests/build/foreign.sh

# What the tests reach.
coverage: nested-source
	@$(given_flags) srcdir='$(abs_srcdir)' builddir='$(abs_builddir)' bash $(srcdir)/tools/coverage.sh
.PHONY: coverage
EXTRA_DIST += tools/coverage.sh tools/coverage.awk

include tests/core.mk
include tests/qttt.mk
include tests/draughts.mk
include tests/dplayer.mk
include tests/go.mk
include tests/gplayer.mk
include tests/solver.mk
include tests/arena.mk
include tests/server.mk
include tests/browser.mk
