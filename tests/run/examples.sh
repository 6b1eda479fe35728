# The scripts of examples/: each runs, and what it prints is right.
. "$srcdir/tests/support/tap.bash"
export TERNION=$builddir/ternion
examples=$srcdir/examples
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99

# run NAME ARGUMENTS...: its output in out; fails if it ends badly or complains.
run() {
    timeout 120 "$examples/$1" "${@:2}" >out 2>err && test ! -s err
}

run quantum.sh; ok "quantum.sh: every command is taken"
grep -qx '= O+1' out; ok "and o wins by the last collapse"
grep -qx '13. o X9@B3' out; ok "which the record has"

run draughts.sh 3; ok "draughts.sh ends"
cp out game.pdn
stated=$(sed -n -e 's/^\[Score "\(.*\)"\]$/\1/p' -e 's/^\[Result "1.2-1.2"\]$/0/p' game.pdn)
replayed=$(printf 'load_record game.pdn\nfinal_score\n' | "$TERNION" --game draughts --strict | sed -n 3p)
test "$replayed" = "= $stated"; ok "its record replays to the result it states, $stated"

run go-score.sh; ok "go-score.sh: every command is taken"
test "$(sed -n '/^= [BW]+/{N;s/\n/ /;p}' out)" = "= B+4.5 by the chinese rules
= B+3.5 by the japanese rules"; ok "and the stone too many costs a point by one rule set"
test "$(grep -A1 '^= A3' out | tr '\n' ' ')" = "= A3 E3 -- = A3 E3 "; ok "both dead stones are found"

for game in qttt draughts go; do
    run duel.sh "$game" && tail -n 1 out | grep -qE '^(result [XOBW0][+.0-9A-Z]*|[xobw] resigned)$'
    status=$?
    last=$(tail -n 1 out)
    test $status = 0
    ok "duel.sh $game: $last"
done
timeout 60 "$examples/duel.sh" qttt "$TERNION" "$builddir/ternion-egtb --help" >out 2>err
status=$?
test $status != 0 && test $status != 124; ok "duel.sh fails, and does not hang, on what is no engine"

run gui.sh; ok "gui.sh ends"
test "$(sed -n 's/^=\([0-9]*\).*/\1/p' out | tr '\n' ' ')" = "$(seq 16 | tr '\n' ' ')"
ok "sixteen commands, sixteen good replies with their ids"
done_testing
