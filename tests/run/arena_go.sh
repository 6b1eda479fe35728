# Go: scored by the run's rules with dead stones judged in an engine process, and played against GNU
# Go where it is installed.
. "$srcdir/tests/support/arena.bash"

# Two stones of White's that cannot live, and a game that stops at once: random engines that resign
# never pass in order, so the players here are stubs that follow an opening and then pass.
cat >passer <<'SCRIPT'
#!/bin/sh
while read -r id command rest; do
    case $command in
    genmove) printf '=%s pass\n\n' "$id" ;;
    list_commands)
        printf '=%s play\ngenmove\nclear_board\nboardsize\nkomi\nfinal_score\nlist_commands\n' "$id"
        test -z "${DEAD+told}" || echo final_status_list
        echo ;;
    final_status_list)
        case $rest in dead) printf '=%s %s\n\n' "$id" "$DEAD" ;; *) printf '?%s unknown\n\n' "$id" ;; esac ;;
    final_score) printf '=%s %s\n\n' "$id" "${SCORE:-?}" ;;
    quit) printf '=%s\n\n' "$id"; exit 0 ;;
    *) printf '=%s\n\n' "$id" ;;
    esac
done
SCRIPT
chmod +x passer
echo 'C1 A1 C2 pass C3 pass C4 pass C5 pass' >wall.txt
play() { # JOURNAL SETTINGS...
    run 60 --engine "cmd=./passer,name=a,env=SCORE=B+17.5" --engine "cmd=./passer,name=b,env=SCORE=W+3" \
        --game go --size 5 --games 2 --openings file:wall.txt --journal "$@"
}
play ours.db
test "$status" -eq 0 && test "$(csv ours.db "result,ending" | sort -u)" = "B+17.5 scored"
ok "our own judge finds the dead stone"
mkdir "o'b" && cp "$arena" "$engine" "o'b"
arena="./o'b/ternion-arena" play quote.db
test "$status" -eq 0 && test "$(csv quote.db "result,ending" | sort -u)" = "B+17.5 scored"
ok "also from a folder with a quotation mark in its name"
test "$(csv ours.db "claim0,claim1,dispute" | sort -u | tr '\n' ' ')" = "B+17.5 W+3 1 W+3 B+17.5 1 "
ok "what the engines claim is recorded, and the dispute"
play named.db --judge "$stub --dead A1"
test "$status" -eq 0 && test "$(csv named.db result | sort -u)" = "B+17.5"
ok "a named judge"
play alive.db --judge "$stub --dead ''"
test "$status" -eq 0 && test "$(csv alive.db result | sort -u)" = "B+6.5"
ok "whose judgement decides"
echo 'A1 E5' >even.txt
play even.db --openings file:even.txt --judge "$stub --dead E5"
test "$status" -eq 0 && test "$(csv even.db result | sort -u)" = "B+17.5"
ok "also where all stones alive and all stones dead would give the same score"
play unknown.db --rules japanese --komi 7.5 --judge "$stub --dead ''" &&
    play seki.db --rules japanese --komi 7.5 --judge "$stub --dead '' --seki 'C1 C2 C3 C4 C5'" &&
    play odd.db --rules japanese --komi 7.5 --judge "$stub --dead '' --seki 'C1 C9'"
test "$(csv unknown.db result | sort -u)" = "B+2.5" && test "$(csv odd.db result | sort -u)" = "B+2.5" &&
    test "$(csv seki.db result | sort -u)" = "W+7.5"
ok "under territory rules the judge is asked about seki too, and need not know"
play taylor.db --rules tromp-taylor --judge "$stub --start crash"
test "$status" -eq 0 && test "$(csv taylor.db result | sort -u)" = "B+6.5"
ok "tromp-taylor needs no judge"
play broken.db --judge "$stub --start crash"
test "$status" -eq 0 && test "$(csv broken.db "result,fault,counted" | sort -u)" = "void judge 0"
ok "without a judgement the game counts for nobody"
"$arena" export sgf ours.db 0 >out && grep -q 'RE\[B+17.5\]' out
ok "export sgf"

# The players' word on what is dead stands beside the judge's.
dead() { # dead JOURNAL WORD-OF-A WORD-OF-B SETTINGS...
    run 60 --engine "cmd=./passer,name=a,env=DEAD=$2" --engine "cmd=./passer,name=b,env=DEAD=$3" \
        --game go --size 5 --games 2 --openings file:wall.txt --display none --journal "$1" "${@:4}"
}
dead dead.db A1 C3
test "$status" -eq 0 && test "$(csv dead.db "result,dead0,dead1,dispute" | tr '\n' ' ')" = \
    "B+17.5  -A1 +C1 +C2 +C3 +C4 +C5 0 B+17.5 -A1 +C1 +C2 +C3 +C4 +C5  0 "
ok "what the players call dead is compared with the judge's word"
"$arena" show dead.db 0 >out &&
    grep -qx 'dead      a agrees with the judge; b differs from the judge: -A1 +C1 +C2 +C3 +C4 +C5' out &&
    "$arena" list dead.db >out && test "$(grep -c 'b sees other stones dead than the judge$' out)" -eq 2 &&
    "$arena" show dead.db >out && grep -A 2 '^dead stones as the judge' out | grep -q '^ *b *in 0 of 2 games$'
ok "show and list tell"
dead mute.db nonsense "" --rules japanese --komi 7.5
test "$status" -eq 0 && test "$(csv mute.db "dead0 IS NULL,dead1 IS NULL,fault IS NULL" | tr '\n' ' ')" = "1 0 1 0 1 1 "
ok "a player that cannot say it loses nothing, nor one that knows no seki"

# On another machine our programs lie elsewhere.
mkdir elsewhere && cp "$arena" "$engine" elsewhere && play shard1.db --shard 1/2 --games 4
here=$arena && arena=elsewhere/ternion-arena && play shard2.db --shard 2/2 --games 4
test "$status" -eq 0 && arena=$here && run 60 merge both.db shard1.db shard2.db
test "$status" -eq 0 && test "$(csv both.db result | tr '\n' ' ')" = "B+17.5 B+17.5 B+17.5 B+17.5 " &&
    test "$(query both.db "SELECT value FROM manifest WHERE name = 'judge'")" = own
ok "shards of different machines are joined, though our judge lies elsewhere"
printf '\0' >>elsewhere/ternion && arena=elsewhere/ternion-arena && play shard2.db --shard 2/2 --games 6
test "$status" -eq 1 && grep -q 'begun with judge-sha256 = ' out && play shard2.db --shard 2/2 --games 6 --force
test "$status" -eq 0 && arena=$here && run 60 merge both.db shard2.db
test "$status" -eq 1 && grep -q "forced is '*.*the judge: " out && run 60 merge --force both.db shard2.db
test "$status" -eq 0 && query both.db "SELECT value FROM manifest WHERE name = 'forced'" | grep -q '^the judge: [0-9a-f]*$'
ok "another build of it is refused, unless it is forced, also where its games are joined"

gnugo=$(command -v gnugo || echo /usr/games/gnugo)
if test -x "$gnugo"; then
    run 120 --engine "cmd=$gnugo --mode gtp --level 0 --chinese-rules,name=gnugo" \
        --engine "cmd=$engine --game go,name=ternion,init=set_option nodes 20" --game go --size 5 \
        --games 4 --max-plies 80 --hang 30 --journal gnu.db
    test "$status" -eq 0 && test "$(csv gnu.db number | wc -l)" -eq 4 && test "$(csv gnu.db fault | grep -c .)" -eq 0
    ok "a match against GNU Go"
    run 120 check "$gnugo --mode gtp --level 0" --game go --size 5
    test "$status" -eq 0
    ok "GNU Go keeps the protocol"
    run 60 --engine "cmd=$gnugo --mode gtp --level 0,name=gnugo" --engine "cmd=$stub,name=b" --game go \
        --size 5 --games 1 --max-plies 3 --time 0.7/move --margin 20 --dialogues all --journal whole.db
    "$arena" export dialogue whole.db >dialogue && grep -q '> [0-9]* time_settings 0 1 1$' dialogue
    ok "an engine that refuses decimals is told whole seconds"
else
    skip "GNU Go" "it is not installed"
fi

run 60 check "$engine --level random" --game go --size 5
test "$status" -eq 0
ok "our engine keeps the protocol in go"
run 60 check "$engine --level random" --game qttt
test "$status" -eq 0
ok "in qttt"
run 60 check "$engine --level random" --game draughts
test "$status" -eq 0
ok "and in draughts"
run 60 check "$stub --fault illegal" --game qttt --answer-limit 3
test "$status" -eq 3 && grep -q '^FAIL  genmove plays a whole game' out
ok "check finds an illegal move"
printf '%s\n' 'while read -r line; do' 'set -- $line' 'printf "=%s 2\n\n" "$1"' \
    'test "$2" != name || { sleep 0.002; printf "= more\n\n"; }' done >surplus.sh
for _ in 1 2 3 4 5; do # check waits for 10 ms, which a busy machine may let pass
    run 60 check "bash surplus.sh" --game qttt
    grep -q '^FAIL  name: ' out && break
done
test "$status" -eq 3 && test "$(grep -m 1 FAIL out)" = "FAIL  name: garbage: an answer to no command: more"
ok "check blames an answer too many on the command that had it"
run 60 check "sh -c '$stub; sleep 100'" --game qttt --each start-limit=4
test "$status" -eq 3 && grep -qE '^(FAIL|bad).*leaves' out
ok "check notices an engine that stays when its input ends"
echo plain >plain && chmod +x plain
run 60 check ./plain --game qttt
test "$status" -eq 3
ok "check of a file that is no program"
# A size that no board has, but this engine takes: that is a warning, and no reason to play on
# another board.
cat >grower.sh <<'SH'
coproc STUB { exec "$@"; }
while IFS= read -r line; do
    case ${line%%#*} in *[![:space:]]*) ;; *) continue ;; esac
    printf '%s\n' "${line/boardsize 1000/boardsize 5}" >&"${STUB[1]}"
    while IFS= read -r reply <&"${STUB[0]}" && printf '%s\n' "$reply" && test -n "$reply"; do :; done
done
SH
run 60 check "bash grower.sh $stub" --game qttt
grep -q "^warn  boardsize 1000 fails with 'unacceptable size'" out && grep -q '^ok    genmove plays a whole game' out
ok "check sets the size back that it tried"
run 60 check "$stub --minimal" --game qttt
test "$(grep -cE '^ok    (a comment after|a tab counts|a line that ends in CR|empty lines and)' out)" -eq 4
ok "check tries lines with commands that all engines have"
printf '%s\n' 'while read -r id command rest; do case $command in' \
    'version) printf "=%s 7\n\nand more\n\n" "$id" ;;' 'protocol_version) printf "=%s 2\n\n" "$id" ;;' \
    '*) printf "=%s n\n\n" "$id" ;; esac; done' >more.sh
run 60 check "sh more.sh" --game qttt # bash would write it line by line
grep -qx 'FAIL  version: garbage: not an answer: and more' out
ok "check tells a fault alone, not the answer before it"
# An answer much longer than those before it.
printf '%s\n' 'while read -r id command rest; do case $command in' \
    'version) printf "?%s the version is %s unknown\n\n" "$id" "$(printf %0200d 0)" ;;' \
    'protocol_version) printf "=%s 2\n\n" "$id" ;;' '*) printf "=%s n\n\n" "$id" ;; esac; done' >wordy.sh
run 60 check "bash wordy.sh" --game qttt
test "$status" -eq 3 && grep -qE '^FAIL  version: the version is 0{200} unknown$' out
ok "check tells a refusal in the engine's words"
run 60 check "$engine --playouts 5" --game go
test "$status" -eq 3 && grep -q '^FAIL  it starts and answers protocol_version: crash: the program exited with status 2$' out &&
    grep -q "^      last on standard error: .*'--playouts' / Try" out
ok "check tells why an engine ended"
run 60 check cat
test "$status" -eq 3 && grep -q 'does not keep the protocol' out
ok "check of what is no engine"
done_testing
