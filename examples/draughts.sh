#!/bin/bash
# draughts.sh [SEED]: the engine plays itself at draughts, one command at a time over a coprocess,
# until there is a result; then its PDN goes to standard output. TERNION names the engine (ternion).
set -e
coproc engine { exec "${TERNION:-ternion}" --game draughts --seed "${1:-1}" --nodes 2000 --threads 1; }

# ask COMMAND...: sends one command; $reply is the text of a good reply, and a bad one ends the
# script.
ask() {
    local line
    echo "$*" >&"${engine[1]}"
    reply=
    while IFS= read -r line <&"${engine[0]}" && test -n "$line"; do
        reply+=${reply:+$'\n'}$line
    done
    case $reply in
    =*) reply=${reply#=}; reply=${reply# } ;;
    *) echo "$*: $reply" >&2; exit 1 ;;
    esac
}

ask legal_moves
while test -n "$reply"; do
    ask to_play
    ask genmove "$reply"
    test "$reply" != resign || break
    ask legal_moves
done
ask print_record
echo "$reply"
echo quit >&"${engine[1]}" # its answer may come when the shell has already put the pipe away
