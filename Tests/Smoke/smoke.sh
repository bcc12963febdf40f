#!/usr/bin/env bash
# Starts the real binary on a free port and uses it like a client. Usage: smoke.sh path/to/hanabi
set -euo pipefail

hanabi=$1
source "$(dirname "$0")/server.sh"
url=http://127.0.0.1:$port

"$hanabi" health --port "$port" >/dev/null || fail "hanabi health"
curl -fsS "$url/healthz" | grep -q '"status":"ok"' || fail "/healthz"
curl -fsS "$url/openapi.yaml" | cmp - openapi.yaml || fail "/openapi.yaml is not the file"
for coding in br gzip; do
    curl -fsS --compressed -H "Accept-Encoding: $coding" -D "$folder/head" "$url/openapi.yaml" | cmp - openapi.yaml || fail "/openapi.yaml as $coding is not the file"
    grep -qi "^content-encoding: $coding" "$folder/head" || fail "/openapi.yaml is not sent as $coding"
done

curl -fsS -o "$folder/served.png" "$url/v1/effects/confetti.png?seed=7&w=300&h=200" || fail "no picture"
pngcheck -q "$folder/served.png" || fail "pngcheck"
frames=$(ffprobe -v error -f apng -count_frames -show_entries stream=nb_read_frames -of csv=p=0 "$folder/served.png")
[ "${frames%%,*}" = 120 ] || fail "$frames frames instead of 120"

# Other processes, other numbers of threads, and the command line yield the same bytes.
for threads in 1 3; do
    "$hanabi" render confetti --seed 7 --width 300 --height 200 --threads "$threads" -o "$folder/drawn.png"
    cmp "$folder/served.png" "$folder/drawn.png" || fail "the command line draws another picture"
done
curl -fsS -o "$folder/served.json" "$url/v1/effects/confetti.json?seed=7&w=300&h=200" || fail "no dump"
"$hanabi" render confetti --seed 7 --width 300 --height 200 -o "$folder/drawn.json"
cmp "$folder/served.json" "$folder/drawn.json" || fail "the command line writes another dump"
python3 -c 'import json, sys; assert len(json.load(open(sys.argv[1]))["frames"]) == 120' "$folder/served.json" || fail "dump"

# The log names the kernels in use.
grep -Eq 'vectors=(any|avx2|avx512) ' "$folder/log" || fail "the log does not say which loops run"
grep -q 'fonts found .*DejaVu Sans' "$folder/log" || fail "the log does not say which fonts there are"

# The whole catalog.
# Debian's Python, which has the package that `make smoke` installs.
/usr/bin/python3 "$(dirname "$0")/presets.py" "$url" || fail "the catalog"

# Particles that collide, and SceneKit files with colliders.
python3 "$(dirname "$0")/collisions.py" "$url" || fail "collisions"

# Still images.
curl -fsS -o "$folder/served.png" "$url/v1/effects/confetti.strip.png?seed=7&w=300&h=200&at=0.5,50%25" || fail "no strip"
pngcheck -q "$folder/served.png" || fail "pngcheck of the strip"
"$hanabi" render confetti --seed 7 --width 300 --height 200 --at 0.5,50% -o "$folder/drawn.png"
cmp "$folder/served.png" "$folder/drawn.png" || fail "the command line draws another strip"
curl -fsS -o "$folder/served.png" "$url/v1/effects/confetti.still.png?seed=7&w=300&h=200" || fail "no still"
"$hanabi" render confetti --seed 7 --width 300 --height 200 --at best -o "$folder/drawn.png"
cmp "$folder/served.png" "$folder/drawn.png" || fail "the command line draws another still"

# Text and emoji from the installed fonts.
cat >"$folder/text.json" <<'END'
{"canvas": {"width": 200, "height": 100}, "timing": {"duration": 0.2, "fps": 10},
 "assets": {"word": {"text": "太棒了", "fontSize": 40}, "party": {"emoji": "🎉"}},
 "layers": [{"emitterPosition": [100, 50], "emitterCells": [
   {"contents": "word", "burst": {"count": 1}, "lifetime": 1}, {"contents": "party", "burst": {"count": 1}, "lifetime": 1}]}]}
END
curl -fsS -o "$folder/served.png" -H 'Content-Type: application/json' --data-binary "@$folder/text.json" "$url/v1/render" ||
    fail "no text"
LANG=ja_JP.UTF-8 LANGUAGE=ja "$hanabi" render --spec "$folder/text.json" -o "$folder/drawn.png"
cmp "$folder/served.png" "$folder/drawn.png" || fail "another locale draws other letters"

# A SpriteKit emitter file is converted to a spec that the service accepts.
python3 - "$folder/fire.sks" <<'END'
import plistlib, sys
null, classes = "$null", {"$classname": "SKEmitterNode", "$classes": ["SKEmitterNode", "SKNode", "NSObject"]}
emitter = {"$class": plistlib.UID(2), "_birthrate": 60.0, "_lifetime": 1.0, "_startSpeed": 50.0, "_emissionAngle": 1.57,
           "_particleTexture": plistlib.UID(0), "_startSize": plistlib.UID(3), "_surprise": 1}
archive = {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": plistlib.UID(1)},
           "$objects": [null, emitter, classes, "{8, 8}"]}
plistlib.dump(archive, open(sys.argv[1], "wb"), fmt=plistlib.FMT_BINARY)
END
"$hanabi" import "$folder/fire.sks" --width 100 --height 100 -o "$folder/fire.json" 2>"$folder/report" || fail "hanabi import"
grep -q "_surprise" "$folder/report" || fail "an unknown key is not reported"
curl -fsS -o "$folder/fire.png" -H 'Content-Type: application/json' --data-binary "@$folder/fire.json" "$url/v1/render" ||
    fail "the service does not take what was imported"
"$hanabi" import "$hanabi" -o "$folder/no.json" 2>/dev/null && fail "a program is taken for an emitter file"

status() { curl -s -o "$folder/answer" -w '%{http_code}' "$@"; }
[ "$(status "$url/v1/effects/confetti.png?wdth=5")" = 400 ] || fail "an unknown parameter is not a 400"
[ "$(status "$url/v1/effects/nothing.png")" = 404 ] || fail "an unknown effect is not a 404"
[ "$(status -X PUT "$url/v1/render")" = 405 ] || fail "a wrong method is not a 405"
[ "$(status -H 'Content-Type: application/json' -d '{"layers": 5}' "$url/v1/render")" = 422 ] || fail "a bad spec is not a 422"
# A header line of a megabyte, sent through a raw socket because no client would send it.
exec 3<>"/dev/tcp/127.0.0.1/$port"
{ printf 'GET / HTTP/1.1\r\nHost: a\r\nX: '; head -c 1000000 /dev/zero | tr '\0' a; } >&3 2>/dev/null || true
head -1 <&3 | grep -q ' 431 ' || fail "a header line of 1 MB is not a 431"
exec 3>&-
[ "$(status "$url/healthz")" = 200 ] || fail "the service is not well after all that"

kill -TERM "$server"
wait "$server" || fail "SIGTERM ended it with $?"
server=

# A server can be ended gracefully as soon as it listens. Repeated, because of a past race.
for _ in $(seq 10); do
    "$hanabi" serve --listen "127.0.0.1:$port" --drain-delay 0 2>"$folder/log" &
    server=$!
    until (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do kill -0 "$server" || fail "it does not listen again"; done
    kill -TERM "$server"
    wait "$server" || fail "SIGTERM at the start ended it with $?"
done

# A log pipe that is open but never read, and fills up, must not block the server.
mkfifo "$folder/pipe"
exec 4<>"$folder/pipe"
for signals in TERM "TERM TERM"; do
    "$hanabi" serve --listen "127.0.0.1:$port" --drain-delay 0 2>&4 &
    server=$!
    until (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do kill -0 "$server" || fail "it does not listen again"; done
    seq 400 | sed "s|.*|url = $url/nowhere?&$(head -c 400 /dev/zero | tr '\0' a)|" | curl -s -K - >/dev/null || true
    [ "$(status "$url/healthz")" = 200 ] || fail "an unread log stops the service"
    for signal in $signals; do
        kill -"$signal" "$server"
        sleep 0.2
    done
    for _ in $(seq 50); do kill -0 "$server" 2>/dev/null && sleep 0.1; done
    kill -0 "$server" 2>/dev/null && fail "an unread log keeps it from ending after $signals"
    wait "$server" || true
done
exec 4>&-
server=
echo "smoke.sh: all well"
