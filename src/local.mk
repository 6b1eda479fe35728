EXTRA_DIST += src/README.md src/core/README.md src/qttt/README.md
# libternion.a: the games, the session and the calls of the system. Each folder appends its sources.
noinst_LIBRARIES += libternion.a
libternion_a_SOURCES =
include src/system/local.mk
include src/system/windows/local.mk
include src/core/local.mk
include src/qttt/local.mk
include src/draughts/local.mk
include src/go/local.mk

# libengine.a: the engine program without its main, so that tests can link it.
noinst_LIBRARIES += libengine.a
libengine_a_SOURCES = src/bench.c src/bench.h src/commands_record.c \
	src/engine.c src/engine.h src/commands.c src/commands.h \
	src/input.c src/input.h src/thinker.c src/thinker.h src/commands_analyse.c src/commands_gui.c src/commands_options.c \
	src/console.c src/console.h src/prompt.c src/prompt.h src/options.c src/options.h src/remote.c src/remote.h \
	src/remote_state.c src/remote_state.h src/review.c src/review.h src/review_file.c src/review_file.h src/steps.c src/steps.h src/terminal.c src/terminal.h

bin_PROGRAMS += ternion
ternion_SOURCES = src/main.c
ternion_LDADD = libanalysis.a libengine.a libternion.a $(READLINE_LIBS) $(JANSSON_LIBS) -lm
