# What an operator does from outside: reads the log, makes a copy while the server runs, deletes
# what somebody wants deleted.
. "$srcdir/tests/support/tap.bash"
server=$builddir/ternion-server
folder=$(mktemp -d) || exit 99
cd "$folder" || exit 99
pid=
trap 'test -z "$pid" || kill -9 $pid; rm -rf "$folder"' EXIT

# start CONFIGURATION: a server on free ports; its log goes to the file err.
start() {
    printf '%s\n' "$1" >server.conf
    coproc serve { exec "$server" --port 0 --line-port -1 --database games.db server.conf 2>err; }
    pid=$serve_PID
    read -r -t 20 -u "${serve[0]}" _ _ _ port
    read -r -t 20 -u "${serve[0]}" _
}
stop() { kill "$pid" && wait "$pid"; status=$?; pid=; return $status; }
# say LINE...: what the server answers to these lines until it closes.
say() {
    exec 3<>"/dev/tcp/127.0.0.1/$port" && printf '%s\n' "$@" quit >&3 && timeout 20 cat <&3
    exec 3>&-
}

start 'log_level = "debug"'
say 'name Ada' 'create side=both' 'ply a1 c3' 'chat a secret' >said
game=$(sed -n 's/^= {"room":"\([a-z0-9]*\)".*/\1/p' said)
token=$(grep -oE '"x":"[0-9a-f]{32}"' said | cut -d '"' -f 4)
test -n "$game" && test -n "$token"; ok "a game is played"
"$server" --database games.db --backup copy.db >out; ok "a copy is made while the server runs"
test "$(stat -c %a copy.db)" = 600; ok "for this user only"
! "$server" --database games.db --backup copy.db >out 2>err2 && grep -q copy.db err2; ok "and replaces no file"
! "$server" --database games.db --erase-game "$game" >out 2>err2; ok "nothing is deleted while the server runs"
stop; ok "SIGTERM ends it with status 0"
grep -vE '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z (error|warning|info|debug) [a-z]+\.[a-z]+( [a-z_]+=([^" =]+|"([^"\\]|\\.)*"))*$' err |
    none "every line of the log has its form"
for event in server.started client.came game.created client.left server.stopping server.stopped; do
    grep -q " $event" err; ok "the log has $event"
done
grep -q "game.created game=$game kind=qttt$" err; ok "and which game it was"
test "$(id -u)" != 0 || grep -q ' warning server.root ' err; ok "it warns root"
grep -E "$token|secret|Ada|127\.0\.0\.1" err | none "no token, no name, no word of the chat and no address is in it"

start 'log_level = "debug"
log_addresses = true'
say ping >said
stop
grep -q ' client.came client=1 address=127.0.0.1$' err; ok "addresses are there if they are asked for"
start 'log_level = "error"'
say 'create side=both' >said
stop
test ! -s err; ok "what is not wanted is not written"

start ''
exec 3<>"/dev/tcp/127.0.0.1/$port"
kill -STOP "$pid" && kill "$pid" && kill "$pid" && kill -CONT "$pid"
wait "$pid"; ok "two signals at once end it with status 0, too"
pid=
exec 3>&-

"$server" --database games.db --erase-name Ada >out && grep -q 'Ada: 1' out; ok "a name is taken out"
"$server" --database games.db --erase-game "$game" >out; ok "a game is deleted"
! "$server" --database games.db --erase-game "$game" >out 2>err2 && grep -q "$game" err2; ok "and then is unknown"
start ''
say "watch $game" | grep -q 'code room.unknown'; ok "for everybody"
stop
mv copy.db games.db && rm -f games.db-*
start ''
say "watch $game" 'position 1' | grep -q 'A1-C3'; ok "the copy still has it"
stop
done_testing
