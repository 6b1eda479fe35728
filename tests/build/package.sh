# The release: a tarball that makes itself again to the byte, an installation that works and is
# taken back whole, Debian packages without complaints. Builds twice; a part of make check-long.
. "$srcdir/tests/support/tap.bash"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES SOURCE_DATE_EPOCH TERNION DESTDIR
jobs=$(nproc)
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
name=ternion-$("$builddir/ternion" --version | sed 's/.* //')

# quiet COMMAND...: shows the last of its output if it fails.
quiet() {
    "$@" >"$folder/log" 2>&1 || { tail -n 20 "$folder/log" | comment; return 1; }
}

quiet make -C "$builddir" dist; ok "make dist"
mv "$builddir/$name.tar.gz" "$folder" || exit 99
cd "$folder" && tar xzf "$name.tar.gz" && cd "$name" || exit 99
files() { find . ! -type d | sort; }
files >"$folder/files"
if test -e "$srcdir/.git" && git -C "$srcdir" ls-files >"$folder/kept" 2>/dev/null && test -s "$folder/kept"; then
    (cd "$srcdir" && xargs ls -d -- 2>/dev/null) <"$folder/kept" | sed 's|^|./|' | grep -vx './.gitignore' | sort | comm -23 - "$folder/files" >"$folder/lost"
    none "it has every file that is kept" <"$folder/lost"
fi
# What packagers and editors leave behind does not go with it.
litter=(debian/ternion debian/debhelper-build-stamp tests/gtp/.qttt.swp tests/perft/go~)
mkdir debian/ternion && touch "${litter[@]:1}" debian/ternion/program
quiet ./configure -q --prefix="$folder/installed" && quiet make dist; ok "make dist from what was unpacked"
cmp "$name.tar.gz" "../$name.tar.gz"; ok "and it is the same tarball to the byte"
rm -r "${litter[@]}" "$name.tar.gz"

quiet make -s -j"$jobs"; ok "it builds"
quiet make -s install; ok "it installs"
PATH=$folder/installed/bin:$PATH
cd / || exit 99
for program in ternion ternion-arena ternion-server ternion-egtb; do
    test "$(command -v $program)" = "$folder/installed/bin/$program" &&
        $program --version | grep -qF "${name#ternion-}" && test -s "$folder/installed/share/man/man1/$program.1"
    ok "$program is there with version and manual"
done
"$folder/installed/share/doc/ternion/examples/quantum.sh" | grep -qx '= O+1'; ok "the installed example runs the installed engine"
quiet ternion-arena run "$folder/installed/share/doc/ternion/examples/levels.conf" --games 2 --journal "$folder/levels.db"
ok "the installed tournament file finds the installed engine"
mkdir "$folder/home" && cd "$folder/home" || exit 99
coproc server { exec ternion-server --demo --port -1 --line-port -1 --database "$folder/home/s.db"; }
read -r -t 20 -u "${server[0]}" _ address
page=$(timeout 20 bash -c "exec 3<>/dev/tcp/127.0.0.1/$(sed 's/.*:\([0-9]*\).*/\1/' <<<"$address")
    printf 'GET / HTTP/1.0\r\n\r\n' >&3; cat <&3")
kill "$server_PID"
grep -q '<html' <<<"$page"; ok "the installed server finds its page"
cd "$folder/$name" && quiet make uninstall && test -z "$(find "$folder/installed" ! -type d)"
ok "make uninstall leaves no file"
quiet make -s tools/go_train bench/relay && touch bench/relay.log tests/package.{log,trs} src/go/weights.c.new && quiet make distclean &&
    files | diff "$folder/files" - >"$folder/left"
ok "make distclean leaves what was unpacked"

if command -v dh >/dev/null && command -v dpkg-buildpackage >/dev/null; then
    kind=-b # where nothing compiles for browsers: without the page
    dpkg-checkbuilddeps >/dev/null 2>&1 || kind=-B
    DEB_BUILD_OPTIONS="nocheck parallel=$jobs" quiet env -u CPPFLAGS -u LDFLAGS -u PKG_CONFIG_PATH dpkg-buildpackage -us -uc $kind
    status=$?
    count=$(cd .. && echo *.deb | wc -w)
    test $status = 0
    ok "dpkg-buildpackage builds $count packages"
    server=$(echo ../ternion-server_*.deb)
    dpkg-deb -c "$server" | grep -q 'usr/sbin/ternion-server -> '; ok "sudo finds the server"
    dpkg-deb -I "$server" prerm | grep -q 'invoke stop ternion-server'; ok "the service ends before its files go"
    dpkg-deb -I "$server" postinst | grep -q 'invoke try-restart .*ternion-server'; ok "and runs on after an upgrade"
    if command -v lintian >/dev/null; then
        lintian --fail-on error,warning ../*.changes >"$folder/lint" 2>/dev/null
        ok "lintian finds no fault"
        comment "$folder/lint"
    fi
fi
done_testing
