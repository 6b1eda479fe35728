# The sources are as clang-format would have them. Versions differ in taste: 14 decides.
. "$srcdir/tests/support/tap.bash"
cd "$srcdir" || exit 99
version=$(clang-format --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p')
test "$version" = 14 || skip_all "clang-format 14 is not installed"

# Left out is what is made when one builds within the sources; its first line says so.
sources() {
    find src arena server tests bench tools examples -name '*.[ch]' -print0 2>/dev/null |
        xargs -0 grep -LZ '^/\* Made from '
}
errors=$(sources | xargs -0 clang-format --dry-run -Werror 2>&1)
status=$?
sed -n 's/:[0-9]*: error.*//p' <<<"$errors" | sort -u | head -n 40 | comment
count=$(sources | tr -cd '\0' | wc -c)
test $status = 0
ok "$count files are formatted (if not: make format)"
done_testing
