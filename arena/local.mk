# The arena program. Everything but main is a library, so that tests can link it.
noinst_LIBRARIES += libarena.a
libarena_a_SOURCES = \
	arena/archive.c arena/archive.h arena/assets.h arena/chart.c arena/chart.h arena/delta.c \
	arena/delta.h arena/digest.c arena/digest.h arena/html.c arena/html.h arena/report.c \
	arena/report.h arena/report_charts.c arena/report_games.c arena/report_inside.h \
	arena/report_rounds.c arena/report_sprt.c arena/report_tables.c arena/filter.c arena/filter.h arena/listing.c \
	arena/listing.h arena/outfile.c arena/outfile.h arena/view.c arena/view.h arena/viewer.c \
	arena/viewer.h \
	arena/bout.c arena/bout.h arena/bout_inside.h arena/bout_play.c arena/bout_score.c \
	arena/bout_setup.c arena/check.c arena/check.h arena/config.c arena/config.h arena/couples.c arena/couples.h \
	arena/director.h arena/entrant.c arena/entrant.h arena/export.c arena/export.h arena/hash.c arena/hash.h \
	arena/inputs.c arena/inputs.h \
	arena/journal.c arena/journal.h arena/journal_inside.h arena/journal_rows.c \
	arena/kinship.c arena/kinship.h arena/live.c arena/live.h arena/manifest.c arena/manifest.h arena/merge.c arena/merge.h arena/openings.c \
	arena/openings.h arena/options.c arena/options.h arena/outcome.c arena/outcome.h arena/outlet.c arena/outlet.h \
	arena/plan.c arena/plan.h arena/plan_keys.c arena/replay.c arena/replay.h arena/run.c arena/run.h \
	arena/run_games.c arena/run_inside.h \
	arena/schedule.c arena/schedule.h arena/screen.c arena/screen.h arena/seat.c arena/seat.h arena/shard.c arena/shard.h arena/stats.c arena/stats.h arena/status.c arena/status.h \
	arena/table.c arena/table.h arena/tape.c arena/tape.h arena/value.c arena/value.h
libarena_a_SOURCES += arena/agenda.c arena/agenda.h arena/cpus.c arena/cpus.h arena/opening_games.c \
	arena/opening_games.h arena/ratings.c arena/ratings.h \
	arena/sprt.c arena/sprt.h
libarena_a_SOURCES += arena/rounds.c arena/rounds.h arena/rounds_inside.h arena/rounds_table.c \
	arena/rounds_table.h arena/knockout.c arena/swiss.c
libarena_a_SOURCES += arena/spsa.c arena/spsa.h arena/tune.c arena/tune.h arena/tuning.c arena/tuning.h
libarena_a_CPPFLAGS = $(AM_CPPFLAGS) $(EVENT_CFLAGS) $(SQLITE_CFLAGS) $(CONFUSE_CFLAGS) \
	$(NETTLE_CFLAGS)
arena_libs = libarena.a libhost.a libternion.a $(EVENT_LIBS) $(SQLITE_LIBS) $(CONFUSE_LIBS) \
	$(NETTLE_LIBS) -lm

bin_PROGRAMS += ternion-arena
ternion_arena_SOURCES = arena/main.c
ternion_arena_LDADD = $(arena_libs)
EXTRA_DIST += arena/slurm

# What a report holds besides data: looks, and the drawings that the server's page uses too.
report_parts = \
	report_style=$(srcdir)/web/colours.css report_style=$(srcdir)/web/boards/boards.css \
	report_style=$(srcdir)/arena/report.css \
	report_script=$(srcdir)/web/i18n/en.json report_script=$(srcdir)/web/boards/common.js \
	report_script=$(srcdir)/web/boards/qttt.js report_script=$(srcdir)/web/boards/draughts.js \
	report_script=$(srcdir)/web/boards/go.js report_script=$(srcdir)/arena/report.js
nodist_libarena_a_SOURCES = arena/assets.c
arena/assets.c: $(srcdir)/tools/page.awk $(srcdir)/arena/report.css $(srcdir)/arena/report.js \
		$(srcdir)/web/colours.css $(srcdir)/web/boards/boards.css $(srcdir)/web/boards/common.js \
		$(srcdir)/web/boards/qttt.js $(srcdir)/web/boards/draughts.js \
		$(srcdir)/web/boards/go.js $(srcdir)/web/i18n/en.json
	$(AM_V_GEN)$(MKDIR_P) arena && \
	  $(AWK) -v header=arena/assets.h -f $(srcdir)/tools/page.awk $(report_parts) >$@.new && \
	  mv $@.new $@
EXTRA_DIST += tools/page.awk arena/report.css arena/report.js
CLEANFILES += arena/assets.c
