# Every test speaks TAP on its standard output; Check programs do so through CK_TAP_LOG_FILE_NAME.
# A unit test of one part is three lines in that part's file:
#   check_PROGRAMS += tests/text_test
#   TESTS += tests/text_test
#   tests_text_test_SOURCES = tests/text_test.c
# It links libternion.a, Check and -lm without being told (LDADD below).
AM_TESTS_ENVIRONMENT = CK_TAP_LOG_FILE_NAME=-; export CK_TAP_LOG_FILE_NAME; \
	CK_DEFAULT_TIMEOUT=$${CK_DEFAULT_TIMEOUT:-300}; export CK_DEFAULT_TIMEOUT; \
	srcdir='$(abs_srcdir)'; export srcdir; builddir='$(abs_builddir)'; export builddir; \
	CC='$(CC)'; export CC;
TEST_EXTENSIONS = .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_COMPILER = bash
LDADD = libternion.a $(CHECK_LIBS) -lm

if HAVE_MAIN
# Laws of every game, known numbers of move sequences, golden dialogues.
check_PROGRAMS += tests/contract_test tests/perft tests/dialogue
TESTS += tests/contract_test tests/perft.sh tests/dialogues.sh
tests_contract_test_SOURCES = tests/contract_test.c tests/scale.h
tests_perft_SOURCES = tests/perft.c tests/scale.h
tests_dialogue_SOURCES = tests/dialogue.c
tests_dialogue_LDADD =
endif
EXTRA_DIST += tests/perft.sh tests/dialogues.sh tests/perft tests/gtp

include tests/core.mk
include tests/qttt.mk
include tests/draughts.mk
include tests/go.mk
include tests/solver.mk
include tests/arena.mk
