# The player on bigger boards at 0.1 s a ply: GAMES (default 100, some eight minutes) of each match.
tests/run/qttt_match "${GAMES:-100}" seconds 0.1
