# The page in headless Chromium, against a server of its own.
. "$srcdir/tests/support/tap.bash"
command -v node >/dev/null || skip_all "node is missing (./bootstrap --with-browser installs it)"
missing=$(node "$srcdir/tests/page/harness.js")
test -z "$missing" || skip_all "missing: $missing (./bootstrap --with-browser installs them)"
exec node "$srcdir/tests/page/browser.js"
