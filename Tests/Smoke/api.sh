#!/usr/bin/env bash
# Runs schemathesis, which generates valid and invalid requests from openapi.yaml and checks the responses against it.
# Needs schemathesis. Usage: api.sh path/to/hanabi [schemathesis' options]
set -euo pipefail

hanabi=$1
source "$(dirname "$0")/server.sh"

root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$folder"
# From the file, since schemathesis leaves out the operation that it loads a description from; smoke.sh compares the file with it.
HANABI_URL="http://127.0.0.1:$port" HANABI_HOOKS="$root/Tests/Smoke/api_hooks.py" \
    schemathesis --config-file "$root/Tests/Smoke/api.toml" \
    run "$root/openapi.yaml" --checks all --phases "${PHASES:-examples,coverage,fuzzing}" "${@:2}"
