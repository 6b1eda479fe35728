# The program as a shell sees it: options, exit status, where text goes, and the console without a
# terminal.
. "$srcdir/tests/support/tap.bash"
ternion=$builddir/ternion
version=$(sed -n 's/^AC_INIT(\[ternion\], \[\(.*\)\])$/\1/p' "$srcdir/configure.ac")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
export HOME=$folder XDG_STATE_HOME=$folder NO_COLOR=1 LC_ALL=C

# run NAME=ARGUMENTS...: feeds $input, keeps out, err and status.
run() {
    printf "$input" | timeout 60 "$ternion" "$@" >out 2>err
    status=${PIPESTATUS[1]}
}
is_status() { # is_status NUMBER TEXT
    test "$status" = "$1"
    ok "$2: exit status $1"
}
same() { # same EXPECTED TEXT: out is exactly this
    printf "$1" >expected
    diff expected out | none "$2"
}
has() { # has FILE PATTERN TEXT
    grep -qE -- "$2" "$1"
    ok "$3"
}
empty() { # empty FILE TEXT
    test ! -s "$1"
    ok "$2"
}

# Options.
input=''
run --help
is_status 0 "--help"
has out '^Usage: ternion' "--help goes to standard output"
missing=
for option in game rules size win-length komi level seed threads nodes move-time set gtp console x o black white color \
    strict connect no-files; do
    grep -q -- "--$option\b" out || missing+=" --$option"
done
test -z "$missing"; ok "--help names every option$missing"
cp out long
run -h
cmp -s out long; ok "-h is --help"
run -V
same "Ternion $version\n" "-V is --version"
for command in ternion ternion-server ternion-egtb ternion-arena 'ternion-arena show' 'ternion-arena list' 'ternion-arena export' \
    'ternion-arena replay' 'ternion-arena report' 'ternion-arena run'; do
    # shellcheck disable=SC2086  # a command and its word
    "$builddir"/$command --help >out 2>&1 && test -s out && ! grep -E '.{81}' out | sed "s/^/# $command: /" | grep .
    ok "the help of $command fits into 80 columns"
done
run --version
same "Ternion $version\n" "--version"
bad() { # bad PATTERN ARGUMENTS...
    local pattern=$1
    shift
    run "$@"
    is_status 2 "ternion $*"
    empty out "ternion $*: nothing on standard output"
    has err "$pattern" "ternion $*: says what is wrong"
}
bad "unrecognized option" --nonsense
test "$(wc -l <err)" -eq 2
ok "which is said once"
bad "requires an argument" --game
bad "no game 'chess'; there are qttt, draughts, go" --game chess
bad "no rule set 'chess'; qttt has goff, earliest, sum" --rules chess
bad "boards from 3 to 9" --size 10
bad "will not do" --size x
bad "win length" --win-length 9
bad "'komi' belongs to go, and the game is qttt" --komi 7
bad "levels are random, easy" --level genius
bad "whole number from 0" --seed x
bad "from 1 to 256" --threads 0
bad "human or engine" --x robot
bad "auto, always or never" --color maybe
bad "exclude each other" --gtp --console
bad "console.s" --gtp --white engine
bad "NAME=VALUE" --set seed
bad "no option 'nonsense'" --set nonsense=1
bad "no argument is expected" qttt
run --win-length 3 --size 4 --rules sum --game qttt --seed 5 --level hard --set nodes=10 --move-time 1
is_status 0 "options in any order"
input='get_position\nlist_options\n'
run --win-length 3 --size 4 --rules sum --seed 5 --level hard --set nodes=10 --threads 2 --move-time 1.5
has out '^= 4 3 x$' "size and win length reach the board"
has out '^rules sum ' "--rules is the option rules"
has out '^seed 5 ' "--seed is the option seed"
has out '^level hard ' "--level is the option level"
has out '^nodes 10 ' "--set sets any option"
has out '^move_time 1.5 ' "--move-time is the option move_time"
has out '^threads 2 ' "--threads is the option threads"
input='list_games\n'
run --game Go
has out '^go$' "list_games has every game by its name"
has out '^Go$' "and the present one with a capital, as Quarry looks for it"
run --game qttt
is_status 0 "names of games are read in any case"

# Exit status and where text goes.
input='name\nnonsense\n'
run
is_status 0 "a failed command"
empty err "a failed command says nothing on standard error"
run --strict
is_status 1 "a failed command with --strict"
input='name\n2 version'
run --strict
same '= Ternion\n\n=2 '"$version"'\n\n' "nothing but replies, and the last line needs no newline"
is_status 0 "end of input"
input=''
run
empty out "no input, no output"
is_status 0 "no input"
input='quit\nname\n'
run
same '=\n\n' "nothing after quit"
input='analyze 1\n'
run --level random
is_status 0 "the end of input ends an analysis"
has out '^info move ' "an analysis reports at least once"
input='genmove_analyze x 1\nanalyze\n'
run --level random
is_status 0 "analysis upon analysis"

# Broken output.
printf 'name\nname\n' | timeout 20 "$ternion" >&- 2>err
status=$?
is_status 1 "closed standard output"
has err 'standard output' "closed standard output is told"
printf 'name\nname\n' | timeout 20 "$ternion" 2>err >/dev/full
status=$?
is_status 1 "full standard output"
has err 'No space left' "a full device is told"
timeout 20 "$ternion" --help >/dev/full 2>/dev/null
status=$?
is_status 1 "--help to a full device"
printf 'a1 b1\n' | timeout 20 "$ternion" --console >/dev/full 2>err
status=$?
is_status 1 "console to a full device"
timeout 20 "$ternion" <&- >out
status=$?
is_status 0 "closed standard input"
printf 'save_record keep.txt\n' | timeout 20 "$ternion" >&- 2>/dev/null
! grep -q '^=' keep.txt 2>/dev/null
ok "no reply lands in a file that took the place of a closed descriptor"
(yes name | timeout 20 "$ternion"; echo $? >status) 2>err | head -n 1 >out
status=$(cat status)
is_status 1 "a reader that goes away"

# Files.
input='play x a1 b1\nsave_record /dev/full\nsave_record old.txt\nload_record old.txt\nhistory\n'
echo precious >old.txt
run
has out '^\? cannot save file: /dev/full: No space left' "save_record to a full device"
has out '^= A1-B1$' "what was saved is loaded"
(ulimit -f 0; trap '' XFSZ; printf 'play x a1 b1\nsave_record old.txt\n' | "$ternion" 2>err) | cat >out
has out '^\? cannot save file: old.txt: File too large' "save_record beyond the size limit"
has old.txt 'A1-B1' "what was there before survives"
mkfifo unread
printf 'save_record unread\nprotocol_version\n' | timeout 20 "$ternion" >out
has out '^\? cannot save file: unread: ' "save_record to a pipe that nobody reads"
has out '^= 2' "... and the program lives on"
test -z "$(ls | grep '\.new')"
ok "no half-written file is left"
mkfifo pipe
input='load_record pipe\n'
run
has out '^\? cannot load file: pipe: not a file' "load_record does not wait for a pipe"
input='save_record x.txt\nload_record old.txt\n'
run --no-files
test "$(grep -c 'started with --no-files' out)" = 2 -a ! -e x.txt
ok "--no-files"

# The same seed, the same game.
game='genmove x\ngenmove o\ngenmove x\ngenmove o\ngenmove x\ngenmove o\ngenmove x\nhistory\n'
input="$game"'clear_board\n'"$game"
for level in random easy; do
    run --seed 11 --level $level --nodes 50
    cp out first
    run --seed 11 --level $level --nodes 50
    cmp -s first out
    ok "level $level with a seed plays the same twice"
    test "$(grep -c -- '-.* ' out)" -gt 0 -a "$(grep '^= .* ' out | sort -u | wc -l)" = 1
    ok "level $level with a seed plays the same after clear_board"
done
run --seed 12 --level random
! cmp -s first out
ok "another seed, another game"

# Nor does it matter how long an analysis goes on, or how long the other side thinks.
paced() { # paced SECONDS ARGUMENTS...: a game with an analysis and a pause of so long
    { printf 'genmove b\nanalyze w 10\n'; sleep "$1"; printf 'genmove w\n'; sleep "$1"; printf 'genmove b\nhistory\n'; } |
        timeout 60 "$ternion" --game go --size 9 --seed 7 --nodes 300 "${@:2}" | sed -n '/^=.* .* /p' >out
}
paced 0.05
cp out first
test -s first
ok "a game with an analysis in it"
paced 0.4
cmp -s first out
ok "is the same however long that takes"
paced 0.05 --set ponder=on
cp out first
paced 0.4 --set ponder=on
cmp -s first out
ok "and the same with pondering on"

# A stop of the process (4 s, for thoughts of 2) does not starve the thoughts after it: they had a
# tenth, 0.2 s.
coproc engine { exec "$ternion" --game go --size 9 --seed 1 --set book=0; }
pid=$engine_PID # the shell forgets it once the process is gone
ask() { printf '%s\n' "$1" >&"${engine[1]}"; read -r answer <&"${engine[0]}"; read -r _ <&"${engine[0]}"; }
ask 'time_settings 0 2 1'
ask 'genmove b'
printf 'genmove w\n' >&"${engine[1]}"
sleep 0.1
kill -STOP "$pid"
sleep 4
kill -CONT "$pid"
read -r answer <&"${engine[0]}"
read -r _ <&"${engine[0]}"
before=$EPOCHREALTIME
ask 'genmove b'
awk "BEGIN { exit !($EPOCHREALTIME - $before > 0.35) }"
ok "a process that was stopped thinks on as before"
printf 'quit\n' >&"${engine[1]}"
wait "$pid"

# Analysis ends once nobody listens.
mkfifo orders
{ timeout 20 "$ternion" --game go --size 9 <orders; echo $? >ended; } | head -n 1 >fragment &
exec 5>orders
printf 'analyze b 1\n' >&5
for _ in $(seq 100); do
    test -s ended && break
    sleep 0.1
done
grep -qx 1 ended
ok "an analysis that nobody reads ends"
exec 5>&-

# A link is written through, and what was private stays so.
echo old >target.txt
chmod 600 target.txt
ln -s target.txt link.txt
input='save_record link.txt\n'
run
test -L link.txt && grep -q qttt target.txt && test "$(stat -c %a target.txt)" = 600
ok "save_record follows a link and keeps the mode"
ln -s /proc/self/fd/2 there
input='save_record there\n'
run
test -L there && grep -q qttt err
ok "what a process has open is written, not replaced"
for name in /dev/stdout /dev/fd/1; do
    input="name\\nsave_record $name\\nname\\n"
    run
    same '= Ternion\n\n[Game "qttt"]\n[Rules "goff"]\n[Size "3"]\n[WinLength "3"]\n[Result "*"]\n*\n=\n\n= Ternion\n\n' \
        "save_record $name stands among the replies"
done

sh -c 'echo first; printf "save_record /proc/$$/fd/1\n" | "$1" >replies; echo after' - "$ternion" >>out.all
grep -qx first out.all && grep -q 'Game "qttt"' out.all
ok "nor what another process has open"

# Memory that nobody has.
input='set_option hash 65536\nname\n'
if awk '/^(MemTotal|SwapTotal)/ { sum += $2 } END { exit !(sum < 60 * 1048576) }' /proc/meminfo &&
    test "$(cat /proc/sys/vm/overcommit_memory)" != 1; then
    run --game draughts
    has out '^\? unacceptable value: .65536. will not do: this machine has not so much memory' "more memory than there is"
    has out '^= Ternion' "is no end of the game"
fi

# --set of what comes first comes first, too.
input='win_length\n'
run --win-length 3 --set size=5
same '= 3\n\n' "--set size=5 behind --win-length"
input='query_boardsize\nget_komi\n'
run --size 9 --komi 5.5 --set rules=chinese --set game=go
same '= 9\n\n= 5.5\n\n' "--set of game and rules behind what belongs to them"

# Capital letters are those of ASCII in every locale.
if LC_ALL=C localedef -i tr_TR -f UTF-8 ./tr_TR.UTF-8 2>/dev/null; then
    input='level MEDIUM\nlevel\n'
    LOCPATH=$PWD LC_ALL=tr_TR.UTF-8 run
    same '=\n\n= medium\n\n' "an I is the capital of i in Turkish, too"
fi

# Thoughts have room for their stacks whatever the system gives.
printf 'genmove b\n' | (ulimit -s 512 && timeout 60 "$ternion" --game go --size 25 --nodes 5 --seed 1) >out 2>/dev/null
has out '^= [A-Z]' "the largest board of Go with a small stack"

# Lines that are too long, and a flood of short ones.
{ head -c 1048577 /dev/zero | tr '\0' a; printf '\nname\n'; } | timeout 60 "$ternion" >out
has out '^\? syntax error: a line may have at most 1 MiB' "a line over 1 MiB is an error"
has out '^= Ternion$' "and the next one is read"
{ printf '7 name '; head -c 1000000 /dev/zero | tr '\0' a; echo; } | timeout 60 "$ternion" >out
same '=7 Ternion\n\n' "a line below 1 MiB is none"
yes name | head -n 20000 | timeout 60 "$ternion" >out
test "$(grep -c '^= Ternion$' out)" = 20000
ok "20,000 commands at once get 20,000 replies"

# The console without a terminal.
console() { # console LINES ARGUMENTS...
    input=$1
    shift
    run --console "$@"
}
console 'a1 c3\nhistory\n'
is_status 0 "console"
has out '^A1-C3$' "a bare move plays for the side to move"
empty err "the console says nothing on standard error"
! grep -q '^[=?]' out
ok "the console does not frame"
console '6\n2\nhistory\n'
has out '^A1-C3$' "digits one after the other"
has out '^3 .* 0  .* 1  ' "empty cells show their digits then"
has out '^x put X1 in 6 and 2$' "and what is said of cells is said so"
console '6 2\n6 2\n6\nundo\nlegal_moves\nboard\n' --x human --o human
has out '^o to play: collapse X3: 6 or 2$|collapse O2: 6 or 2' "also when a collapse is due"
has out '^O2@6 O2@2$' "and when moves are listed"
console '6 2\na2 b2\n'
has out '^o put O2 in A2 and B2$' "letters bring letters back"
console 'a1\nb2-c3\nhistory\n'
has out '^B2-C3$' "a whole pair after half of one is the pair"
console 'a1\na1\nhistory\n'
has out 'A1 is named twice' "the same cell again is not"
console 'hint\nreset\nscore\naccept\n' --strict
has out 'cannot score: the game is not over' "score where nothing is counted"
has out '^there is nothing to accept$' "nothing to accept"
console 'a1 c3\nnew\nhistory\na1 c3\nagain\nhistory\n' --strict
is_status 0 "new and again start again"
console 'draw\nok\nscore\nhint\n'
has out '^Game over: a draw, 0' "ok accepts a draw"
has out '^0$' "score after the end"
has out "^The game is finished: 'reset'" "hint after the end"
! grep -q 'illegal move' out
ok "which is no illegal move"
console 'c3\npass\npass\nhint\nscore\naccept\nhint\nundo\nd4\n' --game go --size 5 --strict --nodes 50
is_status 0 "two passes, and what people say then"
has out "^'accept' takes the count, a move plays on" "the choice is told"
has out "^The game is finished: 'accept' takes the count" "hint after two passes"
test "$(grep -c '^Counted: B+' out)" -ge 2
ok "score counts"
has out '^Game over: b wins, B\+' "accept takes the count"
console 'board\n' --game draughts --rules english
has out '^8      b ' "english shows black"
has out '^1  w ' "and white"
console 'a1\nc3\nhistory\n'
has out '^A1-C3$' "cells one after the other"
console '6\nhistory\n2\nhistory\nto_play\n'
has out '^x$' "half a move changes nothing"
! grep -q 'A1-C3' out
ok "a command forgets half a move"
console 'a1 b1\na1 b1\na1\nhistory\nto_play\n'
has out '^A1-B1 A1-B1 O2@A1$' "a collapse is one cell"
console 'a1 c3\nreset\nget_position\n'
has out '^3 3 x$' "reset starts again"
console 'a1 c3\na2 c2\nundo\nhistory\n'
has out '^A1-C3$' "undo between people takes one ply back"
console 'resign\nundo\nto_play\n' --x human --o engine --strict
has out '^x$' "undo against the engine takes back a resignation before the first ply"
is_status 0 "and does not call that nothing"
console 'undo\n' --strict
has out 'nothing to take back' "undo with nothing to take back"
is_status 1 "a refusal counts for --strict"
for wrong in 'a1 a1' 'a1 d4' 'z9 a1' 'x3@a1' 'a1 b1 c1' 'nonsense' 'play o' 'collapse x a1'; do
    console "$wrong\nget_position\n" --strict
    has out '^3 3 x$' "'$wrong' changes nothing"
    is_status 1 "'$wrong' is refused"
done
console 'a1 b1\na1 b1\nc3\nget_position\n'
has out '^3 3 x X1:A1-B1 O2:A1-B1\??$' "a collapse on an empty cell changes nothing"
console 'a1 b1\na1 b1\na1\na1 c1\nget_position\n' --strict
is_status 1 "a classical cell is refused"
console 'history\n' --x human --o engine --level random --seed 3
has out '^Game|x to play|place' "against the engine the person begins"
console 'a1 c3\nundo\nhistory\nget_position\n' --x human --o engine --level random --seed 3
has out '^o plays ' "the engine answers"
has out '^3 3 x$' "undo against the engine goes back to one's own decision"
console 'history\n' --x engine --o human --level random --seed 3
has out '^x plays ' "the engine begins"
console 'quit\n' --x engine --o engine --level random --seed 3
has out '^Game over: ' "two engines play to the end"
console 'resign\nfinal_score\n'
has out '^Game over: o wins, O\+R' "resign is for the side to play"
console 'draw\ndraw accept o\n' # o accepts what x offered
has out '^Game over: a draw' "draw offers for the side to play"
console 'draw\ndraw accept\n'
has out '^x offers a draw: ' "an offer is told"
has out '^Game over: a draw' "and accepted by the other side without its colour"
console 'draw\nfinal_score\n' --o engine --strict
has out 'the engine accepts no draw' "the engine is offered none"
is_status 1 "that is refused"
console 'a1 b1\na1 b1\ncollapse a1\nhistory\n' --strict
has out '^A1-B1 A1-B1 O2@A1$' "collapse without its colour"
is_status 0 "which is no fault"
console 'a1\npass\npass\nresume\nis_legal a1\ncaptures\n' --game go --size 5 --strict
is_status 0 "commands of Go without their colour"
console 'resign y\nto_play\n' --strict
has out '^x$' "a word that is no colour does not resign"
is_status 1 "but is refused"
console 'a1 c3\nb1\nundo\nhistory\n' --strict
has out '^A1-C3$' "undo of half a move forgets the half"
is_status 0 "and is no fault"
console 'board please\nmoves a1\nhelp go\nhelp undo\n'
has out "^'board' stands alone" "words of the console stand alone"
has out '^  go +the engine decides now' "help for a word of the console"
has out '^  undo +back to your last decision' "which may mean more than in the protocol"
console 'resign\ndraw\n' --o engine
has out 'cannot draw: the game is over' "no draw behind the end"
! grep -q 'to play' <(sed '1,/Game over/!d' out | tail -n 2)
ok "nobody is to play behind the end"
input='play x a1c3\nplay o 62\nplay x A1,C3\nhistory\n'
run
has out '^= A1-C3 A1-C3' "cells without anything between them, and with a comma"
run --komi 3
has err "komi: 'komi' belongs to go, and the game is qttt" "an option of another game"
console 'a1\npass\ngogui-setup e a1\n' --game go --size 5 --strict
is_status 0 "a point is set empty"
console 'save_record żółw.txt\n'
test -s żółw.txt
ok "a name in UTF-8 is that of the file"
console 'help\n? \nboard\nmoves\ncommands\n'
has out 'Ctrl-D leaves' "help for people"
has out '^genmove COLOUR: ' "commands lists them all"
console 'a1 c3\nboard\n' --color always
has out $'\033' "--color=always colours"
console 'a1 c3\nboard\n' --color never
! grep -q $'\033' out
ok "--color=never does not"
console 'a1 c3' --strict
is_status 0 "console: a last line without newline"
console 'go\nhistory\n' --level random --seed 4
has out '^x plays ' "go lets the engine decide"
console 'analyze 1\nname\n' --level random
has out '^info move ' "analyze in the console"
has out '^Ternion$' "the line that ends an analysis is run"

done_testing
