# The systemd unit: systemd understands it, and it leaves the service little to do harm with.
. "$srcdir/tests/support/tap.bash"
command -v systemd-analyze >/dev/null || skip_all "systemd-analyze is missing"
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
sed "s|@bindir@|$builddir|" "$srcdir/server/examples/ternion-server.service.in" >ternion-server.service
systemd-analyze verify --man=no ./ternion-server.service 2>&1 | none "systemd has nothing to say about it"
systemd-analyze security --offline=yes --threshold=20 ./ternion-server.service >out 2>err; ok "its exposure is 2.0 of 10 at most"
tail -n 1 out | comment
sed 's|/var/lib/ternion-server|'"$folder"'|' "$srcdir/server/examples/service.conf" >service.conf
"$builddir/ternion-server" --check service.conf >out 2>err; ok "its configuration is good"
sed -i 's/^# \([a-z_]* = \)/\1/' service.conf && "$builddir/ternion-server" --check service.conf >out 2>err
ok "and so it is with every setting that it offers"
done_testing
