# The player's seeded matches on bigger boards, a minute of processor time. Part of make check-long.
exec "$builddir/tests/run/qttt_match"
