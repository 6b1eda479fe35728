#!/usr/bin/env bash
# Games of GNU Go against itself, as SGF, for tools/go_train to learn from:
#
#   tools/go_games.sh SIZE LEVEL GAMES SEED FILE
#
# Run from the build folder; the journal beside FILE lets an interrupted run go on.
set -eu
size=$1 level=$2 games=$3 seed=$4 file=$5
gnugo=$(command -v gnugo || echo /usr/games/gnugo)
engine="$gnugo --mode gtp --chinese-rules --never-resign --level $level"
./ternion-arena --game go --size "$size" --rules chinese --komi 7.5 --games "$games" --seed "$seed" \
    --openings random:4 --swap no --hang 120 --display none --journal "$file.db" --judge "$engine" \
    --engine "cmd=$engine --seed $seed,name=first" --engine "cmd=$engine --seed 9$seed,name=second"
./ternion-arena export record "$file.db" -o "$file"
