# Turns the lines of an opening book into C: "MOVES = ANSWER WINRATE"; # begins a comment.
BEGIN {
    print "/* Made from the book in data/go/. */"
    print "#include \"src/go/book.h\""
    print "const char *const go_book_lines[] = {"
}
/^#/ || NF == 0 { next }
{
    line = ""
    for (i = 1; i <= NF && $i != "="; i++)
        line = line $i " "
    print "\"" line $(i + 1) "\","
    count++
}
END {
    print "NULL};"
    print "const size_t go_book_count = " count + 0 ";"
}
