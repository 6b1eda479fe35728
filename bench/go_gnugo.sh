#!/usr/bin/env bash
# Our Go player against GNU Go, by the arena, GNU Go being the judge of dead stones:
#
#   bench/go_gnugo.sh [SIZE [GAMES [NODES [LEVEL [JOURNAL [SEED]]]]]]
#
# Run from the build folder. NODES are simulations a move; "2s" and the like give time a move
# instead. The journal lets an interrupted run go on and keeps every game. The arena gives both
# engines seeds made of SEED: runs side by side need different ones, or they play the same games.
set -eu
size=${1:-9} games=${2:-20} nodes=${3:-1000} level=${4:-10}
journal=${5:-go_gnugo-$size-$nodes-$level.db} seed=${6:-7}
gnugo=$(command -v gnugo || echo /usr/games/gnugo)
judge="$gnugo --mode gtp --chinese-rules --level 10"
case $nodes in
*s) effort="--move-time ${nodes%s}" ;;
*) effort="--nodes $nodes" ;;
esac
exec ./ternion-arena --game go --size "$size" --rules chinese --komi 7.5 --games "$games" --seed "$seed" \
    --hang 120 --display lines --journal "$journal" --judge "$judge" \
    --engine "cmd=./ternion --game go $effort,name=ternion" \
    --engine "cmd=$gnugo --mode gtp --chinese-rules --level $level,name=gnugo-$level"
