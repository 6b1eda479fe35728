# TAP for shell tests whose number of results is known only at the end; they source this.
tap_number=0
tap_failed=0
tap_ok() { # tap_ok STATUS TEXT
    tap_number=$((tap_number + 1))
    if test "$1" = 0; then
        echo "ok $tap_number - $2"
    else
        echo "not ok $tap_number - $2"
        tap_failed=1
    fi
}
tap_skip_all() { # tap_skip_all REASON
    echo "1..0 # SKIP $1"
    exit 0
}
tap_done() {
    echo "1..$tap_number"
    exit $tap_failed
}
