#!/bin/bash
# The page in Firefox and WebKit, each skipped where it is not installed; nothing else is needed but node.
source "$srcdir/tests/support/tap.bash"
command -v node >/dev/null || tap_skip_all "node is missing (./bootstrap --with-browser installs it)"
exec node "$srcdir/tests/page/others.js"
