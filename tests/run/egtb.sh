# ternion-egtb as a shell sees it, and the engine with the tables it made.
. "$srcdir/tests/support/tap.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
export HOME=$folder XDG_CACHE_HOME=$folder/cache LC_ALL=C
tables=$XDG_CACHE_HOME/ternion/egtb

# run STATUS TEXT ARGUMENTS...: keeps out and err.
run() {
    local expected=$1 text=$2
    shift 2
    timeout 120 "$builddir/ternion-egtb" "$@" >out 2>err
    test $? = "$expected"
    ok "$text: exit status $expected"
}
has() { # has FILE PATTERN TEXT
    grep -qE -- "$2" "$1"
    ok "$3"
}
ask() { # ask COMMAND...: the engine's replies to these lines
    printf '%s\n' 'set_option game draughts' "$@" | timeout 60 "$builddir/ternion" >out 2>err
}

run 0 "help" --help
has out '^Usage: ternion-egtb' "help says how it is called"
run 0 "version" --version
has out '^ternion-egtb \(Ternion\) [0-9]' "version has a number"
run 2 "unknown option" --nonsense build
has err 'unknown option.*: --nonsense' "the option is named"
run 2 "no task"
has err 'say what to do: build, check or list' "which tasks there are"
run 2 "unknown task" mend
has err "'mend' is nothing to do" "the task is named"
run 2 "too many pieces" --pieces 9 build
has err "'9' will not do: a number of pieces from 2 to 6" "how many pieces there can be"
run 2 "unknown rules" --rules polish build
has err "'polish' are no rules" "the rules are named"
run 1 "a place that cannot be" --directory /dev/null/x build
has err '/dev/null/x: Not a directory' "the place is named"

run 1 "a place that is not there" --directory "$folder/nowhere" check
has err 'nowhere: No such file or directory' "is no place without faults"
mkdir -p "$folder/bare"
run 0 "a place without tables" --directory "$folder/bare" --rules english list
has out '^no tables of english in .*/bare$' "is told"

ask egtb
has out '^= 0 tables of warcaby in .*/cache/ternion/egtb; ternion-egtb build makes them' "the engine finds none"
ask 'puzzle 1'
has out '^\? no endgame tables: there are no .* of warcaby in .*/egtb: .ternion-egtb --rules warcaby build. makes them$' "nor a puzzle"
run 0 "two pieces" --pieces 2 build
has out '100.0 %  english-MvM.egtb +760 positions' "progress is shown"
run 0 "once more" --pieces 2 build
has out 'warcaby-KvK.egtb +was there' "what is there is kept"
run 0 "list" list
has out '^english 1K0M to play v 1K0M: 230 won, 654 drawn, 108 lost$' "a king against a king"
run 0 "check" check
has out 'warcaby-KvM.egtb: good' "good tables are named"
ask 'puzzle 1'
has out '^\? no endgame tables: one of those with up to 4 pieces is missing or damaged: .ternion-egtb --rules warcaby build. ' "too few for puzzles"
ask 'set_position W:WK1:BK32' egtb 'set_position W:WK18:BK14' egtb 'hint w'
has out '^= 3 tables of warcaby' "the engine finds them"
has out '^this position: a draw$' "far apart: a draw"
has out '^this position: white wins; 1 ply to the next capture' "a king that can be taken"
has out 'compulsory' "taking it is compulsory"

ask 'set_position W:WK1:BK32' 'hint w' 'set_option egtb 0' 'hint w'
has out '^= [A-H][1-8]-[A-H][1-8]: the endgame tables prove a draw, and it keeps that' "a draw that the tables prove is told as one"
has out '^= [A-H][1-8]-[A-H][1-8]: the best move when looked at' "without them it is not"

printf x | dd of="$tables/warcaby-KvK.egtb" bs=1 seek=800 conv=notrunc 2>/dev/null
ask egtb
has out '^= 2 tables of warcaby' "the engine leaves a damaged one out"
has out 'warcaby-KvK.egtb: damaged' "and names it"
run 1 "a damaged table" --rules warcaby check
has err 'warcaby-KvK.egtb: damaged' "it is named"
run 1 "a list with a damaged table" --rules warcaby list
has err 'warcaby-KvK.egtb: damaged' "it is named there, too"
has out '^warcaby 1K0M to play v 0K1M: [0-9]+ won' "the others are counted"
! grep -q '1K0M to play v 1K0M' out
ok "it is not"
run 1 "one of two rule sets" check
has out 'english-KvK.egtb: good' "the other one is looked at, too"
truncate -s 100 "$tables/warcaby-MvM.egtb"
ask egtb
has out '^= 1 tables of warcaby' "the engine leaves a short one out"
has out 'warcaby-MvM.egtb: not of the length' "and names it"
run 0 "building again" --quiet --pieces 2 build
run 0 "all is good then" --quiet check
test ! -s out
ok "quiet is quiet"

# A table that never comes keeps them reading until they are told to stop.
mkdir "$folder/slow"
mkfifo "$folder/slow/warcaby-KvK.egtb"
for verb in check list; do
    "$builddir/ternion-egtb" --directory "$folder/slow" $verb >out 2>err &
    sleep 0.3
    kill -TERM $!
    wait $!
    test $? = 143
    ok "$verb obeys a signal"
done
done_testing
