# make coverage: all tests in a build that counts, then what they reached of src, arena and server. Runs
# for as long as make check does; numbers come whether or not every test passes.
. "$srcdir/tests/support/nested.bash"
nested_build coverage gcc '-O1 -g --coverage -fprofile-update=atomic' || exit 1
cd "$builddir/nested/coverage" || exit 1
find . -name '*.gcda' -delete
nested_check coverage || echo "(some tests failed; see $PWD/check.log)"
find . -name '*.gcda' ! -path './tests/*' ! -path './bench/*' ! -path './tools/*' -print0 |
    xargs -0 gcov -b -c -t 2>/dev/null | awk -f "$srcdir/tools/coverage.awk"
