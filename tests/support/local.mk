# What tests of several folders share.
EXTRA_DIST += tests/support/README.md tests/support/arena.bash tests/support/fuzzing.bash tests/support/nested.bash \
	tests/support/scale.h tests/support/screen.bash tests/support/starve.c tests/support/suite.h \
	tests/support/tap.bash tests/support/tap.h

# Plays golden dialogues with an engine.
check_PROGRAMS += tests/support/dialogue
tests_support_dialogue_LDADD = libternion.a

# An engine that misbehaves on demand, and a server that says one line without end.
check_PROGRAMS += tests/support/stub_engine tests/support/babbler
tests_support_stub_engine_LDADD = libternion.a -lm

# The engine without a terminal, for other machines.
check_PROGRAMS += tests/support/speaker
tests_support_speaker_LDADD = libengine.a libternion.a -lm

# Asks a journal in SQL.
check_PROGRAMS += tests/support/journal_query
tests_support_journal_query_LDADD = $(SQLITE_LIBS)
