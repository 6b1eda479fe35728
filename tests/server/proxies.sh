# The page, its WebSocket and its files through nginx and Caddy as server/examples has them: TLS, in
# a folder of the site, with the address of whoever asks. Where chromium is there, a game in it.
. "$srcdir/tests/support/tap.bash"
PATH=$PATH:/usr/sbin:/sbin
command -v openssl >/dev/null && command -v curl >/dev/null || skip_all "openssl or curl is missing"
folder=$(mktemp -d) || exit 99
cd "$folder" || exit 99
pids=()
trap 'kill "${pids[@]}" 2>/dev/null; wait 2>/dev/null; rm -rf "$folder"' EXIT
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=play.example \
    -addext subjectAltName=DNS:play.example -keyout key.pem -out cert.pem 2>/dev/null || exit 99

printf '%s\n' 'proxies = {"127.0.0.1"}' 'bots = 0' 'log_level = "debug"' 'log_addresses = true' >server.conf
coproc serve { exec "$builddir/ternion-server" --demo --port -1 --line-port 0 server.conf 2>log; }
pids+=("$serve_PID")
read -r -t 20 -u "${serve[0]}" _ address
inner=$(sed 's/.*:\([0-9]*\).*/\1/' <<<"$address")

# free_port: one that nobody listens on just now.
free_port() {
    local port
    for port in $(shuf -i 20000-32000 -n 50); do
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
    done
}
get() { curl -s --max-time 20 --cacert cert.pem --connect-to "play.example:$port:127.0.0.1:$port" "$@"; }
# websocket PATH: a handshake, then "ping" and "quit" in frames with an empty mask; what comes back.
websocket() {
    local line
    mkfifo to from
    timeout 20 openssl s_client -quiet -verify_quiet -CAfile cert.pem -servername play.example -bind 127.0.0.2:0 \
        -connect "127.0.0.1:$port" <to >from 2>/dev/null &
    exec 4>to 5<from
    rm to from
    printf 'GET %s HTTP/1.1\r\nHost: play.example:%s\r\nOrigin: https://play.example:%s\r\n' "$1" "$port" "$port" >&4
    printf 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' >&4
    printf 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n' >&4
    while read -r line <&5 && test "$line" != $'\r'; do :; done
    printf '\x81\x84\0\0\0\0ping\x81\x84\0\0\0\0quit' >&4
    timeout 20 cat <&5
    exec 4>&- 5<&-
}

# try NAME: everything through the proxy that listens on $port.
try() {
    local page version
    for _ in $(seq 100); do get -o /dev/null "https://play.example:$port/" && break; sleep 0.1; done
    get -o /dev/null -w '%{http_code} %{redirect_url}' "https://play.example:$port/ternion" |
        grep -qE "^30[0-9] https://play.example(:$port)?/ternion/$"
    ok "$1 leads to the folder"
    page=$(get "https://play.example:$port/ternion/")
    version=$(grep -o 'src="v-[0-9a-f]*/app.js"' <<<"$page" | cut -d '"' -f 2)
    test -n "$version"; ok "$1 passes the page on"
    get --compressed -D head -o file "https://play.example:$port/ternion/$version" &&
        cmp -s file "$builddir/page/app.js" && grep -qi '^cache-control: .*immutable' head && grep -qi '^content-encoding: gzip' head
    ok "and its files, compressed and for ever"
    test "$(get -o /dev/null -w '%{http_code}' -H "If-None-Match: $(sed -n 's/^etag: \([^\r]*\).*/\1/Ip' head)" --compressed "https://play.example:$port/ternion/$version")" = 304
    ok "which nobody fetches twice"
    websocket /ternion/ws >said
    grep -aq '= pong' said; ok "$1 passes WebSocket on"
    tail -n 5 log | grep -q 'client.came client=[0-9]* address=127.0.0.2$'; ok "and says from whom it comes"
    test "$(get -o /dev/null -w '%{http_code}' "https://play.example:$port/ternion/status")" = 404
    ok "$1 does not show the status"
    if test -z "$(node "$srcdir/tests/page/harness.js" 2>&1)"; then
        quietly node "$srcdir/tests/page/proxied.js" "https://play.example:$port/ternion/"; ok "a game is played in a browser through $1"
    else
        skip "a game in a browser through $1" "no browser here"
    fi
}

if command -v nginx >/dev/null; then
    port=$(free_port)
    {
        echo "daemon off; error_log $folder/nginx.log; pid $folder/nginx.pid; events {}"
        echo "http { access_log off; client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5;"
        sed -e "s|/etc/letsencrypt/live/play.example/fullchain.pem|$folder/cert.pem|; s|/etc/letsencrypt/live/play.example/privkey.pem|$folder/key.pem|" \
            -e "s|127.0.0.1:8080|127.0.0.1:$inner|; s|listen 443|listen 127.0.0.1:$port|; /listen \[::\]/d" "$srcdir/server/examples/nginx.conf"
        echo "absolute_redirect on; port_in_redirect on; }"
    } >nginx.conf
    nginx -q -p "$folder" -c "$folder/nginx.conf" 2>err &
    pids+=($!)
    try nginx
else
    skip "nginx" "it is not installed"
fi
if command -v caddy >/dev/null; then
    port=$(free_port)
    {
        printf '{\n\tadmin off\n\tauto_https disable_redirects\n\thttp_port %s\n}\n' "$(free_port)"
        sed -e "s|^play.example {|https://play.example:$port {\n\ttls $folder/cert.pem $folder/key.pem\n\tbind 127.0.0.1|" \
            -e "s|127.0.0.1:8080|127.0.0.1:$inner|" "$srcdir/server/examples/Caddyfile"
    } >Caddyfile
    HOME=$folder XDG_DATA_HOME=$folder caddy run --config Caddyfile --adapter caddyfile >err 2>&1 &
    pids+=($!)
    try Caddy
else
    skip "Caddy" "it is not installed"
fi
done_testing
