# What the arena costs per ply, against a bare loop that only relays moves, measured in turns with
# the same trivial engines on 9x9 Go. The cost of beginning and recording a game is taken off by
# runs of two plies a game, and shown apart.
export LC_ALL=C # points in numbers
folder=${builddir:-.}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
games=${GAMES:-400}
rounds=${ROUNDS:-3}

arena() { # GAMES OPTIONS...: "games plies loop journal"
    local plies
    rm -f "$scratch"/run.db*
    "$folder/bench/cpu_time" "$folder/ternion-arena" --engine "cmd=$folder/bench/trivial_engine,name=a" \
        --engine "cmd=$folder/bench/trivial_engine,name=b" --game go --size 9 --rules tromp-taylor \
        --games "$1" --journal "$scratch/run.db" --display none "${@:2}" 2>"$scratch/cpu" >/dev/null
    plies=$("$folder/ternion-arena" export jsonl "$scratch/run.db" | grep -o '"plies":[0-9]*' | awk -F: '{ n += $2 } END { print n }')
    echo "$1 $plies $(cat "$scratch/cpu")"
}
for _ in $(seq "$rounds"); do
    echo "relay $("$folder/bench/relay" "$folder/bench/trivial_engine" "$games" | sed 's/[^0-9. ]//g')"
    echo "piped $("$folder/bench/relay" "$folder/bench/trivial_engine" "$games" pipelined | sed 's/[^0-9. ]//g')"
    echo "long $(arena "$games")"
    echo "short $(arena "$games" --max-plies 2)"
    echo "many $(arena $((4 * games)))"
    echo "wide $(arena "$games" --concurrency 16)"
done | awk '
    function row(what, here, against, there) {
        printf "| %-52s | %-21s | %-36s | %6.2f |\n", what, sprintf("%.3g us of CPU", here),
            sprintf("%s: %.3g", against, there), here / there
    }
    function least(name, value) { if (!(name in best) || value < best[name]) best[name] = value }
    $1 == "relay" || $1 == "piped" { least($1, $3 / $2 * 1e6) }
    $1 == "long" { least("loop", $4 / $2 * 1e6); least("journal", $5 / $2 * 1e6); per = $3 / $2 }
    $1 == "many" || $1 == "wide" { least($1, $4 / $3 * 1e6) }
    $1 == "short" { least("game", $4 / $2 * 1e6); least("record", $5 / $2 * 1e6); few = $3 / $2 }
    END {
        ply = (best["loop"] - best["game"]) / (per - few)
        written = (best["journal"] - best["record"]) / (per - few)
        if (written < 0) written = 0
        printf "bare loop                       %6.2f us of CPU a ply\n", best["relay"]
        printf "bare loop, two commands a write %6.2f us\n", best["piped"]
        printf "arena, event loop               %6.2f us, %.2f times the bare loop\n", ply, ply / best["relay"]
        printf "arena, with its journal         %6.2f us, %.2f times\n", ply + written, (ply + written) / best["relay"]
        printf "beginning and ending a game     %6.0f us on the loop, %.0f us on the journal thread\n", best["game"], best["record"]
        row("arena, a ply on the event loop", ply, "bare relay loop", best["relay"])
        row("arena, a ply with its journal", ply + written, "bare relay loop", best["relay"])
        row("arena, a game of 74 plies", per * ply + best["game"], "bare relay loop", per * best["relay"])
        row("arena, a ply, games times 4", best["many"], "that many games", best["loop"] / per)
        row("arena, a ply, 16 games at once", best["wide"], "one at a time", best["loop"] / per)
    }'

if command -v strace >/dev/null; then
    calls() { # OPTIONS...: system calls of the loop's thread in 40 games
        rm -f "$scratch"/run.db*
        strace -qq -c -o "$scratch/calls" "$folder/ternion-arena" \
            --engine "cmd=$folder/bench/trivial_engine,name=a" \
            --engine "cmd=$folder/bench/trivial_engine,name=b" --game go --size 9 --rules tromp-taylor \
            --games 40 --journal "$scratch/run.db" --display none "$@" >/dev/null
        awk '$NF == "total" { print $4 }' "$scratch/calls"
    }
    long=$(calls)
    short=$(calls --max-plies 2)
    echo "$long $short" | awk '{
        ply = ($1 - $2) / (40 * 72)
        printf "system calls                    %6.2f a ply without time_left, %.1f a game\n",
            ply, $2 / 40 - 2 * ply }'
fi
