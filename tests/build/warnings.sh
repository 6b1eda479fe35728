# Both compilers build everything, out of tree, without a single warning.
. "$srcdir/tests/support/nested.bash"
if can_compile gcc ''; then
    quietly nested_build warnings gcc '-O2 -Werror'
    ok "gcc -O2 -Werror, out of tree"
else
    skip "gcc -O2 -Werror, out of tree" "gcc is not installed"
fi
# One build serves two tests where clang can link the thread sanitizer.
if can_compile clang "$thread_flags"; then
    quietly nested_build thread clang "$thread_flags"
    ok "clang $thread_flags, out of tree"
elif can_compile clang ''; then
    quietly nested_build warnings-clang clang '-O2 -Werror'
    ok "clang -O2 -Werror, out of tree"
else
    skip "clang -Werror, out of tree" "clang is not installed"
fi
done_testing
