# The player on bigger boards at 0.1 s a ply: GAMES (default 20) of each match.
tests/qttt_match "${GAMES:-20}" seconds 0.1
