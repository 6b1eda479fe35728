# What the arena's shell tests share: TAP, a scratch directory, and runs with a time limit.
. "$srcdir/tests/support/tap.bash"
arena=$builddir/ternion-arena
engine=$builddir/ternion
stub=$builddir/tests/support/stub_engine
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
# A name of its own, so that a test sees which processes are its own.
cp "$stub" stub_engine && stub=$scratch/stub_engine

# run SECONDS ARGUMENTS...: the arena with a limit; its status is in $status, its words in out.
run() {
    timeout -k 5 "$1" "$arena" "${@:2}" >out 2>&1 </dev/null
    status=$?
}

# query JOURNAL SQL: its rows; csv JOURNAL COLUMNS: those of every game.
query() {
    "$builddir/tests/support/journal_query" "$1" "$2"
}
csv() {
    query "$1" "SELECT $2 FROM game ORDER BY number"
}

# Everything that a journal holds, times left out.
content() {
    query "$1" "SELECT * FROM manifest WHERE name NOT LIKE 'judge%' ORDER BY name"
    query "$1" "SELECT * FROM engine ORDER BY number"
    csv "$1" "number,pair,engine0,engine1,opening_number,opening,seed,result,counted,winner,margin,
        ending,fault,fault_side,detail,plies,moves,plies0,plies1,claim0,claim1,dispute,evaluations"
    query "$1" "SELECT game FROM dialogue ORDER BY game"
}

# ./later TAG ARGUMENTS...: the stub, which only from its second start on has these arguments. With
# restart=game that is from its second game on.
printf '%s\n' '#!/bin/sh' 'tag=$1 && shift' "mkdir \"$scratch/\$tag.once\" 2>/dev/null && exec $stub" "exec $stub \"\$@\"" >later
chmod +x later

# Whether no process runs this test's own copy of the stub.
all_gone() {
    local file first
    for file in /proc/[0-9]*/cmdline; do
        first=
        { IFS= read -r -d '' first <"$file"; } 2>/dev/null
        test "$first" != "$stub" || return 1
    done
}

# engines PID COUNT: waits until an arena, which heeds signals by then, has COUNT engines.
engines() {
    for ((tries = 0; tries < 200; tries++)); do
        test "$(wc -w <"/proc/$1/task/$1/children")" -eq "$2" && return
        sleep 0.05
    done
}
