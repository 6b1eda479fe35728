# Openings from records of whole games: SGF, PDN, the tag record; a file of several, a directory of
# files.
. "$srcdir/tests/support/arena.bash"

# play GAME OPENINGS JOURNAL SETTINGS...: a game for every opening and colour.
play() {
    run 60 --engine "cmd=$engine --game $1 --level random,name=a" --engine "cmd=$engine --game $1 --level random,name=b" \
        --game "$1" --openings "$2" --journal "$3" --display none --max-plies 3 "${@:4}"
}

cat >two.sgf <<'SGF'
(;GM[1]FF[4]SZ[9]KM[6.5]PB[one]RE[B+R];B[ee];W[gc](;B[cg];W[cc];B[gg])(;B[aa]))
(;GM[1]FF[4]SZ[9]PB[two];B[cc];W[gg];B[gc])
SGF
play go file:two.sgf sgf.db --size 9 --games 4 --opening-plies 4
test "$status" -eq 0 && test "$(csv sgf.db opening | tr '\n' '|')" = "E5 G7 C3 C7|E5 G7 C3 C7|C7 G3 G7|C7 G3 G7|"
ok "the first moves of two games in one SGF file"
cat >handicap.sgf <<'SGF'
(;GM[1]FF[4]SZ[9]HA[2]AB[cg][gc];W[ee];B[gg])
SGF
play go games:handicap.sgf ha.db --size 9 --games 2 --opening-plies 1
test "$status" -eq 0 && test "$(csv ha.db "opening LIKE 'position %' AND fault IS NULL" | sort -u)" = 1
ok "a game with handicap stones begins from its position"
run 60 --engine "cmd=$stub --game go --minimal,name=a" --engine "cmd=$stub --game go,name=b" --game go --size 9 \
    --openings games:handicap.sgf --opening-plies 1 --games 2 --journal plain.db --display none --max-plies 3 --dialogues all
test "$status" -eq 0 && test "$(csv plain.db "opening LIKE 'position %' AND fault IS NULL AND plies = 3" | sort -u)" = 1 &&
    query plain.db "SELECT text FROM dialogue" | grep -oE 'a > [0-9 ]*play .*' | sed 's/^a > [0-9]* //' | head -n 3 | sort |
    tr '\n' ' ' | grep -q '^play b C3 play b G7 play w E5 $'
ok "an engine without set_position is told the stones one by one"
printf '#!/bin/sh\n"%s" --game go | sed -u "/^set_game$/d"\n' "$stub" >own.sh # as KataGo, whose set_position is another
chmod +x own.sh
run 60 --engine "cmd=./own.sh,name=a" --engine "cmd=$stub --game go,name=b" --game go --size 9 \
    --openings games:handicap.sgf --opening-plies 1 --games 2 --journal own.db --display none --max-plies 3 --dialogues all
test "$status" -eq 0 && test "$(csv own.db "fault IS NULL AND plies = 3" | sort -u)" = 1 &&
    ! query own.db "SELECT text FROM dialogue" | grep -q 'a > [0-9 ]*set_position'
ok "and so is one whose set_position need not be ours"
for side in b w; do echo "position 5 ...../.X.O./..X../.O.../..... $side"; done >sides.txt
run 60 --engine "cmd=$stub --game go --minimal,name=a" --engine "cmd=$stub --game go,name=b" --game go --size 5 \
    --openings file:sides.txt --games 4 --journal sides.db --display none --max-plies 3
test "$status" -eq 0 && test "$(csv sides.db "fault IS NULL AND plies = 3" | sort -u)" = 1
ok "and knows from them who is to play"
echo '(;GM[1]FF[4]SZ[9];B[ee];B[cc];W[gg])' >twice.sgf
play go games:twice.sgf twice.db --size 9 --games 2
test "$status" -eq 0 && test "$(csv twice.db "opening LIKE 'position %' AND fault IS NULL" | sort -u)" = 1 &&
    csv twice.db opening | head -n 1 | grep -q '/..X....../........./....X..../........./......O../'
ok "so does one in which a side moves twice in a row: stones keep their colours"

cat >two.pdn <<'PDN'
[Event "one"]
[GameType "21"]
[Result "1-0"]
1. 11-15 22-18 2. 15x22 25x18 3. 8-11 1-0

[Event "two"]
[GameType "21"]
1. 9-13 22-18 *
PDN
play draughts file:two.pdn pdn.db --rules english --games 4 --opening-plies 3
test "$status" -eq 0 && test "$(csv pdn.db opening | uniq | tr '\n' '|')" = "F6-E5 C3-D4 E5xC3|B6-A5 C3-D4|"
ok "the first moves of two games in one PDN file"
test "$(csv pdn.db plies | sort -u)" = 3
ok "--max-plies counts none of them"

printf 'play x A1-B2\nplay o A1-C3\nsave_record game.record\n' | "$engine" --game qttt >out
mkdir -p games && cp game.record games/b.record && cp game.record games/a.record && echo no >games/notes.txt
play qttt games:games dir.db --games 2 --opening-plies 1
test "$status" -eq 0 && test "$(csv dir.db opening | sort -u)" = "A1-B2"
ok "a directory of tag records"

# Refusals: nothing is played.
refused() {
    local words=$1
    shift
    play "$@"
    test "$status" -eq 2 && grep -q "$words" out && ! grep -q 'games,' out
    ok "refused: $words"
}
refused 'two.sgf: game 1: its board is of size 9, not 13' go file:two.sgf no1.db --size 13
refused 'draughts has its games in files \*.pdn, not in two.sgf' draughts file:two.sgf no2.db
refused 'none.sgf' go file:none.sgf no3.db
echo 'no game' >empty.sgf
refused 'empty.sgf: game 1: there is no game in it' go file:empty.sgf no4.db
refused 'Quantum tic-tac-toe has no list of fair openings; use random:PLIES or file:PATH' qttt ballots no13.db
printf '(;GM[1]SZ[9];B[aa];W[aa])' >illegal.sgf
refused 'illegal.sgf: game 1: ' go file:illegal.sgf no5.db --size 9
printf '(;GM[1]SZ[9];B[aa];W[];B[])' >over.sgf
refused 'over.sgf: game 1: .*opening-plies takes fewer' go file:over.sgf no6.db --size 9
{ cat two.pdn; printf '\n[Event "three"]\n1. 9-13 { and so on\n'; } >open.pdn
refused 'open.pdn: game 3: line 11: the comment that begins here' draughts file:open.pdn no8.db --rules english
yes '(;SZ[9];B[aa])' | head -n 10001 >crowd.sgf
refused 'crowd.sgf holds more than 10000 games' go file:crowd.sgf no9.db --size 9
mkdir -p void
refused 'cannot read void: Is a directory' qttt file:void no10.db
printf 'A1-B2\nA1-B2\0 A1-C3\n' >nul.txt
refused 'nul.txt:2: a byte 0 is no text' qttt file:nul.txt no11.db
printf '#\0\nA1-B2\n' >nul.txt
refused 'nul.txt:1: a byte 0 is no text' qttt file:nul.txt no12.db
refused 'void holds no file \*.sgf' go games:void no7.db
# The first two of data/draughts/ballots.txt, there by numbers of squares.
play draughts ballots ba.db --rules english --games 4
test "$status" -eq 0 && test "$(csv ba.db opening | uniq | tr '\n' '|')" = 'B6-A5 A3-B4 D6-E5|B6-A5 A3-B4 F6-E5|'
ok "the ballots of draughts, in order"
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --openings games:games --opening-plies 1 --games 2 --journal same.db --display none
echo >>games/a.record
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --openings games:games --opening-plies 1 --games 2 --journal same.db --display none
test "$status" -eq 1 && grep -q 'begun with openings = games:games' out
ok "records that were changed are refused when a run is resumed"
done_testing
