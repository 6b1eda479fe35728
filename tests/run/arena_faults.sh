# Every way in which an engine can fail costs it one game, in bounded time, and the tournament goes
# on.
. "$srcdir/tests/support/arena.bash"

# fault NAME KIND COUNT ENGINE-OPTIONS SETTINGS...: four games against a sound engine; the bad one
# must lose COUNT of them by KIND, and all four are recorded.
fault() {
    local name=$1 kind=$2 count=$3 options=$4
    rm -f f.db*
    run 60 --engine "cmd=$stub,name=good" --engine "cmd=${bad:-$stub} $options,name=bad${keys:-}" --game qttt \
        --games 4 --journal f.db --display lines --hang 2 "${@:5}"
    local games kinds
    games=$(csv f.db number | wc -l)
    kinds=$(csv f.db fault | grep -c "^$kind\$")
    test "$status" -eq 0 && test "$games" -eq 4 && test "$kinds" -eq "$count" &&
        test "$(csv f.db "fault IS NOT NULL" | grep -c 1)" -eq "$count" &&
        test "$(query f.db "SELECT count(*) FROM game WHERE fault IS NOT NULL AND
            NOT (fault_side = (engine0 = 0) AND winner = (engine0 = 1) AND counted)")" -eq 0
    ok "$name: $kind $count times, and the other games are played"
}

fault "crash in the middle of a game" crash 2 "--fault crash --in 2"
fault "quiet exit in the middle of a game" crash 2 "--fault exit --in 2"
fault "hang" hang 2 "--fault hang --in 2"
fault "hang that ignores every signal" hang 1 "--fault deaf --in 4"
fault "half an answer" hang 1 "--fault half --in 4"
csv f.db detail | grep -qE '^no empty line ended its answer within 2\.000 s: =[0-9]+ A1$'
ok "and is told what came of it"
run 60 --engine "cmd=$stub,name=good" --engine "cmd=sh -c 'echo = ready; echo; exec $stub',name=bad" --game qttt --games 1 \
    --journal early.db --display lines
csv early.db detail | grep -qE '^(the answers before this one carried no id, it carries id 1: |an answer to no command: )'
ok "an answer before the first command, told in words that make sense"
fault "endless answer" flood 2 "--fault flood --in 2"
fault "endless empty lines" flood 2 "--fault blank --in 2"
fault "endless answers" id 2 "--fault replies --in 2"
fault "much on standard error" crash 0 "--fault complain --in 2" --hang 20
fault "garbage" garbage 2 "--fault garbage --in 2"
fault "answer with a wrong id" id 2 "--fault id --in 2"
fault "illegal move" illegal 2 "--fault illegal --in 2"
fault "malformed move" malformed 2 "--fault malformed --in 2"
fault "genmove fails" failed 2 "--fault fail --in 2"
fault "closed output" closed 2 "--fault close --in 2"
fault "closed input" hang 1 "--fault close-input --in 4"
fault "a child that holds the pipes and ignores signals" crash 2 "--fault children --in 2"
fault "processes in sessions of their own" crash 0 "--fault daemons --in 2"
all_gone
ok "they end with the arena"
fault "the same before a crash" crash 2 "--fault daemons-crash --in 2"
all_gone
ok "they end with the arena, too"
fault "refused play" refused 4 "--fault refuse"
fault "answers in pieces" crash 0 "--fault partial --sleep 1" --hang 20
fault "no ids in answers" crash 0 "--no-ids"
fault "nothing but the five commands" crash 0 "--minimal"
bad="./later crash" keys=,restart=game fault "crash at start-up" start 3 "--start crash"
bad="./later garbage" keys=,restart=game fault "garbage at start-up" start 3 "--start garbage"
fault "in the very last game" crash 1 "--fault crash --in 4"

# What the system lacks is no engine's fault: descriptors for a few engines of sixty, or for none.
crowd=(--engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --display none)
(ulimit -n 60; run 60 "${crowd[@]}" --games 40 --concurrency 30 --journal few.db; exit $status)
test $? -eq 0 && test "$(csv few.db "fault IS NULL AND counted" | grep -c 1)" -eq 40
ok "games wait until there is room for their engines"
(ulimit -n 14; run 60 "${crowd[@]}" --games 4 --concurrency 2 --journal no.db; exit $status)
test $? -eq 1 && grep -q 'Too many open files' out && test "$(csv no.db number | wc -l)" -eq 0
ok "where there is none for a single game the run ends, and records nothing"
(ulimit -Sn 60; run 60 "${crowd[@]}" --games 4 --concurrency 2 --journal no.db; exit $status)
test $? -eq 0 && test "$(csv no.db "fault IS NULL" | grep -c 1)" -eq 4
ok "with room it goes on"
# Nor a thread to write with: stacks larger than any address.
if (ulimit -s 1000000000000) 2>/dev/null; then
    (ulimit -s 1000000000000; run 60 "${crowd[@]}" --games 4 --journal thread.db; exit $status)
    test $? -eq 1 && grep -q 'cannot start the thread that writes the journal: ' out && ! grep -q games out &&
        test "$(query thread.db "SELECT count(*) FROM engine WHERE program IS NOT NULL")" -eq 0
    ok "without a thread for the journal no engine is started"
fi
# Twice in one game, three seconds apart: at its beginning, after one that ended by a crash, and
# where the judge comes. It takes ten seconds, in which other tests go on.
printf '%s\n' '#!/bin/sh' "test -e crashed && exec $stub" 'touch crashed' "exec $stub --fault crash" >once && chmod +x once
twice() {
    (ulimit -n 100 && exec "$arena" --engine "cmd=./once,name=a" --engine "cmd=$stub --fault late --sleep 3000 --at 1,name=b" \
        --game go --size 5 --swap no --games 2 --max-plies 6 --journal twice.db --display none) >twice.out 2>&1 &
    local pid=$!
    engines $pid 2
    prlimit --pid $pid --nofile=14:
    for _ in $(seq 200); do test "$(query twice.db "SELECT count(*) FROM game" 2>/dev/null)" = 1 && break; sleep 0.05; done
    sleep 1
    prlimit --pid $pid --nofile=100:
    engines $pid 2
    prlimit --pid $pid --nofile=14:
    sleep 4
    prlimit --pid $pid --nofile=100:
    wait $pid
}
twice &
twice_pid=$!

run 60 --engine "cmd=$stub,name=a,pipeline=no" --engine "cmd=$stub,name=b" --game qttt --games 4 \
    --openings random:3 --journal p.db
test "$status" -eq 0 && test "$(csv p.db "fault IS NULL" | grep -c 1)" -eq 4
ok "an engine that is sent one command at a time"

run 60 --engine "cmd=$stub,name=good" --engine "cmd=./later hang --start hang,name=bad,start-limit=3,restart=game" \
    --game qttt --games 2 --journal s.db
test "$status" -eq 0 && test "$(csv s.db fault | grep -c start)" -eq 1
ok "silence at start-up costs the start-up limit"

for kind in hang deaf flood crash; do
    timeout 30 "$arena" --engine "cmd=$stub,name=good" --engine "cmd=$stub --quit $kind,name=bad" --game qttt \
        --games 2 --journal "q$kind.db" >"out-$kind" 2>&1 &
    declare "pid_$kind=$!"
done
for kind in hang deaf flood crash; do
    pid=pid_$kind
    wait "${!pid}" && test "$(csv "q$kind.db" fault | grep -c .)" -eq 0
    ok "$kind at quit harms no game and does not keep the arena"
done
query qdeaf.db "SELECT words FROM event" | grep -q 'bad did not leave after quit and was ended by SIGKILL'
ok "an engine that did not leave is written down"

run 60 --engine "cmd=./later a --start crash,name=a,restart=game" --engine "cmd=./later b --start crash,name=b,restart=game" \
    --game qttt --games 4 --journal v.db
test "$status" -eq 0 && test "$(csv v.db counted | grep -c 0)" -eq 3
ok "where both engines fail the game counts for nobody"
test "$(grep -c 'void, fault, 0 plies; start by [ab]: at start-up: the program was killed.*; [ab]: start: at start-up: the program was k' out)" -eq 3 &&
    "$arena" list v.db | grep -q '  start by a: at start-up.*; b: start: at start-up' && "$arena" report v.db >/dev/null &&
    grep -q 'start by a: at.*; b: start: at' v.html
ok "and both are named"
# Each for its own reason, whichever comes first: one is not there for long, the other takes its
# time to refuse.
cat >slow <<'SCRIPT'
#!/bin/sh
while read -r id command rest; do
    case $command in
    list_commands) printf '=%s play\ngenmove\nclear_board\nset_game\n\n' "$id" ;;
    clear_board) sleep 0.5; printf '?%s not today: time: none\n\n' "$id" ;;
    quit) printf '=%s\n\n' "$id"; exit 0 ;;
    *) printf '=%s\n\n' "$id" ;;
    esac
done
SCRIPT
chmod +x slow
run 60 --engine "cmd=./later two --start crash,name=a,restart=game" --engine "cmd=./slow,name=slow" --game qttt --games 4 --journal two.db
"$arena" list two.db >out && grep -q '  start by a: at start-up[^;]*; slow: setup: [^;]*not today: time: none$' out &&
    grep -q '  setup by slow: [^;]*not today: time: none; a: start: at start-up' out
ok "and each cause is said of the engine whose it is"
"$arena" show two.db >out && grep -qE '^     a +start 3$' out && grep -qE '^     slow +setup 4$' out &&
    test "$("$arena" list two.db --fault start | wc -l)" -eq 4
ok "counted and listed as such"

run 60 --engine "cmd=$stub,name=good" --engine "cmd=$stub --fault crash --at 1,name=bad" --game qttt \
    --games 6 --strikes 2 --journal w.db
test "$status" -eq 0 && test "$(csv w.db fault | tr '\n' ' ')" = \
    "crash crash withdrawn withdrawn withdrawn withdrawn "
ok "an engine is withdrawn after its strikes"

run 60 --engine "cmd=$stub,name=good" --engine "cmd=$stub --fault crash,name=bad,restart=never" \
    --game qttt --games 3 --journal n.db
test "$status" -eq 0 && test "$(csv n.db fault | tr '\n' ' ')" = "crash withdrawn withdrawn "
ok "restart=never withdraws after the first fault"

# More than a pipe holds, to an engine that reads late, and to one that never reads.
long=$(printf '%0100000d' 0)
run 60 --engine "cmd=sh -c 'sleep 0.5; exec $stub',name=late,init=name $long" --engine "cmd=$stub,name=b" --game qttt --games 2 --journal lo.db
test "$status" -eq 0 && test "$(csv lo.db "fault IS NULL" | sort -u)" = 1
ok "a line longer than a pipe holds arrives"
run 60 --engine "cmd=$stub --start close-input,name=deaf,init=name $long,start-limit=2" --engine "cmd=$stub,name=b" --game qttt --games 2 --journal lc.db
test "$status" -eq 8 && grep -q 'ternion-arena: deaf never started: ' out && test "$(csv lc.db number | wc -l)" -eq 0
ok "unless nobody reads it"

# Of three engines one is always idle; this one does not survive that.
run 60 --engine "cmd=$stub --fault late --sleep 700,name=a" --engine "cmd=$stub,name=b" \
    --engine "cmd=sh -c 'me=\$\$; (sleep 0.4; kill -9 \$me) >/dev/null 2>&1 & exec $stub',name=mortal" \
    --game qttt --games 4 --journal id.db
test "$status" -eq 0 && test "$(csv id.db number | wc -l)" -eq 12 &&
    query id.db "SELECT words FROM event" | grep -q 'mortal failed between games (crash)'
ok "an engine that dies between games is written down and started again"

# An engine that leaves after its answer has lost that game only, though it is missed when the next
# one begins.
printf '%s\n' 'while read -r id command rest; do case $command in' \
    'list_commands) printf "=%s genmove\nplay\n\n" "$id" ;;' 'genmove) printf "=%s resign\n\n" "$id"; exit ;;' \
    '*) printf "=%s\n\n" "$id" ;; esac; done' >leaver.sh
run 60 --engine "cmd=bash leaver.sh,name=leaver,restart=never" --engine "cmd=$stub,name=b" --game qttt --games 6 --journal le.db
test "$status" -eq 0 && test "$(csv le.db "ending,fault IS NULL" | sort -u)" = "resign 1" &&
    query le.db "SELECT words FROM event" | grep -q '^leaver failed between games (crash): the program exited with status 0$'
ok "an engine that ends after its game does not lose the next one"

# The flight recorder.
"$arena" show n.db 0 >out
grep -q 'bad > .*genmove' out && grep -q 'arena # the program was killed' out
ok "the dialogue of an abnormal game is kept"
run 60 --engine "cmd=$stub --say look_here,name=a" --engine "cmd=$stub,name=b" --game qttt --games 2 \
    --dialogues all --journal d.db
"$arena" show d.db 0 >out && grep -q 'a ! look_here' out
ok "with --dialogues all every game has its dialogue, standard error included"

run 60 --engine "cmd=$stub --fault last-words,name=a" --engine "cmd=$stub,name=b" --game qttt --games 2 \
    --journal e.db
"$arena" show e.db 0 >out && grep -q 'a ! these are my last words' out
ok "the last words of a crashed engine are kept"
test "$(csv e.db detail | sort -u)" = "the program was killed by signal 11 (Segmentation fault); last on \
standard error: a line of a long complaint before the end / these are my last words"
ok "and stand beside what happened"
run 60 --engine "cmd=$engine --playouts 5,name=wrong" --engine "cmd=$stub,name=b" --game go --size 9 \
    --games 1 --journal wo.db
test "$status" -eq 8 && grep -q "wrong never started: .* exited with status 2; last on standard error: .*'--playouts' / Try" out
ok "a wrong option of an engine is told in its own words"
run 60 --engine "cmd=$stub --fault crash,name=a" --engine "cmd=$stub,name=b" --game qttt --games 2 --journal read.db
grep -q '^forfeits (`list --faults` has the games, `show` the dialogues)$' out
ok "the table says where to read on"
run 60 --engine "cmd=$engine,name=a" --engine "cmd=$stub,name=b" --judge "$stub --start last-words" \
    --game go --size 5 --games 1 --max-plies 9 --journal ju.db
csv ju.db detail | grep -q 'at start-up: the program was killed .* / these are my last words$'
ok "so does a judge that ends"
grep -q 'void, fault, 9 plies; judge: at start-up' out
ok "for which no player is named"

# The stub, but for commands that match a pattern: it ends, refuses, babbles, or after its answer
# closes its output.
cat >between.sh <<'SH'
pattern=$1 action=$2
coproc STUB { exec "${@:3}"; }
while IFS= read -r line; do
    if [[ $line =~ $pattern && $action != close ]]; then
        test "$action" = babble && printf '\033[31mcaf\351 \302\233\n\n' && continue
        test "$action" = refuse || exit 9
        printf '?%s not for me\n\n' "${line%% *}"
        continue
    fi
    printf '%s\n' "$line" >&"${STUB[1]}"
    while IFS= read -r reply <&"${STUB[0]}" && printf '%s\n' "$reply" && test -n "$reply"; do :; done
    if [[ $line =~ $pattern && $action = close ]]; then exec >&-; sleep 60; fi
done
SH
between() { # between PATTERN ACTION JOURNAL SETTINGS...: two games of that engine and the stub
    run 60 --engine "cmd=bash between.sh $1 $2 $stub,name=odd" --engine "cmd=$stub,name=b" --games 2 --journal "$3" "${@:4}"
}
between final_score die fs.db --game go --size 5 --max-plies 6
test "$status" -eq 0 && test "$(csv fs.db "ending,counted,fault IS NULL" | sort -u)" = "scored 1 1" &&
    test "$(query fs.db "SELECT words FROM event" | sort -u)" = "odd failed between games (crash): the program exited with status 9"
ok "an engine that ends when it is asked for the score has its result, and that is written down"
test "$(grep -c failed out)" -eq 1 && grep -q '^odd failed 2 times in no game, or in one that was over: `show` has the events$' out
ok "in the tables, too"
between final_score babble ba.db --game go --size 5 --max-plies 6 --strict
test "$status" -eq 3 && test "$(csv ba.db "ending,fault IS NULL")" = "scored 1"
ok "--strict sees what costs no game"
test "$(query ba.db "SELECT words FROM event" | sort -u)" = "odd failed between games (garbage): not an answer: [31mcaf�  "
ok "whatever it says then, events are lines of UTF-8"
between final_score babble ba.db --game go --size 5 --max-plies 6 --strict
test "$status" -eq 3 && grep -q '^odd failed 1 time ' out
ok "--strict does not forget it when the run goes on"
run 60 --engine "cmd=bash between.sh genmove close $stub,name=odd" --engine "cmd=$stub --fault late --sleep 100 --at 1,name=b" \
    --game qttt --games 2 --journal co.db
test "$status" -eq 0 && test "$(csv co.db "fault,detail,seconds < 6" | sort -u)" = "closed it closed its output 1"
ok "an engine that closes its output behind its ply is not waited for when it is to move again"
between set_game refuse sg.db --game qttt
test "$status" -eq 8 && grep -q 'odd never started: set_game was refused: not for me' out
ok "an engine that refuses the game does not start"
between 'time_left.*\\.' refuse tl.db --game qttt --time 1.5/move --dialogues all
"$arena" show tl.db 0 >out
test "$(csv tl.db "fault IS NULL" | sort -u)" = 1 && test "$(grep -c 'odd > .* time_left x 1.5 1' out)" -eq 1 &&
    grep -q 'odd > .* time_left x 1 1' out
ok "an engine that refuses parts of seconds is told whole ones from then on"
echo "position $(printf 'play x A1-B2\nget_position\n' | "$engine" --game qttt | sed -n 's/^= \(.\)/\1/p')" >position.txt
run 60 --engine "cmd=$stub --minimal,name=odd" --engine "cmd=$stub,name=b" --game qttt --games 2 --openings file:position.txt --journal sp.db
test "$status" -eq 0 && test "$(csv sp.db "fault,detail" | sort -u)" = "setup it has no set_position, which this opening needs"
ok "an engine without set_position cannot begin from a position"
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --judge "$stub" --game go --size 5 --games 2 --max-plies 6 --journal jr.db
test "$status" -eq 0 && test "$(csv jr.db "fault,counted,detail" | sort -u)" = "judge 0 the judge cannot say what is dead: cannot score"
ok "a judge that cannot judge costs nobody a point"

wait $twice_pid && test "$(csv twice.db fault,counted | tr '\n' ';')" = 'crash 1; 1;'
ok "patience begins anew when there was room in between"

# All dialogues together have a limit, of which games without a fault may use three quarters. The
# first game of these journals gets a dialogue of nearly that size.
total=268435456
fill() { # fill JOURNAL BYTES: leaves that many bytes of the limit
    query "$1" "PRAGMA synchronous=OFF; UPDATE dialogue SET text = zeroblob($total - $2) WHERE game = 0" >out
}
calm=(--engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --dialogues all --journal dt.db)
run 60 "${calm[@]}" --games 2
fill dt.db $((total / 4 + 12000))
run 60 "${calm[@]}" --games 12
test "$(query dt.db "SELECT sum(length(text)) <= $total - $total / 4 AND count(*) BETWEEN 2 AND 11 FROM dialogue")" = 1
ok "all dialogues together stay below their limit"
rm dt.db
# One that crashes in its eighth game: those before must not use up the place of its dialogue.
odd=(--engine "cmd=$stub --fault crash --in 8,name=a" --engine "cmd=$stub,name=b" --game qttt --dialogues all --journal dw.db)
run 60 "${odd[@]}" --games 2
fill dw.db $((total / 4 + 8000))
run 60 "${odd[@]}" --games 12
test "$(query dw.db "SELECT count(*) < 8 AND max(game) = 9 FROM dialogue")" = 1
ok "games without a fault leave some of that to those with one"
"$arena" show dw.db 9 >out && grep -q '^dialogue (seconds' out && ! grep -q 'was not kept' out && "$arena" show dw.db 11 >out &&
    ! grep -qi dialogue out
ok "and show it"
fill dw.db 10
run 60 "${odd[@]}" --games 20
"$arena" show dw.db 19 >out && grep -q 'crash' out && grep -qx 'its dialogue was not kept' out
ok "where there is none it is said"
rm dw.db

# Answers ahead of their commands, where the same engine decides twice in a row: both in one piece,
# without ids.
cat >ahead.sh <<'SH'
coproc STUB { exec "$@" --no-ids; }
ask() {
    said=
    printf '%s\n' "$line" >&"${STUB[1]}"
    while IFS= read -r reply <&"${STUB[0]}"; do said+=$reply$'\n'; test -n "$reply" || break; done
}
while IFS= read -r line; do
    case $line in *genmove*) ((ahead-- > 0)) && continue ;; esac
    ahead=0
    ask
    first=$said
    case $line in *genmove*) ask; case $said in =*) first+=$said ahead=1 ;; esac ;; esac
    printf '%s' "$first"
done
SH
run 60 --engine "cmd=bash ahead.sh $stub,name=ahead" --engine "cmd=$stub,name=b" --game qttt --games 4 --journal ah.db
test "$status" -eq 0 && test "$(query ah.db "SELECT count(*) > 0 AND sum(detail LIKE 'an answer to no command: %') = count(*)
    FROM game WHERE fault = 'garbage' AND fault_side = (engine1 = 0)")" = 1 &&
    test "$(query ah.db "SELECT max(slow0) < 60 AND max(slow1) < 60 FROM game")" = 1
ok "what comes before its command is no answer to it"

# What an engine calls itself: some have no version, some a name of two lines.
printf '%s\n' 'while read -r id command rest; do case $command in' \
    'list_commands) printf "=%s genmove\nplay\nname\n\n" "$id" ;;' 'name) printf "=%s My\nEngine\n\n" "$id" ;;' \
    'genmove) printf "=%s resign\n\n" "$id" ;;' '*) printf "=%s\n\n" "$id" ;; esac; done' >named.sh
run 60 --engine "cmd=bash named.sh,name=a" --engine "cmd=$stub,name=b" --game qttt --games 2 --journal nm.db
test "$(query nm.db "SELECT program, version FROM engine ORDER BY number" | tr '\n' '|')" = "My Engine |Stub 1.0|"
ok "an engine without a version is known by its name, in one line"
"$arena" show nm.db >out && grep -q '^    My Engine; /' out && "$arena" show sp.db >out && grep -q '^    its name is unknown; /' out
ok "and one without a name is said to have none"

# Bytes that are no text.
printf '%s\n' 'while read -r id command rest; do case $command in' \
    'list_commands) printf "=%s genmove\nplay\n\n" "$id" ;;' \
    'genmove) printf "=%s A\377\302\n\n" "$id" ;;' \
    '*) printf "=%s\n\n" "$id" ;; esac; done' >odd.sh
run 60 --engine "cmd=bash odd.sh,name=odd" --engine "cmd=$stub,name=b" --game qttt --games 2 --journal od.db
"$arena" export csv od.db >out && test "$(grep -c "its ply 'A��' is not legal" out)" -eq 2 &&
    iconv -f UTF-8 -t UTF-8 out >/dev/null
ok "whatever an engine says, exports are UTF-8"

# Stopping a service, ending a session or shutting the machine down asks every process to leave,
# engines as well, and those may be gone before the arena has heard of it. That is nobody's loss.
# This engine leaves with status 0.
printf '%s\n' 'trap "exit 0" TERM' 'while read -r id command rest; do case $command in' \
    'list_commands) printf "=%s genmove\nplay\n\n" "$id" ;;' 'genmove) sleep 2 & wait; printf "=%s resign\n\n" "$id" ;;' \
    '*) printf "=%s\n\n" "$id" ;; esac; done' >obedient.sh
mkfifo quiet && exec 9<>quiet
leave() { # leave SIGNAL ENGINE: in the midst of games
    rm -f as.db*
    "$arena" --engine "cmd=$2,name=slow,restart=never" --engine "cmd=$stub,name=b,restart=never" --game qttt --games 4 \
        --concurrency 2 --journal as.db --display none >out 2>&1 &
    arena_pid=$!
    engines $arena_pid 4
    sleep 0.2
    for pid in $(cat "/proc/$arena_pid/task/$arena_pid/children"); do kill -"$1" "$pid"; done
    read -rt 0.03 -u 9 # a moment, without a program to start: the arena waits a quarter of a second
    kill -TERM $arena_pid
    wait $arena_pid
    test $? -eq 4 && test "$(csv as.db number | wc -l)" -eq 0 && test "$(query as.db "SELECT count(*) FROM event")" -eq 0
}
for signal in TERM HUP INT; do
    for slow in "$stub --fault late --at 1 --sleep 1500" "bash obedient.sh"; do
        test "$signal" = TERM || test "$slow" != "bash obedient.sh" || continue
        for _ in 1 2 3 4 5; do # a busy machine may keep this shell for longer than that moment
            leave $signal "$slow" && break
        done
        ok "engines (${slow##*/}) that were sent SIG$signal with the arena, and left first, lose nothing"
    done
done
"$arena" --engine "cmd=$stub --fault late --at 1 --sleep 1500,name=slow" --engine "cmd=$stub,name=b" --game qttt --games 1 \
    --journal al.db --display none >out 2>&1 &
arena_pid=$!
engines $arena_pid 2
sleep 0.2
for pid in $(cat "/proc/$arena_pid/task/$arena_pid/children"); do
    case $(tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null) in *late*) kill -TERM "$pid" ;; esac
done
wait $arena_pid && test "$(csv al.db "fault,detail,seconds < 1.4")" = "crash the program was killed by signal 15 (Terminated) 1"
ok "one that was sent it alone does, after a moment"

# Nothing is left behind.
sleep 0.2
all_gone
ok "no engine process is left"
# memory= bounds the address space.
run 60 --engine "cmd=$stub,name=a,memory=1" --engine "cmd=$stub,name=b" --game qttt --games 2 --display none --journal mem.db
test "$status" -ne 0 && grep -q 'a never started' out
ok "an engine with a megabyte of memory cannot start"
if grep -q __asan_init "$stub"; then
    skip "with enough of it nothing changes" "the address sanitizer takes terabytes of addresses"
else
    run 60 --engine "cmd=$stub,name=a,memory=4000" --engine "cmd=$stub,name=b" --game qttt --games 2 --display none --journal mem2.db
    test "$status" -eq 0 && test "$(csv mem2.db fault | grep -c .)" -eq 0
    ok "with enough of it nothing changes"
fi

# The dialogue of one engine goes to a file as it happens, in whole lines.
run 60 --engine "cmd=$stub --fault partial --sleep 1,name=a,dialogue=talk" --engine "cmd=$stub,name=b" --game qttt --games 4 \
    --concurrency 2 --hang 20 --display none --journal talk.db --dialogues all
asked=$(grep -c ' > .* genmove ' talk)
test "$status" -eq 0 && head -n 1 talk | grep -qE '^# dialogue of ternion-arena, a: seconds from 20[-0-9]*T[0-9:]*Z on' &&
    ! sed 1d talk | grep -qvE '^ +[0-9]+\.[0-9]{6} [0-3] a [<>] .+$' &&
    test "$asked" -eq "$(query talk.db "SELECT sum(CASE engine0 WHEN 0 THEN plies0 ELSE plies1 END) FROM game")" &&
    test "$(grep -c ' > ' talk)" -eq "$(grep -cE ' < [=?][0-9]+' talk)"
ok "dialogue= has every command and every answer, each in one line"
"$arena" show talk.db 2 | sed -nE 's/^ +[0-9.]+ a > //p' >kept
test -s kept && diff kept <(sed -nE 's/^ +[0-9.]+ 2 a > //p' talk)
ok "which are those of the journal"
head -c 100 talk >before
run 60 --engine "cmd=$stub --fault crash --in 1,name=a,dialogue=talk" --engine "cmd=$stub,name=b,dialogue=talk" --game qttt \
    --games 1 --display none --journal talk2.db
test "$(grep -c '^# dialogue' talk)" -eq 3 && cmp -n 100 before talk && grep -q ' 0 b > ' talk &&
    grep -q ' 0 a # the program ' talk
ok "the next run appends, two engines share a file, and a fault is told"
"$arena" --engine "cmd=$stub --fault hang --in 1,name=a,dialogue=now" --engine "cmd=$stub,name=b" --game qttt --games 1 --hang 60 \
    --display none --journal now.db >out 2>&1 &
arena_pid=$!
for ((tries = 0; tries < 400; tries++)); do
    grep -qs ' > .* genmove ' now && break
    sleep 0.05
done
grep -q ' 0 a > .* genmove ' now && kill -0 $arena_pid
ok "a command is there before its answer"
kill -KILL $arena_pid
wait $arena_pid 2>/dev/null
(
    ulimit -f 160
    run 60 --engine "cmd=$stub --fault complain --in 1,name=a,dialogue=full" --engine "cmd=$stub,name=b" --game qttt --games 4 \
        --hang 20 --display none --journal full.db --dialogues none
    test "$status" -eq 1
)
test $? -eq 0 && grep -q 'the dialogue full: File too large' out
ok "a file that cannot grow ends the run, with the reason"
done_testing
