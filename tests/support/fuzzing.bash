# How the fuzz harnesses are built and run; tests/build/fuzz.sh and tools/fuzz_hours.sh source this
# after nested.bash. Everything lives in nested/fuzz: the programs, and in `found` what they found.

fuzz_flags='-DTERNION_HOT_ASSERTS -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all'
fuzz_harnesses=${TERNION_FUZZ_HARNESSES:-$(ls "$srcdir/tests/fuzz/corpus")}

# fuzz_lacks: says what is missing; fails where nothing is.
fuzz_lacks() {
    if ! can_compile clang "$fuzz_flags"; then
        echo "clang with its sanitizer libraries is not installed"
    elif ! echo 'int LLVMFuzzerTestOneInput(const char *p, long n); int LLVMFuzzerTestOneInput(const char *p, long n) { return p && n < 0; }' |
        clang -x c -fsanitize=fuzzer -o /dev/null - 2>/dev/null; then
        echo "clang cannot link libFuzzer"
    else
        return 1
    fi
}

# fuzz_build: afterwards the working folder is nested/fuzz.
fuzz_build() {
    TARGETS=fuzzers nested_build fuzz clang \
        "$fuzz_flags -fsanitize=fuzzer-no-link -fsanitize-coverage-ignorelist=$source/tests/fuzz/unwatched.txt"
}

# fuzz_words HARNESS: the short strings of the sources that it tries are its dictionary; harnesses
# of binary files have none.
fuzz_words() {
    local files
    case $1 in
    frames | orders) files='server/*.c src/room/*.c src/*/notation.c src/*/rules.c' ;;
    pdn) files='src/draughts/pdn*.c src/draughts/fen.c' ;;
    position) files='src/*/position.c src/draughts/fen.c' ;;
    queries) files='src/analysis/query.c src/go/rules_named.c' ;;
    protocol) files='src/*.c src/*/commands.c src/*/notation.c' ;;
    record) files='src/core/*.c src/*/notation.c' ;;
    replies) files='src/driver/*.c' ;;
    service) files='server/config.c src/driver/conf.c' ;;
    sgf) files='src/go/sgf*.c' ;;
    tournament) files='arena/plan/*.c src/driver/engine_spec.c' ;;
    web) files='server/http.c server/websocket.c' ;;
    *) return ;;
    esac
    # shellcheck disable=SC2086  # patterns of file names
    (cd "$source" && grep -oshE '"[^"\\%]{1,24}"' $files | sort -u | grep .)
}

# fuzz_run HARNESS SECONDS [SEED]: leaves found/HARNESS.log, new inputs in found/HARNESS, and one
# that breaks something as found/HARNESS-*.
fuzz_run() {
    local words=found/$1.words
    mkdir -p "found/$1" && fuzz_words "$1" >"$words" || return 1
    test -s "$words" || words= # libFuzzer refuses an empty one
    timeout $(($2 * 3 + 60)) "tests/fuzz/$1" -seed="${3:-0}" -max_total_time="$2" -max_len=4096 ${words:+-dict="$words"} \
        -timeout=60 -report_slow_units=60 -rss_limit_mb=2048 -artifact_prefix="found/$1-" -print_final_stats=1 -verbosity=0 \
        "found/$1" "$source/tests/fuzz/corpus/$1" >"found/$1.log" 2>&1
}

# fuzz_inputs HARNESS: how many the last run tried.
fuzz_inputs() {
    sed -n 's/.*number_of_executed_units: *//p' "found/$1.log"
}
