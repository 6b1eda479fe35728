# The programs as a shell sees them. A new script is one line in this list.
run_tests = \
	tests/run/analysis.sh \
	tests/run/arena_clock.sh \
	tests/run/arena_evaluations.sh \
	tests/run/arena_faults.sh \
	tests/run/arena_formats.sh \
	tests/run/arena_go.sh \
	tests/run/arena_leaks.sh \
	tests/run/arena_live.sh \
	tests/run/arena_openings.sh \
	tests/run/arena_places.sh \
	tests/run/arena_resume.sh \
	tests/run/arena_runs.sh \
	tests/run/arena_settings.sh \
	tests/run/arena_shards.sh \
	tests/run/arena_sprt.sh \
	tests/run/arena_threads.sh \
	tests/run/arena_tune.sh \
	tests/run/arena_views.sh \
	tests/run/bench.sh \
	tests/run/cli.sh \
	tests/run/console.sh \
	tests/run/corpus.sh \
	tests/run/descriptors.sh \
	tests/run/dialogues.sh \
	tests/run/egtb.sh \
	tests/run/examples.sh \
	tests/run/program.sh \
	tests/run/remote.sh \
	tests/run/review.sh \
	tests/run/starve.sh
# For check-long only; arena_cluster starts daemons of its own.
long_run_tests = \
	tests/run/arena_cluster.sh \
	tests/run/go_learn.sh \
	tests/run/qttt_matches.sh \
	tests/run/draughts_rounds.sh tests/run/trainers.sh \
	tests/run/valgrind.sh
TESTS += $(run_tests)
LONG_TESTS += $(long_run_tests) tests/run/arena_leaks.sh tests/run/arena_resume.sh \
	tests/run/arena_shards.sh tests/run/arena_tune.sh tests/run/starve.sh
THREAD_TESTS += tests/run/arena_threads.sh tests/run/cli.sh
EXTRA_DIST += tests/run/README.md $(run_tests) $(long_run_tests) tests/gtp

# What qttt_matches.sh runs.
check_PROGRAMS += tests/run/qttt_match

# What ternion bench must print. A change that alters play renews it, and its commit says so.
EXTRA_DIST += tests/run/README.md tests/run/bench.expected tests/run/arena_0.1.0.sql
bench-signature: ternion
	./ternion bench >$(srcdir)/tests/run/bench.expected
.PHONY: bench-signature
