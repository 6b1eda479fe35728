libternion_a_SOURCES += src/core/assert_hot.h src/core/avoid.c src/core/avoid.h \
	src/core/clock.c src/core/clock.h src/core/command.c src/core/command.h \
	src/core/error.c src/core/error.h src/core/game.c src/core/game.h \
	src/core/games.c src/core/games.h src/core/gtp.c src/core/gtp.h src/core/json.c src/core/json.h src/core/memory.c src/core/memory.h \
	src/core/player.c src/core/player.h src/core/record.c src/core/record.h \
	src/core/rng.c src/core/rng.h src/core/session.c src/core/session.h \
	src/core/setup.h src/core/strings.c src/core/strings.h \
	src/core/tagrecord.c src/core/tagrecord.h src/core/text.c src/core/text.h \
	src/core/vertex.c src/core/vertex.h
