# libhost.a: engine processes on libevent; used by arena and server.
noinst_LIBRARIES += libhost.a
libhost_a_SOURCES = src/host/conf.c src/host/conf.h src/host/frames.c src/host/frames.h src/host/guest.c src/host/guest.h \
	src/host/host.c src/host/host.h src/host/inside.h src/host/orphans.c src/host/orphans.h \
	src/host/process.c src/host/process.h
libhost_a_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS) $(CONFUSE_CFLAGS)
