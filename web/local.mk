# The page. A game's module is listed with the game's sources.
nobase_dist_pkgdata_DATA += \
	web/advice.js \
	web/aim.js \
	web/app.js \
	web/clock.js \
	web/club.js \
	web/colours.css \
	web/exercise.js \
	web/film.js \
	web/games.js \
	web/games/board.css \
	web/games/drawing.js \
	web/goals.js \
	web/i18n.js \
	web/i18n/en.json \
	web/i18n/pl.json \
	web/i18n/ru.json \
	web/icon.svg \
	web/index.html \
	web/lesson.js \
	web/lessons.js \
	web/lessons/quantum.js \
	web/lessons/stones.js \
	web/lessons/warcaby.js \
	web/lobby.js \
	web/local.js \
	web/memory.js \
	web/net.js \
	web/page.js \
	web/places.js \
	web/puzzles.js \
	web/review.js \
	web/share.js \
	web/sounds.js \
	web/style.css \
	web/table.js
EXTRA_DIST += web/README.md tools/page.sh

# As it is served: compressed, with a version.
page/VERSION: $(nobase_dist_pkgdata_DATA) tools/page.sh
	$(AM_V_GEN)$(SHELL) $(srcdir)/tools/page.sh $(srcdir) page $(nobase_dist_pkgdata_DATA)
noinst_DATA += page/VERSION
clean-local: page-clean
page-clean:
	rm -rf page page.new
.PHONY: page-clean
