# Starts the program $hanabi on a free port with the flags in the array $settings, if set. Sets $server (the process), $port and
# $folder, which is deleted at exit, log included.
folder=$(mktemp -d)
server=

finish() {
    if [ -n "$server" ]; then
        kill -9 "$server" || true
        wait "$server" || true
    fi 2>/dev/null
    rm -rf "$folder"
}
trap finish EXIT

fail() {
    echo "$(basename "$0"): $1" >&2
    sed 's/^/  log: /' "$folder/log" >&2 || true
    exit 1
}

: >"$folder/log"
"$hanabi" serve --port 0 ${settings[@]+"${settings[@]}"} 2>"$folder/log" &
server=$!
port=
for _ in $(seq 100); do
    port=$(sed -n 's|.*listening on http://127.0.0.1:\([0-9]*\).*|\1|p' "$folder/log")
    [ -z "$port" ] || break
    sleep 0.05
done
[ -n "$port" ] || fail "the service did not start"
