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
    --journal void.db --openings random:1 --sprt elo0=0,elo1=80 --games 40 --display none
! grep -qi 'nan\|inf' out
ok "crashes alone make no nan"

"$arena" show strong.db --json >out && grep -q '^{"game":"qttt","status":"complete",' out && grep -q '"sprt":{"llr":[0-9.]*,.*"verdict":"accepted"}}$' out &&
    grep -q '"engines":\[{"name":"a","games":[0-9]*,"won":' out && grep -q '"match":{"score":1,"elo":null,"elo_low":[0-9.]*,"elo_high":null,' out &&
    { ! command -v python3 >/dev/null || python3 -c 'import json; json.load(open("out"))'; }
ok "show --json has it for programs"
"$arena" show strong.db 0 --json >out 2>&1
test $? -eq 2 && grep -q 'json is of one journal as a whole' out
ok "of a journal as a whole"
match 2 lines.db --sprt elo0=0,elo1=80 --games 20 --display lines
grep -qE '^after 10 games: a against b [0-9.]+ %, Elo ' out && grep -qE '^SPRT: LLR [-+0-9.]+ .* over the first [0-9]+ games' out
ok "lines have the state from time to time"

# Games that nobody played decide nothing.
sprt() { # JOURNAL ENGINE SETTINGS...: the stub a against ENGINE
    run 100 --engine "cmd=$stub,name=a" --engine "cmd=$2,name=base" --game qttt --openings random:1 --display none \
        --sprt elo0=0,elo1=80 --journal "$1" "${@:3}"
}
sprt false.db /bin/false
test "$status" -eq 8 && grep -q 'base never started: at start-up: the program exited with status 1' out &&
    test "$(csv false.db number | wc -l)" -eq 0
ok "a base that never starts ends the run: status 8, no game"
sprt strike.db "$stub --fault crash --at 2 --in 1" --strikes 1
test "$status" -eq 7 && verdict | grep -q 'over the first 50 games, pentanomial: undecided: too many faults$' &&
    verdict | grep -q '^     LLR [+-]0\.[0-4]' && verdict | grep -q '^     50 of these games had a fault: '
ok "one crash and its withdrawals are no evidence: status 7"
cp strike.db strike2.db
sprt strike2.db "$stub --fault crash --at 2 --in 1" --strikes 1
test "$status" -eq 7 && test "$(csv strike2.db number | wc -l)" -eq "$(csv strike.db number | wc -l)"
ok "and the run is over with that"
for concurrency in 1 4; do
    sprt "crash$concurrency.db" "$stub --fault crash --at 1" --concurrency $concurrency
    test "$status" -eq 7 && verdict >"crash$concurrency" && cmp crash$concurrency crash1
    ok "crashes in every game: status 7 at concurrency $concurrency"
done
sprt strict.db "$stub --fault crash --at 2 --in 3" --strict --games 20
test "$status" -eq 3 && test "$(csv strict.db number | wc -l)" -eq 3 &&
    grep -q '^3 of 20 games, to the first fault; the same command without --strict goes on with strict.db$' out
ok "--strict stops at the first fault"
sprt strict.db "$stub --fault crash --at 2 --in 3" --strict --games 20
test "$status" -eq 3 && test "$(csv strict.db number | wc -l)" -eq 3
ok "and plays no more"
sprt strict.db "$stub --fault crash --at 2 --in 3" --games 20
test "$(csv strict.db number | wc -l)" -eq 20
ok "until it is left out"

# Games that repeat each other are no evidence either.
same() { # SETTINGS...: engines that play every game alike
    local known=set_game,boardsize,komi,clear_board,play,genmove
    run 100 --engine "cmd=$stub --lists $known,name=a,restart=game" --engine "cmd=$stub --lists $known --fault resign --at 2,name=b,restart=game" \
        --game qttt --display none --sprt elo0=0,elo1=80 "$@"
}
same --journal asked.db
test "$status" -eq 2 && grep -q 'a sequential test needs games that differ: give openings' out && test ! -f asked.db
ok "a test without openings asks for them"
same --journal same.db --openings none
test "$status" -eq 7 && verdict | grep -q ': undecided: too many repeats$' &&
    verdict | grep -q '^     only [0-9]* of [0-9]* pairs differ, move for move: '
ok "repeated pairs end it undecided: status 7"
"$arena" show same.db >out && verdict | grep -q ': undecided: too many repeats$'
ok "show says so, too"

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

# Over shards: each appends its games to a file, and a coordinator decides.
shard() { # shard K OPTIONS...
    "$arena" --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --openings random:1 --seed 6 --display none \
        --sprt elo0=0,elo1=80 --shard "$1/3" --journal "shards/$1.db" --records "shards/$1.jsonl" "${@:2}" >"shard$1" 2>&1
}
mkdir shards
timeout -k 5 100 "$arena" sprt shards --watch >watched 2>&1 &
watcher=$!
for k in 1 2 3; do shard $k & pids[k]=$!; done
wait $watcher
test $? -eq 5 && sed -n '/^SPRT elo/,$p' watched | cmp - one
ok "three shards: the verdict, ratio and games of the run in one piece"
wait "${pids[1]}" && wait "${pids[2]}" && wait "${pids[3]}" && grep -q ': rejected$' shards/stop &&
    test "$(cat shards/*.jsonl | wc -l)" -lt 50000
ok "the shards end at the stop file, with status 0"
shard 2 && grep -q 'is decided' shard2
ok "and play no more"
run 60 sprt shards
test "$status" -eq 5 && sed -n '/^SPRT elo/,$p' out | cmp - one
ok "without --watch it is read once"
mkdir less && head -n 9 shards/1.jsonl >less/1.jsonl && head -c 2000 shards/2.jsonl >less/2.jsonl
run 60 sprt less
test "$status" -eq 6 && test ! -e less/stop && grep -q '^[0-9]* of 100000 games in 2 files' out
ok "too few games: undecided, a torn last line is passed over, and nothing is stopped"
printf '{"game":"x"}\n' >>less/1.jsonl
run 60 sprt less
test "$status" -eq 1 && grep -q 'less/1.jsonl:10: ' out
ok "a line that makes no sense is named"
mkdir mixed && cp shards/1.jsonl mixed && sed '1s/"seed":"6"/"seed":"7"/' shards/2.jsonl >mixed/2.jsonl
run 60 sprt mixed
test "$status" -eq 1 && grep -q 'seed' out
ok "so is a file of another run"
for words in "sprt" "sprt no-such-folder" "sprt shards --output x"; do
    # shellcheck disable=SC2086
    run 60 $words
    test "$status" -ne 0 && test "$status" -lt 5
    ok "refused: $words"
done

# Records of any run: what export says, also after a kill between journal and file.
record() { run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --games "$1" --display none --journal rec.db --records rec.jsonl "${@:2}"; }
record 6 && sed 1d rec.jsonl | sort >lines && "$arena" export jsonl rec.db | sort | cmp - lines
ok "--records appends what export jsonl writes"
head -c 900 rec.jsonl >torn && wc -l <torn | grep -qx '[12]' && cp torn rec.jsonl
record 6 && sed 1d rec.jsonl | sort | cmp - lines
ok "a file that lost its end is made whole from the journal"
record 10 && test "$(grep -c '^{"game"' rec.jsonl)" -eq 10 && test "$(grep -c '^{"run"' rec.jsonl)" -eq 2
ok "more games are appended behind a head that says so"
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --games 4 --seed 9 --display none --journal rec9.db --records rec.jsonl
test "$status" -eq 1 && grep -q 'rec.jsonl has the records of another run' out
ok "records of another run are refused"
record 10 --records no-such-folder/rec.jsonl
test "$status" -eq 1 && grep -q 'no-such-folder/rec.jsonl' out
ok "so is a file that cannot be made"
record 10 --records /dev/zero
test "$status" -eq 1 && grep -q 'no regular file' out
ok "and what is no file"

for arguments in "--sprt elo0=0" "--sprt elo0=5,elo1=1" "--sprt elo0=0,elo1=5,alpha=2" "--sprt elo0=0,elo1=5 --shard 1/2" \
    "--sprt elo0=0,elo1=5,results=pentanomial --swap no" "--sprt elo0=0,elo1=5 --engine cmd=$stub,name=c"; do
    # shellcheck disable=SC2086
    match 1 no.db $arguments
    test "$status" -eq 2 && test ! -f no.db
    ok "refused with status 2: ${arguments//$scratch\//}"
done
done_testing
