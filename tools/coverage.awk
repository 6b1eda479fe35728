# Sums what `gcov -b -c -t` prints about many objects: lines and branches that were reached, by folder
# and in all, then the files with the most lines that were not, and which.
#
#   gcov -b -c -t FILES | awk -f tools/coverage.awk
function short(path) {
    gsub(/^(\.\.\/)+|^.*\/source\//, "", path)
    return path
}

{
    if ($0 ~ /^ *-: *0:Source:/) {
        file = $0
        sub(/^.*Source:/, "", file)
        file = short(file)
        mine = file ~ /^(src|arena|server)\// && file !~ /(weights|patterns|book)[a-z0-9]*\.c$/
    } else if (mine && match($0, /^ *[0-9#=]+\*?: *[0-9]+:/)) {
        split(substr($0, 1, RLENGTH), part, ":")
        line = part[2] + 0
        branch = 0
        key = file SUBSEP line
        if (!(key in reached)) {
            reached[key] = 0
            keys[++count] = key
        }
        if (part[1] ~ /[1-9]/)
            reached[key] = 1
    } else if (mine && /^branch /) {
        key = file SUBSEP line SUBSEP branch++
        if (!(key in taken))
            taken[key] = 0
        if ($3 == "taken" && $4 + 0 > 0)
            taken[key] = 1
    }
}

function percent(part, all) {
    return all ? sprintf("%5.1f %%", 100 * part / all) : "    –"
}

function row(name) {
    printf "%-8s lines %s of %5d, branches %s of %5d\n", name, percent(hit[name], all[name]), all[name],
        percent(went[name], ways[name]), ways[name]
}

END {
    for (i = 1; i <= count; i++) {
        split(keys[i], part, SUBSEP)
        folder = part[1]
        sub(/\/.*/, "", folder)
        all[folder]++
        all["all"]++
        hit[folder] += reached[keys[i]]
        hit["all"] += reached[keys[i]]
        if (!reached[keys[i]]) {
            missed[part[1]]++
            which[part[1]] = which[part[1]] " " part[2]
        }
    }
    for (key in taken) {
        split(key, part, SUBSEP)
        folder = part[1]
        sub(/\/.*/, "", folder)
        ways[folder]++
        ways["all"]++
        went[folder] += taken[key]
        went["all"] += taken[key]
    }
    row("src")
    row("arena")
    row("server")
    row("all")
    print "\nlines not reached, the files with most of them first:"
    sorter = "sort -rn | head -n 40"
    for (file in missed)
        printf "%5d  %s:%s\n", missed[file], file, substr(which[file], 1, 100) | sorter
    close(sorter)
}
