#!/usr/bin/env bash
# Shows a page with the service's <img> in headless Chromium and checks that it plays; then the pages, one after the other.
# Usage: AXE=path/to/axe.min.js browser.sh path/to/hanabi [folder for the screenshots]
set -euo pipefail

: "${AXE:?names no axe.min.js; 'make browser-test' installs it}"

hanabi=$1
# Videos have tabs where there is ffmpeg.
if command -v ffmpeg >/dev/null; then settings=(--video ffmpeg); fi
source "$(dirname "$0")/server.sh"
/usr/bin/python3 "$(dirname "$0")/browser.py" "http://127.0.0.1:$port" "${2:-$folder}"
/usr/bin/python3 "$(dirname "$0")/gallery.py" "http://127.0.0.1:$port" "${2:-$folder}"
/usr/bin/python3 "$(dirname "$0")/edit.py" "http://127.0.0.1:$port" "${2:-$folder}"
/usr/bin/python3 "$(dirname "$0")/docs.py" "http://127.0.0.1:$port" "${2:-$folder}"
"$(dirname "$0")/npm.sh" "http://127.0.0.1:$port"
/usr/bin/python3 "$(dirname "$0")/axe.py" "http://127.0.0.1:$port" "$AXE"
