# Clocks of all five kinds are enforced: one ply of 3 s oversteps each of them, and by how much is
# written down; an engine that moves at once never loses on time. The five runs go side by side.
. "$srcdir/tests/support/arena.bash"
clocks=("1/move" "1.6" "1.2+0.3" "0.4+2x0.5 byoyomi" "0.4+4/1 canadian")
for i in "${!clocks[@]}"; do
    timeout -k 5 60 "$arena" --engine "cmd=$stub,name=good" \
        --engine "cmd=$stub --fault late --sleep 3000 --at 2,name=bad" --game qttt --games 2 \
        --time "${clocks[$i]}" --margin 0.5 --grace 8 --journal "c$i.db" >"out$i" 2>&1 &
done
wait
for i in "${!clocks[@]}"; do
    cp "out$i" out
    test "$(query "c$i.db" "SELECT count(*) FROM game WHERE ending = 'time' AND fault = 'time' AND
        fault_side = (engine0 = 0) AND winner = (engine0 = 1) AND late > 0.5 AND late < 9")" -eq 2
    ok "a late move loses: ${clocks[$i]}"
done
test "$(query c0.db "SELECT count(*) FROM game WHERE late > 1.8 AND late < 8")" -eq 2
ok "by the time beyond the limit"

# Late within the margin is forgiven; beyond clock and grace the engine is ended.
run 60 --engine "cmd=$stub,name=good" --engine "cmd=$stub --fault late --sleep 300 --at 2,name=bad" \
    --game qttt --games 2 --time 0.2/move --margin 5 --journal margin.db
test "$status" -eq 0 && test "$(csv margin.db fault | grep -c .)" -eq 0
ok "the margin is forgiven"
run 60 --engine "cmd=$stub,name=good" --engine "cmd=$stub --fault hang,name=bad" --game qttt --games 2 \
    --time 0.2/move --margin 0.2 --grace 0.4 --journal grace.db
test "$status" -eq 0 && test "$(csv grace.db fault | grep -c hang)" -eq 2
ok "a hung engine costs its clock and the grace"

# Clocks of their own.
odds=(--engine "cmd=$stub --fault late --sleep 1500 --at 2,name=slow,time=60+1" --game qttt --games 2 --dialogues all
    --margin 0.1 --grace 8 --journal odds.db --display none)
run 60 "${odds[@]}" --engine "cmd=$stub --fault late --sleep 1500 --at 2,name=bad,time=0.2/move"
"$arena" export dialogue odds.db >dialogue
test "$status" -eq 0 && test "$(query odds.db "SELECT count(*) FROM game WHERE fault = 'time' AND fault_side = (engine0 = 0)")" -eq 2 &&
    grep -q 'slow > .* time_settings 60 0 0' dialogue && grep -q 'bad > .* time_settings 0 0.2 1' dialogue &&
    grep -q 'slow > .* time_left . 6[01]' dialogue && grep -q 'bad > .* time_left . 0.2 1' dialogue
ok "two engines with clocks of their own"
"$arena" show odds.db >out && grep -qx 'time = none; slow: 60+1; bad: 0.2/move' out
ok "are told in the manifest"
run 60 "${odds[@]}" --engine "cmd=$stub --fault late --sleep 1500 --at 2,name=bad,time=0.3/move"
test "$status" -eq 1 && grep -q 'begun with time = none; slow: 60+1; bad: 0.2/move, not none; slow: 60+1; bad: 0.3/move' out
ok "and a run does not go on with others"
rm -f odds.db*
run 60 "${odds[@]}" --engine "cmd=$stub --fault late --sleep 1500 --at 2,name=free,time=none" --time 0.1/move
test "$status" -eq 0 && test "$(csv odds.db "fault IS NULL" | sort -u)" = 1
ok "none is a clock of its own as well"

# One margin for a game: what a ply takes beyond the clock the next ones have less.
run 60 --engine "cmd=$stub,name=good" --engine "cmd=$stub --fault late --sleep 1000 --at 0,name=bad" \
    --game qttt --games 2 --concurrency 2 --time 0.1 --margin 1.5 --grace 8 --journal carried.db
test "$status" -eq 0 && test "$(query carried.db "SELECT count(*) FROM game WHERE fault = 'time' AND fault_side = (engine0 = 0)
    AND plies0 + plies1 <= 4 AND late > 1.5 AND max(overruns0, overruns1) = 1")" -eq 2 && grep -qx 'bad: 2 of 2 plies beyond the clock, within the margin' out &&
    "$arena" show carried.db | grep -q ', 2 beyond the clock, within the margin$'
ok "the margin is there once, and who lives on it is told"

# An arena that is stopped for less than half a second, but longer than the margin.
"$arena" --engine "cmd=$stub --fault late --sleep 700 --at 1,name=a" --engine "cmd=$stub --fault late --sleep 700 --at 1,name=b" \
    --game qttt --games 4 --concurrency 2 --time 1/move --margin 0.05 --journal short.db --display none >out 2>&1 &
arena_pid=$!
engines $arena_pid 4
for _ in 1 2 3; do
    kill -STOP $arena_pid && sleep 0.45 && kill -CONT $arena_pid
    sleep 0.05
done
wait $arena_pid
grep -q '^the arena itself did not run [0-9]* times, .* s in all, which no$' out &&
    query short.db "SELECT words FROM event" | grep -q '^the arena itself did not run'
ok "a stall beyond the margin is noticed, and told where it matters"

# An arena that is stopped (Ctrl-Z) while both games wait for a ply of half a second: nobody loses
# by that, neither on a clock nor by the limit where there is none.
stopped() { # stopped CLOCK JOURNAL
    "$arena" --engine "cmd=$stub --fault late --sleep 500 --at 2,name=a" --engine "cmd=$stub --fault late --sleep 500 --at 2,name=b" \
        --game qttt --games 4 --concurrency 2 --time "$1" --hang 1.5 --margin 0.6 --journal "$2" --display none >"$2.out" 2>&1 &
    local pid=$!
    engines $pid 4
    sleep 0.3
    kill -STOP $pid && sleep 4 && kill -CONT $pid
    wait $pid
}
stopped 1.5/move clock.db &
clock_pid=$!
stopped none free.db &
free_pid=$!
for kind in clock free; do
    pid=${kind}_pid
    wait "${!pid}" && test "$(csv $kind.db "fault IS NULL" | grep -c 1)" -eq 4 &&
        query $kind.db "SELECT words FROM event" | grep -qE '^the arena did not run for [4-9]\.[0-9] s, which no clock counts$'
    ok "a stopped arena is nobody's loss, and is written down: $kind"
done

# What engines are told.
game=qttt
told() { # CLOCK WORDS
    rm -f t.db*
    run 60 --engine "cmd=$engine --level random,name=a" --engine "cmd=$stub,name=b" --game $game --size 5 --max-plies 6 --games 1 \
        --time "$1" --journal t.db --dialogues all --margin 5
    "$arena" export dialogue t.db >dialogue && grep -q "> [0-9]* $2\$" dialogue
    ok "$1 is told as '$2'"
}
told "1.5/move" "time_settings 0 1.5 1"
told "1.5/move" "time_left x 1.5 1"
told "300" "time_settings 300 0 0"
told "60+1" "time_settings 60 0 0"
told "600+3x30 byoyomi" "time_settings 600 30 1"
told "600+25/300 canadian" "time_settings 600 300 25"
told "300" "time_left x 300 0"
game=go
told "600+3x30 byoyomi" "kgs-time_settings byoyomi 600 30 3"
told "60+1" "kata-time_settings fischer 60 1"
done_testing
