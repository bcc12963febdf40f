#!/usr/bin/env bash
# Tests batches with the real binary: killed and resumed, in shards, compared with the service. Usage: batch.sh path/to/hanabi [lines]
set -euo pipefail

hanabi=$1
count=${2:-60}
tools=$(dirname "$0")
source "$tools/server.sh"

lines=$folder/lines.ndjson
python3 "$tools/batch.py" "$count" >"$lines"

files() { find "$1" -maxdepth 1 -name 'picture-*' 2>/dev/null | wc -l; }
# Inode numbers, which change when a file is rewritten.
places() { (cd "$1" && stat -c '%n %i' picture-* 2>/dev/null | sort); }
same() { diff -r "$folder/whole" "$1" >/dev/null || fail "$1 has other files than an uninterrupted run"; }

# Sends a signal to processes once a folder has a number of files. Usage: end SIGNAL FOLDER FILES PROCESS…
end() {
    local signal=$1 into=$2 enough=$3
    shift 3
    while kill -0 "$@" 2>/dev/null && [ "$(files "$into")" -lt "$enough" ]; do sleep 0.01; done
    kill "-$signal" "$@" 2>/dev/null || fail "it was through before it could be ended"
    { wait "$@"; } 2>/dev/null
}

"$hanabi" batch "$lines" --out "$folder/whole" 2>"$folder/summary" || fail "a batch exits with $?"
grep -q "^$count lines: $count rendered" "$folder/summary" || fail "$(cat "$folder/summary")"
[ "$(ls -A "$folder/whole" | wc -l)" = "$count" ] || fail "not one file for each line, and nothing else"
pngcheck -q "$folder"/whole/*.png >"$folder/faults" || fail "$(head -3 "$folder/faults")"

# Killed three times; existing files are not rendered again.
one=$folder/one
for fifth in 1 2 3; do
    "$hanabi" batch "$lines" --out "$one" --quiet --threads 1 &
    end KILL "$one" $((count * fifth / 5)) $! && fail "a killed batch exits 0"
    places "$one" >"$folder/before"
    [ "$(wc -l <"$folder/before")" -lt "$count" ] || fail "nothing is left to go on with"
done
"$hanabi" batch "$lines" --out "$one" 2>"$folder/summary" || fail "a resumed batch exits with $?"
grep -q ", $(wc -l <"$folder/before") already present" "$folder/summary" || fail "$(cat "$folder/summary")"
places "$one" | comm -13 - "$folder/before" | grep -q . && fail "what was there was made again"
same "$one"
echo "killed with $(wc -l <"$folder/before") of $count files, then: $(cat "$folder/summary")"

# Four shards run in one folder at once, and each is killed.
four=$folder/four
batches=()
for shard in 0 1 2 3; do
    "$hanabi" batch "$lines" --out "$four" --shard "$shard/4" --quiet --threads 1 &
    batches+=($!)
done
# Some shards may have finished.
end KILL "$four" $((count * 4 / 5)) "${batches[@]}" || true
left=$(files "$four")
[ "$left" -lt "$count" ] || fail "nothing is left to go on with in shards"
batches=()
for shard in 0 1 2 3; do
    "$hanabi" batch "$lines" --out "$four" --shard "$shard/4" 2>"$folder/summary-$shard" &
    batches+=($!)
done
for batch in "${batches[@]}"; do wait "$batch" || fail "a resumed shard exits with $?"; done
same "$four"
echo "four shards killed with $left of $count files, then: $(cat "$folder"/summary-?)"

# Graceful shutdown: started files are finished.
polite=$folder/polite
"$hanabi" batch "$lines" --out "$polite" --quiet --threads 1 &
status=0
end TERM "$polite" $((count / 5)) $! || status=$?
[ "$status" = 143 ] || fail "after SIGTERM it exits with $status"
[ "$(find "$polite" -name '.hanabi*' | wc -l)" = 0 ] || fail "after SIGTERM there is something left over"
"$hanabi" batch - --out "$polite" --quiet <"$lines" || fail "from standard input, it exits with $?"
same "$polite"

# Same bytes as from the service, for a sample.
python3 "$tools/batch.py" "$count" --requests | sed -n 1,60p |
    while read -r file type target body; do
        if [ -n "$body" ]; then
            curl -fsS -o "$folder/served" -H 'Content-Type: application/json' -H "Accept: $type" -d "$body" \
                "http://127.0.0.1:$port$target" || fail "POST for $file"
        else
            curl -fsS -o "$folder/served" "http://127.0.0.1:$port$target" || fail "GET for $file"
        fi
        cmp "$folder/served" "$folder/whole/$file" || fail "the service gives another $file"
    done

# Invalid lines do not affect the others.
{
    echo 'nonsense'
    echo '{"name": "../up", "url": "/v1/effects/confetti.png"}'
    echo '{"name": "picture-00000", "spec": {"layers": 5}}'
    head -3 "$lines"
    head -c 1000 /dev/urandom | tr -d '\n'
} >"$folder/faulty.ndjson"
status=0
"$hanabi" batch "$folder/faulty.ndjson" --out "$folder/faulty" --errors "$folder/errors" --quiet || status=$?
[ "$status" = 2 ] || fail "with lines that fail it exits with $status"
python3 - "$folder/errors" <<'END' || fail "the reports"
import json, sys
faults = {fault["line"]: fault for fault in map(json.loads, open(sys.argv[1]))}
assert sorted(faults) == [1, 2, 3, 4, 7], faults
assert faults[3]["name"] == "picture-00000" and faults[3]["errors"][0]["pointer"] == "/layers"
assert faults[3]["type"] == "urn:hanabi:problem:invalid-spec" and faults[2]["type"] == "urn:hanabi:problem:invalid-line"
assert faults[4]["errors"][0]["kind"] == "conflict", "the same file twice"
END
[ "$(ls -A "$folder/faulty" | wc -l)" = 2 ] || fail "what is good among faulty lines is not there"
# Reports never overwrite the input or an output.
head -3 "$lines" >"$folder/few.ndjson"
ln "$folder/few.ndjson" "$folder/few-too.ndjson"
for errors in few.ndjson few-too.ndjson faulty/picture-00000.png ./faulty/none.json; do
    status=0
    "$hanabi" batch "$folder/few.ndjson" --out "$folder/faulty" --errors "$folder/$errors" --quiet 2>"$folder/said" || status=$?
    [ "$status" = 1 ] && grep -q -- "--errors" "$folder/said" || fail "--errors $errors: $status, $(cat "$folder/said")"
    [ "$(wc -l <"$folder/few.ndjson")" = 3 ] || fail "--errors $errors emptied the lines"
done
status=0
"$hanabi" batch - --out "$folder/faulty" --errors "$folder/few.ndjson" --quiet <"$folder/few.ndjson" 2>/dev/null || status=$?
[ "$status" = 1 ] && [ -s "$folder/few.ndjson" ] || fail "--errors on standard input: $status"
"$hanabi" batch "$folder/few.ndjson" --out "$folder/faulty" --errors "$folder/faulty/errors.ndjson" --quiet ||
    fail "reports beside the pictures"
# NDJSON dumps share the extension of reports: neither overwrites the other.
echo '{"name": "dump", "url": "/v1/effects/confetti.ndjson?w=20&h=20&d=0.2"}' >"$folder/dump.lines"
"$hanabi" batch "$folder/dump.lines" --out "$folder/faulty" --quiet || fail "a dump in lines"
"$hanabi" batch "$folder/dump.lines" --out "$folder/faulty" --errors "$folder/faulty/dump.ndjson" --quiet 2>/dev/null &&
    fail "reports replace a dump"
[ -s "$folder/faulty/dump.ndjson" ] || fail "a dump was emptied"
sed 's/"dump"/"errors"/' "$folder/dump.lines" >"$folder/errors.lines"
"$hanabi" batch "$folder/errors.lines" --out "$folder/faulty" --errors "$folder/faulty/errors.ndjson" --quiet &&
    fail "a dump takes the place of the reports"
grep -q '"line"\|conflict' "$folder/faulty/errors.ndjson" || fail "no report of it: $(cat "$folder/faulty/errors.ndjson")"
"$hanabi" batch "$folder/few.ndjson" --out "$folder/faulty" --errors /dev/null --quiet || fail "reports to nobody"
# An unusable output folder ends the batch with an error.
status=0
"$hanabi" batch "$lines" --out "$folder/whole/picture-00000.png" --quiet 2>"$folder/errors" || status=$?
[ "$status" = 1 ] || fail "without a folder it exits with $status"
echo "batch.sh: all well"
