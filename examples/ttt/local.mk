libternion_a_SOURCES += src/ttt/ttt.c src/ttt/ttt.h
