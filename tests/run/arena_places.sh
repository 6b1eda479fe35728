# Processors of their own for games and engines, set before the program runs.
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
for arguments in "--pin 0-" "--pin 1000" "--pin x" "--pin yes --concurrency 1000"; do
    # shellcheck disable=SC2086
    run 20 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --journal no.db $arguments
    test "$status" -eq 2 && test ! -f no.db
    ok "refused with status 2: $arguments"
done
cat >pins.conf <<CONF
game = qttt
games = 2
journal = conf.db
pin = "$first"
display = none
engine "one" { cmd = "$stub" }
engine "two" { cmd = "$stub" pin = "$first" }
CONF
run 60 run pins.conf
test "$status" -eq 0 && test "$(csv conf.db number | wc -l)" -eq 2
ok "all of it in a tournament file"
done_testing
