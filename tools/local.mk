# The endgame tables of draughts.
bin_PROGRAMS += ternion-egtb
ternion_egtb_SOURCES = src/egtb/egtb.c
ternion_egtb_LDADD = libternion.a -lm
dist_man_MANS += man/ternion-egtb.1

# What made data/draughts: positions, weights by draughts_learn; draughts_rounds.sh does it all.
EXTRA_PROGRAMS += tools/draughts_selfplay tools/draughts_learn
EXTRA_DIST += tools/draughts_rounds.sh
# Fair openings.
EXTRA_PROGRAMS += tools/draughts_ballots
tools_draughts_ballots_SOURCES = tools/draughts_ballots.c
tools_draughts_ballots_LDADD = libternion.a -lm
tools_draughts_selfplay_SOURCES = tools/draughts_selfplay.c tools/draughts_sample.h
tools_draughts_selfplay_LDADD = libternion.a -lm
tools_draughts_learn_SOURCES = tools/draughts_learn.c tools/draughts_fit.c tools/draughts_fit.h tools/draughts_sample.h \
	tools/weights_text.h
tools_draughts_learn_CFLAGS = $(AM_CFLAGS) -O3 -march=native -ffast-math
tools_draughts_learn_LDADD = libternion.a -lm
# The programs with the weights of a folder WEIGHTS, made there: they stand before those of the
# library.
draughts-weights: ternion tools/draughts_selfplay tools/draughts_learn
	@test -d "$(WEIGHTS)" || { echo "to be given: WEIGHTS=FOLDER" >&2; exit 1; }
	$(AM_V_GEN)to_c() { $(AWK) -v header=src/draughts/$$1.h -v array=$$2 -v size=$$3 \
	    -f $(srcdir)/tools/weights.awk "$(WEIGHTS)/$$4.txt" >"$(WEIGHTS)/$$4.c" && \
	  $(CC) $(CFLAGS) -I$(srcdir) -c -o "$(WEIGHTS)/$$4.o" "$(WEIGHTS)/$$4.c"; }; \
	to_c pattern draughts_weights DRAUGHTS_WEIGHTS weights && \
	to_c net draughts_net_weights DRAUGHTS_NET_WEIGHTS net && \
	link() { out="$(WEIGHTS)/$$1"; shift; \
	  $(CC) $(CFLAGS) $(LDFLAGS) -o "$$out" "$(WEIGHTS)/weights.o" "$(WEIGHTS)/net.o" "$$@"; } && \
	link ternion $(ternion_OBJECTS) $(ternion_LDADD) $(LIBS) && \
	link selfplay $(tools_draughts_selfplay_OBJECTS) libternion.a -lm $(LIBS) && \
	link learn $(tools_draughts_learn_OBJECTS) libternion.a -lm $(LIBS)

# What made data/go/weights.txt: games of GNU Go by go_games.sh, weights by go_train. The games of
# tests/go_judge are by go_games.sh, too.
EXTRA_PROGRAMS += tools/go_train
tools_go_train_SOURCES = tools/go_train.c tools/weights_text.h
tools_go_train_LDADD = libternion.a -lm
EXTRA_DIST += tools/go_games.sh

# What made data/go/book9.txt.
EXTRA_PROGRAMS += tools/go_book
tools_go_book_SOURCES = tools/go_book.c
tools_go_book_LDADD = libternion.a -lm

# What made data/go/net.txt: positions by go_selfplay, weights by go_learn.
EXTRA_PROGRAMS += tools/go_selfplay
tools_go_selfplay_SOURCES = tools/go_selfplay.c tools/go_sample.h
tools_go_selfplay_LDADD = libternion.a -lm
EXTRA_PROGRAMS += tools/go_learn
tools_go_learn_SOURCES = tools/go_learn.c tools/go_gradient.c tools/go_gradient.h tools/go_sample.c tools/go_sample.h \
	tools/net_text.c tools/net_text.h
tools_go_learn_CFLAGS = $(AM_CFLAGS) -O3 -march=native -ffast-math
tools_go_learn_LDADD = libternion.a -lm

# For developers: what tests reach and miss, hours of fuzzing.
EXTRA_DIST += tools/coverage.sh tools/fuzz_hours.sh tools/mutants.sh
EXTRA_DIST += tools/README.md
