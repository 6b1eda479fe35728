# One table of ratios from many benchmarks: table.sh BENCHMARK... Each prints rows that begin with a
# bar, as bench/row.h makes them, among details that go to NAME.log beside it.
export LC_ALL=C # points in numbers
source=${srcdir:-.}
printf '| %-52s | %-21s | %-36s | %6s |\n' "what" "measured" "held against" "ratio"
printf '| %.52s | %.21s | %.36s | %.6s |\n' $(for _ in 1 2 3 4; do printf -- '-%.0s' $(seq 52); echo; done)
status=0
began=$(date +%s)
for bench in "$@"; do
    log=$bench.log
    mkdir -p "$(dirname "$log")"
    case $bench in
    *.sh) run=(bash "$source/$bench") ;;
    *) run=("./$bench") ;;
    esac
    timeout 300 "${run[@]}" 2>&1 | tee "$log" | grep --line-buffered '^| '
    if test "${PIPESTATUS[0]}" != 0; then
        echo "$bench failed: $(tail -n 1 "$log")" >&2
        status=1
    fi
done
echo "$(($(date +%s) - began)) s, $(nproc) processors, load $(cut -d ' ' -f 1 /proc/loadavg); details in bench/*.log"
exit $status
