# Short fuzz runs from the corpora, with the same seed every time: `make fuzz-hours` is for what is
# new. TERNION_FUZZ_SECONDS says how long each takes. An input that breaks something is left in
# nested/fuzz; put it into tests/fuzz/corpus once the fault is mended.
. "$srcdir/tests/support/nested.bash"
. "$srcdir/tests/support/fuzzing.bash"
lack=$(fuzz_lacks) && skip_all "$lack"

fuzz() {
    fuzz_run "$1" "${TERNION_FUZZ_SECONDS:-5}" 1 && return 0
    tail -n 40 "found/$1.log"
    return 1
}

quietly fuzz_build
ok "the fuzzers build"
cd "$builddir/nested/fuzz" || exit 99
for harness in $fuzz_harnesses; do
    quietly fuzz $harness
    status=$?
    count=$(fuzz_inputs $harness)
    test $status = 0
    ok "$harness: $count inputs tried"
done
done_testing
