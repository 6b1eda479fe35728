# Both compilers build everything, out of tree, without a single warning.
. "$srcdir/tests/nested.bash"
tap_plan 2
for compiler in gcc clang; do
    if can_compile "$compiler" ''; then
        quietly nested_build "warnings-$compiler" "$compiler" '-O2 -Werror'
        tap_ok $? "$compiler -O2 -Werror, out of tree"
    else
        tap_skip "$compiler -O2 -Werror, out of tree" "$compiler is not installed"
    fi
done
exit $tap_failed
