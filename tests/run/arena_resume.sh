# kill -9 at random moments, then the same command: every game of the schedule exactly once, and in
# the end what a run that nobody disturbed has. The engine that crashes does so in every game, that
# is at the same plies in both runs.
. "$srcdir/tests/support/arena.bash"
kills=$((5 * ${TERNION_TEST_SCALE:-100} / 100))
test $kills -ge 2 || kills=2

games=$((60 + 20 * kills))
total=$((3 * games))
arguments=(--engine "cmd=$stub,name=a" --engine "cmd=$stub --fault crash --at 3,name=b"
    --engine "cmd=$stub --fault late --sleep 20 --at 1,name=c" --game qttt --openings random:2
    --games "$games" --concurrency 3 --strikes 0 --display none --dialogues all)
RANDOM=4711
killed=0
for _ in $(seq $kills); do
    "$arena" "${arguments[@]}" --journal r.db >out 2>&1 &
    pid=$!
    disown
    sleep "0.$((RANDOM % 4))$((RANDOM % 10))"
    kill -9 $pid && killed=$((killed + 1))
    while kill -0 $pid 2>/dev/null; do sleep 0.01; done
done
# The engines notice in their own time that the arena is gone.
for _ in $(seq 300); do all_gone && break; sleep 0.1; done
all_gone
ok "engines end with a killed arena"
played=$(csv r.db number | wc -l)
echo "# $killed kills, $played of $total games before the last run"
test "$killed" -ge $((kills / 2)) && test "$played" -lt $total
ok "it was killed in the middle"
"$arena" "${arguments[@]}" --journal r.db >out 2>&1
ok "the same command finishes the run"
test "$(csv r.db number | sort -n | uniq | wc -l)" -eq $total && test "$(csv r.db number | wc -l)" -eq $total &&
    test "$(query r.db "SELECT max(number) FROM game")" -eq $((total - 1))
ok "all $total games, each once"
query r.db "PRAGMA integrity_check" | grep -qx ok
ok "the file is sound"
test "$(query r.db "SELECT count(*) FROM dialogue")" -eq $total
ok "every dialogue belongs to its game"
"$arena" "${arguments[@]}" --journal w.db >out 2>&1
content w.db >whole && test "$(grep -c crash whole)" -ge "$games" && content r.db | cmp - whole >out
ok "games and dialogues are those of an undisturbed run"
tables() { "$arena" export table "$1" | sed '/^time per ply/,/^$/d'; }
tables w.db >whole && grep -q 'crash' whole && tables r.db | cmp - whole >out
ok "and so are the tables, but for times"
done_testing
