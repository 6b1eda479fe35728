# One Check program for each part. A test NAME_test.c that needs only libternion.a is one line in
# this list; for other libraries it has an LDADD below.
unit_tests = \
	tests/unit/arena_test \
	tests/unit/clock_test \
	tests/unit/contest_test \
	tests/unit/contract_test \
	tests/unit/draughts_oracle_test \
	tests/unit/draughts_pdn_test \
	tests/unit/draughts_player_test \
	tests/unit/draughts_puzzle_test \
	tests/unit/draughts_test \
	tests/unit/driver_test \
	tests/unit/egtb_test \
	tests/unit/engine_queue_test \
	tests/unit/engine_test \
	tests/unit/formats_test \
	tests/unit/go_analysis_test \
	tests/unit/go_book_test \
	tests/unit/go_fight_test \
	tests/unit/go_judge_test \
	tests/unit/go_life_test \
	tests/unit/go_net_test \
	tests/unit/go_oracle_test \
	tests/unit/go_player_test \
	tests/unit/go_playout_test \
	tests/unit/go_policy_test \
	tests/unit/go_score_test \
	tests/unit/go_sgf_test \
	tests/unit/go_test \
	tests/unit/gtp_test \
	tests/unit/input_test \
	tests/unit/local_test \
	tests/unit/live_test \
	tests/unit/perft_test \
	tests/unit/qttt_endgame_test \
	tests/unit/qttt_insight_test \
	tests/unit/qttt_player_test \
	tests/unit/qttt_puzzle_test \
	tests/unit/qttt_search_test \
	tests/unit/qttt_solver_test \
	tests/unit/qttt_test \
	tests/unit/ratings_test \
	tests/unit/report_test \
	tests/unit/review_test \
	tests/unit/room_test \
	tests/unit/session_test \
	tests/unit/sprt_test \
	tests/unit/statistics_test \
	tests/unit/text_test \
	tests/unit/thinker_test \
	tests/unit/tune_test
check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)
THREAD_TESTS += tests/unit/arena_test tests/unit/draughts_player_test tests/unit/input_test \
	tests/unit/qttt_search_test tests/unit/thinker_test
LONG_TESTS += tests/unit/draughts_puzzle_test tests/unit/egtb_test tests/unit/go_oracle_test tests/unit/qttt_puzzle_test \
	tests/unit/ratings_test tests/unit/sprt_test tests/unit/statistics_test
EXTRA_DIST += tests/unit/README.md tests/unit/draughts_draw.h tests/unit/go_draw.h tests/unit/qttt_oracle.h tests/go_judge \
	tests/perft

# The engine program's parts.
engine_test_libs = libengine.a $(LDADD)
tests_unit_engine_test_LDADD = $(engine_test_libs)
tests_unit_go_analysis_test_LDADD = $(engine_test_libs)
tests_unit_input_test_LDADD = $(engine_test_libs)
tests_unit_review_test_LDADD = $(engine_test_libs)
tests_unit_thinker_test_LDADD = $(engine_test_libs)
tests_unit_thinker_test_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=thread_start

# Go, with plain rules to compare with; go_player_test counts how often the network is asked.
go_plain = tests/unit/go_plain.c tests/unit/go_plain.h
tests_unit_go_score_test_SOURCES = tests/unit/go_score_test.c $(go_plain)
tests_unit_go_player_test_SOURCES = tests/unit/go_player_test.c $(go_plain)
tests_unit_go_player_test_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=go_net_evaluate

# The driver, with the stub engine at its other end.
tests_unit_driver_test_LDADD = libdriver.a $(LDADD) $(EVENT_LIBS) -lm

# The room.
tests_unit_room_test_LDADD = libroom.a $(LDADD)
tests_unit_contest_test_LDADD = libcontest.a libroom.a libtournament.a $(LDADD)
tests_unit_engine_queue_test_LDADD = $(server_libs) $(CHECK_LIBS)

tests_unit_local_test_LDADD = liblocal.a libengine.a libroom.a $(LDADD)

# The arena's parts.
arena_test_libs = $(arena_libs) $(CHECK_LIBS)
tests_unit_arena_test_LDADD = $(arena_test_libs)
tests_unit_formats_test_LDADD = $(arena_test_libs)
tests_unit_ratings_test_LDADD = $(arena_test_libs)
tests_unit_live_test_LDADD = $(arena_test_libs)
tests_unit_report_test_LDADD = $(arena_test_libs)
tests_unit_sprt_test_LDADD = $(tournament_libs) $(CHECK_LIBS)
tests_unit_statistics_test_LDADD = $(tournament_libs) $(CHECK_LIBS)
tests_unit_tune_test_LDADD = $(arena_test_libs)
