# The way to better weights of draughts: games, learning, a gate. Small numbers: that it works, not
# that it plays well.
. "$srcdir/tests/support/tap.bash"
cd "$builddir" || exit 99
make ternion ternion-arena tools/draughts_selfplay tools/draughts_learn >/dev/null 2>&1
ok "the programs build"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME=$scratch STEP=4 NODES=60 POSITIONS=400 MATCH_NODES=30 GAMES=8 SLOT=
rounds() { "$srcdir/tools/draughts_rounds.sh" "$scratch/it" "$1" >"$scratch/out" 2>&1; }

LEARN='-e 1' SPRT=elo0=-900,elo1=-800,alpha=0.3,beta=0.3 rounds 1
ok "a round that asks for little"
test "$(tail -n 1 "$scratch/it/log")" = accepted && cmp -s "$scratch/it/old/net.txt" "$srcdir/data/draughts/net.txt"
ok "new weights are accepted"
! cmp -s "$scratch/it/best/net.txt" "$scratch/it/old/net.txt" && ! cmp -s "$scratch/it/best/weights.txt" "$scratch/it/old/weights.txt"
ok "and take the place of the old ones"
cp "$scratch/it/best/net.txt" "$scratch/kept"
LEARN='-e 1' SPRT=elo0=800,elo1=900,alpha=0.3,beta=0.3 rounds 2
ok "a round that asks for much"
test "$(tail -n 1 "$scratch/it/log")" = rejected && cmp -s "$scratch/it/best/net.txt" "$scratch/kept"
ok "weights that do not win are rejected"
test "$(stat -c %s "$scratch/it/positions")" -ge 12800
ok "with positions of both rounds"

# Killed while it learns for ever, it goes on with the positions that it has.
LEARN='-e 1000' POSITIONS=450 setsid "$srcdir/tools/draughts_rounds.sh" "$scratch/it" 3 >"$scratch/out" 2>&1 &
until grep -q '^epoch 1:' "$scratch/out"; do sleep 0.05; done
kill -9 -- -$!
wait $! 2>/dev/null
size=$(stat -c %s "$scratch/it/positions")
LEARN='-e 1' POSITIONS=450 SPRT=elo0=-900,elo1=-800,alpha=0.3,beta=0.3 rounds 3
ok "a killed round goes on"
test "$(tail -n 1 "$scratch/it/log")" = accepted && test "$(stat -c %s "$scratch/it/positions")" = "$size"
ok "and plays no game again"
done_testing
