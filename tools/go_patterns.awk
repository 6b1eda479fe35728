# Turns the neighbourhoods of Go moves into C, below the weights: codes and weights in
# turn; # begins a comment.
BEGIN {
    print "const struct go_known_neighbourhood go_known_neighbourhoods[] = {"
}
/^#/ { next }
{
    line = ""
    for (i = 1; i < NF; i += 2) {
        line = line "{0x" $i "," $(i + 1) "},"
        count++
    }
    print line
}
END {
    print "};"
    print "const uint32_t go_known_neighbourhood_count = " count + 0 ";"
}
