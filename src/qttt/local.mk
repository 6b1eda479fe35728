libternion_a_SOURCES += src/qttt/qttt.h src/qttt/qttt.c src/qttt/rules.c src/qttt/notation.c \
	src/qttt/position.c src/qttt/show.c src/qttt/commands.c src/qttt/small.c src/qttt/small.h \
	src/qttt/solver.c src/qttt/solver.h src/qttt/score.h \
	src/qttt/ranking.c src/qttt/ranking.h \
	src/qttt/explain.c src/qttt/explain.h src/qttt/player.c \
	src/qttt/board.c src/qttt/board.h src/qttt/cellset.h src/qttt/playout.c src/qttt/playout.h \
	src/qttt/tree.c src/qttt/tree.h src/qttt/search.c src/qttt/search.h \
	src/qttt/count.c src/qttt/count.h src/qttt/ensemble.c src/qttt/ensemble.h \
	src/qttt/puzzle.c src/qttt/puzzle.h \
	src/qttt/endgame.c src/qttt/endgame.h
nobase_dist_pkgdata_DATA += web/games/qttt.js
