# The threaded parts under the thread sanitizer: the engine in its golden dialogues, and whatever
# a local.mk puts into THREAD_TESTS.
. "$srcdir/tests/support/nested.bash"
flags=$thread_flags
compiler=clang
can_compile clang "$flags" || compiler=$CC
can_compile "$compiler" "$flags" || skip_all "$compiler cannot link the thread sanitizer"
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
export TERNION_TEST_SCALE=${TERNION_TEST_SCALE:-5}
quietly nested_build thread "$compiler" "$flags"
ok "builds with $compiler $flags"
quietly nested_check thread TESTS="tests/run/dialogues.sh $THREAD_TESTS"
status=$?
count=$(nested_count thread)
test $status = 0
ok "the threaded tests pass there ($count results)"
done_testing
