# The way to the network of Go from its start: games against itself, learning, weights that the
# build takes. Small numbers: that it works, not that it plays well.
. "$srcdir/tests/support/tap.bash"
cd "$builddir" || exit 99
make tools/go_selfplay tools/go_learn >/dev/null 2>&1
ok "the programs build"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

tools/go_selfplay -z 7,9 -g 3 -n 60 -q 20 -s 5 "$scratch/a" >/dev/null
ok "games are played"
tools/go_selfplay -z 7,9 -g 3 -n 60 -q 20 -s 5 "$scratch/b" >/dev/null
cmp -s "$scratch/a" "$scratch/b"
ok "the same seed gives the same positions"
size=$(stat -c %s "$scratch/a")
cp "$scratch/a" "$scratch/cut" && echo torn >>"$scratch/cut"
tools/go_selfplay -z 7,9 -g 1 -n 60 -q 20 -s 7 "$scratch/cut" >/dev/null
cmp -s -n "$size" "$scratch/a" "$scratch/cut" && tools/go_learn -e 1 -o "$scratch/net.txt" "$scratch/cut" >/dev/null
ok "what an interrupted run left is cut off"
for sizes in 9,x 6 20 9, ''; do
    tools/go_selfplay -z "$sizes" -g 1 "$scratch/none" >/dev/null 2>"$scratch/err"
    test $? = 2 && grep -q usage "$scratch/err" && ! test -e "$scratch/none"
    ok "sizes '$sizes' are refused"
done
tools/go_selfplay -z 13 -g 1 -n 60 -q 20 -s 6 "$scratch/b" >/dev/null
tools/go_learn -e 6 -r 0.002 -b 16 -t 2 -o "$scratch/net.txt" "$scratch/a" "$scratch/b" >"$scratch/out"
ok "a network is learned"
# The error of what was learned falls from the first epoch to the last.
awk '/^learned/ { sum = $3; if (first == "") first = sum } END { exit !(sum > 0 && sum < first - 0.1) }' "$scratch/out"
ok "and knows more than at first"
count=$(grep -v '^#' "$scratch/net.txt" | wc -w)
test "$count" = "$(grep -v '^#' "$srcdir/data/go/net.txt" | wc -w)"
ok "it has as many weights as the one in use: $count"
tools/go_learn -e 1 -i "$scratch/net.txt" -o "$scratch/more.txt" "$scratch/a" >/dev/null
ok "learning goes on from it"
tools/go_learn -e 1 -w 40 -o "$scratch/more.txt" "$scratch/a" "$scratch/b" | grep -q '^38 positions, 2 kept apart'
ok "or from the last positions alone"
echo '# no network' >"$scratch/none.txt"
! tools/go_learn -e 1 -i "$scratch/none.txt" -o "$scratch/more.txt" "$scratch/a" >/dev/null 2>"$scratch/err" &&
    grep -q 'no such network' "$scratch/err"
ok "a file that is none is refused"
! tools/go_learn -o "$scratch/more.txt" "$scratch/missing" >/dev/null 2>"$scratch/err" &&
    grep -q 'No such file' "$scratch/err"
ok "missing positions are named"
head -c 100 "$scratch/a" >"$scratch/torn"
! tools/go_learn -o "$scratch/more.txt" "$scratch/torn" >/dev/null 2>"$scratch/err" &&
    grep -q 'damaged' "$scratch/err"
ok "so are damaged ones"
head -c "$(stat -c %s "$scratch/a")" /dev/urandom >"$scratch/torn"
! tools/go_learn -o "$scratch/more.txt" "$scratch/torn" >/dev/null 2>"$scratch/err" &&
    grep -q 'damaged' "$scratch/err"
ok "and nonsense"
done_testing
