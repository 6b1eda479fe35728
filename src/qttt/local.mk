libternion_a_SOURCES += src/qttt/qttt.h src/qttt/rules.c
