# The page in a real browser, and its texts. Builds with sanitizers leave the browser out: it would see
# nothing there that it does not see here.
TESTS += tests/page_texts.sh
if NESTED
TESTS += tests/browser.sh tests/browsers.sh
endif
EXTRA_DIST += tests/browser.sh tests/browsers.sh tests/page_texts.sh tests/page_texts.js \
	tests/browser/harness.js tests/browser/run.js tests/browser/people.js tests/browser/warcaby.js \
	tests/browser/go.js tests/browser/quantum.js tests/browser/pictures.js tests/browser/report.js \
	tests/browser/others.js tests/browser/table.js
