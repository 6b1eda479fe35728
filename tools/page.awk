# Turns files of web/ and arena/ into C strings, so that a page which holds all it needs can be
# written by a program alone:
#
#   awk -v header=FILE -f page.awk NAME=FILE...    strings NAME in C, declared in the header
#
# JavaScript modules become parts of one script: each file's functions in a scope of its own, named
# after the file, its imports taken from the scopes before it. Only what our modules use is known:
# `import { a, b } from './file.js';`, `import * as name from './file.js';`, `export function`,
# `export const`.
BEGIN {
    print "/* Made from web/ and arena/ by tools/page.awk. */"
    printf "#include \"%s\"\n", header
    for (i = 1; i < ARGC; i++) {
        cut = index(ARGV[i], "=")
        name = substr(ARGV[i], 1, cut - 1)
        if (name != last) {
            if (last != "")
                print "    ;"
            printf "\nconst char %s[] =\n", name
        }
        last = name
        embed(substr(ARGV[i], cut + 1))
    }
    print "    ;"
    exit
}

function embed(path) {
    if (path ~ /\.js$/)
        embed_module(path)
    else if (path ~ /\.json$/)
        embed_texts(path)
    else
        while (read(path))
            put(line)
    close(path)
}

# The words that drawings say to those who do not see them.
function embed_texts(path) {
    put("const texts = {")
    while (read(path))
        if (line ~ /^    "(board|cell|square|point|white|black|dead|seki|selected|last)[A-Za-z]*": /)
            put(line)
    put("};")
}

function embed_module(path,    scope, names) {
    scope = stem(path)
    put("const " scope " = (() => {")
    while (read(path)) {
        if (line ~ /^import \* as [a-z]+ from '.*';$/) {
            split(line, part, /[ ']/)
            if (part[4] != stem(part[7]))
                die(path ": " line)
            continue
        }
        if (line ~ /^import \{.*\} from '.*';$/) {
            split(line, part, /[{}']/)
            put("const {" part[2] "} = " stem(part[4]) ";")
            continue
        }
        if (line ~ /^import/)
            die(path ": " line)
        if (line ~ /^export (async )?(function|const) /) {
            sub(/^export /, "", line)
            match(line, /^(async )?(function|const) [A-Za-z]+/)
            count = split(substr(line, 1, RLENGTH), part, " ")
            names = names (names == "" ? "" : ", ") part[count]
        } else if (line ~ /^export/) {
            die(path ": " line)
        }
        put(line)
    }
    put("return { " names " };")
    put("})();")
}

function stem(path) {
    sub(/^.*\//, "", path)
    sub(/\.js$/, "", path)
    return path
}

function read(path,    status) {
    status = (getline line < path)
    if (status < 0)
        die("cannot read " path)
    return status
}

# Nothing may end the element that the text will stand in.
function put(text) {
    if (text ~ /<\/(script|style)/)
        die("a closing tag in " text)
    gsub(/\\/, "&&", text)
    gsub(/"/, "\\\"", text)
    printf "    \"%s\\n\"\n", text
}

function die(words) {
    print "page.awk: " words > "/dev/stderr"
    failed = 1
    exit 1
}

END { exit failed }
