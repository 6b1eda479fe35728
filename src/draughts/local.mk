libternion_a_SOURCES += \
	src/draughts/draughts.h src/draughts/board.c src/draughts/commands.c src/draughts/fen.c \
	src/draughts/game.c src/draughts/notation.c src/draughts/pdn.c src/draughts/pdn.h \
	src/draughts/pdnlex.c src/draughts/pdnread.c src/draughts/pdntags.c src/draughts/rules.c \
	src/draughts/show.c src/draughts/square.c

# The player.
libternion_a_SOURCES += \
	src/draughts/eval.h src/draughts/eval.c src/draughts/hash.h src/draughts/hash.c \
	src/draughts/player.c src/draughts/search.h src/draughts/search.c
