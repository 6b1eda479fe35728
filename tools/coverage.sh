# make coverage: all tests in a build that counts, or those of TERNION_COVERAGE_TESTS, then what
# they reached of src, arena and server, and the lines that they did not. Assertions, which must not
# fail, count as lines only. Takes as long as make check; numbers come whether or not every test
# passes.
. "$srcdir/tests/support/nested.bash"
command -v gcovr >/dev/null || { echo "make coverage needs gcovr: install gcovr" >&2; exit 1; }
nested_build coverage gcc '-O1 -g --coverage -fprofile-update=atomic' || exit 1
cd "$builddir/nested/coverage" || exit 1
find . -name '*.gcda' -delete
nested_check coverage ${TERNION_COVERAGE_TESTS:+TESTS="$TERNION_COVERAGE_TESTS"} ||
    echo "(some tests failed; see $PWD/check.log)"

# report OPTIONS...: about what gcov counted.
report() { gcovr --root "$source" --add-tracefile coverage.json "$@"; }
gcovr -j "$jobs" --root "$source" --object-directory . --exclude-branches-by-pattern '.*\bassert(_hot)?\(' \
    --json coverage.json src arena server 2>gcovr.log || { tail -n 5 gcovr.log >&2; exit 1; }
report --sort-uncovered
for part in src/ arena/ server/ ''; do
    echo "${part:-all}"
    report --filter "$source/$part" --print-summary --txt /dev/null | grep -v '^functions'
done
