# Memory that fails: whatever allocation it strikes, a program says so and gives up, or tells an
# error, or goes on; it never crashes and never hangs, and what a journal holds stays good.
# TERNION_TEST_SCALE (percent) tries more of the allocations.
. "$srcdir/tests/support/arena.bash"
grep -q __asan_init "$engine" && skip_all "sanitizers bring their own memory"
grep -q __gcov_ "$engine" && skip_all "counting lines needs memory of its own"
$CC -shared -fPIC -O1 -o starve.so "$srcdir/tests/support/starve.c" 2>/dev/null ||
    skip_all "no shared library can be built"
scale=${TERNION_TEST_SCALE:-100}

# starved AT PROGRAM ARGUMENTS...: status in $status, streams in out and err.
starved() {
    STARVE_AT=$1 STARVE_NAME=${2##*/} STARVE_COUNT=$scratch/count \
        LD_PRELOAD=$scratch/starve.so timeout -k 5 30 "${@:2}" >out 2>err <"${input:-/dev/null}"
    status=$?
} 2>/dev/null

# Whether the program ended in one of the ways that are allowed.
fair() {
    case $status in
        0) ;;
        1 | 2) test -s err || grep -q '^?' out ;;
        134) grep -q '^ternion: ' err ;;
        *) false ;;
    esac
}

# storm WORDS TRIES PROGRAM ARGUMENTS...: the program with one allocation failing, at TRIES points,
# and with all from such a point on. Its files are run.*, of which there are none at first.
storm() {
    local words=$1 tries=$(($2 * scale / 100)) all wrong=0 at
    rm -rf run.* heard
    starved 999999999 "${@:3}"
    read -r all <count
    test $status -eq 0 && ! grep -qs '^?' out heard
    ok "$words, with all the memory it wants: nothing is refused"
    : $((tries = tries < 1 ? 1 : tries > all ? all : tries))
    for ((at = 0; at < all; at += all / tries)); do
        for STARVE_ON in "" 1; do
            if test -n "$STARVE_ON"; then export STARVE_ON; else unset STARVE_ON; fi
            rm -rf run.*
            { starved $at "${@:3}"; } 2>/dev/null
            fair && healthy && continue
            echo "# allocation $at of $all${STARVE_ON:+ and later}: status $status, $(tail -n 1 err)"
            wrong=$((wrong + 1))
        done
    done
    unset STARVE_ON
    test $wrong -eq 0 && test "$all" -gt 0
    ok "$words, starved at $tries of $all allocations"
}
healthy() { true; }

printf '%s\n' showboard 'play x 1-2' 'play o 1-2' 'collapse x 1' 'genmove x' evaluate 'save_record g.rec' \
    'load_record g.rec' undo 'analyze x 1' '' quit >qttt.gtp
printf '%s\n' 'play b c3' 'play w d4' 'play b d3' showboard 'undo' 'final_score' 'genmove b' \
    'printsgf g.sgf' 'loadsgf g.sgf' quit >go.gtp
printf '%s\n' 'genmove w' 'genmove b' hint 'save_record g.pdn' 'load_record g.pdn' quit >draughts.gtp
input=qttt.gtp
storm "quantum tic-tac-toe" 60 "$engine"
input=go.gtp
storm "Go" 40 "$engine" --game go --size 5 --nodes 50
input=draughts.gtp
storm "draughts" 40 "$engine" --game draughts --nodes 2000
input=

# The journal is whole whenever it ends: a run goes on from it and has every game once.
healthy() {
    test $status -eq 0 || test ! -f run.db || {
        timeout 60 "$arena" "${match[@]}" >again 2>&1 &&
            test "$(csv run.db number | wc -l)" -eq 4
    }
}
match=(--engine "cmd=$engine --level random,name=a" --engine "cmd=$engine --level random,name=b"
    --game qttt --games 4 --journal run.db --display none)
storm "a match" 40 "$arena" "${match[@]}"
healthy() { true; }
run 60 "${match[@]}"
cp run.db table.db
storm "a table" 20 "$arena" export table table.db
storm "an export" 20 "$arena" export jsonl table.db

# Endgame tables: what was computed is the same as ever, and the same command computes the rest.
egtb=$builddir/ternion-egtb
"$egtb" -q -n 2 -d good build
healthy() {
    { test $status -eq 0 || timeout 60 "$egtb" -q -n 2 -d run.tables build; } >again 2>&1 && diff -r good run.tables >>again
}
storm "endgame tables" 20 "$egtb" -q -n 2 -d run.tables build
healthy() { true; }
storm "a check of the tables" 10 "$egtb" -d good check

# The server with a visitor who begins a game, makes a move and leaves.
cat >visit.sh <<'END'
trap '' PIPE
rm -f said
"$@" --database run.db --port 0 --line-port -1 >said &
server=$!
for _ in {1..100}; do
    port=$(sed -n 's/^lines: .* port //p' said 2>/dev/null)
    test -n "$port" || ! kill -0 $server 2>/dev/null && break
    sleep 0.05
done
if test -n "$port" && exec 3<>"/dev/tcp/127.0.0.1/$port"; then
    printf '%s\n' 'create game=qttt side=both' 'ply 1-2' 'ply 1-2' 'ply 1' 'show' 'record' 'quit' >&3
    timeout 5 cat <&3 >heard
fi
kill $server
wait $server
END
serve() {
    STARVE_AT=$1 STARVE_NAME=ternion-server STARVE_COUNT=$scratch/count timeout -k 5 60 \
        bash visit.sh env LD_PRELOAD="$scratch/starve.so" "${@:2}" >out 2>err
    status=$?
    grep -qs '^ternion: ' err || test $status -ne 134 || status=139
}
starved() { serve "$@"; }
storm "a server" 20 "$builddir/ternion-server"
rm -f run.db* heard
starved 999999999 "$builddir/ternion-server"
grep -q '^= *{' heard
ok "and the visitor was heard"
done_testing
