# The text of sources and documents, and how a build begins.
build_tests = tests/build/bootstrap.sh tests/build/documents.sh tests/build/format.sh \
	tests/build/includes.sh tests/build/nested_builds.sh tests/build/service.sh
TESTS += $(build_tests)

# Runs that build the tree anew, from the files that a distribution would hold, with other compilers
# and sanitizers, and test there.
nested_tests = tests/build/warnings.sh tests/build/address.sh tests/build/thread.sh tests/build/fuzz.sh
if NESTED
TESTS += $(nested_tests)
endif
AM_DISTCHECK_CONFIGURE_FLAGS = --disable-nested-checks
nested-source:
	@$(MKDIR_P) nested
	@$(MAKE) $(AM_MAKEFLAGS) distdir distdir=nested/source >/dev/null
tests/build/warnings.log tests/build/address.log tests/build/thread.log tests/build/fuzz.log tests/build/foreign.log: nested-source
.PHONY: nested-source
clean-local:
	-chmod -R u+w nested 2>/dev/null; rm -rf nested

# For check-long: other machines, by cross compilers and an emulator; a new Debian; the release;
# the recipe for a fourth game.
long_build_tests = tests/build/foreign.sh tests/build/fourth_game.sh tests/build/newcomer.sh tests/build/package.sh
LONG_TESTS += $(long_build_tests)
EXTRA_DIST += tests/build/README.md $(build_tests) $(nested_tests) $(long_build_tests) .clang-format examples/ttt

# What the tests reach.
coverage: nested-source
	@$(given_flags) srcdir='$(abs_srcdir)' builddir='$(abs_builddir)' bash $(srcdir)/tools/coverage.sh
.PHONY: coverage
