# The tuner on an engine whose strength is a known function of its options, and through kill -9.
. "$srcdir/tests/support/arena.bash"

# within VALUE BEST DISTANCE
within() { awk -v v="$1" -v b="$2" -v d="$3" 'BEGIN {exit !(v != "" && v - b <= d && b - v <= d)}'; }
# column NAME N: the Nth word of a parameter's line.
column() { awk -v name="$1" -v n="$2" '$1 == name && NF == 8 {print $n}' out; }

peaks="cmd=$stub --peak a:7:6 --peak b:30:60,name=stub"
printf '# two options\nparameter a { min = 0 max = 10 start = 2 step = 0.6 }\nparameter b { type = int min = 0 max = 100 start = 80 step = 5 }\niterations = 300\ntrajectory = "two.csv"\n' >two.tune
run 100 tune two.tune --engine "$peaks" --game draughts --openings random:2 --concurrency 2 --display none --journal two.db
found="a $(column a 7) +- $(column a 8) for 7, b $(column b 7) +- $(column b 8) for 30"
test "$status" -eq 0 && within "$(column a 7)" 7 1 && within "$(column b 7)" 30 9 &&
    within "$(column a 8)" 0.4 0.4 && within "$(column b 8)" 3.5 3.5
ok "both options are found: $found"
test "$(wc -l <two.csv)" -eq 302 && head -n 1 two.csv | grep -q '^iteration,a,pull of a,b,pull of b$' &&
    sed -n 2p two.csv | grep -q '^0,2,.*,80,'
ok "the walk is written"
! grep -E '.{81}' out | grep -v -e '--engine'
ok "its table and remarks fit into 80 columns"
grep -q "name=tuned,init=set_option a $(column a 7),init=set_option b $(column b 7)" out && grep -q -e '--sprt elo0' out && grep -q -e '--rules warcaby.* --openings random:2 ' out
ok "with the match that would verify it"
command=$(sed -n '/^  ternion-arena/,$p' out | sed 's/--sprt [^ ]*//; s/20000/40/; s/ternion-arena/"$arena"/')
eval "$command --display none" >verified 2>&1 && awk '$1 == 1 && $2 == "tuned" && $4 >= 80 {won = 1} END {exit !won}' verified
ok "and in a match the tuned engine wins"
test "$(csv two.db number | wc -l)" -eq 600 && test "$(query two.db "SELECT name FROM engine" | tr '\n' ' ')" = "stub+ stub- " &&
    "$arena" show two.db 5 >/dev/null
ok "the journal is one of a match"

# verify ARGUMENTS...: tunes shortly with them, and plays four games of the match that it prints.
verify() {
    rm -f short.db* verify.db*
    printf 'parameter a { type = int min = 0 max = 9 start = 2 step = 1 }\niterations = 1\n' >short.tune
    run 60 tune short.tune "$@" --display none --journal short.db
    test "$status" -eq 0 || return 1
    sed -n '/^  ternion-arena/,$p' out | sed 's/--sprt [^ ]*//; s/20000/4/; s/ternion-arena/"$arena"/' >match.sh
    (set -u && eval "$(cat match.sh) --display none --strict") >out 2>&1
}
# run_of JOURNAL: what it is a run of.
run_of() {
    query "$1" "SELECT name, value FROM manifest WHERE name NOT IN ('games', 'sprt', 'tune', 'seed') ORDER BY name" |
        sed 's/stub[+-]:/side:/g; s/\(tuned\|before\):/side:/g'
    query "$1" "SELECT command, directory, variables, path, sha256 FROM engine ORDER BY number"
}
mkdir 'a place' && printf '%s\n' '# two' 'a1 b2' 'c3 d4' >'book of 2.txt'
verify --engine "cmd=sh -c 'test \"\$A\" = \"b \\\$c\" && exec \"\$0\" \"\$@\"' $stub --game go --peak a:7:6,name=stub,dir=a place,env=A=b \$c,init=name,init=version,pipeline=no,time=20,start-limit=9,restart=game,stderr=drop" \
    --game go --size 5 --rules japanese --komi 0.5 --time 30 --margin 0.2 --max-plies 12 --draw-after 9 --resign 2:5 --hang 9 --grace 1 \
    --judge "'$engine' --game go --seed 5" --openings 'file:book of 2.txt' --opening-order shuffled --concurrency 2 --answer-limit 20
ok "the match that verifies can be played as it is printed"
run_of short.db >tuned && run_of verify.db >out && cmp tuned out && test "$(wc -l <out)" -gt 18 &&
    query verify.db "SELECT startup FROM engine" | tr '\n' ' ' | grep -q '^name version set_option a [0-9]* name version set_option a 2 $' &&
    grep -q 'start-limit=9,restart=game,stderr=drop,' match.sh && grep -q -e '--hang 9 ' match.sh && ! grep -v -e --engine -e --judge match.sh | grep -E '.{81}'
ok "and is of the same game and the same engine"
test "$(query short.db "SELECT value FROM manifest WHERE name = 'seed'") $(query verify.db "SELECT value FROM manifest WHERE name = 'seed'")" = "1 2"
ok "but not of the same openings"
verify "$stub --peak a:7:6 --say \"it's 1,time=5,\" ''" --game qttt --size 4 --win-length 3 &&
    test "$(query verify.db "SELECT value FROM manifest WHERE name = 'set'")" = win_length=3 &&
    query verify.db "SELECT command FROM engine" | sort -u | grep -qxF "$stub --peak a:7:6 --say it\\'s\\ 1,\\time=5, ''"
ok "also where a command looks like settings"

# What does not move it.
printf 'parameter a { min = 0 max = 10 start = 2 step = 0.6 }\nparameter b { type = int min = 0 max = 100 start = 80 step = 5 }\niterations = 40\npairs = 2\ngain = 0.5\ntrajectory = "c1.csv"\n' >c1.tune
sed 's/c1.csv/c4.csv/' c1.tune >c4.tune
first=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*\([0-9]*\).*/\1/p' /proc/self/status)
for c in 1 4; do run 60 tune c$c.tune --engine "$peaks,pin=$first,init=name,env=A=b" --game draughts --concurrency $c --display none --journal c$c.db; done
test "$status" -eq 0 && content c1.db >one && content c4.db | cmp - one && cmp c1.csv c4.csv
ok "the walk is the same at concurrency 1 and 4"
run 60 tune c1.tune --engine "$peaks" --game draughts --display none --seed 2 --journal seed.db
test "$status" -eq 0 && ! cmp -s c1.csv c4.csv
ok "and another with another seed"
kills=$((3 * ${TERNION_TEST_SCALE:-100} / 100))
test $kills -ge 2 || kills=2
slow=$((80 + 40 * kills)) # four games each; killed after 100, 200, ... of them
sed "s/iterations.*/iterations = $slow/; s/c1.csv/whole.csv/" c1.tune >whole.tune
sed 's/whole.csv/killed.csv/' whole.tune >killed.tune
play=(--engine "$peaks" --game draughts --concurrency 4 --display none)
killed=0
for games in $(seq 100 100 $((100 * kills))); do
    "$arena" tune killed.tune "${play[@]}" --journal killed.db >out 2>&1 &
    pid=$!
    disown
    until test "$(csv killed.db number 2>/dev/null | wc -l)" -ge "$games" || ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
    kill -9 $pid 2>/dev/null && killed=$((killed + 1))
    while kill -0 $pid 2>/dev/null; do sleep 0.01; done
done
have=$(csv killed.db number 2>/dev/null | wc -l)
echo "# $killed kills, $have of $((4 * slow)) games before the last run"
test $killed -ge 1 && test "$have" -lt $((4 * slow))
ok "it was killed in the middle"
run 100 tune killed.tune "${play[@]}" --journal killed.db && run 100 tune whole.tune "${play[@]}" --journal whole.db
test "$status" -eq 0 && content whole.db >one && content killed.db | cmp - one && cmp whole.csv killed.csv
ok "resumed, it equals a run that was never interrupted"
run 60 tune whole.tune "${play[@]}" --journal whole.db
test "$status" -eq 0 && grep -q "has $((4 * slow)) of $((4 * slow)) games already" out && test -n "$(column a 7)"
ok "a finished run shows its result again"
sed 's/gain.*/gain = 0.6/' whole.tune >other.tune
run 60 tune other.tune "${play[@]}" --journal whole.db
test "$status" -eq 1 && grep -q 'begun with tune = ' out
ok "another tuning does not go on in its journal"

# Honesty.
printf 'parameter flat { min = 0 max = 10 start = 2 step = 0.6 }\niterations = 60\n' >flat.tune
run 60 tune flat.tune --engine "cmd=$stub --peak flat:5:1e6,name=stub" --game draughts --display none --journal flat.db
test "$status" -eq 0 && test "$(column flat 8)" = '?' && grep -q 'flat: the games do not show where its best value is' out
ok "an option without effect gets no error"
printf 'parameter far { min = 0 max = 4 start = 2 step = 0.5 }\niterations = 60\n' >far.tune
run 60 tune far.tune --engine "cmd=$stub --peak far:9:12,name=stub" --game draughts --display none --journal far.db
test "$status" -eq 0 && grep -q 'far ends at a bound' out
ok "a best value beyond the bounds is told"

# Refusals.
printf 'parameter flat { min = 0 max = 10 start = 2 step = 0.6 }\niterations = 2\ntrajectory = "own.db"\n' >own.tune
run 60 tune own.tune --engine "cmd=$stub --peak flat:5:1e6,name=stub" --game draughts --display none --journal own.db
test "$status" -eq 2 && grep -q 'the walk is not written over the journal, own.db' out && test ! -e own.db
ok "a walk is not written over the journal"
printf 'parameter nothing { min = 0 max = 4 start = 2 step = 0.5 }\niterations = 60\n' >nothing.tune
run 60 tune nothing.tune --engine "$peaks" --game draughts --display none --journal no.db
test "$status" -eq 1 && grep -q 'cannot be tuned like that: .*no such option' out && test "$(csv no.db number | wc -l)" -eq 0
ok "an option that the engine refuses ends the run at once"
# One start of many that takes too long, after the first iteration, costs its game. Each has a
# process of its own.
printf '%s\n' '#!/bin/bash' 'set -C; until { : >"start$((++n))"; } 2>/dev/null; do :; done; test $n -ne 7 || sleep 20' "exec $stub --peak flat:5:1e6" >sluggish && chmod +x sluggish
printf 'parameter flat { min = 0 max = 10 start = 2 step = 0.6 }\niterations = 4\n' >sluggish.tune
run 60 tune sluggish.tune --engine "cmd=./sluggish,start-limit=2,restart=game" --game qttt --display none --journal sluggish.db
test "$status" -eq 0 && test "$(csv sluggish.db number | wc -l)" -eq 8 && test "$(csv sluggish.db fault | grep -c start)" -eq 1
ok "a single start that fails costs a game, not the run"
run 60 tune sluggish.tune --engine "cmd=./sluggish,start-limit=2,restart=game" --game qttt --display none --journal sluggish.db
test "$status" -eq 0 && grep -q '4 of 4 iterations' out
ok "also when the run is read back"
run 60 tune sluggish.tune "$stub --start crash" --game qttt --display none --journal never.db
test "$status" -eq 1 && grep -q 'cannot be tuned like that: at start-up' out && test "$(csv never.db number | wc -l)" -eq 0
ok "an engine that does not start at first ends the run at once"
bad() { # bad LINE WORDS
    printf 'iterations = 5\n%s\n' "$1" >bad.tune
    run 60 tune bad.tune "$stub" --journal bad.db
    test "$status" -eq 2 && grep -qF "bad.tune:2: $2" out && ! test -e bad.db
}
bad 'parameter a { min = 0 max = 10 start = 2 }' 'a has no step; a parameter has min, max, start and step' &&
    bad 'parameter a { min = 0 max = ten start = 2 step = 1 }' 'ten is not a number' &&
    bad 'parameter a { min = 5 max = 1 start = 2 step = 1 }' 'a needs min below max, and start between them' &&
    bad 'parameter a { type = int min = 0 max = 9 start = 2 step = 0.5 }' 'the step of a must be at least 1' &&
    bad 'parameter a { min = 0 max = 9 start = 2 step = 5 }' 'the step of a must be above 0, and at most half' &&
    bad 'parameter a { type = int min = 0.5 max = 9 start = 2 step = 1 }' 'a is int' &&
    bad 'parameter "a b" { min = 0 max = 9 start = 2 step = 1 }' 'the name of a parameter is one word' &&
    bad 'parameter a { type = whole min = 0 max = 9 start = 2 step = 1 }' 'whole is none of real, int' &&
    bad 'parameter a { min = 0 max = 9 start = 2 step = 1 } parameter a { min = 0 max = 9 start = 2 step = 1 }' "found duplicate title 'a'" &&
    bad 'pairs = 0' '0 is' && bad 'gain = much' 'much is no gain' && bad 'tempo = 3' "no such option 'tempo'" &&
    bad 'iterations 5' "missing equal sign after option 'iterations'" && bad 'iterations = 0' '0 is not a whole number'
ok "a wrong line is refused with its number"
bad 'real a 0 10 2 1' "no such option 'real' (lines are gone: parameter NAME {" && bad 'int a 0 10 2 1' "no such option 'int' (lines are gone"
ok "a line of an older version says what replaces it"
printf 'iterations = 5\nparameter a { min = 0 max = 1 start = 0 step = 0.5 }\0 no\n' >bad.tune
run 60 tune bad.tune "$stub"
test "$status" -eq 2 && grep -q 'bad.tune: this is no configuration file' out && mkdir folder && run 60 tune folder "$stub"
test "$status" -eq 2 && grep -q 'folder: cannot be read: Is a directory' out
ok "bytes that are no text, and a directory, are no file of parameters"
printf 'iterations = 5\n' >bad.tune
run 60 tune bad.tune "$stub"
test "$status" -eq 2 && grep -q 'names no parameter' out && printf 'parameter a { min = 0 max = 1 start = 0 step = 0.5 }\n' >bad.tune && run 60 tune bad.tune "$stub"
test "$status" -eq 2 && grep -q 'iterations = 500' out && run 60 tune missing.tune "$stub"
test "$status" -eq 2 && grep -q 'missing.tune' out
ok "a file without parameters or without length, or none at all, is refused"
run 60 tune two.tune "$stub" "$stub"
test "$status" -eq 2 && grep -q 'takes one engine' out && run 60 tune two.tune "$stub" --shard 1/2
test "$status" -eq 2 && grep -q 'no --format, --shard' out && run 60 tune two.tune "$stub" --sprt elo0=0,elo1=5
test "$status" -eq 2 && grep -q 'no --format' out
ok "two engines, a shard of a walk or a test of it are refused"
done_testing
