# The page in a real browser, and its texts. Builds with sanitizers leave the browser out: it would
# see nothing there that it does not see here.
TESTS += tests/page/games.sh tests/page/texts.sh
if NESTED
TESTS += tests/page/browser.sh tests/page/lessons.sh tests/page/other_browsers.sh tests/page/site.sh tests/page/wasm.sh
endif
LONG_TESTS += tests/page/wasm.sh
EXTRA_DIST += tests/page/README.md tests/page/browser.sh tests/page/games.sh tests/page/lessons.sh tests/page/other_browsers.sh tests/page/site.sh tests/page/texts.sh tests/page/wasm.sh
EXTRA_DIST += \
	tests/page/browser.js tests/page/club.js tests/page/common.js tests/page/draughts.js tests/page/fourth_game.js \
	tests/page/games.js tests/page/go.js tests/page/lessons.js \
	tests/page/harness.js tests/page/load_games.js tests/page/other_browsers.js tests/page/pictures.js tests/page/proxied.js \
	tests/page/qttt.js tests/page/live.js tests/page/report.js tests/page/study.js tests/page/table.js tests/page/tap.js tests/page/site.js tests/page/texts.js tests/page/wasm.js
