# Every test speaks TAP on its standard output; Check programs do so through CK_TAP_LOG_FILE_NAME.
# A unit test of one part is three lines in that part's file:
#   check_PROGRAMS += tests/text_test
#   TESTS += tests/text_test
#   tests_text_test_SOURCES = tests/text_test.c
# It links libternion.a, Check and -lm without being told (LDADD below).
AM_TESTS_ENVIRONMENT = CK_TAP_LOG_FILE_NAME=-; export CK_TAP_LOG_FILE_NAME; \
	CK_DEFAULT_TIMEOUT=120; export CK_DEFAULT_TIMEOUT;
TEST_EXTENSIONS = .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_COMPILER = bash
LDADD = libternion.a $(CHECK_LIBS) -lm

include tests/core.mk
include tests/qttt.mk
include tests/draughts.mk
include tests/go.mk
include tests/solver.mk
include tests/arena.mk
