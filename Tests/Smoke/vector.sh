#!/usr/bin/env bash
# Compares animated SVGs in headless browsers with the service's stills: Chromium and, where it is installed, Firefox.
# Usage: vector.sh path/to/hanabi [presets; none for all]
set -euo pipefail

hanabi=$1
source "$(dirname "$0")/server.sh"
/usr/bin/python3 "$(dirname "$0")/vector.py" "http://127.0.0.1:$port" "$folder" "${@:2}"
