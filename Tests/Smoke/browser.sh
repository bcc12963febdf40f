#!/usr/bin/env bash
# Shows a page with the service's <img> in headless Chromium and checks that it plays; then the pages, one after the other.
# Usage: AXE=path/to/axe.min.js PARTS="browser gallery" browser.sh path/to/hanabi [folder for the screenshots]; without PARTS, all of them.
set -euo pipefail

: "${AXE:?names no axe.min.js; 'make browser-test' installs it}"

hanabi=$1
# A busy machine takes its time. Videos have tabs where there is ffmpeg.
settings=(--render-timeout 60)
if command -v ffmpeg >/dev/null; then settings+=(--video ffmpeg); fi
source "$(dirname "$0")/server.sh"
for part in ${PARTS:-browser frames gallery player edit docs npm axe}; do
    case $part in
        browser | frames | gallery | player | edit | docs) /usr/bin/python3 "$(dirname "$0")/$part.py" "http://127.0.0.1:$port" "${2:-$folder}" ;;
        npm) "$(dirname "$0")/npm.sh" "http://127.0.0.1:$port" ;;
        axe) /usr/bin/python3 "$(dirname "$0")/axe.py" "http://127.0.0.1:$port" "$AXE" ;;
        *) fail "no part is called $part" ;;
    esac
done
