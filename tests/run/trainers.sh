# What the trainers of draughts and of Go's features do with files that are not theirs: a reason,
# and no weights. (go_learn.sh has the network's.)
. "$srcdir/tests/support/tap.bash"
cd "$builddir" || exit 99
make tools/draughts_selfplay tools/draughts_learn tools/go_train >/dev/null 2>&1
ok "the programs build"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME=$scratch

# refused TEXT PATTERN COMMAND...: fails with status 1 or 2 and such words.
refused() {
    local text=$1 pattern=$2
    shift 2
    "$@" >/dev/null 2>"$scratch/err"
    local status=$?
    { test $status = 1 || test $status = 2; } && grep -q -- "$pattern" "$scratch/err"
    ok "$text"
}

tools/draughts_selfplay -g 2 -n 200 -s 1 "$scratch/good" >/dev/null && test -s "$scratch/good"
ok "draughts: positions are made"
head -c 1600 /dev/urandom >"$scratch/noise"
head -c 1600 /dev/zero >"$scratch/noise0"
head -c 100 "$scratch/good" >"$scratch/torn"
: >"$scratch/empty"
mkdir "$scratch/learned"
learn() { tools/draughts_learn -e 1 -o "$scratch/learned" "$@"; }
learn "$scratch/good" >/dev/null && test -s "$scratch/learned/weights.txt" && test -s "$scratch/learned/net.txt"
ok "draughts_learn learns from them"
cp "$scratch/learned"/* "$scratch" && learn "$scratch/good" "$scratch/good" >"$scratch/out" &&
    diff <(grep -v '^#' "$scratch/net.txt") <(grep -v '^#' "$scratch/learned/net.txt") >/dev/null
ok "positions that are given twice count once"
rm "$scratch"/learned/*
refused "noise is refused" damaged learn "$scratch/noise"
refused "and so are boards without pieces" damaged learn "$scratch/noise0"
refused "a torn file is refused" damaged learn "$scratch/torn"
refused "an empty file is refused" damaged learn "$scratch/empty"
refused "a missing file is named" 'No such file' learn "$scratch/none"
test -z "$(ls "$scratch/learned")"
ok "and no weights were written"
ln -s /dev/full "$scratch/learned/net.txt"
refused "a full disk is told" 'cannot write' learn "$scratch/good"
refused "so is a folder that is none" 'No such file' learn -o "$scratch/nowhere" "$scratch/good"

echo '(;SZ[9];B[ee];W[gc];B[cg];W[gg];B[cc];W[ec];B[ce])' >"$scratch/game.sgf"
tools/go_train -a -e 1 -o "$scratch" "$scratch/game.sgf" >/dev/null && test -s "$scratch/weights.txt"
ok "Go: a game is learned from"
rm "$scratch/weights.txt"
refused "noise is refused" 'no game' tools/go_train -o "$scratch" "$scratch/noise"
echo '(;SZ[9];B[ee' >>"$scratch/game.sgf"
refused "a game that ends within a value is refused, though another stands before it" 'line 3' \
    tools/go_train -o "$scratch" "$scratch/game.sgf"
test ! -e "$scratch/weights.txt"
ok "and no weights were written"
refused "a word where a number belongs is refused" usage tools/go_train -e many -o "$scratch" "$scratch/game.sgf"
done_testing
