# Fuzz harnesses. As linked here they try the files of the folders that are given to them, under
# any compiler; `make fuzzers`, which needs clang, links them with libFuzzer instead, whose main
# comes before that of replay.c in the library.
check_LIBRARIES += tests/fuzz/libfuzz.a
tests_fuzz_libfuzz_a_SOURCES = tests/fuzz/fuzz.c tests/fuzz/fuzz.h tests/fuzz/replay.c
fuzzers = tests/fuzz/frames tests/fuzz/orders tests/fuzz/pdn tests/fuzz/position tests/fuzz/protocol \
	tests/fuzz/queries tests/fuzz/record tests/fuzz/replies tests/fuzz/service tests/fuzz/sgf tests/fuzz/tables \
	tests/fuzz/tournament tests/fuzz/web tests/fuzz/weights
check_PROGRAMS += $(fuzzers)
fuzzers:
	rm -f $(fuzzers)
	$(MAKE) $(AM_MAKEFLAGS) LDFLAGS='$(LDFLAGS) -fsanitize=fuzzer' $(fuzzers)
.PHONY: fuzzers
EXTRA_DIST += tests/fuzz/README.md tests/fuzz/account.txt tests/fuzz/corpus tests/fuzz/unwatched.txt

fuzz_libs = tests/fuzz/libfuzz.a libternion.a -lm
tests_fuzz_pdn_LDADD = $(fuzz_libs)
tests_fuzz_position_LDADD = $(fuzz_libs)
tests_fuzz_record_LDADD = $(fuzz_libs)
tests_fuzz_sgf_LDADD = $(fuzz_libs)
tests_fuzz_tables_LDADD = $(fuzz_libs)
# The engine, with small tables.
tests_fuzz_protocol_LDADD = tests/fuzz/libfuzz.a libengine.a libternion.a -lm
tests_fuzz_protocol_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=options_player_defaults
# Queries of the analysis protocol.
tests_fuzz_queries_LDADD = tests/fuzz/libfuzz.a libanalysis.a libternion.a $(JANSSON_LIBS) -lm
# What engines and tournament files tell the arena.
tests_fuzz_replies_LDADD = tests/fuzz/libfuzz.a libdriver.a libternion.a -lm
tests_fuzz_tournament_LDADD = tests/fuzz/libfuzz.a $(arena_libs)
# What reaches the server.
tests_fuzz_frames_LDADD = tests/fuzz/libfuzz.a $(server_libs)
tests_fuzz_orders_LDADD = tests/fuzz/libfuzz.a $(server_libs)
tests_fuzz_service_LDADD = tests/fuzz/libfuzz.a $(server_libs)
tests_fuzz_web_LDADD = tests/fuzz/libfuzz.a $(server_libs)
# What trainers read.
tests_fuzz_weights_SOURCES = tests/fuzz/weights.c tools/go_sample.c tools/go_sample.h \
	tools/draughts_sample.h tools/net_text.c tools/net_text.h
tests_fuzz_weights_LDADD = $(fuzz_libs)

fuzz-hours: nested-source
	@$(given_flags) srcdir='$(abs_srcdir)' builddir='$(abs_builddir)' bash $(srcdir)/tools/fuzz_hours.sh
.PHONY: fuzz-hours
