# Every input of the fuzz corpora, and so every input that once broke something, is handled well.
. "$srcdir/tests/support/tap.bash"
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
for corpus in "$srcdir"/tests/fuzz/corpus/*; do
    count=$(find "$corpus" -type f | wc -l)
    "$builddir/tests/fuzz/${corpus##*/}" -runs=0 "$corpus" >out 2>&1
    ok "corpus/${corpus##*/}, $count inputs"
done
done_testing
