# The console as a client of a server, on a real terminal: orders, moves, what others do, lost
# servers.
. "$srcdir/tests/support/screen.bash"

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
    ok "$2"
}

serve 'room_idle = 1'
start --color=always --connect "127.0.0.1:$port"
sees '^Connected\.' "a greeting"
sees '^server> *$' "a prompt"
type 'nonsense'
press Enter
sees 'no game: create, join or watch' "what is no order is a move, for which there must be a game"
talk capture-pane -p -e | grep -q $'\033\[31mno game'
ok "refusals are red"
type '   '
press Enter
type 'help ping'
press Enter
sees '^ping: Answers pong' "an order's reply"
! screen | grep -q 'code order'
ok "codes for programs are not shown"
type 'create side=x'
press Enter
sees '^You are in game [a-z0-9]*; others can' "the game has a name to tell others"
sees '^open> *$' "the prompt knows that nobody is there yet"
game=$(screen | sed -n "s/^You are in game \([a-z0-9]*\);.*/\1/p" | head -n 1)
screen | tr -s '\n' ' ' | grep -qE "'rejoin $game [0-9a-f]{32}' brings you back as x"
ok "and how to come back"
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
ok "that stands right above it, below the board"
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

# What the other does must be seen where it is to be answered: requests, clocks, the marking at the
# end of Go.
times() { screen | grep -cE -- "$1"; }
sees_again() { # sees_again COUNT PATTERN TEXT: the screen shows it more than COUNT times
    local i
    for i in $(seq 300); do
        test "$(times "$2")" -gt "$1" && break
        sleep 0.1
    done
    test "$(times "$2")" -gt "$1"
    ok "$3"
}
types() { # types LINE...
    local line
    for line; do
        type "$line"
        press Enter
    done
}
# An engine judges what is dead; under the address sanitizer none can be held to an amount of
# memory.
serve "bot \"ternion\" { command = \"'$builddir/ternion'\" memory = 0 }"
start --color=never --connect "127.0.0.1:$port"
sees '^server> *$' "a game against somebody else"
types 'create game=go size=5 side=w time=600'
sees '^open> *$' "the prompt of a game that nobody has joined"
game=$(screen | sed -n "s/^You are in game \([a-z0-9]*\);.*/\1/p" | head -n 1)
other_comes
other_says 'name "drawOffered":"b","you":["b"],"' "join $game"
sees '^w, waiting for b> *$' "whose turn it is, and that it is not ours"
sees '^You are w\. Time left: b 10:00, w 10:00\.$' "which side we are, and the clocks"
types moves
sees '^There is nothing for you to play now\.$' "moves while the other is to play"
other_says 'chat "toPlay":"b","phase":"over","drawOffered":"b"},{"undoAsked":"b"' 'ply c3'
sees '^w, place a stone or pass> *$' "now it is ours"
sees '^You are w\. Time left: b (10:00|9:5[0-9]), w 10:00\.$' "after a ply, too"
! screen | grep -qE 'offers a draw|asks to take back'
ok "what others call themselves and say is no state"
types moves
sees '^A1 B1 C1 ' "moves"
types '?'
sees '^ping: Answers pong' "? is help"
sees "^'board' draws the board again" "which has the words of the console as well"
before=$(times '^You are w\.')
types ' board  # again'
sees_again "$before" '^You are w\.' "board draws it again, and what belongs to it"
other_says 'draw offer'
sees "^b offers a draw: 'draw accept', 'draw decline' or a move answers\.$" "an offer, and how to answer it"
types 'draw decline'
types draw
sees '^You have offered a draw, which is not answered yet\.$' "draw offers one, which waits"
other_hears '"drawOffered":"w"' "the other sees it"
other_says 'draw decline' undo
sees "^b asks to take back: 'undo accept' or 'undo decline' answers\.$" "an undo that is asked for"
types 'undo decline'
other_says reset
sees "^b asks to start again: 'reset accept' or 'reset decline' answers\.$" "a reset that is asked for"
types 'reset decline' a1
sees '^w, waiting for b> *$' "a stone"
other_says 'ply pass'
sees '^w, place a stone or pass> *$' "a pass"
types pass
sees '^stopped> *$' "the second pass stops the game"
sees "^Dead: A1; seki: none; B\+[0-9.]+\. 'mark VERTEX alive\|dead\|seki' changes it, 'accept' accepts it," "the marking, and how to change it"
types 'mark a1 alive'
sees '^Dead: none; seki: none; ' "the marking as we changed it"
# What the other marks has come, but cannot be shown yet: the server is held before it draws the
# board.
client=$(awk -v shell="$(talk display-message -p '#{pane_pid}')" '$4 == shell { print $1 }' /proc/[0-9]*/stat)
before=$(times '^Dead: A1; ')
type accept
sees '^stopped> accept *$' "accept is typed"
kill -STOP "$client"
other_says 'mark a1 dead' ping
other_hears '^= pong' "while the other marks something else"
kill -STOP "$server"
kill -CONT "$client"
sleep 0.5
press Enter
sees '^stopped> *$' "accept is sent"
kill -CONT "$server"
sees 'the marks have changed' "nobody accepts what was not shown"
sees_again "$before" '^Dead: A1; ' "then it is shown"
! screen | grep -q 'You have accepted'
ok "and not accepted yet"
other_says 'accept'
sees '^b has accepted this marking\.$' "who has accepted"
types 'accept # it is right'
sees '^Game over: B\+[0-9.]+ \(scored\)' "both have accepted the same"
other_says rematch
sees "^b asks for a rematch: 'rematch' agrees\.$" "a rematch that is asked for"
types rematch
sees '^You are b\. Time left' "seats are swapped"
sees '^b, place a stone or pass> *$' "and the prompt knows"
types leave
types "watch $game"
sees '^You are watching\. Time left' "looking on"
sees '^watching; b is to play> *$' "a watcher is not asked to play"
types 'leave  # done'
sees '^server> *$' "out of the game the prompt is as before it"
types exit
sees '^bye$' "exit is quit"
left "and leaves"
other_says quit
exec 3>&-
wait "$other" 2>/dev/null

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

# In a tournament the leader can stop all clocks.
serve
other_comes
other_says 'name Lena' 'contest open game=go size=5 time=600'
other_hears '"key":"' "somebody leads a tournament"
contest=$(sed -n 's/.*"contest":"\([a-z0-9]*\)".*/\1/p' other | head -n 1)
other_says "contest join $contest"
start --color=never --connect "127.0.0.1:$port"
types 'name Pia' "contest join $contest"
other_hears '"name":"Pia"' "and we take part"
other_says "contest pair $contest"
other_hears '"result":null' "the first game begins"
types "contest sit $contest"
sees '^w, waiting for b> *$|^b, place a stone or pass> *$' "our seat"
other_says "contest pause $contest"
sees '^paused> *$' "a pause"
other_says "contest resume $contest"
sees '^w, waiting for b> *$|^b, place a stone or pass> *$' "and its end"
press C-d
left "and we leave"
exec 3>&-
kill "$other" 2>/dev/null

serve_by "$builddir/tests/support/babbler"
start --color=never --connect "127.0.0.1:$port"
sees '^The server says something that has no end\.$' "a line without end"
left "and the client ends"

# Without a terminal.
says() { # says STATUS PATTERN ARGUMENTS...
    "$builddir/ternion" "${@:3}" </dev/null >out 2>&1
    test $? = "$1" && grep -qE -- "$2" out
    ok "${*:3} ends with $1"
}
says 2 'wants HOST:PORT, not nowhere' --connect nowhere
says 2 'wants HOST:PORT' --connect :80
says 2 'wants HOST:PORT' --connect host:
says 1 'Connection refused' --connect 127.0.0.1:1
says 1 'no.such.host.invalid:80: ' --connect no.such.host.invalid:80
serve
printf 'ping\n' | "$builddir/ternion" --connect "127.0.0.1:$port" >out
grep -q '^= pong$' out
ok "a pipe: what goes in goes out"
printf 'ping\n' | "$builddir/ternion" --connect "127.0.0.1:$port" 2>out >/dev/full
test $? = 1 && grep -q 'No space left' out
ok "what cannot be written is an error"
columns=60
start --color=never --connect "127.0.0.1:$port"
sees "^Connected. 'create bot=ternion' plays the engine, 'list'\$" "on a narrow terminal the greeting is wrapped between words"
type 'create size=6 side=both'
press Enter
sees '^6 .( {7}.){6}$' "and a large board is drawn in narrow cells"
press C-d
columns=

done_testing
