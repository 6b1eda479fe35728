# What bootstrap asks for, on machines that are made up of a few commands.
. "$srcdir/tests/support/tap.bash"
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" && mkdir bin && cp "$srcdir/bootstrap" . || exit 99
for command in sh dirname sed cut head env; do ln -s "$(command -v $command)" bin || exit 99; done

# program NAME: from standard input.
program() { { echo '#!/bin/sh' && cat; } >"$1" && chmod +x "$1"; }
# start ARGUMENTS...: runs it there; its words are in out, its status in $status.
start() {
    PATH=$folder/bin "$folder/bin/sh" ./bootstrap "$@" >out 2>&1
    status=$?
}

unset CC CPPFLAGS
start --no-install
test $status -eq 1 && grep -q '^  sudo apt-get update && sudo apt-get install -y gcc libc6-dev make autoconf ' out
ok "an empty machine needs everything, with the line to type"

# Names that have a version in them are known only after the update.
echo 'echo 0' | program bin/id
program bin/apt-get <<'END'
echo "$*" >>asked
case $* in *update*) : >updated ;; esac
END
echo 'if test -e updated; then echo "  Depends: clang-19"; fi' | program bin/apt-cache
start
grep ' install ' asked | head -n 1 | grep -q ' gcc .* clang libclang-rt-19-dev '
ok "on a fresh one it asks for the sanitizers of the clang that there will be"
! grep -q wasi asked && start --with-wasm && : # it fails again
grep ' install ' asked | grep -q ' lld wasi-libc libclang-rt-19-dev-wasm32'
ok "and with --with-wasm for its libraries for WebAssembly"
rm asked && start
test $status -eq 1 && test "$(grep -n update asked | cut -d : -f 1)" = 1
ok "updates once, and gives up when nothing helps"

# A compiler of one's own.
for command in make autoconf automake pkg-config autoreconf clang; do echo 'exit 0' | program bin/$command; done
echo 'echo "configured with $*"' | program configure
CC="clang -pipe" start --no-install --some-argument
test $status -eq 0 && ! grep -q gcc out && grep -qx 'configured with --some-argument' out
ok "with CC=clang it needs no gcc"
start --no-install
test $status -eq 1 && grep -q ' gcc libc6-dev ' out
ok "without, it does"
done_testing
