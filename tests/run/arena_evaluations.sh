# What engines say of their plies: asked for by what they list, kept in the journal, exported.
. "$srcdir/tests/support/arena.bash"

# said STYLE JOURNAL OPTIONS...: a match in which a says it by STYLE and b says nothing.
said() {
    run 60 --engine "cmd=$stub --evaluates $1:0.25,0.75,name=a" --engine "cmd=$stub,name=b" --game qttt --games 2 --seed 3 \
        --display none --journal "$2" "${@:3}"
}
for style in own kata lz comment; do
    said $style $style.db
    test "$status" -eq 0 && csv $style.db fault | grep -c '^$' | grep -qx 2 &&
        test "$(csv $style.db moves)" = "$(csv own.db moves)" &&
        query $style.db "SELECT evaluations FROM game WHERE number = 0" | sed -n '1p;3p' | cut -d ' ' -f 1,3 >values &&
        test "$(tr '\n' ' ' <values)" = "0.2500 100 0.7500 200 " &&
        query $style.db "SELECT evaluations FROM game WHERE number = 0" | sed -n 2p | grep -qx -- -
    ok "$style: winrates and nodes of the engine's own plies, and no others"
done
query own.db "SELECT evaluations FROM game WHERE number = 0" | sed -n 1p |
    grep -qx "0.2500 7 100 $(csv own.db moves | sed 's/ .*//;q') X9"
ok "depth and the line up to the next move's"
"$arena" show own.db 0 | grep -q ' ms, 25.0%, depth 7, 100 nodes: .* X9$'
ok "show has them beside the times"
said own none.db --evaluations no
test "$status" -eq 0 && test "$(query none.db "SELECT count(*) FROM game WHERE evaluations IS NULL")" -eq 2 &&
    test "$(csv none.db moves)" = "$(csv own.db moves)"
ok "--evaluations no: nobody is asked, and the same is played"
said own none.db
test "$status" -eq 1 && grep -q 'evaluations' out
ok "such a run goes on as it was begun"
run 60 --engine "cmd=$engine,name=a,init=set_option nodes 100" --engine "cmd=$engine,name=b,init=set_option nodes 50" \
    --game draughts --games 2 --max-plies 20 --openings random:2 --display none --journal real.db
test "$status" -eq 0 && query real.db "SELECT evaluations FROM game" >values && test "$(wc -l <values)" -eq 40 &&
    ! grep -qv '^[01]\.[0-9]\{4\} [0-9]* [1-9][0-9]* [A-H][1-8]' values
ok "ours says it of every ply"

# Adjudication by what both engines say.
sure() { # sure JOURNAL WINRATE-A WINRATE-B OPTIONS...
    run 60 --engine "cmd=$stub --evaluates own:$2,name=a" --engine "cmd=$stub --evaluates own:$3,name=b" --game draughts \
        --games 2 --seed 3 --display none --journal "$1" "${@:4}"
}
sure alone.db 0.02 0.6 --resign 5:2
test "$(csv alone.db "ending,engine0 = 0,winner" | tr '\n' ';')" = "adjudicated 1 1;adjudicated 0 0;"
ok "an engine that gives up alone loses"
sure unsure.db 0.02 0.6 --resign 5:2:both --max-plies 30
test "$(csv unsure.db "plies,winner" | sort -u)" = "30 -1"
ok "unless both must say so, and the other is not as sure"
sure both.db 0.02 0.98 --resign 5:2:both
test "$(csv both.db "ending,engine0 = 0,winner" | tr '\n' ';')" = "adjudicated 1 1;adjudicated 0 0;" &&
    test "$(query both.db "SELECT max(plies) < 8 FROM game")" -eq 1
ok "where both say so it is a loss"
sure even.db 0.52 0.47 --draw 4:6:10
test "$(csv even.db "ending,result,plies" | sort -u)" = "adjudicated 0 15"
ok "--draw: six plies in a row near even, from the tenth on"
sure odd.db 0.52 0.6 --draw 4:6:10 --max-plies 30
test "$(csv odd.db plies | sort -u)" = 30
ok "but not where one of them hopes for more"

# Adjudication by endgame tables.
export XDG_CACHE_HOME=$scratch/cache
cat >endings <<'END'
position W:WK29,K30:BK4
position W:WK29:BK4,K5
position W:WK1:BK32
position B:WK29,K30:B5
END
tabled() { # tabled JOURNAL OPTIONS...
    run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game draughts --games 8 --openings file:endings --seed 3 \
        --display none --journal "$@"
}
tabled missing.db --tables
test "$status" -eq 2 && ! test -e missing.db && grep -q "no endgame tables of warcaby in $scratch/cache/ternion/egtb: .ternion-egtb --rules warcaby build. makes them" out
ok "--tables without tables is refused, and says how they are made"
"$builddir/ternion-egtb" --quiet --pieces 3 --rules warcaby build
run 20 "$stub" "$stub" --game qttt --tables --journal missing.db
test "$status" -eq 2 && ! test -e missing.db && grep -q 'Quantum tic-tac-toe has no endgame tables' out
ok "nor is there --tables in a game that has none"
tabled tables.db --tables
for ((game = 0; game < 8; game++)); do
    printf 'set_game draughts\nset_%s\n' "$(query tables.db "SELECT opening FROM game WHERE number = $game")"
    printf 'play %s %s\n' "$(query tables.db "SELECT iif(opening LIKE '% W:%', 'w', 'b'), moves FROM game WHERE number = $game")" | tr '|' ' '
    echo egtb
done | "$engine" | sed -n 's/^this position: a draw/-1/p; s/^this position: black .*/0/p; s/^this position: white .*/1/p' >proved
test "$status" -eq 0 && csv tables.db winner | diff proved - && test "$(sort -u proved | wc -l)" -eq 3 &&
    test "$(csv tables.db "plies,ending,detail" | sort -u)" = "1 adjudicated by the endgame tables"
ok "--tables ends a game with the result that they prove"
"$arena" list tables.db | grep -q ' adjudicated .* by the endgame tables$' && "$arena" show tables.db 0 | grep -qx 'remark    by the endgame tables'
ok "list and show say so"
tabled untabled.db --max-plies 3
test "$(csv untabled.db plies | sort -u)" = 3
ok "only where it was asked for"
tabled untabled.db --max-plies 3 --tables
test "$status" -ne 0 && grep -q 'tables' out
ok "a run does not go on with it that was begun without"
echo 'position W:WK29,K30:BK1:H78' >endings
tabled late.db --tables
test "$(csv late.db "plies,ending,winner" | sort -u)" = "2 rules -1"
ok "a win that comes too late for the draw by quiet plies is none"
unset XDG_CACHE_HOME

# Exports.
"$arena" export samples own.db >samples && test "$(wc -l <samples)" -eq "$(query own.db "SELECT sum(plies) FROM game")" &&
    sed -n 1p samples | grep -q '^{"game":0,"ply":0,"position":"3 3 x","to_play":"x","move":"[^"]*","value":0.2500,"result":[01]' &&
    sed -n 2p samples | grep -q '"to_play":"o",.*"value":null,'
ok "samples: position, value and result for the side to play"
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub --fault crash,name=b" --game qttt --games 2 --display none --journal crash.db
"$arena" export samples crash.db >samples && test "$(csv crash.db plies | head -n 1)" -gt 0 && ! test -s samples
ok "but none of a game that a fault ended"
"$arena" export jsonl own.db 0 | grep -q '"evaluations":\[{"winrate":0.25,"depth":7,"nodes":100,"line":".* X9"},{},{"winrate":0.75,'
ok "jsonl has them by ply"
run 60 --engine "cmd=$stub --evaluates own:0.25,name=a" --engine "cmd=$stub --evaluates own:0.9,name=b" --game go --size 5 \
    --games 2 --max-plies 4 --display none --journal go.db
"$arena" export sgf go.db 0 >game.sgf && grep -q ';B\[..\]SBKV\[25.00\]C\[[0-9.]* s, 25.0%, depth 7, 100 nodes: .. X9\]' game.sgf &&
    grep -q ';W\[..\]SBKV\[10.00\]' game.sgf
ok "SGF has Black's chances, and times"
"$arena" export pdn real.db 0 | grep -q ' {[0-9.]* s, [0-9.]*%, depth [0-9]*, [0-9]* nodes: [A-H][1-8]'
ok "PDN has comments"
printf 'set_game go\nload_record game.sgf\nhistory\n' | "$engine" >out && tail -n 2 out | grep -Eqx '= ([A-E][1-5] ?){4}'
ok "which the engine reads over"
done_testing
