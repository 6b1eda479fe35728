# The page in Firefox and WebKit, each skipped where it is not installed; nothing else is needed but
# node.
. "$srcdir/tests/support/tap.bash"
command -v node >/dev/null || skip_all "node is missing (./bootstrap --with-browser installs it)"
exec node "$srcdir/tests/page/other_browsers.js"
