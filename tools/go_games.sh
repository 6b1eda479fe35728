#!/usr/bin/env bash
# Games of GNU Go against itself, as SGF, for tools/go_train to learn from:
#
#   tools/go_games.sh SIZE LEVEL FIRST LAST FILE
#
# plays the games number FIRST .. LAST and adds them to FILE. The number is the seed of everything, so
# a game can be had again. Two to four stones on the third to fifth lines come first, for variety; low
# levels play nearly as the usual ten but many times faster. One process plays both sides.
set -eu
size=$1 level=$2 first=$3 last=$4 file=$5
gnugo=$(command -v gnugo || echo /usr/games/gnugo)
columns=ABCDEFGHJKLMNOPQRSTUVWXYZ
letters=abcdefghijklmnopqrstuvwxy

# The answer to one command, without its "= ".
ask() {
    printf '%s\n' "$1" >&"${go[1]}"
    IFS= read -r answer <&"${go[0]}"
    IFS= read -r _ <&"${go[0]}"
    case $answer in
    =*) answer=${answer#=} answer=${answer# } ;;
    *) return 1 ;;
    esac
}

# The vertex in $1 as SGF in $point.
point_of() {
    local before=${columns%%"${1:0:1}"*}
    point=${letters:${#before}:1}${letters:$((size - ${1:1})):1}
}

# A point of the third to fifth line from an edge both ways in $vertex.
random_vertex() {
    local x=$((2 + RANDOM % (size > 9 ? 3 : 2))) y=$((2 + RANDOM % (size > 9 ? 3 : 2)))
    ((RANDOM % 2)) && x=$((size - 1 - x))
    ((RANDOM % 2)) && y=$((size - 1 - y))
    vertex=${columns:$x:1}$((y + 1))
}

game_play() {
    local moves="" passes=0 side=B stones=$((2 + RANDOM % 3)) ply
    ask "boardsize $size"
    ask clear_board
    ask "komi 7.5"
    for ((ply = 0; passes < 2 && ply < 3 * size * size; ply++)); do
        if ((ply < stones)); then
            random_vertex
            while ! ask "play $side $vertex"; do
                random_vertex
            done
            answer=$vertex
        else
            ask "genmove $side"
        fi
        if [ "$answer" = PASS ]; then
            passes=$((passes + 1)) point=
        else
            passes=0
            point_of "$answer"
        fi
        moves+=";${side}[$point]"
        [ $side = B ] && side=W || side=B
    done
    printf '(;GM[1]FF[4]SZ[%s]KM[7.5]RU[Chinese]PB[gnugo-%s]PW[gnugo-%s]GN[%s]%s)\n' \
        "$size" "$level" "$level" "$1" "$moves" >>"$file"
}

for ((number = first; number <= last; number++)); do
    RANDOM=$number
    coproc go { exec "$gnugo" --mode gtp --chinese-rules --never-resign --level "$level" --seed "$number"; }
    pid=$!
    game_play "$number"
    printf 'quit\n' >&"${go[1]}"
    wait "$pid" || true
done
