# The page in headless Chromium, against a server of its own.
. "$srcdir/tests/support/tap.bash"
command -v node >/dev/null || skip_all "node is missing (./bootstrap --with-browser installs it)"
missing=$(node -e '
    const { find, chromiumPath } = require(process.argv[1]);
    for (const name of ["playwright-core", "axe-core"])
        try { find(name); } catch { console.log(name); }
    try { chromiumPath(); } catch { console.log("Chromium"); }
' "$srcdir/tests/page/harness.js")
test -z "$missing" || skip_all "missing: ${missing//$'\n'/, } (./bootstrap --with-browser installs them)"
exec node "$srcdir/tests/page/browser.js"
