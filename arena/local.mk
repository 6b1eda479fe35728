# The arena program. Everything but main is a library, so that tests can link it.
noinst_LIBRARIES += libarena.a
libarena_a_SOURCES = \
	arena/plan/config.c arena/plan/config.h \
	 \
	arena/plan/engine_keys.c arena/plan/engine_keys.h \
	arena/plan/openings.c arena/plan/openings.h \
	arena/plan/options.c arena/plan/options.h \
	arena/plan/plan.c arena/plan/plan.h \
	arena/plan/plan_keys.c \
	arena/plan/shard.c arena/plan/shard.h \
	arena/plan/tuning.c arena/plan/tuning.h \
	arena/plan/parse.c arena/plan/parse.h \
	arena/play/schedule_state.c arena/play/schedule_state.h \
	arena/play/arena_game.c arena/play/arena_game.h \
	arena/play/check.c arena/play/check.h \
	arena/play/dialogue.c arena/play/dialogue.h \
	arena/play/run_hooks.h \
	arena/play/live.c arena/play/live.h \
	arena/play/progress.c arena/play/progress.h \
	arena/play/run.c arena/play/run.h \
	arena/play/transcript.c arena/play/transcript.h \
	arena/play/tune.c arena/play/tune.h \
	arena/journal/archive.c arena/journal/archive.h \
	arena/journal/hash.c arena/journal/hash.h \
	arena/journal/journal.c arena/journal/journal.h \
	arena/journal/journal_rows.c arena/journal/journal_rows.h \
	arena/journal/manifest.c arena/journal/manifest.h \
	arena/journal/merge.c arena/journal/merge.h \
	arena/journal/records.c arena/journal/records.h \
	arena/journal/arena_result.c arena/journal/arena_result.h \
	arena/view/arena_statistics.c arena/view/arena_statistics.h \
	arena/view/assets.h \
	arena/view/chart.c arena/view/chart.h \
	arena/view/export.c arena/view/export.h \
	arena/view/filter.c arena/view/filter.h \
	arena/view/html.c arena/view/html.h \
	arena/view/listing.c arena/view/listing.h \
	arena/view/outfile.c arena/view/outfile.h \
	arena/view/overview.c arena/view/overview.h \
	arena/view/report.c arena/view/report.h \
	arena/view/report_charts.c \
	arena/view/report_data.c arena/view/report_data.h \
	arena/view/report_games.c \
	arena/view/report_page.h \
	arena/view/report_tables.c \
	arena/view/sprt_view.c arena/view/sprt_view.h \
	arena/view/rounds_table.c arena/view/rounds_table.h \
	arena/view/table.c arena/view/table.h \
	arena/view/view.c arena/view/view.h \
	arena/view/viewer.c arena/view/viewer.h
arena_libs = libarena.a libtournament.a libdriver.a libternion.a $(EVENT_LIBS) $(SQLITE_LIBS) $(CONFUSE_LIBS) \
	$(NETTLE_LIBS) -lm

bin_PROGRAMS += ternion-arena
ternion_arena_SOURCES = arena/main.c
ternion_arena_LDADD = $(arena_libs)
EXTRA_DIST += arena/README.md arena/plan/README.md arena/play/README.md arena/journal/README.md arena/view/README.md arena/slurm

# What a report holds besides data: looks, and report.js with what it imports from the page.
report_parts = \
	report_style=$(srcdir)/web/colours.css report_style=$(srcdir)/web/games/board.css \
	report_style=$(srcdir)/arena/view/report.css report_script=$(srcdir)/arena/view/report.js \
	live_style=$(srcdir)/arena/view/live.css live_script=$(srcdir)/arena/view/live.js
nodist_libarena_a_SOURCES = arena/view/assets.c
arena/view/assets.c: $(srcdir)/tools/page.awk $(srcdir)/arena/view/report.css $(srcdir)/arena/view/report.js \
		$(srcdir)/arena/view/live.css $(srcdir)/arena/view/live.js $(nobase_dist_pkgdata_DATA)
	$(AM_V_GEN)$(MKDIR_P) arena/view && \
	  $(AWK) -v header=arena/view/assets.h -f $(srcdir)/tools/page.awk $(report_parts) >$@.new && \
	  mv $@.new $@
EXTRA_DIST += tools/page.awk arena/view/report.css arena/view/report.js arena/view/live.css arena/view/live.js
CLEANFILES += arena/view/assets.c
