# Thirty people and 210 games through killed servers (make check-long).
exec "$builddir/tests/server/class"
