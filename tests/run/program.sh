# The program as a shell sees it: options, exit status, streams, manual and completion.
ternion=$builddir/ternion
. "$srcdir/tests/support/tap.bash"
# expect STATUS INPUT TEXT ARGUMENTS...: runs the engine and compares the exit status.
expect() {
    local wanted=$1 input=$2 text=$3 got
    shift 3
    printf '%b' "$input" | timeout 60 "$ternion" "$@" >out 2>err
    got=${PIPESTATUS[1]}
    test "$got" = "$wanted" || echo "# exit status $got, expected $wanted: $(head -c 300 err)"
    test "$got" = "$wanted"
    ok "$text"
}

folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99

expect 0 '' "end of input is a good end"
test ! -s out; ok "without commands nothing is written"
expect 0 'name' "a last line without newline is a command"
grep -q '^= Ternion' out; ok "and it is answered"
expect 0 'quit\nname\n' "quit ends the program"
test "$(wc -l <out)" = 2; ok "and what follows is not read"
expect 0 'nonsense\n' "a failed command is no failure of the program"
expect 1 'nonsense\nname\n' "unless it is strict" --strict
expect 0 'name\n' "strict and nothing failed" --strict
expect 2 '' "an unknown option is refused" --nonsense
test ! -s out && test -s err; ok "on standard error only"
expect 2 '' "an unknown game is refused" --game chess
grep -q qttt err; ok "with the list of games"
expect 2 '' "an impossible size is refused" --size 1000
expect 2 '' "a word that is no number is refused" --seed x1
expect 2 '' "arguments are refused" qttt
expect 0 'name\n' "a value may follow an equals sign" --game=qttt --seed=1
expect 0 'name\n' "--gtp is understood" --gtp
expect 0 '' "--help" --help
for option in $(grep -oE -- '--[a-z][a-z-]*' out | sort -u); do
    grep -qF -- "$(sed 's/-/\\-/g' <<<"$option")" "$srcdir/man/ternion.1"
    ok "the manual knows $option"
done
for program in ternion ternion-arena ternion-server ternion-egtb; do
    manual=$srcdir/man/$program.1
    "$builddir/$program" --help >out 2>err
    for command in show list export replay report sprt; do
        test $program != ternion-arena || "$builddir/$program" $command --help >>out 2>>err
    done
    missing=
    for option in $(grep -oE -- '--[a-z][a-z-]*' out | sort -u); do
        grep -qF -- "$(sed 's/-/\\-/g' <<<"$option")" "$manual" || missing+=" $option"
    done
    test -z "$missing"; ok "the manual of $program knows every option of --help:$missing"
    missing=
    "$builddir/ternion" --help >>out # which others start
    for option in $(grep -v gnugo "$manual" | sed 's/\\-/-/g' | grep -oE -- '--[a-z][a-z-]*' | sort -u); do
        test "$option" = --name || grep -qF -- "$option" out || missing+=" $option"
    done
    test -z "$missing"; ok "and names no others:$missing"
done
for game in qttt draughts go; do
    printf 'list_commands\nlist_options\n' | "$builddir/ternion" --game $game >out 2>err
    missing=
    for word in $(sed -n '1s/^= //; /^$/q; p' out); do
        grep -qE "\`$word[ \`]" "$srcdir"/{protocol,docs/analysis}.md || missing+=" protocol.md: $word"
        sed 's/\\-/-/g' "$srcdir/man/ternion.1" | grep -qE "(^| |\")$word( |\"|\$)" || missing+=" manual: $word"
    done
    for word in $(sed -n 's/^=\{0,1\} \{0,1\}\([a-z_]*\) [^ ]* (.*/\1/p' out); do
        grep -qF "\`$word\`" "$srcdir/protocol.md" || missing+=" option: $word"
    done
    test -z "$missing"; ok "commands and options of $game are in the documents:$missing"
done
missing=
for code in $(sed -n '/"errors"/,$p' "$srcdir/web/i18n/en.json" | grep -oE '^ *"[a-z]+\.[a-z-]+"' | tr -d '" '); do
    test "$code" = page.lost || cat "$srcdir"/{protocol,docs/server}.md | grep -qF "\`$code\`" || missing+=" $code"
done
test -z "$missing"; ok "protocol.md or docs/server.md has every code that the page translates:$missing"
expect 0 '' "--version" --version
grep -qE '^Ternion [0-9]' out; ok "and it has a number"

if test -w /dev/full; then
    printf 'name\n' | timeout 60 "$ternion" >/dev/full 2>/dev/null
    test $? = 1; ok "output that cannot be written is a failure"
fi
yes name | timeout 60 "$ternion" 2>err | head -n 1 >out
grep -q '^= Ternion' out && test ! -s err; ok "a reader who leaves does no harm"

# Completion, as bash would call it.
complete_line() {
    PATH=$builddir:$PATH bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ternion ternion; echo "${COMPREPLY[@]}"' \
        bash "$srcdir/completions/ternion" "$@"
}
test "$(complete_line ternion --level e)" = easy; ok "a level is completed"
test "$(complete_line ternion --game q)" = qttt; ok "a game is completed"
test "$(complete_line ternion --game = q)" = qttt; ok "also behind an equals sign"
test "$(complete_line ternion --game qttt --rules su)" = sum; ok "a rule set is completed"
test "$(complete_line ternion rev)" = review; ok "a command is completed"
touch known.sgf && test "$(complete_line ternion review kno)" = known.sgf; ok "and the file that it reads"
grep -qw -- --strict <<<"$(complete_line ternion --st)"; ok "an option is completed"
grep -qw -- win_length= <<<"$(complete_line ternion --set win)"; ok "a setting is completed"
test -z "$(complete_line ternion --set game =)" && test -z "$(complete_line ternion --set game = -)"
ok "its value is no option"

done_testing
