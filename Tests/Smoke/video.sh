#!/usr/bin/env bash
# Videos of the real binary, served with --video and made by the command line and by a batch, decoded by ffmpeg. Usage: video.sh
# path/to/hanabi
set -euo pipefail

hanabi=$1
settings=(--video ffmpeg --drain-delay 0)
source "$(dirname "$0")/server.sh"
url=http://127.0.0.1:$port

# The line follows the one that the script waits for at the start.
for _ in {1..100}; do
    grep -q 'videos found .*h264' "$folder/log" && break
    sleep 0.05
done
grep -q 'videos found .*h264' "$folder/log" || fail "the log does not say which codecs there are"
catalog=$(curl -fsS "$url/v1/effects")
for form in .mp4:video/mp4 .webm:video/webm .mov:video/quicktime; do
    grep -qF "{\"ending\":\"${form%%:*}\",\"type\":\"${form#*:}\"}" <<<"$catalog" || fail "the catalog does not list ${form%%:*}"
done

# check FILE: 60 frames of 200 × 120 pixels at 30 frames per second.
check() {
    found=$(ffprobe -v error -count_frames -select_streams v:0 -show_entries stream=width,height,r_frame_rate,nb_read_frames -of csv=p=0 "$1")
    [ "$found" = 200,120,30/1,60 ] || fail "$1 has $found"
}
query='seed=7&w=200&h=120&d=2&fps=30'
for ending in mp4 webm mov; do
    curl -fsS -o "$folder/served.$ending" "$url/v1/effects/explode.$ending?$query" || fail "no $ending"
    check "$folder/served.$ending"
    "$hanabi" render explode --seed 7 --w 200 --h 120 --d 2 --fps 30 -o "$folder/drawn.$ending"
    cmp "$folder/served.$ending" "$folder/drawn.$ending" || fail "the command line makes another $ending"
    echo "{\"name\": \"line\", \"url\": \"/v1/effects/explode.$ending?$query\"}"
done >"$folder/lines.ndjson"
"$hanabi" batch "$folder/lines.ndjson" --out "$folder/batch" --quiet || fail "hanabi batch"
for ending in mp4 webm mov; do cmp "$folder/served.$ending" "$folder/batch/line.$ending" || fail "a batch makes another $ending"; done
# Players ask for parts: these make the file again, and ffmpeg seeks in what is served.
for ending in mp4 webm mov; do
    { curl -fsS -r 0-99 "$url/v1/effects/explode.$ending?$query" && curl -fsS -r 100- "$url/v1/effects/explode.$ending?$query"; } >"$folder/parts"
    cmp "$folder/served.$ending" "$folder/parts" || fail "two parts of a $ending are not the file"
    ffmpeg -v error -seekable 1 -ss 1 -i "$url/v1/effects/explode.$ending?$query" -frames:v 1 -f rawvideo -y "$folder/later" || fail "no seeking in a $ending"
    [ -s "$folder/later" ] || fail "nothing behind a second of a $ending"
done
# Alpha is there: the corner of the first frame is transparent.
ffmpeg -v error -c:v libvpx-vp9 -i "$folder/served.webm" -frames:v 1 -f rawvideo -pix_fmt rgba "$folder/frame"
corner=$(od -An -tu1 -N4 "$folder/frame")
[ "${corner##* }" -lt 8 ] || fail "the corner of a WebM is not transparent: $corner"

# What is missing is told.
if "$hanabi" serve --port 0 --video /nowhere/ffmpeg 2>"$folder/error"; then fail "it serves without the program"; fi
grep -q -- '--video is "/nowhere/ffmpeg"' "$folder/error" || fail "it does not say why: $(cat "$folder/error")"
if PATH=/nowhere "$(realpath "$hanabi")" render like -o "$folder/like.mp4" 2>"$folder/error"; then fail "a video without ffmpeg"; fi
grep -q 'needs ffmpeg with the encoder libx264 or libaom-av1; PATH has no ffmpeg' "$folder/error" || fail "it does not say why: $(cat "$folder/error")"

# A parent that ignores the ends of children hides nothing.
ignoring='import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])'
python3 -c "$ignoring" "$hanabi" render explode --seed 7 --w 200 --h 120 --d 2 --fps 30 -o "$folder/ignoring.mp4"
cmp "$folder/served.mp4" "$folder/ignoring.mp4" || fail "without SIGCHLD it makes another mp4"

# SIGTERM lets a video in progress finish, and nothing is left of it.
curl -s -o "$folder/last.mp4" -w '%{http_code}' "$url/v1/effects/confetti.mp4?w=300&h=300&d=2" >"$folder/status" &
client=$!
sleep 0.2
kill -TERM "$server"
wait "$server" || fail "SIGTERM ended it with $?"
server=
wait "$client" || true
[ "$(cat "$folder/status")" = 200 ] || fail "a video was answered $(cat "$folder/status") while it drained"
echo "video.sh: all well"
