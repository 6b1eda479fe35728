# The page, as it is served; nothing is made from it.
nobase_dist_pkgdata_DATA = \
	web/advice.js \
	web/aim.js \
	web/app.js \
	web/boards/boards.css \
	web/boards/common.js \
	web/boards/draughts.js \
	web/boards/go.js \
	web/boards/qttt.js \
	web/clock.js \
	web/colours.css \
	web/i18n.js \
	web/i18n/en.json \
	web/i18n/pl.json \
	web/i18n/ru.json \
	web/icon.svg \
	web/index.html \
	web/lobby.js \
	web/memory.js \
	web/net.js \
	web/page.js \
	web/players.js \
	web/sounds.js \
	web/style.css \
	web/table.js
