# The sequential test as whole runs: it stops them, its exit status tells, concurrency changes
# nothing.
. "$srcdir/tests/support/arena.bash"

# match CONCURRENCY JOURNAL SETTINGS...: two engines of equal strength; b may be made to lose games.
weak=$stub
match() {
    run 100 --engine "cmd=$stub,name=a" --engine "cmd=$weak,name=b" --game qttt --openings random:1 --seed 6 \
        --display none --concurrency "$1" --journal "$2" "${@:3}"
}
verdict() { sed -n '/^SPRT/,$p' out; }

match 1 even1.db --sprt elo0=0,elo1=80
test "$status" -eq 5 && verdict | grep -q ': rejected$' && test "$(csv even1.db number | wc -l)" -lt 2000
ok "equal engines: elo1 is rejected, status 5"
verdict >one
match 8 even8.db --sprt elo0=0,elo1=80
test "$status" -eq 5 && verdict >eight && cmp one eight >out
ok "the same verdict, ratio and games at concurrency 8"
games=$(csv even8.db number | wc -l)
match 8 even8.db --sprt elo0=0,elo1=80
test "$status" -eq 5 && test "$(csv even8.db number | wc -l)" -eq "$games" && verdict | cmp - one
ok "a decided run plays no more"
"$arena" show even8.db >out && verdict | sed -n 1,3p | cmp - one
ok "show tells the verdict"
mkdir even && cp even8.db even/ && "$arena" show even >out && test "$(tail -n 1 out)" = \
    "SPRT: $(sed -n 's/^ *\(LLR .* games\), [a-z]*: \(.*\)/\1: \2/p' one)"
ok "so does show of a folder"
match 2 even1.db --sprt elo0=0,elo1=50
test "$status" -eq 1 && grep -q 'begun with sprt = elo0=0,elo1=80,' out
ok "other hypotheses are refused: the games were looked at already"
match 2 even1.db
test "$status" -eq 1 && grep -q 'begun with sprt = ' out
ok "so are none at all"

weak="$stub --fault resign --at 3"
match 2 strong.db --sprt elo0=0,elo1=80,results=trinomial
test "$status" -eq 0 && verdict | grep -q 'trinomial: accepted$'
ok "a stronger engine: elo1 is accepted, status 0"
mkdir strong && cp strong.db strong/ && "$arena" show strong >out && ! grep -q ' left' out
ok "show of a folder knows that a decided run has no games left"
weak=$stub
match 2 short.db --sprt elo0=0,elo1=80 --games 8
test "$status" -eq 6 && verdict | grep -q 'over the first 8 games, pentanomial: undecided$'
ok "too few games: status 6"
run 60 --engine "cmd=$stub --fault crash --at 1,name=a" --engine "cmd=$stub --fault crash --at 1,name=b" --game qttt \
    --journal void.db --sprt elo0=0,elo1=80 --games 40 --display none
! grep -qi 'nan\|inf' out
ok "crashes alone make no nan"

# Killed in the middle and finished: the verdict of a run in one go.
"$arena" --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --openings random:1 --seed 6 \
    --display none --concurrency 3 --journal kill.db --sprt elo0=0,elo1=80 >out 2>&1 &
pid=$!
disown
until test "$(csv kill.db number 2>/dev/null | wc -l)" -ge 10 || ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
kill -9 $pid 2>/dev/null
while kill -0 $pid 2>/dev/null; do sleep 0.01; done
match 3 kill.db --sprt elo0=0,elo1=80
test "$status" -eq 5 && verdict | cmp - one
ok "killed and finished: the same verdict"

for arguments in "--sprt elo0=0" "--sprt elo0=5,elo1=1" "--sprt elo0=0,elo1=5,alpha=2" "--sprt elo0=0,elo1=5 --shard 1/2" \
    "--sprt elo0=0,elo1=5,results=pentanomial --swap no" "--sprt elo0=0,elo1=5 --engine cmd=$stub,name=c"; do
    # shellcheck disable=SC2086
    match 1 no.db $arguments
    test "$status" -eq 2 && test ! -f no.db
    ok "refused with status 2: ${arguments//$scratch\//}"
done
done_testing
