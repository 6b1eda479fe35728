# Processors of their own for games and engines, set before the program runs; limits for classes of engines.
. "$srcdir/tests/support/arena.bash"

# An engine that notes the processors it may use, as its own start finds them.
cat >noting <<SH
#!/bin/sh
sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status >>"$scratch/\$1"
exec $stub --fault late --at 1 --sleep 5
SH
chmod +x noting
mapfile -t cpus < <(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status | tr ',' '\n' |
    awk -F- '{for (i = $1; i <= (NF > 1 ? $2 : $1); i++) print i}')
first=${cpus[0]}

pinned=(--game qttt --games 12 --display none)
run 60 --engine "cmd=./noting a1,name=a" --engine "cmd=./noting a1,name=b" "${pinned[@]}" --pin "$first" --journal p1.db
test "$status" -eq 0 && test "$(sort -u a1)" = "$first" && test "$(csv p1.db "fault IS NULL" | sort -u)" = 1
ok "engines are bound to the processor that is named"
run 60 --engine "cmd=./noting e1,name=a,pin=$first" --engine "cmd=./noting e2,name=b" "${pinned[@]}" --journal p2.db
test "$status" -eq 0 && test "$(sort -u e1)" = "$first" &&
    { test "${#cpus[@]}" -eq 1 || test "$(sort -u e2)" != "$first"; }
ok "one engine alone may be bound"
if test "${#cpus[@]}" -ge 2; then
    run 60 --engine "cmd=./noting s,name=a" --engine "cmd=./noting s,name=b" "${pinned[@]}" \
        --pin "${cpus[0]},${cpus[1]}" --concurrency 2 --journal p3.db
    test "$status" -eq 0 && test "$(sort -un s | tr '\n' ' ')" = "${cpus[0]} ${cpus[1]} "
    ok "two games at a time have a processor each"
    run 60 --engine "cmd=./noting w,name=a" --engine "cmd=./noting w,name=b" "${pinned[@]}" --pin yes --concurrency 1 --journal p4.db
    test "$status" -eq 0 && test "$(sort -u w)" = "$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)"
    ok "a game alone has them all"
else
    echo "# one processor only: games at a time are not tried"
fi
for arguments in "--pin 0-" "--pin 1000" "--pin x" "--pin yes --concurrency 1000" "--limit heavy" "--limit heavy=0" "--limit heavy=2"; do
    # shellcheck disable=SC2086
    run 20 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --journal no.db $arguments
    test "$status" -eq 2 && test ! -f no.db
    ok "refused with status 2: $arguments"
done
run 20 --engine "cmd=$stub,name=a,class=heavy" --engine "cmd=$stub,name=b,class=heavy" --limit heavy=1 --journal no.db
test "$status" -eq 2 && grep -q 'two engines of the class heavy meet' out
ok "a limit that two engines could not meet under is refused"

# The most heavy engines in games at one moment.
heaviest() {
    query "$1" "WITH g AS (SELECT began AS a, began + seconds - 0.002 AS b, (engine0 < 2) + (engine1 < 2) AS n FROM game)
        SELECT max((SELECT sum(n) FROM g WHERE g.a <= h.a AND g.b > h.a)) FROM g h WHERE h.n > 0"
}
heavy=(--engine "cmd=$stub --fault late --sleep 10 --at 1,name=h1,class=heavy"
    --engine "cmd=$stub --fault late --sleep 10 --at 1,name=h2,class=heavy" --engine "cmd=$stub,name=l1" --engine "cmd=$stub,name=l2"
    --game qttt --games 8 --concurrency 6 --display none)
run 60 "${heavy[@]}" --journal free.db
test "$status" -eq 0 && test "$(heaviest free.db)" -gt 2
ok "without a limit more than two heavy engines play at once"
run 60 "${heavy[@]}" --journal held.db --limit heavy=2
test "$status" -eq 0 && test "$(heaviest held.db)" -le 2 && test "$(csv held.db number | wc -l)" -eq 48
ok "with one, at most two of them, and all games are played"
games() { csv "$1" number,engine0,engine1,result,opening,seed; }
games free.db >free && games held.db >held && cmp free held >out
ok "the games are the same"
cat >limits.conf <<CONF
game = qttt
games = 2
journal = conf.db
limit = {"heavy=2"}
pin = "$first"
display = none
engine "one" { cmd = "$stub" class = heavy }
engine "two" { cmd = "$stub" class = heavy pin = "$first" }
CONF
run 60 run limits.conf
test "$status" -eq 0 && test "$(csv conf.db number | wc -l)" -eq 2
ok "all of it in a tournament file"
done_testing
