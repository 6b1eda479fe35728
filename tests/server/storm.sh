# kill -9 at random moments: every ply that the server has confirmed is there when it comes back.
# TERNION_TEST_SCALE (percent) says how many kills.
. "$srcdir/tests/support/tap.bash"
kills=$((5 * ${TERNION_TEST_SCALE:-100} / 100))
test $kills -ge 2 || kills=2
scratch=$(mktemp -d)
trap 'kill -9 $server 2>/dev/null; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
RANDOM=7
server=
trap '' PIPE
# Connections come from one address, one soon after the other; this is not about how fast they may
# talk.
printf '%s = 1000000\n' rate burst address_rate >server.conf
columns=(A B C D E F G H J K L M N O P Q R S T)

# Starts the server on the database and connects to it as descriptor 3.
begin() {
    rm -f said
    "$builddir/ternion-server" --database games.db --port 0 --line-port -1 server.conf >said 2>&1 &
    server=$!
    local port=
    for _ in {1..400}; do
        port=$(sed -n 's/^lines: .* port //p' said 2>/dev/null)
        test -n "$port" && break
        sleep 0.05
    done
    test -n "$port" && exec 3<>"/dev/tcp/127.0.0.1/$port"
}

# ask LINE: its reply, events left out; false when the server is gone.
ask() {
    reply=
    local line
    printf '%s\n' "$1" 1>&3 2>/dev/null || return 1
    while IFS= read -r -t 10 line <&3; do
        case $line in
            '! '*) ;;
            '') test -n "$reply" && return 0 ;;
            *) reply=$reply$line ;;
        esac
    done
    return 1
} 2>/dev/null

plies() { # the number of plies that the state in $reply has
    grep -o '\["[bw]","' <<<"$reply" | wc -l
}

# Fills every other row, so that nothing is ever captured.
vertex() {
    echo "${columns[$1 % 19]}$(($1 / 19 % 10 * 2 + 1))"
}

room= confirmed=0 total=0 lost=0 wrong=0
for ((i = 0; i < kills; i++)); do
    begin || wrong=$((wrong + 1))
    if test -n "$room"; then
        ask "rejoin $room $black" && ask "rejoin $room $white" && ask state || wrong=$((wrong + 1))
        now=$(plies)
        test "$now" -ge $confirmed || lost=$((lost + 1))
        confirmed=$now
    fi
    if test -z "$room" || test $confirmed -ge 180; then
        ask "create game=go size=19 side=both" || wrong=$((wrong + 1))
        room=$(sed 's/.*"room":"\([^"]*\)".*/\1/' <<<"$reply")
        black=$(sed 's/.*"b":"\([^"]*\)".*/\1/' <<<"$reply")
        white=$(sed 's/.*"w":"\([^"]*\)".*/\1/' <<<"$reply")
        confirmed=0
    fi
    { sleep "0.$((RANDOM % 30 + 10))" && kill -9 $server; } &
    killer=$!
    while ask "ply $(vertex $confirmed)"; do
        case $reply in
            =*) confirmed=$((confirmed + 1)) total=$((total + 1)) ;;
            *) wrong=$((wrong + 1)) && echo "# $reply" && break ;;
        esac
        test $confirmed -lt 190 || break
    done
    wait $killer
    wait $server
    exec 3>&-
done 2>/dev/null
# While the server runs its log is moved into the database, so it is short again some time after
# however much was said: 12 MB here.
begin && ask "rejoin $room $black"
for _ in {1..10}; do
    { for _ in {1..300}; do echo "chat so it is said"; done && echo ping; } >&3
    while IFS= read -r -t 10 line <&3 && test "$line" != "= pong"; do :; done
done
size=
for _ in {1..200}; do
    ask "chat and once more"
    size=$(stat -c %s games.db-wal)
    test "$size" -le 4300000 && break
    sleep 0.1
done
moved=$(stat -c %s games.db)
kill $server
wait $server
exec 3>&-
echo "# $kills kills, $total plies confirmed, $lost times fewer after a restart"
echo "# $wrong answers that should not be"
test $lost -eq 0 && test $wrong -eq 0 && test $total -gt 0
ok "what was confirmed survives kill -9"
echo "# the log has $size bytes, the database $moved"
test "${size:-0}" -gt 0 && test "$size" -le 4300000 && test "$moved" -gt 10000
ok "the log stays short while the server runs"
done_testing
