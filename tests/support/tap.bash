# TAP, the one way in which shell tests say ok. They source this, or a file of this folder that
# does:
#
#   test "$(some command)" = expected
#   ok "some command says what is expected"
#   done_testing
tap_number=0
tap_failed=0
shopt -s lastpipe # so that `COMMAND | none TEXT` counts in this shell

# comment [FILE]...: their lines, or those of standard input, as remarks within TAP.
comment() { sed 's/^/# /' "$@"; }

# ok TEXT: judges the status of the command before it. If that failed, the ends of the files `out`
# and `err` follow, where tests keep what a program said. TEXT must hold no $(...), which would be
# the command before it.
ok() {
    local status=$? file
    tap_number=$((tap_number + 1))
    if test $status = 0; then
        echo "ok $tap_number - $1"
        return
    fi
    echo "not ok $tap_number - $1"
    tap_failed=1
    for file in out err; do
        test ! -f "$file" || tail -n 20 "$file" | comment
    done
    return $status
}

# none TEXT: good if standard input is empty; else it is what is wrong.
none() {
    local wrong
    wrong=$(cat)
    test -z "$wrong" || comment <<<"$wrong"
    test -z "$wrong"
    ok "$1"
}

# skip TEXT REASON: one result that cannot be had here. skip_all REASON: there is none at all.
skip() {
    tap_number=$((tap_number + 1))
    echo "ok $tap_number - $1 # SKIP $2"
}
skip_all() {
    echo "1..0 # SKIP $1"
    exit 0
}

# The last line of every test: there must have been a result.
done_testing() {
    test $tap_number -gt 0 || ok "there is something to try"
    echo "1..$tap_number"
    exit $tap_failed
}

# quietly COMMAND...: what it says becomes remarks; its status stays.
quietly() {
    "$@" | comment
    return "${PIPESTATUS[0]}"
}
