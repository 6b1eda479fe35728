#!/bin/sh
# What a Go GUI says to an engine, as GoGui does: who are you, what can you do, a new game, the
# person's stones, the engine's, a stone taken back, an interrupted thought, and the count. Every
# command has an id, and the reply bears the same. TERNION names the engine (ternion).
set -e
{
    cat <<'COMMANDS'
1 protocol_version
2 name
3 version
4 known_command gogui-interrupt
5 boardsize 9
6 clear_board
7 komi 6.5
8 time_settings 60 10 5
9 play b E5
10 genmove w
11 undo
12 time_left b 55 0
13 genmove w
COMMANDS
    echo "# interrupt" # to other engines a comment: this one answers with what it has found
    echo "14 last_move"
    echo "15 final_score"
    echo "16 quit"
} | "${TERNION:-ternion}" --game go --seed 7 --threads 1 --nodes 200
