#!/bin/sh
# A whole game of quantum tic-tac-toe through one pipe: pairs, cycles, their collapses, and the end.
# --strict makes the exit status tell whether every command was taken. TERNION names the engine
# (ternion).
"${TERNION:-ternion}" --strict <<'COMMANDS'
play x a1 b2
play o b2 c3
play x a1 c3      # the third pair closes a cycle through A1, B2 and C3
cycle
collapse o c3     # o did not close it, so o chooses where mark 3 settles
play o a2 b1
play x a2 b1      # mark 5 closes the next cycle
collapse o a2
play o c1 c2
play x c1 c2
collapse o c2
play o a3 b3
play x a3 b3
collapse o b3     # A3 would be a narrow win only: both sides would have a row
showboard
final_score
print_record
COMMANDS
