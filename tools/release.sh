#!/bin/bash
# Makes what is published of a release in a folder, from a source tarball and nothing else:
#
#   tools/release.sh TARBALL FOLDER [source|debian|linux|windows|page]...
#
# The same tarball gives the same files to the byte, on machines with the same compilers. Each
# program is tried before it is packed: its `bench` must print the signature that the tests know.
# Wanted are Debian's packages debhelper, dpkg-dev and lintian (debian); gcc, gcc-aarch64-linux-gnu
# and qemu-user-static (linux); mingw-w64, wine64 and zip (windows); for debian and page what
# ./bootstrap --with-wasm installs.
# A part that the machine cannot make is left out, and the exit status is 1.
set -euo pipefail
umask 022
export LC_ALL=C TZ=UTC
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES CPPFLAGS CFLAGS LDFLAGS PKG_CONFIG_PATH DESTDIR

fail() {
    echo "release.sh: $*" >&2
    exit 2
}
test $# -ge 2 || fail "what is wanted is TARBALL FOLDER [source|debian|linux|windows|page]..."
tarball=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
shift 2
parts=("$@")
test $# -gt 0 || parts=(source debian linux windows page)
name=$(basename "$tarball" .tar.gz)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Everything bears the moment of the tarball's files.
SOURCE_DATE_EPOCH=$(tar --full-time -tvzf "$tarball" "$name/NEWS" | awk '{ print $4, $5 }' | date -f - +%s)
export SOURCE_DATE_EPOCH
jobs=${JOBS:-$(nproc)}
# The same machine code wherever it is built; a release carries no symbols.
flags="-O2 -g0 -ffile-prefix-map=$work=. -fdebug-prefix-map=$work=."
missing=0

left_out() {
    echo "left out: $*"
    missing=1
}
here() {
    local command
    for command; do
        command -v "$command" >/dev/null || { echo "$command is not installed" && return 1; }
    done
}
# quiet COMMAND...: its output only if it fails.
quiet() {
    "$@" >"$work/log" 2>&1 || { tail -n 40 "$work/log" >&2 && return 1; }
}
# unpacked: a fresh tree of the sources, which becomes the working directory.
unpacked() {
    rm -rf "$work/tree" && mkdir "$work/tree" && cd "$work/tree"
    tar xzf "$tarball" && cd "$name"
}
# packed DIRECTORY: DIRECTORY.tar.gz in the folder, the same for the same content.
packed() {
    tar --format=ustar --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rw,go-w,a+rX \
        --mtime="@$SOURCE_DATE_EPOCH" -cf - "$1" | gzip -9n >"$folder/$1.tar.gz"
}
documents="README.md NEWS COPYING SECURITY.md protocol.md"

# tried COMMAND...: whether this engine plays as all others do.
tried() {
    "$@" bench 2>/dev/null | tr -d '\r' >"$work/bench"
    cmp "$work/bench" "$work/tree/$name/tests/run/bench.expected"
}

make_source() {
    cp "$tarball" "$folder"
}

make_debian() {
    here dh dpkg-buildpackage lintian >"$work/why" || { left_out "Debian packages: $(cat "$work/why")" && return; }
    unpacked
    dpkg-checkbuilddeps 2>"$work/why" || { left_out "Debian packages: $(cat "$work/why")" && return; }
    quiet env DEB_BUILD_OPTIONS="nocheck parallel=$jobs" dpkg-buildpackage -us -uc -b
    lintian --fail-on error,warning ../*.changes
    rm -f ../*-dbgsym_*.deb # and .buildinfo tells of this machine
    cp ../*.deb "$folder"
}

unpack_debs() {
    local deb
    for deb in "$1"/debs/*.deb; do
        dpkg-deb -x "$deb" "$1"
    done
}
# libraries ARCHITECTURE: unpacks Debian's static libraries for it into a folder of their own, which
# needs neither rights nor packages on this machine, and prints the folder.
libraries() {
    local root=$work/libraries/$1
    local apt=(apt-get -qq -o APT::Architecture="$1" -o APT::Architectures="$1" -o Dir::State="$root/state"
        -o Dir::State::status="$root/state/status" -o Dir::Cache="$root/cache" -o Debug::NoLocking=1
        -o APT::Sandbox::User=)
    mkdir -p "$root/state/lists/partial" "$root/cache/archives/partial" "$root/debs"
    touch "$root/state/status"
    "${apt[@]}" update >&2
    (cd "$root/debs" && "${apt[@]}" download libreadline-dev libncurses-dev libjansson-dev libsqlite3-dev zlib1g-dev \
        libconfuse-dev libevent-dev nettle-dev libgmp-dev >&2)
    unpack_debs "$root"
    # Where a licence is a link it is in the library's other package.
    local link
    for link in "$root"/usr/share/doc/*; do
        test -e "$link/copyright" || (cd "$root/debs" && "${apt[@]}" download "$(readlink "$link")" >&2)
    done
    unpack_debs "$root"
    echo "$root"
}

make_linux() {
    local target
    for target in "amd64 x86_64-linux-gnu x86_64" "arm64 aarch64-linux-gnu aarch64"; do
        # shellcheck disable=SC2086  # three words
        make_linux_for $target
    done
}
# make_linux_for ARCHITECTURE TRIPLET MACHINE: statically linked programs.
make_linux_for() {
    local run=qemu-$3-static
    here "$2-gcc" "$run" dpkg-deb apt-get >"$work/why" || { left_out "Linux on $3: $(cat "$work/why")" && return; }
    local root at=$name-linux-$3
    root=$(libraries "$1") || { left_out "Linux on $3: its libraries cannot be had" && return; }
    local lib=$root/usr/lib/$2
    unpacked
    # What the two programs do not use is not looked for.
    quiet env PKG_CONFIG=false READLINE_CFLAGS="-isystem $root/usr/include" READLINE_LIBS="-lreadline -ltinfo" \
        JANSSON_CFLAGS="-isystem $root/usr/include/$2" JANSSON_LIBS=-ljansson \
        SQLITE_CFLAGS=-DNONE SQLITE_LIBS="-lsqlite3 -lz -lm" CONFUSE_CFLAGS=-DNONE CONFUSE_LIBS=-lconfuse \
        EVENT_CFLAGS=-DNONE EVENT_LIBS=-levent NETTLE_CFLAGS=-DNONE NETTLE_LIBS=-lnettle MICROHTTPD_CFLAGS=-DNONE \
        MICROHTTPD_LIBS=-lm CHECK_CFLAGS=-DNONE CHECK_LIBS=-lm ac_cv_header_wslay_wslay_h=yes \
        ./configure -q --host="$2" --disable-nested-checks CC="$2-gcc" CFLAGS="$flags" LDFLAGS="-static -s -L$lib"
    quiet make -j"$jobs" ternion ternion-arena
    tried "$run" ./ternion || { left_out "Linux on $3: it plays otherwise" && return; }
    # The kernel starts another machine's programs only if told how; this engine needs no telling.
    printf '#!/bin/sh\nexec %s %s --nodes 200\n' "$(command -v "$run")" "$PWD/ternion" >"$work/engine"
    chmod +x "$work/engine"
    quiet "$run" ./ternion-arena "$work/engine" "$work/engine" --games 2 --journal "$work/$3.db"
    quiet "$run" ./ternion-arena show "$work/$3.db"
    mkdir "$work/$at" "$work/$at/man" "$work/$at/licences"
    cp ternion ternion-arena $documents arena/examples/levels.conf "$work/$at"
    cp man/ternion.1 man/ternion-arena.1 "$work/$at/man"
    for library in libreadline libjansson libsqlite3 zlib1g libconfuse libevent nettle; do
        cp "$root/usr/share/doc/$library-dev/copyright" "$work/$at/licences/$library"
    done
    (cd "$work" && packed "$at")
}

make_windows() {
    here x86_64-w64-mingw32-gcc-posix wine zip >"$work/why" || { left_out "Windows: $(cat "$work/why")" && return; }
    local at=$name-windows-x86_64
    unpacked
    quiet ./configure -q --disable-nested-checks
    quiet make -j"$jobs" ternion.exe WINDOWS_CFLAGS="$flags"
    export WINEPREFIX=$work/wine WINEDEBUG=-all
    tried wine ./ternion.exe || { left_out "Windows: it plays otherwise" && return; }
    test "$(printf 'boardsize 9\nname\nquit\n' | wine ./ternion.exe --game go)" = "$(printf '=\n\n= Ternion\n\n=\n\n')"
    mkdir "$work/$at"
    cp ternion.exe $documents "$work/$at"
    cp src/system/windows/README.md "$work/$at/WINDOWS.md"
    cd "$work" && find "$at" -exec touch -d "@$SOURCE_DATE_EPOCH" {} + && rm -f "$folder/$at.zip" &&
        find "$at" -type f | sort | zip -9 -X -q "$folder/$at.zip" -@
}

make_page() {
    unpacked
    quiet ./configure -q --disable-nested-checks --with-wasm
    quiet make -j"$jobs" site
    test -f site/ternion.html || { left_out "the page: there is no compiler of WebAssembly" && return; }
    cp site/ternion.html "$folder/$name.html"
    mv site "$work/$name-site" && cd "$work" && packed "$name-site"
}

for part in "${parts[@]}"; do
    case $part in
    source | debian | linux | windows | page) ;;
    *) fail "there is no part '$part'" ;;
    esac
done
for part in "${parts[@]}"; do
    # Not as a condition: within one bash goes on after errors.
    set +e
    (
        set -e
        make_"$part"
        exit "$missing"
    )
    test $? = 0 || missing=1
    set -e
done
cd "$folder" && sha256sum -- ternion[-_]* >SHA256SUMS
cat SHA256SUMS
exit "$missing"
