#!/bin/bash
# duel.sh GAME [ENGINE1 [ENGINE2]]: one game between two engines over named pipes, as a match runner
# in fifty lines of shell. Every ply of the one is played into the other; who moves next is asked,
# since at quantum tic-tac-toe the same side may have two plies in a row. For more than a look use
# ternion-arena, which also checks, times and records.
set -e
game=${1:-qttt}
if test "$game" = go; then game="go --size 5"; fi
engine=("${2:-${TERNION:-ternion} --game $game --seed 1 --nodes 200 --threads 1}"
    "${3:-${TERNION:-ternion} --game $game --level easy --seed 2 --nodes 200 --threads 1}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for i in 0 1; do
    mkfifo "$folder/to$i" "$folder/from$i"
    # shellcheck disable=SC2086  # a command line
    ${engine[i]} <"$folder/to$i" >"$folder/from$i" &
done
exec {to0}>"$folder/to0" {from0}<"$folder/from0" {to1}>"$folder/to1" {from1}<"$folder/from1"
to=("$to0" "$to1") from=("$from0" "$from1")

# ask ENGINE COMMAND...: the first line of the reply, or the end of the game if it is a refusal.
ask() {
    local i=$1 line
    shift
    echo "$*" >&"${to[i]}"
    IFS= read -r reply <&"${from[i]}"
    while IFS= read -r line <&"${from[i]}" && test -n "$line"; do :; done
    case $reply in
    '?'*) echo "engine $((i + 1)), $*: $reply" >&2; exit 1 ;;
    esac
    reply=${reply#=}
    reply=${reply# }
}

ask 0 to_play
first=$reply
passes=0
while ask 0 legal_moves; test -n "$reply" && test $passes -lt 2; do
    ask 0 to_play
    side=$reply
    if test "$side" = "$first"; then mover=0; else mover=1; fi
    ask $mover genmove "$side"
    printf '%s %s\n' "$side" "$reply"
    if test "${reply,,}" = pass; then passes=$((passes + 1)); else passes=0; fi
    test "$reply" != resign || { echo "$side resigned"; exit 0; }
    ask $((1 - mover)) play "$side" "$reply"
done
ask 0 final_score
echo "result $reply"
