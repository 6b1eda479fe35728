# Turns files of web/ and arena/ into a page that holds all it needs, or into C strings by which a
# program writes one:
#
#   awk -v header=FILE -f page.awk NAME=FILE...    strings NAME in C, declared in the header
#   awk -v page=yes -f page.awk FILE.html          the page, as one file: see embed_page
#
# A JavaScript module and all it imports become one script: each file's functions in a scope of
# their own, `modules.NAME` after the file's name, its imports taken from the scopes before it. Only
# what our modules use is known: `import { a, b } from './file.js';`, `import * as name from
# './file.js';`, `export { name } from './file.js';`, `export function`, `export const`, `export
# class`.
BEGIN {
    if (page) {
        embed_page(ARGV[1])
        exit
    }
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
        split("", embedded)
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
        if (line ~ /^import \* as [A-Za-z0-9]+ from '.*';$/) {
            split(line, part, /[ ']/)
            put("const " part[4] " = modules." stem(part[7]) ";")
            continue
        }
        if (line ~ /^import \{.*\} from '.*';$/) {
            split(line, part, /[{}']/)
            put("const {" part[2] "} = modules." stem(part[4]) ";")
            continue
        }
        if (line ~ /^export \{ [A-Za-z0-9]+ \} from '.*';$/) {
            split(line, part, /[ ']/)
            names = names (names == "" ? "" : ", ") part[3] ": modules." stem(part[7]) "." part[3]
            continue
        }
        if (line ~ /^import/)
            die(path ": " line)
        if (line ~ /^export (async )?(function|const|class) /) {
            sub(/^export /, "", line)
            match(line, /^(async )?(function|const|class) [A-Za-z0-9$]+/)
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

# The page with its styles, its icon and its script in it. What else it wants is in elements of
# their own: `-v parts='ID=FILE ...'`, texts as they are and everything else in base64.
function embed_page(path,    folder, icon) {
    folder = path
    sub(/[^\/]*$/, "", folder)
    icon = "data:image/svg+xml;base64," base64(folder "icon.svg")
    while (read(path)) {
        gsub(/icon\.svg/, icon, line)
        sub(/<html /, "<html data-backend=\"local\" ", line)
        if (line ~ /<link rel="stylesheet" href="[^"]*">/) {
            split(line, part, "\"")
            print "<style>"
            embed(folder part[4])
            print "</style>"
        } else if (line ~ /<script type="module" src="[^"]*"><\/script>/) {
            split(line, part, "\"")
            script = folder part[4]
        } else if (line ~ /<\/body>/) {
            embed_parts()
            print "<script>"
            embed(script)
            print "</script>"
            print "</body>"
        } else {
            print line
        }
    }
    close(path)
}

function embed_parts(    count, list, i, cut, file) {
    count = split(parts, list, " ")
    for (i = 1; i <= count; i++) {
        cut = index(list[i], "=")
        file = substr(list[i], cut + 1)
        printf "<script type=\"text/plain\" id=\"%s\">", substr(list[i], 1, cut - 1)
        if (file ~ /\.(json|js)$/)
            copy(file)
        else
            print base64(file)
        print "</script>"
    }
}

# As it is: what is no module.
function copy(path) {
    while (read(path))
        put(line)
    close(path)
}

function base64(path,    command, text) {
    command = "base64 <\"" path "\" | tr -d '\\n'"
    if ((command | getline text) < 1)
        die("cannot read " path)
    close(command)
    return text
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
    if (page) {
        print text
        return
    }
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
