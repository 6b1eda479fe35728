# The texts of the page: three languages with the same keys, and a translation for every refusal
# that a player can meet.
. "$srcdir/tests/support/tap.bash"
command -v node >/dev/null || skip_all "node is missing (./bootstrap --with-browser installs it)"
exec node "$srcdir/tests/page/texts.js"
