# The two commands of README, word for word, in an empty Debian: a folder made by debootstrap, which
# has a terminal device and the network and nothing of this machine. As root, hours on a slow
# machine; a part of make check-long. For a short look: NEWCOMER_SUITES=bookworm tries that one,
# NEWCOMER_ARGUMENTS=--disable-nested-checks gives it to bootstrap, NEWCOMER_TERMINAL=no has none.
. "$srcdir/tests/support/tap.bash"
test "$(id -u)" = 0 && command -v debootstrap >/dev/null || skip_all "debootstrap and root are wanted"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
base=$(mktemp -d -p /var/tmp) || exit 99
trap 'rm -rf "$base"' EXIT

# inside ROOT COMMAND: in namespaces of its own, which take the mounts and all processes with them.
inside() {
    # shellcheck disable=SC2016  # for the shell within
    unshare --mount --pid --fork --kill-child sh -c 'mount -t proc proc "$1/proc" &&
        { test "$NEWCOMER_TERMINAL" = no || { mount -t devpts -o newinstance,ptmxmode=666 devpts "$1/dev/pts" &&
            mount --bind "$1/dev/pts/ptmx" "$1/dev/ptmx"; }; } &&
        exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root sh -c "cd /root/ternion && $2"' sh "$1" "$2"
}

mapfile -t commands < <(sed -n '/^## Two commands/,/^## [^T]/s|^\(\./bootstrap && make [a-z]*\).*|\1|p' "$srcdir/README.md")
test ${#commands[@]} = 2
ok "README has two commands"
for suite in ${NEWCOMER_SUITES:-bookworm trixie}; do
    root=$base/$suite
    if ! debootstrap --variant=minbase "$suite" "$root" >"$base/log" 2>&1 || ! chroot "$root" true; then
        skip "$suite" "it cannot be installed here: $(tail -n 1 "$base/log")"
        continue
    fi
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    echo '127.0.0.1 localhost' >"$root/etc/hosts" # as any installation has it
    mkdir -p "$root/root/ternion"
    # What a clone has.
    git -C "$srcdir" ls-files -z | (cd "$srcdir" && tar c --null -T -) | tar x -C "$root/root/ternion"
    for command in "${commands[@]}"; do
        inside "$root" "${command/bootstrap/bootstrap ${NEWCOMER_ARGUMENTS:-}}" >"$base/log" 2>&1
        status=$?
        grep -E '^(FAIL|ERROR|# SKIP|SKIP)|warning:' "$base/log" | head -n 40 | comment
        test $status = 0
        ok "$suite: $command"
    done
    rm -rf --one-file-system "$root"
done
done_testing
