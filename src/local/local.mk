# liblocal.a: a server for one person, without a connection: for pages that have none.
noinst_LIBRARIES += liblocal.a
liblocal_a_SOURCES = src/local/local.c src/local/local.h src/local/saved.c src/local/saved.h
EXTRA_DIST += src/local/README.md
