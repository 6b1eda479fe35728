# The endgame tables of draughts.
bin_PROGRAMS += ternion-egtb
ternion_egtb_SOURCES = src/egtb/egtb.c
ternion_egtb_LDADD = libternion.a -lm
dist_man_MANS += man/ternion-egtb.1

# What made data/draughts: positions, weights of patterns by draughts_train, the network by
# draughts_learn.
EXTRA_PROGRAMS += tools/draughts_selfplay tools/draughts_train tools/draughts_learn
tools_draughts_selfplay_SOURCES = tools/draughts_selfplay.c tools/draughts_sample.h
tools_draughts_selfplay_LDADD = libternion.a -lm
draughts_fit = tools/draughts_fit.c tools/draughts_fit.h tools/draughts_sample.h tools/weights_text.h
tools_draughts_train_SOURCES = tools/draughts_train.c $(draughts_fit)
tools_draughts_train_LDADD = libternion.a -lm
tools_draughts_learn_SOURCES = tools/draughts_learn.c $(draughts_fit)
tools_draughts_learn_CFLAGS = $(AM_CFLAGS) -O3 -march=native -ffast-math
tools_draughts_learn_LDADD = libternion.a -lm

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

# What made data/go/net9.txt: positions by go_selfplay, weights by go_learn.
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
