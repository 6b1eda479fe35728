# Benchmarks. `make bench` runs BENCHMARKS and prints one table of ratios from the rows that each
# of them prints (bench/row.h); their details stay in bench/*.log. LONG_BENCHMARKS are those whose
# result is no single ratio, or that take long: `make bench-long`.
#   EXTRA_PROGRAMS += bench/foo
#   BENCHMARKS += bench/foo
#   bench_foo_SOURCES = bench/foo.c
LONG_BENCHMARKS =
bench: all $(BENCHMARKS)
	@srcdir='$(abs_srcdir)' bash "$(srcdir)/bench/table.sh" $(BENCHMARKS)
bench-long: all $(LONG_BENCHMARKS)
	@set -e; for b in $(LONG_BENCHMARKS); do \
	  case $$b in *.sh) bash "$(srcdir)/$$b" ;; *) "./$$b" ;; esac; done
.PHONY: bench bench-long
EXTRA_DIST += bench/row.h bench/table.sh

# Quantum tic-tac-toe: the solver beside the published method.
EXTRA_PROGRAMS += bench/qttt_solver
BENCHMARKS += bench/qttt_solver
bench_qttt_solver_SOURCES = bench/qttt_solver.c
bench_qttt_solver_LDADD = libternion.a -lm

# ... and late positions on bigger boards.
EXTRA_PROGRAMS += bench/qttt_endgame
BENCHMARKS += bench/qttt_endgame
bench_qttt_endgame_SOURCES = bench/qttt_endgame.c
bench_qttt_endgame_LDADD = libternion.a -lm

# Draughts: the generator beside a plain one.
EXTRA_PROGRAMS += bench/draughts_perft
BENCHMARKS += bench/draughts_perft
bench_draughts_perft_SOURCES = bench/draughts_perft.c
bench_draughts_perft_LDADD = libternion.a -lm

# Playouts on the Go board; searches of all games on boards of all sizes; threads.
EXTRA_PROGRAMS += bench/go_playouts bench/go_net bench/think bench/qttt_threads
BENCHMARKS += bench/go_playouts bench/go_net bench/think bench/qttt_threads
bench_go_playouts_SOURCES = bench/go_playouts.c
bench_go_net_SOURCES = bench/go_net.c
bench_go_net_LDADD = libternion.a -lm
bench_think_SOURCES = bench/think.c
bench_think_LDADD = libternion.a -lm
bench_qttt_threads_SOURCES = bench/qttt_threads.c
bench_qttt_threads_LDADD = libternion.a -lm

# The arena's cost per ply against a bare loop.
EXTRA_PROGRAMS += bench/relay bench/trivial_engine bench/cpu_time
BENCHMARKS += bench/arena_cost.sh
bench: bench/relay bench/trivial_engine bench/cpu_time
bench_relay_SOURCES = bench/relay.c
bench_relay_LDADD =
bench_trivial_engine_SOURCES = bench/trivial_engine.c
bench_trivial_engine_LDADD =
bench_cpu_time_SOURCES = bench/cpu_time.c
bench_cpu_time_LDADD =
EXTRA_DIST += bench/arena_cost.sh

# WebAssembly beside the native engine.
BENCHMARKS += bench/wasm.sh
EXTRA_DIST += bench/wasm.js bench/wasm.sh

# The server under plies, games and idle connections.
EXTRA_PROGRAMS += bench/server_load
BENCHMARKS += bench/server_load
bench_server_load_SOURCES = bench/server_load.c tests/server/client.c tests/server/client.h
bench_server_load_LDADD = $(server_libs)

# Go: the search against itself with other settings, and against GNU Go.
EXTRA_PROGRAMS += bench/go_match
bench_go_match_SOURCES = bench/go_match.c bench/go_side.c bench/go_side.h
bench_go_match_LDADD = libternion.a -lm
EXTRA_PROGRAMS += bench/go_regret
bench_go_regret_SOURCES = bench/go_regret.c bench/go_records.c bench/go_records.h bench/go_side.c bench/go_side.h
bench_go_regret_LDADD = libternion.a -lm
EXTRA_PROGRAMS += bench/go_foresight
bench_go_foresight_SOURCES = bench/go_foresight.c bench/go_records.c bench/go_records.h
bench_go_foresight_LDADD = libternion.a -lm
EXTRA_DIST += bench/go_clocks.sh bench/go_gnugo.sh

# Draughts: the search by itself, and makes of the player against one another.
EXTRA_PROGRAMS += bench/draughts_search bench/draughts_match
LONG_BENCHMARKS += bench/draughts_search bench/draughts_match
bench_draughts_search_SOURCES = bench/draughts_search.c
bench_draughts_search_LDADD = libternion.a -lm
bench_draughts_match_SOURCES = bench/draughts_match.c
bench_draughts_match_LDADD = libternion.a -lm

# Quantum tic-tac-toe: the number of games, and matches at 0.1 s a ply.
EXTRA_PROGRAMS += bench/qttt_count
LONG_BENCHMARKS += bench/qttt_count bench/qttt_match.sh
bench-long: tests/run/qttt_match
bench_qttt_count_SOURCES = bench/qttt_count.c
bench_qttt_count_LDADD = libternion.a -lm
EXTRA_DIST += bench/qttt_match.sh
EXTRA_DIST += bench/README.md
