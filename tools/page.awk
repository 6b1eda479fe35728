# Turns files of web/ and arena/ into C strings, so that a page which holds all it needs can be
# written by a program alone:
#
#   awk -v header=FILE -f page.awk NAME=FILE...    strings NAME in C, declared in the header
#
# A JavaScript module and all it imports become one script: each file's functions in a scope of
# their own, `modules.NAME` after the file's name, its imports taken from the scopes before it. Only
# what our modules use is known: `import { a, b } from './file.js';`, `import * as name from
# './file.js';`, `export { name } from './file.js';`, `export function`, `export const`.
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
    if (path ~ /\.js$/) {
        put("const modules = {};")
        embed_module(path)
        return
    }
    while (read(path))
        put(line)
    close(path)
}

# Each module once, after those it imports.
function embed_module(path,    folder) {
    if (embedded[stem(path)]++)
        return
    folder = path
    sub(/[^\/]*$/, "", folder)
    while (read(path))
        if (line ~ /^(import|export) .* from '.*';$/) {
            split(line, part, "'")
            embed_module(folder part[2])
        }
    close(path)
    put_module(path)
    close(path)
}

function put_module(path,    names) {
    put("modules." stem(path) " = (() => {")
    while (read(path)) {
        if (line ~ /^import \* as [A-Za-z]+ from '.*';$/) {
            split(line, part, /[ ']/)
            put("const " part[4] " = modules." stem(part[7]) ";")
            continue
        }
        if (line ~ /^import \{.*\} from '.*';$/) {
            split(line, part, /[{}']/)
            put("const {" part[2] "} = modules." stem(part[4]) ";")
            continue
        }
        if (line ~ /^export \{ [A-Za-z]+ \} from '.*';$/) {
            split(line, part, /[ ']/)
            names = names (names == "" ? "" : ", ") part[3] ": modules." stem(part[7]) "." part[3]
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
