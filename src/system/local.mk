EXTRA_DIST += src/system/README.md src/system/wasm/pthread.h src/system/wasm/system.c
libternion_a_SOURCES += src/system/file.c src/system/file.h src/system/now.c src/system/now.h \
	src/system/random.c src/system/random.h src/system/standard.c src/system/standard.h src/system/thread.c src/system/thread.h \
	src/system/wait.c src/system/wait.h src/system/wakeup.c src/system/wakeup.h
