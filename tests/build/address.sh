# All tests once more under the address and undefined behaviour sanitizers.
. "$srcdir/tests/support/nested.bash"
flags='-O1 -g1 -DTERNION_HOT_ASSERTS -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all'
can_compile "$CC" "$flags" || skip_all "$CC cannot link the address and undefined sanitizers"
export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1
export UBSAN_OPTIONS=print_stacktrace=1
export TERNION_TEST_SCALE=${TERNION_TEST_SCALE:-10}
quietly nested_build address "$CC" "$flags"
ok "builds with $CC $flags"
quietly nested_check address
status=$?
count=$(nested_count address)
test $status = 0
ok "all tests pass there ($count results)"
done_testing
