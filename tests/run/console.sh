# The console on a real terminal, driven through tmux: prompt, completion, history, signals.
. "$srcdir/tests/support/screen.bash"

start --color=never --level random --seed 1
sees "'help' helps" "a greeting"
sees "^Type two cells such as 'a1 c3'" "and what may be typed"
sees '^x, place a pair> *$' "the prompt says whose turn it is and what is due"
type 'list_g'
press Tab
sees '> list_games' "Tab completes a command"
press Enter
sees '^draughts$' "the completed command runs"
type 'a1-c'
press Tab
sees 'A1-C1 +A1-C2 +A1-C3' "Tab shows the moves"
press C-u
type 'b3 c'
press Tab
sees 'C1 +C2 +C3' "or the second cell"
press C-u
type 'b3-c'
press Tab
sees '> B3-C3' "Tab completes a move"
press Enter
sees '^o, place a pair> *$' "the turn passes"
type '6'
press Enter
sees '^o, 6 and> *$' "half a move waits for the other half"
type '2'
press Enter
sees '^x, place a pair> *$' "and gets it"
type 'b3 c3'
press Enter
sees '^o, collapse X3: B3 or C3> *$' "the prompt names the choices of a collapse"
type 'a2'
press Enter
sees 'A2 is not on the cycle|A2 .*empty|A2.*no ' "a cell outside the cycle is refused"
type 'level h'
press Tab
sees '> level hard' "Tab completes the name of a level"
press C-u
type 'rese'
press Tab
sees 'o, collapse X3: B3 or C3> reset' "Tab completes a word of the console"
press C-c
sees '^o, collapse X3: B3 or C3> *$' "Ctrl-C throws the line away"
type 'analyze 10'
press Enter
sees '^info move ' "an analysis runs"
press C-c
type 'name'
press Enter
sees '^Ternion$' "Ctrl-C ends it and the prompt is back"
press Up
sees '> name$' "the last line is remembered"
press C-u
type 'history'
press Enter
sees '^B3-C3 A1-C3 B3-C3$' "nothing has changed"
press C-d
left "Ctrl-D leaves with status 0"
grep -qx 'analyze 10' state/ternion/history
ok "the history is kept in the state folder"

start --color=never
sees 'place a pair> *$' "a second run"
press Up
sees '> history$' "remembers the first"
press C-u
type 'quit'
press Enter
left "quit leaves"

start --color=never --game go --x human --o engine --set move_time=100
sees '^b(lack)?, .*> *$' "black begins"
type 'd4'
press Enter
sees '^w thinks \.\.\.' "white is told to think"
press C-c
sees '^w plays ' "Ctrl-C makes the engine play what it has"
press C-d
left "and Ctrl-D leaves"

columns=60
start --color=never
sees 'place a pair> *$' "a narrow terminal"
type 'help'
press Enter
sees '^  hint  +one good move and why$' "help has a line for each word"
sees '^Type two cells such as .a1 c3., or on 3 x 3 the digits 0 to$' "its sentences are wrapped between words"
type 'a1 b2 c3'
press Enter
sees "^cannot read 'a1 b2 c3': write two cells such as A1-B2, the\$" "and so are refusals"
type 'hnt'
press Enter
sees "'hnt' is no move and no command; did you mean 'hint'\?" "a slip is seen through"
type 'levle hard'
press Enter
sees "did you mean 'level'\?" "also before an argument"
type 'count'
press Enter
sees "'count' is no move and no command; 'help' has them" "a word for other games is not meant"
type 'boardsize 6'
press Enter
sees '^6 \|( {7}\|){6}$|^6 │( {7}│){6}$' "a large board is drawn in narrow cells"
type 'set_game go'
press Enter
sees '^Black .* has taken 0; to play$' "and remarks stand below a board that leaves no room beside it"
type 'get_position'
press Enter
sees ' b - 0 0 0 ' "a position"
talk capture-pane -p -J -S -200 | grep -qE '^19 [./]{379} b - 0 0 0 '
ok "is left in one piece: it may be copied"
type 'abracadabra'
press Enter
sees "'abracadabra' is no move and no command; 'help' has them" "and nothing is guessed from far away"
press C-d
left "leaves"
columns=

start --color=never --game go --size 5
sees 'place a stone or pass> *$' "Go for two"
type 'help'
press Enter
sees "^Type a point such as .d4., or .pass." "help tells what this game needs"
for move in c3 pass pass; do
    type $move
    press Enter
done
sees '^Counted: B\+17\.5' "two passes are followed by the count"
sees "^w, you may accept the count with 'accept', or play on> *\$" "and the prompt says what may follow"
sees "'undo' takes back, 'reset' starts again" "and by what can be done"
type 'undo'
press Enter
sees '^b(lack)?, place a stone or pass> *$' "undo plays on"
type 'count'
press Enter
for _ in $(seq 300); do
    test "$(screen | grep -c 'Counted')" -ge 2 && break
    sleep 0.1
done
screen | grep -c 'Counted' | grep -qx 2
ok "count counts at any time"
type 'resign'
press Enter
sees '^Game over: ' "a game that is over"
type 'pass'
press Enter
sees '^the game is over, ' "refuses a pass for that reason"
type 'hnt'
press Enter
sees "did you mean 'hint'\?" "and sees through slips as before"
press C-d
left "leaves"

start --color=never
sees 'place a pair> *$' "a person who insists"
for _ in 1 2 3 4 5 6; do
    press C-c
done
type 'history'
press Enter
sees '^x, place a pair> history$' "is patient at the prompt"
type 'perft 30'
press Enter
sees '> perft 30$' "but not when nothing ends"
for _ in 1 2 3; do
    press C-c
    sleep 0.5
done
for _ in $(seq 300); do
    talk has-session 2>/dev/null || break
    sleep 0.1
done
! talk has-session 2>/dev/null # the shell around it goes with what a signal has ended
ok "three interrupts that nobody looks at end the program"

start --color=never
sees 'place a pair> *$' "one more run"
type 'name'
press Enter
sees '^Ternion$' "a line"
type 'protocol_version'
press Enter
sees '^2$' "and another"
grep -qx protocol_version state/ternion/history
ok "lines are kept at once, for a terminal that is closed"
press C-d
left "and it is left"

start --color=never --size 9 --x engine --o engine --set move_time=0.5
sees '^x plays ' "the engine plays itself"
press C-c
sees '^Enter goes on, Ctrl-D leaves' "Ctrl-C gets a word in"
sees '> *$' "at a prompt"
press C-d
left "and the game can be left"

start --color=never --o engine --set nodes=1 '>out'
for _ in $(seq 300); do
    grep -q 'place a pair' out && break
    sleep 0.1
done
type 'a1 b2'
press Enter
for _ in $(seq 300); do
    grep -q '^o plays ' out && break
    sleep 0.1
done
grep -q '^o plays ' out && ! grep -q 'thinks' out
ok "what is wiped off a terminal is not written to a file"
press C-d
left "leaves"

start --color=always
sees 'place a pair> *$' "colour on a terminal"
type 'a1 a1'
press Enter
sees 'A1 is named twice' "a refusal"
talk capture-pane -p -e | grep -q $'\033\[31m'
ok "errors are red"
press C-d
left "leaves"

done_testing
