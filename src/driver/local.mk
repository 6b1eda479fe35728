# libdriver.a: engine processes on libevent; used by arena and server.
noinst_LIBRARIES += libdriver.a
libdriver_a_SOURCES = src/driver/conf.c src/driver/conf.h src/driver/cpus.c src/driver/cpus.h \
	src/driver/driver.c src/driver/driver.h src/driver/driver_loop.c src/driver/driver_loop.h \
	src/driver/engine_spec.c src/driver/engine_spec.h src/driver/driver_private.h \
	src/driver/evaluation.c src/driver/evaluation.h src/driver/orphans.c \
	src/driver/orphans.h src/driver/placement.c src/driver/placement.h src/driver/pool.c src/driver/pool.h \
	src/driver/process.c src/driver/process.h src/driver/replies.c src/driver/replies.h \
	src/driver/send_game.c src/driver/send_game.h
EXTRA_DIST += src/driver/README.md
