# `make fuzz-hours`: an hour of processor time for every fuzz harness, or as many seconds as
# TERNION_FUZZ_SECONDS says, in rounds of a few minutes, as many at a time as there are processors;
# with TERNION_FUZZ_HARNESSES='sgf pdn' for these alone. What was found and the account of time stay
# in nested/fuzz, so that a run that was ended goes on; with TERNION_FUZZ_RESUME=1 what
# tests/fuzz/account.txt has counts, too. Prints the account; fails if an input broke something
# (found/HARNESS-*; its harness rests until the file is gone).
. "$srcdir/tests/support/nested.bash"
. "$srcdir/tests/support/fuzzing.bash"
goal=${TERNION_FUZZ_SECONDS:-3600}
round=300
accounts=(account ${TERNION_FUZZ_RESUME:+"$srcdir/tests/fuzz/account.txt"})

spent() { # spent HARNESS: its processor seconds
    awk -v name="$1" '$1 == name { sum += $2 } END { print int(sum) }' "${accounts[@]}"
}

is_broken() { # is_broken HARNESS: whether an input broke something
    compgen -G "found/$1-*" >/dev/null
}

is_done() {
    is_broken "$1" || test "$(spent "$1")" -ge "$goal"
}

# One round of a harness, and what it took.
spend() {
    exec 9>"found/$1.lock" && flock -n 9 || return 0 # its last round still runs: the next pass has more
    is_done "$1" && return 0
    local left=$((goal - $(spent "$1"))) times TIMEFORMAT='%U %S'
    times=$({ time fuzz_run "$1" $((left < round ? left : round)); } 2>&1)
    if test -z "$(fuzz_inputs "$1")" && ! is_broken "$1"; then
        echo "$1 does not run:" >&2
        tail -n 5 "found/$1.log" >&2
        return 1
    fi
    echo "$1 $times $(fuzz_inputs "$1")" | awk '{ print $1, $2 + $3, $4 }' >>account
    echo "$1: $(spent "$1") of $goal s" >&2
}

# missing: the rounds that are wanted, a line each; the harness that lacks most comes first, so that
# all advance evenly.
missing() {
    local number harness
    for ((number = goal / round; number >= 0; number--)); do
        for harness in $fuzz_harnesses; do
            is_done "$harness" || test $((goal - $(spent "$harness"))) -le $((number * round)) || echo "$harness"
        done
    done
}

account() {
    local harness
    printf '%-12s %10s %14s\n' harness seconds inputs
    for harness in $fuzz_harnesses; do
        awk -v name="$harness" '$1 == name { seconds += $2; inputs += $3 }
            END { printf "%-12s %10d %14d", name, seconds, inputs }' "${accounts[@]}"
        is_broken "$harness" && printf '  broken by %s' "$(ls "found/$harness"-*)"
        echo
    done
}

if test $# = 1; then # as called below, for one round
    cd "$builddir/nested/fuzz" && spend "$1"
    exit
fi
lack=$(fuzz_lacks) && { echo "fuzz-hours: $lack" >&2; exit 1; }
fuzz_build && cd "$builddir/nested/fuzz" && mkdir -p found && touch account || exit 1
while rounds=$(missing) && test -n "$rounds"; do
    xargs -n 1 -P "$jobs" bash "$srcdir/tools/fuzz_hours.sh" <<<"$rounds" || break
done
account
! compgen -G 'found/*-*' >/dev/null
