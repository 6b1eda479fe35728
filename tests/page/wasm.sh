# The engine as WebAssembly in node: the same plies as natively.
. "$srcdir/tests/support/tap.bash"
command -v node >/dev/null || skip_all "node is missing (./bootstrap --with-browser installs it)"
test -e "$builddir/ternion.wasm" || skip_all "no compiler for WebAssembly (./bootstrap --with-wasm installs one)"
exec node "$srcdir/tests/page/wasm.js"
