# ternion analysis: KataGo's protocol as KaTrain and Ogatak speak it.
. "$srcdir/tests/support/tap.bash"
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99

analysis() { timeout 120 "$builddir/ternion" analysis "$@" >out 2>err; }

# What KaTrain 1.17 sends for one node of a game (by its engine.py), the moves given.
katrain() { # katrain NUMBER SIZE TURN MOVES
    printf '%s"analyzeTurns": [%s], "maxVisits": 8, "komi": 6.5, "boardXSize": %s, "boardYSize": %s, %s"moves": [%s], %s"id": "QUERY:%s"}\n' \
        '{"rules": "japanese", "priority": 0, ' "$3" "$2" "$2" \
        '"includeOwnership": true, "includeMovesOwnership": true, "includePolicy": true, "initialStones": [], "initialPlayer": "B", ' \
        "$4" '"overrideSettings": {"reportAnalysisWinratesAs": "BLACK", "wideRootNoise": 0.04, "maxTime": 8.0}, ' "$1"
}

# review SIZE MOVE...: a query for every position of a game, as KaTrain has a game analysed.
review() {
    local size=$1 moves='' number=0 colour=B
    shift
    katrain 0 "$size" 0 ''
    for move in "$@"; do
        moves+="${moves:+, }[\"$colour\", \"$move\"]"
        test $colour = B && colour=W || colour=B
        number=$((number + 1))
        katrain $number "$size" $number "$moves"
    done
}

for size in 9 19; do
    moves=(D4 F6 F4 D6 C7 C6 B6 B7 C8 B8 pass pass)
    test $size = 9 || moves=(Q16 D4 D16 Q4 F3 C6 R6 O3 K3 pass pass)
    review $size "${moves[@]}" | analysis --threads 2
    test $? = 0 && test ! -s err
    ok "a review of a game on $size lines, as KaTrain asks for it"
    test "$(grep -c '"isDuringSearch":false' out)" = $((${#moves[@]} + 1))
    ok "every position is answered once"
    for number in $(seq 0 ${#moves[@]}); do
        grep "\"id\":\"QUERY:$number\",\"isDuringSearch\":false,\"turnNumber\":$number,\"moveInfos\":\[{\"move\":" out |
            grep '"rootInfo":{"currentPlayer":"[BW]","visits":8,"winrate":[01]\.[0-9]*' | grep '"ownership":\[' |
            grep -q '"policy":\[' || echo "$number"
    done | none "with moves, root, ownership and policy"
    grep -v '"isDuringSearch":false' out | grep -v '^{"warning":"Unknown config params: wideRootNoise"' |
        none "and nothing else but a warning for what does not apply"
done

analysis -config /dev/null -model /dev/null <<'E2'
{"id":"query_version","action":"query_version"}
{"id":"test_bs29","rules":"Chinese","boardXSize":29,"boardYSize":29,"maxVisits":1,"moves":[]}
{"id":"1:1","rules":"Japanese","komi":6.5,"boardXSize":9,"boardYSize":9,"maxVisits":5,"analysisPVLen":32,"includePolicy":true,"includeOwnership":true,"includeMovesOwnership":false,"overrideSettings":{"reportAnalysisWinratesAs":"BLACK","wideRootNoise":0},"initialStones":[],"moves":[],"initialPlayer":"B"}
E2
grep -qE '^\{"id":"query_version","action":"query_version","version":"[0-9.]+","git_hash":"<omitted>"\}$' out &&
    grep -q '^{"error":"Must provide an integer from 2 to 25","field":"boardXSize","id":"test_bs29"}$' out &&
    grep -q '^{"id":"1:1","isDuringSearch":false,"turnNumber":0,' out
ok "what Ogatak asks at its start, with KataGo's options"

analysis <<'E2'
nonsense
[]
{"rules":"chinese"}
{"id":"a","action":"dance"}
{"id":"b","rules":"chinese","boardXSize":9,"boardYSize":9,"moves":[["B","E5"],["W","E5"]]}
{"id":"c","rules":"lenient","boardXSize":9,"boardYSize":9,"moves":[]}
{"id":"d","rules":"chinese","boardXSize":9,"boardYSize":13,"moves":[]}
{"id":"e","rules":"chinese","boardXSize":9,"boardYSize":9,"moves":[["B","hello"]]}
{"id":"f","rules":"chinese","boardXSize":9,"boardYSize":9,"moves":[],"komi":0.3}
{"id":"g","rules":"chinese","boardXSize":9,"boardYSize":9,"moves":[],"analyzeTurns":[1]}
{"id":"h","rules":"chinese","boardXSize":9,"boardYSize":9,"moves":[],"initialStones":[["B","A1"],["W","A2"],["W","B1"]]}
{"id":"i","rules":"chinese","boardXSize":2,"boardYSize":2,"moves":[],"allowMoves":[{"player":"W","moves":["A1"],"untilDepth":1}],"initialPlayer":"W","initialStones":[["B","A1"]]}
{"id":"j","action":"terminate"}
{"id":"good","rules":"aga","boardXSize":5,"boardYSize":5,"moves":[],"maxVisits":3,"maxVists":9}
E2
sed 's/,"moveInfos".*//' out >told
cat >expected <<'E2'
{"error":"Could not parse input line as json request: invalid token near 'nonsense'"}
{"error":"Request line was valid json but was not an object, ignoring"}
{"error":"Request must have a string \"id\" field"}
{"error":"'action' field must be 'query_version' or 'clear_cache' or 'terminate' or 'terminate_all'","field":"action","id":"a"}
{"error":"Illegal move 1: E5","field":"moves","id":"b"}
{"error":"Could not parse rules: lenient","field":"rules","id":"c"}
{"error":"Must be the same as boardXSize: boards are square","field":"boardYSize","id":"d"}
{"error":"Could not parse board location: hello","field":"moves","id":"e"}
{"error":"Must be a integer or half-integer from -400.0 to 400.0","field":"komi","id":"f"}
{"error":"Must specify an array of integers indicating turns to analyze, from 0 to the number of moves","field":"analyzeTurns","id":"g"}
{"error":"the stone at A1 has no liberty","field":"initialStones","id":"h"}
{"error":"No legal move is left","field":"allowMoves","id":"i"}
{"error":"Requests for a terminate action must have a string \"terminateId\" field","field":"terminateId","id":"j"}
{"warning":"Unexpected or unused field","field":"maxVists","id":"good"}
{"id":"good","isDuringSearch":false,"turnNumber":0
E2
diff expected told >out
ok "errors name the field and the query, and one bad query hurts nobody"

# The first query is searched until it is ended; the one with the higher priority goes before the
# others; what waits is ended without a result.
endless='"rules":"chinese","boardXSize":9,"boardYSize":9,"moves":[],"maxVisits":10000000'
coproc "$builddir/ternion" analysis 2>err
echo "{\"id\":\"long\",$endless,\"reportDuringSearchEvery\":0.1}" >&"${COPROC[1]}"
read -r line <&"${COPROC[0]}" && [[ $line == '{"id":"long","isDuringSearch":true,'* ]]
ok "a report while it is searched"
cat >&"${COPROC[1]}" <<E2
{"id":"low","rules":"japanese","boardXSize":9,"boardYSize":9,"moves":[],"maxVisits":2}
{"id":"high","rules":"japanese","boardXSize":9,"boardYSize":9,"moves":[],"maxVisits":2,"priority":5}
{"id":"never",$endless}
{"id":"t1","action":"terminate","terminateId":"never"}
{"id":"t2","action":"terminate","terminateId":"long","turnNumbers":[0]}
E2
exec {input}>&"${COPROC[1]}" {output}<&"${COPROC[0]}"
exec {input}>&-
eval "exec ${COPROC[1]}>&-"
grep -v '"isDuringSearch":true' <&$output | sed 's/,"moveInfos".*//' | grep -v '"action"' >out
printf '%s\n' '{"id":"never","isDuringSearch":false,"turnNumber":0,"noResults":true}' \
    '{"id":"long","isDuringSearch":false,"turnNumber":0' '{"id":"high","isDuringSearch":false,"turnNumber":0' \
    '{"id":"low","isDuringSearch":false,"turnNumber":0' | cmp -s - out
ok "terminate, and priorities"

# Memory: ten times 1,000 queries of two turns each, the next when all are answered.
for i in $(seq 1000); do
    echo "{\"id\":\"q$i\",\"rules\":\"chinese\",\"boardXSize\":5,\"boardYSize\":5,\"moves\":[[\"B\",\"C3\"],[\"W\",\"B2\"]],\"analyzeTurns\":[0,2],\"maxVisits\":2,\"includeMovesOwnership\":true}"
done >batch
mkfifo queries answers go
"$builddir/ternion" analysis --threads 2 <queries >answers 2>err &
pid=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
    cat batch
    read -r _ <&3
done >queries 3<>go &
# The last one of a batch is answered about last; awk would wait for more than there is.
grep --line-buffered -o '"id":"q1000","isDuringSearch":false,"turnNumber":2' answers | while read -r _; do
    awk '/^VmRSS/ { print $2 }' "/proc/$pid/status"
    echo on >go
done >out
mapfile -t kilobytes <out
test ${#kilobytes[@]} = 10
ok "10,000 queries are answered"
if grep -q __asan_init "$builddir/ternion"; then
    skip "without growth after the first 2,000" "the address sanitizer keeps what was freed"
else
    test "${kilobytes[9]}" -lt $((kilobytes[1] + 16384))
    ok "without growth after the first 2,000"
fi

"$builddir/ternion" analysis --game draughts </dev/null >out 2>err
test $? = 2 && grep -q 'analysis is for Go' err
ok "another game is refused"
"$builddir/ternion" --quit-without-waiting </dev/null >out 2>err
test $? = 2 && grep -q "only 'ternion analysis' takes" err
ok "its options are its own"
done_testing
