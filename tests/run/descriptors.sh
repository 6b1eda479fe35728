# Descriptors that run out: with however few of them, arena and server say what they cannot do and
# leave, or do it; they neither crash nor hang, and a journal is good for the next run.
. "$srcdir/tests/support/arena.bash"
! grep -q __asan_init "$engine" || skip_all "sanitizers need descriptors of their own"

# scarce COUNT PROGRAM ARGUMENTS...: status in $status, what it says in out and err.
scarce() {
    (
        exec >out 2>err </dev/null 3>&- 4>&-
        ulimit -n "$1"
        exec timeout -k 5 "${seconds:-30}" "${@:2}"
    )
    status=$?
}

match=("$stub" "$stub --seed 2" --game qttt --games 2 --display none)
# All at a time, each in a folder of its own: whoever lacks a pipe waits for three seconds.
for ((count = 4; count <= 26; count++)); do
    (
        mkdir $count && cd $count || exit
        scarce $count "$arena" "${match[@]}" --journal run.db
        case $status in
            0) echo begun ;;
            1) test -s err && echo ended ;;
            *) false ;;
        esac || echo "$count descriptors: status $status, $(tail -n 1 err)"
        test $status -eq 0 || run 30 "${match[@]}" --journal run.db
        test "$(csv run.db number | wc -l)" -eq 2 || echo "$count descriptors: games are missing"
    ) >$count.said 2>&1 &
done
wait
cat ./*.said >out
ended=$(grep -c '^ended$' out) begun=$(grep -c '^begun$' out)
test $((ended + begun)) -eq 23 && test "$(wc -l <out)" -eq 23 && test "$ended" -gt 3 && test "$begun" -gt 3
ok "a match: $ended refusals, $begun runs, and every journal is whole"

rm -f run.db*
scarce 14 "$arena" "${match[@]}" --journal run.db
test $status -eq 1 && test "$(csv run.db number | wc -l)" -eq 0 && grep -q 'no pipe for\|cannot start' err
ok "engines that cannot be started are nobody's loss, and their games are still to be played"

# The server: it says that it cannot start, or it starts and stops when it is told to.
seconds=2 wrong=0 ended=0 begun=0
for ((count = 4; count <= 26; count++)); do
    rm -f games.db*
    scarce $count "$builddir/ternion-server" --port -1 --line-port -1 --database games.db
    case $status in
        124) begun=$((begun + 1)) && grep -q '^games: ' out ;;
        1) ended=$((ended + 1)) && test -s err ;;
        *) false ;;
    esac || { wrong=$((wrong + 1)) && echo "# $count descriptors: status $status, $(tail -n 1 err)"; }
    test $begun -lt 2 || break
done
cp err out
test $wrong -eq 0 && test $ended -gt 3 && test $begun -eq 2
ok "a server: $ended refusals before the first start"
done_testing
