# Which folder may include which, and functions that must not be called: the rules of
# CONTRIBUTING.md.
. "$srcdir/tests/support/tap.bash"
cd "$srcdir" || exit 99

# includes FILE...: "file:line:name" of every include of the project's own headers. Tables that the
# build makes from data do not count.
includes() {
    test $# -gt 0 || return 0
    mapfile -t written < <(grep -L '^/\* Made from ' "$@")
    set -- "${written[@]}"
    grep -Hn '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$@" |
        grep -v '/weights\.c:' | sed 's/#[[:space:]]*include[[:space:]]*"\([^"]*\)".*/\1/'
}

shopt -s nullglob
games=()
for folder in src/*/; do
    name=$(basename "$folder")
    case $name in analysis | contest | core | system | driver | room | local | tournament | egtb) ;; *) games+=("$name") ;; esac
done
any_game=$(IFS='|'; echo "${games[*]}")

for game in "${games[@]}"; do
    files=(src/"$game"/*.[ch])
    includes "${files[@]}" | grep -vE ':(\.\./(core|system)/)?[a-z0-9_]+\.h$' |
        none "$game includes only its own headers, core's and system's"
    includes "${files[@]}" | grep -E ':\.\./core/(command|session|games)\.h$' |
        grep -vE "^src/$game/commands(_[a-z]+)?\.[ch]:" |
        none "in $game only commands*.c includes command.h and session.h"
    includes "${files[@]}" | grep ':\.\./core/games\.h$' | none "$game does not know the list of games"
done

includes src/core/*.[ch] | grep -v '^src/core/games\.c:' | grep -vE ':(\.\./system/now|[a-z0-9_]+)\.h$' |
    none "core includes only core and system/now.h, games.c left out"
includes src/system/*.[ch] | grep -vE ':(\.\./core/(error|memory|text)|[a-z0-9_]+)\.h$' |
    none "system includes only core's text, errors and memory"
grep -HnE '(^|[^a-z_])(clock_gettime|gettimeofday|timespec_get|time|clock)[[:space:]]*\((NULL|&|CLOCK_|\))' \
    src/{,*/}*.[ch] arena/{,*/}*.[ch] server/*.[ch] bench/*.[ch] tools/*.[ch] | grep -v '^src/system/now\.c:' |
    grep -v '^bench/cpu_time\.c:' | none "only system/now.c reads a clock"
grep -HnE '(^|[^a-z_])getrandom[[:space:]]*\(' src/{,*/}*.[ch] arena/{,*/}*.[ch] server/*.[ch] | grep -v '^src/system/random\.c:' |
    none "only system/random.c asks for random bytes"
includes src/core/games.c | grep -vE ":(\.\./($any_game)/)?[a-z0-9_]+\.h$" |
    none "games.c includes only core and the games"
includes src/driver/*.[ch] | grep -vE ':(\.\./(core|system)/)?[a-z0-9_]+\.h$' |
    none "driver includes only core and system"
includes src/room/*.[ch] | grep -vE ':(\.\./core/)?[a-z0-9_]+\.h$' | none "room includes only core"
includes src/contest/*.[ch] | grep -vE ':(\.\./(core|room|tournament)/)?[a-z0-9_]+\.h$' |
    none "contest includes only core, room and tournament"
includes src/local/*.[ch] | grep -vE ':(\.\./(core|room|system)/|\.\./)?[a-z0-9_]+\.h$' |
    none "local includes only core, room, system and the engine"
grep -HnE '#[[:space:]]*include[[:space:]]*<(time|unistd|event2/.*|sys/.*|poll|pthread|sqlite3)' src/{room,contest}/*.[ch] |
    none "room and contest read no time and open nothing"
includes src/tournament/*.[ch] | grep -vE ':(\.\./core/)?[a-z0-9_]+\.h$' |
    none "tournament includes only core"
includes src/core/gtp.[ch] | grep -vE ':(gtp\.h|text\.h|error\.h|memory\.h)$' |
    none "gtp includes text and nothing of games or engine"
includes src/*.[ch] arena/{,*/}*.[ch] src/tournament/*.[ch] server/*.[ch] | grep -E ":(.*/)?($any_game)/" |
    none "no program includes a game"
includes arena/{,*/}*.[ch] server/*.[ch] |
    grep -vE ':((\.\./)+src/(contest|core|driver|room|system|tournament)/|(\.\./)?(plan|play|journal|view)/)?[a-z0-9_]+\.h$' |
    none "arena and server include only contest, core, driver, room, system and tournament"
grep -HnwE "($any_game)_(game|player|commands)" src/core/*.[ch] src/{contest,driver,room,local,tournament}/*.[ch] src/*.[ch] arena/{,*/}*.[ch] server/*.[ch] |
    grep -v '^src/core/games\.c:' | none "only games.c names the games"

below=(src/core/*.[ch] src/driver/*.[ch] src/room/*.[ch] src/contest/*.[ch] src/local/*.[ch] src/tournament/*.[ch])
for game in "${games[@]}"; do below+=(src/"$game"/*.[ch]); done
grep -HnE '(^|[^a-z_])(v?printf|puts|putchar|perror)[[:space:]]*\(|[^a-z_]stdout([^a-z_]|$)' "${below[@]}" |
    grep -v 'format(printf' | none "nothing below main prints"
grep -Hn '[^a-z_]stderr[^a-z_]' "${below[@]}" | grep -v '^src/core/memory\.[ch]:' |
    none "nothing below main writes to stderr, except when there is no memory"
grep -HnE '#[[:space:]]*include[[:space:]]*<(pthread|threads|poll|sys/(socket|select|epoll))\.h>' src/core/*.[ch] |
    none "core starts no threads and has no input or output loop"
grep -HnE '(^|[^a-z_])(atoi|atol|atoll|atof|gets|strcpy|strcat|sprintf|vsprintf|strtok|rand|srand)[[:space:]]*\(' \
    src/*.[ch] "${below[@]}" arena/{,*/}*.[ch] server/*.[ch] | none "no unchecked reading of numbers, no unbounded copies"

done_testing
