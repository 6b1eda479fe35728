# The sources are as clang-format would have them. Versions differ in taste: 14 decides.
cd "$srcdir" || exit 99
version=$(clang-format --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p')
if test "$version" != 14; then
    echo "1..0 # SKIP clang-format 14 is not installed"
    exit 0
fi
number=0
failed=0
for file in $(find src arena server tests bench tools -name nested -prune -o -name '*.[ch]' -print 2>/dev/null | sort); do
    number=$((number + 1))
    if clang-format "$file" | cmp -s "$file" -; then
        echo "ok $number - $file"
    else
        clang-format "$file" | diff -u "$file" - | head -n 20 | sed 's/^/# /'
        echo "not ok $number - $file (run: clang-format -i $file)"
        failed=1
    fi
done
echo "1..$number"
exit $failed
