# A whole tournament under valgrind, arena and engines alike: no error, and nothing lost.
. "$srcdir/tests/support/arena.bash"
command -v valgrind >/dev/null && ! grep -q __asan_init "$engine" ||
    skip_all "valgrind is not installed, or a sanitizer is at work"
watch="valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,possible"

# tournament GAME SETTINGS...: three engines, every pair twice.
tournament() {
    local level engines=()
    for level in random easy medium; do
        engines+=(--engine "cmd=$watch --log-file=$scratch/$1-$level-%p.log $engine --level $level --nodes 200,name=$level,start-limit=120")
    done
    timeout 1200 $watch --log-file="$scratch/$1-arena.log" "$arena" "${engines[@]}" --game "$1" \
        --games 2 --hang 300 --answer 300 --max-plies 60 --journal "$1.db" --display none "${@:2}" >out 2>&1
    test $? -eq 0 && test "$(csv "$1.db" "fault IS NULL" | grep -c 1)" -eq 6
    ok "$1: six games of a round robin are played"
    cat "$1"-*.log | grep '^==' >out # other lines are about system calls that it does not know
    test ! -s out
    ok "$1: valgrind has nothing to say"
}
tournament qttt
tournament draughts
tournament go --size 5
timeout 300 $watch --log-file=report.log "$arena" export table qttt.db >/dev/null && test ! -s report.log
ok "the table likewise"
done_testing
