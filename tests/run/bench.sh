# Whether the engine plays as it did: ternion bench against the stored output.
. "$srcdir/tests/support/tap.bash"
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99

"$builddir/ternion" bench >now 2>time
ok "ternion bench runs"
diff "$srcdir/tests/run/bench.expected" now >out ||
    echo "# Play has changed. If that is meant: make bench-signature, and say so in the commit."
test ! -s out
ok "moves, values and nodes are those of tests/run/bench.expected"
grep -qE '^[0-9.]+ s, [0-9]+ nodes per second$' time
ok "the time goes to standard error"
HOME=/nonexistent XDG_DATA_HOME=/nonexistent LC_ALL=C "$builddir/ternion" bench 2>time | cmp -s - now
ok "and the same comes again, whatever the surroundings"
"$builddir/ternion" bench --seed 3 >out 2>err
test $? = 2 && grep -q 'bench stands alone' err
ok "bench takes no options"
done_testing
