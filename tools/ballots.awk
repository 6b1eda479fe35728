# Turns data/draughts/ballots.txt into C: rules, value and moves of each line; # begins a comment.
BEGIN {
    print "/* Made from a table in data/. */"
    print "#include \"src/draughts/draughts.h\""
    print "const struct draughts_ballot draughts_ballots[] = {"
}
/^#/ { next }
{
    rules = "DRAUGHTS_" toupper($1)
    value = $2
    sub(/^[^ ]+ [^ ]+ /, "")
    print "{" rules ", " value ", \"" $0 "\"},"
}
END { print "{0, 0, NULL}};" }
