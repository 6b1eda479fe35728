# Swiss tournaments and knockouts as whole runs: the same pairings at any concurrency and after kill
# -9.
. "$srcdir/tests/support/arena.bash"

engines=()
for name in a b c d e; do engines+=(--engine "cmd=$stub,name=$name"); done
pairings() { csv "$1" number,pair,engine0,engine1,opening_number,seed,result,counted; }

# format CONCURRENCY JOURNAL SETTINGS...
format() {
    run 100 "${engines[@]}" --game qttt --seed 5 --display none --concurrency "$1" --journal "$2" "${@:3}"
}

for kind in "swiss --rounds 4" "knockout --games 2 --tie-games 4" "gauntlet --challengers 2 --games 4"; do
    # shellcheck disable=SC2086
    format 1 one.db --format $kind
    first=$status
    cp out kept
    # shellcheck disable=SC2086
    format 8 eight.db --format $kind
    test "$first$status" = 00 && pairings one.db >one && pairings eight.db >eight && test -s one && cmp one eight >out
    ok "the same games at concurrency 1 and 8: ${kind%% *}"
    rm -f one.db* eight.db*
done

format 3 sw.db --format swiss --rounds 3
test "$status" -eq 0 && grep -q '^Swiss tournament, 3 of 3 rounds complete' out &&
    test "$(query sw.db "SELECT count(*) FROM game a JOIN game b ON a.number < b.number AND a.pair <> b.pair
        AND min(a.engine0,a.engine1) = min(b.engine0,b.engine1)
        AND max(a.engine0,a.engine1) = max(b.engine0,b.engine1)")" -eq 0
ok "nobody meets twice in three rounds of five"
pairings sw.db >three
mkdir -p swiss && cp sw.db swiss/ && "$arena" show swiss >out && grep -q '^Swiss tournament, 3 of 3 rounds complete$' out &&
    test "$(sed -n '/^Swiss/,$p' out)" = "$("$arena" show sw.db | sed -n '/^Swiss/,/^$/p')"
ok "show of a folder has the standings of a Swiss tournament"
format 2 sw.db --format swiss --rounds 4
test "$status" -eq 0 && test "$(csv sw.db number | wc -l)" -eq 16 && pairings sw.db | head -n 12 | cmp - three >out
ok "rounds may be added"
format 2 sw.db --format swiss --rounds 4 --games 4
test "$status" -eq 1 && grep -q 'only rounds of a Swiss tournament may be added' out
ok "other numbers of games may not"
format 2 sw.db --format swiss --rounds 4 --strikes 3
test "$status" -eq 1 && grep -q 'begun with strikes = ' out
ok "nor other withdrawals"

# Killed in the middle, several times, then finished: as if nothing had happened.
killed=(--engine "cmd=$stub,name=a" --engine "cmd=$stub --fault late --sleep 8 --at 1,name=b"
    --engine "cmd=$stub,name=c" --engine "cmd=$stub --fault late --sleep 8 --at 2,name=d"
    --engine "cmd=$stub,name=e" --game qttt --format swiss --rounds 6 --games 10 --seed 9 --display none)
"$arena" "${killed[@]}" --concurrency 2 --journal whole.db >out 2>&1
ok "a Swiss tournament in one go"
for games in 7 31 70; do
    "$arena" "${killed[@]}" --concurrency 3 --journal parts.db >out 2>&1 &
    pid=$!
    disown
    until test "$(csv parts.db number 2>/dev/null | wc -l)" -ge $games || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done
    kill -9 $pid 2>/dev/null
    while kill -0 $pid 2>/dev/null; do sleep 0.01; done
    played=$(csv parts.db number | wc -l)
    echo "# killed after $played games"
done
test "$played" -ge 70 && test "$played" -lt 120
ok "killed three times, in three rounds"
"$arena" "${killed[@]}" --concurrency 3 --journal parts.db >out 2>&1
ok "the same command finishes it"
pairings whole.db >whole && pairings parts.db >parts && cmp whole parts >out
ok "with the same pairings and results"

# Withdrawn engines.
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub --fault crash --at 1,name=b,restart=never" \
    --engine "cmd=$stub,name=c" --engine "cmd=$stub,name=d" --game qttt --format swiss --rounds 3 \
    --journal wd.db --display none
test "$status" -eq 0 && grep -q 'withdrawn$' out &&
    test "$(query wd.db "SELECT count(*) FROM game WHERE number >= 4 AND 1 IN (engine0, engine1)")" -eq 0
ok "a withdrawn engine is not paired again"
run 60 --engine "cmd=$stub --fault crash --at 1,name=a" --engine "cmd=$stub --fault crash --at 1,name=b" \
    --engine "cmd=$stub --fault crash --at 1,name=c" --game qttt --format knockout --journal ko.db --display none
test "$status" -eq 0 && grep -q '3\? of\|rounds complete' out && ! grep -qi 'nan\|inf' out
ok "a knockout of engines that all crash has a winner"

"$arena" show wd.db >out && grep -q '^Swiss tournament, 3 of 3 rounds complete' out && grep -q 'withdrawn$' out
ok "show has the standings"
mkdir -p cup && cp ko.db cup/ && "$arena" show cup >out &&
    grep -q "complete" out && grep -q "(100.0 %)" out
ok "show of a folder knows that a knockout is complete"

# Refusals.
for arguments in "--format match" "--format gauntlet --challengers 5" "--format league" \
    "--format knockout --tie-games 3" "--format swiss --shard 1/2" "--format swiss --rounds 0"; do
    # shellcheck disable=SC2086
    run 20 "${engines[@]}" --journal no.db $arguments
    test "$status" -eq 2 && test ! -f no.db
    ok "refused with status 2: $arguments"
done
done_testing
