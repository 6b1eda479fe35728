# For the tests that build the tree anew; they source this. The copy of the sources stands in
# nested/source, made by `make` as a distribution is; each build has a folder beside it and is kept,
# so that a second run compiles only what changed.

unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
jobs=$(nproc 2>/dev/null || echo 2)
source=$builddir/nested/source

# shellcheck source=tests/support/tap.bash
. "$srcdir/tests/support/tap.bash"

# nested_build NAME COMPILER FLAGS: configures, with $CONFIGURE if that is set and with the outer
# build's CPPFLAGS, LDFLAGS and PKG_CONFIG_PATH, and builds in nested/NAME: all programs and tests,
# or $TARGETS. Where that was built by another compiler or with other flags nothing of it is used.
nested_build() {
    local folder=$builddir/nested/$1
    local wanted="$2 $3 ${CONFIGURE:-} ${CPPFLAGS:-} ${LDFLAGS:-} ${PKG_CONFIG_PATH:-}"
    mkdir -p "$folder"
    cd "$folder" || return 1
    exec 8>lock
    flock 8
    if test "$(cat wanted 2>/dev/null)" != "$wanted" || test "$source/configure" -nt config.status; then
        local before=
        test ! -f Makefile || test "$(cat wanted 2>/dev/null)" = "$wanted" || before=other
        rm -f wanted
        # shellcheck disable=SC2086  # a list of words
        "$source/configure" -q --disable-nested-checks ${CONFIGURE:-} CC="$2" CFLAGS="$3" || return 1
        test -z "$before" || make -s clean >build.log 2>&1 8>&- || return 1
        printf '%s\n' "$wanted" >wanted
    fi
    # shellcheck disable=SC2086  # a list of words
    make -s V=1 -j"$jobs" ${TARGETS:-all check TESTS=} >build.log 2>&1 8>&-
    local status=$?
    exec 8>&-
    test $status = 0 && return 0
    grep -E -A 12 'error|warning|\*\*\*' build.log | head -n 60
    return 1
}

# nested_check NAME [MAKE ARGUMENTS]: runs the tests in nested/NAME; the logs of failures follow.
nested_check() {
    local folder=$builddir/nested/$1
    shift
    cd "$folder" || return 1
    make -s -j"$jobs" check "$@" >check.log 2>&1 && return 0
    grep -E '^(FAIL|ERROR|XPASS)' check.log
    for trs in $(grep -lE '^:test-result: (FAIL|ERROR|XPASS)' tests/*/*.trs); do
        echo "--- ${trs%.trs}.log"
        tail -n 60 "${trs%.trs}.log"
    done
    return 1
}

# How many results the last nested_check of NAME had.
nested_count() {
    cat "$builddir/nested/$1"/tests/*/*.trs 2>/dev/null | grep -c '^:test-result: PASS'
}

# can_compile COMPILER FLAGS: whether the compiler is here and links with these flags.
can_compile() {
    echo 'int main(void) { return 0; }' | $1 $2 -x c -o /dev/null - 2>/dev/null
}

# The build for the thread sanitizer also proves that clang has nothing to warn of.
thread_flags='-O1 -g1 -DTERNION_HOT_ASSERTS -fno-omit-frame-pointer -fsanitize=thread -Werror'
