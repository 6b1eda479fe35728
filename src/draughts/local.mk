libternion_a_SOURCES += \
	src/draughts/draughts.h src/draughts/board.c src/draughts/commands.c src/draughts/fen.c \
	src/draughts/game.c src/draughts/notation.c src/draughts/pdn.h src/draughts/pdn_read.c \
	src/draughts/pdn_write.c src/draughts/rules.c src/draughts/show.c

# The player. Its weights are numbers in a text file, turned into C.
libternion_a_SOURCES += \
	src/draughts/egtb.h src/draughts/egtb.c src/draughts/egtb_build.c \
	src/draughts/egtb_runs.h src/draughts/egtb_runs.c \
	src/draughts/eval.h src/draughts/eval.c src/draughts/hash.h src/draughts/hash.c \
	src/draughts/net.h src/draughts/net.c src/draughts/pattern.h src/draughts/pattern.c \
	src/draughts/player.c src/draughts/puzzle.h src/draughts/puzzle.c \
	src/draughts/search.h src/draughts/search.c src/draughts/slice.h src/draughts/slice.c
nodist_libternion_a_SOURCES = src/draughts/weights.c src/draughts/net_weights.c src/draughts/ballots.c
src/draughts/ballots.c: $(srcdir)/data/draughts/ballots.txt $(srcdir)/tools/ballots.awk
	$(AM_V_GEN)$(MKDIR_P) src/draughts && \
	  $(AWK) -f $(srcdir)/tools/ballots.awk $(srcdir)/data/draughts/ballots.txt >$@.new && mv $@.new $@
src/draughts/weights.c: $(srcdir)/data/draughts/weights.txt $(srcdir)/tools/weights.awk
	$(AM_V_GEN)$(MKDIR_P) src/draughts && \
	  $(AWK) -v header=src/draughts/pattern.h -v array=draughts_weights \
	    -v size=DRAUGHTS_WEIGHTS -f $(srcdir)/tools/weights.awk \
	    $(srcdir)/data/draughts/weights.txt >$@.new && mv $@.new $@
src/draughts/net_weights.c: $(srcdir)/data/draughts/net.txt $(srcdir)/tools/weights.awk
	$(AM_V_GEN)$(MKDIR_P) src/draughts && \
	  $(AWK) -v header=src/draughts/net.h -v array=draughts_net_weights \
	    -v size=DRAUGHTS_NET_WEIGHTS -f $(srcdir)/tools/weights.awk \
	    $(srcdir)/data/draughts/net.txt >$@.new && mv $@.new $@
EXTRA_DIST += data/draughts/README.md data/draughts/ballots.txt data/draughts/net.txt data/draughts/weights.txt \
	tools/ballots.awk tools/weights.awk
CLEANFILES += src/draughts/ballots.c src/draughts/weights.c src/draughts/net_weights.c
nobase_dist_pkgdata_DATA += web/games/draughts.js
EXTRA_DIST += src/draughts/README.md
