# The endgame tables of draughts.
bin_PROGRAMS += ternion-egtb
ternion_egtb_SOURCES = tools/egtb.c
ternion_egtb_LDADD = libternion.a -lm
dist_man_MANS += man/ternion-egtb.1

# What made data/draughts/weights.txt.
EXTRA_PROGRAMS += tools/draughts_selfplay tools/draughts_train
tools_draughts_selfplay_SOURCES = tools/draughts_selfplay.c tools/draughts_sample.h
tools_draughts_selfplay_LDADD = libternion.a -lm
tools_draughts_train_SOURCES = tools/draughts_train.c tools/draughts_sample.h
tools_draughts_train_LDADD = libternion.a -lm
