# The engine in WebAssembly beside the native one; without node or a compiler there are no rows.
command -v node >/dev/null && test -e ternion.wasm || { echo "skipped: no node, or no ternion.wasm"; exit 0; }
exec node "${srcdir:-.}/bench/wasm.js"
