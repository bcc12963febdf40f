#!/usr/bin/env bash
# Compares Lotties in ThorVG with the service's stills, and checks stickers and archives.
# Usage: lotties.sh path/to/hanabi [presets; none for all]
set -euo pipefail

hanabi=$1
source "$(dirname "$0")/server.sh"
python3 "$(dirname "$0")/lotties.py" "http://127.0.0.1:$port" "$folder" "${@:2}"
