# The golden dialogues in tests/gtp.
exec "$builddir/tests/support/dialogue" "$builddir/ternion" "$srcdir/tests/gtp"
