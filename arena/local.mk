# The arena program:
# bin_PROGRAMS += ternion-arena
# ternion_arena_SOURCES = arena/main.c
# ternion_arena_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS) $(SQLITE_CFLAGS) $(CONFUSE_CFLAGS)
# ternion_arena_LDADD = libhost.a libternion.a $(EVENT_LIBS) $(SQLITE_LIBS) $(CONFUSE_LIBS) -lm
