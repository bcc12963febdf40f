#!/usr/bin/env bash
# Compares animated SVGs in headless Chromium with the service's stills.
# Usage: vector.sh path/to/hanabi [presets; none for all]
set -euo pipefail

hanabi=$1
source "$(dirname "$0")/server.sh"
/usr/bin/python3 "$(dirname "$0")/vector.py" "http://127.0.0.1:$port" "$folder" "${@:2}"
