# Every input of the fuzz corpora, and so every input that once broke something, is handled well.
cd "$srcdir/tests/fuzz/corpus" || exit 99
number=0
failed=0
for harness in *; do
    output=$("$builddir/tests/fuzz/$harness" -runs=0 "$harness" 2>&1)
    status=$?
    number=$((number + 1))
    count=$(grep -c '^ok' <<<"$output")
    if test $status = 0; then
        echo "ok $number - $count inputs of corpus/$harness"
    else
        tail -n 30 <<<"$output" | sed 's/^/# /'
        echo "not ok $number - corpus/$harness, after $count inputs"
        failed=1
    fi
done
echo "1..$number"
exit $failed
