# The page and the report know no game by name, and every game has what they ask its table for.
. "$srcdir/tests/support/tap.bash"
command -v node >/dev/null || skip_all "node is missing (./bootstrap --with-browser installs it)"
exec node "$srcdir/tests/page/games.js"
