# A fourth game touches its folder, games.c, one line of src/local.mk, one module in web/games/ and
# one line of web/games.js, and nothing else: examples/ttt is put into a copy of the tree so, and
# that is built and tested. A part of make check-long.
. "$srcdir/tests/support/tap.bash"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
folder=$(mktemp -d) || exit 99
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
NODE_PATH=$(realpath "$builddir")/node_modules:$(realpath "$srcdir")/node_modules:$NODE_PATH
export NODE_PATH
make -s -C "$builddir" distdir distdir="$folder/tree" >/dev/null 2>&1 || exit 99
cd "$folder/tree" && chmod -R u+w . || exit 99

cp -r examples/ttt src/ttt
mv src/ttt/ttt.js web/games/ttt.js
echo "export { ttt } from './games/ttt.js';" >>web/games.js
sed -i '/^include src\/go\/local.mk/a include src/ttt/local.mk' src/local.mk
sed -i -e 's|^#include "../qttt/qttt.h"|&\n#include "../ttt/ttt.h"|' -e 's|&go_kit, NULL|\&go_kit, \&ttt_kit, NULL|' \
    -e 's|^const struct kit \*const games|static const struct kit ttt_kit = {.game = \&ttt_game, .player = \&random_player};\n\n&|' \
    src/core/games.c
programs="ternion ternion-arena ternion-server ternion-egtb tests/unit/contract_test tests/support/dialogue"
# shellcheck disable=SC2086  # a list of words
{ autoreconf -fi && ./configure -q --disable-nested-checks CC="$CC" &&
    make -s -j"$(nproc)" CFLAGS="-O2 -Werror" $programs; } >out 2>&1
ok "it builds without a warning"
export srcdir=$PWD builddir=$PWD
for test in tests/unit/contract_test "bash tests/build/includes.sh" "bash tests/run/dialogues.sh" "bash tests/run/cli.sh" "bash tests/page/games.sh"; do
    TERNION_TEST_SCALE=10 $test >"$(basename "${test#bash }").log" 2>&1
    status=$?
    grep '^not ok' "$(basename "${test#bash }").log" >out
    test $status = 0
    ok "${test#bash }"
done
grep -q '^ok .* ttt classical 3: ' contract_test.log; ok "the laws were tried on it"
test "$(printf 'perft 9\n' | ./ternion --game ttt | head -n 1)" = "= 127872"; ok "127,872 games fill the board"
./ternion-arena --game ttt --engine 'cmd=./ternion --game ttt,name=a' --engine 'cmd=./ternion --game ttt,name=b' \
    --games 4 --journal t.db --display none >out 2>&1 && grep -q '^4 games' out
ok "the arena plays it"
./ternion-arena report t.db -o t.html >out 2>&1 && grep -q '"game":"ttt"' t.html; ok "and reports it"
grep -q '^modules.ttt = ' t.html; ok "the report has its module"
make -s install DESTDIR="$PWD/installed" >out 2>&1 && test -n "$(find installed -path '*/web/games/ttt.js')"
ok "which is installed"
missing=$(node tests/page/harness.js 2>&1)
if test -z "$missing"; then
    node tests/page/fourth_game.js t.html >out 2>&1
    ok "the page and the report draw it"
else
    skip "the page and the report draw it" "missing: $missing"
fi
done_testing
