#!/usr/bin/env bash
# Games of GNU Go against itself, as SGF:
#
#   tools/go_games.sh train SIZE LEVEL FIRST LAST FILE
#   tools/go_games.sh judge SIZE LEVEL FIRST LAST FOLDER
#
# plays the games number FIRST to LAST. The number is the seed of everything, so a game can be had
# again. Games to train with (tools/go_train) are added to FILE; two to four stones on the third to
# fifth lines come first, for variety. Games to judge (tests/go_judge) become
# FOLDER/SIZE-NUMBER.sgf, if they end, with GNU Go's own judgement of the stones in the root
# comment; every third begins with moves at random, so that more is left to judge. Low levels play
# nearly as the usual ten but many times faster.
set -eu
if test $# != 6; then
    sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
purpose=$1 size=$2 level=$3 first=$4 last=$5 target=$6
gnugo=$(command -v gnugo || echo /usr/games/gnugo)
columns=ABCDEFGHJKLMNOPQRSTUVWXYZ
letters=abcdefghijklmnopqrstuvwxy
case $purpose in
train) options="--chinese-rules --never-resign" most=$((3 * size * size)) ;;
judge) options="--quiet" most=$((2 * size * size)) ;;
*) exit 2 ;;
esac

# ask COMMAND...: sends it; the reply, joined to one line without its "= ", is in $reply.
ask() {
    local line
    echo "$*" >&"${engine[1]}"
    reply=
    while IFS= read -r line <&"${engine[0]}" && test -n "$line"; do
        reply="$reply${reply:+ }$line"
    done
    case $reply in
    =*) reply=${reply#=} reply=${reply# } ;;
    \?*) return 1 ;;
    *) echo "$gnugo has ended" >&2; exit 1 ;;
    esac
}

# A point in $vertex: any to judge; to train, of the third to fifth line from an edge both ways.
random_vertex() {
    local x y
    if test $purpose = judge; then
        vertex=${columns:RANDOM % size:1}$((RANDOM % size + 1))
        return
    fi
    x=$((2 + RANDOM % (size > 9 ? 3 : 2))) y=$((2 + RANDOM % (size > 9 ? 3 : 2)))
    ((RANDOM % 2)) && x=$((size - 1 - x))
    ((RANDOM % 2)) && y=$((size - 1 - y))
    vertex=${columns:x:1}$((y + 1))
}

# Plays a game that begins with $1 stones at random: $moves are its moves in SGF, $passes is 2 at
# its end.
game_play() {
    local side=B plies=0 point before
    moves='' passes=0
    while test $passes -lt 2 && test $plies -lt $most; do
        if test $plies -lt "$1"; then
            random_vertex
            ask play $side "$vertex" || continue
        else
            ask genmove $side
            vertex=$reply
        fi
        case $vertex in
        resign) return ;;
        PASS) passes=$((passes + 1)) point= ;;
        *)
            before=${columns%%"${vertex:0:1}"*} passes=0
            point=${letters:${#before}:1}${letters:size - ${vertex:1}:1}
            ;;
        esac
        moves+=";${side}[$point]"
        test $side = B && side=W || side=B
        plies=$((plies + 1))
    done
}

train() {
    ask komi 7.5
    game_play $((2 + RANDOM % 3))
    printf '(;GM[1]FF[4]SZ[%s]KM[7.5]RU[Chinese]PB[gnugo-%s]PW[gnugo-%s]GN[%s]%s)\n' \
        "$size" "$level" "$level" "$number" "$moves" >>"$target"
}

judge() {
    local dead seki
    game_play $((number % 3 == 0 ? size : 0))
    test $passes = 2 || return 0
    ask final_status_list dead && dead=$reply
    ask final_status_list seki && seki=$reply
    mkdir -p "$target"
    printf '(;FF[4]GM[1]SZ[%d]RU[Japanese]KM[6.5]C[dead: %s\nseki: %s]\n%s)\n' \
        "$size" "$dead" "$seki" "$moves" >"$target/$size-$number.sgf"
}

for ((number = first; number <= last; number++)); do
    RANDOM=$number
    # shellcheck disable=SC2086  # a list of words
    coproc engine { exec "$gnugo" --mode gtp $options --level "$level" --seed "$number"; }
    pid=$!
    ask boardsize "$size"
    ask clear_board
    $purpose
    echo quit >&"${engine[1]}"
    wait "$pid" || true
done
