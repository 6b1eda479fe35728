# libcontest.a: tournaments of people, without sockets, store and processes.
noinst_LIBRARIES += libcontest.a
libcontest_a_SOURCES = src/contest/club.c src/contest/club.h src/contest/contest.c src/contest/contest.h \
	src/contest/contest_pair.c src/contest/contest_private.h src/contest/contest_table.c
EXTRA_DIST += src/contest/README.md
