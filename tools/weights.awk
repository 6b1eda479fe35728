# Turns data/draughts/weights.txt into C: numbers in order, zN standing for N zeros; # begins a comment.
BEGIN {
    print "/* Made from data/draughts/weights.txt. */"
    print "#include \"src/draughts/pattern.h\""
    print "const int16_t draughts_weights[DRAUGHTS_WEIGHTS] = {"
}
/^#/ { next }
{
    line = ""
    for (i = 1; i <= NF; i++) {
        if (substr($i, 1, 1) == "z") {
            zeros = substr($i, 2) + 0
            count += zeros
            while (zeros-- > 0)
                line = line "0,"
        } else {
            line = line $i ","
            count++
        }
    }
    print line
}
END {
    print "};"
    print "_Static_assert(DRAUGHTS_WEIGHTS == " count ", \"weights.txt was made for other features\");"
}
