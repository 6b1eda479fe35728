# What the documents promise: links and anchors lead somewhere, files they name are there, dialogues
# they show are what the engine says, programs know the options that are named, the map has every
# folder, a folder's README has every file, and nothing is longer than a reader bears.
. "$srcdir/tests/support/tap.bash"
cd "$srcdir" || exit 99
shopt -s nullglob
readmes=({src,arena,server,web,tests,bench,tools}{/,/*/}README.m[d])
documents=(*.md docs/*.md "${readmes[@]}")
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
            target=$document
            case $link in
                \#*) ;;
                *) target=$(dirname "$document")/${link%%#*} ;;
            esac
            test -e "$target" || echo "$document: $link"
            case $link in
                *\#*) anchors "$target" | grep -qxF -- "${link#*#}" || echo "$document: $link has no such heading" ;;
            esac
        done < <(links "$document")
    done
}

# Files of the tree as documents name them; what is built has its source, NAME and * stand for any.
lost_files() {
    local name
    for name in $(sed 's/[^ `]*\*[^ `]*//g' "${documents[@]}" |
        grep -oE '\b(tests|bench|arena|server|examples|docs|tools|web|data|src)/[A-Za-z0-9_./-]*[A-Za-z0-9]' |
        grep -v 'NAME\|GAME\|\.log$' | sort -u); do
        test -e "$name" || test -e "$name.c" || echo "$name"
    done
}

# Sources, and the folders that have any. What the build makes has a first line that says so.
sources() { # sources FOLDER... [-maxdepth 1]
    find "$@" -type f -regex '.*\.\(c\|h\|js\|css\|html\|svg\|sh\|bash\|awk\)' -print0 |
        xargs -0r grep -L '^/\* Made from ' | sort
}
folders() { sources src arena server web tests bench tools | sed 's|/[^/]*$||' | sort -u; }

# Folders that CONTRIBUTING.md names neither by their path nor in the row of the folder above.
unmapped_folders() {
    local name
    folders | while read -r name; do
        grep -qE "(^|[^a-z/])$name(/|\`|$)" CONTRIBUTING.md ||
            grep -F "| \`${name%/*}/\`" CONTRIBUTING.md | grep -qF "\`${name##*/}/\`" || echo "$name"
    done
}

# Sources that the README of their folder does not name, as `board.c` (which has board.h along),
# `board` or `arena_*.sh`. Where a folder has none, the one above names its files or, where they are
# all of a kind, the folder.
unnamed_files() {
    local name readme file word base words
    folders | while read -r name; do
        readme=$name/README.md
        if test ! -e "$readme"; then
            readme=${name%/*}/README.md
            if test ! -e "$readme"; then
                echo "$name has no README.md"
                continue
            fi
            grep -qF "\`${name##*/}/\`" "$readme" && continue
        fi
        mapfile -t words < <(grep -oE '`[^`]+`' "$readme" | tr -d '`' | tr ' ' '\n' | sed -E 's/\.([ch]|\[ch\])$//')
        sources "$name" -maxdepth 1 | while read -r file; do
            base=${file##*/}
            base=${base%.[ch]}
            for word in "${words[@]}"; do
                # shellcheck disable=SC2053  # a pattern
                [[ $base == ${word##*/} ]] && continue 2
            done
            echo "$file"
        done
    done
}

# What tests/fuzz/unwatched.txt leaves out must be there to be left out.
lost_patterns() {
    local pattern
    sed -n 's/^src:\*//p' tests/fuzz/unwatched.txt | while read -r pattern; do
        compgen -G "$pattern" >/dev/null || echo "$pattern"
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
    done <"$document"
}

# Options that stand in lines which begin with a program's name.
unknown_options() {
    local program option
    for program in ternion ternion-arena ternion-server ternion-egtb; do
        "$builddir/$program" --help >"$folder/help"
        for option in $(cat README.md docs/*.md | sed -n "s/^\(\.\/\)\?$program //p" |
            sed "s/'[^']*'//g" | grep -oE -- '(^| )--[a-z-]+' | sort -u); do
            grep -qE -- "(^|[ ,])$option\b" "$folder/help" || echo "$program $option"
        done
    done
}

all_dialogues() {
    local document
    for document in README.md docs/games.md; do
        dialogues "$document"
        grep -q '^\$ ' "$document" || echo "$document: shows no dialogue"
    done
}

long_lines() {
    awk 'FNR == 1 { block = 0 } /^```/ { block = !block }
        length($0) > 130 && !/^\|/ && !/[^ -~]/ && !(reference && (block || /^    /)) { print FILENAME ": " FNR }' \
        README.md docs/*.md "${readmes[@]}" reference=1 CONTRIBUTING.md protocol.md
}

# at_most KILOBYTES FILE: what can be held in the head.
at_most() {
    local size
    size=$(wc -c <"$2")
    test "$size" -le $(($1 * 1024)) || echo "$2: $size bytes"
}
large_documents() {
    at_most 10 README.md
    at_most 15 CONTRIBUTING.md
    at_most 50 protocol.md
}

# Lines of comments of more than 100 columns; those of C are clang-format's.
long_comments() {
    find src arena server web tests bench tools examples -name '*.js' -print0 |
        xargs -0 grep -nHE '^.{101}' | grep -E ':[0-9]+:[[:space:]]*(//|/?\*) '
    find . -maxdepth 3 \( -name nested -o -name node_modules \) -prune -o -type f \( -name '*.sh' -o -name '*.bash' \
        -o -name '*.mk' -o -name '*.awk' -o -name '*.sbatch' -o -name Makefile.am -o -name configure.ac \
        -o -name GNUmakefile -o -name bootstrap -o -path ./completions/ternion -o -path ./.ci/run \) -print0 |
        xargs -0 grep -nHE '^.{101}' | grep -E ':[0-9]+:[[:space:]]*#'
}

# A reader finds every part of the protocol from its first page.
unlisted_headings() {
    local anchor
    for anchor in $(anchors protocol.md | tail -n +2); do
        links protocol.md | grep -qxF "#$anchor" || echo "$anchor"
    done
}

# Tests that make check-long names and cannot run: neither a script that is there nor a program with
# a rule.
unruled_tests() {
    local name
    test -n "$LONG_TESTS" || echo "LONG_TESTS is empty"
    for name in $LONG_TESTS; do
        case $name in
            *.sh) test -e "$name" ;;
            *) grep -q "^$name\.log:" "$builddir/Makefile" ;;
        esac || echo "$name"
    done
}

unlisted_headings | none "every heading of protocol.md is in its contents"
dead_links | none "every link leads somewhere"
lost_files | none "every file that is named is there"
lost_patterns | none "and every file that fuzzing does not watch"
unmapped_folders | none "CONTRIBUTING.md has every folder with sources"
unnamed_files | none "every folder's README has every file of it"
all_dialogues | none "dialogues are what the engine says"
unknown_options | none "options are known to their programs"
unruled_tests | none "make check-long can run what it names"
long_lines | none "no line is too long to be read"
long_comments | cut -d : -f 1-2 | none "nor is a comment"
large_documents | none "no document is too large to be held in the head"
done_testing
