# The page in a real browser, and its texts. Builds with sanitizers leave the browser out: it would
# see nothing there that it does not see here.
TESTS += tests/page/page_texts.sh
if NESTED
TESTS += tests/page/browser.sh tests/page/browsers.sh
endif
EXTRA_DIST += tests/page/browser.sh tests/page/browsers.sh tests/page/page_texts.sh tests/page/page_texts.js \
	tests/page/harness.js tests/page/run.js tests/page/people.js tests/page/warcaby.js \
	tests/page/go.js tests/page/quantum.js tests/page/pictures.js tests/page/report.js \
	tests/page/others.js tests/page/table.js
