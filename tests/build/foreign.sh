# The same seed gives the same game on every machine: the engine is built for others by Debian's
# cross compilers (gcc-aarch64-linux-gnu ...), run by qemu-user, and must say what it says here,
# byte by byte; endgame tables must be the same files. A part of make check-long.
. "$srcdir/tests/support/nested.bash"
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
export XDG_CACHE_HOME=$folder/cache

# Whole games or their first moves, with values, at limits that an emulated machine can bear.
# play GAME RULES SIZE NODES PLIES SIDE SIDE
play() {
    printf 'set_option %s\n' "game $1" "rules $2" "size $3" 'seed 9007199254740993' "nodes $4"
    for ((i = 0; i < $5; i += 2)); do
        printf 'genmove %s\ngenmove %s\n' "$6" "$7"
    done
    printf '%s\n' evaluate showboard get_position print_record final_score
}
dialogue() {
    for level in optimal medium; do
        echo "set_option level $level"
        play qttt goff 3 200 10 x o
        play qttt sum 5 400 12 x o
        play qttt earliest 9 40 6 x o
        play draughts warcaby 8 1000 30 white black
        play draughts english 8 1000 30 white black
        play go japanese 9 20 16 b w
        play go chinese 13 20 8 b w
        printf '%s\n' estimate_score ownership
    done
}
dialogue >"$folder/commands"
"$builddir/tests/support/speaker" <"$folder/commands" >"$folder/here" 2>&1
test "$(grep -c '^=' "$folder/here")" -gt 200
ok "the games are played here"
"$builddir/ternion-egtb" -q -n 2 -d "$folder/tables" build
ok "endgame tables are built here"

# Nothing but the C library is there for the other machine; what configure looks for is not linked.
# Flags are this machine's.
unset CPPFLAGS LDFLAGS PKG_CONFIG_PATH
for library in READLINE EVENT SQLITE CONFUSE NETTLE MICROHTTPD CHECK; do
    export ${library}_CFLAGS=-DNONE ${library}_LIBS=-lm
done
export PKG_CONFIG=false ac_cv_header_wslay_wslay_h=yes TARGETS="tests/support/speaker ternion-egtb"

# foreign TRIPLET QEMU WHAT
foreign() {
    local run="qemu-$2" there="$builddir/nested/$1"
    if ! can_compile "$1-gcc" -static || ! command -v "$run" >/dev/null; then
        skip "$1: $3" "$1-gcc with its C library, or $run, is not installed"
        return
    fi
    CONFIGURE="--host=$1" quietly nested_build "$1" "$1-gcc" '-O2 -static -Werror'
    ok "$1, $3: builds without a warning"
    "$run" "$there/tests/support/speaker" <"$folder/commands" >"$folder/$1" 2>&1
    cmp "$folder/here" "$folder/$1" | comment
    test "${PIPESTATUS[0]}" = 0
    ok "$1: the same games"
    "$run" "$there/ternion-egtb" -q -n 2 -d "$folder/tables-$1" build &&
        diff -r "$folder/tables" "$folder/tables-$1" | comment
    test "${PIPESTATUS[0]}" = 0
    ok "$1: the same endgame tables"
}
foreign aarch64-linux-gnu aarch64 "fused operations, unsigned char"
foreign s390x-linux-gnu s390x "high bytes first"
foreign i686-linux-gnu i386 "digits in excess, a long of 32 bits"
foreign arm-linux-gnueabihf arm "a long of 32 bits"
done_testing
