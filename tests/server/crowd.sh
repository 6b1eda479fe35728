# Five thousand idle clients, and somebody who plays among them. Part of make check-long.
. "$srcdir/tests/support/tap.bash"
cd "$builddir" || exit 99
limit=$(ulimit -H -n)
test "$limit" = unlimited || test "$limit" -ge 5100 || skip_all "5000 clients need 5100 descriptors, and this shell may have $limit"
make -s bench/server_load >/dev/null 2>&1
ok "bench/server_load builds"
output=$(timeout 600 ./bench/server_load 5000 2>&1)
status=$?
comment <<<"$output"
test $status -eq 0
ok "5000 idle clients are held"
# at_most RATIO ROW: processor time is noisy beside other work, memory is not. A look at every
# client in each ply would cost more than three plies alone.
at_most() {
    awk -F '|' -v most="$1" -v row="$2" 'index($2, row) {seen = 1; if (!($5 > 0 && $5 <= most)) bad = 1} END {exit !seen || bad}' <<<"$output"
    ok "$2: at most $1 times what it costs alone or among few"
}
at_most 3 "a ply beside 5000 idle WebSockets"
at_most 3 "a ply beside 4000 games"
at_most 1.5 "an idle WebSocket among 5000"
at_most 1.5 "a game of Go among 4000"
done_testing
