# The lessons without a browser: each step can be done right and wrong, in three languages.
. "$srcdir/tests/support/tap.bash"
command -v node >/dev/null || skip_all "node is missing (./bootstrap --with-browser installs it)"
exec node "$srcdir/tests/page/lessons.js"
