# The golden dialogues in tests/gtp.
exec "$builddir/tests/dialogue" "$builddir/ternion" "$srcdir/tests/gtp"
