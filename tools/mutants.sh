# Breaks a source file in one place at a time and tells which breaks no test notices:
#
#   bash tools/mutants.sh FILE COUNT TEST...
#
# from the top of a tree that is configured in place, as in `bash tools/mutants.sh
# src/tournament/sprt.c 20 tests/unit/sprt_test tests/run/arena_sprt.sh`. The places are drawn by
# lot (SEED=2 draws others). The file must be committed; it is put back. What is left over is either
# the same program in other words, or a test to write.
set -u
if test $# -lt 3 || ! test -f "$1" || ! test -f Makefile; then
    sed -n '2,8s/^# \{0,1\}//p' "$0"
    exit 2
fi
file=$1 count=$2
shift 2
git diff --quiet HEAD -- "$file" || { echo "$file has changes; commit them first" >&2; exit 1; }
trap 'git checkout -q -- "$file"' EXIT
trap 'exit 1' INT TERM

# Every place as LINE, FIRST and LAST column, and what it becomes; comments, strings and
# declarations outside of functions are left alone.
places() {
    awk '
    function look(from, to, rest, start) {
        for (start = 1; (rest = index(substr(code, start), from)) > 0; start += rest + length(from) - 1)
            print NR "\t" start + rest - 1 "\t" start + rest + length(from) - 2 "\t" to
    }
    {
        code = $0
        while (match(code, /"([^"\\]|\\.)*"|\/\*[^*]*\*\//))
            code = substr(code, 1, RSTART - 1) sprintf("%" RLENGTH "s", "") substr(code, RSTART + RLENGTH)
        if (sub(/\/\*.*/, "", code)) comment = 1
        else if (comment) { if (index($0, "*/")) comment = 0; next }
        inside = depth > 0
        depth += gsub(/{/, "{", code) - gsub(/}/, "}", code)
        if (!inside || code ~ /^#/) next
        look(" < ", " <= "); look(" <= ", " < "); look(" > ", " >= "); look(" >= ", " > ")
        look(" == ", " != "); look(" != ", " == "); look(" && ", " || "); look(" || ", " && ")
        look(" + ", " - "); look(" - ", " + "); look(" + 1", " + 0"); look(" - 1", " - 0")
        look("++", "--"); look("+=", "-="); look("(!", "("); look(" % ", " / ")
        look("true", "false"); look("false", "true"); look("break;", ";"); look("continue;", ";")
        look(" = 0", " = 1"); look("[0]", "[1]"); look(" 2 ", " 3 ")
    }' "$file"
}

programs=
for test in "$@"; do
    case $test in *.sh) ;; *) programs+=" $test" ;; esac
done
noticed=0 missed=0
while IFS=$'\t' read -r line first last to <&3; do
    awk -v line="$line" -v first="$first" -v last="$last" -v to="$to" '
        NR == line { $0 = substr($0, 1, first - 1) to substr($0, last + 1) } { print }' "$file" >"$file.mutant" &&
        mv "$file.mutant" "$file"
    # shellcheck disable=SC2086  # words
    if ! make -s all $programs >/dev/null 2>&1; then
        :
    elif CK_DEFAULT_TIMEOUT=60 timeout -k 5 900 make -s check check_PROGRAMS= TESTS="$*" >/dev/null 2>&1; then
        missed=$((missed + 1))
        echo "$file:$line: $(sed -n "${line}s/^ *//p" "$file")"
    else
        noticed=$((noticed + 1))
    fi
    git checkout -q -- "$file"
done 3< <(places | awk -v seed="${SEED:-1}" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' | sort -n | cut -f 2- | head -n "$count")
make -s all >/dev/null 2>&1
echo "$noticed noticed, $missed not"
