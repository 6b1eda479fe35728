#!/bin/bash
# Makes finished games with GNU Go, each with GNU Go's own judgement of its stones in the root comment.
#   go_games.sh FOLDER SIZE LEVEL FIRST LAST
# writes FOLDER/SIZE-NUMBER.sgf for the numbers FIRST to LAST. The number is the seed: the same numbers
# give the same games. Every third game begins with some random moves, so that more is left to judge.
set -e
folder=$1 size=$2 level=$3 first=$4 last=$5
gnugo=${GNUGO:-$(command -v gnugo || echo /usr/games/gnugo)}
mkdir -p "$folder"

ask() { # sends a command and reads the reply into $reply
    echo "$*" >&"${engine[1]}"
    reply=
    while IFS= read -r line <&"${engine[0]}" && [ -n "$line" ]; do
        reply="$reply${reply:+ }$line"
    done
    case $reply in
    =*) reply=${reply#=}; reply=${reply# } ;;
    \?*) return 1 ;;
    *) echo "$gnugo has ended" >&2; exit 1 ;;
    esac
}

letters=ABCDEFGHJKLMNOPQRST small=abcdefghijklmnopqrs
random_vertex() {
    reply=${letters:RANDOM % size:1}$((RANDOM % size + 1))
}

add_move() { # appends vertex $1 by side $side to $moves
    local point= before=${letters%%"${1:0:1}"*}
    [ "$1" = PASS ] || point=${small:${#before}:1}${small:size - ${1:1}:1}
    moves="$moves;${side^^}[$point]"
}

for number in $(seq "$first" "$last"); do
    RANDOM=$number
    coproc engine { "$gnugo" --mode gtp --level "$level" --seed "$number" --quiet; }
    ask boardsize "$size"
    ask clear_board
    side=b passes=0 plies=0 moves=
    random=$((number % 3 == 0 ? size : 0))
    while [ $passes -lt 2 ] && [ $plies -lt $((size * size * 2)) ]; do
        if [ $plies -lt $random ]; then
            random_vertex
            vertex=$reply
            ask play $side "$vertex" || continue
        else
            ask genmove $side
            vertex=$reply
        fi
        if [ "$vertex" = resign ]; then break; fi
        if [ "$vertex" = PASS ]; then passes=$((passes + 1)); else passes=0; fi
        add_move "$vertex"
        side=$([ $side = b ] && echo w || echo b)
        plies=$((plies + 1))
    done
    if [ $passes -eq 2 ]; then
        ask final_status_list dead && dead=$reply
        ask final_status_list seki && seki=$reply
        printf '(;FF[4]GM[1]SZ[%d]RU[Japanese]KM[6.5]C[dead: %s\nseki: %s]\n%s)\n' \
            "$size" "$dead" "$seki" "$moves" >"$folder/$size-$number.sgf"
    fi
    echo quit >&"${engine[1]}"
    wait "$engine_PID" 2>/dev/null || true
done
