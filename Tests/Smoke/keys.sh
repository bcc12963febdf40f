#!/usr/bin/env bash
# Tests that the real binary rereads its keys while serving. Usage: keys.sh path/to/hanabi
set -euo pipefail

hanabi=$1
keys=$(mktemp -d)
old=old:00112233445566778899aabbccddeeff
new=new:ffeeddccbbaa99887766554433221100
(umask 077; echo "$old" >"$keys/signing"; echo "old-token-0123456789" >"$keys/bearer")
settings=(--signing-key-file "$keys/signing" --bearer-key-file "$keys/bearer" --drain-delay 0)
source "$(dirname "$0")/server.sh"
trap 'finish; rm -rf "$keys"' EXIT
url=http://127.0.0.1:$port

picture() { curl -s -o "$folder/answer" -w '%{http_code}' "$url$("$hanabi" sign --key "$1" '/v1/effects/confetti.png?w=50&h=50&d=0.2')"; }
render() { curl -s -o "$folder/answer" -w '%{http_code}' -H "Authorization: Bearer $1" -H 'Content-Type: application/json' -d '{' "$url/v1/render"; }
# Sends SIGHUP and waits for the log line about the result.
hang_up() {
    local before
    before=$(grep -c SIGHUP "$folder/log" || true)
    kill -HUP "$server"
    for _ in $(seq 100); do
        kill -0 "$server" || fail "SIGHUP has ended it"
        [ "$(grep -c SIGHUP "$folder/log" || true)" = "$before" ] || return 0
        sleep 0.05
    done
    fail "nothing is said of SIGHUP"
}

[ "$(picture "$old")" = 200 ] || fail "the old key is not good at the start"
[ "$(picture "$new")" = 403 ] || fail "the new key is good already"
# A client in the middle of a response receives all of it.
slow="/v1/effects/confetti.png?w=400&h=400&d=10&fps=30"
curl -fsS --limit-rate 400k -o "$folder/slow.png" "$url$("$hanabi" sign --key "$old" "$slow")" &
reader=$!
until [ -s "$folder/slow.png" ]; do kill -0 "$reader" || fail "no picture begins"; done
echo "$new" >"$keys/signing"
echo "new-token-0123456789" >"$keys/bearer"
hang_up
[ "$(picture "$old")" = 403 ] || fail "the old key is still good"
[ "$(picture "$new")" = 200 ] || fail "the new key is not good"
[ "$(render old-token-0123456789)" = 401 ] || fail "the old token is still good"
[ "$(render new-token-0123456789)" = 400 ] || fail "the new token is not good"
echo "no key" >"$keys/signing"
hang_up
[ "$(picture "$new")" = 200 ] || fail "a broken file has taken the keys away"
grep -q "$keys/signing: line 1: found no colon" "$folder/log" || fail "the log does not say what is wrong"
rm "$keys/signing"
hang_up
[ "$(picture "$new")" = 200 ] || fail "a missing file has taken the keys away"
wait "$reader" || fail "a picture was broken off"
pngcheck -q "$folder/slow.png" || fail "pngcheck"
grep -q "${new#*:}" "$folder/log" && fail "a key is in the log"
# A key file that blocks its reader must not delay signals.
mkfifo "$keys/signing"
kill -HUP "$server"
sleep 0.2
kill -TERM "$server"
for _ in $(seq 100); do kill -0 "$server" 2>/dev/null || break; sleep 0.05; done
kill -0 "$server" 2>/dev/null && fail "keys that block keep SIGTERM waiting"
wait "$server" || fail "SIGTERM ended it with $?"
server=
echo "keys.sh: all well"
