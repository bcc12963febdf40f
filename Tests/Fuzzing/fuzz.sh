#!/usr/bin/env bash
# Fuzzes one target from its corpus, after `make fuzz-build`. FUZZ_SEED makes a run reproducible. Usage:
#
#   fuzz.sh target seconds
#   fuzz.sh target short
#
# `short`, after `make fuzz-short-build`, is the corpus and some inputs beyond it, always the same ones.
set -euo pipefail
cd "$(dirname "$0")"
target=$1 seconds=$2
shift 2

# Maximum input size in bytes: enough for every feature of the format, without mere repetition. Then the inputs of a short run, which take
# some seconds.
case $target in
http | png | jpeg) length=4096 inputs=2000 ;;
lossless) length=4096 inputs=300 ;;
spec | import | packed) length=8192 inputs=50 ;;
signature) length=1024 inputs=1000 ;;
*) length=1024 inputs=100 ;;
esac

# A trap ends the run immediately, whereas the backtracer would take a minute. The leak detector mistakes Swift's tagged pointers for
# leaks; real leaks exceed the memory limit.
export FUZZ_TARGET=$target SWIFT_BACKTRACE=enable=no
export ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=16:malloc_context_size=5
corpus=.build/corpus/$target
mkdir -p "$corpus" .build/findings
log=.build/findings/$target.log
if [ "$seconds" = short ]; then
    build=.build/short
    # Not where longer runs keep what they find: the inputs would be others each time.
    corpus=$(mktemp -d)
    trap 'rm -rf "$corpus"' EXIT
    known=$(find "Corpus/$target" -type f | wc -l)
    set -- -runs="$((known + inputs))" -max_total_time=240 -seed=1 -timeout=60 "$@"
else
    build=.build
    set -- -max_total_time="$seconds" -seed="${FUZZ_SEED:-0}" -timeout=10 "$@"
fi
if ! "$build/release/hanabi-fuzz" -max_len="$length" -rss_limit_mb=2048 -detect_leaks=0 -print_final_stats=1 \
    -artifact_prefix=".build/findings/$target-" -dict="Dictionaries/$target.dict" "$@" \
    "$corpus" "Corpus/$target" 2>"$log"; then
    echo "== $target failed; an input in .build/findings, with lines after make fuzz-build"
    tail -n 60 "$log"
    exit 1
fi
echo "== $target"
grep -aE "DONE|number_of_executed_units" "$log"
