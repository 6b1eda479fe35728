# The console as a client of a server, on a real terminal: orders, moves, what others do, lost servers.
. "$srcdir/tests/tap.bash"
. "$srcdir/tests/screen.bash"

server=
# serve [LINES OF CONFIGURATION]: a server on any free port, which is then in $port.
serve() {
    printf '%s\n' 'http_port = 0' 'line_port = -1' "$@" >server.conf
    serve_by "$builddir/ternion-server" --database games.db server.conf
}
serve_by() { # serve_by PROGRAM ARGUMENTS...
    end_server
    rm -f said # of the server before
    "$@" >said 2>&1 &
    server=$!
    port=
    for _ in {1..400}; do
        port=$(sed -n 's/^lines: .* port //p' said 2>/dev/null)
        test -n "$port" && break
        sleep 0.05
    done
}
end_server() {
    test -z "$server" || { kill "$server" && wait "$server"; }
    server=
} 2>/dev/null
trap 'end_server; talk kill-server 2>/dev/null; rm -rf "$folder"' EXIT

# Somebody else, on descriptor 3; what they are told is in `other`.
other_comes() {
    exec 3<>"/dev/tcp/127.0.0.1/$port"
    cat <&3 >other &
    other=$!
}
other_says() { printf '%s\n' "$@" >&3; }
other_hears() { # other_hears PATTERN TEXT
    local i
    for i in $(seq 300); do
        grep -qE -- "$1" other && break
        sleep 0.1
    done
    grep -qE -- "$1" other
    tap_ok $? "$2"
}

serve 'room_idle = 1'
start --color=always --connect "127.0.0.1:$port"
sees '^Connected\.' "a greeting"
sees '^server> *$' "a prompt"
type 'nonsense'
press Enter
sees 'no game: create, join or watch' "what is no order is a move, for which there must be a game"
talk capture-pane -p -e | grep -q $'\033\[31mno game'
tap_ok $? "refusals are red"
type '   '
press Enter
type 'help ping'
press Enter
sees '^ping: Answers pong' "an order's reply"
screen | grep -q 'code order'
tap_ok $((! $?)) "codes for programs are not shown"
type 'create side=x'
press Enter
sees '^You are in game [a-z0-9]*; others can' "the game has a name to tell others"
sees '^open> *$' "the prompt knows that nobody is there yet"
game=$(screen | sed -n "s/^You are in game \([a-z0-9]*\);.*/\1/p" | head -n 1)
screen | tr -s '\n' ' ' | grep -qE "'rejoin $game [0-9a-f]{32}' brings you back as x"
tap_ok $? "and how to come back"
other_comes
other_says 'name Ola' "join $game"
sees '^x, place a pair> *$' "somebody came: the prompt says what is due"
type 'a1 c3'
press Enter
sees 'X1' "a move as it is typed; the board is drawn"
other_hears '"move":"A1-C3"' "the other is told"
other_says 'chat hello there'
sees '^Ola: hello there' "what others say"
other_says 'ply a1 c3'
sees '^x, collapse' "what others play"
type 'c3'
press Enter
sees '^x, place a pair> *$' "a collapse by its cell"
other_says 'resign'
sees '^Game over: X\+R \(resign\)' "how it ended"
sees '^over> *$' "and the prompt knows"
screen | grep . | tail -n 2 | head -n 1 | grep -q '^Game over'
tap_ok $? "that stands right above it, below the board"
type 'state'
press Enter
sees '^\{"room"' "the state as it is told"
type 'leave'
press Enter
type 'ping'
press Enter
sees '^pong$' "out of the game" # and Ctrl-D is not typed while readline hands the terminal back
press C-d
left "Ctrl-D leaves"
other_says quit
exec 3>&-
wait "$other" 2>/dev/null

start --color=never --connect "127.0.0.1:$port"
sees '^server> *$' "a second visit"
type 'create game=qttt side=both time=0.2'
press Enter
sees '^time$' "why a game ended"
type 'quit'
press Enter
sees '^bye$' "quit is answered"
left "and leaves"

serve 'ping = 1' 'idle = 3'
start --color=never --connect "127.0.0.1:$port"
sees '^server> *$' "a server that listens for signs of life"
sleep 5
type 'ping'
press Enter
sees '^pong$' "a person may think for longer than that"
end_server
sees '^the server is going down$' "a server that goes says so"
left "and the client ends"

serve
start --color=never --connect "127.0.0.1:$port"
sees '^server> *$' "one more"
kill -9 "$server"
wait "$server" 2>/dev/null
server=
sees '^The server has closed the connection\.$' "a server that is killed"
left "and the client ends"

serve_by "$builddir/tests/babbler"
start --color=never --connect "127.0.0.1:$port"
sees '^The server says something that has no end\.$' "a line without end"
left "and the client ends"

# Without a terminal.
says() { # says STATUS PATTERN ARGUMENTS...
    "$builddir/ternion" "${@:3}" </dev/null >out 2>&1
    test $? = "$1" && grep -qE -- "$2" out
    tap_ok $? "${*:3} ends with $1"
}
says 2 'wants HOST:PORT, not nowhere' --connect nowhere
says 2 'wants HOST:PORT' --connect :80
says 2 'wants HOST:PORT' --connect host:
says 1 'Connection refused' --connect 127.0.0.1:1
says 1 'no.such.host.invalid:80: ' --connect no.such.host.invalid:80
serve
printf 'ping\n' | "$builddir/ternion" --connect "127.0.0.1:$port" >out
grep -q '^= pong$' out
tap_ok $? "a pipe: what goes in goes out"
printf 'ping\n' | "$builddir/ternion" --connect "127.0.0.1:$port" 2>out >/dev/full
test $? = 1 && grep -q 'No space left' out
tap_ok $? "what cannot be written is an error"
columns=60
start --color=never --connect "127.0.0.1:$port"
sees "^Connected. 'create bot=ternion' plays the engine, 'list'\$" "on a narrow terminal the greeting is wrapped between words"
type 'create size=6 side=both'
press Enter
sees '^6 .( {7}.){6}$' "and a large board is drawn in narrow cells"
press C-d
columns=

tap_done
