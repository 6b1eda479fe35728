#!/bin/bash
# Better weights for the evaluation of draughts, in rounds, for as many hours as it may run:
#
#   tools/draughts_rounds.sh FOLDER [ROUNDS]
#
# A round plays games until there are POSITIONS more, learns on from all of them, and lets the
# engine with the new weights meet the one with the best so far: the sequential test of
# ternion-arena has to accept them by either rule set. FOLDER/best has the weights to put into
# data/draughts, FOLDER/log a line for each round. Killed at any moment, it goes on where it was; to
# be run where the programs are built, with endgame tables of five pieces in place.
set -e -o pipefail
folder=${1:?"usage: draughts_rounds.sh FOLDER [ROUNDS]"} rounds=${2:-1000}
: "${NODES:=500}" "${STEP:=1000}" "${POSITIONS:=1000000}" "${LEARN:=-e 8}" "${SLOT:=nice -n 19}"
: "${MATCH_NODES:=2000}" "${GAMES:=4000}" "${SPRT:=elo0=0,elo1=15}" "${SEED:=1}"
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$folder/best"
folder=$(cd "$folder" && pwd)
programs() { make -s draughts-weights "WEIGHTS=$1" >/dev/null; }

# Programs that stop in the middle leave no file with the name that is looked for.
test -e "$folder/best/net.txt" || cp "$source"/data/draughts/{weights,net}.txt "$folder/best"
test -x "$folder/best/learn" || programs "$folder/best"
round=$(cat "$folder/round" 2>/dev/null) || round=1
step=$(cat "$folder/step" 2>/dev/null) || step=$SEED
touch "$folder/positions"

# meet RULES: whether the new engine is accepted, status 5 and 6 saying that it is not.
meet() {
    local status=0
    $SLOT ./ternion-arena --game draughts --rules "$1" --openings random:6 --seed "$round" --games "$GAMES" \
        --engine "cmd=$folder/new/ternion --nodes $MATCH_NODES,name=new" \
        --engine "cmd=$folder/best/ternion --nodes $MATCH_NODES,name=best" \
        --sprt "$SPRT" --display none --journal "$folder/new/$1.db" >"$folder/new/$1" || status=$?
    case $status in
        0 | 5 | 6) ;;
        *) exit "$status" ;;
    esac
    sed -n '/LLR/s/^ */'"$1"': /p' "$folder/new/$1" >>"$folder/log"
    return "$status"
}

for (( ; round <= rounds; round++)); do
    while test "$(stat -c %s "$folder/positions")" -lt $((round * POSITIONS * 16)); do
        step=$((step + 1))
        echo "$step" >"$folder/step"
        $SLOT "$folder/best/selfplay" -g "$STEP" -n "$NODES" -s "$step" "$folder/positions"
    done
    if ! test -e "$folder/new/made"; then
        rm -rf "$folder/new"
        mkdir "$folder/new"
        # shellcheck disable=SC2086
        $SLOT "$folder/best/learn" $LEARN -o "$folder/new" "$folder/positions"
        programs "$folder/new"
        touch "$folder/new/made"
    fi
    echo "round $round, $(($(stat -c %s "$folder/positions") / 16)) positions" >>"$folder/log"
    verdict=rejected
    if meet english && meet warcaby; then
        verdict=accepted
        rm -rf "$folder/old"
        mv "$folder/best" "$folder/old"
        cp -r "$folder/new" "$folder/best"
    fi
    echo "$verdict" >>"$folder/log"
    echo $((round + 1)) >"$folder/round"
    rm -rf "$folder/new"
done
