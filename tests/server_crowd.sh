# Five thousand idle clients, and somebody who plays among them. Part of make check-long.
cd "$builddir" || exit 99
echo "1..1"
if ! make -s bench/server_load >/dev/null 2>&1; then
    echo "not ok 1 - bench/server_load builds"
    exit 1
fi
if output=$(timeout 600 ./bench/server_load 5000 2>&1) && grep -q 'a ply beside 5000 idle WebSockets' <<<"$output"; then
    sed 's/^/# /' <<<"$output"
    echo "ok 1 - 5000 idle clients are held and hurt nobody"
else
    sed 's/^/# /' <<<"$output"
    echo "not ok 1 - 5000 idle clients are held and hurt nobody"
    exit 1
fi
