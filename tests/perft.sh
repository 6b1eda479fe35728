# The known numbers in tests/perft.
exec "$builddir/tests/perft" "$srcdir/tests/perft"
