# What the documents promise: links and anchors lead somewhere, files they name are there, dialogues
# they show are what the engine says, programs know the options that are named, and no file is left
# out of the map.
. "$srcdir/tests/support/tap.bash"
documents=(README.md protocol.md CONTRIBUTING.md docs/tournaments.md docs/games.md docs/measurements.md arena/slurm/README.md)
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT

# Headings of a document as GitHub names them for links; one that comes again is numbered.
anchors() {
    sed -n '/^```/,/^```/d; s/^##* //p' "$1" | tr 'A-Z' 'a-z' | sed 's/[^a-z0-9 _-]//g; s/ /-/g' |
        awk '{ print $0 (seen[$0] ? "-" seen[$0] : ""); seen[$0]++ }'
}

# Links of a document, one a line: "](target)" without those to other hosts.
links() {
    sed '/^```/,/^```/d' "$1" | grep -oE '\]\([^) ]+\)' | sed 's/^](//; s/)$//' | grep -v '^https\?:'
}

dead_links() {
    local document link target
    for document in "${documents[@]}"; do
        while read -r link; do
            target=$srcdir/$document
            case $link in
                \#*) ;;
                *) target=$(dirname "$srcdir/$document")/${link%%#*} ;;
            esac
            test -e "$target" || echo "$document: $link"
            case $link in
                *\#*) anchors "$target" | grep -qxF -- "${link#*#}" || echo "$document: $link has no such heading" ;;
            esac
        done < <(links "$srcdir/$document")
    done
}

# Files of the tree as documents name them; what is built has its source, NAME and * stand for any.
lost_files() {
    local name
    for name in $(cd "$srcdir" && sed 's/[^ `]*\*[^ `]*//g' "${documents[@]}" |
        grep -oE '\b(tests|bench|arena|server|examples|docs|tools|web|data|src)/[A-Za-z0-9_./-]*[A-Za-z0-9]' |
        grep -v NAME | sort -u); do
        test -e "$srcdir/$name" || test -e "$srcdir/$name.c" || echo "$name"
    done
}

# Files of the programs and of the page that no table of CONTRIBUTING.md names. What the build makes
# has a first line that says so.
unmapped_files() {
    local file name
    grep '^|' "$srcdir/CONTRIBUTING.md" | grep -oE '`[^`]+`' | tr -d '`' |
        sed -E 's|^.*/([a-z])|\1|; s/\.(c|h|\[ch\]|h\/\.c)$//' | sort -u >"$folder/mapped"
    for file in "$srcdir"/{src,src/*,arena,arena/*,server,web,web/boards}/*.{c,h,js,css,html,svg}; do
        test -e "$file" && ! head -n 1 "$file" | grep -q '^/\* Made from ' || continue
        name=$(basename "$file")
        grep -qxF "${name%.[ch]}" "$folder/mapped" || echo "${file#"$srcdir/"}"
    done
}

# In a block the line "$ COMMAND" is followed by what the command prints.
dialogues() {
    local document=$1 line command='' inside=no
    while IFS= read -r line; do
        case $inside$line in
            no'```') inside=yes command='' ;;
            yes'```')
                inside=no
                test -n "$command" || continue
                (cd "$builddir" && timeout 60 bash -c "$command") 2>&1 | diff - "$folder/shown" |
                    sed "s|^|$document: |"
                ;;
            yes'$ '*)
                command=${line#'$ '}
                : >"$folder/shown"
                ;;
            yes*) test -z "$command" || printf '%s\n' "$line" >>"$folder/shown" ;;
        esac
    done <"$srcdir/$document"
}

# Options that stand in lines which begin with a program's name.
unknown_options() {
    local program option
    for program in ternion ternion-arena ternion-server ternion-egtb; do
        "$builddir/$program" --help >"$folder/help"
        for option in $(cat "$srcdir"/{README.md,docs/games.md,docs/measurements.md,docs/tournaments.md} | sed -n "s/^\(\.\/\)\?$program //p" |
            sed "s/'[^']*'//g" | grep -oE -- '(^| )--[a-z-]+' | sort -u); do
            grep -qE -- "(^|[ ,])$option\b" "$folder/help" || echo "$program $option"
        done
    done
}

all_dialogues() {
    local document
    for document in README.md docs/games.md; do
        dialogues "$document"
        grep -q '^\$ ' "$srcdir/$document" || echo "$document: shows no dialogue"
    done
}

long_lines() {
    (cd "$srcdir" && awk 'FNR == 1 { block = 0 } /^```/ { block = !block }
        length($0) > 130 && !/^\|/ && !/[^ -~]/ && !(reference && (block || /^    /)) { print FILENAME ": " FNR }' \
        README.md docs/*.md reference=1 CONTRIBUTING.md protocol.md)
}

# A reader finds every part of the protocol from its first page.
unlisted_headings() {
    local anchor
    for anchor in $(anchors "$srcdir/protocol.md" | tail -n +2); do
        links "$srcdir/protocol.md" | grep -qxF "#$anchor" || echo "$anchor"
    done
}

# Tests that make check-long names and cannot run: neither a script that is there nor a program with
# a rule.
unruled_tests() {
    local name
    test -n "$LONG_TESTS" || echo "LONG_TESTS is empty"
    for name in $LONG_TESTS; do
        case $name in
            *.sh) test -e "$srcdir/$name" ;;
            *) grep -q "^$name\.log:" "$builddir/Makefile" ;;
        esac || echo "$name"
    done
}

unlisted_headings | none "every heading of protocol.md is in its contents"
dead_links | none "every link leads somewhere"
lost_files | none "every file that is named is there"
unmapped_files | none "CONTRIBUTING.md has every file of the programs and the page"
all_dialogues | none "dialogues are what the engine says"
unknown_options | none "options are known to their programs"
unruled_tests | none "make check-long can run what it names"
long_lines | none "no line is too long to be read"
done_testing
