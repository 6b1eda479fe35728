# What the arena is told: every kind of setting, and the words with which a bad one is refused
# before anything is started.
. "$srcdir/tests/support/arena.bash"

# refused STATUS PATTERN ARGUMENTS...
refused() {
    run 20 "${@:3}"
    test "$status" -eq "$1" && grep -qE -- "$2" out && ! test -e arena.db
    ok "${*:3}: $2"
}

"$arena" --help >out
missing=
for word in Usage: --komi --dialogues restart 'arena merge OUT' 'arena list' 'Exit status'; do
    grep -q -- "$word" out || missing+=" $word"
done
test -z "$missing"
ok "--help has settings, engines, commands and statuses$missing"
"$arena" --version >out && grep -qx 'ternion-arena [0-9.]*' out
ok "--version"
refused 2 'there is no option --nonsense' --nonsense
refused 2 '--games needs a value' --games
refused 2 'no engines'
refused 2 'no engines' --game qttt
echo 'game = qttt' >plain.conf
refused 2 'a tournament file comes after the word run' plain.conf
refused 2 'the command comes before the options' --games 4 run some.conf
refused 2 'the command comes before the options' --game qttt list some.db
refused 2 'run takes a tournament file' run
refused 2 'check' check
refused 2 'tune takes a file of parameters and an engine' tune
refused 2 'merge' merge only.db
refused 2 'status is gone: show' status some.db

while IFS='|' read -r setting value words; do
    refused 2 "$words" "--$setting" "$value" "$stub" "$stub"
done <<'END'
game|chess|chess
size|0|
komi|many|many is not a number of points
win-length|0|
win-length|long|
set|komi|
format|league|
games|0|
challengers|0|
rounds|0|
tie-games|-1|
seeding|backwards|
sprt|elo0=|
swap|perhaps|
seed|-1|
shard|3/2|
openings|nonsense|none of none, random:PLIES, ballots
openings|random:0|
openings|file:|none of none, random:PLIES
opening-plies|0|
opening-order|backwards|
time|soon|soon is no clock
margin|-1|
grace|x|
hang|x|
answer-limit|x|
max-plies|-1|
draw-after|-1|
resign|60|
resign|10:0|
resign|10:3:none|
resign|10:3:both:1|
draw|60|
draw|4:0|
draw|4:5:6:7|more than this setting takes
judge|'unclosed|
concurrency|0|
pin|0-|
evaluations|perhaps|
records||the file name of the records is empty
strikes|x|
journal||journal's file name is empty
force|perhaps|
strict|perhaps|
dialogues|some|
display|pink|
END

for address in nonsense localhost:80 '[127.0.0.1]:80' 127.0.0.1:70000; do
    refused 2 'no address to serve at' "--live=$address" "$stub" "$stub"
done

# Settings that older versions had say what replaces them, on the command line and in a file.
for setting in cost dialogue-limit dialogue-total limit; do
    refused 2 "^ternion-arena: --$setting is gone: ." "--$setting=yes" "$stub" "$stub"
    printf 'games = 2\n%s = yes\n' "$setting" >gone.conf
    refused 2 "^ternion-arena: gone.conf:2: $setting is gone: ." run gone.conf
    ! "$arena" --help | grep -q -- "--$setting"
    ok "--help does not offer --$setting"
done

touch plain && chmod +x plain
while IFS='|' read -r word words; do
    refused 2 "$words" --engine "cmd=$stub,$word" "$stub"
done <<END
name=|an engine's name is empty
name=$(printf 'a\tb')|no control characters
name=$(printf 'a\033[31m')|no control characters
name=$(printf 'a\xc2\x9b')|no control characters
name=$(printf 'a\xff')|a name is UTF-8
dir=/nowhere|no directory /nowhere
dir=$PWD/plain|no directory
env=WORD|
init=|one line of text
start-limit=x|
restart=often|
stderr=loud|
pipeline=perhaps|
pin=x|
memory=-1|
depends=nowhere|there is no file nowhere
depends=/|there is no file /
dialogue=|the file name of the dialogue is empty
dialogue=/|the dialogue /: Is a directory
dialogue=/dev/null|it is no regular file
dialogue=$PWD/nowhere/a|No such file or directory
dialogue=$PWD/plain.conf|the file holds something else
class=gpu|class is gone: --concurrency
END
test "$(cat plain.conf)" = 'game = qttt'
ok "a file that is no dialogue is left alone"
refused 2 'begins with a setting like cmd=..., not with colour' --engine colour=red "$stub"
run 60 --engine "cmd=$stub --peak one:1:9 --peak two:1:9,name=a,option.two=3,restart=game" --engine "cmd=$stub --peak one:1:9,name=b" \
    --each option.one=2,restart=never,time=9 --game qttt --games 2 --journal each.db --dialogues all --display none
"$arena" show each.db 0 >dialogue
test "$status" -eq 0 && grep -q ' a > .* set_option two 3$' dialogue && grep -q ' a > .* set_option one 2$' dialogue &&
    grep -q ' b > .* set_option one 2$' dialogue &&
    test "$(grep -c ' > .* time_settings 9 0 0$' dialogue)" -eq 2
ok "--each has settings for all engines, and option. those of the engine itself"
refused 2 'engines cannot all have one name' --each name=a "$stub" "$stub"
refused 2 'no setting wrong; known are cmd, name' --each cmd=a,wrong=1 "$stub" "$stub"
refused 2 'two is not of the form NAME=VALUE' --engine "cmd=$stub,option=two" "$stub"
refused 2 'no setting threds; known are cmd, name, ' --engine "cmd=$stub,threds=2" "$stub"
refused 2 'no setting rstart; known are cmd, name, ' --engine "cmd=$stub,name=a,rstart=game" "$stub"
refused 2 'there is no option -games: options have two dashes, --games' "$stub" "$stub" -games 4
refused 2 'there is no option -tc; options have two dashes' "$stub" "$stub" -tc 10
refused 2 'show has no option -json; options have two dashes' show some.db -json
# What another format has is refused with what was meant.
refused 2 'swiss.; --games is how often two meet' "$stub" "$stub" --rounds 4
refused 2 'rounds are those of a Swiss tournament' "$stub" "$stub" --rounds 4 --format knockout
refused 2 'tie-games are those of a knockout' "$stub" "$stub" --tie-games 4
refused 2 'challengers are those of a gauntlet' "$stub" "$stub" --challengers 1 --format swiss
refused 2 'seeding is that of a Swiss tournament or a knockout' "$stub" "$stub" --seeding listed
# The system's own reason for a program that cannot be run.
printf 'no program' >plainfile && mkdir -p folder && printf '#!/no/such/shell\n' >orphan && printf 'x\0y' >format && chmod +x orphan format
refused 2 'plainfile that may be run: Permission denied' ./plainfile "$stub"
refused 2 'folder that may be run: Is a directory' ./folder "$stub"
refused 2 'nowhere that may be run: No such file or directory' ./nowhere "$stub"
run 60 ./orphan "$stub" --journal orphan.db
test "$status" -eq 8 && grep -q 'cannot be executed: no such file, or none of its interpreter' out
ok "a script without its interpreter"
run 60 ./format "$stub" --journal format.db
test "$status" -eq 8 && grep -q 'cannot be executed: not a program of this machine' out
ok "a file that is no program"
refused 2 '' --engine "cmd='unclosed" "$stub"
refused 2 'no-such-engine' ./no-such-engine "$stub"

# Settings that say what is so anyway, or are only reported.
run 60 --engine "cmd=$stub,name=a" --engine "cmd=$stub,name=b" --game qttt --size 5 --win-length 4 --games 2 --openings none --resign off --answer-limit 20 \
    --dialogues all --journal a.db --display lines
test "$status" -eq 0 &&
    test "$(query a.db "SELECT value FROM manifest WHERE name = 'set'")" = "win_length=4"
ok "--win-length, --openings none, --resign off"
"$arena" show a.db 0 >out && "$arena" replay a.db 1 >out </dev/null && grep -q '^ply 1 of ' out
ok "a journal remembers its settings"
run 60 --engine "cmd=$stub --game go,name=a" --engine "cmd=$stub --game go,name=b" --game go --size 5 --komi 0.5 --games 2 --max-plies 10 \
    --journal k.db --display none
test "$status" -eq 0 && test "$(query k.db "SELECT value FROM manifest WHERE name = 'set'")" = "komi=0.5"
ok "--komi"
run 60 "$stub" "$stub" "$stub" "$stub" --game qttt --format knockout --seeding shuffled --seed 5 --games 2 --journal s.db --display none
test "$status" -eq 0 && test "$(query s.db "SELECT value FROM manifest WHERE name = 'seeding'")" = shuffled
ok "--seeding shuffled"

# Of a script that an interpreter runs the arena knows what depends= names.
printf '#!/bin/sh\nexec %s\n' "$stub" >engine.sh
run 60 --engine "cmd=sh engine.sh,depends=engine.sh" "$stub" --game qttt --games 2 --journal h.db --display none
test "$status" -eq 0 && echo '# changed' >>engine.sh
run 60 --engine "cmd=sh engine.sh,depends=engine.sh" "$stub" --game qttt --games 4 --journal h.db --display none
test "$status" -eq 1 && grep -q 'engine.sh, which engine sh depends on, is not as it was when the journal was begun' out
ok "a script that has changed is another engine"
cat >depends.conf <<CONF
game = qttt games = 2 journal = f.db display = none
engine "a" { cmd = "sh engine.sh" depends = {"engine.sh", "depends.conf"} }
engine "b" { cmd = "$stub" }
CONF
run 60 run depends.conf
test "$status" -eq 0 && test "$(query f.db "SELECT depends FROM engine WHERE number = 0" | wc -l)" -eq 2
ok "a tournament file may name several"

# A program under another name, which is a link; one that has been turned to another program is
# another engine.
printf '%s\n' '#!/bin/sh' "case \$0 in */by-link) exec $stub ;; esac" "echo I am \$0 >&2" >wrapper && chmod +x wrapper
ln -s wrapper by-link && cp wrapper other && echo '# another' >>other
mkdir bin && ln -s ../by-link bin
run 60 ./by-link "$stub" --game qttt --games 2 --journal l.db --display none --strict
test "$status" -eq 0 && test "$(query l.db "SELECT path FROM engine WHERE number = 0")" = "$PWD/./by-link"
ok "a link to a script is started under its own name"
(cd bin && PATH=:$PATH && run 60 by-link "$stub" --game qttt --games 2 --journal l.db --display none --strict; exit $status)
ok "from PATH as well"
ln -sf other by-link
run 60 ./by-link "$stub" --game qttt --games 4 --journal l.db --display none
test "$status" -eq 1 && grep -q 'is not the one that the journal was begun with' out
ok "and is another engine when it leads elsewhere"

# Too long an opening for the game, and one that hardly any game outlasts.
refused 2 'random openings of that many plies end the game; use fewer' "$stub" "$stub" --game qttt --openings random:1000
run 60 "$stub" "$stub" --game qttt --games 40 --openings random:12 --concurrency 2 --journal r.db --display none
test "$status" -eq 0 && query r.db "SELECT count(*) FROM game WHERE opening LIKE '% % % % % % % % % % % %'" | grep -qx 40
ok "every game has the opening that was asked for"

# An engine at the end of a pipe, and one that refuses the game there.
piped() { # piped FILTER
    rm -f i.db* && run 60 --engine "cmd=sh -c 'echo >piped; $1 | $stub',name=a" "$stub" --game qttt --games 2 --journal i.db --display none
    test -e piped && rm piped
}
piped cat && test "$status" -eq 0 && test "$(csv i.db "fault IS NULL AND plies > 4")" = $'1\n1' && all_gone
ok "an engine behind a pipe"
piped "sed -u s/set_game/set_nothing/" && test "$status" -eq 8 && grep -q 'a never started: set_game was refused' out
ok "one that refuses the game has never started"
for file in /dev/full; do
    for words in --help --version "list --help" "list a.db" "show a.db" "export jsonl a.db" "show a.db a.db" \
        "merge joined.db a.db" "check $engine"; do
        # shellcheck disable=SC2086  # several words
        timeout 60 "$arena" $words >$file 2>out
        test $? -eq 1 && grep -q '^ternion-arena: .*: No space left on device$' out
        ok "$words that cannot be printed is a failure"
    done
    timeout 60 "$arena" "$stub" "$stub" --game qttt --games 2 --journal full.db --display lines >$file 2>out
    status=$?
    test "$(csv full.db number | wc -l)" -eq 2
    ok "a run goes on when nobody can read its lines"
    test $status -eq 1 && grep -q '^ternion-arena: the output could not be written: No space left on device$' out
    ok "and says so at its end"
    timeout 60 "$arena" "$stub" "$stub" --game qttt --games 2 --journal left.db --display none 2>out | true
    test "${PIPESTATUS[0]}" -eq 0 && ! test -s out
    ok "who stops reading is no failure"
done

# Errors in tournament files name the line, whatever comments stand before it.
said() { # said LINE TEXT WORDS: the file has a wrong number of games in that line
    printf "$2" >lines.conf
    run 20 run lines.conf
    test "$status" -eq 2 && grep -q "^ternion-arena: lines.conf:$1: three is not a whole number" out
    ok "line $1 behind $3"
}
said 3 '# one\n# "two\ngames = three\n' "comments of the shell"
said 3 '// one\nseed = 4 # two\ngames = three\n' "one behind a setting"
said 4 '/* one\n two\n*/ seed = 4 /* three */\ngames = three\n' "comments of C"
said 2 '/*/ seed = 4 /*/\ngames = three\n' "one whose end could be its beginning"
said 2 'openings = "file:a # b" set = {'"'x//=1'"', "y/*=\\"#"}\ngames = three # *\/\n' "quoted signs of comments"

# So do those which are found only when everything is known, and a value of the command line is not
# blamed on the file.
amiss() { # amiss LINE WORDS SETTING ARGUMENTS...: after two engines; LINE may be :NUMBER or nothing
    printf '%s\n' "engine a { cmd = \"$stub\" }" "engine b { cmd = \"$stub\" }" "games = 2" "$3" >amiss.conf
    run 20 run amiss.conf --journal amiss.db "${@:4}"
    test "$status" -eq 2 && grep -q "^ternion-arena: $1$2" out && ! test -e amiss.db
    ok "${1:-no line:} ${3//[$'\n']/ } ${*:4}"
}
amiss amiss.conf:4: '.*chines' 'rules = chines'
amiss amiss.conf:4: ' qttt has boards' 'size = 40'
amiss amiss.conf:4: '.*foo' 'set = {"foo=1"}'
amiss amiss.conf:5: '.*foo' $'set = {"komi=1",\n"foo=1"} game = go'
amiss amiss.conf:4: '.*komi' 'komi = 2.5'
amiss amiss.conf:4: ' limit is gone' 'limit = {"light=2", "heavy=2"}'
amiss amiss.conf:4: ' class is gone' 'engine c { cmd = "x" class = heavy }'
amiss amiss.conf:4: '.*none.txt' 'openings = "file:none.txt"'
amiss amiss.conf:4: '.*none.sgf' 'openings = "games:none.sgf" game = go'
amiss amiss.conf:4: '.*nope' 'judge = "nope" game = go'
amiss amiss.conf:5: ' a gauntlet needs' $'format = gauntlet\nchallengers = 2'
amiss amiss.conf:4: ' a match is' "format = match engine c { cmd = \"$stub\" }"
amiss amiss.conf:5: ' tie-games come' $'format = knockout\ntie-games = 3'
amiss amiss.conf:4: ' a sequential test' "sprt = 'elo0=0,elo1=5' format = swiss"
amiss amiss.conf:4: ' two engines are called a' "engine c { cmd = \"$stub\" name = a }"
amiss amiss.conf:4: ' pairings of this' 'shard = 1/2 format = swiss'
amiss '' '[^:]*chines' 'rules = japanese game = go' --rules chines
printf 'games = 2\n' >amiss.conf
run 20 run amiss.conf
test "$status" -eq 2 && grep -q '^ternion-arena: amiss.conf: a tournament needs at least two engines' out
ok "where there is no line to name, the file is"

# A value that ends too early is told from a name that is none.
printf 'games = 2\ntime = 60+1\n' >rest.conf
run 20 run rest.conf
test "$status" -eq 2 && grep -qxF "ternion-arena: rest.conf:2: no such option '1' (values with + or blanks need quotes)" out
ok "the rest of a value without quotes"
printf 'engine a { cmd = "x" nmae = y }\n' >rest.conf
run 20 run rest.conf
test "$status" -eq 2 && grep -qxF "ternion-arena: rest.conf:1: no such option 'nmae'" out
ok "a misspelt option in the middle of a line is none of them"
printf 'time = "60+1"\n1 = 2\ngmaes = 2\n' >rest.conf
run 20 run rest.conf
test "$status" -eq 2 && grep -qxF "ternion-arena: rest.conf:2: no such option '1'" out
ok "an option that there is not"

# Journals of others.
run 60 "$stub" "$stub" --game qttt --games 2 --journal v.db --display none
query v.db "PRAGMA user_version=99" >out
run 20 show v.db
test "$status" -eq 1 && grep -q 'v.db is a journal of a version of Ternion after [0-9.]*$' out
ok "a journal of a later version is refused"
: >old.db && query old.db "$(cat "$srcdir/tests/run/arena_0.1.0.sql")" && cp old.db kept.db
for words in "show old.db" "list old.db" "report old.db" "merge fresh.db old.db" "$stub $stub --game qttt --games 2 --force --journal old.db"; do
    # shellcheck disable=SC2086  # several words
    run 20 $words
    test "$status" -eq 1 && grep -q 'old.db is a journal of Ternion 0.1.0: use ternion-arena 0.1.0' out && cmp old.db kept.db && ! test -e fresh.db
    ok "one of 0.1.0 as well: ${words//$scratch\//}"
done
query v.db "PRAGMA user_version=1; PRAGMA application_id=7" >out
run 20 "$stub" "$stub" --game qttt --games 4 --journal v.db
test "$status" -eq 1 && grep -qE 'left alone|version' out
ok "a database of another program is left alone"
: >empty.db
run 20 show empty.db
test "$status" -ne 0 && grep -q 'is empty' out
ok "an empty file is no journal"
run 20 "$stub" "$stub" --game qttt --journal /nowhere/x.db
test "$status" -eq 1 && grep -q 'cannot' out
ok "a folder that is not there"
done_testing
