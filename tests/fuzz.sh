# Short fuzz runs from the corpora. TERNION_FUZZ_SECONDS says how long each takes. An input that breaks
# something is left in nested/fuzz; put it into tests/fuzz/corpus once the fault is mended.
. "$srcdir/tests/nested.bash"
flags='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all'
can_compile clang "$flags" || tap_skip_all "clang with its sanitizer libraries is not installed"
echo 'int LLVMFuzzerTestOneInput(const char *p, long n); int LLVMFuzzerTestOneInput(const char *p, long n) { return p && n < 0; }' |
    clang -x c -fsanitize=fuzzer -o /dev/null - 2>/dev/null ||
    tap_skip_all "clang cannot link libFuzzer"
seconds=${TERNION_FUZZ_SECONDS:-5}

fuzz() {
    mkdir -p "found/$1" || return 1
    timeout $((seconds * 3 + 60)) "tests/fuzz/$1" -max_total_time="$seconds" -max_len=4096 \
        -timeout=60 -rss_limit_mb=2048 -artifact_prefix="found/$1-" -print_final_stats=1 -verbosity=0 \
        "found/$1" "$source/tests/fuzz/corpus/$1" >"found/$1.log" 2>&1 && return 0
    tail -n 40 "found/$1.log"
    return 1
}

harnesses=$(ls "$source/tests/fuzz/corpus")
tap_plan $(($(wc -w <<<"$harnesses") + 1))
TARGETS=fuzzers quietly nested_build fuzz clang \
    "$flags -fsanitize=fuzzer-no-link -fsanitize-coverage-ignorelist=$source/tests/fuzz/unwatched.txt"
tap_ok $? "the fuzzers build"
cd "$builddir/nested/fuzz" || exit 99
for harness in $harnesses; do
    quietly fuzz $harness
    tap_ok $? "$harness: $(sed -n 's/.*number_of_executed_units: *//p' "found/$harness.log") inputs tried"
done
exit $tap_failed
