# The page without a server in headless Chromium, with the network off.
. "$srcdir/tests/support/tap.bash"
command -v node >/dev/null || skip_all "node is missing (./bootstrap --with-browser installs it)"
missing=$(node "$srcdir/tests/page/harness.js")
test -z "$missing" || skip_all "missing: $missing (./bootstrap --with-browser installs them)"
test -e "$builddir/site/ternion.html" || skip_all "no compiler for WebAssembly (./bootstrap --with-wasm installs one)"
exec node "$srcdir/tests/page/site.js"
