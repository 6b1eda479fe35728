# Half an hour of ordinary life on the server, or as many seconds as TERNION_SOAK_SECONDS says. Part
# of make check-long.
. "$srcdir/tests/support/tap.bash"
cd "$builddir" || exit 99
output=$(./tests/server/soak 2>&1)
status=$?
comment <<<"$output"
test $status -eq 0
ok "after ${TERNION_SOAK_SECONDS:-1800} seconds all is bounded, and every record replays"
done_testing
