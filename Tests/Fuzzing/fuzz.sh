#!/usr/bin/env bash
# fuzz.sh target seconds: fuzzes one target from its corpus, after `make fuzz-build`. FUZZ_SEED makes a run reproducible.
set -euo pipefail
cd "$(dirname "$0")"
target=$1 seconds=$2
shift 2

# Maximum input size in bytes: enough for every feature of the format, without mere repetition.
case $target in
http | png | jpeg | lossless) length=4096 ;;
spec | import | packed) length=8192 ;;
*) length=1024 ;;
esac

# A trap ends the run immediately, whereas the backtracer would take a minute. The leak detector mistakes Swift's tagged pointers for
# leaks; real leaks exceed the memory limit.
export FUZZ_TARGET=$target SWIFT_BACKTRACE=enable=no
export ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=16:malloc_context_size=5
mkdir -p ".build/corpus/$target" .build/findings
log=.build/findings/$target.log
echo "== $target, $seconds s"
if ! .build/release/hanabi-fuzz -max_total_time="$seconds" -seed="${FUZZ_SEED:-0}" -max_len="$length" \
    -timeout=10 -rss_limit_mb=2048 -detect_leaks=0 -print_final_stats=1 -artifact_prefix=".build/findings/$target-" \
    -dict="Dictionaries/$target.dict" "$@" ".build/corpus/$target" "Corpus/$target" 2>"$log"; then
    tail -n 60 "$log"
    exit 1
fi
grep -aE "DONE|number_of_executed_units" "$log"
