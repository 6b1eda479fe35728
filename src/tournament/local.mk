# libtournament.a: pairings, tie-breaks, ratings, intervals, sequential tests and tuning: pure
# arithmetic, for the arena and the server.
noinst_LIBRARIES += libtournament.a
libtournament_a_SOURCES = \
	src/tournament/journal_schema.h src/tournament/ratings.c src/tournament/ratings.h src/tournament/rounds.c src/tournament/rounds.h \
	src/tournament/schedule.c src/tournament/schedule.h src/tournament/sprt.c src/tournament/sprt.h \
	src/tournament/spsa.c src/tournament/spsa.h src/tournament/statistics.c src/tournament/statistics.h \
	src/tournament/swiss.c src/tournament/swiss.h
tournament_libs = libtournament.a libternion.a -lm
EXTRA_DIST += src/tournament/README.md
