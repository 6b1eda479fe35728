# libroom.a: one room without sockets, store and processes.
noinst_LIBRARIES += libroom.a
libroom_a_SOURCES = src/room/create.c src/room/orders.c src/room/orders.h src/room/person.c \
	src/room/person.h src/room/room.c src/room/room.h src/room/room_chat.c src/room/room_end.c \
	src/room/room_private.h src/room/room_state.c src/room/study.c
EXTRA_DIST += src/room/README.md
