# When tests/support/nested.bash configures again, tried on sources that are nothing but a
# configure.
builddir=$(mktemp -d) || exit 99
trap 'rm -rf "$builddir"' EXIT
. "$srcdir/tests/support/nested.bash"
jobs=1 # targets in their order
mkdir -p "$source"
cat >"$source/configure" <<'END'
#!/bin/sh
echo "$*, $CPPFLAGS, $LDFLAGS, $PKG_CONFIG_PATH" >>configured
test "$LDFLAGS" != bad || exit 1
: >config.status
printf 'all check clean:\n\t@echo $@ >>made\n' >Makefile
END
chmod +x "$source/configure"
touch -d '1 hour ago' "$source/configure"
export CPPFLAGS='' LDFLAGS='' PKG_CONFIG_PATH=''

# build COMPILER FLAGS; happened CONFIGURED MADE: how often since it was asked last, and which
# targets.
build() { nested_build one "$@"; }
happened() {
    local folder=$builddir/nested/one got
    got="$(cat "$folder/configured" 2>/dev/null | wc -l) $(tr '\n' ' ' <"$folder/made")"
    rm -f "$folder/configured" "$folder/made"
    test "$got" = "$1 $2 " || { echo "# $got"; return 1; }
}
build gcc -O2 && grep -qF -- '--disable-nested-checks CC=gcc CFLAGS=-O2' "$builddir/nested/one/configured" && happened 1 "all check"
ok "a first build is configured"
build gcc -O2 && happened 0 "all check"
ok "a second is not"
build clang -O2 && happened 1 "clean all check"
ok "with another compiler it is, and begins anew"
build clang '-O2 -Werror' && happened 1 "clean all check"
ok "with other flags too"
CONFIGURE=--host=that build clang '-O2 -Werror' && happened 1 "clean all check"
ok "and with another argument"
CPPFLAGS=-I/opt LDFLAGS=-L/opt PKG_CONFIG_PATH=/opt build gcc -O2 &&
    grep -q ', -I/opt, -L/opt, /opt$' "$builddir/nested/one/configured" && happened 1 "clean all check"
ok "flags of the outer build reach it"
touch "$source/configure" && touch -d '1 hour ago' "$builddir/nested/one/config.status"
CPPFLAGS=-I/opt LDFLAGS=-L/opt PKG_CONFIG_PATH=/opt build gcc -O2 && happened 1 "all check"
ok "a newer configure keeps what was compiled"
touch -d '1 hour ago' "$source/configure"
! LDFLAGS=bad build gcc -O2 && build gcc -O2 && happened 2 "clean all check"
ok "what could not be configured is tried again"
done_testing
