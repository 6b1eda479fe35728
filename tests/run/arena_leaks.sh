# Many games with faults and restarts: no zombie and no descriptor is left behind, and memory stays
# flat.
. "$srcdir/tests/support/arena.bash"
scale=${TERNION_TEST_SCALE:-100}
games=$((scale >= 1000 ? 10000 : 4 * scale))
test $games -ge 40 || games=40
"$arena" --engine "cmd=$stub,name=a,restart=game" --engine "cmd=$stub --fault crash --at 3 --in 2,name=b" \
    --game qttt --games $games --concurrency 2 --journal l.db --display none >out 2>&1 &
pid=$!
early=0 late=0 memory=0 first_memory=0 zombies=0
while kill -0 $pid 2>/dev/null; do
    open=$(find /proc/$pid/fd -mindepth 1 2>/dev/null | wc -l)
    resident=$(awk '/^VmRSS/ { print $2 }' /proc/$pid/status 2>/dev/null)
    played=$(csv l.db "1" 2>/dev/null | wc -l)
    if test "$played" -ge $((games / 10)) && test "$played" -lt $((games / 2)); then
        test "$open" -gt "$early" && early=$open
        first_memory=${resident:-0}
    elif test "$played" -ge $((games / 2)); then
        test "$open" -gt "$late" && late=$open
        test -n "$resident" && memory=$resident
    fi
    dead=$(cat /proc/[0-9]*/stat 2>/dev/null |
        awk -v parent=$pid '{ sub(/.*\) /, "") } $1 == "Z" && $2 == parent { n++ } END { print n + 0 }')
    test "$dead" -gt "$zombies" && zombies=$dead
    sleep 0.05
done
wait $pid
ok "$games games with restarts and crashes"
echo "# descriptors at most $early in the first half, $late in the second; zombies at a time $zombies;" \
    "memory $first_memory KiB, then $memory KiB"
# Four playing, the rest on their way out: a handful, whatever the number of games.
test "$late" -le 120
ok "descriptors stay bounded"
test "$zombies" -le 8
ok "zombies are reaped"
# Sanitizers keep freed memory back.
if grep -q '__[at]san_init' "$arena"; then
    skip "memory stays flat" "a sanitizer is at work"
else
    test "$first_memory" -eq 0 || test "$memory" -le $((first_memory * 3 / 2 + 2000))
    ok "memory stays flat"
fi
test "$(csv l.db number | wc -l)" -eq $games
ok "all games are there"
all_gone
ok "no process is left"
done_testing
