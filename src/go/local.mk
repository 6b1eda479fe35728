libternion_a_SOURCES += \
	src/go/board.c src/go/board.h src/go/commands.c src/go/commands_kata.c src/go/game.c src/go/go.h \
	src/go/fight.c src/go/fight.h src/go/handicap.c src/go/handicap.h src/go/judge.c src/go/judge.h src/go/life.c \
	src/go/life.h src/go/notation.c src/go/playout.c src/go/playout.h \
	src/go/position.c src/go/reading.c src/go/reading.h src/go/rules.c src/go/rules_named.c src/go/score.c \
	src/go/sgf.h src/go/sgf_read.c src/go/sgf_write.c \
	src/go/show.c

# The player.
libternion_a_SOURCES += \
	src/go/book.c src/go/book.h src/go/features.c src/go/features.h src/go/mcts.c \
	src/go/mcts.h src/go/neighbourhood.c src/go/neighbourhood.h src/go/net.c src/go/net.h \
	src/go/pattern.c src/go/pattern.h src/go/player.c src/go/policy.c src/go/policy.h \
	src/go/prior.c src/go/prior.h src/go/tactics.c src/go/tactics.h src/go/tree.c src/go/tree.h

# The weights of move features and of the neighbourhoods known are numbers in text files, turned
# into C.
nodist_libternion_a_SOURCES += src/go/weights.c
src/go/weights.c: $(srcdir)/data/go/weights.txt $(srcdir)/data/go/patterns.txt \
		$(srcdir)/tools/weights.awk $(srcdir)/tools/go_patterns.awk
	$(AM_V_GEN)$(MKDIR_P) src/go && \
	  $(AWK) -v header=src/go/policy.h -v array=go_feature_weights -v size=GO_FEATURES \
	    -f $(srcdir)/tools/weights.awk $(srcdir)/data/go/weights.txt >$@.new && \
	  $(AWK) -f $(srcdir)/tools/go_patterns.awk $(srcdir)/data/go/patterns.txt >>$@.new && \
	  mv $@.new $@
# The network.
nodist_libternion_a_SOURCES += src/go/net_weights.c
src/go/net_weights.c: $(srcdir)/data/go/net.txt $(srcdir)/tools/weights.awk
	$(AM_V_GEN)$(MKDIR_P) src/go && \
	  $(AWK) -v header=src/go/net.h -v array=go_net_weights -v size=GO_NET_WEIGHTS \
	    -f $(srcdir)/tools/weights.awk $(srcdir)/data/go/net.txt >$@.new && mv $@.new $@
EXTRA_DIST += data/go/net.txt
CLEANFILES += src/go/net_weights.c
# The opening book.
nodist_libternion_a_SOURCES += src/go/book_lines.c
src/go/book_lines.c: $(srcdir)/data/go/book9.txt $(srcdir)/tools/go_book.awk
	$(AM_V_GEN)$(MKDIR_P) src/go && \
	  $(AWK) -f $(srcdir)/tools/go_book.awk $(srcdir)/data/go/book9.txt >$@.new && mv $@.new $@
EXTRA_DIST += data/go/book9.txt tools/go_book.awk
CLEANFILES += src/go/book_lines.c
EXTRA_DIST += data/go/README.md data/go/patterns.txt data/go/weights.txt tools/go_patterns.awk
CLEANFILES += src/go/weights.c
nobase_dist_pkgdata_DATA += web/games/go.js
EXTRA_DIST += src/go/README.md
