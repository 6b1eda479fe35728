#!/usr/bin/env bash
# Our Go player against itself at very fast clocks of every kind, counting games lost on time:
#
#   bench/go_clocks.sh [GAMES [SIZE [OPTIONS]]]
#
# Run from the build folder. The arena forgives 50 ms a ply, the player keeps its usual lag
# allowance; OPTIONS go to the player, say "--threads 2 --set ponder=on".
set -eu
games=${1:-12} size=${2:-9} options=${3:-}
journals=$(mktemp -d)
trap 'rm -rf "$journals"' EXIT
lost=0 all=0
for clock in 0.1/move 3 1+0.05 '1+3x0.1 byoyomi' '1+5/0.5 canadian'; do
    journal=$journals/$all.db
    ./ternion-arena --game go --size "$size" --rules chinese --komi 7.5 --games "$games" --seed 5 \
        --time "$clock" --margin 0.05 --display none --journal "$journal" --judge "./ternion --game go" \
        --engine "cmd=./ternion --game go $options,name=a" \
        --engine "cmd=./ternion --game go $options,name=b" >/dev/null || true
    late=$(./ternion-arena export csv "$journal" | grep -c ',time,' || true)
    fine=$(./ternion-arena export csv --fault none "$journal" | tail -n +2 | wc -l)
    if test $((late + fine)) != "$games"; then
        echo "$clock: only $fine of $games games ended as games do; see ternion-arena check \"./ternion --game go $options\"" >&2
        exit 1
    fi
    echo "$clock: $late of $games games lost on time"
    lost=$((lost + late)) all=$((all + games))
done
echo "all clocks: $lost of $all"
