# The known numbers in tests/perft.
exec "$builddir/tests/perft_test" "$srcdir/tests/perft"
