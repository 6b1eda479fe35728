# A run in shards: joined it is the run in one piece, game by game, whatever happened on the way.
. "$srcdir/tests/support/arena.bash"

# cup JOURNAL ARGUMENTS...: a round robin with openings and an engine that crashes in every game.
cup=(--engine "cmd=$stub,name=a" --engine "cmd=$stub --fault crash --at 4,name=b" --engine "cmd=$stub,name=c"
    --engine "cmd=$engine --level random,name=d" --game qttt --openings random:2 --games 6 --seed 5 --display none)
run 100 "${cup[@]}" --concurrency 2 --journal whole.db
content whole.db >whole
test "$status" -eq 0 && test "$(csv whole.db number | wc -l)" -eq 36
ok "a run in one piece"
for k in 1 2 3 4; do
    run 100 "${cup[@]}" --shard $k/4 --concurrency $k --journal s$k.db || break
done
test "$status" -eq 0 && test "$(for k in 1 2 3 4; do csv s$k.db number; done | sort -n | tr '\n' ' ')" = "$(seq -s ' ' 0 35) "
ok "four shards play every game of the schedule once"
for k in 1 2 3 4; do csv s$k.db "pair % 1000"; done | uniq -c | awk '$1 != 2 {bad = 1} END {exit bad}'
ok "both games of a swapped pair are in one shard"
for k in 1 2 3 4; do csv s$k.db number | wc -l; done | awk '$1 < 8 || $1 > 10 {bad = 1} END {exit bad}'
ok "shards differ by no more than a pair"
run 60 "${cup[@]}" --shard 2/4 --journal s1.db
test "$status" -eq 1 && grep -q 'begun with shard = 1/4, not 2/4' out
ok "a shard does not go on in another one's journal"
run 60 "${cup[@]}" --journal s1.db
test "$status" -eq 1 && grep -q 'begun with shard = 1/4' out
ok "nor the whole in a shard's"

# Joining.
run 60 merge part.db s2.db s4.db
test "$status" -eq 0 && grep -q 'part.db has 18 of 36 games' out && test "$(csv part.db number | wc -l)" -eq 18
ok "some shards are joined"
run 60 "${cup[@]}" --journal part.db
test "$status" -eq 0 && content part.db | cmp - whole >out
ok "and the run's own command plays the rest: it equals the run in one piece"
run 60 merge all.db s3.db s1.db s2.db s4.db
test "$status" -eq 0 && grep -q 'all.db has 36 of 36 games' out && content all.db | cmp - whole
ok "all shards joined equal the run in one piece, game by game"
everything() { for t in manifest engine game dialogue event; do query "$1" "SELECT * FROM $t ORDER BY 1"; done; }
everything all.db >first
run 60 merge all.db s1.db s2.db s3.db s4.db && run 60 merge all.db part.db all.db whole.db
test "$status" -eq 0 && test "$(grep -c ' 0 of them new' out)" -eq 3 && everything all.db | cmp - first
ok "joining again, or journals that overlap, changes nothing"
# What a merge leaves that was killed: a file of pages without tables.
: >killed.db && run 60 merge killed.db s1.db
test "$status" -eq 0 && rm killed.db* && : >killed.db && query killed.db "PRAGMA journal_mode=WAL" >out &&
    test -s killed.db && run 60 merge killed.db s3.db s1.db s2.db s4.db
test "$status" -eq 0 && content killed.db | cmp - whole
ok "an output in which nothing is yet is taken for none"
: >killed.db && run 60 merge killed.db missing.db
test "$status" -eq 1 && run 60 merge new.db s1.db killed.db
test "$status" -eq 1 && grep -q 'killed.db is empty' out
ok "an input in which nothing is is not"
run 60 "${cup[@]}" --journal all.db
test "$status" -eq 0 && grep -q 'has 36 of 36 games already' out
ok "the joined journal is a finished run"
"$arena" show all.db >out 2>&1 && "$arena" export csv all.db | wc -l | grep -qx 37 && "$arena" show all.db 7 >out 2>&1
ok "and can be shown and exported like any other"

# Refusals, which change nothing.
run 60 "${cup[@]}" --seed 6 --shard 1/4 --journal other.db
run 60 merge all.db other.db
test "$status" -eq 1 && grep -q "other.db is of another run than all.db: seed is '6', not '5'" out
ok "a journal of another run is refused, with what differs"
run 60 merge new.db s1.db other.db
test "$status" -eq 1 && grep -q 'seed is' out && ! test -e new.db
ok "no file is left of it"
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub --seed 2,name=x" --game qttt --games 6 --journal pair.db
run 60 merge all.db pair.db
test "$status" -eq 1 && grep -q 'it has 2 engines, not 4' out && grep -q "engine b: its name is 'x', not 'b'" out &&
    grep -q "openings is 'none', not 'random:2'" out
ok "every difference is named"
cp s2.db forged.db
cp "$stub" saved && printf '\0' >>"$stub"
run 60 "${cup[@]}" --shard 1/4 --journal build.db
run 60 merge all.db build.db
test "$status" -eq 1 && grep -q 'engine a: its program (SHA-256) is' out
ok "another build of an engine is refused"
run 60 merge --force all.db build.db
test "$status" -eq 0 && grep -q ' 0 of them new' out
ok "unless it is forced"
run 60 merge --force built.db s2.db build.db
hash=$(sha256sum <"$stub") && hash=${hash%% *}
test "$status" -eq 0 && test "$(query built.db "SELECT value FROM manifest WHERE name = 'forced'" | head -n 1)" = "a: $hash"
ok "which the joined journal has written down"
cp saved "$stub"
run 60 merge built.db s3.db
test "$status" -eq 1 && grep -q "forced is '', not 'a: $hash" out
ok "and does not forget"

# Files that engines depend on.
value() { query "$1" "SELECT value FROM manifest WHERE name = '$2'"; }
netted=(--engine "cmd=$stub,name=b" --game qttt --games 8 --display none)
echo 1 >net && hash=$(sha256sum <net) && hash=${hash%% *}
run 60 --engine "cmd=$stub,name=a,depends=net" "${netted[@]}" --shard 1/2 --journal n1.db
run 60 --engine "cmd=$stub,name=a" "${netted[@]}" --shard 2/2 --journal n2.db
run 60 merge nets.db n1.db n2.db
test "$status" -eq 1 && grep -q "n2.db is of another run than n1.db: engine a: its file net (SHA-256) is '', not '$hash'" out && ! test -e nets.db &&
    run 60 merge nets.db n2.db n1.db
test "$status" -eq 1 && grep -q "n1.db is of another run than n2.db: engine a: its file net (SHA-256) is '$hash', not ''" out
ok "a shard that lacks a file of the others is refused"
run 60 merge --force nets.db n1.db n2.db
test "$status" -eq 0 && test "$(value nets.db forced)" = "a: net missing" && run 60 merge --force nets2.db n2.db n1.db
test "$status" -eq 0 && test "$(value nets2.db forced)" = "a: net $hash"
ok "unless it is forced, which is written down"

query forged.db "UPDATE game SET result = 'x+1', winner = 0 WHERE number = (SELECT max(number) FROM game)"
run 60 merge all.db forged.db
test "$status" -eq 1 && grep -q 'was played twice with different result: in forged.db' out && everything all.db | grep -v resumed | cmp - first
ok "two results for one game are refused, and nothing is changed"
run 60 merge new.db s1.db s2.db forged.db
test "$status" -eq 1 && grep -q 'played twice' out && ! test -e new.db && ! test -e new.db.lock
ok "also between the journals to be joined"
run 60 merge two.db s1.db && everything two.db >first
run 60 merge two.db s3.db s2.db forged.db
test "$status" -eq 1 && grep -q 'played twice' out && everything two.db | cmp - first
ok "and what was to be joined before it is not kept"
query forged.db "UPDATE game SET engine0 = 3 - engine0"
run 60 merge new.db forged.db
test "$status" -eq 1 && grep -q 'is not the one that the schedule has' out
ok "a game that is not of the schedule is refused"
run 60 merge s1.db s2.db
test "$status" -eq 1 && grep -q 's1.db is shard 1/4 itself' out
ok "a shard does not become the whole"
run 60 merge all.db
test "$status" -eq 2 && run 60 merge all.db missing.db
test "$status" -eq 1 && grep -q 'missing.db' out
ok "nothing to join, or nothing there, is told"
run 60 "${cup[@]}" --shard 5/4 --journal bad.db
test "$status" -eq 2 && grep -q 'right is K/N' out
ok "a shard beyond the last is refused"

for format in swiss knockout; do
    run 60 "${cup[@]}" --format $format --shard 1/4 --journal bad.db
    test "$status" -eq 2 && grep -q 'cannot be cut in shards' out && ! test -e bad.db
    ok "so is a shard where pairings depend on results: $format"
done
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --sprt elo0=0,elo1=10 --shard 1/4 --journal bad.db
test "$status" -eq 2 && grep -q 'cannot decide a sequential test' out && ! test -e bad.db
ok "and a sequential test in a shard"
gauntlet=("${cup[@]}" --format gauntlet)
for k in 1 2; do run 60 "${gauntlet[@]}" --shard $k/2 --journal g$k.db; done
run 60 merge gauntlet.db g1.db g2.db && run 60 "${gauntlet[@]}" --journal g.db
test "$status" -eq 0 && content g.db >one && content gauntlet.db | cmp - one
ok "a gauntlet in shards equals the one in one piece"

# More games than at first; one of the files is written as on a network's file system.
test "$(query s1.db 'PRAGMA journal_mode')" = wal && query s1.db 'PRAGMA journal_mode=truncate' >/dev/null
for k in 1 2; do run 60 "${cup[@]}" --games 8 --shard $k/4 --journal s$k.db; done
run 60 merge all.db s1.db s2.db
test "$status" -eq 0 && grep -q 'all.db has 4[0-9] of 48 games' out && run 60 "${cup[@]}" --games 8 --journal all.db
run 60 "${cup[@]}" --games 8 --journal whole.db && content whole.db >whole && content all.db | cmp - whole
ok "shards may grow, and the joined journal with them"
test "$(query s1.db 'PRAGMA journal_mode')" = delete && test "$(query s2.db 'PRAGMA journal_mode')" = wal
ok "a file keeps the way in which it is written"

# Killed while they run, watched all the time.
kills=$((4 * ${TERNION_TEST_SCALE:-100} / 100))
test $kills -ge 2 || kills=2
games=$((100 + 80 * kills))
slow=(--engine "cmd=$stub,name=a" --engine "cmd=$stub --fault late --sleep 15 --at 1,name=b" --game qttt
    --openings random:2 --games $games --concurrency 2 --display none)
mkdir -p d
RANDOM=4712
killed=0
for _ in $(seq $kills); do
    "$arena" "${slow[@]}" --shard 1/2 --journal d/1.db >out1 2>&1 & one=$!
    "$arena" "${slow[@]}" --shard 2/2 --journal d/2.db >out2 2>&1 & two=$!
    disown $one $two
    for _ in $(seq 200); do
        test "$("$arena" show d 2>/dev/null | grep -c '^d/[12]\.db .* of ')" -ne 2 || break
        sleep 0.02
    done
    sleep "0.1$((RANDOM % 10))"
    "$arena" show d >seen 2>&1 || cat seen >>complaints
    kill -9 $one 2>/dev/null && killed=$((killed + 1))
    kill -9 $two 2>/dev/null
    while kill -0 $one 2>/dev/null || kill -0 $two 2>/dev/null; do sleep 0.01; done
done
have=$(for k in 1 2; do csv d/$k.db number; done | wc -l)
echo "# $killed kills, $have of $games games before the last runs"
test "$killed" -ge 1 && test "$have" -lt $games
ok "shards were killed in the middle"
"$arena" show d >out 2>&1
test $? -eq 0 && grep -q "^$have of $games games" out && test "$(grep -c 'last game .* ago\|no game has ended' out)" -ge 1
ok "show tells how far they have come"
! test -e complaints
ok "and did so while they ran"
"$arena" "${slow[@]}" --shard 1/2 --journal d/1.db >out 2>&1 && "$arena" "${slow[@]}" --shard 2/2 --journal d/2.db >out 2>&1
run 60 merge k.db d/1.db d/2.db
run 60 "${slow[@]}" --journal w.db
content w.db >whole && content k.db | cmp - whole >out
ok "the same commands finish the shards; joined they equal the run in one piece"
run 60 show d
grep -q "^$games of $games games (100.0 %)" out && test "$(grep -c complete out)" -eq 2 &&
    "$arena" show w.db | grep '^  [12]  ' | cmp - <(grep '^  [12]  ' out)
ok "the joint table of show is that of the run in one piece"
rm d/2.db* && cp w.db d/whole.db && cp all.db d/other.db
run 60 show d
grep -q 'not begun: shard 2/2' out && grep -q 'other.db .* of another run' out && grep -q "^$games of $games" out
ok "a shard that has not begun is named; games are counted once, other runs not at all"
run 60 show nowhere
test "$status" -eq 1 && grep -q 'nowhere' out && mkdir empty && run 60 show empty
test "$status" -eq 1 && grep -q 'no journal' out
ok "a directory without journals is an error"
: >empty/1.db && : >empty/2.db && run 60 show empty
test "$status" -eq 0 && grep -q '1.db is empty' out && grep -q 'no game has begun yet' out &&
    printf '%5000s' garbage >empty/3.db && run 60 show empty
test "$status" -eq 1 && grep -q '3.db' out
ok "journals that were only just made are none, one that cannot be read is"
done_testing
