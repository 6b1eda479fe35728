# libhost.a: an engine process on libevent; used by arena and server. Sources go here:
# noinst_LIBRARIES += libhost.a
# libhost_a_SOURCES = src/host/host.c src/host/host.h
# libhost_a_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS)
