# Turns data/go/weights.txt into C: numbers in order, zN standing for N zeros; # begins a comment.
BEGIN {
    print "/* Made from data/go/weights.txt. */"
    print "#include \"src/go/features.h\""
    print "const int16_t go_feature_weights[GO_FEATURES] = {"
}
/^#/ { next }
{
    line = ""
    for (i = 1; i <= NF; i++) {
        zeros = substr($i, 1, 1) == "z" ? substr($i, 2) + 0 : 0
        count += zeros > 0 ? zeros : 1
        if (zeros == 0)
            line = line $i ","
        while (zeros-- > 0)
            line = line "0,"
    }
    print line
}
END {
    print "};"
    print "_Static_assert(GO_FEATURES == " count ", \"weights.txt was made for other features\");"
}
