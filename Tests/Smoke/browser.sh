#!/usr/bin/env bash
# A page with the service's <img>, in headless Chromium: the picture is there, and it moves.
# Usage: browser.sh path/to/hanabi [folder for the screenshots]
set -euo pipefail

hanabi=$1
folder=$(mktemp -d)
shots=${2:-$folder}
server=

finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT

"$hanabi" serve --port 0 2>"$folder/log" &
server=$!
port=
for _ in $(seq 100); do
    port=$(sed -n 's|.*listening on http://127.0.0.1:\([0-9]*\).*|\1|p' "$folder/log")
    [ -z "$port" ] || break
    sleep 0.05
done
url="http://127.0.0.1:$port/v1/effects/confetti.png?w=300&h=300&seed=7&d=12&fps=10"
echo "<!doctype html><title>x</title><body style='margin:0;background:#fff'><img src='$url' width=300 height=300>" \
    >"$folder/page.html"

# Two looks at the same page, a few seconds of playing time apart.
for seconds in 3 5; do
    timeout 60 chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --window-size=300,300 \
        --timeout=${seconds}000 --screenshot="$shots/at-$seconds.png" "file://$folder/page.html" >/dev/null 2>&1
done
/usr/bin/python3 - "$shots/at-3.png" "$shots/at-5.png" <<'PYTHON'
import sys
from PIL import Image, ImageChops

looks = [Image.open(path).convert("RGB") for path in sys.argv[1:]]
for path, look in zip(sys.argv[1:], looks):
    colours = look.getcolors(1 << 20)
    # White paper, and pieces in several colours: a broken image would be grey lines.
    saturated = sum(count for count, (r, g, b) in colours if max(r, g, b) - min(r, g, b) > 60)
    assert saturated > 100, f"{path} shows no confetti"
assert ImageChops.difference(*looks).getbbox(), "the picture does not move"
print("browser: the picture is there, and it moves")
PYTHON
