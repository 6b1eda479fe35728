# libhost.a: engine processes on libevent; used by arena and server.
noinst_LIBRARIES += libhost.a
libhost_a_SOURCES = src/driver/conf.c src/driver/conf.h src/driver/frames.c src/driver/frames.h src/driver/guest.c src/driver/guest.h \
	src/driver/host.c src/driver/host.h src/driver/inside.h src/driver/orphans.c src/driver/orphans.h \
	src/driver/process.c src/driver/process.h
libhost_a_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS) $(CONFUSE_CFLAGS)
