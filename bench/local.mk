# Benchmarks: programs or scripts that print ratios. `make bench` builds and runs all of BENCHMARKS.
#   EXTRA_PROGRAMS += bench/foo
#   BENCHMARKS += bench/foo
#   bench_foo_SOURCES = bench/foo.c
bench: all $(BENCHMARKS)
	@set -e; for b in $(BENCHMARKS); do \
	  if test -f "./$$b"; then "./$$b"; else bash "$(srcdir)/$$b"; fi; done
.PHONY: bench
