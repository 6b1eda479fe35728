#!/bin/sh
# A game of Go with its count: a wall each, a stone thrown in on both sides, one of black's too
# many, two passes. The engine finds what is dead; the stone too many costs a point by the one rule
# set and nothing by the other. TERNION names the engine (ternion).
set -e
moves='b C1 w D1 b C2 w D2 b C3 w D3 b C4 w D4 b C5 w D5 b E3 w A3 b B2 w pass b pass'
for rules in chinese japanese; do
    {
        echo "set_rules $rules"
        echo "boardsize 5"
        echo "komi 0.5"
        # shellcheck disable=SC2086  # pairs of words
        printf 'play %s %s\n' $moves
        test "$rules" = japanese || echo "showboard"
        echo "final_status_list dead"
        echo "final_score"
    } | "${TERNION:-ternion}" --game go --strict | sed '/^=* *$/d'
    echo "by the $rules rules"
done
