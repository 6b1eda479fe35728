libternion_a_SOURCES += \
	src/go/board.c src/go/board.h src/go/game.c src/go/go.h src/go/notation.c \
	src/go/playout.c src/go/playout.h src/go/position.c src/go/rules.c src/go/score.c \
	src/go/show.c
