# The sources are as clang-format would have them. Versions differ in taste: 14 decides.
cd "$srcdir" || exit 99
version=$(clang-format --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p')
if test "$version" != 14; then
    echo "1..0 # SKIP clang-format 14 is not installed"
    exit 0
fi
echo "1..1"
errors=$(mktemp)
# Left out is what is made when one builds within the sources; its first line says so.
sources() {
    find src arena server tests bench tools examples -name '*.[ch]' -print0 2>/dev/null |
        xargs -0 grep -LZ '^/\* Made from '
}
count=$(sources | tr -cd '\0' | wc -c)
if sources | xargs -0 clang-format --dry-run -Werror 2>"$errors"; then
    rm -f "$errors"
    echo "ok 1 - $count files are formatted"
else
    grep error: "$errors" | sed 's/:[0-9]*: error.*//; s/^/# /' | sort -u | head -n 40
    rm -f "$errors"
    echo "not ok 1 - these lines want make format"
    exit 1
fi
