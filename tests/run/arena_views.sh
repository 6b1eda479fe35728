# What reads a journal: list and its filters, show, export, replay, report.
. "$srcdir/tests/support/arena.bash"
export LC_ALL=C.UTF-8

# One run of three engines, one of which crashes, with names that need care.
run 60 --engine "cmd=$stub,name=plain" --engine "cmd=$stub --fault crash --at 2,name=</script><b>\"x\"" \
    --engine "cmd=$stub,name=zażółć" --game qttt --openings random:1 --games 4 --seed 3 --journal q.db --display none
test "$status" -eq 0
ok "a run to look at"

# Tables on a terminal of 80 columns: with three engines and with two.
entrants=(--engine "cmd=$stub,name=challenger" --engine "cmd=$stub --fault crash --at 4,name=champion")
run 60 "${entrants[@]}" --engine "cmd=$stub,name=contender" --game qttt --openings random:1 --games 20 --journal three.db --display none
run 60 "${entrants[@]}" --game qttt --openings random:1 --games 40 --journal two.db --display none
query three.db "INSERT INTO event (time, words) VALUES (0, 'an event that is told in more words than a line of a narrow terminal has room for')"
for journal in three.db two.db; do
    "$arena" show $journal | sed -n '/^     engine/,$p' >out
    grep -q '^time per ply' out && ! grep -E '.{81}' out
    ok "the tables of $journal fit into 80 columns"
done
grep -qE '^     challenger against champion: Elo .*, LOS [0-9.]+ %$' out
ok "and two engines have one difference"

# Ratings from an anchor: its own is as given, the others keep their distance to it.
"$arena" show three.db --anchor contender=2000 | sed -n '/^     engine/,$p' >out
grep -qE '^ +[1-3]  contender .*   2000 ± 0$' out &&
    grep -qx '     ratings count from contender at 2000; ± is of the difference to it' out && ! grep -E '.{81}' out
ok "show --anchor fixes one rating"
ratings() { "$arena" show three.db --json "$@" | grep -oE '"rating":[-0-9.e]+' | cut -d: -f2 | tr '\n' ' '; }
awk -v plain="$(ratings)" -v moved="$(ratings --anchor contender=2000)" 'BEGIN {
    n = split(plain, p, " "); split(moved, m, " ")
    for (i = 1; i <= n; i++) { d = (m[i] - m[3]) - (p[i] - p[3]); if (d > 1e-6 || d < -1e-6) exit 1 }
    exit n != 3 || m[3] != 2000 || p[3] == 2000 }'
ok "and --json has the others at the same distance"
"$arena" report three.db -o - --anchor contender=2000 >out && grep -q '<bdi>contender</bdi> is the anchor, at 2000\.' out &&
    grep -q '<td>2000 <small>± 0</small></td>' out && ! grep -q 'with the mean at 0' out
ok "report --anchor too"
run 20 show three.db --anchor nobody=2000
test "$status" -eq 2 && grep -q 'no engine of this journal is called nobody; there are challenger, champion, contender$' out
ok "an anchor that did not play is refused with those that did"
run 20 report two.db --anchor champion=2000
test "$status" -eq 2 && grep -q 'for three engines or more$' out && test ! -e two.html
ok "a match has nothing to anchor"

run 60 "${entrants[@]}" --game qttt --games 1 --journal one.db --display none
"$arena" show one.db >out && grep -qE '^     challenger .*  o       –   0-0-0$' out && grep -qE '^1 game, [0-9]+ plies$' out
ok "one game is one game, and a side that nobody played has no score"
"$arena" list one.db >out && grep -qE '^ +0 .* -  crash' out && "$arena" show one.db 0 >out && grep -q '^opening   -; pair 0, ' out
ok "where games have no openings none is numbered"
"$arena" show q.db 0 | grep -q '^opening   0: .*; pair 0, '
ok "where they have, all are"

# list.
list() { "$arena" list "$@" >out 2>&1; }
rows() { tail -n +2 out | wc -l; }
numbers() { tail -n +2 out | awk '{ print $1 }' | tr '\n' ' '; }
list q.db && test "$(rows)" -eq 12 && head -n 1 out | grep -q '^ game  x  *o  *result  *ending'
ok "list has a heading and a line a game"
test "$(sed -n '1d; s/ \(rules\|fault\) .*//p' out | sed 's/[XO0][^ ]* *$//' | while IFS= read -r line; do echo ${#line}; done | sort -u | wc -l)" -eq 1
ok "and its columns stand in line, whatever the names"
list q.db --engine plain && test "$(numbers)" = "$(query q.db "SELECT number FROM game WHERE engine0 = 0 OR engine1 = 0 ORDER BY number" | tr '\n' ' ')"
ok "list --engine"
list q.db --engine plain --engine 'zażółć' && test "$(rows)" -eq 4
ok "given twice: games between two"
list q.db --engine plain --result won &&
    test "$(numbers)" = "$(query q.db "SELECT number FROM game WHERE (engine0 = 0 AND winner = 0) OR (engine1 = 0 AND winner = 1) ORDER BY number" | tr '\n' ' ')" &&
    test "$(rows)" -ge 1
ok "list --result won"
list q.db --result o && test "$(numbers)" = "$(query q.db "SELECT number FROM game WHERE winner = 1 ORDER BY number" | tr '\n' ' ')"
ok "list --result SIDE"
result=$(query q.db "SELECT result FROM game WHERE number = 0")
list q.db --result "$result" && test "$(numbers)" = "$(query q.db "SELECT number FROM game WHERE result = '$result' ORDER BY number" | tr '\n' ' ')"
ok "list --result as written"
list q.db --fault crash && test "$(rows)" -eq "$(query q.db "SELECT count(*) FROM game WHERE fault = 'crash'")" && test "$(rows)" -ge 4
ok "list --fault KIND"
crashes=$(rows)
list q.db --fault none && test "$(rows)" -eq $((12 - crashes))
ok "list --fault none"
list q.db --opening 1 && test "$(numbers)" = "$(query q.db "SELECT number FROM game WHERE opening_number = 1 ORDER BY number" | tr '\n' ' ')" && test "$(rows)" -ge 2
ok "list --opening NUMBER"
opening=$(query q.db "SELECT opening FROM game WHERE number = 0")
list q.db --opening "$opening" && test "$(numbers)" = "$(query q.db "SELECT number FROM game WHERE opening LIKE '$opening%' ORDER BY number" | tr '\n' ' ')"
ok "list --opening MOVES"
list q.db --engine plain --result lost --fault garbage && grep -q 'no such games' out
ok "no such games"

# show.
"$arena" show q.db 0 >out && test "$(grep -cE '^ +[0-9]+  [xo] .* ms$' out)" -eq "$(query q.db "SELECT plies FROM game WHERE number = 0")" &&
    grep -q '^began .* UTC$' out && grep -q '^opening *0: ' out
ok "show has every ply with its time"
fault=$(query q.db "SELECT min(number) FROM game WHERE fault = 'crash'")
"$arena" show q.db "$fault" >whole && "$arena" show q.db "$fault" --tail 3 >out &&
    test "$(sed -n '/^dialogue/,$p' out | wc -l)" -eq 4 && test "$(tail -n 3 whole)" = "$(tail -n 3 out)" &&
    grep -q 'lines before these' out && grep -q '^fault  *crash by ' out
ok "show --tail has the end of the dialogue"

# export.
"$arena" export jsonl q.db --engine plain --fault none >lines
test "$(wc -l <lines)" -eq "$(query q.db "SELECT count(*) FROM game WHERE fault IS NULL AND (engine0 = 0 OR engine1 = 0)")"
ok "export takes filters"
"$arena" export jsonl q.db >lines
if command -v python3 >/dev/null; then
    python3 -c 'import csv, json, subprocess, sys
rows = [json.loads(line) for line in open("lines", encoding="utf-8")]
assert {"</script><b>\"x\"", "plain", "zażółć"} == {r["engine0"] for r in rows} | {r["engine1"] for r in rows}
assert all(len(r["microseconds"]) == r["plies"] == len(r["moves"].split()) for r in rows)
table = list(csv.DictReader(subprocess.run([sys.argv[1], "export", "csv", "q.db"], capture_output=True, encoding="utf-8").stdout.splitlines()))
assert [(int(t["game"]), t["engine0"], t["result"], t["moves"]) for t in table] == [(r["game"], r["engine0"], r["result"], r["moves"]) for r in rows]' \
        "$arena" >out 2>&1
    ok "jsonl and csv say the same, names and all"
fi

# record FORMAT GAME SETTINGS...: every game comes back from its record with all its plies.
record() {
    local format=$1 game=$2 number
    run 60 --engine "cmd=$stub,name=one" --engine "cmd=$stub --fault crash --in 3,name=two" --game "$game" --games 4 \
        --openings random:2 --max-plies 60 --journal "$game.db" --display none "${@:3}"
    "$arena" export "$format" "$game.db" -o "all.$format" || return 1
    for number in 0 1 2 3; do
        "$arena" export "$format" "$game.db" "$number" >one || return 1
        test "$(printf 'load_record one\nhistory\n' | "$engine" --game "$game" | sed -n 's/^= \(.\{5,\}\)/\1/p')" = \
            "$(query "$game.db" "SELECT trim(opening || ' ' || moves) FROM game WHERE number = $number")" || return 1
        cat one >>joined
    done
    cmp "all.$format" joined && rm joined
}
record pdn draughts
ok "export pdn: games of draughts come back whole"
grep -qE '^\[Date "[0-9]{4}\.[0-9]{2}\.[0-9]{2}"\]$' all.pdn
ok "and days have dots, as PDN wants them"
record sgf go --size 5
ok "export sgf: games of Go come back whole"
"$arena" export sgf draughts.db >out 2>&1
test $? -eq 2 && grep -q 'not written as sgf, but as pdn' out
ok "a format of another game is refused"
echo before >kept && "$arena" export csv q.db 0 99 -o kept >out 2>&1
test $? -eq 1 && test "$(cat kept)" = before && test ! -e kept.new
ok "a file is replaced as a whole or not at all"

# Refusals.
for arguments in "list" "list q.db q.db" "list q.db --engine nobody" "list q.db --result won" "list q.db --result perhaps" \
    "list q.db --fault cold" "list q.db --tail 3" "list q.db --engine a --engine b --engine c" "list q.db --opening" \
    "show" "show q.db x" "show q.db 0 --tail few" "export q.db" "export doc q.db" "replay q.db" "replay q.db 0 1" \
    "show q.db --anchor plain" "show q.db --anchor =2000" "show q.db --anchor plain=2k" "show q.db --anchor plain=" \
    "show q.db --anchor plain=100000" "show q.db --anchor plain=1 --anchor plain=2" "show q.db 0 --anchor plain=1" \
    "show q.db q.db --anchor plain=1" "list q.db --anchor plain=1" \
    "report" "report q.db --replays some" "report q.db --nonsense"; do
    # shellcheck disable=SC2086
    run 20 $arguments
    test "$status" -eq 2 && test "$(wc -l <out)" -eq 1
    ok "exit status 2 for: $arguments"
done
run 20 show q.db 99
test "$status" -eq 1 && grep -q 'no game 99\|99' out
ok "a game that there is not"
run 20 list nowhere.db
test "$status" -eq 1
ok "a journal that there is not"
"$arena" report --help >out && grep -q -- '--replays' out && ! grep -q -- '--tail' out
ok "every command has a help of its own"

# replay.
"$arena" replay q.db 0 >out </dev/null && test "$(grep -c '^ply ' out)" -eq "$(query q.db "SELECT plies FROM game WHERE number = 0")" &&
    grep -q '^behind the opening' out && ! grep -q "$(printf '\033')" out
ok "replay prints every position where there is no terminal"
trap 'tmux -S "$scratch/tmux" kill-server 2>/dev/null; rm -rf "$scratch"' EXIT
if command -v tmux >/dev/null && TERM=screen tmux -S "$scratch/tmux" -f /dev/null new-session -d -x 100 -y 40 \
    "stty -a >before; '$arena' replay q.db 0; echo \$? >left; stty -a >after; sleep 100" 2>/dev/null; then
    screen() { tmux -S "$scratch/tmux" capture-pane -p 2>/dev/null; }
    # sees PATTERN WORDS: waits until the screen shows it.
    sees() {
        for _ in $(seq 200); do
            screen | grep -q -- "$1" && break
            sleep 0.1
        done
        screen >out
        grep -q -- "$1" out
        ok "$2"
    }
    press() { tmux -S "$scratch/tmux" send-keys "$@"; }
    last=$(query q.db "SELECT plies FROM game WHERE number = 0")
    sees 'behind the opening' "replay on a terminal begins behind the opening"
    press Right
    sees '^ply 1 of ' "the arrow key goes on"
    press n
    sees '^ply 2 of ' "n too"
    press G
    sees "^ply $last of $last" "G to the end"
    press Left
    sees "^ply $((last - 1)) of " "back"
    press g
    sees 'behind the opening' "g to the beginning"
    press End
    sees "^ply $last of $last" "End"
    press PageUp
    sees "^ply $((last - 1)) of " "a page is a ply"
    press F5
    press Home
    sees 'behind the opening' "Home; a key without a meaning does nothing"
    press Left
    press PageDown
    sees '^ply 1 of ' "there is nothing before the beginning"
    press q
    for _ in $(seq 100); do test -s after && break; sleep 0.1; done
    test "$(cat left)" = 0 && cmp before after >out
    ok "q leaves the terminal as it was"
    run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --size 9 --games 2 --journal wide.db
    tmux -S "$scratch/tmux" resize-window -x 80
    tmux -S "$scratch/tmux" respawn-pane -k "'$arena' replay wide.db 0"
    sees '^ *A  *B  *C  *D  *E  *F  *G  *H  *J *$' "a large board fits the terminal"
    # 22 lines of a position, one above it, the keys, and an empty line where there is room.
    run 60 --engine "cmd=$stub --game go,name=a" --engine "cmd=$stub --game go,name=b" --game go --size 19 --games 1 --max-plies 2 \
        --journal high.db
    for high in "25 game.0: 1 q.quit" "24 game.0: 0 q.quit" "23 game.0: 0 T" "22 the.beginning 0 T"; do
        read -r lines first blank last <<<"$high"
        tmux -S "$scratch/tmux" resize-window -x 80 -y "$lines"
        tmux -S "$scratch/tmux" respawn-pane -k "'$arena' replay high.db 0"
        for _ in $(seq 100); do
            screen >out
            head -n 1 out | grep -q "^$first" && tail -n 1 out | grep -q "$last\$" && break
            sleep 0.1
        done
        head -n 1 out | grep -q "^$first" && tail -n 1 out | grep -q "$last\$" && test "$(grep -c '^$' out)" -eq "$blank"
        ok "and one of 19 lines in $lines of a terminal"
    done
    press q
else
    skip "replay on a terminal" "tmux is missing or does not start here"
fi

# report: what can be told without a browser.
"$arena" report q.db >out && test -s q.html && grep -q '^q.html: .* 12 of 12 games to replay$' out
ok "report writes JOURNAL.html and says so"
test "$(grep -c '</script>' q.html)" -eq 2 && ! grep -q '<b>"x"' q.html && grep -q '&lt;/script&gt;&lt;b&gt;&quot;x&quot;' q.html
ok "no name ends an element"
! grep -qE '(src|href)="?(https?:|//)|url\(($|[^#])|@import' q.html
ok "nothing is fetched"
"$arena" report q.db -o - >out && cmp out q.html >/dev/null
ok "report -o - is the same on standard output"
if command -v node >/dev/null; then
    sed -n '/^function figuresText/,/^}/p; /^function secondsText/,/^}/p' q.html >seconds.js
    echo 'console.log([0, 999, 1000, 9999, 99960, 999499, 999500, 999999, 12345678, 1234e6, 1e12].map(secondsText).join(", "))' >>seconds.js
    test "$(node seconds.js)" = "0 µs, 999 µs, 1.00 ms, 10.0 ms, 100 ms, 999 ms, 1.00 s, 1.00 s, 12.3 s, 1234 s, 1000000 s"
    ok "a ply's time in the page has three figures and no exponent"
fi
cp q.db long.db &&
    query long.db "UPDATE game SET times = '5000000000' || substr(times, instr(times, ' ')) WHERE number = 2" &&
    "$arena" show long.db 2 | grep -q '^    1  .* 5000000.000 ms$' && "$arena" report long.db -o - | grep -q '<td>83.min 20.s</td>'
ok "and may be longer than an hour"
# The journal itself, by any name, is not written over; nor by the file beside the one that is
# replaced.
cp q.db own.db && ln -s own.db soft && ln own.db hard && ln own.db target.new && cksum own.db >before
unharmed() { test $? -eq 2 && grep -q 'would be written over the journal' out && cksum own.db | cmp - before; }
"$arena" export csv own.db -o own.db >out 2>&1
unharmed && "$arena" export csv own.db -o soft >out 2>&1
unharmed && "$arena" list soft -o ./hard >out 2>&1
unharmed && "$arena" report target.new -o target >out 2>&1
unharmed && "$arena" export csv own.db -o own.csv && test -s own.csv
ok "-o is refused where it names the journal"
"$arena" report q.db -o /dev/full >out 2>&1
test $? -eq 1
ok "a full disk is noticed"
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub --fault crash --in 2,name=b" --game qttt --games 800 --concurrency 2 \
    --journal many.db --display none
"$arena" report many.db >out && grep -q ' 200 of 800 games' out && test "$(stat -c %s many.html)" -lt 1500000 &&
    grep -q '200 of 800 games are here' many.html && grep -q '200 of [34][0-9]* such games' many.html
ok "a page of many games stays small, and tells what is left out"
"$arena" report many.db -o all.html --replays all >out && test "$(grep -c 'data-game=' all.html)" -eq 800
ok "--replays all"
cp q.db damaged.db && query damaged.db "UPDATE game SET engine0 = 77 WHERE number = 5" >/dev/null 2>&1
if test "$(query damaged.db "SELECT engine0 FROM game WHERE number = 5")" = 77; then
    run 20 report damaged.db
    test "$status" -eq 1 && grep -q 'game 5 makes no sense' out && test ! -e damaged.html
    ok "a damaged journal is refused and leaves no page"
fi
# More plies than times, or fewer than none.
for plies in -1 9999 4611686018427387904; do
    cp q.db damaged.db && query damaged.db "UPDATE game SET plies = $plies WHERE number = 5"
    for words in "list damaged.db" "show damaged.db" "show damaged.db 5" "replay damaged.db 5" "report damaged.db" \
        "export jsonl damaged.db" "merge again.db damaged.db"; do
        # shellcheck disable=SC2086
        run 20 $words
        test "$status" -eq 1 && grep -q 'game 5 makes no sense' out || break
    done
    test "$words" = "merge again.db damaged.db" && test "$status" -eq 1 && test ! -e damaged.html && test ! -e again.db
    ok "so is one with $plies plies in a game"
done
# What every game, engine and setting has is missing, in a schema that lets it.
cp q.db loose.db
query loose.db "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '')"
query loose.db "INSERT INTO event(time, words) VALUES(0, 'resumed')"
for change in "game SET ending = NULL" "game SET result = NULL" "game SET opening = NULL" "engine SET name = NULL" \
    "engine SET command = NULL" "manifest SET value = NULL" "event SET words = NULL"; do
    cp loose.db damaged.db && query damaged.db "UPDATE $change"
    for words in "list damaged.db" "show damaged.db" "report damaged.db" "export csv damaged.db" "merge again.db damaged.db"; do
        # shellcheck disable=SC2086
        run 20 $words
        test "$status" -le 2 || break
    done
    test "$status" -le 2
    ok "$change crashes nobody"
    rm -f again.db* damaged.html
done
# A schedule that nobody can have asked for: readers count to its end.
cp q.db damaged.db && query damaged.db "UPDATE manifest SET value = '4611686018427387904' WHERE name = 'games'" &&
    query damaged.db "UPDATE manifest SET value = '1/2' WHERE name = 'shard'" && first=$(query damaged.db "SELECT count(*) FROM manifest WHERE value = '1/2'")
for words in "show damaged.db" "show damaged.db damaged.db" "report damaged.db"; do
    # shellcheck disable=SC2086
    run 60 $words
    test "$first$status" = 10 || break
done
test "$first$status" = 10
ok "a schedule without end is cut"
rm -f damaged.*
# A script that watches learns what the sum leaves out.
"$arena" show q.db q.db >out && grep -q "(100.0 %)" out && echo no journal >torn.db && run 20 show q.db torn.db
test "$status" -eq 1 && grep -q '100.0 %' out && grep -q 'torn.db could not be read to its end: games of it may be missing from the sum' out
ok "show fails, once it has printed the rest, if a journal cannot be read"
mkdir folder && cp q.db folder && : >folder/foreign.db && query folder/foreign.db "CREATE TABLE other(x)"
run 20 show folder && first=$status && run 20 show folder/q.db folder/foreign.db
test "$first$status" = 01
ok "a database of another program in the same folder is no loss, unless it is named"
run 20 show folder/q.db q.db -o sum.txt
test "$status" -eq 0 && grep -q '(100.0 %)' sum.txt && cp q.db kept.db && run 20 show folder/q.db kept.db -o kept.db
test "$status" -eq 2 && grep -q 'would be written over the journal' out && cmp q.db kept.db
ok "it writes into a file, but not over one of the journals"
cp q.db 7 && run 20 show q.db ./7
test "$status" -eq 0 && grep -q '^\./7 ' out && run 20 show q.db 7 && grep -q '^game 7' out
ok "a number is a game, a path a journal"
rm -rf folder kept.db sum.txt 7
rm -f torn.db
# Formats whose pairings follow from results. The first beats the second, the second the third, and
# the third nobody: no listing shows a rating as exact.
chain=()
for at in 60 5 1; do chain+=(--engine "cmd=$stub --fault resign --at $at,name=at$at"); done
run 60 "${chain[@]}" --game qttt --games 2 --max-plies 60 --journal chain.db --display none
"$arena" report chain.db >out && grep -q '<div class="value">≥' chain.html && grep -q '<div class="value">≈' chain.html && grep -q '<div class="value">≤' chain.html
ok "ratings that nothing bounds are not drawn as exact"
five=()
for name in one two three four five; do five+=(--engine "cmd=$stub,name=$name"); done
run 60 "${five[@]}" --game qttt --format knockout --games 2 --openings random:1 --journal tree.db --display none
"$arena" report tree.db >out && test "$(grep -o 'class="meeting"' tree.html | wc -l)" -eq 8 && grep -q 'has won the knockout' tree.html &&
    test "$(sed -n 's/.*<h3>Winner.*<bdi>\(.*\)<.bdi>.*/\1/p' tree.html)" = "$(sed -n 's/.*<strong><bdi>\([a-z]*\)<.bdi><.strong> has won.*/\1/p' tree.html)"
ok "the report of a knockout has its tree and its winner"
printf '%s\n' 'while read -r id command rest; do case $command in clear_board) printf "?%s no\n\n" "$id" ;;' \
    '*) printf "=%s\n\n" "$id" ;; esac; done' >refuser.sh
grep -q '</strong> has won the knockout. By rating, <strong>' tree.html && grep -q ' Elo.</p>$' tree.html &&
    run 60 --engine "cmd=sh refuser.sh,name=one" --engine "cmd=$stub,name=two" --engine "cmd=$stub,name=three" \
        --engine "cmd=sh refuser.sh,name=four" --game qttt --format knockout --games 2 --journal apart.db --display none
"$arena" report apart.db >out && grep 'class="lede"' apart.html >lede && ! grep -q 'By rating' lede &&
    grep -q 'has won the knockout. By score, <strong>.*\(is ahead with .* games\|are level\).</p>$' lede
ok "which calls nobody ahead by rating where ratings do not compare"
run 60 "${five[@]}" --game qttt --format swiss --games 2 --rounds 3 --journal swiss.db --display none
"$arena" report swiss.db >out && grep -q 'Buchholz' swiss.html && grep -q '>Round 3<' swiss.html && grep -q '<small>bye</small>' swiss.html
ok "the report of a Swiss tournament has its rounds"
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub --fault resign,name=b" --game qttt --games 100 --openings random:2 --sprt elo0=-5,elo1=50 \
    --journal test.db --display none
"$arena" report test.db >out && grep -q 'Sequential test' test.html && grep -q 'and not −5, is <strong>accepted</strong>' test.html &&
    ! grep -q 'Sequential test' q.html
ok "the report of a sequential test has its verdict"
grep -q '<p class="lede">Sequential test: <strong>accepted</strong>. ' test.html && grep -q '<a href="#sprt">' test.html &&
    ! grep -q '#sprt' q.html
ok "in the headline, too, and a link to its section"
played=$(csv test.db number | wc -l)
test "$played" -lt 100 && grep -q "<dt>games</dt><dd>$played</dd>" test.html && grep -q ", over the first $played games;" test.html
ok "and no games to come after it"
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --games 12 --shard 2/3 --journal shard.db --display none
"$arena" report shard.db >out && grep -q '<dt>games</dt><dd>4</dd>' shard.html && query shard.db "DELETE FROM game WHERE number = (SELECT max(number) FROM game)" &&
    "$arena" report shard.db >out && grep -q '<dt>games</dt><dd>3 <small>of 4</small></dd>' shard.html
ok "a shard is complete with its own part"
"$arena" report two.db >out && test "$(grep -c 'Points of a pair' test.html)" -eq 1 && test "$(grep -c 'Points of a pair' two.html)" -eq 1 &&
    ! grep -q 'Points of a pair' q.html
ok "pairs of games by points, with a test and without"
# Two engines that play the same game again and again.
printf '%s\n' 'while read -r id command rest; do case $command in' \
    'list_commands) printf "=%s genmove\nplay\n\n" "$id" ;;' 'clear_board) n=0; printf "=%s\n\n" "$id" ;;' \
    'genmove) n=$((n + 1)); printf "=%s %s\n\n" "$id" "$(sed -n "${n}p" "$1")" ;;' \
    'play) n=$((n + 1)); printf "=%s\n\n" "$id" ;; *) printf "=%s\n\n" "$id" ;; esac; done' >parrot.sh
printf '%s\n' A1-B1 A1-C1 resign >once
run 60 --engine "cmd=bash parrot.sh once,name=a" --engine "cmd=bash parrot.sh once,name=b" --game qttt --games 6 --journal same.db \
    --display none
test "$(query same.db "SELECT count(*), count(DISTINCT moves) FROM game WHERE fault IS NULL")" = "6 1" &&
    grep -q '^4 of 6 games repeat an earlier one move for move, so that intervals and$' out
ok "games that are the same are told"
"$arena" show same.db | grep -q '^4 of 6 games repeat' && "$arena" report same.db >/dev/null && grep -q '>4 of 6 games repeat' same.html &&
    ! "$arena" show q.db | grep -q 'games repeat'
ok "in the tables of a journal and its report as well, and only where there are some"
grep -q 'lede"><strong><bdi>a</bdi></strong> and <strong><bdi>b</bdi></strong> are level after 6 games; the difference is 0 Elo' same.html &&
    ! grep -q 'is ahead' same.html && grep -q '</strong> is ahead with ' test.html
ok "a report calls nobody ahead where nothing tells two engines apart"
# Where no file can be made beside a journal; the name is so long that not even root can.
long=$(printf 'n%.0s' $(seq 250)).db
cp q.db "$long"
"$arena" show "$long" >out 2>&1 && "$arena" list "$long" >out 2>&1 && "$arena" show "$long" "$long" >out 2>&1 &&
    "$arena" report "$long" -o - >out 2>&1 && "$arena" export csv "$long" >out 2>&1
ok "a journal is read where nothing can be written"
"$arena" show q.db >plain && "$arena" show "$long" | cmp - plain
ok "and what is read is the same"
mkdir -p 'odd%41?#' && cp q.db "odd%41?#/$long" && "$arena" show "odd%41?#/$long" | cmp - plain && "$arena" show "$PWD/odd%41?#/$long" | cmp - plain
ok "whatever its directory is called"
# A run that was broken off before its first game.
"$arena" --engine "cmd=$stub --start hang,name=a,start-limit=30" --engine "cmd=$stub,name=b" --game qttt --journal none.db \
    --display none >waiting 2>&1 &
waiting=$!
for _ in $(seq 100); do query none.db "SELECT count(*) FROM manifest" >/dev/null 2>&1 && break; sleep 0.05; done
"$arena" report none.db >report && grep -q 'No game has been finished' none.html && ! grep -qiE '>-?nan|>-?inf' none.html
ok "a run without games has a report too"
kill -INT $waiting
wait $waiting

# What must not be taken for something else.
"$arena" export table q.db --engine plain >out 2>&1
test $? -ne 0 && grep -q 'a table is of all games' out
ok "a table with a filter is refused"
run 60 --engine "cmd=./later a --start crash,name=a,restart=game" --engine "cmd=./later b --start crash,name=b,restart=game" \
    --game qttt --games 2 --journal void.db
"$arena" export record void.db >out 2>&1 && grep -q '^\[Result "\*"\]' out
ok "a void game has no result in a record"
cat >liar <<'SCRIPT'
#!/bin/sh
while read -r id command rest; do
    case $command in
    list_commands) printf '=%s play\ngenmove\nclear_board\nboardsize\nkomi\nset_game\n\n' "$id" ;;
    clear_board) printf '?%s no\n    9  b  a  X+9\n\n' "$id" ;;
    quit) printf '=%s\n\n' "$id"; exit 0 ;;
    *) printf '=%s\n\n' "$id" ;;
    esac
done
SCRIPT
chmod +x liar
run 60 --engine "cmd=./liar,name=a" --engine "cmd=$stub,name=b" --game qttt --games 2 --journal liar.db
list liar.db && test "$(rows)" -eq 2
ok "what an engine says cannot look like a game of the list"
# Escape, its single byte, the order to write from the right, bytes that are no letter.
cat >painter <<'SCRIPT'
#!/bin/bash
printf 'err \033]0;x\007 \xc2\x9b31m \xff\xe2\x80\xae end\n' >&2
while read -r id command rest; do
    case $command in
    list_commands) printf '=%s play\ngenmove\nname\n\n' "$id" ;;
    name) printf '=%s P\xc2\x9b2J\xe2\x80\xae\n\n' "$id" ;;
    genmove) printf '=%s \033[2J\xc2\x9b2J\xe2\x81\xa6\xff\x7fżółw\n\n' "$id" ;;
    *) printf '=%s\n\n' "$id" ;;
    esac
done
SCRIPT
chmod +x painter && cp painter "$(printf 'pain\xc2\x9bter')"
run 60 --engine "cmd=./painter,name=a" --engine "cmd=$(printf './pain\xc2\x9bter')" --game qttt --games 2 --journal paint.db --display lines
cp out paint && "$arena" show paint.db 0 1 >>paint && "$arena" show paint.db | grep -v /pain >>paint && "$arena" list paint.db >>paint &&
    "$arena" export jsonl paint.db >>paint && test "$(grep -c żółw paint)" -ge 6 &&
    ! LC_ALL=C grep -qP '[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]|\xff' paint
ok "nor give orders to the terminal"
# Engines that do not agree with the score.
run 60 --engine "cmd=$stub --game go --score B+1,name=a" --engine "cmd=$stub --game go --score W+3,name=b" \
    --game go --size 3 --games 2 --journal say.db --display none
"$arena" list say.db >out && test "$(grep -c 'the engines say [BW]+[13] and [BW]+[13]' out)" -eq 2
ok "list says what the engines say"
"$arena" show say.db 0 >out && grep -q '^claims *the engines say B+1 and W+3$' out
ok "show too"
"$arena" report say.db -o say.html >out && grep -q 'the engines say B+1 and W+3' say.html
ok "and the report"
! grep -q 'aria-label="Faults by engine"' say.html && grep -q 'aria-label="Faults by engine"' q.html
ok "which has no table of faults where no engine had one"

# Pages that cannot be written.
"$arena" report q.db -o /nowhere/page.html >out 2>&1
test $? -eq 1 && grep -q 'cannot write /nowhere/page.html' out
ok "a page in a folder that is not there"
mkdir page.html page.html/full
"$arena" report q.db -o page.html >out 2>&1
test $? -eq 1 && test -d page.html && ! test -e page.html.new
ok "a page where a folder stands leaves both alone"
# Completion, as bash would call it: the words offered, bars between them.
complete_line() {
    PATH=$builddir:$PATH bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ternion_arena ternion-arena; IFS="|"; echo "${COMPREPLY[*]}"' \
        bash "$srcdir/completions/ternion" "$@"
}
test "$(complete_line ternion-arena show two)" = two.db && test -e two.db.lock
ok "journals are completed, and not their locks"
test "$(complete_line ternion-arena list two.db --engine champ)" = champion
ok "and the engines that a journal has"
run 60 --engine "cmd=$stub,name=\$(touch\${IFS}pwned)" --engine "cmd=$stub,name=\`touch\${IFS}pwned\`" --game qttt --games 2 \
    --journal evil.db --display none
test "$(complete_line ternion-arena list evil.db --engine "")" = '\$\(touch\$\{IFS\}pwned\)|\`touch\$\{IFS\}pwned\`' && ! test -e pwned
ok "whose names are not run as commands, neither by Tab nor by Enter"
test "$(complete_line ternion-arena list evil.db --engine '\$\(to')" = '\$\(touch\$\{IFS\}pwned\)'
ok "and go on where they were quoted"
mkdir signs && touch 'signs/two words' 'signs/*'
test "$(complete_line ternion-arena run 'signs/*')" = 'signs/*' && test "$(complete_line ternion-arena run signs/t)" = 'signs/two words'
ok "nor are file names taken apart"
test "$(complete_line ternion-arena export js)" = jsonl
ok "and the formats"

done_testing
