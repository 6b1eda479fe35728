libternion_a_SOURCES += \
	src/core/clock.h src/core/command.h src/core/error.h src/core/game.h src/core/games.h \
	src/core/memory.h src/core/player.h src/core/record.h src/core/rng.h src/core/session.h \
	src/core/setup.h src/core/tagrecord.h src/core/text.h src/core/vertex.h
