# A run with everything that has a thread of its own: the journal, the output, dialogues, faults. It
# says most under the thread sanitizer.
. "$srcdir/tests/support/arena.bash"
run 100 --engine "cmd=$stub,name=a" --engine "cmd=$stub --fault crash --at 3 --in 3,name=b" --game qttt \
    --games 40 --concurrency 3 --dialogues all --journal t.db --display lines
test "$status" -eq 0 && test "$(csv t.db number | wc -l)" -eq 40 && test "$(grep -c '^game ' out)" -eq 40
ok "forty games, three at a time"
run 100 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --games 60 --concurrency 3 \
    --journal u.db --display live
test "$status" -eq 0 && test "$(csv u.db number | wc -l)" -eq 60
ok "with a live table"

# Nobody reads the output: the games go on all the same.
mkfifo pipe
sleep 60 <pipe &
reader=$!
timeout 100 "$arena" --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --games 1200 \
    --concurrency 3 --journal v.db --display lines >pipe 2>&1 &
writer=$!
for _ in $(seq 400); do
    played=$(csv v.db number 2>/dev/null | wc -l)
    test "$played" -ge 1200 && break
    sleep 0.1
done
test "$played" -ge 1200
ok "a blocked output stream does not stop the games"
kill $writer $reader 2>/dev/null
wait 2>/dev/null

# Nor does it keep anybody from ending the run: by the first signal its engines leave, by the second
# it does itself.
sleep 60 <pipe &
reader=$!
exec 9>pipe
dd if=/dev/zero of=pipe bs=65536 count=1 oflag=nonblock 2>/dev/null
"$arena" --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --games 100000 --journal w.db --display lines >&9 2>&1 &
writer=$!
for _ in $(seq 600); do test "$(csv w.db number 2>/dev/null | wc -l)" -ge 2 && break; sleep 0.05; done
test "$(csv w.db number 2>/dev/null | wc -l)" -ge 2
ok "a run whose output is blocked from the start plays"
kill $writer
for _ in $(seq 200); do all_gone && break; sleep 0.05; done
all_gone
ok "a signal ends the engines of a run whose output is blocked"
kill $writer
for _ in $(seq 100); do kill -0 $writer 2>/dev/null || break; sleep 0.05; done
! kill -0 $writer 2>/dev/null
ok "and a second one the run"
kill -9 $writer 2>/dev/null
kill $reader
exec 9>&-
wait 2>/dev/null
done_testing
