# What a run shows on a terminal while it goes on, by script(1): a table that is drawn over itself.
. "$srcdir/tests/support/arena.bash"
command -v script >/dev/null && script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
    skip_all "script(1) is missing or has no terminal here"

# watched COLUMNS ARGUMENTS...: the arena on a terminal of that width, and of $rows lines; what it
# writes is in `out`. The words are quoted for bash, in its own way where the locale has no such
# letters; script asks SHELL to read them.
rows=50
watched() {
    local words
    printf -v words '%q ' "${@:2}"
    SHELL=$BASH timeout -k 5 60 script -qec "stty cols $1 rows $rows; $arena $words" /dev/null </dev/null >out 2>&1
    status=$?
}
# Every escape that goes up erases from there on; nothing is left but the end.
rewinds() { grep -c $'\033\\[[0-9]*A\033\\[J' out; }
slow=(--engine "cmd=$stub --fault late --sleep 400,name=slow" --engine "cmd=$stub,name=quick" --game qttt)

watched 100 "${slow[@]}" --games 4 --journal a.db
test "$status" -eq 0 && test "$(rewinds)" -ge 1 && grep -qE '[0-9] of 4 games, [0-9.]+ games/s' out
ok "a table that is drawn over itself, with games a second"
grep -qE 'games/s, about .* left' out
ok "and how long it will take"
awk '/games\/s/ { last = "" } { last = last $0 "\n" } END { exit last !~ /quick +4 / }' out
ok "the table stays at the end"

watched 30 "${slow[@]}" --games 4 --journal b.db
longest=$(sed $'s/\033\\[[0-9]*[A-Z]//g; s/\033\\[?7[hl]//g' out | tr -d '\r' | grep 'games/s' | awk '{ print length }' | sort -n | tail -n 1)
test "$status" -eq 0 && test "$longest" -lt 30
ok "lines are cut at the edge of the terminal"
# Names whose characters are wider than one column: in a real terminal, if there is one.
if command -v tmux >/dev/null && tmux -S "$scratch/tmux" -f /dev/null new-session -d -x 60 -y 30 "LC_ALL=C.UTF-8 $arena \
    --engine 'cmd=$stub --fault late --sleep 400,name=漢字漢字漢字漢字漢字漢字漢字漢字' --engine 'cmd=$stub,name=two' --game qttt --games 8 \
    --journal wide.db; sleep 100"; then
    for _ in $(seq 100); do
        tmux -S "$scratch/tmux" capture-pane -p >out
        grep -qE '^[4-7] of 8 games, ' out && break
        sleep 0.1
    done
    grep -qE '^[4-7] of 8 games, ' out && test "$(grep -c engine out)" -eq 1
    ok "a line of wide characters is not drawn twice"
    tmux -S "$scratch/tmux" kill-server
else
    skip "a line of wide characters" "tmux is missing or does not start here"
fi

watched 100 "${slow[@]}" --engine "cmd=$stub --fault crash --at 2,name=żółw" --games 2 --journal c.db
test "$status" -eq 0 && grep -qE 'game [0-9]+, [0-9]+ of 6: .*crash' out
ok "a game that goes wrong is told above the table"

watched 100 "${slow[@]}" --games 8 --openings random:1 --sprt elo0=0,elo1=300 --journal d.db
grep -qE 'SPRT: LLR [-+0-9.]+ \[-[0-9.]+ \.\. \+[0-9.]+\] over the first [0-9]+ games' out
ok "the state of a sequential test"

# More engines than lines: what scrolls away could not be drawn over.
many=("${slow[@]}")
for i in 3 4 5 6 7 8 9; do many+=(--engine "cmd=$stub,name=engine-$i"); done
rows=7
watched 100 "${many[@]}" --games 1 --journal m.db
highest=$(grep -oE $'\033\\[[0-9]+A' out | tr -dc '0-9\n' | sort -n | tail -n 1)
test "$status" -eq 0 && test "$highest" -eq 6 && grep -q '(6 more lines)' out &&
    grep -q '^36 games' out && grep -qE '^  9  ' out
ok "a table that is higher than the terminal is cut there; the one at the end is whole"
rows=50
watched 100 "${many[@]}" --format swiss --rounds 2 --games 1 --journal sw.db
test "$status" -eq 0 && grep -qE $'^\033\\[[?]7lSwiss tournament, [0-9] of 2 rounds complete.*\033\\[K' out
ok "the standings of a Swiss tournament"

watched 100 "${slow[@]}" --games 2 --journal e.db --display none
test "$status" -eq 0 && test "$(rewinds)" -eq 0 && ! grep -q 'games/s' out
ok "--display none draws nothing"
run 60 "${slow[@]}" --games 2 --journal f.db --display live
test "$status" -eq 0 && grep -q 'games/s' out && test "$(rewinds)" -ge 1
ok "--display live draws without a terminal, too"

printf 'parameter p { min = 0 max = 10 start = 2 step = 0.6 }\niterations = 4\n' >walk.tune
watched 100 tune walk.tune --engine "cmd=$stub --peak p:7:6 --fault late --at 1 --sleep 200,name=stub" --game draughts --journal t.db
grep -q 'iteration [0-9]* of [0-9]*' out
ok "a walk of tuning shows its parameters"
done_testing
