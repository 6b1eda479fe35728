# A real terminal for tests, by tmux; they source this. Skips the test without tmux.
. "$srcdir/tests/support/tap.bash"
command -v tmux >/dev/null || skip_all "tmux is missing"
folder=$(mktemp -d)
export HOME=$folder XDG_STATE_HOME=$folder/state TERM=screen LC_ALL=C.UTF-8
socket=
starts=0
talk() { tmux -S "$socket" -f /dev/null "$@"; }
trap 'talk kill-server 2>/dev/null; rm -rf "$folder"' EXIT
cd "$folder" || exit 99

# start ARGUMENTS...: a fresh screen, as many columns wide as $columns says, with the program in it;
# the exit status lands in ./status.
start() {
    rm -f status
    test -z "$socket" || talk kill-server 2>/dev/null
    starts=$((starts + 1))
    socket=$folder/tmux$starts # a server that is leaving must not be asked again
    talk new-session -d -x "${columns:-100}" -y 50 "'$builddir/ternion' $*; echo \$? >status; sleep 100"
    test $? = 0 -o $starts -gt 1 || skip_all "tmux does not start here"
}
type() { talk send-keys -l -- "$1"; }
press() { talk send-keys "$@"; }
screen() { talk capture-pane -p -S -200 2>/dev/null; }
# sees PATTERN TEXT: waits until the screen shows it.
sees() {
    local i
    for i in $(seq 300); do
        screen | grep -qE -- "$1" && break
        sleep 0.1
    done
    screen | grep -qE -- "$1"
    ok "$2" || screen | grep . | tail -n 30 | comment
}
left() { # left TEXT: waits until the program has ended
    local i
    for i in $(seq 300); do
        test -s status && break
        sleep 0.1
    done
    test "$(cat status 2>/dev/null)" = 0
    ok "$1"
}
