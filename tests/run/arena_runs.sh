# Whole tournaments: the same journal at any concurrency, refusals, files, exit codes, exports.
. "$srcdir/tests/support/arena.bash"

# One golden run: round robin of four, one of which crashes in every game, with random openings.
golden() {
    run 100 --engine "cmd=$stub,name=a" --engine "cmd=$stub --evaluates own:0.3,0.6,0.8,name=b" \
        --engine "cmd=$stub --fault crash --at 4,name=c" --engine "cmd=$engine --level random,name=d" \
        --game qttt --size 4 --openings random:2 --games 6 --seed 77 --concurrency "$1" \
        --journal "g$1.db" --display none
}
golden 1
test "$status" -eq 0 && test "$(csv g1.db number | wc -l)" -eq 36
ok "a round robin of four, six games each"
golden 4
content g1.db >one && content g4.db >four && cmp one four >out
ok "the journal is the same at concurrency 1 and 4"
test "$(query g1.db "SELECT count(*) FROM game a JOIN game b ON a.pair = b.pair AND a.number < b.number
    WHERE a.engine0 = b.engine1 AND a.engine1 = b.engine0 AND a.opening = b.opening")" -eq 18
ok "colours are swapped in pairs with the same opening"
test "$(query g1.db "SELECT count(DISTINCT opening) FROM game")" -ge 3
ok "openings differ from round to round"
test "$(query g1.db "SELECT count(*) FROM game WHERE moves = ''")" -eq 0 &&
    test "$(query g1.db "SELECT count(DISTINCT moves) FROM game")" -gt 20
ok "every game has a seed of its own"
golden 4
test "$status" -eq 0 && grep -q 'has 36 of 36 games already' out && content g4.db | cmp - four >/dev/null
ok "a finished run only shows its table"

# Resuming.
match=(--engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --journal m.db)
run 60 "${match[@]}" --games 2
run 60 "${match[@]}" --games 6
test "$status" -eq 0 && test "$(csv m.db number | tr '\n' ' ')" = "0 1 2 3 4 5 "
ok "more games may be asked for"
run 60 "${match[@]}" --games 6 --seed 5
test "$status" -eq 1 && grep -q 'begun with seed = 1, not 5' out
ok "another seed is refused"
grep -q '^ternion-arena: m.db: .* (--journal FILE begins another run)$' out; ok "and told how to go on"
run 60 --engine "cmd=$stub,name=c" "${match[@]}"
test "$status" -eq 1 && grep -q 'begun with 2 engines, not 3' out
ok "a third engine is refused"
run 60 "${match[@]}" --games 4
test "$status" -eq 1 && grep -q 'may only grow' out
ok "fewer games are refused"
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub --seed 3,name=b" --game qttt --games 6 --journal m.db
test "$status" -eq 1 && grep -q 'begun with engine b' out
ok "another command line is refused"
cp "$stub" saved && printf '\0' >>"$stub"
run 60 "${match[@]}" --games 8
test "$status" -eq 1 && grep -q 'is not the one that the journal was begun with' out
ok "another program is refused"
run 60 "${match[@]}" --games 8 --force
test "$status" -eq 0 && test "$(csv m.db number | wc -l)" -eq 8 &&
    query m.db "SELECT words FROM event" | grep -q 'by force'
ok "unless it is forced, which is written down"
forced() { query "$1" "SELECT value FROM manifest WHERE name = 'forced'"; }
hash=$(sha256sum <"$stub") && hash=${hash%% *}
run 60 "${match[@]}" --games 10 --force
test "$(forced m.db)" = "a: $hash"$'\n'"b: $hash" && "$arena" show m.db | grep -q "^forced = a: $hash"
ok "with the engines and their new programs, each once"
"$arena" report m.db >out 2>&1
test "$("$arena" show m.db | grep -c "^forced = [ab]: $hash\$")" -eq 2 &&
    test "$(grep -c "^<dd><code class=\"hash\">[ab]: $hash</code></dd>\$" m.html)" -eq 2
ok "each on a line of its own"
cp saved "$stub"
run 60 "${match[@]}" --games 12
test "$status" -eq 0 && test "$(forced m.db | wc -l)" -eq 2
ok "with the old program it goes on without force, and does not forget that"

# Files that an engine depends on. What else stands on its command line, such as its log, may
# change.
printf '%s\n' 'echo "$$" >>"$1"; while read -r id command rest; do case $command in' \
    'list_commands) printf "=%s genmove\nplay\nname\nversion\n\n" "$id" ;;' 'name) printf "=%s Scribe\n\n" "$id" ;;' \
    'version) read -r version <"$2"; printf "=%s $version\n\n" "$id" ;;' 'genmove) printf "=%s resign\n\n" "$id" ;;' \
    '*) printf "=%s\n\n" "$id" ;; esac; done' >scribe.sh
mkdir logs && echo 1.0 >'logs/the net'
scribe=(--engine "cmd=bash $PWD/scribe.sh scribe.log 'the net',name=scribe,dir=logs,depends=scribe.sh,depends=logs/the net"
    --engine "cmd=$stub,name=b" --game qttt)
run 60 "${scribe[@]}" --games 2 --journal scribe.db
run 60 "${scribe[@]}" --games 4 --journal scribe.db
test "$status" -eq 0 && test "$(csv scribe.db fault,ending | sort -u)" = " resign" && test "$(csv scribe.db number | wc -l)" -eq 4
ok "a log does not keep a run from being resumed"
hash=$(sha256sum <'logs/the net') && hash=${hash%% *}
"$arena" show scribe.db >out && grep -qx "    depends on $hash logs/the net" out && grep -q '^    depends on .* scribe.sh$' out &&
    "$arena" report scribe.db >out && grep -q "depends on <code class=\"hash\">$hash logs/the net</code>" scribe.html
ok "show and report tell what an engine depends on"
run 60 "${scribe[@]}" --games 4 --journal later.db && run 60 merge joined.db scribe.db later.db
test "$status" -eq 0
ok "two journals of the same files can be joined"
echo 2.0 >'logs/the net'
run 60 "${scribe[@]}" --games 6 --journal scribe.db
test "$status" -eq 1 && grep -q 'scribe.db: logs/the net, which engine scribe depends on, is not as it was when the journal was begun; --force' out
ok "a file that has changed is refused by its name"
run 60 "${scribe[@]}" --games 6 --journal scribe.db --force
hash=$(sha256sum <'logs/the net') && hash=${hash%% *}
test "$status" -eq 0 && test "$(forced scribe.db)" = "scribe: logs/the net $hash" &&
    test "$(query scribe.db "SELECT version FROM engine WHERE number = 0")" = 1.0
ok "unless it is forced, which is written down, and does not change what the engine was"
noted() { forced "$1"; query "$1" "SELECT words FROM event" | grep force; }
noted scribe.db >before && run 60 "${scribe[@]}" --games 6 --journal scribe.db --force
test "$status" -eq 0 && grep -q 'has 6 of 6 games already' out && noted scribe.db | cmp - before && test -s before
ok "where there is no game left to play force leaves no mark"
run 60 merge joined.db scribe.db
test "$status" -eq 1 && grep -q "forced is 'scribe: logs/the net $hash', not ''\|forced is '', not 'scribe: logs/the net $hash'" out
ok "such a journal is joined by force only"
run 60 merge --force joined.db scribe.db
test "$status" -eq 0 && test "$(forced joined.db)" = "scribe: logs/the net $hash"
ok "and the joined one says so as well"
run 60 "${scribe[@]}" --games 4 --journal newer.db
run 60 merge joined2.db later.db newer.db
test "$status" -eq 1 && grep -q 'engine scribe: its file logs/the net (SHA-256) is ' out && ! grep -q 'scribe.sh' out
ok "another file under the same name makes another run"
run 60 --engine "cmd=bash $PWD/scribe.sh scribe.log 'the net',name=scribe,dir=logs,depends=scribe.sh" "${scribe[@]:2}" --games 6 --journal newer.db
test "$status" -eq 1 && grep -q 'logs/the net, which engine scribe depends on, is not as it was' out
ok "so does one that is not named any more"
echo '# more' >>scribe.sh
run 60 "${scribe[@]}" --games 6 --journal newer.db
test "$status" -eq 1 && grep -q 'scribe.sh, which engine scribe depends on, is not as it was' out
ok "a script that an interpreter runs counts when it is named"

# An engine that is built anew while a run goes on. Each game here has a new process and takes its
# time.
builds() { # builds JOURNAL GAMES SETTINGS...: in the background, until it has recorded a game
    cp "$stub" built
    "$arena" --engine "cmd=./built --fault late --at 1 --sleep 100,name=new,restart=game" --engine "cmd=$stub,name=old" \
        --game qttt --games "$2" --journal "$1" --display none "${@:3}" >out 2>&1 &
    building=$!
    for _ in $(seq 600); do test "$(csv "$1" number 2>/dev/null | wc -l)" -eq 0 || break; sleep 0.05; done
}
builds built.db 100000
cp built other && printf '\0' >>other && mv other built
wait $building
test $? -eq 1 && grep -q 'the program of new has changed since the run began; --force' out &&
    test "$(csv built.db "fault IS NULL" | sort -u)" = 1
ok "an engine that changes during a run stops it before its next game"
run 20 --engine "cmd=./built --fault late --at 1 --sleep 100,name=new,restart=game" --engine "cmd=$stub,name=old" \
    --game qttt --games 100000 --journal built.db
test "$status" -eq 1 && grep -q 'is not the one that the journal was begun with' out
ok "and is refused when it is resumed"
builds force.db 8 --force
cp built other && printf '\0' >>other && mv other built
wait $building
test $? -eq 0 && test "$(csv force.db "fault IS NULL" | grep -c 1)" -eq 8 &&
    test "$(query force.db "SELECT words FROM event" | grep -c '^new has another program than when the run began$')" -eq 1 &&
    test "$(forced force.db)" = "new: $(sha256sum <built | cut -d ' ' -f 1)"
ok "unless it is forced, which is written down, once"
builds touch.db 8
cp built other && mv other built
wait $building
test $? -eq 0 && test "$(csv touch.db number | wc -l)" -eq 8
ok "the same program in another file changes nothing"

echo 'not a journal' >text.db
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --journal text.db
test "$status" -eq 1 && test "$(cat text.db)" = 'not a journal'
ok "a file that is no journal is left alone"

# Two arenas.
"$arena" --engine "cmd=$stub --fault hang,name=a" --engine "cmd=$stub,name=b" --hang 30 --journal l.db \
    >first 2>&1 &
first=$!
for _ in $(seq 100); do test -f l.db.lock && query l.db "SELECT count(*) FROM manifest" >/dev/null 2>&1 && break; sleep 0.05; done
run 20 --engine "cmd=$stub --fault hang,name=a" --engine "cmd=$stub,name=b" --journal l.db
test "$status" -eq 1 && grep -q 'another arena is writing' out
ok "two arenas on one journal are refused"
ln -s l.db other.db
run 20 --engine "cmd=$stub --fault hang,name=a" --engine "cmd=$stub,name=b" --journal other.db
test "$status" -eq 1 && grep -q 'another arena is writing other.db' out && ! test -e other.db.lock
ok "and so is one under another name (a symbolic link)"
mkdir far && ln -s far/step.db first.db && ln -s end.db far/step.db
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --games 2 --journal first.db
test "$status" -eq 0 && test -f far/end.db.lock && ! test -e first.db.lock && ! test -e far/step.db.lock
ok "also where the link is older than the journal"
"$arena" show l.db >out 2>&1
ok "but anybody may read"
kill -INT $first
wait $first
test $? -eq 4
ok "an interrupt ends with status 4"
sleep 0.3
all_gone
ok "and takes the engines along"

# A quiet end: two games of about two seconds are under way, and are played.
slow=(--engine "cmd=$stub --fault late --sleep 2000 --at 1,name=a" --engine "cmd=$stub,name=b" --game qttt --concurrency 2 --journal quiet.db)
"$arena" "${slow[@]}" --games 6 >quiet 2>&1 &
first=$!
engines $first 4
kill -USR1 $first
wait $first
test $? -eq 4 && test "$(csv quiet.db number | tr '\n' ' ')" = "0 1 " && test "$(csv quiet.db "fault IS NULL" | sort -u)" = 1 &&
    grep -q '^2 of 6 games; the same command goes on' quiet
ok "SIGUSR1 lets games end that are being played, and begins no others"
"$arena" "${slow[@]}" --games 4 --journal quiet4.db >quiet 2>&1 &
first=$!
for _ in $(seq 200); do test "$(query quiet4.db "SELECT count(*) FROM game" 2>/dev/null)" = 2 && break; sleep 0.05; done
kill -USR1 $first
wait $first
test $? -eq 0 && test "$(csv quiet4.db number | wc -l)" -eq 4
ok "where those are the last ones the run is complete"
# The terminal goes.
hangs=(--engine "cmd=$stub --fault hang --at 1,name=a" --engine "cmd=$stub,name=b" --game qttt --games 2 --hang 2)
env --default-signal=HUP "$arena" "${hangs[@]}" --journal hup.db >quiet 2>&1 &
first=$!
engines $first 2
kill -HUP $first
wait $first
test $? -eq 4 && grep -q '^0 of 2 games; the same command goes on' quiet && all_gone
ok "SIGHUP ends a run as SIGTERM does"
# Shells pass on what the terminal says to all: the second one finds an engine that was idle and
# does not leave.
env --default-signal=HUP "$arena" --engine "cmd=$stub,name=c" --engine "cmd=$stub --quit hang,name=d" "${hangs[@]}" --hang 20 \
    --journal hup3.db >quiet 2>&1 &
first=$!
for _ in $(seq 200); do test "$(query hup3.db "SELECT count(*) FROM game" 2>/dev/null)" = 2 && break; sleep 0.05; done
kill -HUP $first && sleep 0.5 && kill -HUP $first
wait $first
test $? -eq 4 && grep -q '^2 of 12 games; the same command goes on' quiet
ok "however often it comes"
(trap '' HUP; exec "$arena" "${hangs[@]}" --journal hup2.db >quiet 2>&1) &
first=$!
engines $first 2
kill -HUP $first
wait $first
test $? -eq 0 && test "$(csv hup2.db number | wc -l)" -eq 2
ok "but not where it is ignored"

# Adjudication, openings, files.
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --size 5 --games 2 --max-plies 7 --journal x.db
test "$status" -eq 0 && test "$(csv x.db "result,ending,plies" | sort -u)" = "0 adjudicated 7"
ok "the ply limit adjudicates a draw"
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game draughts --games 6 --draw-after 4 --journal dq.db
test "$status" -eq 0 && test "$(csv dq.db ending | grep -c adjudicated)" -ge 1 &&
    test "$(query dq.db "SELECT count(*) FROM game WHERE ending = 'adjudicated' AND result <> '0'")" -eq 0
ok "quiet plies adjudicate a draw"
run 60 --engine "cmd=$engine --level optimal --seed 1,name=a" --engine "cmd=$engine --level easy --seed 2,name=b" \
    --game qttt --games 4 --resign 45:1 --journal rs.db
test "$status" -eq 0 && test "$(query rs.db "SELECT count(*) FROM game WHERE fault IS NOT NULL")" -eq 0 &&
    test "$(query rs.db "SELECT count(*) FROM game WHERE ending = 'adjudicated' AND (winner = 0) = (engine0 = 0)")" -ge 1
ok "an engine without hope is adjudicated against"
printf '# two openings\nA1-B2 A1-C3\n\nA1-A2 B1-B2 A1-A2 X3@A1\n' >openings.txt
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --games 6 --openings file:openings.txt --journal o.db
test "$status" -eq 0 && test "$(csv o.db opening | uniq -c | awk '{print $1}' | tr '\n' ' ')" = "2 2 2 "
ok "openings from a file of move lists, in order"
printf 'A1-B2\nA1-C3\nA1-A2\nA1-B1\n' >four.txt
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --games 16 --openings file:four.txt \
    --opening-order shuffled --journal sh.db
test "$status" -eq 0 &&
    test "$(query sh.db "SELECT count(DISTINCT opening) FROM game WHERE number < 8")" -eq 4 &&
    test "$(query sh.db "SELECT count(DISTINCT opening) FROM game WHERE number >= 8")" -eq 4 &&
    test "$(csv sh.db opening | uniq | tr '\n' ' ')" != "A1-B2 A1-C3 A1-A2 A1-B1 A1-B2 A1-C3 A1-A2 A1-B1 "
ok "shuffled openings: each once before any comes again"
mkdir -p sub && touch sub/marker
run 60 --engine "cmd=sh -c 'test -f marker && test \$WORD = here && exec $stub',name=a,dir=sub,env=WORD=here" \
    --engine "cmd=$stub,name=b" --game qttt --games 2 --journal dir.db
test "$status" -eq 0 && test "$(csv dir.db "fault IS NULL" | sort -u)" = 1
ok "working directory and environment of an engine"
run 60 --engine "cmd=$stub,name=a,init=no_such_command" --engine "cmd=$stub,name=b" --game qttt --games 2 --journal in.db
test "$status" -eq 8 && grep -q "a never started: .*start-up command 'no_such_command' was refused" out
ok "a start-up line that is refused is told"
position=$(printf 'play x A1-B2\nplay o A1-B2\nget_position\n' | "$engine" --game qttt | sed -n 's/^= \(.\{3,\}\)/\1/p')
printf 'position %s\n' "$position" >positions.txt
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$engine --level random,name=b" --game qttt --games 2 --openings file:positions.txt --journal po.db
test "$status" -eq 0 && test "$(csv po.db "fault IS NULL AND opening LIKE 'position %'" | sort -u)" = 1
ok "openings from a file of positions"
printf 'A1-B2 A1-B2\nA1-A1\n' >bad.txt
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --openings file:bad.txt --journal bad.db
test "$status" -eq 2 && grep -q 'bad.txt:2: ' out
ok "a bad opening is refused with its line"

cat >cup.conf <<CONF
game = qttt
games = 4
openings = "random:1"
concurrency = 2
journal = cup.db
display = none
engine "one" {
    cmd = "$stub"
    env = {"STUB=1", "OTHER=2"}
    init = {"set_random_seed 4", "name"}
    start-limit = 20
    restart = game
    stderr = drop
}
engine "two" {
    cmd = "$stub --seed 9"
    dir = "/"
}
CONF
run 60 run cup.conf --games 2
test "$status" -eq 0 && test "$(csv cup.db number | wc -l)" -eq 2 &&
    test "$(query cup.db "SELECT variables FROM engine WHERE number = 0" | tr '\n' ' ')" = "STUB=1 OTHER=2 "
ok "a tournament file, with the command line over it"
sed 's/games = 4/games = many/' cup.conf >bad.conf
run 60 run bad.conf
test "$status" -eq 2 && grep -q 'bad.conf:2: many is not a whole number' out
ok "an error in a tournament file names its line"
sed 's/restart = game/restart = sometimes/' cup.conf >bad.conf
run 60 run bad.conf
test "$status" -eq 2 && grep -q 'bad.conf:12: sometimes is none of never, fault, game' out
ok "in an engine's section too"
head -n -1 cup.conf >bad.conf
run 60 run bad.conf
test "$status" -eq 2 && grep -qE 'bad.conf:[0-9]+: no } closes what begins here' out
ok "a file that was cut off"
printf '\000\001\377' >bad.conf
run 60 run bad.conf
test "$status" -eq 2 && grep -q 'bad.conf: this is no configuration file' out
ok "a file that is something else"
sed 's/games = 4/gamse = 4/' cup.conf >bad.conf
run 60 run bad.conf
test "$status" -eq 2 && grep -q 'bad.conf:2: ' out
ok "an unknown setting names its line"

sed 's/    cmd = .*seed 9"//' cup.conf >bad.conf
run 60 run bad.conf
test "$status" -eq 2 && grep -q 'bad.conf:18: engine two has no command' out
ok "a section without its command names its line"

# A disk that is full: what is written stays, and the run goes on when there is room again.
full=(--engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --games 300 --journal full.db --display none)
(ulimit -f 200 && exec timeout 60 "$arena" "${full[@]}" --dialogues all) >out 2>&1
test $? -eq 1 && grep -q 'the journal .*full.db: ' out && test "$(csv full.db number | wc -l)" -lt 300
ok "a journal that cannot grow ends the run with status 1"
grep -q "^$(csv full.db number | wc -l) of 300 games; the same command goes on with full.db\$" out &&
    grep -qE '^\([1-9][0-9]* more are in these tables, but could not be written\)$' out
ok "which tells how many games it has, and how many not"
run 60 "${full[@]}" --dialogues none
test "$status" -eq 0 && test "$(csv full.db number | sort -n | uniq | wc -l)" -eq 300
ok "and it goes on when it can"

# Usage.
for arguments in "" "$stub" "--games 0 $stub $stub" "--nonsense $stub $stub" "--time soon $stub $stub" \
    "no-such-program $stub" "--engine name=x $stub" "--game chess $stub $stub" "run" "run none.conf" \
    "check" "export csv" "--rules none $stub $stub" "--engine cmd=$stub,name=a --engine cmd=$stub,name=a"; do
    # shellcheck disable=SC2086
    run 20 $arguments
    test "$status" -eq 2 && test -s out
    ok "exit status 2 for: ${arguments//$scratch\//}"
done
run 60 "$stub" "$stub" --games 2 --journal classic.db
test "$status" -eq 0 && grep -q '^ *[12]  stub_engine-2 ' out && ! grep -qi 'nan\|inf' out
ok "the classic use: two programs"

# Exports.
"$arena" export csv g1.db >out && test "$(wc -l <out)" -eq 37
ok "export csv has a line for every game"
"$arena" export jsonl g1.db >lines && test "$(wc -l <lines)" -eq 36
ok "export jsonl has a line for every game"
if command -v python3 >/dev/null; then
    python3 -c 'import json, sys
rows = [json.loads(line) for line in sys.stdin]
assert all(len(r["microseconds"]) == r["plies"] == len(r["moves"].split()) for r in rows)' <lines >out 2>&1
    ok "and each is JSON"
fi
"$arena" export record g1.db 0 >record && printf 'load_record record\nhistory\n' | "$engine" --game qttt >out &&
    test "$(sed -n 's/^= \(.\{5,\}\)/\1/p' out)" = "$(query g1.db "SELECT trim(opening || ' ' || moves) FROM game WHERE number = 0")"
ok "an exported record loads in the engine, with all its plies"
# Which game it is, before the first one and above the tables.
run 60 "$stub" "$stub" --games 2 --journal which.db --display lines
test "$(grep -nx 'Quantum tic-tac-toe, rules goff, 3 x 3, 2 games' out | tr -d '\n')" = \
    "1:Quantum tic-tac-toe, rules goff, 3 x 3, 2 games4:Quantum tic-tac-toe, rules goff, 3 x 3, 2 games"
ok "a run says what is played"
run 60 "$stub" "$stub" "$stub" --game go --size 5 --max-plies 6 --games 1 --journal three.db --display none
test "$(sed -n '1p; /Go, rules/p' out | tr '\n' '|')" = "Go, rules chinese, 5 x 5, 1 game a pair|Go, rules chinese, 5 x 5, 1 game a pair|"
ok "once where nothing else is shown"
"$arena" list g1.db --faults >out && test "$(wc -l <out)" -eq 19
ok "list --faults"
"$arena" show g1.db >out && grep -q 'sha256' out && grep -q 'each against each' out
ok "show has the manifest and the tables"
"$arena" export csv g1.db -o /dev/full >out 2>&1
test $? -eq 1
ok "a full disk is noticed"
done_testing
