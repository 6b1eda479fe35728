# ternion review: from a file to one with comments and values, in every game.
. "$srcdir/tests/support/tap.bash"
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99

# review STATUS TEXT ARGUMENTS...: runs it and compares the exit status.
review() {
    local wanted=$1 text=$2 got
    shift 2
    timeout 120 "$builddir/ternion" review "$@" >out 2>err </dev/null
    got=$?
    test $got = "$wanted" || echo "# exit status $got, expected $wanted"
    test $got = "$wanted"
    ok "$text"
}
# reads GAME FILE PLIES: whether our own loader finds as many plies in it.
reads() {
    { echo "load_record $2"; yes undo | head -n "$3"; } | "$builddir/ternion" --game "$1" --strict >out 2>err &&
        { echo "load_record $2"; yes undo | head -n $(($3 + 1)); } | "$builddir/ternion" --game "$1" >out 2>err &&
        test "$(grep -c '^?' out)" = 1
    ok "$2 can be read again, with every ply"
}

echo '(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[W+Resign];B[ae]C[hm];W[cc];B[cb];W[bb])' >game.sgf
printf '[GameType "21,W,8,8,A0,0"]\n[SetUp "1"]\n[FEN "W:WC3:BE5"]\n1. C3-D4 E5xC3 0-1\n' >game.pdn
printf '[Game "qttt"]\n1. x A2-B2 2. o C1-A3 3. x C1-B3 4. o C2-A3 5. x A2-B3\n*\n' >game.txt
cp game.sgf before.sgf

review 0 "a game of Go" game.sgf --nodes 300 --seed 1
grep -q '^1\. b A1: 0\.[0-9]* -> 0\.[0-9]*; better C3: ' out && test ! -s err
ok "its worst move comes first, and nobody is told of progress who is no terminal"
test "$(grep -c '^[0-9]*\. ' out)" -le 3; ok "at most three are told"
grep -qE ';B\[ae\]SBKV\[[0-9.]+\]V\[-[0-9.]+\]C\[hm$' game-review.sgf && grep -q 'RE\[W+Resign\]' game-review.sgf
ok "values and comments are in the SGF, and what was there before"
cmp -s game.sgf before.sgf; ok "the game itself is as it was"
reads go game-review.sgf 5 # the resignation is one
review 0 "the same with the same seed" game.sgf --nodes 300 --seed 1 --output again.sgf
cmp game-review.sgf again.sgf >/dev/null; ok "gives the same file"
review 0 "a game of draughts" game.pdn --nodes 2000
grep -q '^1\. w C3-D4: .* -> 0\.00, a loss; better C3-B4: ' out; ok "the man that was given away"
grep -q '1\. C3-D4 {0\..*; better C3-B4' game-review.pdn; ok "is in a comment of the PDN"
reads draughts game-review.pdn 2
review 0 "a game of quantum tic-tac-toe, not finished" game.txt --nodes 1000000
grep -q '^5\. x A2-B3: 1\.00 -> 0\.50, a win became a draw; better A3-C3: ' out
ok "the win that was thrown away"
reads qttt game-review.txt 5

review 1 "a file that is there is not replaced" game.pdn --nodes 2000
grep -qF 'game-review.pdn is there already' err && test ! -s out; ok "which is said before any search"
review 0 "unless it is named" game.pdn --nodes 2000 --output game-review.pdn
review 1 "but never the game" game.sgf --nodes 2000 --output ./game.sgf
cmp -s game.sgf before.sgf; ok "which is as it was"
review 1 "a folder that is not there" game.sgf --nodes 100 --output no/where.sgf
test ! -s out; ok "is found before any search"
cat game.pdn game.pdn >two.pdn
review 0 "a file with two games" two.pdn --nodes 100
grep -q '^warning: two.pdn has several games' err; ok "the first is reviewed, and that is said"

review 2 "no file" --nodes 100
review 2 "two files" game.sgf game.pdn
review 2 "an unknown option" game.sgf --nonsense
review 2 "an option of the front" game.sgf --gtp
review 2 "a time that is no number" game.sgf --time soon
review 1 "a file that is not there" nothing.sgf
grep -q 'nothing.sgf: No such file' err; ok "by its name"
echo '(;GM[1]SZ[9])' >empty.sgf
review 1 "a game without a move" empty.sgf
grep -q 'empty.sgf: there are no moves' err; ok "is told so"
printf '[Game "qttt"]\n1. x \033[2J\n' >bad.txt
review 1 "a file with what a terminal would obey" bad.txt
! grep -q $'\033' err; ok "is not passed on to it"
echo 'hello' >bad.sgf
review 1 "a file that is no game" bad.sgf
test ! -e bad-review.sgf; ok "leaves nothing behind"
"$builddir/ternion" --time 1 </dev/null >out 2>err
test $? = 2 && grep -q "only 'ternion review'" err; ok "nothing else takes its options"

done_testing
