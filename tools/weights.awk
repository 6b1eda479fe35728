# Turns a table of weights into C: numbers in order, zN standing for N zeros; # begins a comment. To
# be given: header (to include), array (its name), size (its constant).
BEGIN {
    print "/* Made from a table in data/. */"
    print "#include \"" header "\""
    print "const int16_t " array "[" size "] = {"
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
    print "_Static_assert(" size " == " count ", \"weights.txt was made for other features\");"
}
