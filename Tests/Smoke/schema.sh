#!/usr/bin/env bash
# Tests the JSON Schema of specs from outside. Needs Python with jsonschema and PyYAML.
# Usage: schema.sh path/to/hanabi [mutations [seed]]
set -euo pipefail

hanabi=$1
source "$(dirname "$0")/server.sh"

curl -fsS -o "$folder/served.json" "http://127.0.0.1:$port/v1/schema.json" || fail "/v1/schema.json"
"$hanabi" schema -o "$folder/written.json" || fail "hanabi schema"
python3 -c 'import json, sys; a, b = (json.load(open(file)) for file in sys.argv[1:]); assert a == b' \
    "$folder/served.json" "$folder/written.json" || fail "the command line writes another schema"
python3 "$(dirname "$0")/schema.py" "http://127.0.0.1:$port" "${@:2}"
