# The known numbers in tests/perft. Not named perft.sh: make would think it knows how to make perft from it.
exec "$builddir/tests/unit/perft_test" "$srcdir/tests/perft"
