# Every test speaks TAP on its standard output; Check programs do so through CK_TAP_LOG_FILE_NAME.
# All run with points in numbers (awk reads commas elsewhere); a test about another locale sets it.
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
EXTRA_DIST += tests/README.md

# Longer proofs: the same laws with ten times the games, perft tables to their ends, LONG_TESTS.
# Automake knows how to run scripts, and of programs only those that are also in TESTS.
check-long: all
	$(MAKE) $(AM_MAKEFLAGS) check TESTS=
	TERNION_TEST_SCALE=1000 CK_DEFAULT_TIMEOUT=3600 $(MAKE) $(AM_MAKEFLAGS) check-TESTS \
	  TESTS='tests/unit/contract_test tests/unit/perft_test $(LONG_TESTS)'
.PHONY: check-long

include tests/support/local.mk
include tests/unit/local.mk
include tests/run/local.mk
include tests/fuzz/local.mk
include tests/server/local.mk
include tests/page/local.mk
include tests/build/local.mk
